"""Labels: who can know a value, or that play is at some point (Denning's lattice of audiences).

A label is a set of clauses, and a player can know what bears it if he passes every one: with no clause everybody,
and two labels are joined by taking the clauses of both (fewer players pass).  A clause names sets of players of
which he must be in one, as terms, under the conditions on which the reading depends at all.  Whether an audience
lies within a label is decided for every way the unknown terms can be (`deciding.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import evolve, field, frozen

from ...diagnostics import Span
from ...model.symbols import KeepSymbol, LocalSymbol, PlaceSymbol
from .deciding import valid
from .terms import Term, all_of, in_order, since, substitute


@frozen(eq=False)
class Source:
    """What a clause comes from: the hidden thing, where it is read, the facts on the way, and how it is hidden.

    `at_once`: it was decided at once, and is seen by nobody else before all have decided.
    """

    name: str
    span: Span
    via: tuple[str, ...]
    hidden: str
    at_once: bool = False


@frozen
class Clause:
    """He must be in one of `sets`, wherever `guards` hold.

    `picked` names the place that a pick was made from: who lays a piece down shows that piece; `passes`: play is here
    for each of several picks.  `at` is the head of the statement by which play depends on it.
    """

    sets: frozenset[Term]
    guards: tuple[Term, ...] = ()
    picked: tuple[PlaceSymbol, tuple[Term, ...]] | None = None
    content: tuple[PlaceSymbol | KeepSymbol | LocalSymbol, tuple[Term, ...]] | None = None
    passes: bool = False
    source: Source | None = field(default=None, eq=False, kw_only=True)
    at: Span | None = field(default=None, eq=False, kw_only=True)


Label = frozenset[Clause]

ALL: Label = frozenset()


def joined(labels: Iterable[Label]) -> Label:
    return frozenset().union(*labels)


def at(label: Label, span: Span) -> Label:
    """The label of being where a statement with this head leads."""
    return frozenset(evolve(c, at=span) for c in label)


def widened(label: Label, sets: Iterable[Term]) -> Label:
    """Also these may know."""
    more = frozenset(sets)
    return frozenset(evolve(c, sets=c.sets | more) for c in label) if more else label


def grown(label: Label, more: Label, widen: bool) -> Label:
    """The join of what passes through a loop give; `widen`: what is new is taken to be known to nobody.

    Each pass may speak of other values of a variable, and so of other players: without an end there is no fixed point.
    """
    new = more - label
    if widen and new:
        new = frozenset(
            evolve(c, sets=frozenset(), guards=(), picked=None, content=None) for c in sorted(new, key=_order)
        )
    return label | new


def timeless(label: Label) -> Label:
    """As far as it speaks of nothing but constants; whoever else may know is left out.

    For what is found at one time and used at any other, where names stand for other values.
    """
    return frozenset(
        evolve(c, sets=frozenset(x for x in c.sets if _constant(x)), guards=(), picked=None, content=None)
        for c in label
    )


def past(label: Label, last: int) -> Label:
    """As a later pass of a loop has it, which began when `last` was the last version: what was written in the loop has
    other values in each pass, under the same versions, so who can know by those is left out.
    """
    found = []
    for c in label:
        sets = frozenset(x for x in c.sets if not since(x, last))
        guards = tuple(x for x in c.guards if not since(x, last))
        stays = sets == c.sets and guards == c.guards
        found.append(c if stays else evolve(c, sets=sets, guards=guards))
    return frozenset(found)


def _constant(term: object) -> bool:
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
        return True
    return term[0] not in ("var", "cell", "local", "opaque", "nobody") and all(map(_constant, term))


def guarded(label: Label, guards: tuple[Term, ...]) -> Label:
    """Read only where these hold."""
    return frozenset(evolve(c, guards=(*guards, *c.guards)) for c in label) if guards else label


def renamed(label: Label, swap: Mapping[Term, Term]) -> Label:
    """With terms exchanged: a parameter by its argument, a loop's variable by another of its values."""
    return frozenset(
        evolve(
            c,
            sets=frozenset(substitute(one, swap) for one in c.sets),
            guards=substitute(c.guards, swap),
            picked=None if c.picked is None else (c.picked[0], substitute(c.picked[1], swap)),
            content=None if c.content is None else (c.content[0], substitute(c.content[1], swap)),
        )
        for c in label
    )


def outside(audience: Term, label: Label, players: int, facts: tuple[Term, ...]) -> Clause | None:
    """The first clause that somebody of the audience may fail; None if all of them can know."""
    for clause in sorted(label, key=_order):
        if not all(_passes(audience, clause, player, facts) for player in range(players)):
            return clause
    return None


@lru_cache(maxsize=20_000)
def _passes(audience: Term, clause: Clause, player: int, facts: tuple[Term, ...]) -> bool:
    """Can the player know it, if he is of the audience?  Walks through loops and calls ask the same again."""
    him: Term = ("value", player)
    inside = ("op", "in", him, audience)
    sets = clause.sets if len(clause.sets) < 2 else in_order(clause.sets, (audience, *clause.guards, *facts))
    fails = all_of([inside, *(("op", "not in", him, one) for one in sets), *clause.guards])
    return valid(("op", "not", fails), facts)


def _order(clause: Clause) -> tuple[str, int]:
    source = clause.source
    return (source.name, source.span.start) if source is not None else ("", 0)
