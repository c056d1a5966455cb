"""Row sets: computes the set of all elements of a row of numbers for which a condition holds.

`board[at + x] == 2` compares the elements with one value. Other conditions that depend on x only through one element,
`f(board[at + x])`, are computed in two steps: first the set of the numbers for which f holds, then, for each element,
whether its number is in this set. `row_tests.py` recognises comprehensions that the fast engine computes for sixteen
elements at a time.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import program as m
from ..analyses.compile_time import CompileTime
from ..analyses.evaluators import NotCompileTime
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from ..form_table import parts_of
from ..row_tests import LOOKED_UP, compare_row, first_of_row, fits_bytes, row_test
from .inline import expression_size, replace_part
from .rewriter import WithAnalyses

FEW = 16
"""The greatest number of classes of values that may be tested one by one. An array with constant indexes of at most
this size may be stored in locals."""
LONG = 96
"""The greatest number of expression nodes in the set in which elements are looked up."""

Where = Callable[[m.Expr, str, int, Scope], m.Expr | None]


class RowSets(WithAnalyses):
    def __init__(self, analyses: Analyses, where: Where) -> None:
        super().__init__(analyses)
        self.compile_time = analyses.get(CompileTime)
        self.where = where
        self.allowed = True
        """Whether rows may be read at all."""

    def passing(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the set of the elements of a row for which a condition holds; `name` is the position in the row.
        Return None if the elements cannot be tested together."""
        if not self.allowed or name not in self.free.of(condition):
            return None
        test = compare_row(condition, name)
        if test is not None:
            if test.op == "in" or not self.fits(test.first, test.value, scope):
                return None
            return self.built(condition, name, size, scope)
        loads = {part for part in parts_of(condition) if isinstance(part, m.Load) and first_of_row(part, name)}
        if len(loads) != 1:
            return None
        (load,) = loads
        cell = self.ranges.cells[load.cell]
        if cell.kind != "number" or cell.low < 0 or cell.high >= LOOKED_UP:
            return None
        value = self.fresh("held")
        told = replace_part(condition, load, m.Local(value), name)
        if name in self.free.of(told):
            return None
        found = self.where(told, value, cell.high + 1, {**scope, value: (cell.low, cell.high)})
        if found is None or expression_size(found) > LONG or name in self.free.of(found):
            return None
        return self.built(m.Has(found, load), name, size, scope)

    def is_row(self, expr: m.Expr, scope: Scope) -> bool:
        """Return whether an expression is a comprehension over a row that the fast engine should compute as it is."""
        test = row_test(expr)
        if test is None or not self.allowed or not isinstance(expr, m.SetBuild) or expr.where is None:
            return False
        fits = test.op == "in" or self.fits(test.first, test.value, scope)
        return fits and self.built(expr.where, expr.name, expr.size, scope) is not None

    def fits(self, load: m.Load, value: m.Expr, scope: Scope) -> bool:
        cell = self.ranges.cells[load.cell]
        return cell.kind == "number" and fits_bytes((cell.low, cell.high), self.ranges.of(value, scope))

    def built(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the comprehension over a row with this condition. Return None if an engine cannot compute it for all
        elements together."""
        built = m.SetBuild(size, name, m.LoopDomain(m.Const(0), m.Const(size - 1)), condition)
        test = row_test(built)
        if test is None or not self.speculation.total(condition, {**scope, name: (0, size - 1)}):
            return None
        return None if size <= FEW and all(isinstance(i, m.Const) for i in test.first.index) else built

    def classes(self, condition: m.Expr, name: str, size: int) -> tuple[m.Expr, str, dict[int, int]] | None:
        """If a condition depends on `name` only through a property that tables give, return the condition with a local
        instead of the property; the local; and, for each value of the property, the set of the values of `name` that
        have it. Return None if there is no such property with few values. If tables have no entry for a value of
        `name`, no set contains this value; such a value is never tested."""
        for lookup in parts_of(condition):
            if not isinstance(lookup, m.Lookup) or self.free.of(lookup) != {name} or not self.is_property(lookup):
                continue
            property_ = self.fresh("class")
            told = replace_part(condition, lookup, m.Local(property_), name)
            if name in self.free.of(told):
                continue
            found: dict[int, int] = {}
            evaluate = self.compile_time.evaluator(lookup)
            for x in range(size):
                try:
                    known = evaluate({name: x})
                except NotCompileTime:
                    continue
                found[known] = found.get(known, 0) | 1 << x
            return (told, property_, found) if 0 < len(found) <= min(FEW, size - 1) else None
        return None

    def is_property(self, lookup: m.Lookup) -> bool:
        """Return whether a lookup gives a number that depends only on tables, and cannot fault where the tables have an
        entry."""
        return self.ranges.size(lookup) is None and all(
            isinstance(part, m.Lookup | m.Local | m.Const) or (isinstance(part, m.Op) and part.op in ("add", "sub"))
            for part in parts_of(lookup)
        )
