"""A clause that comes back to itself: the same names stand for other values within.

It is walked for each way into it, with nothing supposed: the names that the clause has within (its parameters, who
decides) take the place of what they stand for, every other variable of those around is put by under another name
(`outer`), and who can know by something that has no name within is left out, which tells more carefully.  So there are
few ways in; where there come to be many, they are joined (`summaries.py`).  What is found is told in the names around.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from ...model.symbols import LocalSymbol, Symbol
from ...model.types import DomainType
from .analysis import Complaints, Exits, Frame, InformationAnalysis
from .knowledge_state import KnowledgeState, Known
from .labels import Label, Policy
from .naming import NONE, Scope, free
from .summaries import ClauseOutcome
from .terms import Term
from .ways import NOW, undated_term

THEN = "then"
"""The version that something had where a clause was entered, when it is left; NOW: that it has then."""

DEEP = 48
"""Calls within calls from which on a clause that comes back is not walked before those around have been."""

BodyWalk = Callable[[KnowledgeState, Frame], Exits]
Rename = Callable[[Term], Term]
"""Of variables and what is remembered; raises LookupError for what has no name there."""


def walk_again(
    a: InformationAnalysis, id_: str, args: Mapping[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk
) -> tuple[Label, Exits]:
    """Walks a clause that comes back to itself here, or finds what was found of it on this way in."""
    way = WayAgain(a, id_, args, st)
    found = a.summaries.outcome(way.key, lambda: way.outcome(a, run), len(a.stack) > DEEP)
    a.tell(found.complaints)
    before = dict(st.versions)
    st.written(*a.writes.clause(id_))
    around = way.around(before, st)
    exits = {what: label_carried(label, around) for what, label in found.exits.items()}
    return label_carried(found.returned, around), exits


class WayAgain:
    """One way into a clause: who decides, the arguments, and who can know what, in the names of the clause."""

    def __init__(self, a: InformationAnalysis, id_: str, args: Mapping[LocalSymbol, Known], st: KnowledgeState) -> None:
        self.id, self.st, self.taking = id_, evolve(st, versions=dict(st.versions)), a.taking
        self.around_of: dict[Term, Term] = {}  # by the names within
        swap: dict[Term, Term] = {}
        me = st.me
        if not (me[0] in ("value", "nobody") or (me[0] == "cell" and not me[2] and me[3] == st.version(me[1]))):
            me = swap[st.me] = ("var", ("me", id_), DomainType(a.c.players))
            self.around_of[me] = st.me
        if st.alone is not None and st.alone not in swap:
            alone = swap[st.alone] = ("var", ("alone", id_), DomainType(a.c.players))
            self.around_of[alone] = st.alone
        self.args: dict[LocalSymbol, Term] = {}
        told_apart = a.ways.told_apart(id_, tuple(k.term for k in args.values() if k.term[0] == "value"))
        for param, known in args.items():
            if known.term == st.me or (told_apart and known.term[0] == "value"):
                self.args[param] = swap.get(known.term, known.term)
                continue
            var = self.args[param] = ("var", id(param), param.type)
            swap.setdefault(known.term, var)
            self.around_of[var] = known.term
        known_by = (st.me_label, a.unblamed(st.pc), *(a.unblamed(known.label) for known in args.values()))
        outer = {var: name for name, var in _put_by(known_by).items() if var not in swap}
        self.around_of |= {name: var for var, name in outer.items()}
        within = _within(st, outer)
        self.me = undated_term(me, st)
        self.alone = None if st.alone is None else swap[st.alone]
        labels = tuple(label_carried(label, within, swap, True) for label in known_by)
        shape = (
            id_,
            self.me,
            self.alone,
            st.early,
            tuple((p, undated_term(term, st)) for p, term in self.args.items()),
            a.taking,
        )
        self.labels = a.ways.joined(shape, labels)
        self.key = ("again", shape, self.labels, frozenset(p.at for label in self.labels[:2] for p in label))

    def state(self) -> KnowledgeState:
        """Where the walk of the clause begins."""
        st = self.st
        now = _dated(st)
        me_label, pc, *known = (label_carried(label, now, {}, True) for label in self.labels)
        return evolve(
            st,
            me=carried(self.me, now),
            me_label=me_label,
            versions=dict(st.versions),
            locals={p: Known(term, label) for (p, term), label in zip(self.args.items(), known, strict=True)},
            shown=(),
            premises=(),
            pc=pc,
            alone=self.alone,
        )

    def outcome(self, a: InformationAnalysis, run: BodyWalk) -> ClauseOutcome:
        """What the clause does on this way in."""
        inner = self.state()
        before = dict(inner.versions)
        taking, a.taking = a.taking, self.taking
        frame, exits, complaints = walk_on_trial(a, self.id, inner, run)
        a.taking = taking

        def closed(term: Term) -> Term:
            """In the names that the clause was entered with."""
            if term[0] == "cell" and term[3] in (inner.version(term[1]), before.get(term[1], 0)):
                return (*term[:3], NOW if term[3] == inner.version(term[1]) else THEN)
            if term[0] == "var" and (term in self.around_of or _outer(term)):
                return term
            raise LookupError

        left = {what: label_carried(label, closed) for what, label in exits.items()}
        return ClauseOutcome(label_carried(frame.returned, closed), left, complaints)

    def around(self, before: Mapping[Symbol, int], st: KnowledgeState) -> Rename:
        """From the names within to those around; `before`: the versions where it was entered."""

        def taken_up(term: Term) -> Term:
            if term[0] == "cell":
                return (*term[:3], st.version(term[1]) if term[3] == NOW else before.get(term[1], 0))
            return self.around_of[term]

        return taken_up


# ---------------------------------------------------------------------------------------------------------- renaming


def carried(term: Any, rename: Rename, swap: Mapping[Term, Term] | None = None, bound: Scope = NONE) -> Any:
    """A term in other names: what is to be exchanged as a whole, and else its variables and what is remembered."""
    if not isinstance(term, tuple) or not term or term[0] in ("value", "domain"):
        return term
    if swap and term in swap:
        return swap[term]
    match term[0]:
        case "var":
            return term if term in bound else rename(term)
        case "local" | "opaque":
            return rename(term)
        case "each":
            bound |= {term[2]}
        case "cell":
            return rename((*term[:2], carried(term[2], rename, swap, bound), term[3]))
    return tuple(carried(part, rename, swap, bound) for part in term)


def label_carried(label: Label, rename: Rename, swap: Mapping[Term, Term] | None = None, picks: bool = False) -> Label:
    """Who can know by what has no name there is left out, and so is on what it depends; with `picks` the places that
    something was picked from stay."""

    def known(terms: Any) -> list[Any]:
        found = []
        for term in terms:
            try:
                found.append(carried(term, rename, swap))
            except LookupError:
                continue
        return found

    def place(element: Any) -> Any:
        index = known([element[1]]) if picks and element is not None else []
        return (element[0], index[0]) if index else None

    return frozenset(
        evolve(
            p,
            readers=frozenset(known(p.readers)),
            premises=tuple(known(p.premises)),
            picked=place(p.picked),
            content=place(p.content),
            origin=place(p.origin),
        )
        for p in label
    )


def _within(st: KnowledgeState, outer: Mapping[Term, Term]) -> Rename:
    """Other variables are put by; what was remembered before has no name within."""

    def put_by(term: Term) -> Term:
        if term[0] == "cell" and term[3] == st.version(term[1]):
            return (*term[:3], NOW)
        if term[0] == "var":
            return outer[term]
        raise LookupError

    return put_by


def _put_by(parts: object) -> dict[Term, Term]:
    """The variables around by the names that they have within: where each is from, and in the order of their making
    which of those from there; those put by already have none.
    """
    made: dict[tuple[object, object], list[tuple[tuple[int, ...], Term]]] = {}
    for var in _variables(parts):
        if not _outer(var):
            origin, numbers = _origin(var[1])
            made.setdefault((origin, var[2]), []).append((numbers, var))
    return {
        ("var", ("outer", (origin, place)), kind): var
        for (origin, kind), found in made.items()
        for place, (_, var) in enumerate(sorted(found, key=lambda one: one[0]))
    }


def _variables(part: object) -> set[Term]:
    if isinstance(part, Policy):
        places = (element[1] for element in (part.picked, part.content, part.origin) if element is not None)
        terms = (*part.readers, part.premises, *places)
        return set().union(*map(free, terms))
    if isinstance(part, frozenset) or (isinstance(part, tuple) and not (part and isinstance(part[0], str))):
        return set().union(*map(_variables, part))
    return set(free(part))


def _origin(key: object) -> tuple[object, tuple[int, ...]]:
    """Where a variable is from, and the numbers by which it is told from others from there."""
    if isinstance(key, tuple) and len(key) > 1 and isinstance(key[-1], int):
        origin, numbers = _origin(key[-2])
        return (*key[:-2], origin), (*numbers, key[-1])
    return key, ()


def _dated(st: KnowledgeState) -> Rename:
    return lambda term: (*term[:3], st.version(term[1])) if term[0] == "cell" else term


def _outer(var: Term) -> bool:
    return var[0] == "var" and isinstance(var[1], tuple) and len(var[1]) == 2 and var[1][0] == "outer"


# ------------------------------------------------------------------------------------------------------------ walking


def walk_on_trial(
    a: InformationAnalysis, id_: str, inner: KnowledgeState, run: BodyWalk
) -> tuple[Frame, Exits, Complaints]:
    """Walks a clause apart: what is complained of there is no more than suspected yet, and nothing was before."""
    around = a.complaints, a.blamed
    a.complaints, a.blamed = {}, set()
    a.trials += 1
    frame, exits = walk_body(a, id_, inner, run)
    a.trials -= 1
    complaints = a.complaints
    a.complaints, a.blamed = around
    return frame, exits, complaints


def walk_body(a: InformationAnalysis, id_: str, inner: KnowledgeState, run: BodyWalk) -> tuple[Frame, Exits]:
    """The body, as it is entered there."""
    frame = Frame(id_.partition(" ")[2], id_)
    around, a.entered = a.entered, len(a.stack)
    a.stack.append(id_)
    exits = run(inner, frame)
    a.stack.pop()
    a.entered = around
    return frame, exits
