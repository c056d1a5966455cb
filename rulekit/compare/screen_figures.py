"""The statistics of the first screen, four at most: both values, the difference and its interval, rounded to the same
precision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from ..diagnostics.printable import capital
from .confidence import SAME, ConfidenceInterval, p_value
from .figure_sentences import clear_figures, figure_title, number_text
from .names import TitleLookup
from .paired_figures import FigureComparison, Sides

MOST_FIGURES: Final = 4
UNCLEAR: Final = "no clear difference"


@frozen
class FigureRow:
    """A statistic as text: its title, its value in both editions, and the difference."""

    title: str
    first: str
    second: str
    difference: str


@frozen
class FigureTable:
    """Rows of statistics, with a text that says what was played."""

    measured: str
    rows: tuple[FigureRow, ...]


def figure_rows(sides: Sides, names: TitleLookup) -> tuple[FigureRow, ...]:
    """Return rows for the length of games, a statistic of the rulebook, a player's share of wins or payoff, draws, and
    unfinished games. Rows that say nothing are left out."""
    found = [f for f in _figures_to_show(sides, names) if f.interval is not None and f.interval.difference is not None]
    unfinished = [f for f in found if f.name == "unfinished"]
    rest = [f for f in found if f.name != "unfinished"][: MOST_FIGURES - len(unfinished)]
    kept = [*rest, *unfinished]
    sure = clear_figures(kept)
    return tuple(figure_row_text(figure, figure in sure, names) for figure in kept)


def _figures_to_show(sides: Sides, names: TitleLookup) -> Iterator[FigureComparison]:
    figures = {f.name: f for f in sides.figures}
    yield figures["length mean"]
    measured = clear_figures(
        [f for f in sides.measured if f.interval is not None and f.interval.difference is not None]
    )
    if measured:
        yield min(measured, key=lambda f: p_value(f.interval))
    elif "turns mean" in figures and _differs(figures["turns mean"], figures["length mean"]):
        yield figures["turns mean"]
    kind = "payoff" if names.pays else "wins"
    results = [figures[f"{kind} {seat}"] for seat in sides.seats]
    if len(results) <= 2:  # each win of one is a loss of the other
        results = results[:1]
    yield min(results, key=lambda f: p_value(f.interval))
    for name in ("draws", "unfinished"):
        if figures[name].first or figures[name].second:
            yield figures[name]


def _differs(one: FigureComparison, other: FigureComparison) -> bool:
    """Return whether two statistics have different values. If not, they may be the same quantity with two names."""
    return (one.first, one.second) != (other.first, other.second)


def figure_row_text(figure: FigureComparison, sure: bool, names: TitleLookup) -> FigureRow:
    """Return a statistic as text. `sure` means that its difference is significant."""
    share = figure.name in ("draws", "unfinished") or figure.name.startswith("wins ")
    size = 100 if share else 1
    found = figure.interval
    assert found is not None and found.difference is not None
    one, two = size * (figure.first or 0.0), size * (figure.second or 0.0)
    low, high = (None if end is None else size * end for end in (found.low, found.high))
    digits = _digits(found, size, 1 if share or max(abs(one), abs(two)) >= 1 else 2)
    first, second = round(one, digits), round(two, digits)
    difference = round(second - first, digits)
    title = f"{_title(figure.name, names)}{', of 100' * share}"
    told = _difference(evolve(found, low=low, high=high), sure, difference, digits, _more(figure, difference, share))
    return FigureRow(title, number_text(first, digits), number_text(second, digits), told)


def _digits(found: ConfidenceInterval, size: int, least: int) -> int:
    """Return the number of decimals, `least` or more, with which the ends of an interval are distinguishable from 0. If
    the difference is not significant, return `least`."""
    if not found.clear or found.low is None or found.high is None:
        return least
    ends = [abs(size * end) for end in (found.low, found.high)]
    return next((n for n in range(least, 4) if all(round(end, n) for end in ends)), 4)


def _difference(found: ConfidenceInterval, sure: bool, difference: float, digits: int, more: str) -> str:
    low, high = found.low, found.high
    if found.method == SAME:
        return "the same in each pair"
    if low is None or high is None:
        return f"{difference:+.{digits}f}, of too few games for a range"
    if not found.clear:
        return f"{UNCLEAR} ({_with_sign(low, digits)} to {_with_sign(high, digits)})"
    ends = sorted((abs(low), abs(high)))
    said = f"{abs(difference):.{digits}f} {more} ({ends[0]:.{digits}f} to {ends[1]:.{digits}f})"
    return said if sure else f"perhaps {said}"


def _with_sign(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def _more(figure: FigureComparison, difference: float, share: bool) -> str:
    counted = share or figure.name in ("length mean", "turns mean")
    return "more" if difference > 0 else "fewer" if counted else "less"


def _title(name: str, names: TitleLookup) -> str:
    kind, _, rest = name.partition(" ")
    known = {"length": "Moves in a game", "turns": "Turns in a game", "draws": "Drawn", "unfinished": "Not finished"}
    if kind in known and rest in ("mean", ""):
        return known[kind]
    if kind == "wins":
        return f"{_player(names.seat(rest))} wins"
    if kind == "payoff":
        return f"Paid to {_player(names.seat(rest))}"
    said = figure_title(name, names).replace('"', "")
    return capital(said)


def _player(called: str) -> str:
    """Return the name of a player, or `Player` and the number if the player has no name."""
    return f"Player {called[1:]}" if called[:1] == "P" and called[1:].isdigit() else called


def rows_of_counts(several: Sequence[tuple[int, Sequence[FigureRow]]]) -> tuple[FigureRow, ...]:
    """Return the first row of each number of players as the rows of one table."""
    return tuple(
        FigureRow(f"{rows[0].title}, {players} players", rows[0].first, rows[0].second, rows[0].difference)
        for players, rows in several
        if rows
    )
