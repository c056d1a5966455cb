"""Moves messages about a book of the library to the user's book that builds on it: there the user sees them and can fix
them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ..diagnostics import Diagnostic, Label, Span
from ..syntax import nodes as s
from .mentions import clause_id
from .navigation import with_inner
from .workspace import Workspace


def at_own_place(workspace: Workspace, top: str, message: Diagnostic) -> Diagnostic:
    """Return a message of the check of book `top`. If it is about a library book that `top` uses, its place becomes a
    clause of `top` that it names or, if it names none, the header of `top`. Fixes in the library book become advice
    without a change."""
    span = message.span
    if (
        span is None
        or span.source.name == top
        or workspace.is_shipped(top)
        or not workspace.is_shipped(span.source.name)
    ):
        return message
    own = _named_change(workspace, top, message) or _header(workspace, top)
    if own is None:
        return message
    advice = tuple(
        evolve(one, span=None, replacement=None) if one.span and one.span.source.name != top else one
        for one in message.help
    )
    return evolve(message, span=own, labels=(Label(span, "the text that this is about"), *message.labels), help=advice)


def _named_change(workspace: Workspace, top: str, message: Diagnostic) -> Span | None:
    """Return the place of the first clause of a book whose id occurs in backquotes in the message; None if there is
    none."""
    return next((span for id_, span in _clauses(workspace, top) if f"`{id_}`" in message.message), None)


def _clauses(workspace: Workspace, top: str) -> Iterator[tuple[str, Span]]:
    for member in workspace.parsed(top).nodes:
        for inner in with_inner(member):
            clause = inner.clause if isinstance(inner, s.Replace) else inner
            name = getattr(clause, "name", None)
            if isinstance(name, s.Name) and (id_ := _id(inner)):
                yield id_, name.span


def _id(member: s.Node) -> str:
    return f"option {member.name.text}" if isinstance(member, s.Set) else clause_id(member)


def _header(workspace: Workspace, top: str) -> Span | None:
    header = next(iter(workspace.parsed(top).nodes), None)
    return header.name.span if isinstance(header, s.Header) else None
