"""The topics of a comparison as lines: in two columns, or one edition below the other.

Two columns are used only in 80 characters or more, and if each cell is short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from .first_screen import FirstScreen
from .screen_style import WIDTH, ScreenStyle, heading_text, one_line_cell, side_by_side
from .topics import Topic

CELL_HEIGHT: Final = 4
"""Lines of the highest cell that is easy to read in two columns."""
TITLE_WIDTH: Final = 20
"""Letters of the column of titles, with its gap."""
LABEL_WIDTH: Final = 16
"""Letters of the longest label that has the words to its right, not below it."""


ALSO: Final = "In --full also:"
"""The beginning of the line that names what is not shown."""


def topic_blocks(screen: FirstScreen, shown: Sequence[Topic], style: ScreenStyle) -> Iterator[list[str]]:
    """Yield the lines for each heading with its topics, then those for the topics that are only named."""
    told = [t for t in shown if not t.note]
    columns = _column_width(screen, told, style)
    for title, members in topic_parts(screen, told):
        if columns:
            head = screen.labels.first.upper(), screen.labels.second.upper()
            top = f"{heading_text(title, style).ljust(TITLE_WIDTH)}{head[0].ljust(columns)}{head[1]}"
            widths = (TITLE_WIDTH, columns, columns)
            rows = (tuple(map(_in_cell, (t.title, t.before, t.after), widths)) for t in members)
            yield [top, *(line for cells in rows for line in side_by_side(cells, widths))]
        else:
            yield [heading_text(title, style), *(line for t in members for line in _topic(t, screen, shown, style))]
    named = named_topics(shown)
    if named:
        yield style.wrap(f"{ALSO} {named}.", "", "  ")


def named_topics(shown: Sequence[Topic]) -> str:
    """Return one line that lists the topics without words, each with its kind of change; "" if there are none."""
    counted: dict[str, int] = {}
    for topic in shown:
        if topic.note:
            title = topic.title if "“" in topic.title else f"“{topic.title}”"
            said = f"{title} ({topic.note})"
            counted[said] = counted.get(said, 0) + 1
    return "; ".join(f"{said}{f' ({n} times)' if n > 1 else ''}" for said, n in counted.items())


def topic_parts(screen: FirstScreen, told: Sequence[Topic]) -> Iterator[tuple[str, list[Topic]]]:
    """Yield each heading with its topics: what players do, then components. For an expansion, the headings are what it
    adds, changes and removes; for a house rule, there is a single heading."""
    if screen.form == "expansion":
        sides = {"second": "Adds", "": "Changes", "first": "Removes"}
        parts = [(title, [t for t in told if t.only == side]) for side, title in sides.items()]
    elif screen.form == "house rule":
        parts = [("What changes", list(told))]
    else:
        kinds = (("What players do", False), ("Pieces and numbers", True))
        parts = [(title, [t for t in told if t.component == component]) for title, component in kinds]
    return ((title, members) for title, members in parts if members)


# ------------------------------------------------------------------------------ topics with one edition below the other


def _topic(topic: Topic, screen: FirstScreen, shown: Sequence[Topic], style: ScreenStyle) -> Iterator[str]:
    """Yield the lines of a topic: the words of each edition, or of the only edition that has it."""
    labels = screen.labels.first, screen.labels.second
    remarks = screen.remarks(topic, shown)
    said = topic.before or topic.after
    if not topic.only:
        yield from style.wrap(_with_remarks(topic.title, remarks), "  ", "    ")
        room = max(map(len, labels))
        beside = room <= LABEL_WIDTH and not style.linear
        for label, words in zip(labels, (topic.before, topic.after), strict=True):
            begin = f"    {one_line_cell(label).ljust(room)}  " if beside else f"    {one_line_cell(label)}: "
            yield from style.wrap(words, begin, None if beside else " " * 6)
    elif said.rstrip(".") == topic.title.rstrip("."):
        yield from style.wrap(_with_remarks(said, remarks), "  ", "    ")
    else:
        yield from style.wrap(_with_remarks(topic.title, remarks), "  ", "    ")
        yield from style.wrap(said, "    ")


def _with_remarks(text: str, remarks: str) -> str:
    return f"{text} ({remarks})" if remarks else text


# ------------------------------------------------------------------------------------------------ topics in two columns


def _column_width(screen: FirstScreen, told: Sequence[Topic], style: ScreenStyle) -> int:
    """Return the width of a column if two columns fit and are easy to read; otherwise 0."""
    if style.linear or style.width < WIDTH or screen.form != "editions":
        return 0
    width = (style.width - TITLE_WIDTH) // 2
    cells = [_in_cell(text, width) for t in told for text in (t.before, t.after)]
    cells += [_in_cell(t.title, TITLE_WIDTH) for t in told]
    labels = max(len(screen.labels.first), len(screen.labels.second))
    return width if labels < width and all(len(cell) <= CELL_HEIGHT for cell in cells) else 0


def _in_cell(text: str, width: int) -> list[str]:
    """Return a text as the lines of a cell in a column of this width, which contains the gap after it."""
    return wrap(one_line_cell(text) or "no such rule", width - 2, break_on_hyphens=False)
