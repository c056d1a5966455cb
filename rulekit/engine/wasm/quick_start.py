"""An engine that starts sooner, for a few steps or games.

Optimising a machine takes several times as long as emitting the unoptimised module, which plays about five times more
slowly. Compiling with one-pass register allocation halves that time again, but the code is three times slower. So tests
of many configurations with a few games each use such a module; if games take longer, the optimised module plays the
rest. The games are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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

    def _playouts(self, numbers: range, seed: int, max_moves: int | None, each: bool, counting: Counting) -> Playouts:
        if not self._sooner(counting):
            return self._optimised._playouts(numbers, seed, max_moves, each, counting)
        with self._timed(len(numbers)):
            return super()._playouts(numbers, seed, max_moves, each, counting)

    def _columns(self, numbers: range, seed: int, max_moves: int | None) -> GameColumns:
        if not self._sooner("detailed"):
            return self._optimised._columns(numbers, seed, max_moves)
        with self._timed(len(numbers)):
            return super()._columns(numbers, seed, max_moves)

    @contextmanager
    def _timed(self, games: int) -> Iterator[None]:
        """Add the time of the `with` block, and its games, to those of the unoptimised module."""
        begun = thread_time()
        try:
            yield
        finally:
            self._spent += thread_time() - begun
            self._played += games

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
