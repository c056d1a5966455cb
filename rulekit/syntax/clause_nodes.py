"""The clauses that define a game: things, places, facts, actions, procedures, rules.

`example_nodes.py` has examples, invariants and clauses for readers.  The model combines layers.  Each node is declared
separately, even if another has the same fields (`expression_nodes.py`).
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from .expression_nodes import Binder, Citation, Expr, Name, Node, RangeType, Tags, Text, TypeExpr
from .statement_nodes import SeenBy, Stmt, Way

_WORDS: dict[type[Node], str] = {}
"""The keyword of each kind of clause."""


def kind_word(kind: type[Node]) -> str:
    """Return the keyword of a kind of clause, from its class's name."""
    if kind not in _WORDS:
        _WORDS[kind] = kind.__name__.removesuffix("Clause").lower()
    return _WORDS[kind]


@frozen(eq=False, repr=False, kw_only=True)
class Clause(Node):
    """A named part of a rulebook; (`kind`, `name`) identifies it in every layer."""

    name: Name
    tags: Tags

    @property
    def kind(self) -> str:
        return kind_word(type(self))


@frozen(eq=False, repr=False)
class Item(Node):
    """A constant of an enumeration or an answer of a ruling, with its title for readers."""

    name: Name
    title: Text | None
    cites: tuple[Citation, ...] = ()


@frozen(eq=False, repr=False)
class EnumClause(Clause):
    """`enum Kind, turning: a, b, c`: ordered; with `turning`, + and - wrap around."""

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
    """`| name "Title" | cell | cell |`."""

    item: Item
    cells: tuple[Expr, ...]


@frozen(eq=False, repr=False)
class TableClause(Clause):
    """Rows of data, or all combinations of `binders` that pass `where`; `said` is False for `to be said`."""

    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    binders: tuple[Binder, ...]
    where: Expr | None
    said: bool = True


@frozen(eq=False, repr=False)
class PieceClause(Clause):
    """`piece Man(owner Player, kind Kind): 3 each`; the population may use the attributes; None means `any number`."""

    fields: tuple[Field, ...]
    population: Expr | None
    said: bool = True


@frozen(eq=False, repr=False)
class BoardClause(Clause):
    """`board Square: 8 by 8`, `… hexagonal`, `… triangular`, `… wrapped`, `… where C`, `board Cell: hexagon of side 5`,
    `board Spot: open for 72[, hexagonal]`, `board Point: graph` with rows.
    `board Line: edges|corners of BASE`.
    `width` is also the side of a hexagon or triangle, and the number of sites of an open board.  `hexagonal` is of an
    open board.
    """

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
    """`Suit` or `p in Player` between a place's brackets."""

    name: Name | None
    type: TypeExpr


@frozen(eq=False, repr=False)
class PlaceClause(Clause):
    """`place purse[p in Player]: heap of Coin, at most N, seen by p, counted by all`."""

    dimensions: tuple[Dimension, ...]
    form: Literal["one", "heap", "row", "stack"]
    piece: Name
    capacity: Expr | None
    audiences: tuple[SeenBy, ...]


@frozen(eq=False, repr=False)
class KeepClause(Clause):
    """`keep score[Player]: 0..200 = 0, each turn, seen by …`: a value the game remembers."""

    dimensions: tuple[Dimension, ...]
    type: TypeExpr
    initial: Expr | None
    lifetime: Literal["game", "turn", "round"]
    audiences: tuple[SeenBy, ...]


@frozen(eq=False, repr=False)
class PositionClause(Clause):
    """`position board: spot, active [at most 400]`: what makes two positions equal, and how many are remembered."""

    parts: tuple[Name, ...]
    capacity: Expr | None


@frozen(eq=False, repr=False)
class OptionClause(Clause):
    """`option` and `ruling`: a choice before the game, with answers or a range; the first answer is the default."""

    ruling: bool
    items: tuple[Item, ...]
    range: RangeType | None
    default: Expr | None


@frozen(eq=False, repr=False)
class Setting(Node):
    """`name = value` in a ruleset or an example."""

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
    """`fact NAME(params) [gives T] [nested at most N] [combining HOW [, at least E] [, at most E]] = E`; value None
    means `to be said`."""

    params: tuple[Param, ...]
    result: TypeExpr | None
    nested: Expr | None
    combining: Literal["add", "most", "least", "any", "all"] | None
    floor: Expr | None
    ceiling: Expr | None
    value: Expr | None

    @property
    def limits(self) -> tuple[Expr, ...]:
        """Return the lower and upper limit of the sum of exceptions."""
        return tuple(limit for limit in (self.floor, self.ceiling) if limit is not None)


Pattern = Name | Param | Expr
"""A parameter in the head of an exception or a rule.  A name is either a constant of the parameter's type, which the
argument must equal, or a new variable.  Another expression is such a constant.  A `Param`, made by layers, is a new
variable."""


@frozen(eq=False, repr=False)
class ExceptionClause(Clause):
    """`exception NAME to FACT(params) [where C] [rank R] [over X] [never both] = E`."""

    fact: Name
    params: tuple[Pattern, ...]
    where: Expr | None
    rank: Name | None
    over: tuple[Name, ...]
    never_both: bool
    value: Expr


@frozen(eq=False, repr=False)
class ChoiceClause(Clause):
    """`choice turn[, at any time [where C]] "What to do on a turn"`: open; actions join it by name."""

    any_time: bool = False
    where: Expr | None = None


@frozen(eq=False, repr=False)
class ActionClause(Clause):
    choice: Name
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class ProcedureClause(Clause):
    """`procedure NAME(params) [gives T] [nested at most N]: …`; body None means `to be said`."""

    params: tuple[Param, ...]
    result: TypeExpr | None
    nested: Expr | None
    body: tuple[Stmt, ...] | None


@frozen(eq=False, repr=False)
class EventClause(Clause):
    """`event obtained(p Player) [answered from E [anticlockwise]] [, in rank order] [nested at most N]`."""

    params: tuple[Param, ...]
    start: Expr | None
    way: Way
    ranked: bool
    nested: Expr | None


@frozen(eq=False, repr=False)
class When(Node):
    """`when EVENT(params) [by q] [where C] [, reveals]`; `by q` makes it an answer at q's seat."""

    event: Name
    params: tuple[Pattern, ...]
    seat: Name | None
    where: Expr | None
    reveals: bool = False


@frozen(eq=False, repr=False)
class Whenever(Node):
    """`whenever C [, reveals]` or `whenever p in Player: C [, reveals]`."""

    binder: Binder | None
    condition: Expr
    reveals: bool = False


@frozen(eq=False, repr=False)
class AtStep(Node):
    """`before|after|instead of procedure[(params)].step [where C] [, reveals]`."""

    when: Literal["before", "after", "instead of"]
    procedure: Name
    params: tuple[Pattern, ...]
    step: Name
    where: Expr | None
    reveals: bool = False


@frozen(eq=False, repr=False)
class RuleClause(Clause):
    """`rule NAME TRIGGER [rank R] [over X]: …`."""

    trigger: When | Whenever | AtStep
    rank: Name | None
    over: tuple[Name, ...]
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class FlowClause(Clause):
    """`flow: …`: the whole game."""

    body: tuple[Stmt, ...]
