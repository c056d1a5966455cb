"""The machine: the small finite program that is made from a configured rulebook and that both engines run.

There are only two kinds of values: whole numbers of 32 bits, and sets of members 0..n-1. All other values are encoded.
A value of an enumeration is its index from 0. An optional value is 0 for none, otherwise 1 + index. False is 0, true is
1. A number in a range is itself; as a member of a set over a range a..b, the number v is v - a. The state of a game
consists of a program counter (the current node) and cells. Local variables exist only within one node.
docs/internals/machine.md gives the meaning of each form; this file only declares. The forms are in expressions.py,
statements.py and flow_nodes.py; this module exports them all: `from .. import program as m`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from attrs import field, frozen

from ..model.types import INT32
from .expressions import *  # noqa: F403 (this module exports all forms)
from .expressions import Expr
from .flow_nodes import *  # noqa: F403 (as above)
from .flow_nodes import Node
from .statements import *  # noqa: F403 (as above)
from .statements import Stmt

ACTIVE = "active"  # the cell with the player whose turn it is
PAYOFF = "game.payoff"  # the cell, an array over players, with each player's result; 0 until the end
SCORE = "game.score"  # the cell, an array over players, with the scores by which a ranking decided
ENDED = "game.ended"  # the cell that is 1 once the game is over
SETTLE = "settle"  # the name of the routine that tests `whenever` rules, or of the clause of nodes that test them
# the cell that is 1 while `whenever` rules are tested; it exists only if these rules may announce an event
SETTLING = "settling rules"
# the cell that is 1 if the rules must be tested again: a cell that they read was written (`change_tracking.py`)
CHANGED = "changed since"


@frozen
class PrintedDomain:
    """How the values of one type print. A value v prints as `labels[v - low]`, or as a number if there are no labels.
    If `optional`, 0 prints as `none` and v as `labels[v - 1]`. Indexes of arrays and members of sets count from 0; they
    print as the value that is `low` higher."""

    name: str
    low: int
    labels: tuple[str, ...]
    optional: bool = False


@frozen
class Table:
    """A constant array. `values` are in row-major order, `shape` has the size of each dimension. If `kind` is NUMBER,
    the values are numbers. Otherwise they are sets over 0..kind-1, as bit masks."""

    name: str
    shape: tuple[int, ...]
    kind: int
    values: tuple[int, ...] = field(repr=False)


@frozen
class Cell:
    """A variable of the state, or an array of such variables, which are its elements. If `shape` is (), the cell is a
    single element.

    An element of a number cell is in `low`..`high`. `initial` has one value for all elements, or one for each. An
    element of a set cell has members in 0..high; its initial values are bit masks. An element of a ring cell (a row or
    stack) is a sequence of up to `capacity` numbers in 1..high, initially empty. `dims` and `domain` name the printed
    domains of the indexes and of the values.

    `seen` and `counted` name functions from the index of an element to a set of players (None: all players). Those of
    `seen` see the value. Those of `counted` see only the size of a ring, set or heap, or whether a place for one piece
    is taken.

    `role`: a `place` and a variable declared by `keep` come from the rulebook; `frame` cells contain locals of
    procedures; `control` cells are for control flow; `box` cells count the pieces that are out of play. If `heap`, the
    last dimension is over kinds of pieces, and each element counts the copies of one kind.

    `open` names both a table and a printed domain, for the attributes that stay visible when a piece is hidden. The
    table maps 1 + the piece (0: no piece) to 1 + the index of its attributes in the domain. Players who see the size
    see these attributes."""

    name: str
    kind: Literal["number", "set", "ring"]
    shape: tuple[int, ...]
    dims: tuple[str, ...]
    low: int
    high: int
    capacity: int
    initial: tuple[int, ...]
    domain: str
    role: Literal["place", "keep", "frame", "control", "box"]
    seen: str | None = None
    counted: str | None = None
    heap: bool = False
    open: str | None = None


@frozen
class Parameter:
    """A parameter of a function or routine. If `kind` is NUMBER, it is a number in low..high; otherwise a set over
    0..kind-1."""

    name: str
    kind: int
    low: int = INT32[0]
    high: int = INT32[1]


@frozen
class Function:
    """A function: its body computes a value of this `kind` and has no effects.

    `nested` is the maximal depth of its recursive calls (0: it is not recursive); a deeper call is the fault number
    `fault`. `remembered`: its results depend only on the arguments, so engines store each result. Passes set this;
    lowering does not.
    """

    name: str
    clause: str
    params: tuple[Parameter, ...]
    kind: int
    body: Expr
    nested: int = 0
    fault: int = 0
    remembered: bool = False


@frozen
class Routine:
    """A named sequence of statements, without choices or chance. `kind` is the kind of its result, None if it returns
    nothing. `nested` and `fault` limit recursion as in `Function`."""

    name: str
    clause: str
    params: tuple[Parameter, ...]
    kind: int | None
    body: tuple[Stmt, ...]
    nested: int = 0
    fault: int = 0


@frozen
class Position:
    """The cells that make a position of the game for rules about repetition. Their values are hashed to 64 bits and
    recorded in the position's history. The history has at most `capacity` hashes; another one is the fault `fault`."""

    name: str
    cells: tuple[str, ...]
    capacity: int
    fault: int


