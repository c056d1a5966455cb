"""The clauses that define a game: things, places, facts, actions, procedures, rules.

`example_nodes.py` has examples, invariants and clauses for readers. `rulekit/model/` combines the clauses of all
layers. Each node is declared separately, even if another has the same fields (`expression_nodes.py`).
"""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import frozen

from .expression_nodes import Binder, Citation, Expr, Name, Node, RangeType, Tags, Text, TypeExpr
from .statement_nodes import SeenBy, Stmt, Way


@frozen(eq=False, repr=False, kw_only=True)
class Clause(Node):
    """A named part of a rulebook. `kind` is its keyword; kind and name together identify the clause in every layer."""

    name: Name
    tags: Tags
    kind: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.kind = cls.__name__.removesuffix("Clause").lower()


@frozen(eq=False, repr=False)
class Item(Node):
    """A constant of an enumeration or an answer of a ruling, with its title for readers."""

    name: Name
    title: Text | None
    cites: tuple[Citation, ...] = ()


@frozen(eq=False, repr=False)
class EnumClause(Clause):
    """An enumeration `enum Kind, turning: a, b, c`. Its items are ordered; with `turning`, + and - wrap around."""

    turning: bool
    items: tuple[Item, ...]


@frozen(eq=False, repr=False)
class Field(Node):
    """An attribute `name TYPE [open]`; everyone sees `open` attributes of hidden pieces."""

    name: Name
    type: TypeExpr
    open: bool = False


@frozen(eq=False, repr=False)
class Row(Node):
    """A row of a table: `| name "Title" | cell | cell |`."""

    item: Item
    cells: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class TableClause(Clause):
    """A table: rows of data, or all combinations of `binders` that pass `where`. `said` is False for `to be said`: a
    later layer must supply the rows."""

    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    binders: tuple[Binder, ...]
    where: Expr | None
    said: bool = True


@frozen(eq=False, repr=False)
class PieceClause(Clause):
    """A kind of piece and its number: `piece Man(owner Player, kind Kind): 3 each`. The number (`population`) may
    depend on the attributes; None means `any number`. `said` is False for `to be said`: a later layer must supply the
    piece."""

    fields: tuple[Field, ...]
    population: Expr | None
    said: bool = True


@frozen(eq=False, repr=False)
class BoardClause(Clause):
    """A board of any shape.

    Forms: `board Square: 8 by 8`, `… hexagonal`, `… triangular`, `… wrapped`, `… where C`, `board Cell: hexagon of side
    5`, `board Spot: open for 72[, hexagonal]`, `board Line: edges|corners of BASE`, `board Point: graph` with rows.

    `width` is also the side of a hexagon or triangle, and the number of sites of an open board. `hexagonal` is for open
    boards."""

    shape: Literal["square", "hexagonal", "triangular", "hexagon", "triangle", "open", "edges", "corners", "graph"]
    width: Expr | None
    height: Expr | None
    wrapped: bool
    rows: tuple[Row, ...]
    where: Expr | None = None
    hexagonal: bool = False
    base: Name | None = None


@frozen(eq=False, repr=False)
class Dimension(Node):
    """A dimension of a place or kept value, written in its brackets: `Suit` or `p in Player`."""

    name: Name | None
    type: TypeExpr


@frozen(eq=False, repr=False)
class PlaceClause(Clause):
    """A place for pieces: `place purse[p in Player]: heap of Coin, at most N, seen by p, counted by all`."""

    dimensions: tuple[Dimension, ...]
    form: Literal["one", "heap", "row", "stack"]
    piece: Name
    capacity: Expr | None
    audiences: tuple[SeenBy, ...]


@frozen(eq=False, repr=False)
class KeepClause(Clause):
    """A value that the game stores: `keep score[Player]: 0..200 = 0, each turn, seen by …`."""

    dimensions: tuple[Dimension, ...]
    type: TypeExpr
    initial: Expr | None
    lifetime: Literal["game", "turn", "round"]
    audiences: tuple[SeenBy, ...]


@frozen(eq=False, repr=False)
class PositionClause(Clause):
    """A position: the parts of the state that must be equal for a repetition, and how many positions are stored:
    `position board: spot, active [at most 400]`."""

    parts: tuple[Name, ...]
    capacity: Expr | None


@frozen(eq=False, repr=False)
class OptionClause(Clause):
    """A choice made before the game, with named answers or a range; the first answer is the default. `ruling`: it
    settles a question that the source of the rules leaves open."""

    ruling: bool
    items: tuple[Item, ...]
    range: RangeType | None
    default: Expr | None


