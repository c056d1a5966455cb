"""What every engine offers: states, options, chance, faults, playouts.

Both engines meet this contract cell for cell, so whatever plays, records or compares is written against it alone.  What
the forms of a machine mean is `reference.py`'s to say; how the flat cells are laid out is `state.py`'s; the random
numbers are `random.py`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import frozen

from ..diagnostics import Diagnostic, RulekitError
from ..machine.program import Fault, Machine

Value = int | frozenset[int]
"""What an expression gives: a number or a set."""

ARITHMETIC = -1
"""The index of the one fault that no machine lists: a zero divisor, or a number outside 32 bits."""

ARITHMETIC_FAULT = Fault("E701", "", "a number was divided by zero, or does not fit in 32 bits")

PLAYERS_STREAM = "players"

CHANCES_IN_A_ROW = 100_000
"""More than these between two decisions of a random game have no end."""
DECISIONS_PER_MOVE = 100
"""A playout bounded to n moves is also stopped when it would take more than n times as many decisions."""


@frozen
class State:
    """A game that stands still: at a decision with at least one option, at a chance, or at an end.

    `cells` is the flat form of every cell of the machine in order (see `state.Layout`); `uses` counts the raw draws
    made from each stream, in the order of `state.streams`; `seed` and `game` key the draws to come.
    """

    node: str
    cells: tuple[int, ...]
    uses: tuple[int, ...]
    seed: int = 0
    game: int = 0


class GameFault(RulekitError):
    """The rules broke a bound or contradicted themselves while being played.

    `fault` says what, `index` is its number in `machine.faults` (or ARITHMETIC), `state` the state from which the
    engine set out, if there was one.
    """

    def __init__(self, fault: Fault, index: int, state: State | None = None) -> None:
        where = f" ({fault.place[0]}, line {fault.place[1]})" if fault.place else ""
        clause = f"{fault.clause}: " if fault.clause else ""
        super().__init__(Diagnostic(fault.code, f"{clause}{fault.message}{where}"))
        self.fault = fault
        self.index = index
        self.state = state


class NotAnOption(ValueError):
    """The caller asked for what the state does not offer: a mistake of the program above, never of a rulebook."""


@frozen
class Playouts:
    """What was counted over games of random players.

    `games` counts all of them.  The `unfinished` ones (they would have begun a move too many) count in `branching_*`
    and `marks` only. `payoff_sum`, `payoff_square_sum` and `wins` (a payoff above zero) have an entry for each player;
    `draws` counts games with all payoffs zero; `lengths` maps a number of moves to how many games had it.
    `branching_count` counts the decisions with more than one option and `branching_sum` their options.  `marks` counts,
    for each clause that applied at all, how often.  `payoffs` lists each finished game's payoffs where that was asked
    for.
    """

    games: int
    unfinished: int
    payoff_sum: tuple[int, ...]
    payoff_square_sum: tuple[int, ...]
    wins: tuple[int, ...]
    draws: int
    lengths: Mapping[int, int]
    branching_sum: int
    branching_count: int
    marks: Mapping[str, int]
    payoffs: tuple[tuple[int, ...], ...] | None = None


class Engine(Protocol):
    """A way to run one machine.  Any method that runs rules may raise GameFault."""

    @property
    def machine(self) -> Machine: ...

    def start(self, seed: int, game: int = 0) -> State:
        """The game's first standing state; `seed` and `game` (below 2^32) key its chances."""

    def who(self, state: State) -> int:
        """Who decides, at a decision."""

    def options(self, state: State) -> tuple[int, ...]:
        """The numbers of the options, in the order of the alternatives and their loops; () unless at a decision."""

    def apply(self, state: State, option: int) -> State:
        """The next standing state after this option (NotAnOption if it is none)."""

    def outcomes(self, state: State) -> tuple[tuple[int, int], ...]:
        """At a chance, the values that can come, upwards, each with its weight > 0; () elsewhere."""

    def chance(self, state: State, value: int | None = None) -> State:
        """The next standing state after this outcome (NotAnOption if it cannot come), or after the one that the seed
        draws."""

    def pick(self, state: State) -> tuple[int, State]:
        """A random player's option, each as likely, and the state with the draw counted but the option not applied."""

    def call(self, state: State, function: str, args: Sequence[Value]) -> Value:
        """What a function gives in this state."""

    def run(self, state: State, routine: str, args: Sequence[Value]) -> State:
        """The state after a routine's effects; its node stays."""

    def at(self, state: State, node: str) -> State:
        """The standing state reached from `node` with these cells."""

    def playouts(self, n: int, seed: int, first: int = 0, max_moves: int | None = None, each: bool = False) -> Playouts:
        """Games `first`..`first + n - 1` of random players.

        One is stopped when it would begin move number max_moves + 1 or take more than DECISIONS_PER_MOVE * max_moves
        decisions.
        """