@frozen
class Fault:
    """A run-time error of the rulebook. Other forms refer to it by its index in `Machine.faults`. It has a code, the
    clause, a message for people, and `place`, the source file and line (None if unknown)."""

    code: str
    clause: str
    message: str
    place: tuple[str, int] | None = None


@frozen
class Invariant:
    name: str
    when: Literal["always", "never", "finally"]
    function: str


@frozen
class MeasuredFigure:
    """A figure of the rulebook: a quantity that is measured at the end of each game and does not affect it.

    An array of figures has dimensions: `lows` has the lowest value of each, `labels` the names of its values. The
    function named `function` computes one value for each combination of values of the dimensions. `where` may name a
    function that is 0 if the game does not count for that combination. If `truth`, reports show the share of games in
    which the value is true; otherwise they show the mean."""

    name: str
    title: str
    truth: bool
    function: str
    where: str | None = None
    lows: tuple[int, ...] = ()
    labels: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the name of each value of the figure, in row-major order, such as `points[p1, trade]`."""
        if not self.labels:
            return (self.name,)
        return tuple(f"{self.name}[{', '.join(labels)}]" for labels in product(*self.labels))

    @property
    def arguments(self) -> Iterator[tuple[int, ...]]:
        """Yield the arguments with which `function` computes each value of the figure, in the same order as `names`."""
        sizes = zip(self.lows, self.labels, strict=True)
        return product(*(range(low, low + len(labels)) for low, labels in sizes))


@frozen
class ExampleLine:
    """One line of an example. Which attributes it uses depends on its `verb`.

    `play`, `allow`, `refuse`: `label` and `args` are an option; each argument is a pair of a name, or None, and a
    printed value. `expect`: `name` is a function that must return 1. `given`: `name` is a routine that sets up a
    position. `at` lists the nodes at which the game may be then: all where a turn begins, or those of the step that
    `label` names. If `label` is given and `at` is empty, play never comes to that step. If the set-up involves chance,
    it needs nodes instead of a routine: `name` is the first of them and `laid` the last. `opening`: the example plays
    the game from its beginning, before the first turn."""

    verb: Literal["given", "play", "allow", "refuse", "expect"]
    label: str = ""
    args: tuple[tuple[str | None, str], ...] = ()
    name: str = ""
    at: tuple[str, ...] = ()
    line: int = 0
    laid: str = ""
    opening: bool = False


@frozen
class Example:
    name: str
    clause: str
    lines: tuple[ExampleLine, ...]


@frozen
class ClauseInfo:
    """A clause as traces of play show it: its id (such as `action travel`), title, layer (the edition, expansion or
    variant that contains it) and citations."""

    id: str
    title: str
    layer: str
    cites: tuple[str, ...] = ()


@frozen
class Machine:
    """A whole machine: its declarations, functions, routines and nodes.

    These cells always exist: ACTIVE (the player whose turn it is), PAYOFF[player], SCORE[player] and ENDED. `start` is
    the first node. `turn_starts` and `round_starts` list the nodes at which a turn or a round begins. `fuel` is the
    greatest number of steps, loop passes and calls from one pause of the game (`interface.Engine`) to the next; a
    playout, which does not pause at chances, counts from decision to decision. Exceeding it is the fault
    `fuel_fault`."""

    name: str
    players: int
    seats: tuple[str, ...]
    domains: tuple[PrintedDomain, ...]
    tables: tuple[Table, ...]
    cells: tuple[Cell, ...]
    functions: tuple[Function, ...]
    routines: tuple[Routine, ...]
    nodes: tuple[Node, ...]
    start: str
    positions: tuple[Position, ...]
    faults: tuple[Fault, ...]
    clauses: tuple[ClauseInfo, ...]
    invariants: tuple[Invariant, ...]
    examples: tuple[Example, ...]
    turn_starts: tuple[str, ...]
    step_starts: tuple[tuple[str, str], ...]
    fuel: int
    fuel_fault: int
    round_starts: tuple[str, ...] = ()
    figures: tuple[MeasuredFigure, ...] = ()
