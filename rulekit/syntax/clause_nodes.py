"""The named parts of a rulebook: things, places, facts, actions, procedures, rules, examples; long because it is one
list.

(kind, name) is a clause's identity in every layer; `KINDS` gives the kind.  How they are stacked is the model's work.
Each is declared by itself on purpose, also where another has the same fields (`expression_nodes.py`).
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from .expression_nodes import Arg, Binder, Expr, Name, Node, Number, RangeType, TypeExpr
from .statement_nodes import Citation, SeenBy, Stmt, Tags, Text, Way


@frozen(eq=False, repr=False, kw_only=True)
class Clause(Node):
    """A named part of a rulebook; (`kind`, `name`) is its identity in every layer."""

    name: Name
    tags: Tags

    @property
    def kind(self) -> str:
        return KINDS[type(self)]


@frozen(eq=False, repr=False)
class Item(Node):
    """A constant of an enumeration or an answer of a ruling, with what a reader calls it."""

    name: Name
    title: Text | None
    cites: tuple[Citation, ...] = ()


@frozen(eq=False, repr=False)
class EnumClause(Clause):
    """`enum Kind, turning: a, b, c`: ordered; `turning` makes + and - go round."""

    turning: bool
    items: tuple[Item, ...]


@frozen(eq=False, repr=False)
class Field(Node):
    """An attribute `name TYPE [open]`; `open` attributes of a hidden piece are seen by all."""

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
    """Rows of data, or every combination of `binders` that passes `where`; `said` is False for `to be said`."""

    fields: tuple[Field, ...]
    rows: tuple[Row, ...]
    binders: tuple[Binder, ...]
    where: Expr | None
    said: bool = True


@frozen(eq=False, repr=False)
class PieceClause(Clause):
    """`piece Man(owner Player, kind Kind): 3 each`; the population may use the attributes; None is `any number`."""

    fields: tuple[Field, ...]
    population: Expr | None
    said: bool = True


@frozen(eq=False, repr=False)
class BoardClause(Clause):
    """`board Square: 8 by 8`, `… hexagonal`, `… triangular`, `… wrapped`, `… where C`, `board Cell: hexagon of side 5`,
    `board Spot: open for 72`, `board Point: graph` with rows.

    `width` is also the side of a hexagon or a triangle, and the room of an open board.
    """

    shape: Literal["square", "hexagonal", "triangular", "hexagon", "triangle", "open", "graph"]
    width: Expr | None
    height: Expr | None
    wrapped: bool
    rows: tuple[Row, ...]
    where: Expr | None = None


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
    """`position board: spot, active [at most 400]`: what counts as the same position, and how many are remembered."""

    parts: tuple[Name, ...]
    capacity: Expr | None


@frozen(eq=False, repr=False)
class OptionClause(Clause):
    """`option` and `ruling`: a choice made before the game; answers or a range; the first answer is the default."""

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
    """`fact NAME(params) [gives T] [nested at most N] [combining HOW [, at least E] [, at most E]] = E`; value None is
    `to be said`.
    """

    params: tuple[Param, ...]
    result: TypeExpr | None
    nested: Expr | None
    combining: Literal["add", "most", "least", "any", "all"] | None
    floor: Expr | None
    ceiling: Expr | None
    value: Expr | None

    @property
    def limits(self) -> tuple[Expr, ...]:
        """What the sum of its exceptions may not go below or above."""
        return tuple(limit for limit in (self.floor, self.ceiling) if limit is not None)


Pattern = Name | Param | Expr
"""A parameter in the head of an exception or a rule.  A name is a constant of the parameter's type, which it then must
be, or else a new name; a value that is no name is such a constant, too; a `Param`, made by layers, is a new name.
"""


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
    """`procedure NAME(params) [gives T] [nested at most N]: …`; body None is `to be said`."""

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
    """`flow: …`: the game from first to last."""

    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Given(Node):
    """`given [at PROCEDURE.STEP]: effects`: run to the first turn (or that step), then lay out the position."""

    procedure: Name | None
    step: Name | None
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Played(Node):
    """`play|allow|refuse LABEL(args)`: `play` also says what chance gave, and `play pass 5 times` five of these."""

    verb: Literal["play", "allow", "refuse"]
    label: Name
    args: tuple[Arg, ...]
    times: int = 1
    opening: bool = False


@frozen(eq=False, repr=False)
class Expect(Node):
    condition: Expr
    opening: bool = False


@frozen(eq=False, repr=False)
class ExampleClause(Clause):
    """Its lines; those of its `opening:` come first, and say so."""

    players: Expr | None
    settings: tuple[Setting, ...]
    lines: tuple[Given | Played | Expect, ...]


@frozen(eq=False, repr=False)
class InvariantClause(Clause):
    """`always|never|finally NAME: E`."""

    when: Literal["always", "never", "finally"]
    condition: Expr


@frozen(eq=False, repr=False)
class FigureClause(Clause):
    """`figure points[p in Player] "…" [where C] = E`: what is measured at the end of each game; dimensions have
    names."""

    dimensions: tuple[Dimension, ...]
    where: Expr | None
    value: Expr


@frozen(eq=False, repr=False)
class WordForm(Node):
    """`plural "oxen"`: what a language's grammar asks of a word."""

    key: Name
    value: Text


