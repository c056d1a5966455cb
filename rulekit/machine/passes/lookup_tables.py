"""Lookup tables: replaces a condition on a name, if its value depends only on tables and on a few values of other
names, by a lookup in a table of sets.

For example, in `direction[a, b] in ways`, the set of values of b for which the condition holds can be computed at
compile time for each a. It is a row of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import product
from math import prod

from .. import program as m
from ..analyses.compile_time import CompileTime
from ..analyses.evaluators import NotCompileTime
from ..analyses.free_names import FreeNames
from ..analyses.manager import Analyses, Analysis, fresh_names
from ..analyses.value_ranges import ANY, Scope
from ..form_table import LEAVES, map_children
from ..operator_intervals import Interval
from .inline import replace_names
from .rewriter import WithAnalyses

ASKED = 1 << 18
"""The greatest number of evaluations for one table."""


class Rows(Analysis):
    """Computes the set of values of a name for which a condition holds, for each combination of values of the
    condition's other names."""

    PARTS = CompileTime.PARTS

    def __init__(self, analyses: Analyses) -> None:
        self.compile_time, self.free = analyses.get(CompileTime), analyses.get(FreeNames)
        self._known: dict[tuple[m.Expr, int, tuple[Interval, ...], bool], tuple[int, ...] | None] = {}

    def of(
        self, condition: m.Expr, name: str, size: int, others: Mapping[str, Interval], open_: bool = False
    ) -> tuple[int, ...] | None:
        """Return a row for each combination of values of `others`: a bit mask of the values of `name`, from 0 to
        size-1, for which the condition holds. Return None if a row cannot be computed at compile time; but if `open_`,
        all bits of such a row are set.
        """
        # after renaming, conditions that differ only in names have the same key
        told: dict[str, m.Expr] = {name: m.Local("#x")}
        told.update((other, m.Local(f"#{i}")) for i, other in enumerate(others))
        asked = replace_names(condition, told, fresh_names()), size, tuple(others.values()), open_
        if asked not in self._known:
            self._known[asked] = self._rows(*asked)
        return self._known[asked]

    def _rows(self, condition: m.Expr, size: int, ranges: tuple[Interval, ...], open_: bool) -> tuple[int, ...] | None:
        others = [f"#{i}" for i in range(len(ranges))]
        fixed: dict[m.Expr, str] = {}
        known, rows = self.compile_time.evaluator(self._without_fixed(condition, set(others), fixed)), []
        first = [(name, self.compile_time.evaluator(part)) for part, name in fixed.items()]
        for values in product(*(range(low, high + 1) for low, high in ranges)):
            names, bits = dict(zip(others, values, strict=True)), 0
            for name, value in first:
                with suppress(NotCompileTime):  # the condition may never ask for it
                    names[name] = value(names)
            try:
                for x in range(size):
                    names["#x"] = x
                    if known(names):
                        bits |= 1 << x
            except NotCompileTime:
                if not open_:
                    return None
                bits = (1 << size) - 1
            rows.append(bits)
        return tuple(rows)

    def _without_fixed(self, expr: m.Expr, others: set[str], fixed: dict[m.Expr, str]) -> m.Expr:
        """Return a condition with names for its parts that use the other names alone, so that these parts are evaluated
        once for a row; the parts and names are added to `fixed`."""
        if type(expr) in LEAVES:
            return expr
        if self.free.of(expr) <= others:
            name = fixed.setdefault(expr, f"#fixed {len(fixed)}")
            others.add(name)
            return m.Local(name)
        if isinstance(expr, m.Bind) and self.free.of(expr.value) <= others:
            value = self._without_fixed(expr.value, others, fixed)
            body = replace_names(expr.body, {expr.name: value}, fresh_names())
            body = self._without_fixed(body, others, fixed)
            return m.Bind(expr.name, value, body)  # the value may fault, also where the body does not use it
        result: m.Expr = map_children(expr, lambda part: self._without_fixed(part, others, fixed))
        return result


class LookupTables(WithAnalyses):
    """Makes lookups in tables of sets, and adds these tables to the machine. `made` has the names of the tables."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.known = analyses.get(Rows)
        self.made: set[str] = set()

    def rows(
        self, condition: m.Expr, name: str, size: int, scope: Scope, most: int = ASKED, open_: bool = False
    ) -> m.Expr | None:
        """Return the set of values of `name` for which the condition holds, as a lookup whose indexes are the other
        names. Return None if there is no such table, or if it would need more than `most` evaluations. If `open_`, the
        set may also contain values for which tables alone do not decide the condition."""
        others = sorted(self.free.of(condition) - {name})
        ranges = {other: scope.get(other, ANY) for other in others}
        counts = [high - low + 1 for low, high in ranges.values()]
        if not others or prod(counts) * size > most:
            return None
        rows = self.known.of(condition, name, size, ranges, open_)
        if rows is None:
            return None
        index = tuple(m.Op("sub", (m.Local(o), m.Const(low))) if low else m.Local(o) for o, (low, _) in ranges.items())
        return m.Lookup(self.table(size, rows, tuple(counts)), index)

    def together(self, found: list[m.Expr]) -> list[m.Expr]:
        """Return sets with the same intersection as the sets `found`. Two lookups in tables of this pass with the same
        index become one lookup, in a table of the intersections."""
        tables = self.analyses.tables
        at: dict[tuple[tuple[m.Expr, ...], tuple[int, ...]], int] = {}
        result: list[m.Expr] = []
        for one in found:
            if isinstance(one, m.Lookup) and one.table in self.made:
                table = tables[one.table]
                key = one.index, table.shape
                if key in at:
                    other = result[at[key]]
                    assert isinstance(other, m.Lookup)
                    rows = zip(table.values, tables[other.table].values, strict=True)
                    name = self.table(table.kind, tuple(a & b for a, b in rows), table.shape)
                    result[at[key]] = m.Lookup(name, one.index)
                    continue
                at[key] = len(result)
            result.append(one)
        return result

    def table(self, size: int, rows: tuple[int, ...], shape: tuple[int, ...]) -> str:
        """Return the name of a table of sets with these rows."""
        name = self.analyses.add_table("where", size, shape, rows)
        self.made.add(name)
        return name
