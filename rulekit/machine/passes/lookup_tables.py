"""Lookup tables: a condition on a name and few values of other names, decided by tables, as a table of sets.

`direction[a, b] in ways` holds, for each a, of a set of b that is known beforehand: a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod

from .. import program as m
from ..analyses.compile_time import CompileTime
from ..analyses.evaluators import NotCompileTime
from ..analyses.free_names import FreeNames
from ..analyses.manager import Analyses, Analysis, fresh_names
from ..analyses.value_ranges import ANY, Scope
from ..operator_intervals import Interval
from .inline import replace_names

ASKED = 1 << 18
"""Evaluations that one table may take."""


class Rows(Analysis):
    """Finds for which values of a name a condition holds, for each combination of values of the other names."""

    PARTS = CompileTime.PARTS

    def __init__(self, analyses: Analyses) -> None:
        self.compile_time = analyses.get(CompileTime)
        self._known: dict[tuple[m.Expr, int, tuple[Interval, ...], bool], tuple[int, ...] | None] = {}

    def of(
        self, condition: m.Expr, name: str, size: int, others: Mapping[str, Interval], open_: bool = False
    ) -> tuple[int, ...] | None:
        """Return a row for each combination, its bits the values 0..size-1; None if tables do not decide all.

        With `open_`, whatever holds in rows of which they do not.
        """
        # the same question with other names has the same answer
        told: dict[str, m.Expr] = {name: m.Local("#x")}
        told.update((other, m.Local(f"#{i}")) for i, other in enumerate(others))
        asked = replace_names(condition, told, fresh_names()), size, tuple(others.values()), open_
        if asked not in self._known:
            self._known[asked] = self._rows(*asked)
        return self._known[asked]

    def _rows(self, condition: m.Expr, size: int, ranges: tuple[Interval, ...], open_: bool) -> tuple[int, ...] | None:
        known, rows = self.compile_time.evaluator(condition), []
        others = [f"#{i}" for i in range(len(ranges))]
        for values in product(*(range(low, high + 1) for low, high in ranges)):
            names, bits = dict(zip(others, values, strict=True)), 0
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


class LookupTables:
    """Makes expressions that look rows up, and adds their tables to the machine."""

    def __init__(self, analyses: Analyses) -> None:
        self.analyses = analyses
        self.free = analyses.get(FreeNames)
        self.known = analyses.get(Rows)
        self.made: set[str] = set()

    def rows(
        self, condition: m.Expr, name: str, size: int, scope: Scope, most: int = ASKED, open_: bool = False
    ) -> m.Expr | None:
        """Return what looks up, by the other names, the values of the name for which the condition holds.

        With `open_`, whatever holds for values of which they say nothing.
        """
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
        """Join sets that are looked up by the same index, in tables made here, into one lookup."""
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
