"""A table of several editions as text, as an HTML page, and as JSON.

Editions are columns if columns are wide enough to read. Otherwise each row lists one edition after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from ..diagnostics.printable import counted, enumerated, printable
from . import plots
from .edition_labels import brief_words
from .edition_table import NONE, SAME, EditionTable
from .html_page import safe_html, whole_page
from .screen_style import ScreenStyle, heading_text, one_line_cell, side_by_side, table_lines

TITLE_WIDTH: Final = 16
"""Letters of the column of titles, with its gap."""
NARROWEST_COLUMN: Final = 18
"""Letters of a column that can be read, with its gap."""
LONGEST: Final = 160
"""Letters of a cell if not everything is asked for."""


def edition_table_text(table: EditionTable, style: ScreenStyle, full: bool) -> str:
    """Return the text of both tables. With `full`, no cell is shortened."""
    lines = style.wrap(f"{'; '.join(table.titles)} ({counted(table.players, 'player')})")
    columns = (style.width - TITLE_WIDTH) // len(table.labels)
    rows = [(row.title, _brief(row.cells, full)) for row in table.decisions]
    if rows and columns >= NARROWEST_COLUMN and not style.linear:
        lines += ["", *_columns(table, rows, columns)]
    elif rows:
        lines += ["", *_one_after_the_other(table, rows, style)]
    lines += ["", *style.wrap(_legend(table))]
    if table.figures:
        lines += ["", *style.wrap(f"{heading_text('What it does', style)}: {table.measured}"), ""]
        lines += [*_figures(table, style), "", *style.wrap("*: clearly different from the first (95 %, after Holm)")]
    return "\n".join(lines) + "\n"


def _brief(cells: Sequence[str], full: bool) -> tuple[str, ...]:
    """Return the cells of a row. Unless `full`, long cells are shortened to the sentences most similar to those of the
    first edition, and the first edition's cell to those most similar to the others."""
    others = " ".join(cells[1:])
    return tuple(
        cell if full or len(cell) <= LONGEST else brief_words(cell, cells[0] if at else others, LONGEST)
        for at, cell in enumerate(cells)
    )


def _legend(table: EditionTable) -> str:
    same = [label for label, is_same in zip(table.labels[1:], table.same[1:], strict=True) if is_same]
    if not table.decisions:
        said = "No rule differs."
    else:
        said = f"{counted(len(table.decisions), 'decision')}. Empty: as in {table.labels[0]}. {NONE}: no such rule."
    return f"{said} Proved to be the same game as {table.labels[0]}: {enumerated(same)}." if same else said


def _columns(table: EditionTable, rows: Sequence[tuple[str, Sequence[str]]], width: int) -> Iterator[str]:
    head = ("", [label.upper() for label in table.labels])
    for title, cells in (head, *rows):
        widths = (TITLE_WIDTH, *(width for _ in cells))
        yield from side_by_side(list(map(_wrapped, (title, *cells), widths)), widths)
        yield ""


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(one_line_cell(text), width - 2, break_on_hyphens=False) or [""]


def _one_after_the_other(
    table: EditionTable, rows: Sequence[tuple[str, Sequence[str]]], style: ScreenStyle
) -> Iterator[str]:
    """Yield the lines of each row: its title, then each edition that differs from the first, with what it says."""
    for title, cells in rows:
        yield from style.wrap(title, "", "  ")
        for label, cell in zip(table.labels, cells, strict=True):
            if cell != SAME:
                yield from style.wrap("no such rule" if cell == NONE else cell, f"  {one_line_cell(label)}: ", "    ")


