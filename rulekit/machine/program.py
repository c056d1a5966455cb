"""The machine: the small finite program that a configured rulebook becomes and that both engines run.

There are only two kinds of values: whole numbers (32 bits) and sets of members 0..n-1. All other values are encoded. A
value of an enumeration is its index from 0; an optional value is 0 for none, else 1 + index; truth is 0 or 1; a value
of a range is itself; a member of a set over a range a..b is v - a. The state is a program counter (a node) and cells;
locals never outlive a node. docs/internals/machine.md gives the meaning of each form; nothing here computes. The forms
are in expressions.py, statements.py and flow_nodes.py; this module exports them all: `from .. import program as m`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from attrs import field, frozen

from ..model.types import INT32
from .expressions import *  # noqa: F403
from .expressions import Expr
from .flow_nodes import *  # noqa: F403
from .flow_nodes import Node
from .statements import *  # noqa: F403
from .statements import Stmt

ACTIVE = "active"  # the cell with the player whose turn it is
PAYOFF = "game.payoff"  # the cell [player] with the player's result, 0 until the end
SCORE = "game.score"  # the cell [player] with the score by which a ranking decided
ENDED = "game.ended"  # the cell that is 1 once the game is over
SETTLE = "settle"  # the routine that tests `whenever` rules, or the clause of the nodes that do
# the cell that is 1 while `whenever` rules are tested; it exists only if they may announce an event
SETTLING = "settling rules"
# the cell that is 1 if a cell that `whenever` rules read was written since their last test (`change_tracking.py`)
CHANGED = "changed since"


@frozen
class PrintedDomain:
    """How values print: as `labels[v - low]`, or as numbers if there are no labels. With `optional`, a value is 1 + the
    index, and 0 prints as `none`. Indexes and set members count from 0 and print as the value plus `low`."""

    name: str
    low: int
    labels: tuple[str, ...]
    optional: bool = False


@frozen
class Table:
    """A constant array: `values` in row-major order of `shape`; `kind` is NUMBER, or the size of its sets, which are
    bit masks."""

    name: str
    shape: tuple[int, ...]
    kind: int
    values: tuple[int, ...] = field(repr=False)


@frozen
class Cell:
    """A variable of the state, or an array of such variables; with `shape` () it is a single element.

    A number cell holds `low`..`high`, starting at `initial` (one value for all elements, or one for each). A set cell
    has members 0..high; its initial values are bit masks. A ring (a row or stack) has up to `capacity` numbers 1..high
    and is initially empty. `dims` and `domain` name the printed domains of the indexes and of the value.

    `seen` and `counted` name functions from the index to a set of players (None: all). These see the value, or only the
    size: of a ring, a set or a heap, or whether a place for one is taken. `role`: `place` and `keep` belong to the
    rulebook; `frame` holds locals of procedures; `control` is for flow; `box` counts what is out of play. `heap`: the
    last dimension counts copies of a piece.

    `open` names both a table and a printed domain: attributes that stay visible when a piece is hidden. The table maps
    1 + the piece (0: none) to 1 + the index of its attributes in the domain. Players who see the size see these."""

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
    """A parameter of a function or routine: a number in low..high if `kind` is NUMBER, else a set of 0..kind-1."""

    name: str
    kind: int
    low: int = INT32[0]
    high: int = INT32[1]


@frozen
class Function:
    """A function: its body gives a value and has no effects.

    `nested` limits how deep it may call itself (0: it never does); a deeper call is the fault `fault`. `remembered`:
    its results depend on the arguments alone, and engines keep each one. Only passes set this.
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
    """A named sequence of statements without choices or chance. `kind` is the kind of its result, or None. `nested` and
    `fault` limit recursion as in `Function`."""

    name: str
    clause: str
    params: tuple[Parameter, ...]
    kind: int | None
    body: tuple[Stmt, ...]
    nested: int = 0
    fault: int = 0


@frozen
class Position:
    """A position whose repetitions count: the values of these cells, stored as a 64-bit hash; at most `capacity` are
    stored."""

    name: str
    cells: tuple[str, ...]
    capacity: int
    fault: int


@frozen
class Fault:
    """A run-time fault, numbered by its index in the machine: code, clause, a message for people, and its source file
    and line."""

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
    """A quantity that is measured at the end of a game and does not affect it.

    `function` is called for each combination of values of the dimensions: numbers from `lows` on, with the names in
    `labels`. If there is a function `where` and it gives 0, the game does not count for that combination. With `truth`,
    the result is reported as a share of games, else as a mean."""

    name: str
    title: str
    truth: bool
    function: str
    where: str | None = None
    lows: tuple[int, ...] = ()
    labels: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the name of each value, in row-major order: `points[p1, trade]`."""
        if not self.labels:
            return (self.name,)
        return tuple(f"{self.name}[{', '.join(labels)}]" for labels in product(*self.labels))

    @property
    def arguments(self) -> Iterator[tuple[int, ...]]:
        """Yield the function's arguments for each value, in the same order as `names`."""
        sizes = zip(self.lows, self.labels, strict=True)
        return product(*(range(low, low + len(labels)) for low, labels in sizes))


@frozen
class ExampleLine:
    """One line of an example.

    `play`, `allow` and `refuse` have a label and arguments (name or None, printed value). `expect` has the name of a
    function that must give 1. `given` has the name of a routine that sets up a position. It runs at one of the nodes
    `at`: where a turn begins, or at the step that `label` names (empty: play never comes there). If the position
    involves chance, `name` is its first node and `laid` its last. `opening`: the game is played from its beginning,
    before the first turn."""

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
    """The clause as a trace of play shows it: its id (`action travel`), title, layer (the edition, expansion or variant
    that contains it) and citations."""

    id: str
    title: str
    layer: str
    cites: tuple[str, ...] = ()


@frozen
class Machine:
    """A whole machine: its declarations, functions, routines and nodes.

    The cells ACTIVE (the player whose turn it is), PAYOFF[player], SCORE[player] and ENDED always exist. `turn_starts`
    and `round_starts` list the nodes at which a turn or a round begins. `fuel` limits the steps, loop passes and calls
    from one pause of the game (`interface.Engine`) to the next; in a playout, which does not pause at chances, from
    decision to decision. Exceeding it is the fault `fuel_fault`."""

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
