"""The knowledge state at one point of the flow: what names mean, who decides, who can know that play is here, what was
shown before.

A `KnowledgeState` changes while a body is walked; `meet` joins two paths. Every write gives its target a new version,
so that earlier knowledge is about the old value.
"""

from __future__ import annotations

from attrs import define, frozen

from ...model.symbols import LocalSymbol, PlaceSymbol, Symbol
from .labels import ALL, Label, exchange_terms
from .terms import Term, mentions, substitute

PlaceElement = tuple[PlaceSymbol, tuple[Term, ...]]


@frozen
class Known:
    """The meaning of a name: a term, its label (who can know it), and for a set the label of its size (None: the
    same)."""

    term: Term
    label: Label = ALL
    count: Label | None = None


@frozen
class ShownTerm:
    """A term that the players `who` know, because it was shown on this path. With `variables`, it is known for all
    their values for which `premise` holds."""

    term: Term
    who: Term
    variables: frozenset[Term] = frozenset()
    premise: Term | None = None


class Versions:
    """Supplies version numbers that were never used before."""

    def __init__(self) -> None:
        self.last = 0

    def new(self) -> int:
        self.last += 1
        return self.last


@define(eq=False)
class KnowledgeState:
    """What players can know at a point of play. `me` is the acting player; `versions` counts the writes of each symbol;
    `locals` are the meanings of names; `shown` is what was shown so far. `premises` hold there; `pc` is who can know
    that play is there; `alone` is the player in whose part of an `at once` the point is."""

    me: Term
    me_label: Label
    numbers: Versions
    versions: dict[Symbol, int]
    locals: dict[LocalSymbol, Known]
    shown: tuple[ShownTerm, ...] = ()
    premises: tuple[Term, ...] = ()
    pc: Label = ALL
    alone: Term | None = None
    early: frozenset[Symbol] = frozenset()  # what `at once` may write before all have decided

    def copy(self) -> KnowledgeState:
        return self.with_locals(dict(self.locals), dict(self.versions))

    def with_locals(self, names: dict[LocalSymbol, Known], versions: dict[Symbol, int] | None = None) -> KnowledgeState:
        """Return a copy of the state with these names and, if given, these `versions`."""
        return KnowledgeState(  # written out for speed: made at every call of a fact
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
        """Take over everything from the state `other`, except who can know that play is here."""
        self.versions, self.locals = other.versions, other.locals
        self.shown, self.premises = other.shown, other.premises

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

    def name(self, symbol: LocalSymbol | None, known: Known) -> None:
        if symbol is not None:
            self.locals[symbol] = known

    def meet(self, other: KnowledgeState) -> None:
        """Join the state of another path that began at the same point."""
        here, there = self.versions, other.versions
        self.note_writes(*(x for x in {**here, **there} if here.get(x, 0) != there.get(x, 0)))
        for symbol, known in other.locals.items():
            mine = self.locals.get(symbol)
            if mine is not None and mine != known:
                self.locals[symbol] = Known(mine.term, mine.label | known.label)
        self.shown = tuple(one for one in self.shown if one in other.shown)
        self.premises = tuple(one for one in self.premises if one in other.premises)

    def forget(self, term: Term, key: object) -> None:
        """End the scope of a loop's variable: what was known about it is now known about some unspecified value."""
        some: Term = ("var", ("some", key, self.numbers.new()), term[2])
        swap = {term: some}
        for symbol, known in self.locals.items():
            if any(mentions((*p.readers, *p.premises), term) for p in known.label):
                self.locals[symbol] = Known(known.term, exchange_terms(known.label, swap))
        self.premises = tuple(substitute(premise, swap) for premise in self.premises)
