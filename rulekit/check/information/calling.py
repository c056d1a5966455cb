"""Information flow of `let` statements and of calls of procedures. Events are called in the same way (`rules.py`).

A clause is walked once for each way into it (`ways.py`), with no assumptions and no earlier complaints. If there are
complaints and the clause is not recursive, it is walked again with everything that is known at the call itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from ...model.symbols import LocalSymbol, ProcedureSymbol
from ...syntax import nodes as s
from ...syntax.traversal import every
from .analysis import Exits, Frame, InformationAnalysis, TooInvolved, handles, outward_exits
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, Label
from .ways import BodyWalk, WayIn, rename_label, rename_shown, walk_body

DEEPEST = 80
"""Nested calls that are followed at most."""
DEEP = 48
"""Nested calls beyond which the walk of a recursive clause is postponed until the outer ones are finished."""


@handles(s.Let)
def _let(a: InformationAnalysis, stmt: s.Let, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.local(stmt)
    if isinstance(stmt.value, s.Call) and isinstance(a.c.refs.get(stmt.value), ProcedureSymbol):
        label, exits = _call(a, stmt.value, st)
        st.name(symbol, Known(("var", (id(stmt), a.numbers.new()), symbol.type), label))
        return exits
    term, label = a.reader.value_term(stmt.value, st), a.reader.label(stmt.value, st)
    if stmt.member:
        a.need(("set", st.me), label, st, stmt.value, "E501", (stmt.value, "who decides here need not see it"))
        st.suppose(("op", "!=", term, ("value", None)))
    st.name(symbol, Known(term, label, a.reader.members(stmt.value, st)))
    return {}


@handles(s.Perform)
def _perform(a: InformationAnalysis, stmt: s.Perform, st: KnowledgeState, frame: Frame) -> Exits:
    return _call(a, stmt.call, st)[1]


def _call(a: InformationAnalysis, call: s.Call, st: KnowledgeState) -> tuple[Label, Exits]:
    """Walk the call of a procedure. Return the label of its result, and its exits."""
    symbol = a.c.refs.get(call) or a.c.refs.get(call.name)
    if not isinstance(symbol, ProcedureSymbol):
        return ALL, {}
    body = symbol.clause.body or ()

    def run(inner: KnowledgeState, frame: Frame) -> Exits:
        return a.block(body, inner, frame)

    early = any(isinstance(x, s.Return) and x is not body[-1] for x in every(body))
    args = arguments_by_parameter(a, call, symbol.params, st, False)
    return call_clause(a, f"procedure {symbol.name}", args, st, run, early)


def arguments_by_parameter(
    a: InformationAnalysis, call: s.Call, params: Iterable[LocalSymbol], st: KnowledgeState, reveals: bool
) -> dict[LocalSymbol, Known]:
    """Return a mapping from parameters to the arguments of a call. With `reveals`, all players know the arguments."""
    args = a.c.arguments.get(call, ())
    return {
        param: Known(a.reader.value_term(arg, st), ALL if reveals else a.reader.label(arg, st))
        for param, arg in zip(params, args, strict=False)
    }


def call_clause(
    a: InformationAnalysis,
    id_: str,
    args: dict[LocalSymbol, Known],
    st: KnowledgeState,
    run: BodyWalk,
    early: bool = False,
) -> tuple[Label, Exits]:
    """Walk a clause that is called, or use its known outcome. Return the label of its result, and its exits. `early`
    says that the clause may return before its end."""
    if len(a.stack) > DEEPEST:
        assert a.here is not None
        raise TooInvolved(a.here)
    if id_ in a.stack or (len(a.stack) > DEEP and id_ in a.writes.recursive):
        label, exits = call_again(a, id_, args, st, run)
        return label, outward_exits(exits, "return", "loop")
    a.visited.add(id_)
    st.pc = a.without_blame(st.pc)
    way = WayIn(a, id_, args, st)
    found = a.summaries.outcome(way.key, lambda: way.outcome(a, run, early))
    if a.untold(found.complaints) and not a.trials:
        return _walk_here(a, id_, args, st, run, early)
    a.tell(found.complaints)  # in a trial walk, the caller will be walked again with everything known
    before = dict(st.versions)
    st.note_writes(*a.writes.clause(id_))
    leave = way.clause_to_caller(before, st)
    st.shown = (*st.shown, *rename_shown(found.shown, leave))
    exits = {what: rename_label(label, leave) for what, label in found.exits.items()}
    return rename_label(found.returned, leave), outward_exits(exits, "return", "loop")


def call_again(
    a: InformationAnalysis, id_: str, args: dict[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk
) -> tuple[Label, Exits]:
    """Walk a recursive call, or use its known or assumed outcome. Return the label of its result, and its exits."""
    way = WayIn(a, id_, args, st)
    found = a.summaries.outcome(way.key, lambda: way.outcome(a, run), len(a.stack) > DEEP)
    a.tell(found.complaints)
    before = dict(st.versions)
    st.note_writes(*a.writes.clause(id_))
    leave = way.clause_to_caller(before, st)
    exits = {what: rename_label(label, leave) for what, label in found.exits.items()}
    return rename_label(found.returned, leave), exits


def _walk_here(
    a: InformationAnalysis, id_: str, args: dict[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk, early: bool
) -> tuple[Label, Exits]:
    """Walk a clause with everything that is known at its call. Return the label of its result, and its exits."""
    inner = evolve(st, versions=dict(st.versions), locals=dict(args))
    frame, exits = walk_body(a, id_, inner, run)
    if early:  # facts shown or true at its end need not hold if it returned earlier
        inner.shown, inner.premises = st.shown, st.premises
        inner.note_writes(*a.writes.clause(id_))
    names = st.locals
    st.become(inner)
    st.locals = names
    return frame.returned, outward_exits(exits, "return", "loop")
