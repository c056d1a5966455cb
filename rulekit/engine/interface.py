"""What every engine offers: states, options, chance, faults, playouts.

Both engines meet this contract cell for cell, so whatever plays, records or compares is written against it alone.  What
the forms of a machine mean is `reference/`'s to say; how the flat cells are laid out is `cell_layout.py`'s; the random
numbers are `random.py`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from attrs import frozen

from ..diagnostics import Diagnostic, RulekitError
from ..machine.program import Fault, Machine
from .game_columns import GameColumns
from .packing import Packing

Value = int | frozenset[int]
"""What an expression gives: a number or a set."""

ARITHMETIC = -1
"""The index of the one fault that no machine lists: a zero divisor, or a number outside 32 bits."""

ARITHMETIC_FAULT = Fault("E701", "", "a number was divided by zero, or does not fit in 32 bits")

CHANCES_IN_A_ROW = 100_000
"""More than these between two decisions of a random game have no end."""
NUMBERS_PER_STEP = 64
"""What sets a state aside, or goes through a position or its history, uses a step for each so many numbers."""
DECISIONS_PER_MOVE = 100
"""A playout bounded to n moves is also stopped when it would take more than n times as many decisions."""


class State(NamedTuple):
    """A game that stands still: at a decision with at least one option, at a chance, or at an end.

    `packed` is every cell of the machine as bytes (by `packing`); `cells` are the same as integers, unpacked when they
    are asked for, in the order of `cell_layout.CellLayout`.  `uses` counts the raw numbers of each stream (in 32
    bits), in the order of `cell_layout.streams`; `seed` and `game` key the draws to come.  A state is a value: it never
    changes, states are equal when all of these are, whichever engine they come from, and they may be kept, hashed and
    pickled.
    """

    node: str
    packed: bytes
    uses: tuple[int, ...]
    seed: int
    game: int
    packing: Packing

    @property
    def cells(self) -> tuple[int, ...]:
        """The flat form of every cell: numbers, words of 64 bits of sets, and rings filled up with zeros."""
        return self.packing.unpack(self.packed)

    def with_cells(self, cells: Iterable[int]) -> State:
        """The same state with other cells; ValueError if they cannot be those of its machine."""
        return self._replace(packed=self.packing.pack(cells))

    def with_seed(self, seed: int) -> State:
        """The same state with another future: chance draws from here on what this seed gives."""
        return State(self.node, self.packed, self.uses, seed, self.game, self.packing)

    def __repr__(self) -> str:
        return f"State({self.node!r}, {self.cells}, {self.uses}, seed={self.seed}, game={self.game})"


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

    def __reduce__(self) -> tuple[type[GameFault], tuple[Fault, int, State | None]]:
        return type(self), (self.fault, self.index, self.state)  # the same fault when it comes from another process


def going_on(fault: Fault, clause: str) -> Fault:
    """A fault without a place of its own (fuel, arithmetic), told of the clause whose node was being gone through."""
    return Fault(fault.code, clause, fault.message, None) if clause and clause != fault.clause else fault


class NotAnOption(ValueError):
    """The caller asked for what the state does not offer: a mistake of the program above, never of a rulebook."""


Counting = Literal["plain", "detailed", "watched"]
"""What is counted over playouts: payoffs, lengths and clauses; details beside, figures among them; and invariants
looked at, too."""


@frozen
class Sums:
    """Of what is counted in each game: the sum over the games, and that of the squares."""

    total: int
    squares: int


@frozen
class Measured:
    """One value of a figure: the finished games in which it counts, and its sums over these."""

    games: int
    sums: Sums


@frozen
class Details:
    """Decisions made, turns and rounds begun in the finished games; and in all games, for each sort of option
    (`Sorts`), at how many decisions it was offered, and how often it was taken.  `figures` has the values of
    the rulebook's figures by name (`machine.program.MeasuredFigure`), as they are when a game has ended.
    """

    decisions: Sums
    turns: Sums
    rounds: Sums
    offered: Mapping[str, Sums]
    taken: Mapping[str, Sums]
    figures: Mapping[str, Measured] = {}


@frozen
class BrokenInvariant:
    """The invariant that did not hold, and in which game; games behind it were not played."""

    game: int
    invariant: str


@frozen
class Playouts:
    """What was counted over games of random players.

    `games` counts all of them.  The `unfinished` ones (they would have begun a move too many) count in `branching_*`
    and `marks` only. `payoff_sum`, `payoff_square_sum` and `wins` (a payoff above zero) have an entry for each player;
    `draws` counts games with all payoffs zero; `lengths` maps a number of moves to how many games had it.
    `branching_count` counts the decisions with more than one option and `branching_sum` their options.  `marks` counts,
    for each clause with a body that applied at all, how often.  `payoffs` lists each finished game's payoffs where
    that was asked for, `details` are there where they were.  The game that is `broken` is not among the games.
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
    details: Details | None = None
    broken: BrokenInvariant | None = None


