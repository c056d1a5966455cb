"""The check of a book that is being written: first the errors that prevent play, then all else in steps.

`begin` takes a fraction of a second. Everything else comes in steps, so that the next version of the text need not
wait: warnings, who can know what, fixes that work, other numbers of players and other answers.
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
"""The most messages whose fixes are tried: each trial takes as long as a check."""
MOST_CONFIGURATIONS: Final = 60


@define(eq=False)
class StagedCheck:
    """The messages of a book, `found` as far as the steps have come. The fixes of the first `proved` ones work. `model`
    is None unless the book `is_right` so far, and no edition must still say something.

    `_gather` loads the book, `_improve` adds fixes to errors, `_prove` keeps the fixes that work, and `_keep` leaves
    out the warnings that the project accepts."""

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
        """Find the errors that prevent play."""
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
        """Add messages that are not known yet."""
        self.found = deduplicate([*self.found, *self._keep([d for d in found if d.code not in EVERYWHERE])])

    def check_whole(self) -> Iterator[None]:
        """Find everything in the default configuration of a book that is right so far."""
        if self.is_right:
            self.add(self._end())
            yield

    def try_fixes(self) -> Iterator[None]:
        """Remove the fixes that do not work; before that no fix is offered."""
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
        """Find the errors of all other configurations."""
        others = configurations(self.books) if self.is_right else iter(())
        for config, _ in zip(others, range(MOST_CONFIGURATIONS), strict=False):
            _, found = check_configuration(self.books, config)
            advice = Help(f"found with {describe(config)}")
            self.add([evolve(d, help=(advice,)) for d in found if d.severity == "error"])
            yield
