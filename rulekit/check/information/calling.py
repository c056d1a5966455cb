"""Procedures: what is called is walked where it is called, as are events (`rules.py`).

A clause is walked once for each way of calling it (which arguments are `me`, who knows them, who knows that play is
there), with nothing supposed; what was found is kept.  Only where that finds something to complain of is it walked
again with all that is known at this call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, evolve

from ...model.symbols import LocalSymbol, ProcedureSymbol, Symbol
from ...model.types import DomainType
from ...syntax import nodes as s
from ...syntax.traversal import every
from .analysis import Complaints, Exits, Frame, InformationAnalysis, TooInvolved, handles
from .knowledge_state import KnowledgeState, Known, ShownTerm
from .labels import ALL, Label, Policy, joined, renamed
from .reentry import DEEPEST_AGAIN, label_put_by, label_taken_up, put_by, reentry_state
from .terms import Term

BodyWalk = Callable[[KnowledgeState, Frame], Exits]
DEEPEST = 80
"""Calls within calls that are followed."""


@define(eq=False)
class Summary:
    """What a call does, by its parameters: who can know what it returns, how it leaves, what it has shown.

    `told`: what it may be complained of was found wrong at some call, and one message is enough.
    """

    returned: Label
    exits: Exits
    shown: tuple[ShownTerm, ...]
    before: dict[Symbol, int]
    versions: dict[Symbol, int]
    complaints: Complaints
    born: tuple[int, int]
    told: bool = False


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
    if id_ in a.stack:
        return _again(a, id_, args, st, run)
    a.visited.add(id_)
    st.pc = a.unblamed(st.pc)
    summary, swap = _summary(a, id_, args, st, run, early)
    if not summary.told and not summary.complaints.keys() <= a.complaints.keys():
        if a.trials:  # the caller is walked again, with all that is known there
            for complaint in summary.complaints.values():
                a.complain(complaint)
        else:
            told = len(a.complaints)
            result = _inline(a, id_, args, st, run, early)
            summary.told = len(a.complaints) > told
            return result
    before = dict(st.versions)
    for symbol in a.writes.clause(id_):
        st.written(symbol)
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
    key: tuple[object, ...] = (id_, st.me, st.me_label, st.pc, st.alone, tuple(generic.items()))
    deep = tuple(a.stack.count(one) for one in a.writes.recursive)
    key = (*key, _versions(key, st), deep, a.taking)
    summary = a.summaries.get(key)
    if summary is None:
        summary = a.summaries[key] = _summarise(a, id_, generic, st, run, early)
    return summary, {generic[param].term: known.term for param, known in args.items()}


def _again(
    a: InformationAnalysis, id_: str, args: dict[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk
) -> tuple[Label, Exits]:
    """A clause comes back to itself: any argument may come to stand for any other, and nothing is supposed."""
    known = joined(k.label for k in args.values())
    before = dict(st.versions)
    ways = {"value": id_, **{what: f"{id_} {what}" for what in ("turn", "round")}}
    if a.stack.count(id_) > DEEPEST_AGAIN:
        a.cut |= set(ways.values())
        found = {what: a.returned.get(key, ALL) for what, key in ways.items() if what == "value" or a.returned.get(key)}
        exits = {what: label | st.pc for what, label in found.items()}
        exits["value"] |= known
    else:
        inner = reentry_state(st, id_, a.deciders.get(id_), DomainType(a.c.players))
        label = label_put_by(known)
        summary, swap = _summary(a, id_, {p: Known(put_by(k.term), label) for p, k in args.items()}, inner, run, True)
        for complaint in summary.complaints.values():
            a.complain(complaint)
        exits = {"value": summary.returned, **summary.exits}
    for symbol in a.writes.clause(id_):
        st.written(symbol)
    if a.stack.count(id_) <= DEEPEST_AGAIN:
        now = _today(summary, before, st, _born(a, summary))
        exits = {what: label_taken_up(renamed(now(label), swap)) for what, label in exits.items()}
    return exits.pop("value"), exits


def _versions(key: object, st: KnowledgeState) -> frozenset[tuple[Symbol, int]]:
    """The present versions of what a call rests on: what it says of `x` as it was is about `x` as it is only once."""
    found: set[tuple[Symbol, int]] = set()
    todo: list[object] = [key]
    while todo:
        one = todo.pop()
        if isinstance(one, Known):
            todo += [one.term, one.label]
        elif isinstance(one, Policy):
            todo += [*one.readers, *one.premises]
        elif isinstance(one, tuple) and one[:1] == ("cell",):
            found.add((one[1], st.version(one[1])))
            todo += one[2]
        elif isinstance(one, tuple | frozenset):
            todo += one
    return frozenset(found)


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
    a: InformationAnalysis, id_: str, args: dict[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk, early: bool
) -> Summary:
    before, a.complaints = a.complaints, {}
    first = a.numbers.last
    blamed, a.blamed = a.blamed, set(a.blamed)
    inner = evolve(st, versions=dict(st.versions), locals=dict(args), shown=(), premises=())
    frame = Frame(id_.partition(" ")[2], id_)
    a.trials += 1
    exits = _walked(a, id_, inner, frame, run)
    a.trials -= 1
    complaints, a.complaints, a.blamed = a.complaints, before, blamed
    return Summary(
        frame.returned,
        exits,
        () if early else inner.shown,
        dict(st.versions),
        inner.versions,
        complaints,
        (first, a.numbers.last),
    )


def _walked(a: InformationAnalysis, id_: str, inner: KnowledgeState, frame: Frame, run: BodyWalk) -> Exits:
    """The body, as it is called there."""
    around = a.deciders.get(id_)
    a.stack.append(id_)
    a.deciders[id_] = inner.me
    exits = {what: label for what, label in run(inner, frame).items() if what not in ("return", "loop")}
    a.stack.pop()
    if around is not None:
        a.deciders[id_] = around
    a.gave[id_] = a.gave.get(id_, ALL) | frame.returned
    for what, label in exits.items():
        a.gave[f"{id_} {what}"] = a.gave.get(f"{id_} {what}", ALL) | label
    return exits


def _inline(
    a: InformationAnalysis, id_: str, args: dict[LocalSymbol, Known], st: KnowledgeState, run: BodyWalk, early: bool
) -> tuple[Label, Exits]:
    inner = evolve(st, versions=dict(st.versions), locals=dict(args))
    frame = Frame(id_.partition(" ")[2], id_)
    exits = _walked(a, id_, inner, frame, run)
    if early:  # what was shown or supposed at the end need not hold where it returned before
        inner.shown, inner.premises = st.shown, st.premises
        for symbol in a.writes.clause(id_):
            inner.written(symbol)
    names = st.locals
    st.become(inner)
    st.locals = names
    return frame.returned, exits


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
