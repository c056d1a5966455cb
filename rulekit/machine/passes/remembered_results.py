"""Remembered results: marks functions whose results do not depend on the state, but are too many to compute all of them
before a game.

`far(link) = first hole in Hole where …` reads only tables and constants, so its results never change. But a table of
its 2,000 results takes 500 loop passes for each. So the function is marked. The compiled module stores each result when
it is first computed (`engine/wasm/remembered_code.py`), and later calls look it up. Functions that are fast to compute
become tables before the game instead (`tabulation.py`). A function without a long loop is not worth the memory.
"""

from __future__ import annotations

from math import prod

import attrs

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from ..analyses.value_ranges import ANY, Scope, params_of
from ..form_table import parts_of
from .rewriter import WithAnalyses

STEPS = 1 << 16
"""Loop passes up to which all results are computed before the game, as a table."""
LONG = 64
"""Loop passes of one call from which its result is worth storing."""
BYTES = 1 << 23
"""The greatest number of bytes that the stored results of one function may take."""


def remembered_results(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = LongFunctions(analyses)
    long = [f.name for f in analyses.machine.functions if finder.is_worth_it(f)]
    told = f": {', '.join(sorted(long))}" if long else ""
    why.append(f"remembered_results: the results of {len(long)} functions are kept{told}")
    if not long:
        return analyses.machine
    marked = [attrs.evolve(f, remembered=True) if f.name in long else f for f in analyses.machine.functions]
    return attrs.evolve(analyses.machine, functions=tuple(marked))


def result_bytes(function: m.Function) -> int:
    """Return the number of bytes needed to store all results of a function. Each result has one more byte, which says
    whether it was computed."""
    one = -(-function.kind // 64) * 8 if function.kind else 4
    return prod(p.high - p.low + 1 for p in function.params) * (1 + one)


class LongFunctions(WithAnalyses):
    """Finds functions that are worth marking: their parameters are numbers, they read no state, and they are slow to
    compute."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)
        self._passes: dict[str, int] = {}

    def is_worth_it(self, function: m.Function) -> bool:
        if function.nested or not function.params or any(p.kind != m.NUMBER for p in function.params):
            return False
        if self.effects.reads(function.body) or any(isinstance(p, m.After | m.Seen) for p in self._all_parts(function)):
            return False
        passes = self.passes_of(function)
        calls = prod(p.high - p.low + 1 for p in function.params)
        return passes >= LONG and passes * calls > STEPS and 0 < result_bytes(function) <= BYTES

    def _all_parts(self, function: m.Function) -> list[object]:
        callees = self.effects.callees_from([function.body])
        bodies = [self.functions[name].body for sort, name in callees if sort == "function"]
        return list(parts_of([function.body, *bodies]))

    def passes_of(self, function: m.Function) -> int:
        """Return an estimate of the number of loop passes that one call takes. Loops that become tables before the game
        do not count."""
        if function.name not in self._passes:
            self._passes[function.name] = 1 << 30  # used below if the body calls the function itself
            self._passes[function.name] = self._passes_in(function.body, params_of(function))
        return self._passes[function.name]

    def _passes_in(self, expr: m.Expr, scope: Scope) -> int:
        inside = sum(self._passes_in(*part) for part in self.ranges.inside(expr, scope))
        match expr:
            case m.Call(name):
                return inside + self.passes_of(self.functions[name])
            case m.Fold(over=over) | m.SetBuild(over=over):
                low, high = self.ranges.over(over, scope)
                passes = max(1, inside) * max(1, min(high - low + 1, 1 << 16))
                spans = [scope.get(name, ANY) for name in self.free.of(expr)]
                return 0 if passes * prod(last - first + 1 for first, last in spans) <= STEPS else passes
            case m.Reach():
                return max(1, inside) * LONG
        return inside
