"""Expressions of the machine: forms that compute a value and have no effects. docs/internals/machine.md defines their
meaning.

Each form has a class of its own, even if another class has the same fields, because programs distinguish forms by
class. The annotation of a field says its role. `in_scope` says which names are bound in the field. `form_table.py`
reads both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

NUMBER = 0  # the kind of numbers; every kind n > 0 is that of sets with members in 0..n-1

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
    """Return metadata for a field of a form: the locals bound by the fields `names` of that form may be used in this
    field."""
    return {"bound": names}


@frozen
class Const:
    value: int


@frozen
class Local:
    name: str


@frozen
class Load:
    """Reads an element of a cell that contains numbers or sets. `index` has one number for each dimension. Each must be
    in the range of its dimension, which starts at 0."""

    cell: ValueCell
    index: tuple[NumberExpr, ...] = ()


@frozen
class RingSize:
    cell: RingCell
    index: tuple[NumberExpr, ...] = ()


@frozen
class RingAt:
    """Reads the number at `position` of a ring (a row or stack of pieces); position 0 is the bottom. The result is 0 if
    the ring has no such position, so it is an optional value."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    position: NumberExpr


NumberOp = Literal[
    "neg", "not", "add", "sub", "mul", "div", "mod", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"
]


@frozen
class Op:
    """Applies an operator on numbers. `and` and `or` evaluate the second argument only if it matters. `div` and `mod`
    round down. A zero divisor is the fault `arithmetic`."""

    op: NumberOp
    args: tuple[NumberExpr, ...]


@frozen
class IfElse:
    """Evaluates one of two expressions, chosen by the condition, and returns its value, a number or a set. The other
    one is not evaluated."""

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
    """Evaluates `value` once, then `body`, in which the local `name` has this value. The result is that of `body`."""

    name: BoundName
    value: Expr
    body: Expr = field(metadata=in_scope("name"))


@frozen
class LoopDomain:
    """The values of a loop, in increasing order: `low` to `high`, both included, or the members of the set `within`."""

    low: NumberExpr | None = None
    high: NumberExpr | None = None
    within: SetExpr | None = None


FoldKind = Literal["some", "all", "count", "sum", "most", "least", "first", "only"]


@frozen
class Fold:
    """A loop over the values `over` that computes a number. Only values for which `where` holds count.

    The result depends on the kind:

        some, all      whether `body` holds for one value, or for every value (the loop stops once this is clear)
        count          the number of values
        sum            the sum of `body`
        most, least    the largest or the smallest `body`
        first, only    the first value, or the only one

    If no value counts, `most`, `least` and `first` give `otherwise` or, without it, the fault number `fault`. `only`
    gives this fault unless exactly one value counts."""

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
    """A set comprehension: the members of 0..size-1 that are the image of some value of `name` for which `where` holds.
    If `image` is None, each value is its own image. If the image is itself a set of this size, all of its members are
    in the result."""

    size: SetSize
    name: BoundName
    over: LoopDomain
    where: NumberExpr | None = field(default=None, metadata=in_scope("name"))
    image: Expr | None = field(default=None, metadata=in_scope("name"))


@frozen
class SetOf:
    """A set with the members `items`, each a number in 0..size-1."""

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
    """Compares two sets. `same`: they are equal. `within`: left is a subset of right."""

    op: Literal["same", "within"]
    left: SetExpr
    right: SetExpr


@frozen
class Reach:
    """A transitive closure over 0..size-1: the smallest set that contains `seed` and, for each member x of the result,
    each value y of `over` for which `where` holds. The local `source` is x, and `target` is y. `over` may depend on x,
    and `where` on both."""

    size: SetSize
    seed: Expr
    source: BoundName
    target: BoundName
    over: LoopDomain = field(metadata=in_scope("source"))
    where: NumberExpr | None = field(default=None, metadata=in_scope("source", "target"))


@frozen
class Shift:
    """Adds `by` to each member of a set; sums outside 0..size-1 are dropped."""

    size: SetSize
    set: SetExpr
    by: int


@frozen
class Grow:
    """A least fixpoint: the smallest set X over 0..size-1 that contains `seed` and `more`. In `more`, the local `name`
    is X. `more` must be additive: each of its members follows from a single member of X, or from none."""

    size: SetSize
    name: BoundName
    seed: SetExpr
    more: SetExpr = field(metadata=in_scope("name"))


@frozen
class After:
    """Computes `body` in the state after the routine has run, then restores every cell. A fault in either counts as a
    fault of this expression."""

    routine: RoutineName
    args: tuple[Expr, ...]
    body: Expr


@frozen
class Seen:
    """Counts how often the present values of a position's cells occur in the recorded history of this position."""

    position: PositionName


@frozen
class Check:
    """Returns `value` if `condition` is not 0; otherwise it faults."""

    condition: NumberExpr
    fault: FaultNumber
    value: Expr


Expr = (
    Const | Local | Load | RingSize | RingAt | Op | IfElse | Call | Bind | Fold | Lookup | SetConst | SetOp
    | SetBuild | SetOf | Has | SizeOf | Compare | Reach | Shift | Grow | After | Seen | Check
)  # fmt: skip  # several names on a line
