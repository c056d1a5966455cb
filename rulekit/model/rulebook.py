"""Rulebooks after layering: an ordered list of clauses, each with its layer and its conditions.

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
    """A configuration: the number of players, and the options set by hand. A value is a number or an answer's name.
    Other options keep their defaults; `None` players means the fewest."""

    players: int | None = None
    options: Mapping[str, int | str] = field(factory=dict)


@frozen(eq=False)
class Placed:
    """A clause that belongs to the configured game.

    `layer` is the name of the rulebook file that last wrote it. `conditions` must hold at run time (from `under`,
    without those that options decide); `unless` are run-time conditions under which a later layer struck or replaced
    it. `chapter` and `origin`: the chapter marker under which it was first written, if any, and the layer that did so;
    a replacement keeps them (`outline.py`)."""

    clause: s.Clause
    layer: str
    conditions: tuple[s.Expr, ...] = ()
    unless: tuple[s.Expr, ...] = ()
    chapter: str | None = None
    origin: str = ""

    @property
    def id(self) -> str:
        """Return the id of the clause, `action travel`, which is stable over editions."""
        return f"{self.clause.kind} {self.clause.name.text}"

    @property
    def layer_conditions(self) -> tuple[s.Expr, ...]:
        """Return all conditions added by layers: what must hold, then what must not."""
        return (*self.conditions, *self.unless)

    @property
    def roots(self) -> tuple[s.Clause | s.Expr, ...]:
        """Return the clause and its conditions; a search for names must include all of them."""
        return (self.clause, *self.layer_conditions)


@frozen
class StruckClause:
    """The strike of a clause, or (`inside` a clause) of a line that declared a name."""

    span: Span
    layer: str
    inside: Span | None = None

    def concerns(self, place: Span) -> bool:
        """Return whether a name that is missing at this span is missing because of the strike."""
        of = self.inside
        return of is None or (place.source is of.source and of.start <= place.start < of.end)

    def still_used(self, name: str) -> str:
        """Return the message, reported at the strike, that the struck name is still used."""
        return f"`{self.layer}` strikes `{name}`, and it is still used"


USED = "used here"
STRUCK_ADVICE = "strike or replace also what uses it, or `replace` it instead of striking it"


@frozen(eq=False)
class Rulebook:
    """A game, layered and configured.

    `options` holds the value of every option and ruling of this game: a number or an answer's name; `changed` names
    those that differ from their default. `players_from` is the layer that sets the number of players. `layer_titles`
    has the titles of layers. `struck` has the strikes of names that layers removed. In a `part`, no layer is an edition
    or a variant, so clauses that the base leaves `to be said` are missing. `answerable` are the texts whose lists of
    statements the rulebook must cover: those below editions only, since variants and expansions differ deliberately.
    `written` are the ids of all clauses in any book, also of those that this configuration does not have. `files` are
    the texts of the layers. `changes_of` has, for each id, the old and the new clause and the text that changed it, in
    order. `left_out` are the ids of clauses that the caller does not need."""

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
    """Return the choices offered at any time, by name."""
    found = (p.clause for p in clauses)
    return {c.name.text: c for c in found if isinstance(c, s.ChoiceClause) and c.any_time}


def actions_at_any_time(clauses: Sequence[Placed]) -> list[s.ActionClause]:
    """Return the actions of all choices offered at any time, in written order."""
    choices = choices_at_any_time(clauses)
    if not choices:
        return []
    return [p.clause for p in clauses if isinstance(p.clause, s.ActionClause) and p.clause.choice.text in choices]


def is_decision(stmt: s.Stmt) -> bool:
    """Return whether a statement itself, without those inside it, makes a player decide."""
    return does(stmt, "decides")
