"""What computes a value: expressions of the machine, free of effects.  What each means is in docs/internals/machine.md.

Each form is declared by itself on purpose, also where another has the same parts: a form is known by its class.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

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
class IfElse:
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
class LoopDomain:
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
    over: LoopDomain
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
    over: LoopDomain
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
    over: LoopDomain
    where: Expr | None = None


@frozen
class Shift:
    """The members x + `by` of 0..size-1, for the members x of a set."""

    size: int
    set: Expr
    by: int


@frozen
class Grow:
    """The least set over 0..size-1 that holds `seed` and, with X (`name`), `more`, which may use X; for each of its
    members there must be one of X, or none, that brings it in."""

    size: int
    name: str
    seed: Expr
    more: Expr


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
    | IfElse
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
    | Shift
    | Grow
    | After
    | Seen
    | Check
)
