"""Hoisting (loop-invariant code motion): expressions whose value is the same in all passes of a loop are evaluated
once, before the loop.

Only expensive expressions are moved, those that contain calls or loops. They must be unable to fault, because they are
then evaluated even if the loop would not evaluate them. The parameters of a decision are loops, too: a moved expression
becomes a named value of the level before.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.free_names import scopes
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from ..form_table import map_children
from . import rewriter


def hoist(analyses: Analyses, why: list[str]) -> m.Machine:
    hoister = Hoister(analyses)
    result = rewriter.machine(analyses.machine, hoister.expression, hoister.alternative)
    why.append(f"hoist: {hoister.done} expressions moved out of loops")
    return result


class Hoister(rewriter.WithAnalyses):
    # --------------------------------------------------------------------------------------------- loops in expressions

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with parts moved out of its loops, innermost loops first."""
        if not self.loops.inside(expr):
            return expr
        expr = self.ranges.map_children(expr, scope, self.expression)
        match expr:
            case m.Fold(name=name, where=where, body=body):
                found: dict[m.Expr, str] = {}
                new = attrs.evolve(
                    expr, where=self.lift(where, {name}, found, scope), body=self.lift(body, {name}, found, scope)
                )
                return self.bind_all(found, new)
            case m.SetBuild(name=name, where=where, image=image):
                found = {}
                new_set = attrs.evolve(
                    expr, where=self.lift(where, {name}, found, scope), image=self.lift(image, {name}, found, scope)
                )
                return self.bind_all(found, new_set)
            case m.Reach(source=source, target=target, over=over, where=where):
                found = {}
                new_over = map_children(over, lambda e: self.lift(e, {source}, found, scope) or e)
                new_reach = attrs.evolve(expr, over=new_over, where=self.lift(where, {source, target}, found, scope))
                return self.bind_all(found, new_reach)
        return expr

    def bind_all(self, found: dict[m.Expr, str], expr: m.Expr) -> m.Expr:
        for value, name in reversed(found.items()):
            expr = m.Bind(name, value, expr)
        return expr

    def lift(self, expr: m.Expr | None, bound: set[str], found: dict[m.Expr, str], scope: Scope) -> m.Expr | None:
        """Return the expression with locals instead of the parts that can be moved. `found` gets these parts with the
        names of the locals. `bound` has the names that differ between passes."""
        if expr is None:
            return None
        if isinstance(expr, m.Const | m.Local | m.Lookup):
            return expr
        if not self.free.of(expr) & bound and self.speculation.costs(expr) and self.speculation.total(expr, scope):
            if expr not in found:
                found[expr] = self.fresh("kept")
                self.done += 1
            return m.Local(found[expr])
        if isinstance(expr, m.After):  # nothing moves out of the body, which is evaluated in another state
            return attrs.evolve(expr, args=tuple(self.lift(a, bound, found, scope) or a for a in expr.args))
        inner: dict[int, set[str]] = {}
        for child, names in scopes(expr):
            inner[id(child)] = inner.get(id(child), bound) | names
        result: m.Expr = map_children(expr, lambda child: self.lift(child, inner[id(child)], found, scope) or child)
        return result

    # ------------------------------------------------------------------------------------------ parameters of decisions

    def alternative(self, a: m.Alternative) -> m.Alternative:
        """Return the alternative with parts moved out of its levels. A part that is the same for all values of a level
        becomes a named value at the end of the level before."""
        ranges = [outer for _, outer, _ in self.ranges.levels_in_scope(a)]
        a = rewriter.alternative_in_scope(a, self.expression, self.ranges)
        before: list[tuple[m.Test, ...]] = [a.tests, *(level.tests for level in a.levels)]
        known: list[set[str]] = [{t.name for t in a.tests if t.name}]
        for level in a.levels:
            known.append({level.name, *(t.name for t in level.tests if t.name)})
        within: list[m.Expr | None] = [None, *(level.within for level in a.levels), None]
        # Innermost levels come first, so that a part can move out of several levels. The set over which a level runs
        # is evaluated in the level before it.
        for depth in range(len(a.levels), 0, -1):
            found: dict[m.Expr, str] = {}
            tests = []
            for test in before[depth]:
                lifted = self.lift(test.value, known[depth], found, ranges[depth - 1])
                assert lifted is not None
                tests.append(attrs.evolve(test, value=lifted))
            within[depth + 1] = self.lift(within[depth + 1], known[depth], found, ranges[depth - 1])
            before[depth] = tuple(tests)
            before[depth - 1] += tuple(m.Test(value, name) for value, name in found.items())
            known[depth - 1] |= set(found.values())
        levels = tuple(
            attrs.evolve(level, tests=tests, within=set_)
            for level, tests, set_ in zip(a.levels, before[1:], within[1:-1], strict=True)
        )
        return attrs.evolve(a, tests=before[0], levels=levels)
