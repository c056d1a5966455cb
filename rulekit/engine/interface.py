"""The interface of every engine: states, options, chance, faults, playouts.

Both engines give the same cells, so code that plays, records or compares uses this interface only. `reference/` defines
what a machine means, `cell_layout.py` the order of the cells, `random.py` the random numbers.

`GameColumns` stores the details of many games as columns, to compare games one by one: a `Playouts` object for each
game would cost more than playing it.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from attrs import frozen

from ..diagnostics import Diagnostic, RulekitError
from ..machine.program import Fault, Machine
from .packing import Packing

Column: TypeAlias = "array[int]"


def game_column(numbers: Iterable[int] = ()) -> Column:
    """Return a new column of signed 64-bit numbers."""
    # `iter`, because `array` would read a `bytes` object as raw memory instead of as a series of numbers
    return array("q", iter(numbers))


@frozen(eq=False)
class MeasuredColumn:
    """One value of a figure in many games: whether it was measured in each game (`counts`, 0 or 1), and its value
    there."""

    counts: Column
    values: Column


@frozen(eq=False)
class GameColumns:
    """The details of many games as columns, with one entry for each game. `finished` is 1 or 0; an unfinished game has
    0 where it has no value. `branching_count` and `branching_sum` mean the same as in `Playouts`, `decisions` to
    `taken` the same as in `Details`. `marks` has a column for each clause, `offered` and `taken` for each kind of
    option, and `figures` for each value of a figure."""

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


Value = int | frozenset[int]
"""The result of an expression: a number or a set."""

ARITHMETIC = -1
"""The `index` of an arithmetic fault, which no machine lists: division by zero, or a number outside 32 bits."""

ARITHMETIC_FAULT = Fault("E701", "", "a number was divided by zero, or does not fit in 32 bits")

CHANCES_IN_A_ROW = 100_000
"""The number of chances between two decisions of a random game after which the game counts as endless."""
NUMBERS_PER_STEP = 64
"""How many numbers one unit of fuel pays for when a state is saved, or a position is hashed or searched in its
history."""
DECISIONS_PER_MOVE = 100
"""A playout limited to n moves stops after this times n decisions, too, because decisions may belong to no move."""


class State(NamedTuple):
    """A game at rest: at a decision with at least one option, at a chance, or at an end.

    `packed` is every cell of the machine as bytes (see `packing`); `cells` unpacks them in the order of
    `cell_layout.CellLayout`. `uses` counts the raw numbers (32 bits) drawn from each stream, in the order of
    `cell_layout.streams`. `seed` and `game` determine the future draws. A state is an immutable value, which can be
    stored, hashed and pickled. States are equal if all fields are equal, no matter which engine made them."""

    node: str
    packed: bytes
    uses: tuple[int, ...]
    seed: int
    game: int
    packing: Packing

    @property
    def cells(self) -> tuple[int, ...]:
        """Return all cells as integers: numbers, 64-bit words of sets, and rings filled up with 0."""
        return self.packing.unpack(self.packed)

    def with_cells(self, cells: Iterable[int]) -> State:
        """Return the same state with other cells; raise ValueError if this machine cannot have them."""
        return self._replace(packed=self.packing.pack(cells))

    def with_seed(self, seed: int) -> State:
        """Return the same state with another seed, and so other future draws."""
        return State(self.node, self.packed, self.uses, seed, self.game, self.packing)

    def __repr__(self) -> str:
        return f"State({self.node!r}, {self.cells}, {self.uses}, seed={self.seed}, game={self.game})"


class GameFault(RulekitError):
    """Raised if the rules exceed a limit or contradict themselves during play. `fault` describes it, `index` is its
    number in `machine.faults` (or ARITHMETIC), `state` is the state before the step, if known."""

    def __init__(self, fault: Fault, index: int, state: State | None = None) -> None:
        where = f" ({fault.place[0]}, line {fault.place[1]})" if fault.place else ""
        clause = f"{fault.clause}: " if fault.clause else ""
        super().__init__(Diagnostic(fault.code, f"{clause}{fault.message}{where}"))
        self.fault = fault
        self.index = index
        self.state = state

    def __reduce__(self) -> tuple[type[GameFault], tuple[Fault, int, State | None]]:
        return type(self), (self.fault, self.index, self.state)  # pickles a fault, to send it to another process


def add_place(fault: Fault, clause: str) -> Fault:
    """Return the fault with `clause`, the clause of the node being run. It is for faults of fuel or arithmetic, which
    have no place of their own."""
    return Fault(fault.code, clause, fault.message, None) if clause and clause != fault.clause else fault


class NotAnOption(ValueError):
    """Raised if the caller asks for an option or outcome that the state does not offer: a mistake of the calling
    program, not of a rulebook."""


Counting = Literal["plain", "detailed", "watched"]
"""What playouts count. plain: payoffs, lengths, applied clauses; detailed: also `Details`, with figures; watched: as
detailed, and invariants are checked."""


@frozen
class Sums:
    """The sum of a value over all games, and the sum of its squares."""

    total: int
    squares: int


@frozen
class FigureTotals:
    """One value of a figure over many games: the number of finished games in which it was measured, and its sums."""

    games: int
    sums: Sums


@frozen
class Details:
    """Details of games, all as sums.

    Decisions, turns and rounds count the finished games only. `offered` and `taken` count all games: for each kind of
    option (`Sorts`), the decisions that offered it and the times it was taken. `figures` maps the name of each value of
    a figure to its sums over the games; figures are evaluated at the end of a game."""

    decisions: Sums
    turns: Sums
    rounds: Sums
    offered: Mapping[str, Sums]
    taken: Mapping[str, Sums]
    figures: Mapping[str, FigureTotals] = {}


@frozen
class BrokenInvariant:
    """The name of an invariant that was broken, and the number of the game that broke it. Later games were not
    played."""

    game: int
    invariant: str


@frozen
class Playouts:
    """Counts over games of random players.

    `games` counts all games. `unfinished` counts games that were stopped at the limit of moves; they count only in
    `branching_*` and `marks`. `payoff_sum` and `wins` (a payoff above zero) have an entry for each player; `draws`
    counts games with all payoffs zero; `lengths` maps a number of moves to a number of games. `branching_count` counts
    decisions with more than one option, `branching_sum` adds up their options. `marks` counts how often each clause
    with a body was applied; clauses that never were are left out. `payoffs` lists the payoffs of each finished game if
    the caller asks for it; `details` is likewise optional. The game with a `broken` invariant is not counted."""

    games: int
    unfinished: int
    payoff_sum: tuple[int, ...]
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
    """A game that moves in place, unlike a State: for search and learning, which visit millions of states.

    It rests at decisions and at the end, and at chances unless it is `drawn`: then it draws chances by itself. It can
    step forward, undo steps, and load a saved state. A method that runs rules may raise GameFault; the cursor then
    stays where it was. Cursors are independent of each other."""

    machine: Machine
    drawn: bool

    @property
    def node(self) -> str: ...

    @property
    def over(self) -> bool: ...

    @property
    def player(self) -> int:
        """Return the player who decides, counted from 0. Raise NotAnOption unless the game is at a decision."""

    @property
    def payoffs(self) -> tuple[int, ...]:
        """Return the payoff of each player; 0 before the end."""

    def legal(self) -> tuple[int, ...]:
        """Return the numbers of the options, in the order of the alternatives and their loops; () unless the game is at
        a decision."""

    def apply(self, option: int) -> None:
        """Take an option; raise NotAnOption if it is not offered. If the cursor is `drawn`, also draw every chance that
        follows."""

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """Return the possible values at a chance in rising order, each with its weight > 0. Return () if this is no
        chance."""

    def chance(self, value: int | None = None) -> None:
        """Take this outcome of a chance, or by default the one that the seed draws. Raise NotAnOption if the outcome is
        impossible."""

    def undo(self) -> None:
        """Undo the last `apply` or `chance`. Raise IndexError if there was none since the last `load`."""

    def save(self) -> State:
        """Return the present state."""

    def load(self, state: State, seed: int | None = None) -> None:
        """Go to a state of the same machine, from any engine or cursor; earlier steps cannot be undone afterwards.

        Later draws depend on the state's seed and game, so repeated trials of a state get the same chance outcomes,
        unless `seed` gives another. Raise TypeError or ValueError if it is not a state of this machine."""

    def observe(self, player: int) -> bytes:
        """Return what a player sees now, as bytes that `ObservationFormat` decodes. The bytes of two states are equal
        if and only if the player sees the same in both. Raise ValueError if there is no player with this number."""


class Engine(Protocol):
    """A way to run one machine.  Any method that runs rules may raise GameFault."""

    machine: Machine

    def start(self, seed: int, game: int = 0) -> State:
        """Return the first state of a game at rest. `seed` (0 to 2^64 - 1) and `game` (below 2^32) determine its
        chances."""

    def who(self, state: State) -> int:
        """Return the player who decides, counted from 0."""

    def options(self, state: State) -> tuple[int, ...]:
        """Return the numbers of the options, in the order of the alternatives and their loops; () unless the game is at
        a decision."""

    def apply(self, state: State, option: int) -> State:
        """Return the next state at rest after this option; raise NotAnOption if it is not offered."""

    def outcomes(self, state: State) -> tuple[tuple[int, int], ...]:
        """Return the possible values at a chance in rising order, each with its weight > 0. Return () if this is no
        chance."""

    def chance(self, state: State, value: int | None = None) -> State:
        """Return the next state at rest after this outcome of a chance, or by default after the one that the seed
        draws. Raise NotAnOption if the outcome is impossible."""

    def pick(self, state: State) -> tuple[int, State]:
        """Return an option picked by a random player, and the state in which this draw is counted; the option is not
        applied. Each option is equally likely, or each set if a set is picked member by member."""

    def call(self, state: State, function: str, args: Sequence[Value]) -> Value:
        """Return the value of a function of the machine in this state."""

    def run(self, state: State, routine: str, args: Sequence[Value]) -> State:
        """Return the state after running a routine of the machine; the node stays the same."""

    def at(self, state: State, node: str) -> State:
        """Return the state at rest that the game reaches if it continues from `node` with the cells of `state`."""

    def stop_at(self, nodes: Collection[str]) -> Engine:
        """Return an engine that plays the same games but ends them on reaching one of these nodes. States of either
        engine are valid in the other."""

    def observe(self, state: State, player: int) -> bytes:
        """Return what a player sees in this state, as bytes. The bytes of two states are equal if and only if the
        player sees the same in both."""

    def cursor(self, state: State, drawn: bool = True) -> Cursor:
        """Return a cursor at this state. If `drawn`, the cursor draws chances by itself."""

    def playouts(
        self,
        n: int,
        seed: int,
        first: int = 0,
        max_moves: int | None = None,
        each: bool = False,
        counting: Counting = "plain",
    ) -> Playouts:
        """Play games `first`..`first + n - 1` with random players and return counts; raise ValueError if a number is
        too large for a game.

        A game stops before move max_moves + 1, and after DECISIONS_PER_MOVE * max_moves decisions. With `watched`
        counting, invariants are checked (`figures.py`) at each decision before it is made, and at the end; the first
        broken one stops everything."""

    def columns(self, n: int, seed: int, first: int = 0, max_moves: int | None = None) -> GameColumns:
        """Play the same games as `playouts`, and return the details of each game as columns."""
