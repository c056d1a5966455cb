"""Expressions of the machine: forms that compute a value and have no effects. docs/internals/machine.md defines their
meaning.

Each form has a class of its own, even if another has the same parts: a form is known by its class. The annotation of a
field says its role, and `in_scope` the names that are bound in it; `form_table.py` reads both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

NUMBER = 0  # the kind of a number; a kind n > 0 is a set of members 0..n-1

NumberExpr: TypeAlias = "Expr"
SetExpr: TypeAlias = "Expr"
BoundName: TypeAlias = str
"""The annotation of a field that names a local which the form binds."""
ValueCell: TypeAlias = str
"""The annotation of a field that names a cell of numbers or sets."""
SetCell: TypeAlias = str
RingCell: TypeAlias = str
TableName: TypeAlias = str
FunctionName: TypeAlias = str
RoutineName: TypeAlias = str
PositionName: TypeAlias = str
FaultNumber: TypeAlias = int
SetSize: TypeAlias = int
"""The annotation of a field with the size n of the form's own value: a set with members in 0..n-1."""


def in_scope(*names: str) -> Mapping[str, object]:
    """Return field metadata: the locals that the named fields bind are in scope in this field."""
    return {"bound": names}


@frozen
class Const:
    value: int


@frozen
class Local:
    name: str


@frozen
class Load:
    """Reads an element of a cell that holds numbers or sets. `index` has one number for each dimension, each in
    0..size-1."""

    cell: ValueCell
    index: tuple[NumberExpr, ...] = ()


@frozen
class RingSize:
    cell: RingCell
    index: tuple[NumberExpr, ...] = ()


@frozen
class RingAt:
    """Reads the number at `position` (0 is the bottom) of a ring: a row or stack. It gives 0 outside 0..size-1, so the
    result is an optional value."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    position: NumberExpr


NumberOp = Literal[
    "neg", "not", "add", "sub", "mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"
]


@frozen
class Op:
    """Applies an operator on numbers. `and` and `or` stop early; `div` and `mod` round down and fault on a zero divisor
    (`arithmetic`)."""

    op: NumberOp
    args: tuple[NumberExpr, ...]


@frozen
class IfElse:
    """Gives the value of one arm, a number or a set. Only the chosen arm is evaluated."""

    condition: NumberExpr
    then: Expr
    otherwise: Expr


@frozen
class Call:
    """Calls a function. Arguments are evaluated first, in order."""

    function: FunctionName
    args: tuple[Expr, ...]


@frozen
class Bind:
    """Binds `name` to `value`, which is evaluated once and first, in `body`."""

    name: BoundName
    value: Expr
    body: Expr = field(metadata=in_scope("name"))


@frozen
class LoopDomain:
    """The values of a loop: `low`..`high` inclusive, or the members of the set `within`, in increasing order."""

    low: NumberExpr | None = None
    high: NumberExpr | None = None
    within: SetExpr | None = None


FoldKind = Literal["some", "all", "count", "sum", "most", "least", "first", "only"]


@frozen
class Fold:
    """A loop that gives a number.

    Kinds: some/all (whether `body` holds for one/every value that passes `where`; stops early); count (how many values
    pass `where`); sum/most/least of `body`; first/only (the first or only value that passes). `otherwise` is the result
    of most, least and first if no value passes. Without it, and for `only` unless exactly one value passes, the result
    is the fault with number `fault`."""

    kind: FoldKind
    name: BoundName
    over: LoopDomain
    where: NumberExpr | None = field(default=None, metadata=in_scope("name"))
    body: NumberExpr | None = field(default=None, metadata=in_scope("name"))
    otherwise: NumberExpr | None = None
    fault: FaultNumber | None = None


@frozen
class Lookup:
    """Reads an element of a constant table of numbers or sets."""

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
    """A set comprehension: the members of 0..size-1 that are the image of some value of `name` that passes `where`.
    Without an image, the values themselves are the members. If the image is a set of this size, all of its members
    count."""

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
    """A transitive closure: the least set over 0..size-1 that contains `seed` and, with each member x (`source`), each
    y (`target`) of `over` that passes `where`. Both `over` and `where` may use x."""

    size: SetSize
    seed: Expr
    source: BoundName
    target: BoundName
    over: LoopDomain = field(metadata=in_scope("source"))
    where: NumberExpr | None = field(default=None, metadata=in_scope("source", "target"))


@frozen
class Shift:
    """Moves each member x of a set to x + `by`; members outside 0..size-1 are dropped."""

    size: SetSize
    set: SetExpr
    by: int


@frozen
class Grow:
    """A least fixpoint: the least set X (`name`) over 0..size-1 that contains `seed` and `more`, which may use X.
    `more` must be additive: each of its members follows from one member of X, or from none."""

    size: SetSize
    name: BoundName
    seed: SetExpr
    more: SetExpr = field(metadata=in_scope("name"))


@frozen
class After:
    """Evaluates `body` as if the routine had run, then restores every cell. A fault inside is a fault."""

    routine: RoutineName
    args: tuple[Expr, ...]
    body: Expr


@frozen
class Seen:
    """Counts how often the present value of a position (of cells whose repetition counts) is in its recorded
    history."""

    position: PositionName


@frozen
class Check:
    """Gives `value`, or faults if `condition` is 0."""

    condition: NumberExpr
    fault: FaultNumber
    value: Expr


Expr = (
    Const | Local | Load | RingSize | RingAt | Op | IfElse | Call | Bind | Fold | Lookup | SetConst | SetOp
    | SetBuild | SetOf | Has | SizeOf | Compare | Reach | Shift | Grow | After | Seen | Check
)  # fmt: skip
