"""Builders of what a layer does to single lines of the base: of actions, procedures, rules, the flow, examples.

A line is quoted; which line of the base it is is found when the layer is applied (`model/body_lines.py`).
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import frozen

from ...diagnostics import Diagnostic, Help, RulekitError, Span
from .. import nodes as s
from .builder_table import builds
from .proof import opened
from .twice import once

BesideLine = tuple[Literal["before", "after"], s.QuotedLine]


@frozen
class NamedBody:
    """Which clause is amended, and in which blocks of it."""

    kind: str
    name: s.Name
    within: tuple[s.QuotedLine, ...]


@builds("body", "example_body")
def body(at: Span, kind: str, *parts: Any) -> NamedBody:
    """The flow has no name of its own."""
    if parts and isinstance(parts[0], s.Name):
        name, *within = parts
    else:
        name, within = s.Name(kind, span=Span(at.source, at.start, at.start + len(kind))), list(parts)
    return NamedBody(kind, name, tuple(within))


@builds("before_line")
def before_line(at: Span, line: s.QuotedLine) -> BesideLine:
    return "before", line


@builds("after_line")
def after_line(at: Span, line: s.QuotedLine) -> BesideLine:
    return "after", line


@builds("quotes")
def quotes(at: Span, *lines: s.QuotedLine) -> tuple[s.QuotedLine, ...]:
    once(at, [(line.text, line.span, line) for line in lines])
    return lines


@builds("line_change")
def line_change(at: Span, line: s.QuotedLine, new: tuple[s.Stmt, ...]) -> s.LineChange:
    return s.LineChange(line, new, span=at)


@builds("example_change")
def example_change(at: Span, line: s.QuotedLine, *new: Any) -> s.LineChange:
    return s.LineChange(line, _example_lines(new), span=at)


@builds("add_lines")
def add_lines(at: Span, of: NamedBody, place: BesideLine | None, tags: s.Tags, *added: Any) -> s.BodyAmendment:
    lines = _example_lines(added) if of.kind == "example" else added[0]
    side, beside = place or (None, None)
    return s.BodyAmendment("add", of.kind, of.name, of.within, tags, lines, side, beside, span=at)


@builds("replace_lines")
def replace_lines(at: Span, of: NamedBody, tags: s.Tags, *changes: s.LineChange) -> s.BodyAmendment:
    once(at, [(change.line.text, change.line.span, change) for change in changes])
    return s.BodyAmendment("replace", of.kind, of.name, of.within, tags, changes=changes, span=at)


@builds("strike_lines")
def strike_lines(at: Span, of: NamedBody, tags: s.Tags, struck: tuple[s.QuotedLine, ...]) -> s.BodyAmendment:
    return s.BodyAmendment("strike", of.kind, of.name, of.within, tags, struck=struck, span=at)


def _example_lines(said: tuple[Any, ...]) -> tuple[s.BodyLine, ...]:
    """For how many players an example is stays as it was."""
    found = opened(said)
    number = next((line[1] for line in found if isinstance(line, tuple)), None)
    if number is not None:
        advice = Help("write `replace example` with all of it for another number of players")
        message = "for how many players an example is cannot be changed by a line"
        raise RulekitError(Diagnostic("E104", message, number, help=(advice,)))
    return found
