"""What was counted of each of many games, by columns: a list of numbers for each figure, with one for each game.

Who compares games one by one asks for these: as `Playouts` of single games they would cost more than the games.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import frozen

Column: TypeAlias = "array[int]"


def game_column(numbers: Iterable[int] = ()) -> Column:
    return array("q", iter(numbers))  # of bytes, too, the numbers count


@frozen(eq=False)
class MeasuredColumn:
    """One value of a figure: whether each game counts for it, and what it is there."""

    counts: Column
    values: Column


@frozen(eq=False)
class GameColumns:
    """As in `Playouts` with details, of single games.  What a game that is not `finished` lacks is 0; `marks`,
    `offered` and `taken` have a column for each clause and sort of option that is counted.
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
        """Further games of the same machine."""
        for mine, other in zip(self._columns(), more._columns(), strict=True):
            mine.extend(other)

    def _columns(self) -> Iterable[Column]:
        yield from (self.finished, self.moves, *self.payoffs, self.branching_sum, self.branching_count)
        yield from (self.decisions, self.turns, self.rounds)
        for columns in (self.marks, self.offered, self.taken):
            yield from columns.values()
        for figure in self.figures.values():
            yield from (figure.counts, figure.values)