@frozen(eq=False, repr=False)
class Word(Node):
    """One line of a catalog: `[KIND] NAME[.ITEM]: ["title" ["summary"]], KEY "form", …`.

    `of` is the name with the kind that it was found to mean, once the layers are known (`model/naming.py`).
    """

    kind: Name | None
    name: Name
    item: Name | None
    title: Text | None
    summary: Text | None
    forms: tuple[WordForm, ...] = ()
    of: str = ""

    @property
    def written(self) -> str:
        """The name as it stands at the head of the line."""
        kind, item = f"{self.kind.text} " if self.kind else "", f".{self.item.text}" if self.item else ""
        return f"{kind}{self.name.text}{item}"


@frozen(eq=False, repr=False)
class WordsClause(Clause):
    """`words nl: …`; the clause's name is the language."""

    entries: tuple[Word, ...]


@frozen(eq=False, repr=False)
class LookProp(Node):
    """`colour "#eee"`, `turned 90 * rotation[here]`: one thing about how something looks."""

    key: Name
    value: Text | Expr


@frozen(eq=False, repr=False)
class LookLine(Node):
    """`a1, b1: size 80, colour "#eee"`; without names it is about all of them."""

    names: tuple[Name, ...]
    props: tuple[LookProp, ...]


@frozen(eq=False, repr=False)
class LookClause(Clause):
    """`look NAME: …`: how what has that name is drawn; `layout` says row by row where its elements lie."""

    lines: tuple[LookLine, ...]
    layout: tuple[Text, ...]


@frozen(eq=False, repr=False)
class StatedSentence(Node):
    """`4 "the bribe comes out of the game" assumed otherwise "why"`: one statement of a source, by its number."""

    number: Number
    text: Text
    aside: Literal["not covered", "assumed otherwise"] | None = None
    why: Text | None = None


@frozen(eq=False, repr=False)
class StatedSection(Node):
    """`"a turn":` and the statements of that section of a source."""

    title: Text
    sentences: tuple[StatedSentence, ...]


@frozen(eq=False, repr=False)
class StatementsClause(Clause):
    """`statements booklet: …`: what a source says, section by section; the clause's name is the source."""

    sections: tuple[StatedSection, ...]


@frozen(eq=False, repr=False)
class ChapterClause(Clause):
    """`chapter NAME [after NAME] [, reference] "Title"`: what follows it in its book belongs to it.

    Without a title it goes on with a chapter that is there.  A `reference` is only for the full book.
    """

    after: Name | None
    reference: bool


KINDS: dict[type[Clause], str] = {
    EnumClause: "enum",
    TableClause: "table",
    PieceClause: "piece",
    BoardClause: "board",
    PlaceClause: "place",
    KeepClause: "keep",
    PositionClause: "position",
    OptionClause: "option",
    RulesetClause: "ruleset",
    FactClause: "fact",
    ExceptionClause: "exception",
    ChoiceClause: "choice",
    ActionClause: "action",
    ProcedureClause: "procedure",
    EventClause: "event",
    RuleClause: "rule",
    FlowClause: "flow",
    ExampleClause: "example",
    InvariantClause: "invariant",
    FigureClause: "figure",
    WordsClause: "words",
    LookClause: "look",
    StatementsClause: "statements",
    ChapterClause: "chapter",
}

JOINED = ("words", "statements")
"""Kinds of clauses of which several of one name are one: each adds to those before it."""
