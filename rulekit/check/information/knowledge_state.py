"""The knowledge state at one point of the flow: what names mean, who decides, who can know that the point is reached,
what was shown before.

A `KnowledgeState` changes while a body is walked; `meet` joins two paths. Every write gives its target a new version,
so that earlier knowledge is about the old value.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field, frozen

from ...model.symbols import LocalSymbol, PlaceSymbol, Symbol
from .labels import ALL, Label, exchange_terms, where_mentioned
from .terms import Term, mentions

PlaceElement = tuple[PlaceSymbol, tuple[Term, ...]]


@frozen
class Known:
    """The meaning of a name: a term, and its label (who can know it). For a set, or the piece in a place for one,
    `count` is the label of the number of members; None means the same label."""

    term: Term
    label: Label = ALL
    count: Label | None = None


@frozen
class ShownTerm:
    """A term that the players `who` know, because it was shown on this path. With `variables`, they know it for all
    values of these for which `premise` holds. With `filled`, they know what was laid there since the game began, which
    is used only to find how much is left in the box."""

    term: Term
    who: Term
    variables: frozenset[Term] = frozenset()
    premise: Term | None = None
    filled: bool = False

    def at_version(self, version: int) -> ShownTerm:
        """Return a copy about this version of the place or kept value."""
        return evolve(self, term=(*self.term[:3], version))


class Versions:
    """Supplies version numbers that were never used before."""

    def __init__(self) -> None:
        self.last = 0

    def new(self) -> int:
        self.last += 1
        return self.last


@define(eq=False)
class KnowledgeState:
    """What players can know at a point of a game.

    `me` is the acting player; `versions` has the version of each symbol that was written; `locals` are the meanings of
    names; `shown` is what was shown so far; `premises` hold at this point; `pc` is who can know that it is reached.
    Inside `at once`, `alone` is the player in whose part the point is. `written` has, for elements written on this
    path, who can know what was written."""

    me: Term
    me_label: Label
    numbers: Versions
    versions: dict[Symbol, int]
    locals: dict[LocalSymbol, Known]
    shown: tuple[ShownTerm, ...] = ()
    premises: tuple[Term, ...] = ()
    pc: Label = ALL
    alone: Term | None = None
    early: frozenset[Symbol] = frozenset()  # what the present `at once` may write before all have decided
    written: dict[Term, Label] = field(factory=dict)

    def copy(self) -> KnowledgeState:
        found = self.with_locals(dict(self.locals), dict(self.versions))
        found.written = dict(self.written)
        return found

    def with_locals(self, names: dict[LocalSymbol, Known], versions: dict[Symbol, int] | None = None) -> KnowledgeState:
        """Return a copy of the state with these names and, if given, these `versions`."""
        return KnowledgeState(  # written out, because it is faster: a state is made for each use of a fact
            self.me,
            self.me_label,
            self.numbers,
            self.versions if versions is None else versions,
            names,
            self.shown,
            self.premises,
            self.pc,
            self.alone,
            self.early,
            self.written,
        )

    def version(self, symbol: Symbol) -> int:
        return self.versions.get(symbol, 0)

    def note_writes(self, *symbols: Symbol) -> None:
        version = self.numbers.new()
        for symbol in symbols:
            self.versions[symbol] = version
            known = self.locals.get(symbol) if isinstance(symbol, LocalSymbol) else None
            if known is not None and isinstance(symbol, LocalSymbol):
                self.locals[symbol] = Known(("local", symbol, version), known.label)

    def become(self, other: KnowledgeState) -> None:
        """Take over everything from the state `other`, except who can know that this point is reached."""
        self.versions, self.locals = other.versions, other.locals
        self.shown, self.premises, self.written = other.shown, other.premises, other.written

    def suppose(self, premise: Term) -> None:
        """Add a premise that holds from here on."""
        if premise[:2] == ("op", "and"):
            self.suppose(premise[2])
            self.suppose(premise[3])
        elif premise not in self.premises and premise != ("value", True):
            self.premises = (*self.premises, premise)

    def show(self, term: Term, who: Term) -> None:
        shown = ShownTerm(term, who)
        if shown not in self.shown:
            self.shown = (*self.shown, shown)

    def shown_now(self, symbols: Iterable[Symbol]) -> list[ShownTerm]:
        """Return what players know of the present content of these places and kept values, with 0 in place of its
        version."""
        now = {symbol: self.version(symbol) for symbol in symbols}
        return [x.at_version(0) for x in self.shown if x.term[0] == "cell" and now.get(x.term[1]) == x.term[3]]

    def show_again(self, shown: Iterable[ShownTerm]) -> None:
        """Record that players also know this of the present content."""
        self.shown = (*self.shown, *(one.at_version(self.version(one.term[1])) for one in shown))

    def name(self, symbol: LocalSymbol | None, known: Known) -> None:
        if symbol is not None:
            self.locals[symbol] = known

    def meet(self, other: KnowledgeState) -> None:
        """Join this state with the state of another path that began at the same point."""
        here, there = self.versions, other.versions
        differ = [x for x in {**here, **there} if here.get(x, 0) != there.get(x, 0)]
        mine, theirs = self.shown_now(differ), other.shown_now(differ)
        self.note_writes(*differ)
        for symbol, known in other.locals.items():
            own = self.locals.get(symbol)
            if own is not None and own != known:
                self.locals[symbol] = Known(own.term, own.label | known.label)
        self.shown = tuple(one for one in self.shown if one in other.shown)
        self.show_again(one for one in mine if one in theirs)
        self.written = {term: label for term, label in self.written.items() if other.written.get(term) == label}
        self.premises = tuple(one for one in self.premises if one in other.premises)

    def forget(self, term: Term, key: object, tests: tuple[Term, ...]) -> None:
        """End the scope of a loop's variable. What labels said about its value is now said about an unspecified value
        for which the `tests` of the loop hold."""
        swap: dict[Term, Term] = {term: ("var", ("some", key, 0), term[2])}
        for symbol, known in self.locals.items():
            if any(mentions((*p.readers, *p.premises, *p.reads), term) for p in known.label):
                label = exchange_terms(where_mentioned(known.label, term, tests), swap)
                self.locals[symbol] = Known(known.term, label)
