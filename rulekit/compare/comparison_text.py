"""A comparison as text: the first screen or, with `--full`, everything by chapter and all statistics.

In the clauses, changed words are marked `[-old-]` and `{+new+}`, or by colour if the terminal has colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap

from ..diagnostics.printable import counted, printable
from .comparison_report import ComparisonReport
from .figure_sentences import alone_titles, figure_title
from .paired_figures import FigureComparison, Sides, main_figures
from .screen_layout import screen_lines
from .screen_style import USUAL_STYLE, ScreenStyle, figure_row, table_lines
from .text_difference import DiffSegment, ProseRow, plain_paint
from .told_changes import ToldChange

Paint = Callable[[str, str], str]
"""A function from the side of a text (same, old, new) and the text to what is printed."""


def colour(how: str, text: str) -> str:
    return {"same": text, "old": f"\x1b[31m{text}\x1b[0m", "new": f"\x1b[32m{text}\x1b[0m"}[how]


def comparison_text(
    report: ComparisonReport, paint: Paint = plain_paint, style: ScreenStyle = USUAL_STYLE, full: bool = False
) -> str:
    """Return the text of the first screen; with `full`, followed by the rest of the report."""
    lines = screen_lines(report.screen, style)
    if full:
        lines += ["", *full_lines(report, paint, style)]
    return "\n".join(lines) + "\n"


def full_lines(report: ComparisonReport, paint: Paint, style: ScreenStyle) -> Iterator[str]:
    """Yield the lines of the full report that come after the first screen. Control characters in texts of a rulebook
    are removed."""
    parts = [(chapter.title, chapter.told) for chapter in report.chapters]
    parts += [(f"Only {other.under}", other.told) for other in report.elsewhere]
    for title, told in parts:
        yield from (*style.wrap(title, "", "  "), "")
        for change in told:
            yield from (*_change_lines(change, paint, style), "")
    rules = sum(not c.wording for c in report.changes)
    words = len(report.changes) - rules
    yield f"{counted(rules, 'change')} of the rules, {counted(words, 'change')} of wording and examples"
    if report.options:
        yield from ("", "Options and open questions in force that differ", "")
        for option in report.options:
            one, two = (f'"{a}"' if a else "no such option" for a in option.answers)
            yield from style.wrap(f'"{option.title}" ({option.name}): {one} -> {two}', "  ", "    ")
    if report.does:
        yield from ("", "What it does, in sentences", "")
        for said in report.does:
            yield from style.wrap(said, "  * ")
    if report.sides is not None:
        yield from ("", *_alone(report, report.sides, style), *figure_lines(report.sides, report.names, style))


# ------------------------------------------------------------------------------------------------------ changed clauses


def _change_lines(one: ToldChange, paint: Paint, style: ScreenStyle) -> Iterator[str]:
    yield from _wrap_marked(one.heading, paint, "  ", style.width)
    for note in one.notes:
        yield from style.wrap(f"({note})", "    ", "      ")
    for row in one.rows:
        yield from _row(row, paint, style.width)
    if not one.rows:
        for line in one.law:
            first = line[0].text if line else ""
            indent = " " * (4 + len(first) - len(first.lstrip()))
            bare = (DiffSegment(line[0].how, first.lstrip()), *line[1:]) if line else ()
            yield from _wrap_marked(bare, paint, indent, style.width)


def _row(row: ProseRow, paint: Paint, width: int) -> Iterator[str]:
    """Yield the lines of a sentence, with its bullet or number, or of a table's row with bars between its cells."""
    bullet = "    " + "   " * row.depth
    if row.sign:
        bullet = bullet[:-3] + f"{row.sign} ".ljust(3)
    line = [part for at, cell in enumerate(row.cells) for part in (*([BAR] if at else []), *cell)]
    yield from _wrap_marked(line, paint, bullet, width)


BAR = DiffSegment("same", " | ")


