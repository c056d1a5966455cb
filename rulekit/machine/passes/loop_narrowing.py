"""Loop-domain narrowing: a loop whose values must be in a set runs over that set instead of over all values.

`count(x in 0..63 where x in men and …)` becomes a loop over `men`. The same is done for a parameter of a decision, and
for a set comprehension that is then intersected with `men`. Tests before the membership test must be unable to fault,
because they are no longer evaluated for values outside of the set. There is an exception: a set that is the same in all
passes of a loop, and is intersected with another set in each pass, stays as it is, because it is computed once before
the loop (`hoist.py`).
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.free_names import scopes
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, refine
from ..row_tests import row_test
from . import rewriter
from .set_expressions import conjuncts, join_conditions

LOOPS = (m.Fold, m.SetBuild, m.Reach, m.Grow)


def loop_narrowing(analyses: Analyses, why: list[str]) -> m.Machine:
    narrower = Narrower(analyses)
    result = rewriter.machine(analyses.machine, narrower.expression, narrower.alternative)
    why.append(f"loop_narrowing: {narrower.done} loops run over a set")
    return result


class Narrower(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.around = frozenset[str]()  # names bound in enclosing loops, whose values differ between passes

    def split(
        self, parts: list[m.Expr], name: str, low: int, high: int, scope: Scope
    ) -> tuple[m.Expr, list[m.Expr]] | None:
        """Return the set of which one of the conditions says that `name` is a member, and the other conditions. Return
        None if there is no such set."""
        inner: Scope = {**scope, name: (low, high)}
        for i, part in enumerate(parts):
            match part:
                case m.Has(found, m.Local(local)) if local == name and name not in self.free.of(found):
                    size = self.ranges.size(found)
                    if size is not None and low <= 0 and size - 1 <= high and self.speculation.total(found, scope):
                        return found, parts[:i] + parts[i + 1 :]
            if not self.speculation.total(part, inner):
                return None
            inner = refine(part, inner)
        return None

    # -------------------------------------------------------------------------------------------------- narrowing loops

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if not self.loops.inside(expr):
            return expr
        around = self.around
        if around or isinstance(expr, LOOPS):
            self.around = around.union(*(names for _, names in scopes(expr)))
        expr = self.ranges.map_children(expr, scope, self.expression)
        self.around = around
        match expr:
            case m.Fold(kind="first", name=name, over=m.LoopDomain(m.Load() | m.Local() as low, m.Const(high))):
                return self.from_there(expr, name, low, high, scope)
            case m.Fold(kind=kind, name=name, over=m.LoopDomain(m.Const(low), m.Const(high)), where=where, body=body):
                parts = conjuncts(where)
                if kind == "some" and where is None and body is not None:
                    parts = conjuncts(body)
                found = self.split(parts, name, low, high, scope)
                if found is None:
                    return expr
                self.done += 1
                if kind == "some" and where is None:
                    rest = join_conditions(found[1]) or m.Const(1)
                    return attrs.evolve(expr, over=m.LoopDomain(within=found[0]), body=rest)
                return attrs.evolve(expr, over=m.LoopDomain(within=found[0]), where=join_conditions(found[1]))
            case m.SetBuild(name=name, over=m.LoopDomain(m.Const(low), m.Const(high)), where=where):
                found = self.split(conjuncts(where), name, low, high, scope)
                if found is not None:
                    self.done += 1
                    return attrs.evolve(expr, over=m.LoopDomain(within=found[0]), where=join_conditions(found[1]))
            case m.SetOp("common", left, right):
                return self.build_among(left, right, scope) or self.build_among(right, left, scope) or expr
        return expr

    def build_among(self, built: m.Expr, among: m.Expr, scope: Scope) -> m.Expr | None:
        """Return the intersection of a set comprehension with `among`, as one comprehension over the members of
        `among`. Return None if this is impossible or not better."""
        match built:
            case m.SetBuild(size, name, m.LoopDomain(m.Const(0), m.Const(high), None), where, image):
                whole = high + 1 == size and image in (None, m.Local(name))
                if (
                    where is None
                    or not whole
                    or row_test(built)
                    or self.around & (self.free.of(among) - self.free.of(built))
                ):
                    return None
                if self.speculation.total(where, {**scope, name: (0, high)}):
                    self.done += 1
                    return attrs.evolve(built, over=m.LoopDomain(within=among))
        return None

    def from_there(self, expr: m.Fold, name: str, low: m.Expr, high: int, scope: Scope) -> m.Expr:
        """Return a search for the first value from the expression `low` on as a loop over a set, with the condition
        that the value is at least `low` as its first test. An engine can start such a loop at `low`."""
        least, _ = self.ranges.of(low, scope)
        if least < 0 or not self.speculation.total(low, scope):
            return expr
        found = self.split(conjuncts(expr.where), name, 0, high, scope)
        if found is None:
            return expr
        self.done += 1
        later = m.Op("ge", (m.Local(name), low))
        return attrs.evolve(expr, over=m.LoopDomain(within=found[0]), where=join_conditions([later, *found[1]]))

    def alternative(self, a: m.Alternative) -> m.Alternative:
        tests = rewriter.tests_in_scope(a.tests, self.expression, {}, self.ranges)
        levels = []
        for level, outer, inner in self.ranges.levels_in_scope(a):
            within = None if level.within is None else self.expression(level.within, outer)
            self.around |= {level.name}
            own = rewriter.tests_in_scope(level.tests, self.expression, inner, self.ranges)
            levels.append(self.level(attrs.evolve(level, within=within, tests=own), outer))
            self.around |= {t.name for t in level.tests if t.name is not None}
        self.around = frozenset()
        return attrs.evolve(a, tests=tests, levels=tuple(levels))

    def level(self, level: m.Level, scope: Scope) -> m.Level:
        tests = [m.Test(part) for t in level.tests if t.name is None for part in conjuncts(t.value)]
        if len(tests) < len(level.tests) or any(t.name for t in level.tests):
            leading = 0
            while leading < len(level.tests) and level.tests[leading].name is None:
                leading += 1
            tests = [m.Test(part) for t in level.tests[:leading] for part in conjuncts(t.value)]
            tail = level.tests[leading:]
        else:
            tail = ()
        found = self.split([t.value for t in tests], level.name, level.low, level.high, scope)
        if found is None or level.within is not None:
            return level
        self.done += 1
        return attrs.evolve(level, within=found[0], tests=(*(m.Test(part) for part in found[1]), *tail))