class Cursor(Protocol):
    """A game that is moved, where a State is a value: for search and learning, which go through states by the million.

    It stands at a decision or at the end, or, unless chance is `drawn`, at a chance; it can step forward, take steps
    back, and leap to a saved state.  Any method that runs rules may raise GameFault; the cursor then stands where it
    stood before.  Cursors of one engine know nothing of one another.
    """

    machine: Machine
    drawn: bool

    @property
    def node(self) -> str: ...

    @property
    def over(self) -> bool: ...

    @property
    def player(self) -> int:
        """Who decides, from 0 (NotAnOption unless at a decision)."""

    @property
    def payoffs(self) -> tuple[int, ...]:
        """The result of each player; 0 until the end."""

    def legal(self) -> tuple[int, ...]:
        """The numbers of the options, in the order of the alternatives and their loops; () unless at a decision."""

    def apply(self, option: int) -> None:
        """Takes an option (NotAnOption if it is none) and, if chance is drawn, all that the seed gives after it."""

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """At a chance, the values that can come, upwards, each with its weight > 0; () elsewhere."""

    def chance(self, value: int | None = None) -> None:
        """This outcome (NotAnOption if it cannot come), or the one that the seed draws."""

    def undo(self) -> None:
        """Back to before the last `apply` or `chance` (IndexError if there is none since the last `load`)."""

    def save(self) -> State:
        """Where it stands, as a value."""

    def load(self, state: State, seed: int | None = None) -> None:
        """Goes to a state of the same machine, from whatever engine or cursor; what was before cannot be undone.

        Draws are from then on those of the state's seed and game: whoever tries a state out several times sees the same
        chance each time, unless `seed` says another.  TypeError or ValueError of what is no state of this machine."""

    def observe(self, player: int) -> bytes:
        """What a player sees now: equal bytes exactly where he sees the same (`ObservationFormat` reads them).

        ValueError if there is no player of this number."""


class Engine(Protocol):
    """A way to run one machine.  Any method that runs rules may raise GameFault."""

    @property
    def machine(self) -> Machine: ...

    def start(self, seed: int, game: int = 0) -> State:
        """The game's first standing state; `seed` (0 to 2^64 - 1) and `game` (below 2^32) key its chances."""

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

    def ending_at(self, nodes: Collection[str]) -> Engine:
        """An engine for the same games but that they end where they come to one of these nodes; states of either are
        states of the other."""

    def observe(self, state: State, player: int) -> bytes:
        """What a player sees in this state: equal bytes exactly where he sees the same."""

    def cursor(self, state: State, drawn: bool = True) -> Cursor:
        """A cursor that stands at this state; `drawn`: at a chance it goes on at once with what the seed gives."""

    def playouts(
        self,
        n: int,
        seed: int,
        first: int = 0,
        max_moves: int | None = None,
        each: bool = False,
        counting: Counting = "plain",
    ) -> Playouts:
        """Games `first`..`first + n - 1` of random players (ValueError where one of them has no such number).

        One is stopped when it would begin move number max_moves + 1 or take more than DECISIONS_PER_MOVE * max_moves
        decisions.  Where they are watched, invariants are looked at as `figures.py` says, at each decision before it
        is made and at the end, and the first that is broken ends it all.
        """

    def columns(self, n: int, seed: int, first: int = 0, max_moves: int | None = None) -> GameColumns:
        """The same games counted one by one, with their details."""
