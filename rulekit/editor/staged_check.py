"""Checks a book that is being written: first for the errors that prevent play, then for all else in steps.

`begin` takes a fraction of a second. Everything else comes in steps, so that a new version of the text need not wait
for it: warnings, the check of who can know what, proofs that fixes work, other numbers of players and other answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import define, evolve, field

from ..check.checked import CheckedModel
from ..diagnostics import Diagnostic, Help, RulekitError, deduplicate
from ..loader import BookStack
from ..model.rulebook import Config
from ..pipeline import EVERYWHERE, begin_configuration, check_configuration, configurations, describe
from ..syntax import nodes as s

MOST_PROVED: Final = 8
"""The greatest number of messages whose fixes are tried; each trial takes as long as a check."""
MOST_CONFIGURATIONS: Final = 60


@define(eq=False)
class StagedCheck:
    """A check of a book in steps; `found` has the messages so far. Of the first `proved` messages, the fixes that do
    not work have been removed. `is_right` is True if there is no error so far. `model` is None after an error.

    `_gather` loads the book, `_improve` adds fixes to errors, `_prove` removes the fixes that do not work, and `_keep`
    removes the warnings that the project accepts."""

    _gather: Callable[[], BookStack]
    _improve: Callable[[Sequence[Diagnostic]], list[Diagnostic]]
    _prove: Callable[[Sequence[Diagnostic]], list[Diagnostic]]
    _keep: Callable[[Sequence[Diagnostic]], list[Diagnostic]] = list
    books: tuple[s.Book, ...] = ()
    found: list[Diagnostic] = field(factory=list)
    model: CheckedModel | None = None
    is_right: bool = False
    proved: int = 0
    _end: Callable[[], list[Diagnostic]] = field(default=list)

    def begin(self) -> None:
        """Load the book and store the errors that prevent play in `found`."""
        try:
            stack = self._gather()
        except RulekitError as error:
            self.found = self._improve(error.diagnostics)
            return
        self.books = stack.books
        self.model, found, self._end = begin_configuration(stack.books, Config())
        self.found = self._keep([d for d in (*stack.diagnostics, *found) if d.code not in EVERYWHERE])
        self.is_right = not any(d.severity == "error" for d in self.found)
        if not self.is_right:
            self.found = self._improve(self.found)

    def add(self, found: Sequence[Diagnostic]) -> None:
        """Add messages to `found`, except duplicates."""
        self.found = deduplicate([*self.found, *self._keep([d for d in found if d.code not in EVERYWHERE])])

    def check_whole(self) -> Iterator[None]:
        """Add the remaining messages of the default configuration, in one step. Do nothing after an error."""
        if self.is_right:
            self.add(self._end())
            yield

    def try_fixes(self) -> Iterator[None]:
        """Remove the fixes that do not work, and yield after each message with fixes. Before that step, no fix is
        offered."""
        for at, one in enumerate(self.found):
            offers = any(help.replacement is not None for help in one.help)
            if offers and at < MOST_PROVED:
                (kept,) = self._prove([one])
            else:
                kept = evolve(one, help=tuple(help for help in one.help if help.replacement is None))
            self.found[at], self.proved = kept, at + 1
            if offers:
                yield

    def check_others(self) -> Iterator[None]:
        """Add the errors of the other configurations, and yield after each configuration."""
        others = configurations(self.books) if self.is_right else iter(())
        for config, _ in zip(others, range(MOST_CONFIGURATIONS), strict=False):
            _, found = check_configuration(self.books, config)
            advice = Help(f"found with {describe(config)}")
            self.add([evolve(d, help=(advice,)) for d in found if d.severity == "error"])
            yield
