"""Lookup tables: what constants and tables say of a name and of few values of other names, as a table of sets.

`direction[a, b] in ways` holds, for each a, of a set of b that is known beforehand: a row.  Tables made so have names
of their own; the pass that asked for them adds them to the machine.
"""

from __future__ import annotations

from itertools import product
from math import prod

from .. import program as m
from ..intervals import Interval
from .compile_time import NotStatic, Static
from .free_names import Names
from .speculation_safety import Totals
from .substitution import substituted
from .value_ranges import ANY, Scope

ASKED = 1 << 13
"""Values and rows that are asked for a table."""


class Tabled:
    def __init__(self, static: Static, names: Names, totals: Totals) -> None:
        self.static, self.names, self.totals = static, names, totals
        self.tables: list[m.Table] = []  # made on the way
        self._asked: dict[tuple[m.Expr, int, tuple[Interval, ...], bool], tuple[int, ...] | None] = {}

    def rows(
        self, condition: m.Expr, name: str, size: int, scope: Scope, most: int = ASKED, open_: bool = False
    ) -> m.Expr | None:
        """What tables say of the name and of few values of other names: a table of sets.

        With `open_`, whatever holds for values of which they say nothing.
        """
        others = sorted(self.names.free(condition) - {name})
        spans = [scope.get(other, ANY) for other in others]
        counts = [high - low + 1 for low, high in spans]
        if not others or prod(counts) * size > most:
            return None
        # the same question with other names has the same table
        told: dict[str, m.Expr] = {name: m.Local("#x")}
        told.update((other, m.Local(f"#{i}")) for i, other in enumerate(others))
        asked = substituted(condition, told, Names()), size, tuple(spans), open_
        if asked not in self._asked:
            self._asked[asked] = self._rows(asked[0], size, spans, open_)
        rows = self._asked[asked]
        if rows is None:
            return None
        index = tuple(
            m.Op("sub", (m.Local(o), m.Const(low))) if low else m.Local(o)
            for o, (low, _) in zip(others, spans, strict=True)
        )
        return m.Lookup(self.table(size, rows, tuple(counts)), index)

    def _rows(self, condition: m.Expr, size: int, spans: list[Interval], open_: bool) -> tuple[int, ...] | None:
        known, rows = self.static.known(condition), []
        others = [f"#{i}" for i in range(len(spans))]
        for values in product(*(range(low, high + 1) for low, high in spans)):
            names, bits = dict(zip(others, values, strict=True)), 0
            try:
                for x in range(size):
                    names["#x"] = x
                    if known(names):
                        bits |= 1 << x
            except NotStatic:
                if not open_:
                    return None
                bits = (1 << size) - 1
            rows.append(bits)
        return tuple(rows)

    def together(self, found: list[m.Expr]) -> list[m.Expr]:
        """With sets of tables made here that are looked up alike looked up at once."""
        made = {t.name: t for t in self.tables}
        at: dict[tuple[tuple[m.Expr, ...], tuple[int, ...]], int] = {}
        result: list[m.Expr] = []
        for one in found:
            if isinstance(one, m.Lookup) and one.table in made:
                table = made[one.table]
                key = one.index, table.shape
                if key in at:
                    other = result[at[key]]
                    assert isinstance(other, m.Lookup)
                    rows = zip(table.values, made[other.table].values, strict=True)
                    name = self.table(table.kind, tuple(a & b for a, b in rows), table.shape)
                    made[name] = self.static.tables[name]
                    result[at[key]] = m.Lookup(name, one.index)
                    continue
                at[key] = len(result)
            result.append(one)
        return result

    def table(self, size: int, rows: tuple[int, ...], shape: tuple[int, ...]) -> str:
        """The name of a table of sets with these rows."""
        for known in self.tables:
            if known.kind == size and known.values == rows and known.shape == shape:
                return known.name
        made = m.Table(f"where#{len(self.static.tables)}", shape, size, rows)
        self.tables.append(made)
        self.static.tables[made.name] = made
        self.totals.spans.tables[made.name] = made
        return made.name
