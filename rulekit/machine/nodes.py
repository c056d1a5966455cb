"""Where a game can stand: steps, decisions, chances, the end.  What each means is in docs/internals/machine.md."""

from __future__ import annotations

from attrs import frozen

from .expressions import BoundName, Expr, FaultNumber, FunctionName, NumberExpr, SetExpr, ValueCell
from .statements import Stmt


@frozen
class Jump:
    target: str


@frozen
class Fork:
    condition: NumberExpr
    then: str
    otherwise: str


@frozen
class Switch:
    """To `targets[value]`; value is known to be in range."""

    value: NumberExpr
    targets: tuple[str, ...]


Next = Jump | Fork | Switch


@frozen
class StepNode:
    id: str
    clause: str
    body: tuple[Stmt, ...]
    next: Next


@frozen
class Test:
    """In a decision: names a value (`name`), or lets only options pass for which `value` is not 0 (`name` None)."""

    value: Expr
    name: BoundName | None = None


@frozen
class Level:
    """One parameter of an alternative: the local `name` runs over low..high; then `tests`, in order.

    `domain` names how to print a value; `cell`, `index` is where the picked value is kept.  With `within`, a set found
    before the loop, it runs over the members of that only (all of them in low..high).  `seen` names a function of all
    the alternative's parameters, in the order of its levels, to the players who see this one (None: all who see the
    pick).
    """

    name: BoundName
    domain: str
    low: int
    high: int
    tests: tuple[Test, ...]
    cell: ValueCell
    index: tuple[NumberExpr, ...] = ()
    within: SetExpr | None = None
    seen: FunctionName | None = None


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
    who: NumberExpr
    alternatives: tuple[Alternative, ...]
    move: bool
    audience: SetExpr | None
    otherwise: str | None
    fault: FaultNumber


PLAYERS_STREAM = "players: "
"""So begin the names of random players' streams, and those of no chance."""


@frozen
class Chance:
    """A value of low..high with probability weight / total weight, kept in a cell.

    A weight below 0 counts as 0.  A total of 0 is the fault; one that is no number of 32 bits is that of arithmetic.
    `stream` is the stable name that keys its random numbers; `audience` as in Decision, and may depend on the value.
    """

    id: str
    clause: str
    label: str
    name: BoundName
    domain: str
    low: int
    high: int
    weight: NumberExpr
    cell: ValueCell
    index: tuple[NumberExpr, ...]
    stream: str
    audience: SetExpr | None
    fault: FaultNumber
    target: str


@frozen
class End:
    id: str
    clause: str


Node = StepNode | Decision | Chance | End
