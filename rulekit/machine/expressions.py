"""What computes a value: expressions of the machine, free of effects.  What each means is in docs/internals/machine.md.

Each form is declared by itself on purpose, also where another has the same parts: a form is known by its class.  The
annotation of a field says its role, and `in_scope` the names that are bound in it; `form_table.py` reads both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

NUMBER = 0  # the kind of a number; a kind n > 0 is a set of members 0..n-1

NumberExpr: TypeAlias = "Expr"
SetExpr: TypeAlias = "Expr"
BoundName: TypeAlias = str
"""A local that the form binds."""
ValueCell: TypeAlias = str
"""The name of a cell of numbers or sets."""
SetCell: TypeAlias = str
RingCell: TypeAlias = str
TableName: TypeAlias = str
FunctionName: TypeAlias = str
RoutineName: TypeAlias = str
PositionName: TypeAlias = str
FaultNumber: TypeAlias = int
SetSize: TypeAlias = int
"""The number of members a set may have: those of the form's own value."""


def in_scope(*names: str) -> Mapping[str, object]:
    """Return the metadata of a field in which the locals that these fields bind are known."""
    return {"bound": names}


@frozen
class Const:
    value: int


@frozen
class Local:
    name: str


@frozen
class Load:
    """An element of a cell of kind number or set; `index` has one number for each dimension, each in 0..size-1."""

    cell: ValueCell
    index: tuple[NumberExpr, ...] = ()


@frozen
class RingSize:
    cell: RingCell
    index: tuple[NumberExpr, ...] = ()


@frozen
class RingAt:
    """What stands at `position` (0 is the bottom) of a ring; 0 outside 0..size-1, so the result is an optional
    value."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    position: NumberExpr


NumberOp = Literal[
    "neg", "not", "add", "sub", "mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"
]


@frozen
class Op:
    """Numbers to a number.  `and`, `or` stop early; `div`, `mod` round down and fault on a zero divisor
    (`arithmetic`)."""

    op: NumberOp
    args: tuple[NumberExpr, ...]


@frozen
class IfElse:
    """Of either kind; only the chosen arm is evaluated."""

    condition: NumberExpr
    then: Expr
    otherwise: Expr


@frozen
class Call:
    """A function; arguments are evaluated first, in order."""

    function: FunctionName
    args: tuple[Expr, ...]


@frozen
class Bind:
    """`name` stands for `value` (evaluated once, before) in `body`."""

    name: BoundName
    value: Expr
    body: Expr = field(metadata=in_scope("name"))


@frozen
class LoopDomain:
    """What a loop runs over: `low`..`high` inclusive, or the members of `within`, upwards."""

    low: NumberExpr | None = None
    high: NumberExpr | None = None
    within: SetExpr | None = None


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
    name: BoundName
    over: LoopDomain
    where: NumberExpr | None = field(default=None, metadata=in_scope("name"))
    body: NumberExpr | None = field(default=None, metadata=in_scope("name"))
    otherwise: NumberExpr | None = None
    fault: FaultNumber | None = None


@frozen
class Lookup:
    """An element of a constant table (of numbers or of sets)."""

    table: TableName
    index: tuple[NumberExpr, ...]


@frozen
class SetConst:
    size: SetSize
    bits: int


@frozen
class SetOp:
    op: Literal["union", "common", "minus"]
    left: SetExpr
    right: SetExpr


@frozen
class SetBuild:
    """The members x of 0..size-1 with x = image for some value of `name` over `over` that passes `where` (image
    None: x is `name`; an image that is itself a set of this size: all of its members)."""

    size: SetSize
    name: BoundName
    over: LoopDomain
    where: NumberExpr | None = field(default=None, metadata=in_scope("name"))
    image: Expr | None = field(default=None, metadata=in_scope("name"))


@frozen
class SetOf:
    """A set from its members, each a number in 0..size-1."""

    size: SetSize
    items: tuple[NumberExpr, ...]


@frozen
class Has:
    set: SetExpr
    member: NumberExpr


@frozen
class SizeOf:
    set: SetExpr


@frozen
class Compare:
    """`same`: equal sets; `within`: left is a subset of right."""

    op: Literal["same", "within"]
    left: SetExpr
    right: SetExpr


@frozen
class Reach:
    """The least set over 0..size-1 that holds `seed` and, with x (`source`), each y (`target`) over `over` (which
    may use x) that passes `where`."""

    size: SetSize
    seed: Expr
    source: BoundName
    target: BoundName
    over: LoopDomain = field(metadata=in_scope("source"))
    where: NumberExpr | None = field(default=None, metadata=in_scope("source", "target"))


@frozen
class Shift:
    """The members x + `by` of 0..size-1, for the members x of a set."""

    size: SetSize
    set: SetExpr
    by: int


@frozen
class Grow:
    """The least set over 0..size-1 that holds `seed` and, with X (`name`), `more`, which may use X; for each of its
    members there must be one of X, or none, that brings it in."""

    size: SetSize
    name: BoundName
    seed: SetExpr
    more: SetExpr = field(metadata=in_scope("name"))


@frozen
class After:
    """`body` evaluated as if the routine had run; every cell is then as before.  A fault inside is a fault."""

    routine: RoutineName
    args: tuple[Expr, ...]
    body: Expr


@frozen
class Seen:
    """How often the present value of a position stands in its history."""

    position: PositionName


@frozen
class Check:
    """`value`, unless `condition` is 0: then the fault."""

    condition: NumberExpr
    fault: FaultNumber
    value: Expr


Expr = (
    Const | Local | Load | RingSize | RingAt | Op | IfElse | Call | Bind | Fold | Lookup | SetConst | SetOp
    | SetBuild | SetOf | Has | SizeOf | Compare | Reach | Shift | Grow | After | Seen | Check
)  # fmt: skip