def _wrap_marked(line: Sequence[DiffSegment], paint: Paint, bullet: str, width: int) -> Iterator[str]:
    """Yield the lines of a wrapped sentence with its marks. Colours end before each line break."""
    under = " " * min(len(bullet), width // 2)
    if paint is plain_paint:
        text = "".join(plain_paint(part.how, _fit(part.text)) for part in line)
        begin = bullet if len(bullet) <= width // 2 else under
        yield from wrap(text, width, initial_indent=begin, subsequent_indent=under, break_on_hyphens=False) or [""]
        return
    row, used = bullet, len(bullet)
    for how, word in [(part.how, word) for part in line for word in re.findall(r"\s+|\S+", part.text)]:
        if used + len(word) > width and not word.isspace() and row.endswith(" "):
            yield row.rstrip()
            row, used = under, len(under)
        row += word if word.isspace() else paint(how, _fit(word))
        used += len(word)
    yield row.rstrip()


def _fit(text: str) -> str:
    return printable(text).replace("\n", " ")


# ----------------------------------------------------------------------------------------------------------- statistics


ALONE = "Each change of the rules by itself"


def alone_parts(report: ComparisonReport, sides: Sides) -> Iterator[tuple[str, str, list[tuple[str, ...]]]]:
    """Yield each group of changes that was played alone: the title of its first change, a note (the other changes in
    the group, or why it has no statistics), and its statistics as rows of cells."""
    told = [t for chapter in report.chapters for t in chapter.told]
    for one in sides.alone:
        title, *more = alone_titles(one, told, *(voice.names for voice in report.voices))
        note = "with " + ", ".join(f'"{title}"' for title in more) if more else ""
        rows: list[tuple[str, ...]] = []
        if one.same:
            note = "; ".join([*([note] if note else []), "the games are the same (proved)"])
        elif one.sides is None:
            note = f"cannot stand alone: {one.why}"
        else:
            rows = [(figure_title(f.name, report.voices[1].names), *figure_row(f)[1:]) for f in main_figures(one.sides)]
        yield title, note, rows


def _alone(report: ComparisonReport, sides: Sides, style: ScreenStyle) -> Iterator[str]:
    """Yield for each change that was played alone the lines of a table of its statistics."""
    if not sides.alone:
        return
    yield from style.wrap(f"{ALONE}: {report.names[0]} against the same with this change and no other")
    for number, (title, note, rows) in enumerate(alone_parts(report, sides), 1):
        yield ""
        yield from style.wrap(f'{number}. "{title}"', "  ", "     ")
        if note:
            yield from style.wrap(note, "     ")
        if rows:
            head = ("", "without", "with", "difference", "95 %")
            yield from (
                f"   {line}" for line in table_lines(head, [tuple(map(_fit, row)) for row in rows], style.width - 3)
            )
    yield ""


METHODS = (
    "means and shares: paired differences, normal approximation, or the rule of three where no pair differs",
    "medians, p95 and branching: paired bootstrap; wins, draws and unfinished are shares of the games",
)


def figure_lines(sides: Sides, names: tuple[str, str], style: ScreenStyle = USUAL_STYLE) -> list[str]:
    """Return the lines of all tables of statistics, after lines that explain them."""
    title = f"{sides.sample}, seed {sides.seed}, paired by chance"
    both = f"first: {names[0]}; second: {names[1]}"
    lines = []
    for said in (title, both, "difference: second less first, with a 95 % interval; * leaves out 0", *METHODS):
        lines += style.wrap(said, "", "  ")
    head = ("", "first", "second", "difference", "95 %")
    for caption, found in figure_tables(sides):
        lines += ["", *([] if found is sides.figures else [*style.wrap(caption), ""])]
        lines += table_lines(head, [tuple(map(_fit, figure_row(f))) for f in found], style.width)
    return lines


def figure_tables(sides: Sides) -> Iterator[tuple[str, tuple[FigureComparison, ...]]]:
    """Yield the tables of statistics that are not empty, each with its caption."""
    tables = (
        ("results and length", sides.figures),
        ("applications of each clause in a game", sides.clauses),
        ("options in a game: at how many decisions offered, how often taken", sides.options),
        ("measured at the end of a game", sides.measured),
    )
    return ((caption, found) for caption, found in tables if found)
