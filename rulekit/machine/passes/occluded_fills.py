"""Occluded fills: "everything between two sites is in a set", as shifts in a few directions.

A table may give, for two sites, the set of sites between them. Suppose that it consists of straight walks: from x by a
step d, again by d, and so on. Then `some a in A: between[x, a] within O` holds for each x from which a walk in some
direction passes only members of O and ends in A. This takes a few shifts for each direction, for all x at once. Trying
every pair decides whether a table has this form.
"""

from __future__ import annotations

from attrs import frozen

from .. import program as m
from ..analyses.compile_time import CompileTime
from ..analyses.manager import Analyses, Analysis
from ..analyses.value_ranges import Scope
from .rewriter import WithAnalyses

LONGEST = 32


@frozen
class Walks:
    """The directions of a table of straight walks. `starts` maps each step d, a difference of site numbers, to the set
    of sites from which the step leads to another. `size` is the number of sites; `longest` is the largest number of
    sites between two."""

    size: int
    starts: dict[int, int]
    longest: int


class StraightWalks(Analysis):
    """Finds the tables that consist of straight walks, by trying every pair of sites."""

    PARTS = CompileTime.PARTS

    def __init__(self, analyses: Analyses) -> None:
        self.compile_time = analyses.get(CompileTime)
        self._known: dict[tuple[str, bool], Walks | None] = {}

    def between(self, expr: m.Expr, one: str, other: str) -> tuple[str, bool] | None:
        """Return the table that an expression looks up at two names, and whether `one` is the first index; else
        None."""
        match expr:
            case m.Lookup(table, (m.Local(a), m.Local(b))) if {a, b} == {one, other}:
                found = self.compile_time.tables[table]
                if found.shape == (found.kind, found.kind):
                    return table, a == one
        return None

    def walks(self, table: str, forward: bool) -> Walks | None:
        key = (table, forward)
        if key not in self._known:
            self._known[key] = self._walks(table, forward)
        return self._known[key]

    def _walks(self, table: str, forward: bool) -> Walks | None:
        size, between_sites = self.compile_time.tables[table].kind, self.compile_time.tables[table].values

        def sites(x: int, y: int) -> int:
            return between_sites[x * size + y if forward else y * size + x]

        ends: dict[tuple[int, int], dict[int, int]] = {}  # (x, step) -> {length of the walk between: its sites}
        starts: dict[int, int] = {}
        longest = 0
        for x in range(size):
            for y in range(size):
                between = sites(x, y)
                length = between.bit_count()
                if not length:
                    continue
                if (y - x) % (length + 1) or x == y:
                    return None
                step = (y - x) // (length + 1)
                if between != sum(1 << (x + step * i) for i in range(1, length + 1)):
                    return None
                ends.setdefault((x, step), {})[length] = between
                longest = max(longest, length)
                for i in range(length + 1):
                    starts[step] = starts.get(step, 0) | 1 << (x + step * i)
        if not starts or longest > LONGEST or len(starts) > 16:
            return None
        for step, from_ in starts.items():  # every walk of two steps or more along these starts must be in the table
            for x in range(size):
                length, at = 0, x
                while from_ >> at & 1:
                    at += step
                    if length and length not in ends.get((x, step), {}):
                        return None
                    length += 1
                    if length > size:
                        return None  # an endless cycle
                if any(found >= length for found in ends.get((x, step), {})):
                    return None
        return Walks(size, starts, longest)


