"""An engine that starts sooner, for a few steps or games.

Optimising a machine takes several times as long as emitting the unoptimised module, which plays about five times more
slowly. Compiling with one-pass register allocation halves that time again, but the code is three times slower. So tests
of many configurations with a few games each use such a module; if games take longer, the optimised module plays the
rest. The games are the same.
"""

from __future__ import annotations

from time import thread_time

from ...machine.program import Machine
from ..interface import Counting, GameColumns, Playouts
from .playout_runner import PURPOSES
from .runner import WasmEngine
from .sandbox import Settings

PATIENCE = 0.3
"""Seconds of processor time, including making the module, after which an optimised module is made."""
PER_BYTE = 7e-6
"""Additional seconds for each byte of the module: about the time to optimise it. Waiting as long as the optimised
module would cost takes at most twice the optimum (ski rental problem, Karlin et al. 1988)."""
GAIN = 0.8
"""The fraction of playing time that the optimised module saves. If the remaining games would surely take so long that
this pays for making it, it is made at once."""
EVIDENCE = 0.1
"""Seconds of play after which the time of a game can be estimated: at first, a module also needs time to get ready."""
FEW = 150
"""The number of games up to which careful register allocation takes longer than it saves."""


class QuickStartEngine(WasmEngine):
    """A WebAssembly engine for at most `games` games. Steps use the unoptimised machine. So do games while they are
    few, unless the cache has the optimised module."""

    def __init__(self, machine: Machine, games: int = 0) -> None:
        super().__init__(machine, optimise=False, settings=Settings(soon=games <= FEW))
        self.games = games
        self._optimised = WasmEngine(machine)
        self._kept: dict[Counting, bool] = {}
        self._spent = 0.0
        self._played = 0

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
            self._played += n

    def columns(self, n: int, seed: int, first: int = 0, max_moves: int | None = None) -> GameColumns:
        if not self._sooner("detailed"):
            return self._optimised.columns(n, seed, first, max_moves)
        begun = thread_time()
        try:
            return super().columns(n, seed, first, max_moves)
        finally:
            self._spent += thread_time() - begun
            self._played += n

    def _sooner(self, counting: Counting) -> bool:
        """Return whether the unoptimised module plays the next games."""
        if counting not in self._kept:
            self._kept[counting] = self._optimised.has_module(PURPOSES[counting])
        if self._kept[counting]:
            return False
        module = self.modules.get(PURPOSES[counting]).emitted.bytes
        price = PATIENCE + PER_BYTE * len(module)
        if self._spent < EVIDENCE:
            return self._spent < price
        left = self._spent * max(0, self.games - self._played) / max(1, self._played)
        return self._spent < price and GAIN * left < price
