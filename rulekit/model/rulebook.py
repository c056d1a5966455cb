"""Rulebooks: the result of applying all layers for one configuration. A rulebook is an ordered list of clauses, each
with its layer and its conditions.

`assembly.py` makes a rulebook from books; `check` resolves its names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from ..diagnostics import Source, Span
from ..syntax import nodes as s
from ..syntax.forms import does


@frozen
class Config:
    """A configuration: the number of players (None: the smallest that the game allows), and values of options. A value
    is a number or the name of an answer. Options that are not in `options` have their defaults."""

    players: int | None = None
    options: Mapping[str, int | str] = field(factory=dict)


@frozen(eq=False)
class Placed:
    """A clause that belongs to the configured game, with the layers it comes from and its conditions.

    `layer` is the rulebook file that last wrote it. It applies while all of `conditions` hold (from `under` blocks,
    without those that options decide) and none of `unless` does: under these, a later layer struck or replaced it.
    `chapter` is the chapter marker under which the clause was first written, None if there was none. `origin` is the
    layer that wrote it then. A replacement keeps `chapter` and `origin` (`outline.py`)."""

    clause: s.Clause
    layer: str
    conditions: tuple[s.Expr, ...] = ()
    unless: tuple[s.Expr, ...] = ()
    chapter: str | None = None
    origin: str = ""

    @property
    def id(self) -> str:
        """Return the id of the clause: its kind and name, such as `action travel`. Editions of a game use the same
        ids."""
        return f"{self.clause.kind} {self.clause.name.text}"

    @property
    def layer_conditions(self) -> tuple[s.Expr, ...]:
        """Return all conditions that layers added: those that must hold, then those that must not."""
        return (*self.conditions, *self.unless)

    @property
    def roots(self) -> tuple[s.Clause | s.Expr, ...]:
        """Return the clause and all conditions that layers added. A search for names in the clause must include
        both."""
        return (self.clause, *self.layer_conditions)


@frozen
class StruckClause:
    """A removal of a name: a layer struck a clause or, if `inside` is given, a line that declared the name inside that
    clause."""

    span: Span
    layer: str
    inside: Span | None = None

    def concerns(self, place: Span) -> bool:
        """Return whether this removal is the reason why a name at this place refers to nothing."""
        of = self.inside
        return of is None or (place.source is of.source and of.start <= place.start < of.end)

    def still_used(self, name: str) -> str:
        """Return the message that the rulebook still uses the removed name. It is reported at the place where the name
        was struck."""
        return f"`{self.layer}` strikes `{name}`, and it is still used"


USED = "used here"
STRUCK_ADVICE = "strike or replace also what uses it, or `replace` it instead of striking it"


@frozen(eq=False)
class Rulebook:
    """A game in one configuration, after all layers have been applied.

    `options` has the value of every option and ruling of this game, a number or the name of an answer. `changed` names
    those whose value is not their default. `players_from` is the layer that sets the number of players. `struck` has
    the names that layers removed. `part`: the layers are only expansions, without an edition or a variant, so clauses
    that the base leaves `to be said` are missing. `answerable` are the texts whose lists of statements the rulebook
    must cover: the last layer and those with only editions over them, because variants and expansions differ from their
    base on purpose. `written` are the ids of all clauses in any book, including those that this configuration does not
    have. `files` are the texts of the layers. `changes_of` lists, for each id, the changes of the clause in order: the
    old clause, the new clause, and the text that changed it. `left_out` are the ids of clauses that the caller does not
    need."""

    name: str
    title: str
    header: s.Header
    layers: tuple[str, ...]
    players: int
    seats: tuple[str, ...]
    sources: Mapping[str, str]
    ranks: tuple[str, ...]
    options: Mapping[str, int | str]
    clauses: tuple[Placed, ...]
    changed: frozenset[str] = frozenset()
    players_from: str = ""
    struck: Mapping[str, StruckClause] = field(factory=dict)
    layer_titles: Mapping[str, s.Text] = field(factory=dict)
    part: bool = False
    answerable: frozenset[Source] = frozenset()
    written: frozenset[str] = frozenset()
    files: tuple[Source, ...] = ()
    changes_of: Mapping[str, Sequence[tuple[s.Clause, s.Clause, Source]]] = field(factory=dict)
    left_out: frozenset[str] = frozenset()


def choices_at_any_time(clauses: Iterable[Placed]) -> dict[str, s.ChoiceClause]:
    """Return the choices whose actions may be taken at any time, keyed by name."""
    found = (p.clause for p in clauses)
    return {c.name.text: c for c in found if isinstance(c, s.ChoiceClause) and c.any_time}


def actions_at_any_time(clauses: Sequence[Placed]) -> list[s.ActionClause]:
    """Return the actions that may be taken at any time, in written order."""
    choices = choices_at_any_time(clauses)
    if not choices:
        return []
    return [p.clause for p in clauses if isinstance(p.clause, s.ActionClause) and p.clause.choice.text in choices]


def is_decision(stmt: s.Stmt) -> bool:
    """Return whether a statement makes a player decide. Statements inside it do not count."""
    return does(stmt, "decides")
