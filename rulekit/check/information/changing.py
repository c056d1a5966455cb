"""Information flow of assignments and `show`: players who see the result must be able to know what led to it."""

from __future__ import annotations

from ...model.symbols import KeepSymbol, LocalSymbol
from ...model.types import DomainType, SetType
from ...syntax import nodes as s
from .analysis import Exits, Frame, InformationAnalysis, handles
from .contents import change, check_observers, note_content, observers
from .deciding import valid
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, Label
from .picking import check_members_know
from .terms import YES, Term, is_long


@handles(s.Assign)
def _assign(a: InformationAnalysis, stmt: s.Assign, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.c.refs.get(stmt.target)
    value = a.reader.label(stmt.value, st)
    if isinstance(symbol, LocalSymbol):
        label = (ALL if stmt.reveals else value) | a.reader.learnt(st.pc, st)
        if stmt.op != "=":
            label |= st.locals[symbol].label if symbol in st.locals else ALL
        term = _new_value(a, stmt, st)
        st.note_writes(symbol)
        st.name(symbol, Known(term or ("local", symbol, st.version(symbol)), label))
        return {}
    if not isinstance(symbol, KeepSymbol):
        return {}
    told = len(a.complaints)
    seen = check_observers(a, stmt.target, symbol, st, stmt.reveals)
    missed = len(a.complaints) > told
    who = observers(a, symbol, a.reader.index(stmt.target, st), st)
    if stmt.reveals:
        st.show(a.reader.term_once_shown(stmt.value, st), who)
    elif not missed and symbol.counted is not symbol.seen:
        a.need(who, _how_much(a, stmt, value, st), st, stmt.value, "E504", (stmt.target, seen))
        holders = a.reader.audience(symbol, a.reader.index(stmt.target, st), st, "seen")
        a.need(holders, value, st, stmt.value, "E504", (stmt.target, seen))
    elif not missed:
        a.need(who, value, st, stmt.value, "E504", (stmt.target, seen))
    old = a.reader.label(stmt.target, st) if stmt.op != "=" else ALL
    term = _new_value(a, stmt, st) if isinstance(symbol.type, SetType) else None
    change(a, stmt.target, ALL if stmt.reveals else value, st)
    note_content(a, stmt.target, (ALL if stmt.reveals else value) | old, st)
    if term is not None:
        st.suppose(_same_members(a, a.reader.term(stmt.target, st), term))
    return {}


def _how_much(a: InformationAnalysis, stmt: s.Assign, value: Label, st: KnowledgeState) -> Label:
    """Return who can know the size of a set after an assignment. These players must know whether each member that is
    added or removed was in the set before."""
    if stmt.op == "=":
        return a.reader.size_of_set(stmt.value, st)
    if isinstance(stmt.value, s.SetLiteral) and len(stmt.value.items) == 1:
        inside: Term = ("op", "in", a.reader.term(stmt.value.items[0], st), a.reader.term(stmt.target, st))
        if valid(inside, st.premises) or valid(("op", "not", inside), st.premises):
            return ALL
    return value | a.reader.label(stmt.target, st)


def _new_value(a: InformationAnalysis, stmt: s.Assign, st: KnowledgeState) -> Term | None:
    """Return the term for the new value of a variable or kept value after an assignment; None if the term is too
    long."""
    value = a.reader.value_term(stmt.value, st)
    if stmt.op != "=":
        if isinstance(a.c.types.get(stmt.target), DomainType):
            return None
        value = ("op", stmt.op[0], a.reader.term(stmt.target, st), value)
    return None if is_long(value) else value


def _same_members(a: InformationAnalysis, one: Term, two: Term) -> Term:
    """Return the premise that two sets contain the same players."""
    player: Term = ("var", "member", DomainType(a.c.players))
    same: Term = ("op", "==", ("op", "in", player, one), ("op", "in", player, two))
    return ("each", "all", player, a.reader.everybody, YES, same)


@handles(s.Show)
def _show(a: InformationAnalysis, stmt: s.Show, st: KnowledgeState, frame: Frame) -> Exits:
    who = a.reader.players_of(stmt.to, st)
    a.too_early(who, a.reader.label(stmt.value, st), stmt.value, st)
    a.need_place(who, st, stmt, "who is shown it learns that play is here")
    if not isinstance(stmt.to, str):
        check_members_know(a, stmt.to, stmt.to, st, stmt)
    st.show(a.reader.term_once_shown(stmt.value, st), who)
    return {}
