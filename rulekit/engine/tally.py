"""Adding up the games of random players into `Playouts`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from .events import Event, Marked
from .interface import Playouts


@define
class Tally:
    """What was counted so far; `watch` listens to the engine for the clauses that applied."""

    players: int
    unfinished: int = 0
    payoffs: list[tuple[int, ...]] = field(factory=list)
    lengths: Counter[int] = field(factory=Counter)
    marks: Counter[str] = field(factory=Counter)
    branching_sum: int = 0
    branching_count: int = 0

    def watch(self, event: Event) -> None:
        if isinstance(event, Marked):
            self.marks[event.clause] += 1

    def branch(self, options: int) -> None:
        """One decision; those without a choice do not count."""
        if options > 1:
            self.branching_sum += options
            self.branching_count += 1

    def finish(self, payoffs: Sequence[int], moves: int) -> None:
        self.payoffs.append(tuple(payoffs))
        self.lengths[moves] += 1

    def stop(self) -> None:
        """A game that would have begun a move too many."""
        self.unfinished += 1

    def result(self, each: bool) -> Playouts:
        columns = [[game[player] for game in self.payoffs] for player in range(self.players)]
        return Playouts(
            games=len(self.payoffs) + self.unfinished,
            unfinished=self.unfinished,
            payoff_sum=tuple(sum(column) for column in columns),
            payoff_square_sum=tuple(sum(x * x for x in column) for column in columns),
            wins=tuple(sum(x > 0 for x in column) for column in columns),
            draws=sum(not any(game) for game in self.payoffs),
            lengths=dict(sorted(self.lengths.items())),
            branching_sum=self.branching_sum,
            branching_count=self.branching_count,
            marks=dict(sorted(self.marks.items())),
            payoffs=tuple(self.payoffs) if each else None,
        )
