"""The machine: the small finite program that a configured rulebook becomes and that both engines run.

Only two sorts of values exist: whole numbers (32 bits) and sets of members 0..n-1.  Everything else has been lowered:
an enumeration's value is its index from 0, an optional value is 0 for none and 1 + index, truth is 0 or 1, a range's
value is itself, a member of a set of a range a..b is v - a. State is a program counter (a node) and cells; locals
never outlive a node.  docs/internals/machine.md gives the meaning of each form; nothing here computes.  Forms are in
expressions.py, statements.py and nodes.py; this is the one name for all of them: `from .. import program as m`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from attrs import field, frozen

from .expressions import *  # noqa: F403
from .expressions import Expr
from .nodes import *  # noqa: F403
from .nodes import Node
from .statements import *  # noqa: F403
from .statements import Stmt

ACTIVE = "active"  # the cell of whose turn it is
PAYOFF = "game.payoff"  # [player]: the result, 0 until the end
SCORE = "game.score"  # [player]: what a ranking counted
ENDED = "game.ended"  # 1 once the game is over
SETTLE = "settle"  # where `whenever` rules are tested: a routine, or the clause of nodes
SETTLING = "settling rules"  # 1 while they are, where that may lead to an announcement
CHANGED = "changed since"  # 1 unless nothing they read was written since they came to rest (`change_tracking.py`)


@frozen
class PrintedDomain:
    """How values print: `labels[v - low]`, or as numbers where there are no labels.  `optional` is 1 + the index, 0
    printing as `none`.  Indices and members of sets, which count from 0, print as the value that is `low` more.
    """

    name: str
    low: int
    labels: tuple[str, ...]
    optional: bool = False


@frozen
class Table:
    """Constants: `values` in row-major order of `shape`; kind NUMBER or the size of its sets (values are then bit
    masks)."""

    name: str
    shape: tuple[int, ...]
    kind: int
    values: tuple[int, ...] = field(repr=False)


@frozen
class Cell:
    """State that lasts.  `shape` () is a single element.

    number: `low`..`high`, starting at `initial` (one value for all elements, or one each).  set: members 0..high,
    initial bit masks. ring: up to `capacity` numbers 1..high, initially empty.  `seen` and `counted` name functions
    of the index to a set of players (None: all): who sees the value, and who sees a ring's size, a set's size, the
    sum of a heap's counts or whether a place of one is taken. role: place and keep are the rulebook's own; frame holds
    locals of procedures; control what flow needs; box what is out of play. `heap` is True where the last dimension
    counts copies of a piece.  `open` names a table and a domain where something is seen of pieces that are not: for
    1 + each piece (0: none) 1 + what is seen of it, and how that prints; whoever sees how much there is sees that.
    """

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
    """A number parameter is always in low..high."""

    name: str
    kind: int
    low: int = -(2**31)
    high: int = 2**31 - 1


@frozen
class Function:
    """Pure.  `nested` bounds recursion (0: it cannot recur); a deeper call is the fault."""

    name: str
    clause: str
    params: tuple[Parameter, ...]
    kind: int
    body: Expr
    nested: int = 0
    fault: int = 0


@frozen
class Routine:
    """Choice-free effects.  `kind` is None where nothing is returned."""

    name: str
    clause: str
    params: tuple[Parameter, ...]
    kind: int | None
    body: tuple[Stmt, ...]
    nested: int = 0
    fault: int = 0


@frozen
class Position:
    """What counts as the same position: the present values of these cells, as a 64-bit hash; at most `capacity` are
    remembered."""

    name: str
    cells: tuple[str, ...]
    capacity: int
    fault: int


@frozen
class Fault:
    """A run-time fault by number (its index): code, clause, a message for people, and its place in the text as
    (source, line)."""

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
    """What is measured at the end of a game: a function of no meaning for it.

    `function` is asked for each combination of a value of every dimension, which are numbers from `lows` on, called by
    the `labels`; where there is a function `where` and it gives 0, the game does not count for that.  A `truth` is told
    as a share of games, another number as a mean.
    """

    name: str
    title: str
    truth: bool
    function: str
    where: str | None = None
    lows: tuple[int, ...] = ()
    labels: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return what each of its values is called, row-major: `points[p1, trade]`."""
        if not self.labels:
            return (self.name,)
        return tuple(f"{self.name}[{', '.join(labels)}]" for labels in product(*self.labels))

    @property
    def arguments(self) -> Iterator[tuple[int, ...]]:
        """Yield the arguments of each value, in the same order."""
        sizes = zip(self.lows, self.labels, strict=True)
        return product(*(range(low, low + len(labels)) for low, labels in sizes))


@frozen
class ExampleLine:
    """`play`, `allow`, `refuse`: a label and arguments (name or None, printed value); `expect`: a function; `given`:
    a routine run at `at`: where a turn begins, or at the step that `label` names (nowhere: no play comes there).
    Where chance has a say in it, `name` is the node at which it begins, and `laid` the node at which it ends.
    `opening`: the game is played from its beginning, and the first turn has not begun."""

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
    """What a trace shows of a clause: its id (`action travel`), title, layer, citations."""

    id: str
    title: str
    layer: str
    cites: tuple[str, ...] = ()


@frozen
class Machine:
    """The whole program.

    Cells ACTIVE (number, the player whose turn it is), PAYOFF[player], SCORE[player] and ENDED always exist.
    `turn_starts` and `round_starts` list the nodes at which a turn or a round begins.  `fuel` bounds the steps, loop
    passes and calls from where the game stands still (`interface.Engine`) to where it stands still again; in a playout,
    which does not stand at chances, from decision to decision.  `fuel_fault` is what passing it raises.
    """

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
