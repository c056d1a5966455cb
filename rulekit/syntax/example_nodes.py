"""Clauses that play does not use: examples, invariants, figures, words, looks, sources, chapters and sections.

Each node is declared separately, even if another has the same fields (`expression_nodes.py`).
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from .clause_nodes import Clause, Dimension, Setting
from .expression_nodes import Arg, Binder, Expr, Name, Node, Number, Text
from .statement_nodes import Stmt


@frozen(eq=False, repr=False)
class Given(Node):
    """`given [at PROCEDURE.STEP]: effects`: run to the first turn (or that step), then set up the position."""

    procedure: Name | None
    step: Name | None
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Played(Node):
    """`play|allow|refuse LABEL(args)`: `play` also states outcomes of chance; `play pass 5 times` is five plays."""

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
    """The lines of an example; those of its `opening:` come first and are marked."""

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
    """`figure points[p in Player] "…" [where C] = E`: measured at the end of each game; dimensions have names."""

    dimensions: tuple[Dimension, ...]
    where: Expr | None
    value: Expr


@frozen(eq=False, repr=False)
class WordForm(Node):
    """`plural "oxen"`: a form of a word that a language's grammar needs."""

    key: Name
    value: Text


@frozen(eq=False, repr=False)
class Word(Node):
    """One line of a catalog: `[KIND] NAME[.ITEM]: ["title" ["summary"]], KEY "form", …`.
    `of` is the name with its kind, found once the layers are known (`model/naming.py`).
    """

    kind: Name | None
    name: Name
    item: Name | None
    title: Text | None
    summary: Text | None
    forms: tuple[WordForm, ...] = ()
    of: str = ""

    @property
    def head_text(self) -> str:
        """Return the name as it is written at the start of the line."""
        kind, item = f"{self.kind.text} " if self.kind else "", f".{self.item.text}" if self.item else ""
        return f"{kind}{self.name.text}{item}"


@frozen(eq=False, repr=False)
class WordsClause(Clause):
    """`words nl: …`; the clause's name is the language."""

    entries: tuple[Word, ...]


@frozen(eq=False, repr=False)
class LookProp(Node):
    """`colour "#eee"`, `turned 90 * rotation[here]`: one property of how something looks."""

    key: Name
    value: Text | Expr


@frozen(eq=False, repr=False)
class LookLine(Node):
    """`a1, b1: size 80, colour "#eee"`; without names it applies to all elements."""

    names: tuple[Name, ...]
    props: tuple[LookProp, ...]


@frozen(eq=False, repr=False)
class LookClause(Clause):
    """`look NAME: …`: how NAME is drawn; `layout` arranges its elements row by row."""

    lines: tuple[LookLine, ...]
    layout: tuple[Text, ...]


@frozen(eq=False, repr=False)
class StatedSentence(Node):
    """`4 "the bribe comes out of the game" assumed otherwise "why"`: a numbered statement of a source."""

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
    """`statements booklet: …`: the statements of a source by section; the clause's name is the source."""

    sections: tuple[StatedSection, ...]


@frozen(eq=False, repr=False)
class ChapterClause(Clause):
    """`chapter NAME [after NAME] [, reference] "Title"`: the clauses after it in its book belong to it.
    Without a title it continues an existing chapter.  A `reference` chapter is only in the full book.
    """

    after: Name | None
    reference: bool


@frozen(eq=False, repr=False)
class Named(Node):
    """`[KIND] NAME[.STEP]` in a section: a clause that it says or shows, or a step of one."""

    kind: Name | None
    name: Name
    step: Name | None

    @property
    def head_text(self) -> str:
        """Return the name as it is written."""
        kind, step = f"{self.kind.text} " if self.kind else "", f".{self.step.text}" if self.step else ""
        return f"{kind}{self.name.text}{step}"


@frozen(eq=False, repr=False)
class ShowsLine(Node):
    """`shows the box`, `shows the start` or `shows NAME`, with `[, only PLACE, …] ["CAPTION"]`."""

    what: Literal["box", "start", "named"]
    named: Named | None
    only: tuple[Name, ...]
    caption: Text | None

    @property
    def head_text(self) -> str:
        """Return what is shown, as it is written: `box`, `start`, or a name."""
        return self.named.head_text if self.named else self.what


@frozen(eq=False, repr=False)
class Column(Node):
    """`"HEAD" EXPR`: a column of a section's table, and its cell in each row."""

    head: Text
    value: Expr


@frozen(eq=False, repr=False)
class SectionTable(Node):
    """`table [for each BINDERS:] "HEAD" EXPR, …`: one row for each value of the binders that passes `where`."""

    binders: tuple[Binder, ...]
    where: Expr | None
    columns: tuple[Column, ...]


@frozen(eq=False, repr=False)
class SectionClause(Clause):
    """`section NAME [in PARENT] [before|after OTHER] [, MANNER] ["Title"]:`: a paragraph of the book that people read.

    Its text is the summary of its tags.  `says` names the clauses that the paragraph tells.
    """

    parent: Name | None
    side: Literal["before", "after"] | None
    beside: Name | None
    manner: Literal["step", "item", "note", "card"] | None
    says: tuple[Named, ...]
    shows: tuple[ShowsLine, ...]
    table: SectionTable | None


JOINED = ("words", "statements")
"""Kinds of clauses that are merged if several have one name."""
