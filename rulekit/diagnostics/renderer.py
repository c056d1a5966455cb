"""Renders diagnostics for people (the line, carets under the error, advice) and for programs (dicts and lists for
JSON)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from .message import Diagnostic, Span
from .printable import counted, enumerated, in_columns, one_line

_WIDEST: Final = 160
"""Columns of a source line that are shown at most, around the fault."""

_COLOURS: Final = {"error": "31", "warning": "33", "note": "36"}


def render(diagnostic: Diagnostic, colour: bool = False) -> str:
    """Return one diagnostic as lines of text, without a newline at the end."""
    paint = _painter(colour)
    tone = _COLOURS[diagnostic.severity]
    head = f"{diagnostic.severity}[{diagnostic.code}]"
    out = [f"{paint(head, '1;' + tone)}: {paint(one_line(diagnostic.message), '1')}"]
    margin = _margin(diagnostic)
    if diagnostic.span:
        first = diagnostic.span.first
        out.append(f"{' ' * margin}--> {one_line(diagnostic.span.source.name)}:{first.line}:{first.column}")
        out.extend(_excerpt(diagnostic.span, "", "^", margin, lambda text: paint(text, tone)))
    for label in diagnostic.labels:
        here = label.span.first
        if diagnostic.span and label.span.source is not diagnostic.span.source:
            out.append(f"{' ' * margin}::: {one_line(label.span.source.name)}:{here.line}:{here.column}")
        out.extend(_excerpt(label.span, one_line(label.text), "-", margin, lambda text: paint(text, "34")))
    gutter = " " * margin + " = "
    if diagnostic.expected:
        out.append(f"{gutter}expected: {one_line(', '.join(diagnostic.expected))}")
    out.extend(f"{gutter}help: {one_line(text)}" for text in dict.fromkeys(h.text for h in diagnostic.help))
    if diagnostic.severity != "note":
        out.append(f"{gutter}more: rulekit explain {diagnostic.code}")
    return "\n".join(out)


def render_all(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """Return the diagnostics as text, separated by empty lines, with the numbers of errors and warnings at the end."""
    shown = list(diagnostics)
    errors = sum(d.severity == "error" for d in shown)
    warnings = sum(d.severity == "warning" for d in shown)
    tail = enumerated([counted(n, what) for n, what in ((errors, "error"), (warnings, "warning")) if n])
    return "\n\n".join([*(render(d, colour) for d in shown), *([tail] if tail else [])])


def to_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as dicts and lists for JSON. Lines and columns count from 1; the end of a span is the column
    after its last character."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "span": _plain(diagnostic.span),
        "labels": [{"span": _plain(label.span), "text": label.text} for label in diagnostic.labels],
        "expected": list(diagnostic.expected),
        "help": [{"text": h.text, "span": _plain(h.span), "replacement": h.replacement} for h in diagnostic.help],
    }


def _painter(colour: bool) -> Any:
    return (lambda text, code: f"\x1b[{code}m{text}\x1b[0m") if colour else (lambda text, code: text)


def _margin(diagnostic: Diagnostic) -> int:
    spans = [diagnostic.span, *(label.span for label in diagnostic.labels)]
    return max((len(str(span.first.line)) for span in spans if span), default=1) + 1


def _excerpt(span: Span, text: str, mark: str, margin: int, paint: Any) -> list[str]:
    """Return lines that show the first source line of a span, with `mark` repeated under the span and `text` after the
    marks."""
    first, last = span.first, span.last
    line = span.source.line(first.line).rstrip("\r")
    begin = first.column - 1
    end = max(last.column - 1 if last.line == first.line else len(line), begin)
    cut = max(0, min(begin - _WIDEST // 3, len(line) - _WIDEST))
    shown = in_columns(line[cut : cut + _WIDEST])
    before = _columns(line[cut:begin])
    marks = mark * max(1, _columns(line[begin : min(end, cut + _WIDEST)]))
    lead, tail = "…" * bool(cut), "…" * (cut + _WIDEST < len(line))
    if last.line > first.line:
        marks += "…"
    bar = " " * margin + "|"
    number = str(first.line).rjust(margin - 1)
    return [
        bar,
        f"{number} | {lead}{shown}{tail}",
        f"{bar} {' ' * (before + len(lead))}{paint((marks + ' ' + text).rstrip())}",
    ]


def _columns(text: str) -> int:
    """Return the number of columns that a text takes in a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _plain(span: Span | None) -> dict[str, Any] | None:
    if span is None:
        return None
    first, last = span.first, span.last
    return {
        "file": span.source.name,
        "start": {"line": first.line, "column": first.column},
        "end": {"line": last.line, "column": last.column},
    }
