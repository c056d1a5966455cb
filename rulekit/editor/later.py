"""The steps of a check in a process of their own, so that no request of an editor waits for them.

The process has a workspace of its own and takes one step at a time: `first_step` of a new version, then `next_step`.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from attrs import define, field, frozen

from ..diagnostics import Diagnostic
from .staged_check import StagedCheck
from .workspace import Workspace

SELDOM: Final = (200_000, 20, 100)
"""Thresholds of garbage collection: books and models stay, and searching them would take longer than a check."""


@frozen(eq=False)
class FoundSoFar:
    """The messages of a check so far. The fixes of the first `proved` ones work; `done` if no step is left."""

    found: tuple[Diagnostic, ...]
    proved: int
    done: bool


@define(eq=False)
class Steps:
    """The check in progress, and the books that it reads."""

    workspace: Workspace = field(factory=Workspace)
    check: StagedCheck | None = None
    later: Iterator[None] = field(factory=lambda: iter(()))

    def first(self, path: str, texts: Mapping[str, str]) -> FoundSoFar:
        """Begin the check of a book with these open texts."""
        for closed in self.workspace.texts.keys() - texts.keys():
            self.workspace.close(closed)
        for one, text in texts.items():
            self.workspace.change(one, text)
        self.check = self.workspace.check(path)
        self.later = all_steps(self.check)
        return self._told(False)

    def next(self) -> FoundSoFar:
        """Take the next step."""
        return self._told(next(self.later, self) is self)

    def _told(self, done: bool) -> FoundSoFar:
        assert self.check is not None
        return FoundSoFar(tuple(self.check.found), self.check.proved, done)


def all_steps(check: StagedCheck) -> Iterator[None]:
    """Yield after each step of a check that has begun."""
    yield from check.check_whole()
    yield from check.try_fixes()
    yield from check.check_others()


_STEPS: Final = Steps()


def first_step(path: str, texts: Mapping[str, str]) -> FoundSoFar:
    """Begin a check in this process."""
    return _STEPS.first(path, texts)


def next_step() -> FoundSoFar:
    """Take the next step of the check in this process."""
    return _STEPS.next()


def step_process() -> ProcessPoolExecutor:
    """Return the process; it starts with the first step."""
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=gc.set_threshold, initargs=SELDOM)
