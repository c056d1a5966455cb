"""The contents of places and kept values: who notices a change, and what players know afterwards.

Each write makes a new version, of which nothing was shown. But players who knew the old content, and can know what
changes, know the new content. What was written is known to players who can know the value, the element, and that this
point is reached.
"""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import KeepSymbol, PlaceSymbol
from ...syntax import nodes as s
from .analysis import InformationAnalysis
from .hidden import is_hidden
from .knowledge_state import KnowledgeState, ShownTerm
from .labels import Label
from .terms import YES, Term, all_of

WHICH_ONE = "which one changes is seen"


def observers(
    a: InformationAnalysis, symbol: PlaceSymbol | KeepSymbol, index: tuple[Term, ...], st: KnowledgeState
) -> Term:
    """Return the set of players who notice a change of an element: its contents or only its size."""
    seen = a.reader.audience(symbol, index, st, "seen")
    if getattr(symbol, "counted", None) is None or seen == a.reader.everybody:
        return seen
    counted = a.reader.audience(symbol, index, st, "counted")
    return counted if counted == a.reader.everybody else ("union", seen, counted)


def check_observers(
    a: InformationAnalysis,
    node: s.Expr,
    symbol: PlaceSymbol | KeepSymbol,
    st: KnowledgeState,
    reveals: bool,
) -> str:
    """Check that those who see a change can know that this point is reached, and which element changes. Return words
    for a message that say who sees the change."""
    everywhere = not is_hidden(symbol)
    seen = "seen by all" if everywhere else f"`{symbol.name}` is seen by others"
    who = observers(a, symbol, a.reader.index(node, st), st)
    a.need_place(who, st, node, seen)
    index = a.reader.index_label(node, st)
    if index and not reveals:
        a.need(observers(a, symbol, _may_be(a, node, symbol, st), st), index, st, node, "E504", (node, WHICH_ONE))
    return seen


def _may_be(
    a: InformationAnalysis, node: s.Expr, symbol: PlaceSymbol | KeepSymbol, st: KnowledgeState
) -> tuple[Term, ...]:
    """Return the index of an element, with a variable in place of each part that not all players know. Such an index
    stands for every element that some player may think possible."""
    terms, args = a.reader.index(node, st), node.args if isinstance(node, s.Index) else ()
    return tuple(
        ("var", (id(node), i), kind) if a.reader.label(arg, st) else term
        for i, (arg, term, kind) in enumerate(zip(args, terms, symbol.dims, strict=True))
    )


def change(a: InformationAnalysis, node: s.Expr, which: Label, st: KnowledgeState) -> None:
    """Give an element a new version. Players who were shown the old contents of the place or kept value still know them
    if they can know what changes (`which`). If they can only know that this element changes, they still know the other
    elements."""
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
    """Note who can know the new content of an element: those who can know the value, the element, and that it was
    written."""
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
