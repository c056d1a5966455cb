"""The figures of many games by columns: for each figure a list with one number for each game.

Comparing games one by one needs these columns: a `Playouts` object for each game would cost more than playing it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import frozen

Column: TypeAlias = "array[int]"


def game_column(numbers: Iterable[int] = ()) -> Column:
    """Return a column of 64-bit numbers."""
    return array("q", iter(numbers))  # `array` would copy bytes as they are; `iter` gives their numbers


@frozen(eq=False)
class MeasuredColumn:
    """One value of a figure: whether each game counts for it (0 or 1), and its value in that game."""

    counts: Column
    values: Column


@frozen(eq=False)
class GameColumns:
    """The columns of `Playouts` with details, one entry for each game.
    An unfinished game has 0 for whatever it lacks.  `marks`, `offered` and `taken` have a column for each clause and
    sort of option.
    """

    finished: Column
    moves: Column
    payoffs: tuple[Column, ...]
    branching_sum: Column
    branching_count: Column
    decisions: Column
    turns: Column
    rounds: Column
    marks: Mapping[str, Column]
    offered: Mapping[str, Column]
    taken: Mapping[str, Column]
    figures: Mapping[str, MeasuredColumn]

    @property
    def games(self) -> int:
        return len(self.finished)

    def extend(self, more: GameColumns) -> None:
        """Append further games of the same machine."""
        for mine, other in zip(self._columns(), more._columns(), strict=True):
            mine.extend(other)

    def _columns(self) -> Iterable[Column]:
        yield from (self.finished, self.moves, *self.payoffs, self.branching_sum, self.branching_count)
        yield from (self.decisions, self.turns, self.rounds)
        for columns in (self.marks, self.offered, self.taken):
            yield from columns.values()
        for figure in self.figures.values():
            yield from (figure.counts, figure.values)