def _figures(table: EditionTable, style: ScreenStyle) -> Iterator[str]:
    rows = [
        (row.title, *(f"{cell}{' *' if clear else '  '}" for cell, clear in zip(row.cells, row.clear, strict=True)))
        for row in table.figures
    ]
    head = ("", *(f"{one_line_cell(label)[:24].upper()}  " for label in table.labels))
    if not style.linear and 14 + sum(len(label) + 2 for label in head) <= style.width:
        yield from table_lines(head, rows, style.width)
        return
    for row in table.figures:
        yield from style.wrap(row.title, "  ", "    ")
        for label, cell, clear in zip(table.labels, row.cells, row.clear, strict=True):
            yield from style.wrap(f"{cell}{' *' if clear else ''}", f"    {one_line_cell(label)}: ", "      ")


# --------------------------------------------------------------------------------------------------- HTML page and JSON


def edition_table_page(table: EditionTable, full: bool) -> str:
    """Return both tables as an HTML page that loads no other file. With `full`, no cell is shortened."""
    title = "; ".join(table.titles)
    return whole_page(title, edition_table_body(table, title, full))


def edition_table_body(table: EditionTable, title: str, full: bool = False) -> str:
    """Return both tables under a heading as HTML."""
    head = "".join(f'<th scope="col">{safe_html(label)}</th>' for label in table.labels)
    rows = ""
    for row in table.decisions:
        cells = "".join(f"<td>{safe_html(cell)}</td>" for cell in _brief(row.cells, full))
        rows += f'<tr><th scope="row">{safe_html(row.title)}</th>{cells}</tr>'
    parts = [
        f"<h1>{safe_html(title)}</h1><p>{safe_html(_legend(table))}</p>",
        f'<div class="wide words" tabindex="0" role="region" aria-label="What differs"><table>'
        f'<thead><tr><th scope="col">Decision</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>',
    ]
    if table.figures:
        parts.append(f"<h2>What it does</h2><p>{safe_html(table.measured)}; *: clearly different from the first</p>")
        body = "".join(
            f'<tr><th scope="row">{safe_html(row.title)}</th>'
            + "".join(
                f"<td>{safe_html(c)}{'*' if clear else ''}</td>" for c, clear in zip(row.cells, row.clear, strict=True)
            )
            + "</tr>"
            for row in table.figures
        )
        parts.append(_plots(table))
        parts.append(
            f'<div class="wide" tabindex="0" role="region" aria-label="Figures"><table>'
            f'<thead><tr><th scope="col">Figure</th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )
    return f'<section class="comparison">{"".join(parts)}</section>'


def _plots(table: EditionTable) -> str:
    """Return the HTML of the plots of lengths and results of games; only games that ended in each edition are
    included."""
    labels = [printable(label) for label in table.labels]
    drawn = []
    if all(len(own) > 1 for own in table.lengths):
        title = "Moves in a game: nine of ten games (line), the middle half (bar) and the median"
        drawn.append((title, plots.editions_lengths_plot(labels, table.lengths)))
    if table.shares:
        shares = {printable(seat): own for seat, own in table.shares.items()}
        title = "Of 100 games, how many each player wins; the rest is drawn"
        drawn.append((title, plots.editions_wins_plot(labels, shares)))
    shown = (f"<figure><figcaption>{safe_html(title)}</figcaption>{svg}</figure>" for title, svg in drawn)
    return f'<div class="plots">{"".join(shown)}</div>'


def edition_table_json(table: EditionTable) -> dict[str, Any]:
    """Return both tables as data. The words of a cell are null if it is the same as in the first edition, or if there
    is no such rule."""
    return {
        "players": table.players,
        "editions": [
            {"name": name, "title": title, "label": label, "same_game": same}
            for name, title, label, same in zip(table.names, table.titles, table.labels, table.same, strict=True)
        ],
        "decisions": [
            {
                "title": row.title,
                "chapter": row.chapter,
                "cells": [
                    {"words": None if cell in (SAME, NONE) else cell, "as_first": at > 0 and cell == SAME}
                    for at, cell in enumerate(row.cells)
                ],
            }
            for row in table.decisions
        ],
        "measured": table.measured,
        "figures": [{"title": row.title, "cells": list(row.cells), "clear": list(row.clear)} for row in table.figures],
    }
