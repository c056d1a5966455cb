"""Predicate pushdown: tests each condition of a decision as early and as rarely as possible.

A conjunction is split into its parts. A condition that does not depend on a parameter is tested before the loop over
this parameter. A condition that depends on the parameter, but not on outer parameters, is evaluated once, as the set of
values over which the parameter runs. A condition is moved only if neither it nor the conditions before it can fault, so
that the meaning stays the same.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from . import rewriter
from .set_expressions import parts

WIDEST = 512


def predicate_pushdown(analyses: Analyses, why: list[str]) -> m.Machine:
    mover = PredicateMover(analyses)
    result = rewriter.decisions(analyses.machine, mover.alternative)
    why.append(
        f"predicate_pushdown: {mover.moved} conditions of decisions are asked earlier, {mover.kept} once for all"
    )
    return result


class PredicateMover(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.moved = self.kept = 0

    def alternative(self, a: m.Alternative) -> m.Alternative:
        if not a.levels:
            return a
        before: list[list[m.Test]] = [self.split(a.tests), *(self.split(level.tests) for level in a.levels)]
        levels = list(a.levels)
        scopes: list[Scope] = [{}, *(inner for _, _, inner in self.ranges.levels_in_scope(a))]
        for depth in range(len(levels), 0, -1):
            level = levels[depth - 1]
            own = {level.name, *(t.name for t in before[depth] if t.name)}
            around = {x.name for x in levels[: depth - 1]} | {
                t.name for tests in before[1:depth] for t in tests if t.name
            }
            inner, outer = scopes[depth], scopes[depth - 1]
            kept: list[m.Test] = []
            earlier: list[m.Test] = []
            among = level.within
            # True while neither the set nor the conditions left so far can fault; the set is evaluated before these
            clear = among is None or self.speculation.total(among, outer)
            for test in before[depth]:
                free = self.free.of(test.value)
                movable = clear and test.name is None and self.speculation.total(test.value, inner)
                if movable and not free & own and self.speculation.total(test.value, outer):
                    earlier.append(test)
                    self.moved += 1
                elif (
                    movable
                    and around
                    and free & own == {level.name}
                    and not free & around
                    and self.fits(level)
                    and self.speculation.total(test.value, {level.name: (level.low, level.high)})
                ):
                    among = self.filter_level(level, among, test.value)
                    self.kept += 1
                else:
                    kept.append(test)
                    clear = clear and self.speculation.total(test.value, inner)
                inner = self.ranges.scope_after(test, inner)
            before[depth] = kept
            before[depth - 1].extend(earlier)
            levels[depth - 1] = attrs.evolve(level, within=among)
        levels = [attrs.evolve(x, tests=tuple(tests)) for x, tests in zip(levels, before[1:], strict=True)]
        return attrs.evolve(a, tests=tuple(before[0]), levels=tuple(levels))

    def fits(self, level: m.Level) -> bool:
        size = level.high + 1
        if not 0 <= level.low < level.high < WIDEST:
            return False
        return level.within is None or self.ranges.size(level.within) == size

    def filter_level(self, level: m.Level, among: m.Expr | None, condition: m.Expr) -> m.Expr:
        over = m.LoopDomain(m.Const(level.low), m.Const(level.high)) if among is None else m.LoopDomain(within=among)
        return m.SetBuild(level.high + 1, level.name, over, condition)

    def split(self, tests: tuple[m.Test, ...]) -> list[m.Test]:
        found = []
        for test in tests:
            found.extend([test] if test.name else [m.Test(part) for part in parts(test.value, self.free)])
        return found
