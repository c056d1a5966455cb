"""Invariant filters: a loop inside another loop runs only over the values that pass those of its tests that are the
same in all passes of the outer loop.

In `choose here in Point where not threatened or (some a in Point where here in row(a): four(a))`, the test `four(a)`
does not depend on `here`, but is evaluated for every `here`. This pass lets the inner loop run over the set of all
values that pass such tests. The set is the same in all passes, so `hoist` moves it out of the outer loop.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from . import rewriter
from .inline import replace_names
from .set_expressions import conjuncts, join_conditions

MANY = 16
"""The least number of values of an outer loop for which a test is worth moving out of it."""
WIDEST = 512
"""The size limit of the set that the inner loop then runs over."""
Outer = frozenset[str]
"""The names bound by an outer loop with many values and by everything inside it; empty if there is no such loop."""


def invariant_filters(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = InvariantFilters(analyses)
    result = rewriter.machine(analyses.machine, finder.whole, finder.alternative, finder.ranges)
    why.append(f"invariant_filters: {finder.done} loops in loops run over what is found once for all passes")
    return result


class InvariantFilters(rewriter.WithAnalyses):
    def whole(self, expr: m.Expr, scope: Scope) -> m.Expr:
        return self.expression(expr, scope, frozenset())

    def alternative(self, a: m.Alternative) -> m.Alternative:
        levels, outer = [], frozenset[str]()
        for level, before, inner in self.ranges.levels_in_scope(a):
            within = None if level.within is None else self.expression(level.within, before, outer)
            outer |= {level.name} if outer or level.high - level.low + 1 >= MANY else frozenset()
            tests = []
            for test, scope in self.ranges.tests_in_scope(level.tests, inner):
                tests.append(attrs.evolve(test, value=self.expression(test.value, scope, outer)))
                outer |= {test.name} if test.name is not None and outer else frozenset()
            levels.append(attrs.evolve(level, tests=tuple(tests), within=within))
        return attrs.evolve(a, levels=tuple(levels))

    def expression(self, expr: m.Expr, scope: Scope, outer: Outer) -> m.Expr:
        """Return the expression with its loops changed in this way, outermost loops first."""
        if not self.loops.inside(expr):
            return expr
        inside = outer
        match expr:
            case m.Fold(name=name, over=over) | m.SetBuild(name=name, over=over):
                filtered = self.filter_loop(expr, scope, outer) if outer else None
                if filtered is not None:
                    self.done += 1
                    return filtered
                low, high = self.ranges.over(over, scope)
                inside = outer | {name} if outer or high - low + 1 >= MANY else outer
            case m.Bind(name):
                # tests that use this name cannot move out of the outer loop either
                inside = outer | {name} if outer else outer
        return self.ranges.map_children(expr, scope, lambda part, known: self.expression(part, known, inside))

    def filter_loop(self, expr: m.Fold | m.SetBuild, scope: Scope, outer: Outer) -> m.Expr | None:
        """Return the loop over only those values that pass all its tests without names in `outer`. Return None if it
        has no such tests."""
        where = expr.where
        if isinstance(expr, m.Fold) and expr.kind == "some":
            where = join_conditions((where, expr.body))
        if where is None or not self.free.of(where) & outer or self.free.of_domain(expr.over) & outer:
            return None
        low, high = self.ranges.over(expr.over, scope)
        if not 0 <= low <= high < WIDEST or high - low < 1:
            return None
        inner: Scope = {**scope, expr.name: (low, high)}
        if not self.speculation.total(where, inner):
            return None  # a test might fault for a value that the changed loop no longer tests
        needed = self.necessary(where, outer)
        if needed is None or not self.speculation.costs(needed) or not self.speculation.total(needed, inner):
            return None
        name = self.fresh(expr.name)
        asked = replace_names(needed, {expr.name: m.Local(name)}, self.fresh)
        return attrs.evolve(expr, over=m.LoopDomain(within=m.SetBuild(high + 1, name, expr.over, asked)))

    def necessary(self, condition: m.Expr, outer: Outer) -> m.Expr | None:
        """Return a condition that contains no names in `outer` and holds whenever `condition` holds. Return None if
        none was found."""
        if not self.free.of(condition) & outer:
            return condition
        match condition:
            case m.Op("and"):
                found = [self.necessary(part, outer) for part in conjuncts(condition)]
                return join_conditions(found)
            case m.Op("or", args):
                ways = [self.necessary(part, outer) for part in args]
                known = [way for way in ways if way is not None]
                return m.Op("or", tuple(known)) if len(known) == len(ways) else None
            case m.Op("ne", (inner, m.Const(0))):
                return self.necessary(inner, outer)
            case m.Bind(name, value, body):
                if self.free.of(value) & outer:
                    return self.necessary(body, outer | {name})
                rest = self.necessary(body, outer - {name})
                return None if rest is None else m.Bind(name, value, rest)
            case m.Fold("some", name, over, where, body):
                domain = self.wider(over, outer)
                if domain is None:
                    return None
                each = join_conditions((where, body))
                rest = None if each is None else self.necessary(each, outer - {name})
                return None if rest is None else m.Fold("some", name, domain, None, rest)
        return None

    def wider(self, over: m.LoopDomain, outer: Outer) -> m.LoopDomain | None:
        """Return a loop domain that contains no names in `outer` but all values of `over`. Return None if none was
        found."""
        if not self.free.of_domain(over) & outer:
            return over
        within = over.within
        while isinstance(within, m.SetOp) and within.op in ("common", "minus"):
            if within.op == "common" and self.free.of(within.left) & outer:
                within = within.right
            else:
                within = within.left
            if not self.free.of(within) & outer:
                return m.LoopDomain(within=within)
        return None
