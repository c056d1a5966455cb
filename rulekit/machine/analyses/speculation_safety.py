"""Speculation safety: which expressions may be evaluated at a point where the original program would not evaluate them.
Such an expression must be *total*: it does not fault, it writes no cell, and each index is inside its cell or table.

This file also computes which expressions contain loops and so are expensive.
"""

from __future__ import annotations

from typing import TypeVar

from .. import program as m
from ..form_table import LEAVES, child_expressions
from ..operator_intervals import exact_interval, interval_inside
from .manager import Analyses, Analysis
from .value_ranges import ANY, RangeAnalysis, Scope, ValueRanges, params_of

E = TypeVar("E")


def cannot_fault_itself(expr: m.Expr, ranges: RangeAnalysis[E], names: E) -> bool:
    """Return whether a form cannot fault, provided that its subexpressions and the functions that it calls do not."""
    match expr:
        case m.Check() | m.After() | m.Fold(kind="only") | m.Fold(kind="most" | "least" | "first", otherwise=None):
            return False
        case m.Fold(kind="sum"):
            return _sum_fits(expr, ranges, names)
        case m.Op("div" | "mod", (_, divisor)) if interval_inside((0, 0), *ranges.of(divisor, names)):
            return False
        case m.Op("add" | "sub" | "mul" | "div" | "mod" | "neg" as op, args):
            return interval_inside(exact_interval(op, [ranges.of(arg, names) for arg in args]), *ANY)
        case m.Load(cell, index) | m.RingAt(cell, index) | m.RingSize(cell, index):
            shape = ranges.cell(cell, names).shape
        case m.Lookup(table, index):
            shape = ranges.shape(table, names)
        case m.SetOf(size, index):
            shape = (size,) * len(index)
        case _:
            return True
    return all(interval_inside(ranges.of(i, names), 0, size - 1) for i, size in zip(index, shape, strict=True))


def _sum_fits(fold: m.Fold, ranges: RangeAnalysis[E], names: E) -> bool:
    """Return whether a sum always fits into 32 bits, whichever values of the loop are summed."""
    assert fold.body is not None
    low, high = ranges.over(fold.over, names)
    least, most = ranges.of(fold.body, ranges.bind_loop(fold.name, (low, high), names))
    count = max(high - low + 1, 0)
    return ANY[0] <= min(least, 0) * count and max(most, 0) * count <= ANY[1]


class LoopDetection(Analysis):
    """Computes whether expressions contain loops. The result for each expression is stored."""

    FORMS: frozenset[type] = frozenset({m.Fold, m.SetBuild, m.Reach, m.Grow})

    def __init__(self, analyses: Analyses) -> None:
        self._known: dict[int, tuple[m.Expr, bool]] = {}

    def inside(self, expr: m.Expr) -> bool:
        """Return whether an expression is a loop or contains one."""
        form = type(expr)
        if form in LEAVES:
            return False
        if form in self.FORMS:
            return True
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = (expr, any(map(self.inside, child_expressions(expr))))
        return known[1]


class SpeculationSafety(Analysis):
    PARTS = ValueRanges.PARTS

    def __init__(self, analyses: Analyses) -> None:
        self.ranges = analyses.get(ValueRanges)
        self.functions = analyses.functions
        self._total: dict[str, bool] = {}
        self._costs: dict[str, bool] = {}
        self._costly: dict[int, tuple[m.Expr, bool]] = {}

    def total(self, expr: m.Expr, scope: Scope) -> bool:
        """Return whether an expression is total: it cannot fault, writes no cell (`after` does), and has no index
        outside of its cell or table."""
        if type(expr) in LEAVES:
            return True
        if isinstance(expr, m.Call) and not (self.fits_parameters(expr, scope) and self.function(expr.function)):
            return False
        inside = self.ranges.inside(expr, scope)
        return cannot_fault_itself(expr, self.ranges, scope) and all(self.total(*part) for part in inside)

    def fits_parameters(self, call: m.Call, scope: Scope) -> bool:
        """Return whether each argument of a call always is in the range of its parameter."""
        return all(
            param.kind != m.NUMBER or interval_inside(self.ranges.of(arg, scope), param.low, param.high)
            for param, arg in zip(self.functions[call.function].params, call.args, strict=True)
        )

    def function(self, name: str) -> bool:
        if name not in self._total:
            # False while the body is examined. So a recursive function is not total: its calls may nest too deeply.
            self._total[name] = False
            function = self.functions[name]
            self._total[name] = function.nested == 0 and self.total(function.body, params_of(function))
        return self._total[name]

    def first(self, expr: m.Expr, part: m.Expr, scope: Scope) -> bool:
        """Return whether an evaluation of `expr` always evaluates `part`, and before it nothing that may fault."""
        if expr == part:
            return True
        inside = self.ranges.inside(expr, scope)
        if isinstance(expr, m.Fold | m.SetBuild):
            asked = expr.where or (expr.body if isinstance(expr, m.Fold) else expr.image)
            inside = [(child, inner) for child, inner in inside if child is asked] if begins(expr.over) else []
        elif isinstance(expr, m.IfElse) or (isinstance(expr, m.Op) and expr.op in ("and", "or")):
            inside = inside[:1]
        for child, inner in inside:
            if self.first(child, part, inner):
                return True
            if not self.total(child, inner):
                return False
        return False

    def costs(self, expr: m.Expr) -> bool:
        """Return whether an expression contains a loop, or calls a function that does."""
        form = type(expr)
        if form in LEAVES:
            return False
        if form in LoopDetection.FORMS:
            return True
        if isinstance(expr, m.Call):
            name = expr.function
            if name not in self._costs:
                self._costs[name] = True
                self._costs[name] = self.costs(self.functions[name].body)
            return self._costs[name]
        known = self._costly.get(id(expr))
        if known is None:  # the stored tuple keeps the expression alive, so that no other gets its id
            known = self._costly[id(expr)] = (expr, any(map(self.costs, child_expressions(expr))))
        return known[1]


def begins(over: m.LoopDomain) -> bool:
    """Return whether a loop certainly has at least one pass."""
    match over:
        case m.LoopDomain(m.Const(low), m.Const(high), None):
            return low <= high
        case m.LoopDomain(None, None, m.SetConst(_, bits)):
            return bits != 0
    return False
