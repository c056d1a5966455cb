"""Statements of the machine: forms that change cells or show something to players, without choice or chance.
docs/internals/machine.md explains each.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from .expressions import (
    BoundName,
    Expr,
    FaultNumber,
    LoopDomain,
    NumberExpr,
    PositionName,
    RingCell,
    RoutineName,
    SetCell,
    SetExpr,
    ValueCell,
    in_scope,
)


@frozen
class Write:
    """Writes to an element of a number or set cell. A number outside the cell's range is the fault `fault`. If `fault`
    is None, the number is known to be in the range."""

    cell: ValueCell
    index: tuple[NumberExpr, ...]
    value: Expr
    fault: FaultNumber | None = None


@frozen
class Insert:
    """Adds a member to the set in an element of a set cell or, if `drop`, removes it."""

    cell: SetCell
    index: tuple[NumberExpr, ...]
    member: NumberExpr
    drop: bool = False


@frozen
class Push:
    """Pushes `value` (1..high) onto the top or bottom of a ring. A full ring is a fault."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    end: Literal["top", "bottom"]
    value: NumberExpr
    fault: FaultNumber


@frozen
class Pull:
    """Removes the number at `position` from a ring; the numbers above it move down by one. A position outside 0..size-1
    is a fault."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    position: NumberExpr
    fault: FaultNumber


@frozen
class Define:
    """Sets a local variable, which exists until the end of the block. A second `Define` of the same name overwrites its
    value."""

    name: BoundName
    value: Expr


@frozen
class IfStatement:
    condition: NumberExpr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@frozen
class Each:
    """A for loop. Its values `over` are evaluated once, before the loop. For each value, `where` is tested, then `body`
    runs."""

    name: BoundName
    over: LoopDomain
    where: NumberExpr | None = field(metadata=in_scope("name"))
    body: tuple[Stmt, ...] = field(metadata=in_scope("name"))


@frozen
class While:
    """A while loop. `condition` is tested before each pass. A pass more than `limit` is a fault; if `limit` is None,
    only fuel limits the loop."""

    condition: NumberExpr
    limit: NumberExpr | None
    fault: FaultNumber
    body: tuple[Stmt, ...]


@frozen
class Break:
    """Leaves the innermost `Each` or `While`."""


@frozen
class Run:
    """Runs a routine. If it has a result, the local `into` gets it."""

    routine: RoutineName
    args: tuple[Expr, ...]
    into: BoundName | None = None


@frozen
class ReturnResult:
    """Ends the routine. `value` is the routine's result; None if it has none."""

    value: Expr | None


@frozen
class Raise:
    fault: FaultNumber


@frozen
class Note:
    """Adds the current values of a position's cells to its history or, if `forget`, clears the history."""

    position: PositionName
    forget: bool = False


@frozen
class Reveal:
    """Shows something to the players in the set `audience`. It changes no cell.

    If `cell` is given, they see the contents of one element, at `index`, of this place or this variable declared by
    `keep`. Otherwise they see `value`, a number or set that prints by `domain`, after a description of what it is. The
    description consists of the texts `what`, with the numbers `index` between them, which print by `dims`: `size(hand[`
    p2 `])`."""

    what: tuple[str, ...]
    index: tuple[NumberExpr, ...]
    dims: tuple[str, ...]
    cell: str | None
    value: Expr | None
    domain: str
    audience: SetExpr


@frozen
class Mark:
    """Counts one use of a clause with a body: the flow, a procedure, an action or a rule. It changes no cell. Facts and
    exceptions have no marks, because engines may store their values, so the number of evaluations means nothing."""

    clause: str


Stmt = (
    Write | Insert | Push | Pull | Define | IfStatement | Each | While | Break | Run | ReturnResult | Raise
    | Note | Reveal | Mark
)  # fmt: skip  # several names on a line
