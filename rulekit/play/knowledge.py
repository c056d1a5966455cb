"""Whether what a player is told and offered gives away more than he may know.

K3 groups every history of a small game by what the decider saw; K4 samples: what a player did not see is exchanged, and
he must not be able to tell (`exchange.py`).  What he saw is the information state of `information_state.py`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..engine.interface import GameFault, State
from ..engine.wasm.recording_engine import RecordingEngine
from ..machine.program import Machine
from .exchange import Exchanger, is_secret
from .exchanged_game import Following
from .game_steps import LabelResolver
from .information_state import NoteWording, extended_log
from .leak_text import LeakTeller, Lines

if TYPE_CHECKING:
    from .information_state import Telling

PLANS = 8
"""Exchanges tried in a game for each player."""


class TooManyHistories(Exception):
    """The game has more histories than may be gone through."""


@frozen
class Groups:
    """K3, exhausted: how many histories there are, and for each player how many information states at his decisions;
    `leaks` tells where equal information met different options.
    """

    histories: int
    information_states: tuple[int, ...]
    leaks: tuple[str, ...]


@frozen
class Exchanges:
    """K4, sampled: how many exchanges were tried in how many games (from a seed), how many kept the player's
    information for a while, and what gave something away; `faults` are games that broke off.  Without `secret` nothing
    is hidden when it is picked or drawn, and there is nothing to exchange.
    """

    tried: int
    kept: int
    leaks: tuple[str, ...]
    faults: tuple[str, ...] = ()
    games: int = 0
    seed: int = 0
    secret: bool = True

    @property
    def ok(self) -> bool:
        return not self.leaks and not self.faults

    @property
    def enough(self) -> bool:
        return self.kept >= 1_000

    @property
    def rejected(self) -> float:
        return 1 - self.kept / self.tried if self.tried else 0.0


# ------------------------------------------------------------------------------------------------------- K3, exhausted


Logs = tuple[tuple[bytes, ...], ...]


def group_histories(machine: Machine, most: int = 100_000, engine: Telling | None = None) -> Groups:
    """Every history of a small game, chance included, grouped by what the decider knows."""
    engine = engine or RecordingEngine(machine)
    resolver, players, words = LabelResolver.of(engine), range(machine.players), NoteWording.of(machine)

    def told(state: State, logs: Logs) -> tuple[State, Logs]:
        heard = engine.told
        more = (extended_log(logs[p][-1:], heard, p, engine.observe(state, p)) for p in players)
        return state, tuple(
            log if len(new) == len(log[-1:]) else words.with_next(log, new[-1])
            for log, new in zip(logs, more, strict=True)
        )

    options: dict[tuple[int, tuple[bytes, ...]], tuple[str, ...]] = {}
    leaks: list[str] = []
    histories = 0
    waiting = [told(engine.start(1, 0), ((),) * machine.players)]
    while waiting:
        state, logs = waiting.pop()
        histories += 1
        if histories > most:
            raise TooManyHistories
        if resolver.ended(state):
            continue
        numbers = resolver.numbers(state)
        if resolver.decides(state):
            player = engine.who(state)
            texts = resolver.texts(state)
            first = options.setdefault((player, logs[player]), texts)
            if first != texts:
                leaks.append(_leak(machine, player, resolver.clause(state), first, texts))
        waiting.extend(told(resolver.go(state, number), logs) for number in numbers)
    counts = tuple(sum(player == at for at, _ in options) for player in players)
    return Groups(histories, counts, tuple(dict.fromkeys(leaks)))


def _leak(machine: Machine, player: int, clause: str, first: Sequence[str], second: Sequence[str]) -> str:
    only = [text for text in (*first, *second) if (text in first) != (text in second)]
    return (
        f"{machine.seats[player]} in {clause}: what is on offer gives away what he has not seen ({', '.join(only[:6])})"
    )


# --------------------------------------------------------------------------------------------------------- K4, sampled


@define
class _Tally:
    tried: int = 0
    kept: int = 0
    leaks: dict[tuple[object, ...], str] = field(factory=dict)
    faults: dict[str, str] = field(factory=dict)


def exchange_outcomes(
    machine: Machine, games: int, seed: int, lines: Lines | None = None, engine: Telling | None = None
) -> Exchanges:
    """Plays random games; for each player exchanges what he did not see, and looks whether he can tell.

    `lines` says where in the rulebook a clause does something to a cell.
    """
    if not any(map(is_secret, machine.nodes)):
        return Exchanges(0, 0, (), games=0, seed=seed, secret=False)
    engine = engine or RecordingEngine(machine)
    exchanger = Exchanger(engine, random.Random(seed))
    teller = LeakTeller(machine, lines)
    tally = _Tally()
    for number in range(games):
        where = f"game {number}, seed {seed}"
        moments, fault = exchanger.game(seed, number)
        if fault is not None:
            _broke(tally, fault, where)
        for player in range(machine.players):
            sights = exchanger.sights(moments, player)
            for plan in exchanger.plans(moments, player, PLANS):
                tally.tried += 1
                pair = Following(exchanger, sights, plan, player, plan.at).run()
                tally.kept += bool(pair.compared)
                exchanger.learn(moments[plan.at].state.node, bool(pair.compared))
                if pair.leak is not None:
                    key = teller.key(pair.leak)
                    if key not in tally.leaks:
                        tally.leaks[key] = f"{teller.text(pair.leak)} ({where})"
                    if pair.leak.fault is not None:
                        _broke(tally, pair.leak.fault, f"{where}, after an exchange")
    return Exchanges(tally.tried, tally.kept, tuple(tally.leaks.values()), tuple(tally.faults.values()), games, seed)


def _broke(tally: _Tally, fault: GameFault, where: str) -> None:
    text = str(fault)
    tally.faults.setdefault(text, f"{text} ({where})")
