"""Procedures: what is called is walked where it is called, as are events (`rules.py`).

A clause is walked once for each way of calling it (which arguments are `me`, who knows them, who knows that play is
there), with nothing supposed and nothing complained of before; what was found is kept (`summaries.py`).  Only where
that finds something to complain of is it walked again with all that is known at this call.  One that comes back to
itself is `reentry.py`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, evolve

from ...model.symbols import LocalSymbol, ProcedureSymbol, Symbol
from ...syntax import nodes as s
from ...syntax.traversal import every
from .analysis import Complaints, Exits, Frame, InformationAnalysis, TooInvolved, handles
from .knowledge_state import KnowledgeState, Known, ShownTerm
from .labels import ALL, Label, renamed
from .reentry import DEEP, BodyWalk, walk_again, walk_body, walk_on_trial
from .terms import Term
from .ways import WayIn

DEEPEST = 80
"""Calls within calls that are followed."""


@define(eq=False)
class Summary:
    """What a call does, by its parameters: who can know what it returns, how it leaves, what it has shown.

    `names`: by the variables around, where it was found, what they are called in the way in.
    """

    returned: Label
    exits: Exits
    shown: tuple[ShownTerm, ...]
    before: dict[Symbol, int]
    versions: dict[Symbol, int]
    complaints: Complaints
    born: tuple[int, int]
    names: dict[Term, Term]


@handles(s.Let)
def _let(a: InformationAnalysis, stmt: s.Let, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.local(stmt)
    if isinstance(stmt.value, s.Call) and isinstance(a.c.refs.get(stmt.value), ProcedureSymbol):
        label, exits = _called(a, stmt.value, st)
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
    return _called(a, stmt.call, st)[1]


def _called(a: InformationAnalysis, call: s.Call, st: KnowledgeState) -> tuple[Label, Exits]:
    symbol = a.c.refs.get(call) or a.c.refs.get(call.name)
    if not isinstance(symbol, ProcedureSymbol):
        return ALL, {}
    id_ = f"procedure {symbol.name}"
    body = symbol.clause.body or ()

    def run(inner: KnowledgeState, frame: Frame) -> Exits:
        return a.block(body, inner, frame)

    early = any(isinstance(x, s.Return) and x is not body[-1] for x in every(body))
    return invoke(a, id_, known_arguments(a, call, symbol.params, st, False), st, run, early)


def known_arguments(
    a: InformationAnalysis, call: s.Call, params: Iterable[LocalSymbol], st: KnowledgeState, reveals: bool
) -> dict[LocalSymbol, Known]:
    args = a.c.arguments.get(call, ())
    return {
        param: Known(a.reader.value_term(arg, st), ALL if reveals else a.reader.label(arg, st))
        for param, arg in zip(params, args, strict=False)
    }


def invoke(
    a: InformationAnalysis,
    id_: str,
    args: dict[LocalSymbol, Known],
    st: KnowledgeState,
    run: BodyWalk,
    early: bool = False,
) -> tuple[Label, Exits]:
    """Walks a clause as it is called here; `early`: it may return before its end."""
    if len(a.stack) > DEEPEST:
        assert a.here is not None
        raise TooInvolved(a.here)
    if id_ in a.stack or (len(a.stack) > DEEP and id_ in a.writes.recursive):
        found, exits = walk_again(a, id_, args, st, run)
        return found, _left(exits)
    a.visited.add(id_)
    st.pc = a.unblamed(st.pc)
    summary, swap = _summary(a, id_, args, st, run, early)
    if a.untold(summary.complaints):
        if not a.trials:
            return _inline(a, id_, args, st, run, early)
        a.tell(summary.complaints)  # the caller is walked again, with all that is known there
    before = dict(st.versions)
    st.written(*a.writes.clause(id_))
    born = _born(a, summary)
    for one in summary.shown:
        term, who = (_carried(part, summary, st, swap, born) for part in (one.term, one.who))
        premise = None if one.premise is None else _carried(one.premise, summary, st, swap, born)
        if term is not None and who is not None and (premise is not None or one.premise is None):
            st.shown = (*st.shown, ShownTerm(term, who, one.variables, premise))
    now = _today(summary, before, st, born)
    exits = {what: renamed(now(label), swap) for what, label in summary.exits.items()}
    return renamed(now(summary.returned), swap), exits


def _summary(
    a: InformationAnalysis, id_: str, args: dict[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk, early: bool
) -> tuple[Summary, dict[Term, Term]]:
    """What such a call does, and what stands for its parameters."""
    generic = {param: Known(_plain(param, known, st), known.label) for param, known in args.items()}
    names: dict[Term, Term] = {known.term: known.term for known in generic.values() if known.term != st.me}
    way = WayIn(st, names)
    known_by = (st.me_label, st.pc, *(known.label for known in generic.values()))
    terms = (st.me, st.alone, *(known.term for known in generic.values()))
    key = (id_, *map(way.term, terms), *map(way.label, known_by), a.taking, st.early)
    summary = a.summaries.summary(key, lambda: _summarise(a, id_, generic, st, run, early, names))
    assert isinstance(summary, Summary)
    here = {name: var for var, name in names.items()}
    swap = {var: here[name] for var, name in summary.names.items() if here[name] != var}
    return summary, swap | {generic[param].term: known.term for param, known in args.items()}


def _left(exits: Exits) -> Exits:
    """Ways out of a call that lead further."""
    return {what: label for what, label in exits.items() if what not in ("return", "loop")}


Renaming = Callable[[Term], Term]


def _born(a: InformationAnalysis, summary: Summary) -> Renaming:
    """What is picked and drawn in a call is other than at the call before."""
    first, last = summary.born
    now = a.numbers.new()

    def renamed_(term: Term) -> Term:
        key = term[1]
        inside = isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], int) and first < key[1] <= last
        return ("var", (key, now), term[2]) if inside else term

    return renamed_


def _today(summary: Summary, before: dict[Symbol, int], st: KnowledgeState, born: Renaming) -> Callable[[Label], Label]:
    """What a summary says of what is remembered, said of what is remembered at this call."""

    def today(term: Any) -> Any:
        if not isinstance(term, tuple) or not term:
            return term
        if term[0] == "cell":
            symbol, index, version = term[1:]
            if version == summary.versions.get(symbol, 0):
                version = st.version(symbol)
            elif version == summary.before.get(symbol, 0):
                version = before.get(symbol, 0)
            return ("cell", symbol, today(index), version)
        if term[0] == "var":
            return born(term)
        return term if term[0] in ("value", "domain") else tuple(today(part) for part in term)

    def label_now(label: Label) -> Label:
        return frozenset(
            evolve(
                p,
                readers=frozenset(today(one) for one in p.readers),
                premises=today(p.premises),
                picked=None,
                content=None,
                origin=None,
            )
            for p in label
        )

    return label_now


def _plain(param: LocalSymbol, known: Known, st: KnowledgeState) -> Term:
    """The argument as far as a summary tells it apart: who decides, a constant, or some value."""
    if known.term == st.me or known.term[0] == "value":
        return known.term
    return ("var", id(param), param.type)


def _summarise(
    a: InformationAnalysis,
    id_: str,
    args: dict[LocalSymbol, Known],
    st: KnowledgeState,
    run: BodyWalk,
    early: bool,
    names: dict[Term, Term],
) -> Summary:
    first = a.numbers.last
    inner = evolve(st, versions=dict(st.versions), locals=dict(args), shown=(), premises=())
    frame, exits, complaints = walk_on_trial(a, id_, inner, run)
    return Summary(
        frame.returned,
        _left(exits),
        () if early else inner.shown,
        dict(st.versions),
        inner.versions,
        complaints,
        (first, a.numbers.last),
        names,
    )


def _inline(
    a: InformationAnalysis, id_: str, args: dict[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk, early: bool
) -> tuple[Label, Exits]:
    inner = evolve(st, versions=dict(st.versions), locals=dict(args))
    frame, exits = walk_body(a, id_, inner, run)
    if early:  # what was shown or supposed at the end need not hold where it returned before
        inner.shown, inner.premises = st.shown, st.premises
        inner.written(*a.writes.clause(id_))
    names = st.locals
    st.become(inner)
    st.locals = names
    return frame.returned, _left(exits)


def _carried(term: Term, summary: Summary, st: KnowledgeState, swap: dict[Term, Term], born: Renaming) -> Term | None:
    """The callee's term at its caller; None where something of it was written after."""

    def carry(part: object) -> object:
        if not isinstance(part, tuple) or not part:
            return part
        if part in swap:
            return swap[part]
        if part[0] == "cell":
            if summary.versions.get(part[1], 0) != part[3]:
                raise LookupError
            return ("cell", part[1], carry(part[2]), st.version(part[1]))
        if part[0] == "local":
            raise LookupError
        if part[0] == "var":
            return born(part)
        return tuple(carry(one) for one in part)

    try:
        return carry(term)  # type: ignore[return-value]
    except LookupError:
        return None
