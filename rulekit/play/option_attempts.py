"""Runs the tests of an alternative of a decision in the order of the engines, to find the first test that an option
fails.

Only expressions that the engines would evaluate for that option are evaluated. `whynot.py` explains the failing test.
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
class OptionAttempt:
    """The test at which an option failed. `at` is the level (-1: before the first) and the index of the test in it (-1:
    the level's set of allowed values). `reason` is the failing requirement, `scope` the values of local names there,
    and `read` the cells read so far. If `passed`, every test was passed, and there is no reason."""

    at: tuple[int, int]
    reason: src.Reason | None
    scope: Scope
    level: m.Level | None
    read: Cells
    passed: bool = False


@define
class Search:
    """A search through the options of alternative `number` at `node`. Parameters in `wanted` have the given values;
    others may have any value. `moment` is the state, and `tried` counts the values tried."""

    sources: src.Sources
    node: m.Decision
    number: int
    wanted: Mapping[str, int]
    moment: InspectedState
    tried: int = 0

    @property
    def alternative(self) -> m.Alternative:
        return self.node.alternatives[self.number]

    def options(self) -> Iterator[OptionAttempt]:
        """Yield for each option the first test that it fails, or that it passed all, in the order of the loops."""
        scope: Scope = {}
        attempt, read = self._first_failing(self.alternative.tests, -1, scope)
        if attempt is not None:
            yield attempt
        else:
            yield from self._deeper(0, scope, read)

    def _deeper(self, depth: int, scope: Scope, read: Cells) -> Iterator[OptionAttempt]:
        levels = self.alternative.levels
        if depth == len(levels):
            yield OptionAttempt((depth, 0), None, scope, None, read, True)
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
                yield OptionAttempt((depth, -1), reason, inner, level, read)
                continue
            attempt, more = self._first_failing(level.tests, depth, inner)
            if attempt is not None:
                yield evolve(attempt, read=attempt.read | read)
            else:
                yield from self._deeper(depth + 1, inner, read | more)

    def _first_failing(self, tests: Sequence[m.Test], depth: int, scope: Scope) -> tuple[OptionAttempt | None, Cells]:
        """Return the first test that fails (None if all pass) and the cells read so far. Add to the scope the values
        that tests name."""
        read: Cells = frozenset()
        level = None if depth < 0 else self.alternative.levels[depth]
        for at, test in enumerate(tests):
            found = self.moment.value(test.value, scope)
            read |= found.read
            if test.name is not None:
                scope[test.name] = found.value
            elif not found.value:
                reasons = self.sources.tests.get((self.node.id, self.number, depth, at), ())
                return OptionAttempt((depth, at), self._broken_reason(reasons, scope), dict(scope), level, read), read
        return None, read

    def _broken_reason(self, reasons: Sequence[src.Reason], scope: Scope) -> src.Reason | None:
        """Return the first failing requirement of a test, which may combine several; None if the test has no
        requirement."""
        for reason in reasons:
            if not self.moment.value(reason.value, scope).value:
                return reason
        return reasons[-1] if reasons else None
