"""An engine that is ready sooner: for a few steps or games, of which nobody knows yet how much work they are.

To optimise a machine takes several times as long as to make a module of it as it stands, and that module plays some
five times slower; to make that in half the time, with registers chosen in one pass, costs another factor of three.  So
whoever tests a rulebook in many configurations, each with a few games, does without; where games take longer than that,
the rest is played by the optimised module.  The games are the same.
"""

from __future__ import annotations

from time import thread_time

from ...machine.program import Machine
from ..game_columns import GameColumns
from ..interface import Counting, Playouts
from .playout_runner import PURPOSES
from .runner import WasmEngine
from .sandbox import Settings

PATIENCE = 0.3
"""Seconds of processor time, making the module among it, after which the rest is worth an optimised one."""
PER_BYTE = 7e-6
"""Seconds more for each byte of the module: so long it takes to optimise a machine of its size.  Whoever buys once he
has paid as much in rent never pays twice what was needed (the ski rental problem: Karlin et al. 1988).
"""
FEW = 150
"""Games for which a module is not worth choosing its registers well."""


class QuickStartEngine(WasmEngine):
    """See `WasmEngine`; `games` are as many as may be asked for.  Steps are those of the machine as it stands; so are
    games while they are few, unless an earlier process kept the optimised module.
    """

    def __init__(self, machine: Machine, games: int = 0) -> None:
        super().__init__(machine, optimise=False, settings=Settings(soon=games <= FEW))
        self.games = games
        self._optimised = WasmEngine(machine)
        self._kept: dict[Counting, bool] = {}
        self._spent = 0.0

    def playouts(
        self,
        n: int,
        seed: int,
        first: int = 0,
        max_moves: int | None = None,
        each: bool = False,
        counting: Counting = "plain",
    ) -> Playouts:
        if not self._sooner(counting):
            return self._optimised.playouts(n, seed, first, max_moves, each, counting)
        begun = thread_time()
        try:
            return super().playouts(n, seed, first, max_moves, each, counting)
        finally:
            self._spent += thread_time() - begun

    def columns(self, n: int, seed: int, first: int = 0, max_moves: int | None = None) -> GameColumns:
        if not self._sooner("detailed"):
            return self._optimised.columns(n, seed, first, max_moves)
        begun = thread_time()
        try:
            return super().columns(n, seed, first, max_moves)
        finally:
            self._spent += thread_time() - begun

    def _sooner(self, counting: Counting) -> bool:
        """Whether the next games are played by the module that is not optimised."""
        if counting not in self._kept:
            self._kept[counting] = self._optimised.has_module(PURPOSES[counting])
        if self._kept[counting]:
            return False
        module = self._modules.get(PURPOSES[counting]).emitted.bytes
        return self._spent < PATIENCE + PER_BYTE * len(module)
