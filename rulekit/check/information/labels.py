"""Labels: who can know a value, or that play is at some point (Denning's lattice of audiences).

A label is a set of policies, as in the decentralised label model (Myers and Liskov), and a player can know what bears
it if he passes every one: with no policy everybody, and two labels are joined by taking the policies of both (fewer
players pass).  A policy names sets of readers of which he must be in one, as terms, under the conditions on which the
reading depends at all; where something hidden was read, it says what (`HiddenRead`), for the messages.  Whether an
audience lies within a label is decided for every way the unknown terms can be (`deciding.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count

from attrs import evolve, field, frozen

from ...diagnostics import Span
from ...model.symbols import KeepSymbol, LocalSymbol, PlaceSymbol
from .deciding import valid
from .terms import Term, all_of, since, sort_terms, substitute


@frozen(eq=False)
class HiddenRead:
    """What a policy comes from: the hidden thing, where it is read, the facts on the way, and how it is hidden.

    `at_once`: it was decided at once, and is seen by nobody else before all have decided.  `store`: the place or kept
    value that was read, if it is one.
    """

    name: str
    span: Span
    via: tuple[str, ...]
    hidden: str
    at_once: bool = False
    store: PlaceSymbol | KeepSymbol | None = None
    number: int = field(factory=count().__next__, init=False)  # in the order of their making


@frozen(cache_hash=True)
class Policy:
    """He must be in one of `readers`, wherever `premises` hold.

    `picked` names the place that a pick was made from: who lays a piece down shows that piece; `origin`: the same, of
    what was worked out from a pick.  `at` is the head of the statement by which play depends on it.
    """

    readers: frozenset[Term]
    premises: tuple[Term, ...] = ()
    picked: tuple[PlaceSymbol, tuple[Term, ...]] | None = None
    content: tuple[PlaceSymbol | KeepSymbol | LocalSymbol, tuple[Term, ...]] | None = None
    origin: tuple[PlaceSymbol, tuple[Term, ...]] | None = None
    source: HiddenRead | None = field(default=None, eq=False, kw_only=True)
    at: Span | None = field(default=None, eq=False, kw_only=True)


Label = frozenset[Policy]

ALL: Label = frozenset()


def join_labels(labels: Iterable[Label]) -> Label:
    return frozenset().union(*labels)


def at(label: Label, span: Span) -> Label:
    """Return the label of being where a statement with this head leads; what all know tells nothing."""
    return frozenset(evolve(p, at=span) for p in in_order(label) if not any(who[0] == "domain" for who in p.readers))


def widen_label(label: Label, sets: Iterable[Term]) -> Label:
    """Also these may know."""
    more = frozenset(sets)
    return frozenset(evolve(p, readers=p.readers | more) for p in in_order(label)) if more else label


def grow_label(label: Label, more: Label, widen: bool) -> Label:
    """Return the join of what passes through a loop give; `widen`: what is new is taken to be known to nobody.

    Each pass may speak of other values of a variable, and so of other players: without an end there is no fixed point.
    """
    new = more - label
    if widen and new:
        new = frozenset(
            evolve(p, readers=frozenset(), premises=(), picked=None, content=None, origin=None) for p in in_order(new)
        )
    return label | new


def past(label: Label, last: int) -> Label:
    """As a later pass of a loop has it, which began when `last` was the last version: what was written in the loop has
    other values in each pass, under the same versions, so who can know by those is left out.
    """
    found = []
    for p in in_order(label):
        readers = frozenset(x for x in p.readers if not since(x, last))
        premises = tuple(x for x in p.premises if not since(x, last))
        stays = readers == p.readers and premises == p.premises
        found.append(p if stays else evolve(p, readers=readers, premises=premises))
    return frozenset(found)


def under_premises(label: Label, premises: tuple[Term, ...]) -> Label:
    """Read only where these hold."""
    return frozenset(evolve(p, premises=(*premises, *p.premises)) for p in in_order(label)) if premises else label


def exchange_terms(label: Label, swap: Mapping[Term, Term]) -> Label:
    """With terms exchanged: a parameter by its argument, a loop's variable by another of its values."""
    return frozenset(
        evolve(
            p,
            readers=frozenset(substitute(one, swap) for one in p.readers),
            premises=substitute(p.premises, swap),
            picked=None if p.picked is None else (p.picked[0], substitute(p.picked[1], swap)),
            content=None if p.content is None else (p.content[0], substitute(p.content[1], swap)),
            origin=None if p.origin is None else (p.origin[0], substitute(p.origin[1], swap)),
        )
        for p in in_order(label)
    )


def outside(audience: Term, label: Label, players: int, premises: tuple[Term, ...]) -> Iterator[Policy]:
    """Yield the policies that somebody of the audience may fail; none if all of them can know."""
    for policy in in_order(label):
        if not _passes(audience, policy, players, premises):
            yield policy


@lru_cache(maxsize=20_000)
def _passes(audience: Term, policy: Policy, players: int, premises: tuple[Term, ...]) -> bool:
    """Can each player know it who is of the audience?  Walks through loops and calls ask the same again."""
    sets = (
        policy.readers
        if len(policy.readers) < 2
        else sort_terms(policy.readers, (audience, *policy.premises, *premises))
    )
    for player in range(players):
        him: Term = ("value", player)
        fails = all_of([("op", "in", him, audience), *(("op", "not in", him, one) for one in sets), *policy.premises])
        if not valid(("op", "not", fails), premises):
            return False
    return True


def in_order(label: Label) -> Iterable[Policy]:
    """Return the policies by what they come from: of those that a change makes equal, the first is kept."""
    return sorted(label, key=_order) if len(label) > 1 else label


def _order(policy: Policy) -> tuple[str, int, int, int]:
    source, at = policy.source, -1 if policy.at is None else policy.at.start
    return ("", 0, at, 0) if source is None else (source.name, source.span.start, at, source.number)
