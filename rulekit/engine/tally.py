"""Add up the games of random players into `Playouts`, for the reference engine.

A WebAssembly module counts for itself (`wasm/detail_code.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from ..machine.option_labels import Sorts
from ..machine.program import Decision, Machine
from .events import Entered, Event, Marked
from .figures import figure_names
from .interface import BrokenInvariant, Details, FigureTotals, Playouts, Sums


@define
class Tally:
    """The counts of the games played so far.

    `watch` receives the engine's events. It counts applied clauses (`marks`), and how often the current game `entered`
    each node. For each finished game, `payoffs` has its payoffs, `finished` its decisions, turns and rounds, and
    `measured` the values of its figures. For each game, `options` counts the kinds of options offered and taken."""

    machine: Machine
    unfinished: int = 0
    payoffs: list[tuple[int, ...]] = field(factory=list)
    lengths: Counter[int] = field(factory=Counter)
    marks: Counter[str] = field(factory=Counter)
    branching_sum: int = 0
    branching_count: int = 0
    entered: Counter[str] = field(factory=Counter)
    finished: list[tuple[int, int, int]] = field(factory=list)
    options: list[tuple[Counter[int], Counter[int]]] = field(factory=list)
    measured: list[tuple[int | None, ...]] = field(factory=list)

    def begin(self) -> None:
        """Prepare to count the next game."""
        self.entered.clear()
        self.options.append((Counter(), Counter()))

    def watch(self, event: Event) -> None:
        if isinstance(event, Marked):
            self.marks[event.clause] += 1
        elif isinstance(event, Entered):
            self.entered[event.node] += 1

    def branch(self, options: int) -> None:
        """Count a decision with this number of options, unless it has only one."""
        if options > 1:
            self.branching_sum += options
            self.branching_count += 1

    def offer(self, sorts: Sorts, node: Decision, offered: Sequence[int], taken: int) -> None:
        """Count each kind of option offered at a decision, and the kind of the option that was taken."""

        def place(option: int) -> int | None:
            return sorts.place(node, max((a for a in node.alternatives if a.base <= option), key=lambda a: a.base))

        self.options[-1][0].update({at for at in map(place, offered) if at is not None})
        at = place(taken)
        if at is not None:
            self.options[-1][1][at] += 1

    def finish(self, payoffs: Sequence[int], moves: int, decisions: int) -> None:
        """Count a finished game."""
        self.payoffs.append(tuple(payoffs))
        self.lengths[moves] += 1
        turns, rounds = (
            sum(self.entered[n] for n in at) for at in (self.machine.turn_starts, self.machine.round_starts)
        )
        self.finished.append((decisions, turns, rounds))

    def measure(self, values: tuple[int | None, ...]) -> None:
        """Store the values of the figures in a finished game."""
        self.measured.append(values)

    def stop(self) -> None:
        """Count a game that was stopped because it exceeded its limit of moves."""
        self.unfinished += 1

    def result(self, each: bool, detailed: bool = False, broken: BrokenInvariant | None = None) -> Playouts:
        """Return everything counted so far. With `each`, it includes the payoffs of each game; with `detailed`, the
        details."""
        columns = [[game[player] for game in self.payoffs] for player in range(self.machine.players)]
        return Playouts(
            games=len(self.payoffs) + self.unfinished,
            unfinished=self.unfinished,
            payoff_sum=tuple(sum(column) for column in columns),
            wins=tuple(sum(x > 0 for x in column) for column in columns),
            draws=sum(not any(game) for game in self.payoffs),
            lengths=dict(sorted(self.lengths.items())),
            branching_sum=self.branching_sum,
            branching_count=self.branching_count,
            marks=dict(sorted(self.marks.items())),
            payoffs=tuple(self.payoffs) if each else None,
            details=self._details(broken) if detailed else None,
            broken=broken,
        )

    def _details(self, broken: BrokenInvariant | None) -> Details:
        decisions, turns, rounds = (sums([game[i] for game in self.finished]) for i in range(3))
        games = self.options if broken is None else self.options[:-1]
        sorts = Sorts.of(self.machine).names
        offered, taken = (
            {name: sums([game[side][at] for game in games]) for at, name in enumerate(sorts)} for side in (0, 1)
        )
        return Details(decisions, turns, rounds, offered, taken, self._figures())

    def _figures(self) -> dict[str, FigureTotals]:
        found = {}
        for at, name in enumerate(figure_names(self.machine.figures)):
            values = [value for game in self.measured if (value := game[at]) is not None]
            found[name] = FigureTotals(len(values), sums(values))
        return found


def sums(values: Sequence[int]) -> Sums:
    """Return the sum of the values and the sum of their squares."""
    return Sums(sum(values), sum(x * x for x in values))
