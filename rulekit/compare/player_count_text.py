"""A comparison for several numbers of players: the first screen for one number, and one table for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from ..diagnostics.printable import counted
from .comparison_report import ComparisonReport, list_counts
from .comparison_text import Paint, full_lines
from .first_screen import FirstScreen
from .paired_figures import FigureComparison, Sides
from .screen_figures import FigureTable, rows_of_counts
from .screen_layout import screen_lines
from .screen_style import USUAL_STYLE, ScreenStyle, figure_row, table_lines
from .text_difference import plain_paint


@frozen
class PlayerCountReports:
    """One report for each number of players, the smallest number first."""

    reports: tuple[ComparisonReport, ...]

    def as_json(self) -> dict[str, Any]:
        first = self.reports[0]
        return {
            "first": first.names[0],
            "second": first.names[1],
            "players": [r.players for r in self.reports],
            "reports": [r.as_json() for r in self.reports],
        }

    def as_text(self, paint: Paint = plain_paint, style: ScreenStyle = USUAL_STYLE, full: bool = False) -> str:
        """Return the first screen, with the lengths of games for each number of players. With `full`, also return a
        table for all numbers, the sentences for each, and the whole report for the first."""
        lines = screen_lines(self._screen(), style)
        if full:
            lines += [
                "",
                f"For {list_counts([r.players for r in self.reports])} players",
                "",
                *self._table(style.width),
                "",
            ]
            for report in self.reports[1:]:
                lines += [f"For {report.players} players"]
                lines += [line for said in report.does for line in style.wrap(said, "  * ")]
            lines += ["", *full_lines(self.reports[0], paint, style)]
        return "\n".join(lines) + "\n"

    def _screen(self) -> FirstScreen:
        """Return the first screen of the smallest number of players for which rules differ, with statistics for each
        number."""
        lead = next((r for r in self.reports if r.screen.topics), self.reports[0])
        most = max(len(r.screen.figures) for r in self.reports)
        figures = tuple(self._figures(at) for at in range(most))
        same = tuple(f"{r.players} players: the same game (proved)." for r in self.reports if r.players in r.equal)
        counts = f"{list_counts([r.players for r in self.reports])} players"
        players = counts if lead is self.reports[0] else f"{counts}, the rules for {lead.players}"
        return evolve(lead.screen, players=players, figures=figures, effects=same or lead.screen.effects)

    def _figures(self, at: int) -> FigureTable:
        """Return the table at index `at` of the first screens, with the rows of all numbers of players."""
        found = [(r.players, r.screen.figures[at]) for r in self.reports if at < len(r.screen.figures)]
        measured = next(table.measured for _, table in found)
        return FigureTable(measured, rows_of_counts([(players, table.rows) for players, table in found]))

    def _table(self, width: int) -> list[str]:
        return table_lines(HEAD, [(row[1], row[0], *row[2:]) for row in self._rows()], width)

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for report in self.reports:
            if report.players in report.equal:
                yield str(report.players), "the same game (proved)", "", "", "", ""
            elif report.sides is not None:
                for figure in _figures(report.sides):
                    name = figure.name.replace("length mean", "moves").replace(" mean", "")
                    yield str(report.players), name, *figure_row(figure)[1:]
            else:
                rules = sum(not c.wording for c in report.changes)
                yield str(report.players), f"{counted(rules, 'change')} of the rules", "", "", "", ""


HEAD = ("figure", "players", "first", "second", "difference", "95 %")


def _figures(sides: Sides) -> list[FigureComparison]:
    wanted = ("length mean", "turns mean", *(f"wins {seat}" for seat in sides.seats), "draws")
    return [f for f in sides.figures if f.name in wanted]