@frozen(eq=False, repr=False)
class Setting(Node):
    """A setting of an option in a ruleset or an example: `name = value`."""

    name: Name
    value: Expr


@frozen(eq=False, repr=False)
class RulesetClause(Clause):
    settings: tuple[Setting, ...]


@frozen(eq=False, repr=False)
class Param(Node):
    name: Name
    type: TypeExpr


@frozen(eq=False, repr=False)
class FactClause(Clause):
    """A fact, which is a pure function: `fact NAME(params) [gives T] [nested at most N] [combining HOW [, at least E]
    [, at most E]] = E`. The value is None if it is written `to be said`: a later layer must supply it."""

    params: tuple[Param, ...]
    result: TypeExpr | None
    nested: Expr | None
    combining: Literal["add", "most", "least", "any", "all"] | None
    floor: Expr | None
    ceiling: Expr | None
    value: Expr | None

    @property
    def limits(self) -> tuple[Expr, ...]:
        """Return the limits of the sum of a fact with `combining add`: the lower one, then the upper one, if they are
        given."""
        return tuple(limit for limit in (self.floor, self.ceiling) if limit is not None)


Pattern = Name | Param | Expr
"""A parameter in the heading of an exception or a rule.  A name is either a constant of the parameter's type, which the
argument must equal, or a new variable.  Any other expression is also a constant that the argument must equal.  A
`Param`, made by layers, is a new variable."""


@frozen(eq=False, repr=False)
class ExceptionClause(Clause):
    """A special case of a fact: `exception NAME to FACT(params) [where C] [rank R] [over X] [never both] = E`. `rank`
    and `over` say over which other exceptions it prevails. With `never_both`, it is a fault if another exception of the
    same rank also applies and gives a different value."""

    fact: Name
    params: tuple[Pattern, ...]
    where: Expr | None
    rank: Name | None
    over: tuple[Name, ...]
    never_both: bool
    value: Expr


@frozen(eq=False, repr=False)
class ChoiceClause(Clause):
    """A choice, which offers all actions that name it: `choice turn[, at any time [where C]] "What to do on a
    turn"`."""

    any_time: bool = False
    where: Expr | None = None


@frozen(eq=False, repr=False)
class ActionClause(Clause):
    choice: Name
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class ProcedureClause(Clause):
    """A procedure: `procedure NAME(params) [gives T] [nested at most N]: …`. The body is None if it is written `to be
    said`: a later layer must supply it."""

    params: tuple[Param, ...]
    result: TypeExpr | None
    nested: Expr | None
    body: tuple[Stmt, ...] | None


@frozen(eq=False, repr=False)
class EventClause(Clause):
    """An event, to which rules react: `event obtained(p Player) [answered from E [anticlockwise]] [, in rank order]
    [nested at most N]`."""

    params: tuple[Param, ...]
    start: Expr | None
    way: Way
    ranked: bool
    nested: Expr | None


@frozen(eq=False, repr=False)
class When(Node):
    """A trigger of a rule by an event: `when EVENT(params) [by q] [where C] [, reveals]`. With `by q`, the rule is an
    answer of the player q to the event."""

    event: Name
    params: tuple[Pattern, ...]
    seat: Name | None
    where: Expr | None
    reveals: bool = False


@frozen(eq=False, repr=False)
class Whenever(Node):
    """A trigger of a rule by a condition: `whenever C [, reveals]` or `whenever p in Player: C [, reveals]`."""

    binder: Binder | None
    condition: Expr
    reveals: bool = False


@frozen(eq=False, repr=False)
class AtStep(Node):
    """A trigger of a rule by a step: `before|after|instead of procedure[(params)].step [where C] [, reveals]`."""

    when: Literal["before", "after", "instead of"]
    procedure: Name
    params: tuple[Pattern, ...]
    step: Name
    where: Expr | None
    reveals: bool = False


@frozen(eq=False, repr=False)
class RuleClause(Clause):
    """A rule with its trigger: `rule NAME TRIGGER [rank R] [over X]: …`. `rank` and `over` decide which of several
    rules comes first."""

    trigger: When | Whenever | AtStep
    rank: Name | None
    over: tuple[Name, ...]
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class FlowClause(Clause):
    """The flow, which is the course of the whole game: `flow: …`."""

    body: tuple[Stmt, ...]
