"""Clauses that the rules of play do not use: examples, invariants and figures; words, looks, sources and chapters.

Each is declared by itself on purpose, also where another has the same fields (`expression_nodes.py`).
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from .clause_nodes import Clause, Dimension, Setting
from .expression_nodes import Arg, Expr, Name, Node, Number, Text
from .statement_nodes import Stmt


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


JOINED = ("words", "statements")
"""Kinds of clauses of which several of one name are one: each adds to those before it."""
