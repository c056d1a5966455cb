"""Option sets: a parameter of a decision runs over the set of the values that its tests allow, however they depend on
earlier parameters.

`there where goes(here, there)` becomes one set for each `here` (`option_algebra.py`). The engine then counts its
members instead of testing value by value. Where only a part of a condition can become a set, the remaining values are
still tested one by one: with a condition `sure or trial`, those that are not sure. A named test of a parameter, such as
"nothing behind this piece attacks", becomes a set that is evaluated before the parameter. Only for playouts: sets are
computed that may not be needed.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, refine, refute
from . import rewriter
from .constant_folding import Folder
from .inline import inline_calls, replace_names
from .option_algebra import OptionAlgebra
from .set_expressions import common, empty_set, full_set, join_conditions, parts, plain, set_union, without
from .site_values import Known, SiteValues

LEAST = 16
"""The least number of values of a parameter that becomes a set."""
LONGEST = 1000
"""The most expression nodes in a condition, with all functions that it calls."""


def option_sets(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = OptionSets(analyses)
    result = rewriter.machine(analyses.machine, finder.expression, finder.alternative, finder.ranges)
    named = f", {finder.named} named tests are sets" if finder.named else ""
    asked = f", {finder.asked} loops ask whether a set has members" if finder.asked else ""
    why.append(f"option_sets: {finder.done} parameters run over the set of what is allowed{named}{asked}")
    return analyses.with_added(result)


class OptionSets(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.algebra = OptionAlgebra(analyses)
        folder = Folder(self.fresh, analyses.tables)
        self.site_values = SiteValues(self.algebra.asker.boards, analyses.tables, folder)
        self.known: Known = {}
        self.named = self.asked = 0

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with sets in place of its loops over all values that ask for one that passes,
        innermost loops first."""
        if not self.loops.inside(expr):
            return expr
        around = self.known
        if isinstance(expr, m.Fold | m.SetBuild) and expr.over.within is not None:
            self.known = {**around, **self.site_values.known(expr.name, expr.over.within)}
        elif isinstance(expr, m.After):
            self.known = {}
        elif isinstance(expr, m.Bind) and expr.value in around:
            self.known = {**around, m.Local(expr.name): around[expr.value]}
            scope = {**scope, expr.name: (min(around[expr.value]), max(around[expr.value]))}
            inside = self.expression(expr.body, scope)
            self.known = around
            return expr if inside is expr.body else m.Bind(expr.name, expr.value, inside)
        expr = self.ranges.map_children(expr, scope, self.expression)
        self.known = around
        match expr:
            case m.Fold("some", name, m.LoopDomain(m.Const(0), m.Const(high)), where, body) if high + 1 >= LEAST:
                asked = join_conditions((where, body))
                found = None if asked is None else self.algebra.where(self.inlined(asked), name, high + 1, scope)
                if found is not None:
                    self.asked += 1
                    return m.Op("ne", (m.SizeOf(found), m.Const(0)))
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        """Return the alternative with sets in place of tests where possible."""
        self.known = {}
        a = rewriter.alternative_in_scope(a, self.expression, self.ranges)
        tests = [list(a.tests), *(list(level.tests) for level in a.levels)]
        levels = list(a.levels)
        before = self.done, self.named
        for depth, (level, outer, _) in enumerate(self.ranges.levels_in_scope(a)):
            size = level.high + 1
            if depth > 0:
                self.known |= self.site_values.known(a.levels[depth - 1].name, a.levels[depth - 1].within)
            if level.low != 0 or size < LEAST:
                continue
            if level.within is not None and self.ranges.size(level.within) != size:
                continue
            self.name_sets(level, tests, depth, outer)
            if all(test.name is None for test in level.tests) and level.tests:
                levels[depth] = self.level(level, outer)
                tests[depth + 1] = list(levels[depth].tests)
        if (self.done, self.named) == before:
            return a
        levels = [attrs.evolve(one, tests=tuple(own)) for one, own in zip(levels, tests[1:], strict=True)]
        return attrs.evolve(a, tests=tuple(tests[0]), levels=tuple(levels))

    def name_sets(self, level: m.Level, tests: list[list[m.Test]], depth: int, scope: Scope) -> None:
        """Replace each expensive named test of the level that depends on its parameter by membership in a set, which
        becomes a named value of the level before."""
        for at, test in enumerate(tests[depth + 1]):
            value = self.inlined(test.value)
            if test.name is None or level.name not in self.free.of(value) or not self.speculation.costs(value):
                continue
            if self.free.of(value) - {level.name} & {one.name for one in tests[depth + 1]}:
                continue
            self.algebra.may_join = True
            found = self.algebra.where(value, level.name, level.high + 1, scope)
            self.algebra.may_join = False
            if found is not None:
                name, size = self.fresh("allowed"), level.high + 1
                within = level.within
                if within is not None and not self.speculation.costs(within) and self.speculation.total(within, scope):
                    found = m.IfElse(m.Op("eq", (m.SizeOf(within), m.Const(0))), empty_set(size), found)
                tests[depth].append(m.Test(found, name))
                tests[depth + 1][at] = m.Test(m.Has(m.Local(name), m.Local(level.name)), test.name)
                self.named += 1

    def inlined(self, expr: m.Expr) -> m.Expr:
        """Return the expression with the bodies of the functions that it calls, and without conditions that earlier
        parameters decide."""
        return self.site_values.decided(inline_calls(expr, self.functions, self.fresh, [LONGEST]), self.known)

    def level(self, level: m.Level, scope: Scope) -> m.Level:
        """Return a level whose set replaces all of its tests, or those that can be expressed as sets."""
        size, name = level.high + 1, level.name
        inner: Scope = {**scope, name: (level.low, level.high)}
        found: list[m.Expr] = []
        rest: list[m.Expr] = []
        clear = True
        self.algebra.may_test = True
        for test in level.tests:
            conditions = parts(self.inlined(test.value), self.free)
            sets = [self.algebra.where(condition, name, size, scope) if clear else None for condition in conditions]
            if not any(sets):
                conditions, sets = [test.value], [None]
            for condition, one in zip(conditions, sets, strict=True):
                if one is not None and clear:
                    found.append(one)
                else:
                    rest.append(condition)
                    clear = clear and self.speculation.total(condition, inner)
                inner = refine(condition, inner)
        self.algebra.may_test = False
        last, all_ = join_conditions(rest), self.fresh("allowed")
        tried = None if last is None else self.tried(m.Local(all_), last, level, scope)
        if not found and tried is None:
            return level
        allowed = [full_set(size) if level.within is None else level.within, *found]
        passing = self.passing(allowed, size)
        if level.within is not None and isinstance(passing, m.SetConst):
            if not isinstance(level.within, m.SetConst) and not self.speculation.total(level.within, scope):
                return level
        self.done += 1
        if tried is None:
            return attrs.evolve(level, within=passing, tests=tuple(map(m.Test, rest)))
        return attrs.evolve(level, within=m.Bind(all_, passing, tried), tests=())

    def tried(self, allowed: m.Expr, condition: m.Expr, level: m.Level, scope: Scope) -> m.Expr | None:
        """Return the members of a set that pass a condition. They are tested one by one, but for those that surely pass
        it. Return None if none surely do."""
        size, name = level.high + 1, level.name
        ways = condition.args if isinstance(condition, m.Op) and condition.op == "or" else ()
        fixed = tuple(way for way in ways if name not in self.free.of(way))
        if 0 < len(fixed) < len(ways) and all(
            self.speculation.total(way, {**scope, name: (0, level.high)}) for way in ways
        ):
            rest = tuple(way for way in ways if name in self.free.of(way))
            whole, each = (m.Op("or", some) if len(some) > 1 else some[0] for some in (fixed, rest))
            one_by_one = m.SetBuild(size, name, m.LoopDomain(within=allowed), each)
            return m.IfElse(whole, allowed, self.tried(allowed, each, level, refute(whole, scope)) or one_by_one)
        sure = self.surely(self.inlined(condition), True, name, size, scope)
        if sure is None:
            return None
        if level.within is not None:
            sure = self.algebra.narrowed(sure, level.within)
        known = self.fresh("sure")
        open_ = m.LoopDomain(within=m.SetOp("minus", allowed, m.Local(known)))
        union = m.SetOp("union", m.Local(known), m.SetBuild(size, name, open_, condition))
        return m.Bind(known, common(allowed, sure), union)

    def passing(self, allowed: list[m.Expr], size: int) -> m.Expr:
        """Return the intersection of sets; the first one, if it is a row of a table, bounds what the others look at."""
        first = allowed[0]
        row = first
        while isinstance(row, m.Bind):
            row = row.body
        if row is first:
            return common(*self.algebra.tables.together([first, *(self.algebra.narrowed(s, row) for s in allowed[1:])]))
        inside = self.passing([row, *allowed[1:]], size)
        return rebound(first, inside)

    # ------------------------------------------------------------------------------------------------- partial answers

    def surely(self, condition: m.Expr, holds: bool, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return a set of values for which a condition surely holds, or surely does not; None if none is known."""
        found = self.algebra.where(condition, name, size, scope)
        if found is not None:
            return found if holds else without(size, found)
        match condition:
            case m.Op("not", (inner,)):
                return self.surely(inner, not holds, name, size, scope)
            case m.Op("and" | "or" as op, args):
                if (op == "or") == holds:
                    return self.any_of(args, holds, name, size, scope)
                return self.all_of(args, holds, name, size, scope)
            case m.Bind(bound, value, body) if name in self.free.of(value) or plain(value):
                if self.speculation.total(value, {**scope, name: (0, size - 1)}):
                    return self.surely(replace_names(body, {bound: value}, self.fresh), holds, name, size, scope)
            case m.Bind(bound, value, body) if self.speculation.total(value, scope):
                own = self.fresh(bound)
                body = replace_names(body, {bound: m.Local(own)}, self.fresh)
                sure = self.surely(body, holds, name, size, self.ranges.bind(own, value, scope))
                return None if sure is None else m.Bind(own, value, sure)
            case m.IfElse():
                return self.chosen(condition, holds, name, size, scope)
        return None

    def any_of(self, args: tuple[m.Expr, ...], holds: bool, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values for which one of the parts surely does, or surely does not. Parts behind one that may fault
        are not asked."""
        found: list[m.Expr] = []
        inner: Scope = {**scope, name: (0, size - 1)}
        for arg in args:
            one = self.surely(arg, holds, name, size, scope)
            found += [] if one is None else [one]
            if not self.speculation.total(arg, inner):
                break
        return set_union(size, found) if found else None

    def all_of(self, args: tuple[m.Expr, ...], holds: bool, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values for which all of the parts surely do, or surely do not."""
        first, rest = args[0], args[1:]
        if not rest:
            return self.surely(first, holds, name, size, scope)
        if name not in self.free.of(first):
            if not self.speculation.total(first, scope):
                return None
            later = self.all_of(rest, holds, name, size, refine(first, scope) if holds else refute(first, scope))
            none = m.SetConst(size, 0)
            return None if later is None else m.IfElse(first, *((later, none) if holds else (none, later)))
        one, later = self.surely(first, holds, name, size, scope), self.all_of(rest, holds, name, size, scope)
        return None if one is None or later is None else common(one, later)

    def chosen(self, choice: m.IfElse, holds: bool, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values for which the arm of a conditional that applies surely does, or surely does not."""
        test, arms, none = choice.condition, (choice.then, choice.otherwise), m.SetConst(size, 0)
        if name not in self.free.of(test):
            if not self.speculation.total(test, scope):
                return None
            known = refine(test, scope), refute(test, scope)
            ways = [self.surely(arm, holds, name, size, inner) for arm, inner in zip(arms, known, strict=True)]
            return None if ways == [None, None] else m.IfElse(test, ways[0] or none, ways[1] or none)
        where = self.algebra.where(test, name, size, scope)
        if where is None:
            return None
        found = []
        for arm, applies in zip(arms, (where, without(size, where)), strict=True):
            sure = self.surely(arm, holds, name, size, scope)
            found += [] if sure is None else [common(applies, sure)]
        return set_union(size, found) if found else None


def rebound(bound: m.Expr, inside: m.Expr) -> m.Expr:
    """Return `inside` with the names that `bound` binds outside of its body."""
    return m.Bind(bound.name, bound.value, rebound(bound.body, inside)) if isinstance(bound, m.Bind) else inside
