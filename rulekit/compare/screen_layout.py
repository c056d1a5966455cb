"""The first screen as lines: never wider than requested, 24 lines if possible, 40 at most.

Two columns are used only in 80 characters or more, and if each cell is short. Otherwise each edition has its own lines.
With `linear`, there are no columns, for screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from .first_screen import FirstScreen
from .many_changes import FEWEST_TOPICS, MOST_TOPICS
from .screen_figures import UNCLEAR, FigureRow, FigureTable
from .screen_style import ScreenStyle, bottom_aligned, heading_text, one_line_cell, side_by_side
from .topic_layout import topic_blocks
from .topics import Topic

USUAL_HEIGHT, MOST_HEIGHT = 24, 40
"""Lines of a screen: aimed at, and at most."""
MORE: Final = "All of them: --full"


def screen_lines(screen: FirstScreen, style: ScreenStyle) -> list[str]:
    """Return the lines of the first screen, with as many of the most important topics as fit."""
    return _lines(screen, chosen_topics(screen, style), style)


def chosen_topics(screen: FirstScreen, style: ScreenStyle) -> list[Topic]:
    """Return the most important topics, as many as fit on the screen, in the order of play."""
    kept: list[Topic] = []
    for topic in screen.by_weight():
        tried = [t for t in screen.topics if t in kept or t is topic]
        height = len(_lines(screen, tried, style))
        few = sum(not t.note for t in tried) <= FEWEST_TOPICS
        most = MOST_HEIGHT if few else USUAL_HEIGHT
        if height <= most and sum(not t.note for t in tried) <= MOST_TOPICS:
            kept = tried
    return kept


def _lines(screen: FirstScreen, shown: Sequence[Topic], style: ScreenStyle) -> list[str]:
    blocks = [_head(screen, style), *topic_blocks(screen, shown, style), _effects(screen, style)]
    end = [*style.wrap(screen.omissions(shown, MORE))]
    line = screen.unchanged_line(shown)
    blocks.insert(-1, style.wrap(line, "", "  ") if line else [])
    out: list[str] = []
    for block in (*blocks, end):
        if block:
            out += [*([""] if out else []), *block]
    return out


def _head(screen: FirstScreen, style: ScreenStyle) -> list[str]:
    lines = style.wrap(f"{screen.labels.heading} ({screen.players})", "", "  ")
    for label, said in screen.contrast:
        lines += style.wrap(said, f"  {one_line_cell(label)}: ", "    ")
    return lines


# ----------------------------------------------------------------------------------------------------------- statistics


def _effects(screen: FirstScreen, style: ScreenStyle) -> list[str]:
    if not screen.effects and not screen.figures:
        return []
    first, *others = screen.figures or (FigureTable("", ()),)
    title = heading_text("What it does", style)
    lines = style.wrap(f"{title}: {first.measured}" if first.measured else title, "", "  ")
    for said in screen.effects:
        lines += style.wrap(said, "  ")
    labels = screen.labels.first, screen.labels.second
    lines += figure_table(first.rows, labels, style)
    for other in others:
        lines += [*style.wrap(f"Beside that, {other.measured}:", "", "  "), *figure_table(other.rows, labels, style)]
    return lines


def figure_table(rows: Sequence[FigureRow], labels: tuple[str, str], style: ScreenStyle) -> list[str]:
    """Return statistics as the lines of a table if it fits, otherwise each as a sentence."""
    if not rows:
        return []
    table = [([row.first], [row.second], [row.difference.replace(UNCLEAR, "none clear")]) for row in rows]
    heads = (*map(_label_lines, labels), ["DIFFERENCE (95 % RANGE)"])
    widths = [max(len(part) for cell in column for part in cell) for column in zip(heads, *table, strict=True)]
    room = min(max(len(one_line_cell(row.title)) for row in rows), style.width - 2 - sum(widths) - 3 * 2)
    if style.linear or room < LEAST_TITLE:
        return [line for row in rows for line in _sentence(row, labels, style)]
    titles = (wrap(one_line_cell(row.title), room, break_on_hyphens=False) for row in rows)
    lines: list[str] = []
    for title, (*numbers, difference) in (([""], heads), *zip(titles, table, strict=True)):
        right = ([part.rjust(width) for part in cell] for cell, width in zip(numbers, widths, strict=False))
        cells = bottom_aligned([title, *right, difference])
        lines += side_by_side(cells, [width + 2 for width in (room, *widths)], "  ")
    return lines


LEAST_TITLE, LABEL_ROOM = 10, 9
"""Letters of the narrowest column of titles, and of the longest label that stays on one line."""


def _label_lines(label: str) -> list[str]:
    """Return a label as short lines, to fit above a narrow column."""
    return wrap(one_line_cell(label).upper(), LABEL_ROOM, break_long_words=False, break_on_hyphens=False)


def _sentence(row: FigureRow, labels: tuple[str, str], style: ScreenStyle) -> list[str]:
    said = f"{row.title}: {labels[0]} {row.first}, {labels[1]} {row.second}; {row.difference}"
    return style.wrap(said, "  ", "    ")
