"""Bitset vectorisation: loops over sites that only test membership in sets become operations on whole sets.

`algebra.py` converts conditions, `occluded_fills.py` sight lines between sites. This file converts loops that build a
set, count, or test `some` or `all`; closures (`reach`), which become a set that grows in all directions at once; and
parameters of decisions, which then run over the set of passing values without tests.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, refine
from ..form_table import parts_of
from ..operator_intervals import bits_of
from . import rewriter
from .algebra import STEPS, Algebra
from .inline import inline_calls, replace_names
from .pattern_containment import PatternContainment
from .set_expressions import common, conjuncts, full_set, join_conditions, parts, restrict, set_union

WIDEST = 6000
"""The most members of a set for which operations on the whole set are faster than a loop."""
LONGEST = 500
"""The most expression nodes in the condition of a link, with all functions that it calls."""


def bitset_vectorisation(analyses: Analyses, why: list[str]) -> m.Machine:
    vectoriser = Vectoriser(analyses)
    result = rewriter.machine(analyses.machine, vectoriser.expression, vectoriser.alternative)
    why.append(f"bitset_vectorisation: {vectoriser.done} loops became operations on sets; {vectoriser.left} did not")
    return analyses.with_added(result)


class Vectoriser(rewriter.WithAnalyses):
    """Rewrites loops in expressions and alternatives as set operations; a base class of passes that know more about
    names."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.algebra = Algebra(analyses)
        self.algebra.convert = self.expression
        self.patterns = PatternContainment(self.algebra)
        self.algebra.completed = self.patterns.values_that_complete
        self.left = 0

    # ------------------------------------------------------------------------------------------------------ expressions

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if not self.loops.inside(expr):
            return expr
        if self.algebra.row_sets.is_row(expr, scope):
            return self.ranges.map_children(expr, scope, self.expression)
        whole = self.algebra.fills.sites_between(expr, scope) if isinstance(expr, m.SetBuild) else None
        if whole is not None:
            self.done += 1
            return whole
        if isinstance(expr, m.SetBuild | m.Fold | m.Reach | m.Op):
            new = self.total_is_zero(expr, scope) if isinstance(expr, m.Op) else self.loop(expr, scope)
            if new is not None:
                self.done += 1
                return new
            self.left += not isinstance(expr, m.Op)
        return self.ranges.map_children(expr, scope, self.expression)

    def total_is_zero(self, expr: m.Op, scope: Scope) -> m.Expr | None:
        """Return the question whether a sum of numbers from 0 is 0 as one whether one of them is not; None if set
        operations cannot express it, or if the expression asks something else."""
        match expr:
            case m.Op("eq" | "ne" | "gt" as op, (m.Fold("sum", name, over, where, body) as total, m.Const(0))) if body:
                inner = {**scope, name: self.ranges.over(over, scope)}
                if self.ranges.of(body, inner)[0] >= 0 and self.speculation.total(total, scope):
                    some = self.loop(m.Fold("some", name, over, where, m.Op("ne", (body, m.Const(0)))), scope)
                    return m.Op("not", (some,)) if some is not None and op == "eq" else some
        return None

    def loop(self, expr: m.SetBuild | m.Fold | m.Reach, scope: Scope) -> m.Expr | None:
        match expr:
            case m.SetBuild(size, name, over, where, None | m.Local() as image):
                if image is not None and image.name != name:
                    return None
                found = self.values_that_pass(name, over, [where] if where else [], size, scope)
                return self.built_of_these(expr, scope) if found is None else found
            case m.Fold("count", name, over, where):
                found = self.values_that_pass(name, over, [where] if where else [], None, scope)
                return None if found is None else m.SizeOf(found)
            case m.Fold("some", name, over, where, body):
                found = self.patterns.fold_condition(expr, scope)
                if found is not None:
                    return found
                found = self.values_that_pass(name, over, [p for p in (where, body) if p is not None], None, scope)
                if found is None:
                    return self.some_of_these(expr, scope)
                return m.Op("not", (m.Op("eq", (m.SizeOf(found), m.Const(0))),))
            case m.Fold("all", name, over, where, body) if body is not None:
                denied = [*([where] if where else []), m.Op("not", (body,))]
                found = self.values_that_pass(name, over, denied, None, scope)
                return None if found is None else m.Op("eq", (m.SizeOf(found), m.Const(0)))
            case m.Fold("first" | "only", name, m.LoopDomain(m.Const(0), m.Const(high)), where, None) if where:
                row = self.algebra.row_sets.passing(where, name, high + 1, scope)
                return None if row is None else attrs.evolve(expr, over=m.LoopDomain(within=row), where=None)
            case m.Reach():
                return self.reach(expr, scope)
        return None

    def values_that_pass(
        self, name: str, over: m.LoopDomain, conditions: list[m.Expr], size: int | None, scope: Scope
    ) -> m.Expr | None:
        """Return the set of a loop's values that pass the conditions (over 0..size-1, if given); None if set operations
        cannot express it."""
        values = self.values(over, scope)
        if values is None or (size is not None and size != values[0]):
            return None
        count, among = values
        found = [self.algebra.where(c, name, count, scope) for c in conditions]
        if None in found:
            return None
        return self.among(among, [self.within(p, scope) for p in found if p is not None], scope)

    def values(self, over: m.LoopDomain, scope: Scope) -> tuple[int, m.Expr] | None:
        """Return the size and the set of the values that a loop runs over; None if there is no such set."""
        if over.within is not None:
            count = self.ranges.members(over.within, scope)
            return None if count is None or count > WIDEST else (count, self.expression(over.within, scope))
        if isinstance(over.low, m.Const) and isinstance(over.high, m.Const) and 0 <= over.low.value <= over.high.value:
            count = over.high.value + 1
            return None if count > WIDEST else (count, _from(over.low.value, count))
        return None

    def some_of_these(self, expr: m.Fold, scope: Scope) -> m.Expr | None:
        """Return a `some` that runs over the set of values that pass the conditions that set operations can express.
        Each value is still tested for the other conditions."""
        values = self.values(expr.over, scope)
        if values is None:
            return None
        size, among = values
        conditions = [p for e in (expr.where, expr.body) if e is not None for p in parts(e, self.free)]
        inner: Scope = {**scope, expr.name: (0, size - 1)}
        found, rest = self.split_conditions(conditions, expr.name, size, scope, inner)
        if not found or not rest:
            return None
        passing = self.among(among, found, scope)
        if passing is None:
            return None
        asked: list[m.Expr] = []
        for condition in rest:
            asked.append(self.expression(condition, inner))
            inner = refine(condition, inner)
        return m.Fold("some", expr.name, m.LoopDomain(within=passing), None, join_conditions(asked))

    def built_of_these(self, expr: m.SetBuild, scope: Scope) -> m.Expr | None:
        """Return a comprehension that runs over the set of values that pass the conditions that tables decide. Each
        value is still tested for the other conditions."""
        values = self.values(expr.over, scope)
        if values is None or expr.where is None or values[0] != expr.size:
            return None
        size, among = values
        inner: Scope = {**scope, expr.name: (0, size - 1)}
        conditions = parts(expr.where, self.free)
        sets = [self.algebra.where(condition, expr.name, size, scope) for condition in conditions]
        tables = [one if isinstance(one, m.SetConst | m.Lookup) else None for one in sets]
        found, rest = self.split_conditions(conditions, expr.name, size, scope, inner, tables)
        passing = self.among(among, found, scope) if found and rest else None
        if passing is None:
            return None
        asked = self.expression(join_conditions(rest) or m.Const(1), inner)
        return attrs.evolve(expr, over=m.LoopDomain(within=passing), where=asked)

    def among(self, among: m.Expr, parts: list[m.Expr], scope: Scope) -> m.Expr | None:
        """Return the members of a set that pass the conditions; None if that is empty but the original might fault
        first."""
        found = common(among, *self.algebra.tables.together(parts))
        dropped = isinstance(found, m.SetConst) and not isinstance(among, m.SetConst)
        return None if dropped and not self.speculation.total(among, scope) else found

    def within(self, found: m.Expr, scope: Scope) -> m.Expr:
        """Return an expression made by the set algebra, with the loops inside it rewritten, too."""
        return self.expression(found, scope)

    def reach(self, expr: m.Reach, scope: Scope) -> m.Expr | None:
        """Return a closure with its step rewritten as set operations, if the step is a relation between its two names.
        The targets may also have to lie in a set, or the links of each direction may have to begin in one."""
        size = expr.size
        if size > WIDEST or expr.over.within is None or self.ranges.members(expr.seed, scope) != size:
            return None
        among, conditions = links(expr)
        column = self.algebra.column(among, expr.source, size)
        if column is None or self.ranges.members(among, scope) != size:
            return None
        own = [c for c in conditions if expr.source not in self.free.of(c)]
        found = [self.algebra.where(c, expr.target, size, scope) for c in own]
        if None in found:
            return None
        inside = common(full_set(size), *(self.within(part, scope) for part in found if part is not None))
        pairs = [(y, x) for x, members in enumerate(column) for y in bits_of(members) if y < size]
        grown, passed = self.fresh("grown"), self.fresh("inside")
        of_links = [c for c in conditions if expr.source in self.free.of(c)]
        link = join_conditions(of_links)
        if link is not None:
            open_ = self.open_links(expr, pairs, link, scope)
            if open_ is None:
                return None
            ways = {by: (self.fresh("open"), starts) for by, starts in open_.items()}
            moved = (m.Shift(size, m.SetOp("common", m.Local(grown), m.Local(n)), by) for by, (n, _) in ways.items())
            more: m.Expr | None = set_union(size, moved)
        else:
            ways, more = {}, self.algebra.back(pairs, m.Local(grown), size, size)
        if more is None:
            return None
        step = more if inside == full_set(size) else m.SetOp("common", more, m.Local(passed))
        result: m.Expr = m.Grow(size, grown, self.expression(expr.seed, scope), step)
        for name, starts_ in ways.values():
            result = m.Bind(name, starts_, result)
        return result if inside == full_set(size) else m.Bind(passed, inside, result)

    def open_links(
        self, expr: m.Reach, pairs: list[tuple[int, int]], condition: m.Expr, scope: Scope
    ) -> dict[int, m.Expr] | None:
        """Return, for each difference of site numbers that links have, the set of sites from which such a link may be
        passed; `pairs` are (to, from)."""
        size, steps = expr.size, dict[int, int]()
        for y, x in pairs:
            steps[y - x] = steps.get(y - x, 0) | 1 << x
        if len(steps) > STEPS:
            return None
        open_: dict[int, m.Expr] = {}
        for by, starts in sorted(steps.items()):
            asked = condition
            if expr.target in self.free.of(condition):
                # any site will do where there is no link, since those bits are masked out
                there = tuple(x + by if starts >> x & 1 else x for x in range(size))
                table = self.analyses.add_table("there", m.NUMBER, (size,), there)
                asked = replace_names(condition, {expr.target: m.Lookup(table, (m.Local(expr.source),))}, self.fresh)
            asked = inline_calls(asked, self.functions, self.fresh, [LONGEST])
            self.algebra.joins = True
            found = self.algebra.where(asked, expr.source, size, scope)
            self.algebra.joins = False
            if found is None:
                return None
            open_[by] = self.within(restrict(found, m.SetConst(size, starts)), scope)
        return open_

    # -------------------------------------------------------------------------------------------------------- decisions

    def alternative(self, a: m.Alternative) -> m.Alternative:
        tests = rewriter.tests_in_scope(a.tests, self.expression, {}, self.ranges)
        levels = []
        for i, (level, outer, inner) in enumerate(self.ranges.levels_in_scope(a)):
            within = None if level.within is None else self.expression(level.within, outer)
            level = attrs.evolve(level, within=within)
            new = self.level(level, a.levels[i + 1 :], outer)
            self.done += new is not None
            levels.append(
                new
                or attrs.evolve(level, tests=rewriter.tests_in_scope(level.tests, self.expression, inner, self.ranges))
            )
        return attrs.evolve(a, tests=tests, levels=tuple(levels))

    def level(self, level: m.Level, rest: tuple[m.Level, ...], scope: Scope) -> m.Level | None:
        """Return a level that runs over the set of values that pass all its tests; None if set operations cannot
        express them."""
        if not 0 <= level.low < level.high < WIDEST:
            return None
        if not level.tests and level.within is not None:
            return None
        size = level.high + 1
        named: dict[str, m.Expr] = {}
        conditions: list[m.Expr] = []
        for test in level.tests:
            value = replace_names(test.value, named, self.fresh) if named else test.value
            if test.name is None:
                conditions.extend(conjuncts(value))
            else:
                named[test.name] = value
        if any(name in _names_in(later) for later in (*rest, level.index) for name in named):
            return None
        parts = [self.algebra.where(c, level.name, size, scope) for c in conditions]
        if None in parts:
            return None if named else self.partly(level, conditions, parts, scope)
        for value in named.values():  # no longer evaluated, so it must be unable to fault
            if not self.speculation.total(value, {**scope, level.name: (level.low, level.high)}):
                if self.algebra.column(value, level.name, size) is None:
                    return None
        everything = _from(level.low, size)
        among = everything if level.within is None else level.within
        if level.within is not None and self.ranges.members(level.within, scope) != size:
            return None
        passing = self.among(among, [self.within(p, scope) for p in parts if p is not None], scope)
        return None if passing is None else attrs.evolve(level, within=passing, tests=())

    def split_conditions(
        self,
        conditions: list[m.Expr],
        name: str,
        size: int,
        scope: Scope,
        inner: Scope,
        known: Sequence[m.Expr | None] | None = None,
    ) -> tuple[list[m.Expr], list[m.Expr]]:
        """Return the sets of values that pass conditions, and the remaining conditions. A condition remains if set
        operations cannot express it, or if an earlier remaining one may fault."""
        rest: list[m.Expr] = []
        found: list[m.Expr] = []
        clear = True
        for at, condition in enumerate(conditions):
            part = known[at] if known is not None else self.algebra.where(condition, name, size, scope)
            if part is not None and clear:
                found.append(self.within(part, scope))
            else:
                rest.append(condition)
                clear = clear and self.speculation.total(condition, inner)
            inner = refine(condition, inner)
        return found, rest

    def partly(
        self, level: m.Level, conditions: list[m.Expr], parts: list[m.Expr | None], scope: Scope
    ) -> m.Level | None:
        """Return a level that runs over the set of values that pass some of its tests; the other tests stay."""
        inner: Scope = {**scope, level.name: (level.low, level.high)}
        found, rest = self.split_conditions(conditions, level.name, level.high + 1, scope, inner, parts)
        if not found:
            return None
        size = level.high + 1
        everything = _from(level.low, size)
        if level.within is not None and self.ranges.members(level.within, scope) != size:
            return None
        among = everything if level.within is None else level.within
        own = rewriter.tests_in_scope(tuple(map(m.Test, rest)), self.expression, inner, self.ranges)
        passing = self.among(among, found, scope)
        return None if passing is None else attrs.evolve(level, within=passing, tests=own)


def links(expr: m.Reach) -> tuple[m.Expr, list[m.Expr]]:
    """Return the set that a step of `reach` runs over, and its conditions. `A minus B` and `A common B` in the step
    become the set A and a condition on B."""
    among, target = expr.over.within, m.Local(expr.target)
    assert among is not None
    asked = conjuncts(expr.where)
    while True:
        match among:
            case m.SetOp("minus", of, taken):
                among, asked = of, [m.Op("not", (m.Has(taken, target),)), *asked]
            case m.SetOp("common", of, kept):
                among, asked = of, [m.Has(kept, target), *asked]
            case _:
                return among, asked


def _from(low: int, size: int) -> m.SetConst:
    """Return the constant set of the members low..size-1."""
    return m.SetConst(size, ((1 << size) - 1) & ~((1 << low) - 1))


def _names_in(part: object) -> set[str]:
    return {p.name for p in parts_of(part) if isinstance(p, m.Local)}
