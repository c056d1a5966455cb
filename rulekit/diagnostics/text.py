"""Diagnostics as people read them: the message, the line that it is about, what would have been right.

    error[E201]: there is no `Inm`
      --> my.rules:12:17
       |
    12 |     choose i in Inm where full(i)
       |                 ^^^
       = help: did you mean `Inn`?

For programs there is `data.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .message import Diagnostic, Label
from .source import Span

WIDTH = 160
"""The most characters of a source line that are shown."""

MOST_EXPECTED = 12


def as_text(diagnostics: Iterable[Diagnostic]) -> str:
    """All of them, an empty line between two."""
    return "\n\n".join("\n".join(_lines(d)) for d in diagnostics)


def _lines(d: Diagnostic) -> Iterator[str]:
    yield f"{d.severity}[{d.code}]: {d.message}"
    spans = [label.span for label in d.labels] + ([d.span] if d.span else [])
    margin = " " * max((len(str(span.first.line)) for span in spans), default=1)
    if d.span is not None:
        yield from _shown(d.span, "", margin, "-->")
    for label in d.labels:
        yield from _label(label, d.span, margin)
    if d.expected:
        yield f"{margin} = expected: {_some(d.expected)}"
    for help_ in d.help:
        yield f"{margin} = help: {help_.text}"


def _label(label: Label, main: Span | None, margin: str) -> Iterator[str]:
    arrow = "-->" if main is None or label.span.source is not main.source else ":::"
    yield from _shown(label.span, label.text, margin, arrow)


def _shown(span: Span, text: str, margin: str, arrow: str) -> Iterator[str]:
    """Where, the line, and a mark under the place."""
    place = span.first
    yield f"{margin}{arrow} {span.source.name}:{place.line}:{place.column}"
    line = span.source.line(place.line).rstrip("\r")
    at = place.column - 1
    length = max(1, min(span.end - span.start, len(line) - at))
    line, at = _window(line, at)
    blank = "".join("\t" if c == "\t" else " " for c in line[:at])
    marks = "^" * max(1, min(length, len(line) - at))
    yield f"{margin} |"
    yield f"{place.line:>{len(margin)}} | {_printable(line)}"
    yield f"{margin} | {blank}{marks} {text}".rstrip()


def _window(line: str, at: int) -> tuple[str, int]:
    """The part of a long line around a column, and the column in it."""
    if len(line) <= WIDTH:
        return line, at
    start = max(0, min(at - WIDTH // 2, len(line) - WIDTH))
    cut = line[start : start + WIDTH]
    return cut, at - start


def _printable(line: str) -> str:
    """Nothing from a rulebook may steer the terminal."""
    return "".join(c if c == "\t" or c.isprintable() else "\ufffd" for c in line)


def _some(expected: Sequence[str]) -> str:
    more = len(expected) - MOST_EXPECTED
    return ", ".join(expected[:MOST_EXPECTED]) + (f", or one of {more} more" if more > 0 else "")
