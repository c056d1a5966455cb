"""What players know of the contents of places and kept values after a change.

Each write gives a new version, of which nothing was shown. But players who knew the content before, and can know what
changes, know the new content; and what was written is known to those who know the value, the element, and that play
came here.
"""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import KeepSymbol, PlaceSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .analysis import InformationAnalysis
from .hidden import is_hidden
from .knowledge_state import KnowledgeState, ShownTerm
from .labels import ALL, Label, Policy, join_labels, widen_label
from .terms import YES, Term, all_of, is_long


def change(a: InformationAnalysis, node: s.Expr, which: Label, st: KnowledgeState) -> None:
    """Give an element a new version. What players were shown of it, and of the others, they know from then on if they
    can know what changes (`which`); if only that this element changes, they know the others."""
    symbol = a.c.refs.get(node)
    assert isinstance(symbol, PlaceSymbol | KeepSymbol)
    before = st.shown_now([symbol])
    if not before:
        st.note_writes(symbol)
        return
    index = a.reader.index(node, st)
    where = a.reader.index_label(node, st) | st.pc
    known: list[ShownTerm] = []
    for one in before:
        inner = st if one.premise is None else evolve(st, premises=(*st.premises, one.premise))
        if a.within(one.who, where, inner) is not None:
            continue
        if a.within(one.who, which, inner) is None:
            known.append(one)
        elif index:
            same = all_of(("op", "==", i, j) for i, j in zip(one.term[2], index, strict=True))
            known.append(evolve(one, premise=all_of([one.premise or YES, ("op", "not", same)])))
    st.note_writes(symbol)
    st.show_again(known)


def note_content(a: InformationAnalysis, node: s.Expr, value: Label, st: KnowledgeState) -> None:
    """Note who can know the new content of an element: all who know what was written, where, and that it was."""
    symbol = a.c.refs.get(node)
    assert isinstance(symbol, PlaceSymbol | KeepSymbol)
    if not is_hidden(symbol):
        return
    label = a.reader.learnt(value | a.reader.index_label(node, st) | st.pc, st)
    term = a.reader.term(node, st)
    if label:
        st.written[term] = label
    else:
        st.show(term, a.reader.everybody)


def new_value(a: InformationAnalysis, stmt: s.Assign, st: KnowledgeState) -> Term | None:
    """Return the term for what a variable or kept value holds after an assignment; None if it is too long."""
    value = a.reader.value_term(stmt.value, st)
    if stmt.op != "=":
        if isinstance(a.c.types.get(stmt.target), DomainType):
            return None
        value = ("op", stmt.op[0], a.reader.term(stmt.target, st), value)
    return None if is_long(value) else value


def same_members(a: InformationAnalysis, one: Term, two: Term) -> Term:
    """Return the premise that the same players are in two sets."""
    player: Term = ("var", "member", DomainType(a.c.players))
    same: Term = ("op", "==", ("op", "in", player, one), ("op", "in", player, two))
    return ("each", "all", player, a.reader.everybody, YES, same)


def move_contents(
    a: InformationAnalysis, stmt: s.Move, target: PlaceSymbol, source: PlaceSymbol, st: KnowledgeState
) -> None:
    """Note what a move changes, and that those who see the target are shown what comes there."""
    if target is source:  # moved within its own place, a piece is shown to nobody
        st.note_writes(source)
        return
    seers = a.reader.audience(target, a.reader.index(stmt.to.place, st), st, "seen")
    pieces = _moved_term(a, stmt.take, source, st)
    if pieces is not None:
        st.show(pieces, seers)
    which = piece_label(a, stmt.take, st)
    coming = which if stmt.take.which == "value" else which | a.reader.label(stmt.take.place, st)
    leaving = which if source.form in ("row", "stack") else widen_label(which, [seers])
    take_away(a, stmt.take, leaving, st)
    change(a, stmt.to.place, coming, st)


def _moved_term(a: InformationAnalysis, take: s.Take, source: PlaceSymbol, st: KnowledgeState) -> Term | None:
    """Return the moved pieces as a term that says where they were; a name bound earlier stands for the same piece."""
    match take.which:
        case "value" if take.value is not None:
            return a.reader.term(take.value, st)
        case "top" | "bottom":
            return a.reader.end_of(take.which, take.place, st)
        case "single":
            return a.reader.term(take.place, st)
        case "all" if source.form in ("heap", "one"):
            return a.reader.term(take.place, st)
    return None


def piece_label(a: InformationAnalysis, take: s.Take, st: KnowledgeState) -> Label:
    """Return who can know which pieces are taken, apart from what lies there."""
    if take.which == "random":
        return frozenset([Policy(frozenset())])
    parts = [part for part in (take.value, take.amount) if part is not None]
    return join_labels(a.reader.label(part, st) for part in parts)


def take_away(a: InformationAnalysis, take: s.Take, which: Label, st: KnowledgeState) -> None:
    """Note that pieces are taken from a place. After all of them, it is empty."""
    change(a, take.place, which, st)
    if take.which in ("all", "single"):
        note_content(a, take.place, ALL, st)
