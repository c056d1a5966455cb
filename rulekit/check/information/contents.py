"""The contents of places and kept values: who notices a change, and what players know afterwards.

Each write gives a new version, of which nothing was shown. But players who knew the content before, and can know what
changes, know the new content; and what was written is known to those who know the value, the element, and that play
came here.
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
    """Check that those who see a change can know that play is here and which element changes. Return a text saying who
    sees it."""
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
    """Return the index of an element, with a variable for each part that not all players know. So it stands for every
    element that these players think possible."""
    terms, args = a.reader.index(node, st), node.args if isinstance(node, s.Index) else ()
    return tuple(
        ("var", (id(node), i), kind) if a.reader.label(arg, st) else term
        for i, (arg, term, kind) in enumerate(zip(args, terms, symbol.dims, strict=True))
    )


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
