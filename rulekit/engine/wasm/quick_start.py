"""An engine that is ready sooner: for a few steps or games, of which nobody knows yet how much work they are.

To optimise a machine takes several times as long as to make a module of it as it stands, and that module plays some
ten times slower.  So whoever tests a rulebook in many configurations, each with a few games, does without; where games
take longer than that, the rest is played by the optimised module.  The games are the same.
"""

from __future__ import annotations

from time import thread_time

from ...machine.program import Machine
from ..game_columns import GameColumns
from ..interface import Counting, Playouts
from .playout_runner import PURPOSES
from .runner import WasmEngine

PATIENCE = 0.3
"""Seconds of processor time, making the module among it, after which the rest is worth an optimised one."""


class QuickStartEngine(WasmEngine):
    """See `WasmEngine`.  Steps are those of the machine as it stands; so are games while they are few, unless an
    earlier process kept the optimised module.
    """

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine, optimise=False)
        self._optimised = WasmEngine(machine)
        self._kept: dict[Counting, bool] = {}
        self._left = PATIENCE

    def playouts(
        self,
        n: int,
        seed: int,
        first: int = 0,
        max_moves: int | None = None,
        each: bool = False,
        counting: Counting = "plain",
    ) -> Playouts:
        if counting not in self._kept:
            self._kept[counting] = self._optimised.has_module(PURPOSES[counting])
        if self._left <= 0 or self._kept[counting]:
            return self._optimised.playouts(n, seed, first, max_moves, each, counting)
        begun = thread_time()
        try:
            return super().playouts(n, seed, first, max_moves, each, counting)
        finally:
            self._left -= thread_time() - begun

    def columns(self, n: int, seed: int, first: int = 0, max_moves: int | None = None) -> GameColumns:
        return self._optimised.columns(n, seed, first, max_moves)  # who asks for them compares many games
