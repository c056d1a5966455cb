"""Turns a message about a text into JSON for a page, with positions as an editor in a browser counts them."""

from __future__ import annotations

from typing import Any

from ..diagnostics import Diagnostic, Help, Source, Span
from ..diagnostics.printable import printable


def message_json(message: Diagnostic, proved: bool) -> dict[str, Any]:
    """Return a message as JSON with its place, related places and advice. A fix is included only if it is `proved` to
    work."""
    return {
        "code": message.code,
        "severity": message.severity,
        "text": printable(message.message),
        "place": _place(message.span),
        "labels": [{"text": printable(one.text), "place": _place(one.span)} for one in message.labels],
        "expected": [printable(one) for one in message.expected],
        "help": [_advice(one, proved) for one in message.help],
    }


def _advice(one: Help, proved: bool) -> dict[str, Any]:
    fix = None
    if proved and one.span is not None and one.replacement is not None:
        fix = {**place_json(one.span), "new": one.replacement}
    return {"text": printable(one.text), "fix": fix}


def _place(span: Span | None) -> dict[str, Any] | None:
    return None if span is None else place_json(span)


def place_json(span: Span) -> dict[str, Any]:
    """Return a place: its file, line and column for people, and its characters in units of UTF-16."""
    first, text = span.first, span.source.text
    start, end = (at if text.isascii() else at + sum(c > "\uffff" for c in text[:at]) for at in (span.start, span.end))
    return {"file": span.source.name, "line": first.line, "column": first.column, "start": start, "end": end}


def addition(source: Source, clause: str) -> tuple[Span, str]:
    """Return the place and the text of a change that adds a clause at the end of a text."""
    text = source.text
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return Span(source, len(text), len(text)), f"{gap}{clause}"
