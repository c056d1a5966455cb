"""Goes through every history of a small game, including chance, and groups them by what the deciding player knows. The
sampled test for leaks is compared with the result.

If the options differ for equal information, they reveal something hidden.
"""

from __future__ import annotations

from attrs import frozen

from rulekit.engine.interface import State
from rulekit.engine.wasm.recording_engine import RecordingEngine
from rulekit.machine.program import Machine
from rulekit.play.game_steps import LabelResolver
from rulekit.play.information_state import NoteWording, extend_log
from rulekit.play.knowledge import offer_difference


class TooManyHistories(Exception):
    """Raised if the game has more histories than the limit."""


@frozen
class Groups:
    """The number of histories, each player's number of information states at decisions, and the leaks as texts."""

    histories: int
    information_states: tuple[int, ...]
    leaks: tuple[str, ...]


Logs = tuple[tuple[bytes, ...], ...]


def group_histories(machine: Machine, most: int = 100_000, engine: RecordingEngine | None = None) -> Groups:
    """Go through every history of a small game, including chance, and compare the options of those in which the
    deciding player knows the same. Raise TooManyHistories above `most`."""
    engine = engine or RecordingEngine(machine)
    resolver, players, words = LabelResolver.of(engine), range(machine.players), NoteWording.of(machine)

    def told(state: State, logs: Logs) -> tuple[State, Logs]:
        heard = engine.records
        more = (extend_log(logs[p][-1:], heard, p, engine.observe(state, p)) for p in players)
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
        if resolver.is_over(state):
            continue
        numbers = resolver.numbers(state)
        if resolver.decides(state):
            player = engine.who(state)
            texts = resolver.texts(state)
            first = options.setdefault((player, logs[player]), texts)
            if first != texts:
                leaks.append(f"{machine.seats[player]} in {resolver.clause(state)}: {offer_difference(first, texts)}")
        waiting.extend(told(resolver.go(state, number), logs) for number in numbers)
    counts = tuple(sum(player == at for at, _ in options) for player in players)
    return Groups(histories, counts, tuple(dict.fromkeys(leaks)))
