"""Finds how far an option gets: runs the tests of an alternative in the order of the engines, up to the first that
fails.

Nothing is evaluated that the engines would not evaluate for that option. `whynot.py` explains the failing test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, evolve, frozen

from ..engine.inspection import InspectedState
from ..engine.reference.context import Scope
from ..machine import program as m
from ..machine import source_map as src

MOST_TRIED = 4_096
"""The most values that are tried if a label leaves parameters open."""

Cells = frozenset[int]


@frozen
class Missed:
    """Where an option failed: the level (-1: before the first), the test in it (-1: the level's set), and the reason.
    `scope` has the locals there, `read` the cells read so far. An option that passes every test has no reason."""

    at: tuple[int, int]
    reason: src.Reason | None
    scope: Scope
    level: m.Level | None
    read: Cells
    passed: bool = False


@define
class Search:
    """A search through the options of alternative `number` at `node` whose parameters have the `wanted` values; other
    parameters may have any. `moment` is the state, and `tried` counts options."""

    sources: src.Sources
    node: m.Decision
    number: int
    wanted: Mapping[str, int]
    moment: InspectedState
    tried: int = 0

    @property
    def alternative(self) -> m.Alternative:
        return self.node.alternatives[self.number]

    def options(self) -> Iterator[Missed]:
        """Yield how far each option gets, in the order of the loops."""
        scope: Scope = {}
        missed, read = self._first_failing(self.alternative.tests, -1, scope)
        if missed is not None:
            yield missed
        else:
            yield from self._deeper(0, scope, read)

    def _deeper(self, depth: int, scope: Scope, read: Cells) -> Iterator[Missed]:
        levels = self.alternative.levels
        if depth == len(levels):
            yield Missed((depth, 0), None, scope, None, read, True)
            return
        level, allowed = levels[depth], None
        if level.within is not None:
            found = self.moment.value(level.within, scope)
            allowed, read = found.value, read | found.read
        values = [self.wanted[level.name]] if level.name in self.wanted else range(level.low, level.high + 1)
        for value in values:
            self.tried += 1
            if self.tried > MOST_TRIED:
                return
            inner: Scope = {**scope, level.name: value}
            if isinstance(allowed, frozenset) and value not in allowed:
                reason = self.sources.domains.get((self.node.id, self.number, depth))
                yield Missed((depth, -1), reason, inner, level, read)
                continue
            missed, more = self._first_failing(level.tests, depth, inner)
            if missed is not None:
                yield evolve(missed, read=missed.read | read)
            else:
                yield from self._deeper(depth + 1, inner, read | more)

    def _first_failing(self, tests: Sequence[m.Test], depth: int, scope: Scope) -> tuple[Missed | None, Cells]:
        """Return the first test that fails, if any, and the cells read so far; values that tests name are added to the
        scope."""
        read: Cells = frozenset()
        level = None if depth < 0 else self.alternative.levels[depth]
        for at, test in enumerate(tests):
            found = self.moment.value(test.value, scope)
            read |= found.read
            if test.name is not None:
                scope[test.name] = found.value
            elif not found.value:
                reasons = self.sources.tests.get((self.node.id, self.number, depth, at), ())
                return Missed((depth, at), self._broken_reason(reasons, scope), dict(scope), level, read), read
        return None, read

    def _broken_reason(self, reasons: Sequence[src.Reason], scope: Scope) -> src.Reason | None:
        """Return the failing requirement of a test that has several."""
        for reason in reasons:
            if not self.moment.value(reason.value, scope).value:
                return reason
        return reasons[-1] if reasons else None
