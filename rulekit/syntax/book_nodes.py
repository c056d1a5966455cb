"""The nodes of a file: its header, and the clauses and edits of its layer.

Each node is declared separately, even if another has the same fields (`expression_nodes.py`).
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from .clause_nodes import Clause, Item, Row, Setting
from .example_nodes import Expect, Given, Named, Played, ShowsLine
from .expression_nodes import Binder, Citation, Expr, Name, Node, Number, Tags, Text
from .statement_nodes import Stmt, Way


@frozen(eq=False, repr=False)
class Replace(Node):
    clause: Clause


@frozen(eq=False, repr=False)
class Strike(Node):
    """An edit that removes a clause: `strike action pass_on`."""

    kind: str
    name: Name
    tags: Tags


@frozen(eq=False, repr=False)
class Set(Node):
    """An edit that sets another default for an option, or another initial value: `set robbing = never`. With `examples`
    (`for each example`), it sets the answer of an option in the examples of the layers below."""

    name: Name
    value: Expr
    examples: bool = False


@frozen(eq=False, repr=False)
class Under(Node):
    """A block of clauses and edits under a condition, or about a subject. `under COND: …`: the condition applies to
    each clause or edit inside. `for each p in D where COND [cites]: …`: each clause inside is about such a `p`, and
    inherits the citations."""

    condition: Expr
    body: tuple[Member, ...]
    binder: Binder | None = None
    cites: tuple[Citation, ...] = ()


@frozen(eq=False, repr=False)
class Amendment(Node):
    """An edit of single rows, items, sites or answers of a clause, or of what a section says. Forms: `add to table Inn
    [before|after NAME]: …`, `replace in enum Kind: …`, `strike from option wine: …`, `add to section travel: says …`.
    `parts` are added or replace others; `struck` are names to remove."""

    verb: Literal["add", "replace", "strike"]
    kind: str
    name: Name
    parts: tuple[AmendedPart, ...]
    struck: tuple[Name | Named, ...] = ()
    side: Literal["before", "after"] | None = None
    beside: Name | None = None


AmendedPart = Row | Item | Named | ShowsLine


@frozen(eq=False)
class QuotedLine(Node):
    """A line of the base (the rulebook that a layer changes), quoted as it is written there: `` `require n <= 3` ``. A
    quoted heading stands for its whole block."""

    text: str


BodyLine = Stmt | Setting | Given | Played | Expect


@frozen(eq=False)
class LineChange(Node):
    """A quoted line of the base, and the lines that replace it."""

    line: QuotedLine
    lines: tuple[BodyLine, ...]


@frozen(eq=False)
class BodyAmendment(Node):
    """An edit of single lines of a body or an example. Forms: `` add to action take [in `if n > 2:`] [before|after
    `LINE`]: … ``, `` replace in … ``, `` strike from … ``. `within` quotes the headings of the blocks that contain the
    lines, outer first. `lines` are the new lines; `tags` are the new title and citations of the clause."""

    verb: Literal["add", "replace", "strike"]
    kind: str
    name: Name
    within: tuple[QuotedLine, ...]
    tags: Tags
    lines: tuple[BodyLine, ...] = ()
    side: Literal["before", "after"] | None = None
    beside: QuotedLine | None = None
    changes: tuple[LineChange, ...] = ()
    struck: tuple[QuotedLine, ...] = ()


Member = Clause | Replace | Strike | Set | Amendment | BodyAmendment | Under


@frozen(eq=False, repr=False)
class PathName(Node):
    """The name of another rulebook by its path: `family/edition`."""

    text: str


@frozen(eq=False, repr=False)
class SourceDecl(Node):
    """The declaration of a source and its sections that can be cited: `source rgg "Rule booklet, 2003": "set-up",
    "scoring"`."""

    name: Name
    title: Text
    sections: tuple[Text, ...] = ()


@frozen(eq=False, repr=False)
class Line(Node):
    """A line of a header. Only its position is kept here; its content is in the fields of the header."""


@frozen(eq=False, repr=False)
class PlayerNumbers(Node):
    """Possible numbers of players in a header, with citations: `2 to 4` or `6`."""

    low: int
    high: int
    cites: tuple[Citation, ...] = ()


@frozen(eq=False, repr=False)
class FrontLine(Node):
    """A line of a game's front page, with citations: `credits "…"`, `time "20 to 40 minutes"` or `age "10 and up"`."""

    text: Text
    cites: tuple[Citation, ...] = ()


@frozen(eq=False, repr=False)
class Header(Node):
    """The header of a file: its first lines. `requires` names layers that must be present, `over` layers that may be
    present; this file comes after both. `pinned` is the hash that the meaning of the base must have. `version` is the
    version of the language."""

    form: Literal["rulebook", "edition", "variant", "expansion"]
    name: Name
    base: PathName | None
    title: Text | None
    summary: Text | None
    numbers: tuple[PlayerNumbers, ...]
    seats: tuple[Item, ...]
    anticlockwise: bool
    players_line: Line | None
    sources: tuple[SourceDecl, ...]
    ranks: tuple[Name, ...]
    requires: tuple[PathName, ...]
    over: tuple[Name, ...]
    pinned: Text | None
    language: Name | None
    version: Number | None = None
    credits: FrontLine | None = None
    time: FrontLine | None = None
    age: FrontLine | None = None

    @property
    def player_counts(self) -> tuple[int, ...]:
        """Return every possible number of players in rising order; () if the header does not say."""
        return tuple(n for part in self.numbers for n in range(part.low, part.high + 1))

    @property
    def is_for_two(self) -> bool:
        """Return whether two is the greatest possible number of players."""
        return max(self.player_counts, default=0) == 2

    def round_the_table(self, way: Way) -> Way:
        """Return the direction around the table in which play moves if it takes the seats in the order `way`. The two
        differ in games whose seats are numbered anticlockwise."""
        return way if not self.anticlockwise else "anticlockwise" if way == "clockwise" else "clockwise"


@frozen(eq=False, repr=False)
class Book(Node):
    """The syntax tree of one file."""

    header: Header
    members: tuple[Member, ...]
