"""The machine: the small finite program that a configured rulebook becomes and that both engines run.

Only two sorts of values exist: whole numbers (32 bits) and sets of members 0..n-1.  Everything else has been lowered:
an enumeration's value is its index from 0, an optional value is 0 for none and 1 + index, truth is 0 or 1, a range's
value is itself, a member of a set of a range a..b is v - a. State is a program counter (a node) and cells; locals
never outlive a node.  docs/machine.md says what each form means; nothing here computes.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

# ---------------------------------------------------------------------------------------------------------- expressions

ACTIVE = "active"  # the cell of whose turn it is
PAYOFF = "game.payoff"  # [player]: the result, 0 until the end
SCORE = "game.score"  # [player]: what a ranking counted
ENDED = "game.ended"  # 1 once the game is over

NUMBER = 0  # the kind of a number; a kind n > 0 is a set of members 0..n-1


@frozen
class Const:
    value: int


@frozen
class Local:
    name: str


@frozen
class Load:
    """An element of a cell of kind number or set; `index` has one number for each dimension, each in 0..size-1."""

    cell: str
    index: tuple[Expr, ...] = ()


@frozen
class RingSize:
    cell: str
    index: tuple[Expr, ...] = ()


@frozen
class RingAt:
    """What stands at `position` (0 is the bottom) of a ring; 0 outside 0..size-1, so the result is an optional
    value."""

    cell: str
    index: tuple[Expr, ...]
    position: Expr


NumberOp = Literal[
    "neg", "not", "add", "sub", "mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"
]


@frozen
class Op:
    """Numbers to a number.  `and`, `or` stop early; `div`, `mod` round down and fault on a zero divisor
    (`arithmetic`)."""

    op: NumberOp
    args: tuple[Expr, ...]


@frozen
class If:
    """Of either kind; only the chosen arm is evaluated."""

    condition: Expr
    then: Expr
    otherwise: Expr


@frozen
class Call:
    """A function; arguments are evaluated first, in order."""

    function: str
    args: tuple[Expr, ...]


@frozen
class Bind:
    """`name` stands for `value` (evaluated once, before) in `body`."""

    name: str
    value: Expr
    body: Expr


@frozen
class Over:
    """What a loop runs over: `low`..`high` inclusive, or the members of `within`, upwards."""

    low: Expr | None = None
    high: Expr | None = None
    within: Expr | None = None


FoldKind = Literal["some", "all", "count", "sum", "most", "least", "first", "only"]


@frozen
class Fold:
    """A loop that gives a number.

    some/all: does `body` hold for one/every value that passes `where` (stops early); count: how many pass `where`;
    sum/most/least of `body`; first/only: the value itself, the first one / the only one.  `otherwise` is the result
    of most, least, first where nothing passed; where it is missing, and for `only` unless exactly one passed, the
    fault `fault`.
    """

    kind: FoldKind
    name: str
    over: Over
    where: Expr | None = None
    body: Expr | None = None
    otherwise: Expr | None = None
    fault: int | None = None


@frozen
class Lookup:
    """An element of a constant table (of numbers or of sets)."""

    table: str
    index: tuple[Expr, ...]


@frozen
class SetConst:
    size: int
    bits: int


@frozen
class SetOp:
    op: Literal["union", "common", "minus"]
    left: Expr
    right: Expr


@frozen
class SetBuild:
    """The members x of 0..size-1 with x = image for some value of `name` over `over` that passes `where` (image
    None: x is `name`; an image that is itself a set of this size: all of its members)."""

    size: int
    name: str
    over: Over
    where: Expr | None = None
    image: Expr | None = None


@frozen
class SetOf:
    """A set from its members, each a number in 0..size-1."""

    size: int
    items: tuple[Expr, ...]


@frozen
class Has:
    set: Expr
    member: Expr


@frozen
class SizeOf:
    set: Expr


@frozen
class Compare:
    """`same`: equal sets; `within`: left is a subset of right."""

    op: Literal["same", "within"]
    left: Expr
    right: Expr


@frozen
class Reach:
    """The least set over 0..size-1 that holds `seed` and, with x (`source`), each y (`target`) over `over` (which
    may use x) that passes `where`."""

    size: int
    seed: Expr
    source: str
    target: str
    over: Over
    where: Expr | None = None


@frozen
class After:
    """`body` evaluated as if the routine had run; every cell is then as before.  A fault inside is a fault."""

    routine: str
    args: tuple[Expr, ...]
    body: Expr


@frozen
class Seen:
    """How often the present value of a position stands in its history."""

    position: str


@frozen
class Check:
    """`value`, unless `condition` is 0: then the fault."""

    condition: Expr
    fault: int
    value: Expr


Expr = (
    Const
    | Local
    | Load
    | RingSize
    | RingAt
    | Op
    | If
    | Call
    | Bind
    | Fold
    | Lookup
    | SetConst
    | SetOp
    | SetBuild
    | SetOf
    | Has
    | SizeOf
    | Compare
    | Reach
    | After
    | Seen
    | Check
)

# ----------------------------------------------------------------------------------------------------------- statements


@frozen
class Assign:
    """To a number or set cell.  With `fault`, a number outside the cell's range faults; without, it is known to fit."""

    cell: str
    index: tuple[Expr, ...]
    value: Expr
    fault: int | None = None


@frozen
class Insert:
    """A member into (or, `drop`, out of) a set cell's element."""

    cell: str
    index: tuple[Expr, ...]
    member: Expr
    drop: bool = False


