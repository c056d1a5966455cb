"""Labels: who can know a value, or that a point of the flow is reached (Denning's lattice of audiences).

A label is a set of policies, as in the decentralised label model (Myers and Liskov). A player can know a value if they
pass every policy of its label. The empty label means everybody; the join of two labels is their union, which fewer
players pass. A policy has sets of readers, as terms, and the player must be in one of them; it only applies under the
premises under which the value was read. If something hidden was read, the policy names it (`HiddenRead`), for messages.
Whether an audience lies within a label is decided for all values of unknown terms (`deciding.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import count

from attrs import evolve, field, frozen

from ...diagnostics import Span
from ...model.symbols import KeepSymbol, LocalSymbol, PlaceSymbol
from .deciding import valid
from .terms import Term, all_of, is_made_since, mentions, since, sort_terms, substitute


@frozen(eq=False)
class HiddenRead:
    """The reading of something hidden, which led to a policy. `name` is what is read, `via` are the facts through which
    it is read, `hidden` says in words how it is hidden. `at_once` says that it was decided `at once`, so that no other
    player sees it before all have decided. `store` is the place or kept value that was read, if it is one."""

    name: str
    span: Span
    via: tuple[str, ...]
    hidden: str
    at_once: bool = False
    store: PlaceSymbol | KeepSymbol | None = None
    number: int = field(factory=count().__next__, init=False)  # counts up, so that policies can be sorted


@frozen(cache_hash=True)
class Policy:
    """A policy: to know a value, a player must be in one of the sets `readers`, unless the `premises` do not hold.

    `picked` is the place from which the value was picked; laying the piece down shows it. `origin` is this place for a
    value that was computed from a pick; `content` is the element whose contents were read. `reads` are terms of what
    was read: players to whom one of them is shown later can know the value from then on. `at` is the head of the
    statement that tests the value."""

    readers: frozenset[Term]
    premises: tuple[Term, ...] = ()
    picked: tuple[PlaceSymbol, tuple[Term, ...]] | None = None
    content: tuple[PlaceSymbol | KeepSymbol | LocalSymbol, tuple[Term, ...]] | None = None
    origin: tuple[PlaceSymbol, tuple[Term, ...]] | None = None
    reads: frozenset[Term] = frozenset()
    source: HiddenRead | None = field(default=None, eq=False, kw_only=True)
    at: Span | None = field(default=None, eq=False, kw_only=True)


Label = frozenset[Policy]

ALL: Label = frozenset()


def join_labels(labels: Iterable[Label]) -> Label:
    return frozenset().union(*labels)


def at(label: Label, span: Span) -> Label:
    """Return who can know that a branch is taken whose condition has this label. `span` is the first line of the
    statement."""
    return frozenset(evolve(p, at=span) for p in in_order(label) if not any(who[0] == "domain" for who in p.readers))


def widen_label(label: Label, sets: Iterable[Term]) -> Label:
    """Return the label with the players in these sets added to the readers of each policy."""
    more = frozenset(sets)
    return frozenset(evolve(p, readers=p.readers | more) for p in in_order(label)) if more else label


def grow_label(label: Label, more: Label, widen: bool) -> Label:
    """Return the join of the labels of several passes of a loop. With `widen`, policies that are new get no readers.
    Each pass may use other values of a variable, and so have other readers; without widening, there might be no fixed
    point."""
    new = more - label
    if widen and new:
        new = frozenset(
            evolve(p, readers=frozenset(), premises=(), picked=None, content=None, origin=None, reads=frozenset())
            for p in in_order(new)
        )
    return label | new


def past(label: Label, last: int) -> Label:
    """Return the label as seen from a later pass of a loop, which began at version `last`. What the loop writes or
    picks has other values in each pass, but the same versions. So readers that depend on such values are left out, and
    a term that is shown later does not count as what was read."""
    found = []
    for p in in_order(label):
        readers = frozenset(x for x in p.readers if not since(x, last))
        premises = tuple(x for x in p.premises if not since(x, last))
        reads = frozenset(x for x in p.reads if not (since(x, last) or is_made_since(x, last)))
        stays = (readers, premises, reads) == (p.readers, p.premises, p.reads)
        found.append(p if stays else evolve(p, readers=readers, premises=premises, reads=reads))
    return frozenset(found)


def seen_later(label: Label, variable: Term | None, tests: tuple[Term, ...], last: int) -> Label:
    """Return the label as seen from later passes of a loop, which began at version `last`, and from after the loop. The
    variable of the loop has another value there."""
    if variable is not None:
        swap: dict[Term, Term] = {variable: ("var", ("earlier", variable[1]), variable[2])}
        label = exchange_terms(where_mentioned(label, variable, tests), swap)
    return past(label, last)


def under_premises(label: Label, premises: tuple[Term, ...]) -> Label:
    """Return the label of a value that is only read if these premises hold: its policies apply only under them."""
    return frozenset(evolve(p, premises=(*premises, *p.premises)) for p in in_order(label)) if premises else label


def where_mentioned(label: Label, variable: Term, tests: tuple[Term, ...]) -> Label:
    """Return the label with the premises `tests` added to each policy whose readers mention a loop's variable. The
    value was read only for values of the variable that pass the tests of the loop."""
    if not tests:
        return label
    return frozenset(
        evolve(p, premises=(*tests, *p.premises)) if mentions(tuple(p.readers), variable) else p
        for p in in_order(label)
    )


def exchange_terms(label: Label, swap: Mapping[Term, Term]) -> Label:
    """Return the label with terms replaced: a parameter by its argument, a loop's variable by another value."""
    return frozenset(
        evolve(
            p,
            readers=frozenset(substitute(one, swap) for one in p.readers),
            premises=substitute(p.premises, swap),
            picked=None if p.picked is None else (p.picked[0], substitute(p.picked[1], swap)),
            content=None if p.content is None else (p.content[0], substitute(p.content[1], swap)),
            origin=None if p.origin is None else (p.origin[0], substitute(p.origin[1], swap)),
            reads=frozenset(substitute(one, swap) for one in p.reads),
        )
        for p in in_order(label)
    )


def outside(audience: Term, label: Label, players: int, premises: tuple[Term, ...]) -> Iterator[Policy]:
    """Yield the policies of a label that some player of the audience may not satisfy. If there are none, all these
    players can know the value."""
    for policy in in_order(label):
        if not _passes(audience, policy, players, premises):
            yield policy


@lru_cache(maxsize=20_000)
def _passes(audience: Term, policy: Policy, players: int, premises: tuple[Term, ...]) -> bool:
    """Return whether each player of the audience satisfies the policy. The result is cached, because loops and calls
    repeat the question."""
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
    """Return the policies of a label in a fixed order. If a change makes several policies equal, the first of them is
    kept."""
    return sorted(label, key=_order) if len(label) > 1 else label


def _order(policy: Policy) -> tuple[str, int, int, int]:
    source, at = policy.source, -1 if policy.at is None else policy.at.start
    return ("", 0, at, 0) if source is None else (source.name, source.span.start, at, source.number)
