"""How text is laid out: the width of lines, and whether to avoid columns. Also lays out tables in a given width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from attrs import frozen

from ..diagnostics.printable import printable
from .confidence import SAME, ConfidenceInterval
from .figure_sentences import number_text
from .paired_figures import FigureComparison

WIDTH, PIPE_WIDTH = 80, 72
"""Letters of a line at most: in a terminal, and if the width of the output is unknown."""
NARROWEST: Final = 24
"""Letters of a line at least; sentences are unreadable in less."""


@frozen
class ScreenStyle:
    """The width of a line in characters, and whether to avoid columns (`linear`, for screen readers)."""

    width: int = PIPE_WIDTH
    linear: bool = False

    def wrap(self, text: str, begin: str = "", under: str | None = None) -> list[str]:
        """Return a text wrapped into lines. `begin` is put before the first line, `under` before each further line."""
        indent = " " * len(begin) if under is None else under
        width = max(self.width, NARROWEST)
        if len(indent) > width // 2:
            indent = " " * (width // 4)
        said = f"{begin}{one_line_cell(text)}"
        lines = wrap(said, width, subsequent_indent=indent, break_on_hyphens=False)
        return lines or [begin.rstrip()]


USUAL_STYLE: Final = ScreenStyle()


def one_line_cell(text: str) -> str:
    """Return a text of unknown origin as one line that is safe to print."""
    return " ".join(printable(text).split())


def heading_text(text: str, style: ScreenStyle) -> str:
    """Return a heading in capitals. For a screen reader it is unchanged, because screen readers might spell out
    capitals."""
    return text if style.linear else text.upper()


SMALL = 0.002
"""Intervals with an end smaller than this are shown with five decimals."""
LEAST_ROOM = 12
"""Letters of the first column, at least."""


def figure_row(figure: FigureComparison) -> tuple[str, ...]:
    """Return a statistic as cells: its name, both values, the difference and its interval."""
    found = figure.interval
    if found is None or found.difference is None:
        return (figure.name, number_text(figure.first), number_text(figure.second), "", "")
    digits, reach = 3, f"{SAME}  " if found.method == SAME else ""
    if found.low is not None:
        digits = _digits(found)
        reach = f"{number_text(found.low, digits)} .. {number_text(found.high, digits)} {'*' if found.clear else ' '}"
    numbers = (number_text(value, digits) for value in (figure.first, figure.second, found.difference))
    return (figure.name, *numbers, reach)


def _digits(found: ConfidenceInterval) -> int:
    """Return the number of decimals with which an interval is seen to exclude 0."""
    assert found.low is not None and found.high is not None
    return 5 if found.clear and min(abs(found.low), abs(found.high)) < SMALL else 3


def table_lines(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a table whose columns fit the width. The first column is left-aligned, the others are
    right-aligned."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    room = max(LEAST_ROOM, width - 2 - sum(widths[1:]) - 2 * len(widths[1:]))
    widths[0] = min(widths[0], room)
    lines: list[str] = []
    for row in (head, *rows):
        rest = ([cell.rjust(w)] for cell, w in zip(row[1:], widths[1:], strict=True))
        cells = bottom_aligned([wrap(row[0], widths[0]) or [""], *rest])
        lines += side_by_side(cells, [w + 2 for w in widths], "  ")
    return lines


def side_by_side(cells: Sequence[Sequence[str]], widths: Sequence[int], begin: str = "") -> Iterator[str]:
    """Yield the lines of a row of a table, whose cells have several lines. Each width contains the gap after the cell;
    `begin` is put before each line."""
    for parts in zip_longest(*cells, fillvalue=""):
        yield f"{begin}{''.join(map(str.ljust, parts, widths))}".rstrip()


def bottom_aligned(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the cells of a row with empty lines above their own, so that all have the same height."""
    height = max(map(len, cells))
    return [[*[""] * (height - len(cell)), *cell] for cell in cells]
