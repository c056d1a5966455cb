"""Clauses that do not affect the game: examples, invariants, figures, words, looks, sources, chapters and sections.

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
    """The position at the start of an example: `given [at PROCEDURE.STEP]: effects`. The game is played to the first
    turn (or to that step); then the effects set up the position."""

    procedure: Name | None
    step: Name | None
    body: tuple[Stmt, ...]


@frozen(eq=False, repr=False)
class Played(Node):
    """A line of an example about an option: `play|allow|refuse LABEL(args)`. `play` also gives the outcomes of chance;
    `play pass 5 times` means that `pass` is played five times."""

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
    """A worked example: the number of players, settings of options, and lines. The lines of its block `opening:` come
    first; their attribute `opening` is True."""

    players: Expr | None
    settings: tuple[Setting, ...]
    lines: tuple[Given | Played | Expect, ...]


@frozen(eq=False, repr=False)
class InvariantClause(Clause):
    """A condition that must hold during play: `always|never|finally NAME: E`."""

    when: Literal["always", "never", "finally"]
    condition: Expr


@frozen(eq=False, repr=False)
class FigureClause(Clause):
    """A quantity measured at the end of each game: `figure points[p in Player] "…" [where C] = E`. Each dimension has a
    name (`p`)."""

    dimensions: tuple[Dimension, ...]
    where: Expr | None
    value: Expr


@frozen(eq=False, repr=False)
class WordForm(Node):
    """A form of a word that a language's grammar needs: `plural "oxen"`."""

    key: Name
    value: Text


@frozen(eq=False, repr=False)
class Word(Node):
    """A line of a catalog of words: `[KIND] NAME[.ITEM]: ["title" ["summary"]], KEY "form", …`. `of` is the name
    together with its kind; it is set once all layers are known (`model/naming.py`)."""

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
    """A catalog of words for a language: `words nl: …`. The clause's name is the language."""

    entries: tuple[Word, ...]


@frozen(eq=False, repr=False)
class LookProp(Node):
    """A property of how something looks: `colour "#eee"`, `turned 90 * rotation[here]`."""

    key: Name
    value: Text | Expr


@frozen(eq=False, repr=False)
class LookLine(Node):
    """A line of a look: `a1, b1: size 80, colour "#eee"`. Without names, it applies to all elements."""

    names: tuple[Name, ...]
    props: tuple[LookProp, ...]


@frozen(eq=False, repr=False)
class LookClause(Clause):
    """A clause on how something is drawn: `look NAME: …`. `layout` arranges its elements row by row."""

    lines: tuple[LookLine, ...]
    layout: tuple[Text, ...]


@frozen(eq=False, repr=False)
class StatedSentence(Node):
    """A numbered statement of a source: `4 "the bribe comes out of the game" assumed otherwise "why"`. `aside` gives
    the reason why no clause cites it."""

    number: Number
    text: Text
    aside: Literal["not covered", "assumed otherwise"] | None = None
    why: Text | None = None


@frozen(eq=False, repr=False)
class StatedSection(Node):
    """A section of a source with its statements: `"a turn": …`."""

    title: Text
    sentences: tuple[StatedSentence, ...]


@frozen(eq=False, repr=False)
class StatementsClause(Clause):
    """The statements of a source, by section: `statements booklet: …`. The clause's name is the source."""

    sections: tuple[StatedSection, ...]


@frozen(eq=False, repr=False)
class ChapterClause(Clause):
    """A chapter marker: `chapter NAME [after NAME] [, reference] "Title"`. The clauses after it in its file belong to
    the chapter. A marker without a title continues an existing chapter. A `reference` chapter is only shown in the full
    book."""

    after: Name | None
    reference: bool


@frozen(eq=False, repr=False)
class Named(Node):
    """A clause, or a step of one, that a section refers to: `[KIND] NAME[.STEP]`."""

    kind: Name | None
    name: Name
    step: Name | None

    @property
    def head_text(self) -> str:
        """Return the reference as it is written."""
        kind, step = f"{self.kind.text} " if self.kind else "", f".{self.step.text}" if self.step else ""
        return f"{kind}{self.name.text}{step}"


@frozen(eq=False, repr=False)
class ShowsLine(Node):
    """A picture or table that a section shows: `shows the box`, `shows the start` or `shows NAME`, with `[, only PLACE,
    …] ["CAPTION"]`."""

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
    """A column of a section's table, with the value of its cells: `"HEAD" EXPR`."""

    head: Text
    value: Expr


@frozen(eq=False, repr=False)
class SectionTable(Node):
    """The table of a section: `table [for each BINDERS:] "HEAD" EXPR, …`. It has one row for each value of the binders
    that passes `where`."""

    binders: tuple[Binder, ...]
    where: Expr | None
    columns: tuple[Column, ...]


@frozen(eq=False, repr=False)
class SectionClause(Clause):
    """A paragraph of the readable book: `section NAME [in PARENT] [before|after OTHER] [, MANNER] ["Title"]:`. Its text
    is stored as the summary in `tags`. `says` names the clauses that the paragraph describes."""

    parent: Name | None
    side: Literal["before", "after"] | None
    beside: Name | None
    manner: Literal["step", "item", "note", "card"] | None
    says: tuple[Named, ...]
    shows: tuple[ShowsLine, ...]
    table: SectionTable | None


JOINED = ("words", "statements")
"""Kinds of clauses that are merged if several have one name."""
