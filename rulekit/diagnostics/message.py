"""Source texts, the spans that point into them, and the messages about them.

A `Source` is one file as read, a `Span` a half-open range of its characters; lines and columns are derived.  Every
complaint of rulekit is a `Diagnostic`; `RulekitError` carries them upward, and a `DiagnosticSink` collects them (the
check has its own, `check/report.py`). `renderer.py` prints them, and `codes.py` says what each code means.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from attrs import field, frozen


@frozen(slots=False, eq=False)
class Source:
    """One text; `name` is what the user calls it: a path or `<text>`."""

    name: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def place(self, offset: int) -> LineAndColumn:
        """Return the 1-based line and column of a character offset (0 .. len(text))."""
        offset = max(0, min(offset, len(self.text)))
        row = bisect_right(self._starts, offset)
        return LineAndColumn(row, offset - self._starts[row - 1] + 1)

    def line(self, number: int) -> str:
        """Return 1-based line `number` without its newline; empty if there is none."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@frozen
class LineAndColumn:
    """A 1-based line and column."""

    line: int
    column: int


@frozen
class Span:
    """Characters `start` to `end` (half open) of `source`."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def first(self) -> LineAndColumn:
        return self.source.place(self.start)

    @property
    def last(self) -> LineAndColumn:
        return self.source.place(self.end)

    def to(self, other: Span) -> Span:
        """Return the smallest span that contains both; `other` must be of the same source."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


Severity = Literal["error", "warning", "note"]


@frozen
class Label:
    """A second place that a diagnostic points at, with a few words about it."""

    span: Span
    text: str


@frozen
class Help:
    """A suggestion: with `span` and `replacement` a fix that a tool may apply, otherwise only advice."""

    text: str
    span: Span | None = None
    replacement: str | None = None


@frozen
class Diagnostic:
    """One message.

    `code` is one of `codes.code_titles`; `span` is the place of the fault (None if it has none, as for a missing file);
    `expected` lists what would be accepted; `labels` point at related places; `help` has advice and fixes."""

    code: str
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    expected: tuple[str, ...] = ()
    help: tuple[Help, ...] = ()

    @property
    def severity(self) -> Severity:
        """Return `error`, `warning` or `note`, as the code determines it."""
        if self.code in NOTES:
            return "note"
        return "warning" if self.code.startswith("W") else "error"


NOTES = frozenset({"E142", "W402"})
"""Codes of messages that ask for no change."""


class RulekitError(Exception):
    """The error raised if work cannot continue. It carries all diagnostics so far, in the order of reporting."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(f"{d.code}: {d.message}" for d in diagnostics))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[RulekitError], tuple[object, ...]]:
        # without this, the error would lose its diagnostics when another process unpickles it
        return type(self), self.diagnostics


DiagnosticKey = tuple[str, Span | str]


def key_of(diagnostic: Diagnostic) -> DiagnosticKey:
    """Return the key by which duplicates are found: the code and the place (the message text if there is no place). Two
    stages or two configurations may report the same error."""
    return diagnostic.code, diagnostic.span or diagnostic.message


def deduplicate(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics in the same order, keeping only the first of those with equal keys (`key_of`)."""
    found: dict[DiagnosticKey, Diagnostic] = {}
    for diagnostic in diagnostics:
        found.setdefault(key_of(diagnostic), diagnostic)
    return list(found.values())


class DiagnosticSink:
    """A growing list of diagnostics. A caller can compare its length (`len`) before and after a step to see whether the
    step added any."""

    def __init__(self) -> None:
        self._given: list[Diagnostic] = []

    def add(self, *diagnostics: Diagnostic) -> None:
        self._given += diagnostics

    def __len__(self) -> int:
        return len(self._given)

    @property
    def has_errors(self) -> bool:
        """Return whether any of the diagnostics is an error."""
        return any(d.severity == "error" for d in self._given)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Return the diagnostics without duplicates."""
        return deduplicate(self._given)
