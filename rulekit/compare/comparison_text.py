"""A comparison as text: the gist on the first screen, then everything by chapter, then the figures.

Changed words are marked `[-old-]` and `{+new+}`, or by colour where the terminal has it.  Reports for several numbers
of players share one table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Any

from attrs import frozen

from ..diagnostics.printable import printable
from .change_sentences import quoted
from .comparison_report import ComparisonReport
from .confidence import SAME, ConfidenceInterval
from .figure_sentences import alone_titles, figure_title
from .gist import WIDTH, gist_layout, wrap_bullet
from .paired_figures import FigureComparison, Sides, main_figures
from .text_difference import DiffSegment, ProseRow
from .told_changes import ToldChange

Paint = Callable[[str, str], str]
"""How a stretch of text (same, old, new) is shown."""


def plain_paint(how: str, text: str) -> str:
    return {"same": text, "old": f"[-{text}-]", "new": f"{{+{text}+}}"}[how]


def coloured(how: str, text: str) -> str:
    return {"same": text, "old": f"\x1b[31m{text}\x1b[0m", "new": f"\x1b[32m{text}\x1b[0m"}[how]


def comparison_text(report: ComparisonReport, paint: Paint = plain_paint) -> str:
    """Return the whole report; all text of a rulebook is made printable before it is painted."""
    lines = [*gist_lines(report, paint), ""]
    for chapter in report.chapters:
        lines += [_fit(chapter.title), ""]
        for change in chapter.told:
            lines += [*_told(change, paint), ""]
    for other in report.elsewhere:
        lines += [_fit(f"Only {other.under}"), ""]
        for change in other.told:
            lines += [*_told(change, paint), ""]
    rules = sum(not c.wording for c in report.changes)
    words = len(report.changes) - rules
    lines.append(f"{_many(rules, 'change')} of the rules, {_many(words, 'change')} of wording and examples")
    if report.options:
        lines += ["", "Options and open questions in force that differ", ""]
        for option in report.options:
            one, two = (f'"{a}"' if a else "no such option" for a in option.answers)
            lines += _wrapped(f'"{option.title}" ({option.name}): {one} -> {two}', "  ")
    if report.sides is not None:
        lines += ["", *_alone(report, report.sides)]
        lines += figure_lines(report.sides, (_fit(report.names[0]), _fit(report.names[1])))
    return "\n".join(lines) + "\n"


def gist_lines(report: ComparisonReport, paint: Paint = plain_paint) -> list[str]:
    """Return the first screen."""
    gist = report.gist
    lines = wrap_bullet(f"{_fit(report.called)}, for {_many(report.players, 'player')}", "", 2)
    for said in gist.own:
        lines += wrap_bullet(_fit(said), "  ", 4)
    lines += ["", "What changed"]
    for bullet, one in gist_layout(gist.changed):
        lines += _wrap_marked(one, paint, bullet)
    if gist.does:
        lines += ["", *wrap_bullet(effects_heading(report), "", 2)]
        for said in gist.does:
            lines += wrap_bullet(_fit(said))
    return lines


def effects_heading(report: ComparisonReport) -> str:
    """Return the heading over what is proved or measured."""
    if report.sides is None or report.players in report.equal:
        return "What it does"
    return f"What it does to games of random players ({report.sides.games:,} pairs of games, seed {report.sides.seed})"


def _told(one: ToldChange, paint: Paint) -> Iterator[str]:
    yield from _wrap_marked(one.heading, paint, "  ")
    for note in one.notes:
        yield from _wrapped(f"({note})", "    ")
    for row in one.rows:
        yield from _row(row, paint)
    if not one.rows:
        for line in one.law:
            yield "    " + "".join(paint(part.how, _fit(part.text)) for part in line).rstrip()


def _row(row: ProseRow, paint: Paint) -> Iterator[str]:
    """Return a sentence after its sign, or a row of a table with bars between its cells."""
    bullet = "    " + "   " * row.depth
    if row.sign:
        bullet = bullet[:-3] + f"{row.sign} ".ljust(3)
    line = [part for at, cell in enumerate(row.cells) for part in (*([BAR] if at else []), *cell)]
    yield from _wrap_marked(line, paint, bullet)


BAR = DiffSegment("same", " | ")


def _wrap_marked(line: Sequence[DiffSegment], paint: Paint, bullet: str) -> Iterator[str]:
    """Wrap a sentence with marks; no colour continues into the next line."""
    if paint is plain_paint:
        yield from wrap_bullet("".join(plain_paint(part.how, _fit(part.text)) for part in line), bullet)
        return
    row, used = bullet, len(bullet)
    for how, word in [(part.how, word) for part in line for word in re.findall(r"\s+|\S+", part.text)]:
        if used + len(word) > WIDTH and not word.isspace() and row.endswith(" "):
            yield row.rstrip()
            row, used = " " * len(bullet), len(bullet)
        row += word if word.isspace() else paint(how, _fit(word))
        used += len(word)
    yield row.rstrip()


def _wrapped(text: str, bullet: str) -> list[str]:
    return wrap(_fit(text), WIDTH, initial_indent=bullet, subsequent_indent=bullet + "  ", break_on_hyphens=False)


def _fit(text: str) -> str:
    return printable(text).replace("\n", " ")


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


ALONE = "Each change of the rules by itself"


def alone_parts(report: ComparisonReport, sides: Sides) -> Iterator[tuple[str, str, list[tuple[str, ...]]]]:
    """Return each change that was played alone: its title, a note (its companions, or why it has no figures), its
    figures.
    """
    told = [t for chapter in report.chapters for t in chapter.told]
    for one in sides.alone:
        title, *more = alone_titles(one, told)
        note = "with " + ", ".join(map(quoted, more)) if more else ""
        rows: list[tuple[str, ...]] = []
        if one.same:
            note = "; ".join([*([note] if note else []), "the games are the same (proved)"])
        elif one.sides is None:
            note = f"cannot stand alone: {one.why}"
        else:
            rows = [(figure_title(f.name, report.voices[1].names), *figure_row(f)[1:]) for f in main_figures(one.sides)]
        yield title, note, rows


def _alone(report: ComparisonReport, sides: Sides) -> Iterator[str]:
    """Return the tables of what each change does alone."""
    if not sides.alone:
        return
    yield from _wrapped(f"{ALONE}: {report.names[0]} against the same with this change and no other", "")
    for number, (title, note, rows) in enumerate(alone_parts(report, sides), 1):
        yield ""
        yield from _wrapped(f'{number}. "{title}"', "  ")
        if note:
            yield from _wrapped(note, "     ")
        if rows:
            head = ("", "without", "with", "difference", "95 %")
            yield from (f"   {line}" for line in table_lines(head, [tuple(map(_fit, row)) for row in rows]))
    yield ""


METHODS = (
    "means and shares: paired differences, normal approximation, or the rule of three where no pair differs",
    "medians, p95 and branching: paired bootstrap; wins, draws and unfinished are shares of the games",
)


def figure_lines(sides: Sides, names: tuple[str, str]) -> list[str]:
    """Return the figures as tables."""
    title = f"{sides.games} random games of {sides.players} players each, seed {sides.seed}, paired by chance"
    lines = [title, "difference: second less first, with a 95 % interval; * leaves out 0", *METHODS, ""]
    head = ("", *names, "difference", "95 %")
    for caption, found in figure_tables(sides):
        lines += [] if found is sides.figures else ["", caption, ""]
        lines += table_lines(head, [figure_row(f) for f in found])
    return lines


def figure_tables(sides: Sides) -> Iterator[tuple[str, tuple[FigureComparison, ...]]]:
    """Return the tables of figures that have rows, each with its caption."""
    tables = (
        ("results and length", sides.figures),
        ("applications of each clause in a game", sides.clauses),
        ("options in a game: at how many decisions offered, how often taken", sides.options),
        ("measured at the end of a game", sides.measured),
    )
    return ((caption, found) for caption, found in tables if found)


def figure_row(figure: FigureComparison) -> tuple[str, ...]:
    """Return the name of a figure, both sides, the difference and its interval as cells."""
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
    """Return how many decimals show a clear difference."""
    assert found.low is not None and found.high is not None
    return 5 if found.clear and min(abs(found.low), abs(found.high)) < SMALL else 3


SMALL = 0.002


def number_text(value: float | None, digits: int = 3) -> str:
    """Return a number with some decimals, without a minus before zero."""
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def table_lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out columns, the first left-aligned, the others right-aligned."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    lines = []
    for row in (head, *rows):
        first, *rest = (
            cell.ljust(w) if at == 0 else cell.rjust(w) for at, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        lines.append(f"  {'  '.join((first, *rest))}".rstrip())
    return lines


@frozen
class PlayerCountReports:
    """One report for each number of players, the fewest first."""

    reports: tuple[ComparisonReport, ...]

    def as_json(self) -> dict[str, Any]:
        first = self.reports[0]
        return {
            "first": first.names[0],
            "second": first.names[1],
            "players": [r.players for r in self.reports],
            "reports": [r.as_json() for r in self.reports],
        }

    def as_text(self, paint: Paint = plain_paint) -> str:
        """The gist for the fewest, the table, a sentence or two for each number, then all of the first report."""
        whole = comparison_text(self.reports[0], paint)
        gist = gist_lines(self.reports[0], paint)
        lines = [*gist, "", f"For {_listed([r.players for r in self.reports])} players", "", *_table(self.reports), ""]
        for report in self.reports[1:]:
            lines += [f"For {report.players} players"]
            for said in report.gist.does:
                lines += wrap_bullet(said)
        return "\n".join([*lines, "", whole.partition("\n".join(gist))[2].lstrip("\n")])


def _listed(counts: Sequence[int]) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 2 else " and ".join(map(str, counts))


HEAD = ("players", "figure", "first", "second", "difference", "95 %")


def _table(reports: Sequence[ComparisonReport]) -> list[str]:
    rows: list[tuple[str, ...]] = []
    for report in reports:
        if report.players in report.equal:
            rows.append((str(report.players), "the same game (proved)", "", "", "", ""))
        elif report.sides is not None:
            rows += [_count_row(report.players if at == 0 else None, f) for at, f in enumerate(_figures(report.sides))]
        else:
            rules = sum(not c.wording for c in report.changes)
            rows.append((str(report.players), f"{rules} changes of the rules", "", "", "", ""))
    return table_lines(HEAD, [(row[0].rjust(len(HEAD[0])), *row[1:]) for row in rows])


def _figures(sides: Sides) -> list[FigureComparison]:
    wanted = ("length mean", "turns mean", *(f"wins {seat}" for seat in sides.seats), "draws")
    return [f for f in sides.figures if f.name in wanted]


def _count_row(players: int | None, figure: FigureComparison) -> tuple[str, ...]:
    name = figure.name.replace("length mean", "moves").replace(" mean", "")
    return ("" if players is None else str(players), name, *figure_row(figure)[1:])
