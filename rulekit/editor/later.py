"""Runs the steps of a check in a process of their own, so that no request of an editor waits for them.

The process has a workspace of its own. For each new version of a text it runs `first_step`, then `next_step` until the
check is done.
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
"""Thresholds of garbage collection. They are high, since searching the books and models takes longer than a check."""


@frozen(eq=False)
class FoundSoFar:
    """The messages of a check so far. For the first `proved` of them, the fixes that do not work are removed. `done` is
    True if no step is left."""

    found: tuple[Diagnostic, ...]
    proved: int
    done: bool


@define(eq=False)
class Steps:
    """The present check and the steps of it that are left (`later`), with the workspace that it reads."""

    workspace: Workspace = field(factory=Workspace)
    check: StagedCheck | None = None
    later: Iterator[None] = field(factory=lambda: iter(()))

    def first(self, path: str, texts: Mapping[str, str]) -> FoundSoFar:
        """Begin the check of a book and return its first messages. `texts` are all texts open in the editor, by
        path."""
        for closed in self.workspace.texts.keys() - texts.keys():
            self.workspace.close(closed)
        for one, text in texts.items():
            self.workspace.change(one, text)
        self.check = self.workspace.check(path)
        self.later = all_steps(self.check)
        return self._told(False)

    def next(self) -> FoundSoFar:
        """Run the next step of the check, and return the messages so far."""
        return self._told(next(self.later, self) is self)

    def _told(self, done: bool) -> FoundSoFar:
        assert self.check is not None
        return FoundSoFar(tuple(self.check.found), self.check.proved, done)


def all_steps(check: StagedCheck) -> Iterator[None]:
    """Run the steps of a check that has begun, and yield after each."""
    yield from check.check_whole()
    yield from check.try_fixes()
    yield from check.check_others()


_STEPS: Final = Steps()


def first_step(path: str, texts: Mapping[str, str]) -> FoundSoFar:
    """Begin the check of a book in the process that calls this, and return its first messages."""
    return _STEPS.first(path, texts)


def next_step() -> FoundSoFar:
    """Run the next step of the check in the process that calls this, and return the messages so far."""
    return _STEPS.next()


def step_process() -> ProcessPoolExecutor:
    """Return an executor with one new process, which starts with the first step."""
    return ProcessPoolExecutor(1, get_context("spawn"), initializer=gc.set_threshold, initargs=SELDOM)
