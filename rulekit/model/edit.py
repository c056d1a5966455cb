"""One edit of a book: what it does to one clause of those below it, under which conditions."""

from __future__ import annotations

from typing import Literal, TypeVar

from attrs import evolve, frozen

from ..diagnostics import Span
from ..syntax import nodes as s
from ..syntax.traversal import part_names

KIND_WORDS = {"ruling": "option", "always": "invariant", "never": "invariant", "finally": "invariant"}
"""Words a clause begins with that are not the name of its kind."""


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
    amendment: s.Amendment | None = None

    @property
    def id(self) -> str:
        return f"{self.kind} {self.name.text}"


Part = TypeVar("Part")


def copied(part: Part) -> Part:
    """The same tree in new nodes: a condition means in each clause what that clause's own names mean."""
    if isinstance(part, s.Node):
        return evolve(part, **{name: copied(getattr(part, name)) for name in part_names(type(part))})
    if isinstance(part, tuple):
        return tuple(copied(item) for item in part)  # type: ignore[return-value]
    return part