class OccludedFills(WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.known = analyses.get(StraightWalks)

    def match_walk(
        self, parts: list[m.Expr], static: list[m.Expr], one: str, other: str
    ) -> tuple[Walks, m.Expr] | None:
        """Return the walks from `one` to `other` and the set that must contain the sites between; None if the
        conditions have another form. The forms are `T within O` and `not size(T) == 0 and T within O`."""
        match parts:
            case [m.Compare("within", looked, inside)]:
                found = self.known.between(looked, one, other)
                if found is None or {one, other} & self.free.of(inside):
                    return None
                nonempty = m.Op("not", (m.Op("eq", (m.SizeOf(looked), m.Const(0))),))
                if static != [nonempty]:
                    return None
                walks = self.known.walks(*found)
                return None if walks is None else (walks, inside)
        return None

    def sites_that_see(self, walks: Walks, inside: m.Expr, among: m.Expr) -> m.Expr:
        """Return the sites from which a walk through members of `inside` alone reaches a site of `among`."""
        size = walks.size
        a, o = self.fresh("ends"), self.fresh("between")
        result: m.Expr | None = None
        for step, starts in sorted(walks.starts.items()):
            line = self.visible_sites(a, o, step, starts, walks)
            one = m.SetOp("common", m.Shift(size, line, -step), m.SetConst(size, starts))
            result = one if result is None else m.SetOp("union", result, one)
        assert result is not None
        return m.Bind(a, among, m.Bind(o, inside, result))

    def visible_sites(self, ends: str, between: str, step: int, starts: int, walks: Walks) -> m.Expr:
        """Return the sites of `between` from which a walk by `step` through members of `between` reaches `ends`."""
        passing = self.fresh("passing")
        through = m.SetOp("common", m.Local(between), m.SetConst(walks.size, starts))
        first = m.Shift(walks.size, m.Local(ends), -step)
        return m.Bind(passing, through, self.walk_sites(first, m.Local(passing), -step, walks.longest, walks.size))

    def walk_sites(self, first: m.Expr, passing: m.Expr, step: int, longest: int, size: int) -> m.Expr:
        """Return the members of `passing` on walks by `step` that begin in `first`."""
        names = [self.fresh("walk") for _ in range(longest)]
        result: m.Expr = m.Local(names[-1])
        for i in reversed(range(longest)):
            if i == 0:
                value: m.Expr = m.SetOp("common", first, passing)
            else:
                before = m.Local(names[i - 1])
                value = m.SetOp("union", before, m.SetOp("common", m.Shift(size, before, step), passing))
            result = m.Bind(names[i], value, result)
        return result

    def sites_between(self, expr: m.SetBuild, scope: Scope) -> m.Expr | None:
        """Return the set of all sites between one site and the members of a set that are visible from it; None for
        other expressions."""
        match expr:
            case m.SetBuild(size, other, m.LoopDomain(None, None, m.SetBuild(_, near, over, where, None)), None, image):
                pass
            case _:
                return None
        if over.within is None or where is None or image is None:
            return None
        match image:
            case m.SetBuild(_, inner, m.LoopDomain(None, None, looked), None, m.Local(again)) if inner == again:
                image = looked
            case m.SetBuild(_, inner, m.LoopDomain(None, None, looked), None, None):
                image = looked
        match image:
            case m.Lookup(_, (m.Local(a), m.Local(b))) if other in (a, b) and a != b:
                one = a if b == other else b
            case _:
                return None
        parts = list(where.args) if isinstance(where, m.Op) and where.op == "and" else [where]
        if len(parts) != 2:
            return None
        found = self.match_walk(parts[1:], parts[:1], one, near)
        if found is None or found[0].size != size or self.known.between(image, one, other) is None:
            return None
        looked_at = self.known.between(parts[1].left if isinstance(parts[1], m.Compare) else image, one, near)
        if looked_at != self.known.between(image, one, other) or one not in scope:
            return None
        low, high = scope[one]
        if low < 0 or high >= size or not all(self.speculation.total(e, scope) for e in (over.within, found[1])):
            return None
        if {one, near} & self.free.of(over.within):
            return None
        walks, inside = found
        a_, o_, from_ = self.fresh("ends"), self.fresh("between"), self.fresh("from")
        result: m.Expr | None = None
        for step, starts in sorted(walks.starts.items()):
            passing = self.fresh("passing")
            reached = (starts << step if step > 0 else starts >> -step) & ((1 << size) - 1)
            through = m.SetOp("common", m.Local(o_), m.SetConst(size, reached))
            way = self.walk_sites(m.Shift(size, m.Local(from_), step), m.Local(passing), step, walks.longest, size)
            both = m.SetOp("common", m.Bind(passing, through, way), self.visible_sites(a_, o_, step, starts, walks))
            result = both if result is None else m.SetOp("union", result, both)
        assert result is not None
        site = m.SetOf(size, (m.Local(one),))
        return m.Bind(a_, over.within, m.Bind(o_, inside, m.Bind(from_, site, result)))
