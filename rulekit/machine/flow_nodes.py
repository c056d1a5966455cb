"""The nodes where a game can be: steps, decisions, chances and ends. docs/internals/machine.md defines their
meaning."""

from __future__ import annotations

from attrs import frozen

from .expressions import BoundName, Const, Expr, FaultNumber, FunctionName, LoopDomain, NumberExpr, SetExpr, ValueCell
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
    """Jumps to `targets[value]`. The value is known to be in range."""

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
    """One test of a decision: with a name it binds the value; without one it rejects options whose value is 0."""

    value: Expr
    name: BoundName | None = None


@frozen
class Level:
    """One parameter of an alternative: the local `name` runs over low..high; then come its `tests`, in order.

    `domain` is the printed domain of its values; `cell` and `index` say where the picked value is stored. With
    `within`, a set evaluated before the loop, the loop runs over its members only, all in low..high. `seen` names a
    function from all parameters, in the order of the levels, to the players who see this one (None: all who see the
    pick)."""

    name: BoundName
    domain: str
    low: int
    high: int
    tests: tuple[Test, ...]
    cell: ValueCell
    index: tuple[NumberExpr, ...] = ()
    within: SetExpr | None = None
    seen: FunctionName | None = None

    @property
    def over(self) -> LoopDomain:
        """Return the domain of the loop: the set, or else the range."""
        if self.within is not None:
            return LoopDomain(within=self.within)
        return LoopDomain(Const(self.low), Const(self.high))


@frozen
class Alternative:
    """One kind of option in a decision: a label with parameters, offered by `clause`; picking it leads to the node
    `target`.

    `tests` run before any parameter; `levels` are nested, outermost first. The number of an option is `base` plus the
    parameters, less their lows, in mixed radix with the outermost level most significant. So the order of numbers is
    the order of the loops. `label_order` lists the names of the levels in written order."""

    clause: str
    label: str
    tests: tuple[Test, ...]
    levels: tuple[Level, ...]
    label_order: tuple[str, ...]
    base: int
    target: str


@frozen
class Decision:
    """A decision: the player `who` picks one option of the `alternatives`. Without an option, play continues at
    `otherwise`, or faults if that is None. `move`: a move begins here (perft and game lengths count moves). `audience`:
    the set of players who see the pick; None means all. `picks`: how many members of a set of fixed size are still to
    be picked, in ascending order; then random players pick so that all sets are equally likely. None: a single
    choice."""

    id: str
    clause: str
    who: NumberExpr
    alternatives: tuple[Alternative, ...]
    move: bool
    audience: SetExpr | None
    otherwise: str | None
    fault: FaultNumber
    picks: NumberExpr | None = None


PLAYERS_STREAM = "players: "
"""The prefix of the names of random streams for random players. No chance node's stream may begin with it."""


@frozen
class Chance:
    """A random pick: a value of low..high with probability weight / total weight, stored in a cell. A negative weight
    counts as 0. A total of 0 is the fault `fault`; one over 32 bits is an arithmetic fault. `stream` is the stable name
    of its stream of random numbers. `audience` is as in `Decision`, and may depend on the value."""

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
