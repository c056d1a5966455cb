"""The values of positions under best play, computed backwards from the ends of games: exactly, or as bounds.

In a game for two, the value is half the difference of the payoffs, as if each player wanted to get more than the other:
1 where the first player wins alone, 0 for a draw or a shared win. In a game for one, it is the payoff. A game that
never ends has the value 0.

Positions are processed by strongly connected components, successors first, so most values need one look at the steps.
In a component in which play may cycle, a player who can force a better exit does so. If such a component has chance
events, bounds approach the values (interval iteration: Haddad and Monmege 2014).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import reduce

from attrs import define, field, frozen

from ..graphs import strong_components
from ..machine.analyses.manager import Analyses
from ..machine.analyses.value_ranges import ValueRanges
from ..machine.form_table import parts_of
from ..machine.operator_intervals import hull
from ..machine.program import PAYOFF, Machine, Write
from .state_space import CHANCE, NOWHERE, OVER, STOPPED, StateSpace

CLOSE = 1e-12
"""The change of a value in one sweep below which bounds are close enough."""
MOST_SWEEPS = 100_000
Number = int | float


@frozen(eq=False)
class PositionValues:
    """Bounds of the value of each position, by its number; `lower` and `upper` are the same list if all values are
    exact."""

    lower: Sequence[Number]
    upper: Sequence[Number]
    longest: int | None
    """The most steps of a game; None if it may go on forever, or if that is unknown."""
    endless: int | None
    """The first position from which no play comes to an end; None if there is none."""


def no_value(machine: Machine, secrets: bool) -> str:
    """Return the reason why a game has no value that this file can compute; empty if it has a value."""
    if secrets:
        return "players do not see everything, so positions have no value of their own"
    if machine.players > 2:
        return "with more than two players, best play has no single value"
    return ""


def longest_game(space: StateSpace) -> int | None:
    """Return the number of steps of the longest game; None if a game may go on forever, or if that is unknown."""
    return _longest(space, _components(space)) if space.whole else None


def _components(space: StateSpace) -> list[Sequence[int]]:
    return list(strong_components(len(space.movers), lambda n: _known(space, n)))


def position_values(space: StateSpace) -> PositionValues:
    """Return the values of all positions that were found."""
    parts = _components(space)
    lower = _Bound(space, low=True)
    for part in parts:
        lower.settle(part)
    upper = lower
    if lower.inexact:
        upper = _Bound(space, low=False)
        for part in parts:
            upper.settle(part)
    return PositionValues(lower.values, upper.values, _longest(space, parts), _endless(space, parts))


def _known(space: StateSpace, number: int) -> Iterable[int]:
    """Return those successors of a position whose own steps were explored, too."""
    continued = len(space.movers)
    return (n for n in space.successors(number) if 0 <= n < continued)


def _circles(space: StateSpace, part: Sequence[int]) -> bool:
    """Return whether play may return to a position of this component."""
    return len(part) > 1 or part[0] in space.successors(part[0])


def _longest(space: StateSpace, parts: Iterable[Sequence[int]]) -> int | None:
    steps = [0] * len(space.movers)
    if not space.whole or space.broken:
        return None
    for part in parts:
        if _circles(space, part):
            return None
        steps[part[0]] = max((steps[n] + 1 for n in space.successors(part[0])), default=0)
    return steps[0]


def _endless(space: StateSpace, parts: Iterable[Sequence[int]]) -> int | None:
    """Return the first position from which every play goes on forever; None if there is none. Play that stops at a
    fault, or at a position that was not explored, counts as ending."""
    continued, ends = len(space.movers), bytearray(len(space.movers))
    for part in parts:
        if any(
            space.movers[n] in (OVER, STOPPED)
            or any(not 0 <= after < continued or ends[after] for after in space.successors(n))
            for n in part
        ):
            for number in part:
                ends[number] = 1
    found = ends.find(0)
    return None if found < 0 else found


@define
class _Bound:
    """The lower (`low`) or the upper bounds of all values, as computed so far."""

    space: StateSpace
    low: bool
    inexact: bool = False
    """Whether some value depends on something unknown, so that the other bound may differ."""
    values: list[Number] = field(init=False, repr=False)
    unknown: Number = field(init=False)

    def __attrs_post_init__(self) -> None:
        low, high = worth_range(self.space.engine.machine)
        self.unknown = low if self.low else high
        self.values = [self.unknown] * len(self.space.movers)

    def settle(self, part: Sequence[int]) -> None:
        """Set the values of the positions of a component; the values of their successors are known."""
        if not _circles(self.space, part):
            self.values[part[0]] = self._value(part[0])
        elif any(self.space.movers[number] == CHANCE for number in part):
            self._close_in(part)
        else:
            self._force(part)

    def _of(self, number: int) -> Number:
        """Return the value of a successor, or the bound `unknown` if it was not explored."""
        if NOWHERE < number < len(self.values):
            return self.values[number]
        self.inexact = True
        return self.unknown

    def _value(self, number: int) -> Number:
        """Compute the value of a position from those of its successors."""
        mover = self.space.movers[number]
        if mover == OVER:
            return _worth(self.space.payoffs(number))
        found = [self._of(after) for after in self.space.successors(number)]
        if not found:
            self.inexact = True
            return self.unknown
        if mover != CHANCE:
            return (min if mover else max)(found)
        weights = self.space.weights[number]
        total = sum(weight * value for weight, value in zip(weights, found, strict=True))
        return found[0] if min(found) == max(found) else total / sum(weights)

    def _close_in(self, part: Sequence[int]) -> None:
        """Set the values of a component with chance events in which play may cycle, by repeated computation."""
        self.inexact = True
        for number in part:
            self.values[number] = min(self.unknown, 0) if self.low else max(self.unknown, 0)
        part = sorted(part, reverse=True)  # positions found late are mostly nearer to an exit
        for _ in range(MOST_SWEEPS):
            moved: Number = 0
            for number in part:
                before, self.values[number] = self.values[number], self._value(number)
                moved = max(moved, abs(self.values[number] - before))
            if moved < CLOSE:
                return

    def _force(self, part: Sequence[int]) -> None:
        """Set the values of a component without chance events in which play may cycle: what each player can force."""
        inside, before = set(part), dict[int, list[int]]()
        exits: list[tuple[Number, int]] = []
        for number in part:
            self.values[number] = 0
            for after in self.space.successors(number):
                if after in inside:
                    before.setdefault(after, []).append(number)
                else:
                    exits.append((self._of(after), number))
        settled: set[int] = set()
        for player, sign in ((0, 1), (1, -1)):
            self._attract(player, sorted((e for e in exits if e[0] * sign > 0), reverse=sign > 0), before, settled)

    def _attract(
        self, player: int, exits: list[tuple[Number, int]], before: dict[int, list[int]], settled: set[int]
    ) -> None:
        """Set the values of the positions from which a player can force one of the exits, the best exits first. The
        other player is forced if all their steps lead to such positions or exits. `before` maps positions to
        predecessors."""
        movers, space = self.space.movers, self.space
        left = dict[int, int]()
        for value, number in exits:
            waiting = deque([number])
            while waiting:
                one = waiting.popleft()
                if one in settled:
                    continue
                if movers[one] != player:
                    left[one] = left.get(one, len(space.successors(one))) - 1
                    if left[one]:
                        continue
                self.values[one] = value
                settled.add(one)
                waiting.extend(before.get(one, ()))


def worth_range(machine: Machine) -> tuple[Number, Number]:
    """Return the least and the greatest value that an end may have."""
    low, high = payoff_range(machine)
    return ((low - high) / 2, (high - low) / 2) if machine.players == 2 else (low, high)


def payoff_range(machine: Machine) -> tuple[int, int]:
    """Return the least and the greatest payoff that the rules may write, including 0 for a game without a result."""
    ranges = Analyses(machine).get(ValueRanges)
    writes = (part for part in parts_of(machine.nodes) if isinstance(part, Write) and part.cell == PAYOFF)
    return reduce(hull, (ranges.of(one.value, {}) for one in writes), (0, 0))


def _worth(payoffs: Sequence[int]) -> Number:
    """Return the value of an end with these payoffs."""
    if len(payoffs) != 2:
        return payoffs[0]
    difference = payoffs[0] - payoffs[1]
    return difference / 2 if difference % 2 else difference // 2
