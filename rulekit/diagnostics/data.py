"""Diagnostics as data for programs (`--json`): plain dictionaries, the same words as in `text.py`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .message import Diagnostic
from .source import Span


def as_data(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """One object for each; places are 1-based, and null where there is none."""
    return [
        {
            "code": d.code,
            "severity": d.severity,
            "message": d.message,
            **place(d.span),
            "labels": [{**place(label.span), "text": label.text} for label in d.labels],
            "expected": list(d.expected),
            "help": [{"text": h.text, "replacement": h.replacement, **place(h.span)} for h in d.help],
        }
        for d in diagnostics
    ]


def place(span: Span | None) -> dict[str, Any]:
    """The file, the first character and the one behind the last."""
    if span is None:
        return {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}
    first, last = span.first, span.last
    return {
        "file": span.source.name,
        "line": first.line,
        "column": first.column,
        "end_line": last.line,
        "end_column": last.column,
    }