@frozen
class Push:
    """`value` (1..high) onto a ring's top or bottom; faults where the ring is full."""

    cell: str
    index: tuple[Expr, ...]
    end: Literal["top", "bottom"]
    value: Expr
    fault: int


@frozen
class Pull:
    """Takes what stands at `position` out of a ring; what lay above it moves down.  Faults outside 0..size-1."""

    cell: str
    index: tuple[Expr, ...]
    position: Expr
    fault: int


@frozen
class Define:
    """A local, until the end of the block; a second Define of the name in scope overwrites it."""

    name: str
    value: Expr


@frozen
class When:
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@frozen
class Each:
    """A loop; what it runs over is evaluated once, before; `where` before each pass."""

    name: str
    over: Over
    where: Expr | None
    body: tuple[Stmt, ...]


@frozen
class While:
    """`condition` before each pass; the pass after `limit` passes faults (limit None: only fuel bounds it)."""

    condition: Expr
    limit: Expr | None
    fault: int
    body: tuple[Stmt, ...]


@frozen
class Break:
    """Out of the innermost Each or While."""


@frozen
class Run:
    """A routine; its result, where it has one, becomes the local `into`."""

    routine: str
    args: tuple[Expr, ...]
    into: str | None = None


@frozen
class Return:
    """Out of the routine, with its result."""

    value: Expr | None


@frozen
class Raise:
    fault: int


@frozen
class Note:
    """Records a position in its history, or forgets them all."""

    position: str
    forget: bool = False


@frozen
class Show:
    """Tells the players in `audience` (a set) the numbers; `domains` names how to print each.  Changes no cell."""

    what: str
    values: tuple[Expr, ...]
    domains: tuple[str, ...]
    audience: Expr


@frozen
class Mark:
    """Counts one application of a clause.  Changes no cell."""

    clause: str


Stmt = Assign | Insert | Push | Pull | Define | When | Each | While | Break | Run | Return | Raise | Note | Show | Mark

# ---------------------------------------------------------------------------------------------------------------- nodes


@frozen
class Jump:
    target: str


@frozen
class Fork:
    condition: Expr
    then: str
    otherwise: str


@frozen
class Switch:
    """To `targets[value]`; value is known to be in range."""

    value: Expr
    targets: tuple[str, ...]


Next = Jump | Fork | Switch


@frozen
class Step:
    id: str
    clause: str
    body: tuple[Stmt, ...]
    next: Next


@frozen
class Test:
    """In a decision: names a value (`name`), or lets only options pass for which `value` is not 0 (`name` None)."""

    value: Expr
    name: str | None = None


@frozen
class Level:
    """One parameter of an alternative: the local `name` runs over low..high; then `tests`, in order.

    `domain` names how to print a value; `cell`, `index` is where the picked value is kept.
    """

    name: str
    domain: str
    low: int
    high: int
    tests: tuple[Test, ...]
    cell: str
    index: tuple[Expr, ...] = ()


@frozen
class Alternative:
    """One sort of option: a label with parameters.

    `tests` come before any parameter; `levels` are nested, outermost first.  The number of an option is `base` + its
    parameters less their lows, in mixed radix, outermost level most significant, so options in order of number are
    the options in order of the loops.  `label_order` lists level names in the order written.
    """

    clause: str
    label: str
    tests: tuple[Test, ...]
    levels: tuple[Level, ...]
    label_order: tuple[str, ...]
    base: int
    target: str


@frozen
class Decision:
    """`who` picks one option.  No option: `otherwise` where given, else the fault.

    `move`: a move begins here (perft and length count these).  `audience`: the players who see what was picked, a
    set; None is all.
    """

    id: str
    clause: str
    who: Expr
    alternatives: tuple[Alternative, ...]
    move: bool
    audience: Expr | None
    otherwise: str | None
    fault: int


@frozen
class Chance:
    """A value of low..high with probability weight / total weight, kept in a cell.  Total 0 faults; total is below
    2^31.

    `stream` is the stable name that keys its random numbers; `audience` as in Decision.
    """

    id: str
    clause: str
    label: str
    name: str
    domain: str
    low: int
    high: int
    weight: Expr
    cell: str
    index: tuple[Expr, ...]
    stream: str
    audience: Expr | None
    fault: int
    target: str


@frozen
class End:
    id: str
    clause: str


Node = Step | Decision | Chance | End

# -------------------------------------------------------------------------------------------------------------- program


@frozen
class Domain:
    """How values print: `labels[v - low]`.  `optional` is 1 + the index, 0 printing as `none`."""

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
    of the index to a set of players (None: all): who sees the value, and who sees a ring's size, a set's size or the
    sum of a heap's counts. role: place and keep are the rulebook's own; frame holds locals of procedures; control
    what flow needs; box what is out of play. `heap` is True where the last dimension counts copies of a piece.
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


@frozen
class Parameter:
    name: str
    kind: int


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
class ExampleLine:
    """`play`, `allow`, `refuse`: a label and arguments (name or None, printed value); `expect`: a function; `given`:
    a routine run at `at`."""

    verb: Literal["given", "play", "allow", "refuse", "expect"]
    label: str = ""
    args: tuple[tuple[str | None, str], ...] = ()
    name: str = ""
    at: tuple[str, ...] = ()
    line: int = 0


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
    `turn_starts` lists the nodes at which a turn begins. `fuel` bounds the steps, loop passes and calls between two
    decisions; `fuel_fault` is what passing it raises.
    """

    name: str
    players: int
    seats: tuple[str, ...]
    domains: tuple[Domain, ...]
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
