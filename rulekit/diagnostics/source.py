"""Source texts and the spans that point into them.

A `Source` is one file as read; a `Span` is a half-open range of its characters.  Lines and columns are derived, never
stored twice.  Reading files, with its limits and messages, is `rulekit.rulebook_files`'s work.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen


@frozen(slots=False, eq=False)
class Source:
    """One text: `name` is what the user calls it (a path or `<text>`), `text` its characters."""

    name: str
    text: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]

    def place(self, offset: int) -> LineAndColumn:
        """The 1-based line and column of a character offset (0 .. len(text))."""
        offset = max(0, min(offset, len(self.text)))
        row = bisect_right(self._starts, offset)
        return LineAndColumn(row, offset - self._starts[row - 1] + 1)

    def line(self, number: int) -> str:
        """The text of 1-based line `number`, without its newline; empty when there is none."""
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
        """The smallest span that holds both; `other` must be of the same source."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
