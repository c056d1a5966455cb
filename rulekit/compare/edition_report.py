"""The whole comparison of two editions: what changed in the rules, options in force, and the figures side by side.

The changes come from `model.difference` and are told by `clause_difference.py`; the figures from `figures.py`.  Here
they are put on one page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from ..diagnostics.printable import one_line
from ..model.changes import Change
from ..model.rulebook import Rulebook
from .clause_difference import as_data, as_text
from .confidence import SAME
from .figures import Figure, Sides


@frozen
class Comparison:
    """Two rulebooks, A and B, and what separates them.

    `sides` is None where no games were played.  `other_players` are the numbers of players for which the clauses differ
    otherwise than told here.
    """

    first: Rulebook
    second: Rulebook
    names: tuple[str, str]
    changes: tuple[Change, ...]
    sides: Sides | None
    other_players: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "first": self.names[0],
            "second": self.names[1],
            "players": self.first.players,
            "other_players": list(self.other_players),
            "changes": as_data(self.changes),
            "options": [
                {"option": name, "first": a, "second": b} for name, a, b in options_in_force(self.first, self.second)
            ],
            "simulation": self.sides.as_json() if self.sides else None,
        }

    def as_text(self) -> str:
        names = tuple(one_line(name) for name in self.names)
        heading = f"{names[0]} -> {names[1]}, for {self.first.players} players"
        lines = [heading, "", as_text(self.changes).rstrip("\n")]
        if self.other_players:
            counts = " or ".join(map(str, self.other_players))
            lines.append(
                f"for {counts} players the rules differ otherwise: `--players {self.other_players[0]}` tells how"
            )
        options = options_in_force(self.first, self.second)
        if options:
            lines += ["", "options and rulings in force that differ", ""]
            lines += [f"  {name}: {_or_none(a)} -> {_or_none(b)}" for name, a, b in options]
        if self.sides is not None:
            lines += ["", *_sides(self.sides, (names[0], names[1]))]
        return "\n".join(lines)


def options_in_force(first: Rulebook, second: Rulebook) -> list[tuple[str, int | str | None, int | str | None]]:
    """The options whose value in force differs; None where a side has no such option."""
    names = dict.fromkeys((*first.options, *second.options))
    rows = ((name, first.options.get(name), second.options.get(name)) for name in names)
    return [row for row in rows if row[1] != row[2]]


def _or_none(value: int | str | None) -> str:
    return "no such option" if value is None else str(value)


METHODS = (
    "means and shares: paired differences, normal approximation, or the rule of three where no pair differs",
    "medians, p95 and branching: paired bootstrap; wins, draws and unfinished are shares of the games",
)


def _sides(sides: Sides, names: tuple[str, str]) -> list[str]:
    title = f"{sides.games} random games of {sides.players} players each, seed {sides.seed}, paired by chance"
    lines = [title, "difference: second less first, with a 95 % interval; * leaves out 0", *METHODS, ""]
    head = ("", *names, "difference", "95 %")
    lines += _table(head, [_row(f) for f in sides.figures])
    if sides.clauses:
        lines += ["", "applications of each clause in a game", ""]
        lines += _table(head, [_row(f) for f in sides.clauses])
    if sides.options:
        lines += ["", "options in a game: at how many decisions offered, how often taken", ""]
        lines += _table(head, [_row(f) for f in sides.options])
    return lines


def _row(figure: Figure) -> tuple[str, ...]:
    found = figure.interval
    if found is None or found.difference is None:
        return (figure.name, number(figure.first), number(figure.second), "", "")
    if found.low is None:
        reach = f"{SAME}  " if found.method == SAME else ""
    else:
        reach = f"{number(found.low)} .. {number(found.high)} {'*' if found.clear else ' '}"
    return (figure.name, number(figure.first), number(figure.second), number(found.difference), reach)


def number(value: float | None) -> str:
    """Three digits behind the point, and no minus before a zero."""
    return "-" if value is None else f"{round(value, 3) + 0.0:.3f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    lines = []
    for row in (head, *rows):
        first, *rest = (
            cell.ljust(w) if at == 0 else cell.rjust(w) for at, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        lines.append(f"  {'  '.join((first, *rest))}".rstrip())
    return lines
