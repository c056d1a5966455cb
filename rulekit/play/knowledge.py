"""Whether a player can tell what was hidden from them: random games in which it is exchanged.

`exchange.py` makes the exchanges, `exchanged_game.py` plays the changed game beside the first, and `leak_text.py` puts
a leak into words.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from attrs import frozen

from ..engine.interface import GameFault
from ..engine.wasm.recording_engine import RecordingEngine
from ..machine.program import Machine
from .exchange import Exchanger
from .exchanged_game import Following
from .game_steps import is_secret
from .leak_text import LeakWording

if TYPE_CHECKING:
    from ..model.rulebook import Rulebook
    from .information_state import Telling

PLANS = 8
"""Exchanges tried in a game for each player."""
ENOUGH = 1_000
"""Pairs kept from which on the result is worth going by."""


@frozen
class Exchanges:
    """What exchanging gave: how many pairs were tried, how many kept the player's information, and what leaked.

    `faults` are games that broke off.  Without `secret` no choice or chance is hidden, and nothing was exchanged.
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
        return self.kept >= ENOUGH

    @property
    def rejected(self) -> float:
        """The share of pairs that ended before the player saw anything."""
        return 1 - self.kept / self.tried if self.tried else 0.0


def exchange_outcomes(
    machine: Machine, games: int, seed: int, rulebook: Rulebook | None = None, engine: Telling | None = None
) -> Exchanges:
    """Play random games, exchange what each player did not see, and look whether they can tell.

    With a rulebook, leaks name its lines.
    """
    if not any(map(is_secret, machine.nodes)):
        return Exchanges(0, 0, (), games=0, seed=seed, secret=False)
    exchanger = Exchanger(engine or RecordingEngine(machine), random.Random(seed))
    wording = LeakWording.of(machine, rulebook)
    tried = kept = 0
    leaks: dict[tuple[object, ...], str] = {}
    faults: dict[str, str] = {}

    def note_fault(fault: GameFault, where: str) -> None:
        faults.setdefault(str(fault), f"{fault} ({where})")

    for number in range(games):
        where = f"game {number}, seed {seed}"
        moments, fault = exchanger.game(seed, number)
        if fault is not None:
            note_fault(fault, where)
        for player in range(machine.players):
            sights = exchanger.sights(moments, player)
            for plan in exchanger.plans(moments, player, PLANS):
                pair = Following(exchanger, sights, plan, player, plan.at).run()
                tried, kept = tried + 1, kept + bool(pair.compared)
                exchanger.learn(moments[plan.at].state.node, bool(pair.compared))
                if pair.leak is not None:
                    key = wording.key(pair.leak)
                    if key not in leaks:
                        leaks[key] = f"{wording.text(pair.leak)} ({where})"
                    if pair.leak.fault is not None:
                        note_fault(pair.leak.fault, f"{where}, after an exchange")
    return Exchanges(tried, kept, tuple(leaks.values()), tuple(faults.values()), games, seed)
