"""The same two editions for several numbers of players, in one table: moves, turns, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from .figures import FigureComparison, Sides
from .gist import wrap_bullet
from .report import ComparisonReport
from .terminal import Paint, comparison_text, gist_lines, number_text, plain_paint, table_lines


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
            rows += [_row(report.players if at == 0 else None, f) for at, f in enumerate(_figures(report.sides))]
        else:
            rules = sum(not c.wording for c in report.changes)
            rows.append((str(report.players), f"{rules} changes of the rules", "", "", "", ""))
    return table_lines(HEAD, [(row[0].rjust(len(HEAD[0])), *row[1:]) for row in rows])


def _figures(sides: Sides) -> list[FigureComparison]:
    wanted = ("length mean", "turns mean", *(f"wins {seat}" for seat in sides.seats), "draws")
    return [f for f in sides.figures if f.name in wanted]


def _row(players: int | None, figure: FigureComparison) -> tuple[str, ...]:
    found = figure.interval
    name = figure.name.replace("length mean", "moves").replace(" mean", "")
    begin = ("" if players is None else str(players), name, number_text(figure.first), number_text(figure.second))
    if found is None or found.difference is None:
        return (*begin, "", "")
    reach = (
        ""
        if found.low is None
        else f"{number_text(found.low)} .. {number_text(found.high)} {'*' if found.clear else ' '}"
    )
    return (*begin, number_text(found.difference), reach)
