"""An engine that starts sooner, for a few steps or games.

Optimising a machine takes several times as long as emitting a module without optimising; but the unoptimised module
plays about five times more slowly. Compiling with one-pass register allocation halves the time to start again, but the
code is three times slower. So tests of many configurations with a few games each use such a module; if games take long,
an optimised module plays the rest. The games are the same. If the unoptimised module runs out of fuel, the optimised
one tries again: optimisation saves fuel, and whether a game breaks off must not depend on which module plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from time import thread_time
from typing import Concatenate, ParamSpec, TypeVar

from ...machine.program import Machine
from ..interface import Counting, GameColumns, GameFault, Playouts
from .playout_runner import PURPOSES
from .runner import WasmEngine
from .sandbox import Settings
from .tree_search import InformedSearch, TreeSearch

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


P = ParamSpec("P")
R = TypeVar("R")


def tried_again(
    method: Callable[Concatenate[WasmEngine, P], R],
) -> Callable[Concatenate[QuickStartEngine, P], R]:
    """Return this method of an engine, extended: if the unoptimised module runs out of fuel, the optimised module tries
    again."""

    @wraps(method)
    def answer(self: QuickStartEngine, /, *args: P.args, **named: P.kwargs) -> R:
        try:
            return method(self, *args, **named)
        except GameFault as fault:
            if fault.index != self.machine.fuel_fault:
                raise
        return method(self._optimised, *args, **named)

    return answer


class QuickStartEngine(WasmEngine):
    """A WebAssembly engine for at most `games` games. Steps use the unoptimised machine. Random games use it, too,
    while they are few, unless the optimised module is in the cache. A search plays many games for each choice, so it
    always uses the optimised machine."""

    at = tried_again(WasmEngine.at)
    apply = tried_again(WasmEngine.apply)
    chance = tried_again(WasmEngine.chance)
    options = tried_again(WasmEngine.options)
    outcomes = tried_again(WasmEngine.outcomes)
    run = tried_again(WasmEngine.run)
    call = tried_again(WasmEngine.call)

    def __init__(self, machine: Machine, games: int = 0) -> None:
        super().__init__(machine, optimise=False, settings=Settings(soon=games <= FEW))
        self.games = games
        self._optimised = WasmEngine(machine)
        self._kept: dict[Counting, bool] = {}
        self._spent = 0.0
        self._played = 0

    def _playouts(self, numbers: range, seed: int, max_moves: int | None, each: bool, counting: Counting) -> Playouts:
        if self._sooner(counting):
            with self._tried(len(numbers)):
                return super()._playouts(numbers, seed, max_moves, each, counting)
        return self._optimised._playouts(numbers, seed, max_moves, each, counting)

    def _columns(self, numbers: range, seed: int, max_moves: int | None) -> GameColumns:
        if self._sooner("detailed"):
            with self._tried(len(numbers)):
                return super()._columns(numbers, seed, max_moves)
        return self._optimised._columns(numbers, seed, max_moves)

    def tree_search(self, flat: bool = False) -> TreeSearch:
        return self._optimised.tree_search(flat)

    def informed_search(self, flat: bool = False) -> InformedSearch:
        return self._optimised.informed_search(flat)

    @property
    def clauses_applied(self) -> frozenset[str]:
        return super().clauses_applied | self._optimised.clauses_applied

    @contextmanager
    def _tried(self, games: int) -> Iterator[None]:
        """Play `games` games in the `with` block with the unoptimised module. Add them and their time to its
        statistics. If it runs out of fuel, suppress this fault: the code after the block plays the games again."""
        begun = thread_time()
        try:
            yield
        except GameFault as fault:
            if fault.index != self.machine.fuel_fault:
                raise
        finally:
            self._spent += thread_time() - begun
            self._played += games

    def _sooner(self, counting: Counting) -> bool:
        """Return whether to play the next games with the unoptimised module."""
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
