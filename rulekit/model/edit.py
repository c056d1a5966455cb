"""One edit of a book: what it does to one clause of those below it, under which conditions."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..diagnostics import Span
from ..syntax import nodes as s

KIND_WORDS = {"ruling": "option", "always": "invariant", "never": "invariant", "finally": "invariant"}
"""Words a clause begins with that are not the name of its kind."""


def clause_word(clause: s.Clause) -> str:
    """The word that a clause begins with: a ruling is an option, a promise an invariant, and each is named so, too."""
    match clause:
        case s.OptionClause(ruling=True):
            return "ruling"
        case s.InvariantClause(when=when):
            return when
    return clause.kind


@frozen(eq=False)
class Edit:
    """One change.  `clause` is what is added or put in place, `value` what is set, `amendment` what becomes of single
    parts; `under`: written inside a block; `chapter`: the last one begun above it in its book.
    """

    verb: Literal["add", "replace", "strike", "set", "go on", "amend"]
    kind: str
    name: s.Name
    book: s.Book
    span: Span
    clause: s.Clause | None = None
    value: s.Expr | None = None
    under: bool = False
    conditions: tuple[s.Expr, ...] = ()
    chapter: s.Name | None = None
    amendment: s.Amendment | s.BodyAmendment | None = None

    @property
    def id(self) -> str:
        return f"{self.kind} {self.name.text}"
