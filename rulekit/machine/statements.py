"""Statements of the machine: forms that change cells or show something, without choice or chance.
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
    """Writes a number or set cell's element. With `fault`, a number outside the cell's range faults; without, it is
    known to fit."""

    cell: ValueCell
    index: tuple[NumberExpr, ...]
    value: Expr
    fault: FaultNumber | None = None


@frozen
class Insert:
    """Adds a member to a set cell's element or, with `drop`, removes it."""

    cell: SetCell
    index: tuple[NumberExpr, ...]
    member: NumberExpr
    drop: bool = False


@frozen
class Push:
    """Pushes `value` (1..high) onto a ring's top or bottom; faults if the ring is full."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    end: Literal["top", "bottom"]
    value: NumberExpr
    fault: FaultNumber


@frozen
class Pull:
    """Removes the number at `position` from a ring; those above it move down. Faults outside 0..size-1."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    position: NumberExpr
    fault: FaultNumber


@frozen
class Define:
    """Defines a local until the end of the block; a second definition in scope overwrites it."""

    name: BoundName
    value: Expr


@frozen
class IfStatement:
    condition: NumberExpr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@frozen
class Each:
    """A for loop. Its values are evaluated once, before it; `where` is tested before each pass."""

    name: BoundName
    over: LoopDomain
    where: NumberExpr | None = field(metadata=in_scope("name"))
    body: tuple[Stmt, ...] = field(metadata=in_scope("name"))


@frozen
class While:
    """A while loop. `condition` is tested before each pass; a pass beyond `limit` faults (None: no limit except
    fuel)."""

    condition: NumberExpr
    limit: NumberExpr | None
    fault: FaultNumber
    body: tuple[Stmt, ...]


@frozen
class Break:
    """Leaves the innermost `Each` or `While`."""


@frozen
class Run:
    """Runs a routine; its result, if it has one, becomes the local `into`."""

    routine: RoutineName
    args: tuple[Expr, ...]
    into: BoundName | None = None


@frozen
class ReturnResult:
    """Leaves the routine and returns its result, if any."""

    value: Expr | None


@frozen
class Raise:
    fault: FaultNumber


@frozen
class Note:
    """Records a position in its history, or with `forget` clears the history."""

    position: PositionName
    forget: bool = False


@frozen
class Reveal:
    """Shows something to the players in the set `audience`. It changes no cell.

    With `cell`, it shows all contents of that place, or that variable declared by `keep`, at `index`. Otherwise it
    shows `value`, a number or set printed by `domain`. Then `what` has the rulebook's text before, between and after
    the numbers of `index`, which print by `dims`: `size(hand[` p2 `])`."""

    what: tuple[str, ...]
    index: tuple[NumberExpr, ...]
    dims: tuple[str, ...]
    cell: str | None
    value: Expr | None
    domain: str
    audience: SetExpr


@frozen
class Mark:
    """Counts one application of a clause with a body: the flow, a procedure, an action or a rule. It changes no cell.
    Facts and exceptions have no marks: engines may cache their values, so the number of evaluations means nothing."""

    clause: str


Stmt = (
    Write | Insert | Push | Pull | Define | IfStatement | Each | While | Break | Run | ReturnResult | Raise
    | Note | Reveal | Mark
)  # fmt: skip
