"""Loop unswitching: a condition in a `some` loop that does not depend on the loop's variable is tested once, before the
loop.

`some a in Square, b in Square: man[a].owner == p and jumps(a, b)` asks for the owner on `a` once, not for every `b`. A
condition is moved only if none of these can fault: the condition, the loop's domain, and the conditions before it.
"""

from __future__ import annotations

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, refine
from . import rewriter
from .set_expressions import conjuncts, join_conditions


def loop_unswitching(analyses: Analyses, why: list[str]) -> m.Machine:
    switcher = LoopUnswitcher(analyses)
    result = rewriter.machine(analyses.machine, switcher.expression, switcher.alternative, switcher.ranges)
    why.append(f"loop_unswitching: {switcher.done} conditions are tested before loops")
    return result


class LoopUnswitcher(rewriter.WithAnalyses):
    def alternative(self, a: m.Alternative) -> m.Alternative:
        return rewriter.alternative_in_scope(a, self.expression, self.ranges)

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with conditions moved out of its loops, innermost loops first."""
        if not self.loops.inside(expr):
            return expr
        expr = self.ranges.map_children(expr, scope, self.expression)
        if isinstance(expr, m.Fold) and expr.kind == "some":
            before, condition = self.done, join_conditions((expr.where, expr.body))
            if condition is not None and all(self.speculation.total(part, scope) for part in domain(expr.over)):
                changed = self.unswitched(expr, condition, scope)
                return expr if self.done == before else changed
        return expr

    def unswitched(self, loop: m.Fold, condition: m.Expr, scope: Scope) -> m.Expr:
        """Return whether a condition holds for some value of the loop, with its parts that are the same for all values
        in front of the loop."""
        if isinstance(condition, m.Bind) and self.fixed(condition.value, loop, scope):
            inner = self.ranges.bind(condition.name, condition.value, scope)
            return m.Bind(condition.name, condition.value, self.unswitched(loop, condition.body, inner))
        before: list[m.Expr] = []
        inside: list[m.Expr] = []
        passed: Scope = {**scope, loop.name: self.ranges.over(loop.over, scope)}
        may_fault = False
        for part in conjuncts(condition):
            if not may_fault and self.fixed(part, loop, scope):
                before.append(part)
                scope = refine(part, scope)
            else:
                inside.append(part)
                may_fault = may_fault or not self.speculation.total(part, passed)
            passed = refine(part, passed)
        rest = join_conditions(inside)
        if before and rest is not None:
            self.done += len(before)
            return m.Op("and", (*before, self.unswitched(loop, rest, scope)))
        return m.Fold("some", loop.name, loop.over, None, condition)

    def fixed(self, part: m.Expr, loop: m.Fold, scope: Scope) -> bool:
        return loop.name not in self.free.of(part) and self.speculation.total(part, scope)


def domain(over: m.LoopDomain) -> tuple[m.Expr, ...]:
    return tuple(part for part in (over.low, over.high, over.within) if part is not None)
