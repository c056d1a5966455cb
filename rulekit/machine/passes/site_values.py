"""Site values: a parameter that runs over the sites with certain values, such as the squares of a player's pieces,
decides conditions on the value of its site.

If `here` runs over the squares of White's men, `man[here].owner` is White, and no condition asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod

from .. import program as m
from ..analyses.evaluators import compute
from ..form_table import map_children
from .boards import Board
from .constant_folding import Folder

Values = frozenset[int]
"""All values that an expression may have."""
Known = dict[m.Expr, Values]
"""The expressions, reads of sites and locals, of which few values are possible."""
MOST = 32
"""The most values of an expression that are followed."""


class SiteValues:
    """Evaluates what depends on known values of sites alone. `boards` are those that have sets of sites."""

    def __init__(self, boards: Mapping[str, Board], tables: Mapping[str, m.Table], folder: Folder) -> None:
        self.boards = {board.planes: board for board in boards.values()}
        self.tables, self.folder = tables, folder

    def known(self, name: str, within: m.Expr | None) -> Known:
        """Return what is known for the values of a name that runs over a set."""
        planes = self.planes(within)
        boards = {cell for cell, _ in planes or ()}
        if planes is None or len(boards) != 1:
            return {}
        read = m.Load(self.boards[boards.pop()].cell.name, (m.Local(name),))
        return {read: frozenset(value for _, value in planes)}

    def planes(self, within: m.Expr | None) -> list[tuple[str, int]] | None:
        """Return the sets of sites, by cell and value, of which a set is a union; None for other sets."""
        match within:
            case m.Load(cell, (m.Const(value),)) if cell in self.boards:
                return [(cell, value)]
            case m.SetOp("union", left, right):
                one, other = self.planes(left), self.planes(right)
                return None if one is None or other is None else one + other
            case m.SetOp("common" | "minus", left, _):
                return self.planes(left)
        return None

    def decided(self, expr: m.Expr, known: Known) -> m.Expr:
        """Return the expression with a constant for each read of a table that gives one value only. Comparisons of a
        site's value stay: ranges are narrower behind them."""
        if not known or isinstance(expr, m.After):  # its body is evaluated in another state
            return expr
        if isinstance(expr, m.Bind):
            value = self.decided(expr.value, known)
            values = self.values(value, known)
            body = self.decided(expr.body, known if values is None else {**known, m.Local(expr.name): values})
            unchanged = value is expr.value and body is expr.body
            return expr if unchanged else self.folder.one(m.Bind(expr.name, value, body))
        changed = map_children(expr, lambda part: self.decided(part, known))
        changed = expr if changed is expr else self.folder.one(changed)
        values = self.values(changed, known) if isinstance(changed, m.Lookup) else None
        return m.Const(*values) if values is not None and len(values) == 1 else changed

    def values(self, expr: m.Expr, known: Known) -> Values | None:
        """Return the values that an expression may have; None if they are many or unknown, or if it may fault."""
        match expr:
            case m.Const(value):
                return frozenset({value})
            case m.Load() | m.Local():
                return known.get(expr)
            case m.Op(op, args) if op not in ("and", "or"):
                given = [self.values(arg, known) for arg in args]
                ways = [one for one in given if one is not None]
                if len(ways) == len(args) and prod(map(len, ways)) <= MOST:
                    return all_known(compute(op, values) for values in product(*ways))
            case m.Lookup(name, (index,)) if self.tables[name].kind == m.NUMBER:
                held, places = self.tables[name].values, self.values(index, known)
                return places and all_known(held[x] if 0 <= x < len(held) else None for x in places)
            case m.Check(m.Const(value), _, inner) if value:
                return self.values(inner, known)
        return None


def all_known(values: Iterable[int | None]) -> Values | None:
    """Return the set of the values; None if one of them is not known."""
    found = set(values)
    return None if None in found else frozenset(value for value in found if value is not None)
