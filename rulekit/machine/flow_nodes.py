"""The nodes of the control-flow graph, at one of which a game always is: steps, decisions, chances and ends.
docs/internals/machine.md defines their meaning."""

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
    """Jumps to `targets[value]`. The value is always a valid index of `targets`."""

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
    """One test of a decision. With a name, it never rejects an option: the local of that name gets the value. Without a
    name, it rejects the options for which the value is 0."""

    value: Expr
    name: BoundName | None = None


@frozen
class Level:
    """One parameter of an alternative. The local `name` takes each value from `low` to `high`; `tests` are then
    evaluated, in order.

    `domain` says how its values print. `cell` and `index` say where the picked value is stored. If `within` is given,
    the parameter takes only the members of this set, which all lie in low..high; the set is evaluated once, before the
    loop. `seen` names a function that returns the players who see this parameter. Its arguments are all parameters of
    the alternative, in the order of the levels. If `seen` is None, all players who see the pick see the parameter."""

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
        """Return the values of the parameter: the set `within` if there is one, otherwise `low` to `high`."""
        if self.within is not None:
            return LoopDomain(within=self.within)
        return LoopDomain(Const(self.low), Const(self.high))


@frozen
class Alternative:
    """One kind of option in a decision: a label with parameters, offered by `clause`. If an option of it is picked, the
    game continues at the node `target`.

    `tests` are evaluated before the parameters. `levels` are nested loops, outermost first. Each option has a number:
    `base` plus a number in mixed radix, whose digits are the parameters minus their lows, the outermost first. So the
    numbers have the order in which the loops run. `label_order` lists the names of the levels in the order in which the
    rulebook writes them."""

    clause: str
    label: str
    tests: tuple[Test, ...]
    levels: tuple[Level, ...]
    label_order: tuple[str, ...]
    base: int
    target: str


@frozen
class Decision:
    """The player `who` picks one option of the `alternatives`. If there is no option, play continues at `otherwise`, or
    the decision faults if that is None.

    `move`: a move of the game begins here (perft and game lengths count moves). `audience`: the set of players who see
    the pick; None means all. `picks` is for choices of a set of fixed size, whose members are picked one by one in
    ascending order: the number of members still to be picked. Random players use it to pick all sets with equal
    probability. It is None for other decisions."""

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
    """A random pick of a value in low..high, stored in a cell. Each value has a weight, and its probability is weight /
    total weight. A negative weight counts as 0. A total of 0 is the fault `fault`; a total over 32 bits is an
    arithmetic fault. `stream` names its stream of random numbers; passes do not change this name. `audience` is the set
    of players who see the outcome (None: all), and may depend on it."""

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
