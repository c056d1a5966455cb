"""What changes cells: statements of the machine without choice or chance.  docs/internals/machine.md explains each."""

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
    """To a number or set cell.  With `fault`, a number outside the cell's range faults; without, it is known to fit."""

    cell: ValueCell
    index: tuple[NumberExpr, ...]
    value: Expr
    fault: FaultNumber | None = None


@frozen
class Insert:
    """A member into (or, `drop`, out of) a set cell's element."""

    cell: SetCell
    index: tuple[NumberExpr, ...]
    member: NumberExpr
    drop: bool = False


@frozen
class Push:
    """`value` (1..high) onto a ring's top or bottom; faults where the ring is full."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    end: Literal["top", "bottom"]
    value: NumberExpr
    fault: FaultNumber


@frozen
class Pull:
    """Takes what stands at `position` out of a ring; what lay above it moves down.  Faults outside 0..size-1."""

    cell: RingCell
    index: tuple[NumberExpr, ...]
    position: NumberExpr
    fault: FaultNumber


@frozen
class Define:
    """A local, until the end of the block; a second Define of the name in scope overwrites it."""

    name: BoundName
    value: Expr


@frozen
class IfStatement:
    condition: NumberExpr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@frozen
class Each:
    """A loop; what it runs over is evaluated once, before; `where` before each pass."""

    name: BoundName
    over: LoopDomain
    where: NumberExpr | None = field(metadata=in_scope("name"))
    body: tuple[Stmt, ...] = field(metadata=in_scope("name"))


@frozen
class While:
    """`condition` before each pass; the pass after `limit` passes faults (limit None: only fuel bounds it)."""

    condition: NumberExpr
    limit: NumberExpr | None
    fault: FaultNumber
    body: tuple[Stmt, ...]


@frozen
class Break:
    """Out of the innermost Each or While."""


@frozen
class Run:
    """A routine; its result, where it has one, becomes the local `into`."""

    routine: RoutineName
    args: tuple[Expr, ...]
    into: BoundName | None = None


@frozen
class ReturnResult:
    """Out of the routine, with its result."""

    value: Expr | None


@frozen
class Raise:
    fault: FaultNumber


@frozen
class Note:
    """Records a position in its history, or forgets them all."""

    position: PositionName
    forget: bool = False


@frozen
class Reveal:
    """Tells the players in `audience` (a set) what something holds, and where.  Changes no cell.

    With `cell`, it is all that stands in that place or kept value at `index`.  Otherwise it is `value`, a number or a
    set, printed by `domain`, and `what` says of what in the words of the rulebook: those before, between and after the
    numbers of `index`, which `dims` name how to print (`size(hand[` p2 `])`).
    """

    what: tuple[str, ...]
    index: tuple[NumberExpr, ...]
    dims: tuple[str, ...]
    cell: str | None
    value: Expr | None
    domain: str
    audience: SetExpr


@frozen
class Mark:
    """Counts one application of a clause with a body: the flow, a procedure, an action or a rule.  Changes no cell.

    Facts and their exceptions have no marks: they are asked as often as suits an engine, which may keep their values,
    and not as often as a rule of the game says so.
    """

    clause: str


Stmt = (
    Write | Insert | Push | Pull | Define | IfStatement | Each | While | Break | Run | ReturnResult | Raise
    | Note | Reveal | Mark
)  # fmt: skip
