"""Procedures, events and steps: what is called is walked where it is called.

A clause is walked once for each way of calling it (which arguments are `me`, who knows them, who knows that play is
there), with nothing supposed; what was found is kept.  Only where that finds something to complain of is it walked
again with all that is known at this call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, evolve

from ...model.rulebook import Placed
from ...model.symbols import EventSymbol, LocalSymbol, ProcedureSymbol, Symbol
from ...syntax import nodes as s
from ..walk import every
from .analysis import Analysis, Complaints, Exits, Frame, TooInvolved, handles
from .asking import asked_of, in_order
from .labels import ALL, Label, at, joined, renamed
from .state import Known, Shown, State
from .terms import Term

Body = Callable[[State, Frame], Exits]
DEEPEST = 80
"""Calls within calls that are followed."""


@define(eq=False)
class Summary:
    """What a call does, by its parameters: who can know what it returns, how it leaves, what it has shown.

    `told`: what it may be complained of was found wrong at some call, and one message is enough.
    """

    returned: Label
    exits: Exits
    shown: tuple[Shown, ...]
    before: dict[Symbol, int]
    versions: dict[Symbol, int]
    complaints: Complaints
    born: tuple[int, int]
    told: bool = False


@handles(s.Let)
def _let(a: Analysis, stmt: s.Let, st: State, frame: Frame) -> Exits:
    symbol = a.local(stmt)
    if isinstance(stmt.value, s.Call) and isinstance(a.c.refs.get(stmt.value), ProcedureSymbol):
        label, exits = _called(a, stmt.value, st)
        st.name(symbol, Known(("var", (id(stmt), a.numbers.new()), symbol.type), label))
        return exits
    term, label = a.reader.term(stmt.value, st), a.reader.label(stmt.value, st)
    if stmt.member:
        a.need(("set", st.me), label, st, stmt.value, "E501", (stmt.value, "who decides here need not see it"))
        st.suppose(("op", "!=", term, ("value", None)))
    st.name(symbol, Known(term, label))
    return {}


@handles(s.Perform)
def _perform(a: Analysis, stmt: s.Perform, st: State, frame: Frame) -> Exits:
    return _called(a, stmt.call, st)[1]


def _called(a: Analysis, call: s.Call, st: State) -> tuple[Label, Exits]:
    symbol = a.c.refs.get(call) or a.c.refs.get(call.name)
    if not isinstance(symbol, ProcedureSymbol):
        return ALL, {}
    id_ = f"procedure {symbol.name}"
    body = symbol.clause.body or ()

    def run(inner: State, frame: Frame) -> Exits:
        return a.block(body, inner, frame)

    early = any(isinstance(x, s.Return) and x is not body[-1] for x in every(body))
    return invoke(a, id_, _arguments(a, call, symbol.params, st, False), st, run, early)


def _arguments(
    a: Analysis, call: s.Call, params: Iterable[LocalSymbol], st: State, reveals: bool
) -> dict[LocalSymbol, Known]:
    args = a.c.arguments.get(call, ())
    return {
        param: Known(a.reader.term(arg, st), ALL if reveals else a.reader.label(arg, st))
        for param, arg in zip(params, args, strict=False)
    }


def invoke(
    a: Analysis, id_: str, args: dict[LocalSymbol, Known], st: State, run: Body, early: bool = False
) -> tuple[Label, Exits]:
    """Walks a clause as it is called here; `early`: it may return before its end."""
    known = joined(k.label for k in args.values())
    if id_ in a.stack:  # it comes back to itself: any argument may come to stand for any other
        args = {param: Known(k.term, known) for param, k in args.items()}
    if len(a.stack) > DEEPEST:
        assert a.here is not None
        raise TooInvolved(a.here)
    if a.stack.count(id_) > 1:
        a.cut.add(id_)
        for symbol in a.writes.clause(id_):
            st.written(symbol)
        return known | st.pc | a.returned.get(id_, ALL), {}
    a.visited.add(id_)
    generic = {param: Known(_plain(param, known, st), known.label) for param, known in args.items()}
    st.pc = a.unblamed(st.pc)
    key = (id_, st.me, st.me_label, st.pc, st.alone, tuple(generic.items()))
    summary = a.summaries.get(key)
    if summary is None:
        summary = a.summaries[key] = _summarise(a, id_, generic, st, run, early)
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
    swap = {generic[param].term: known.term for param, known in args.items()}
    born = _born(a, summary)
    for one in summary.shown:
        term, who = (_carried(part, summary, st, swap, born) for part in (one.term, one.who))
        guard = None if one.guard is None else _carried(one.guard, summary, st, swap, born)
        if term is not None and who is not None and (guard is not None or one.guard is None):
            st.shown = (*st.shown, Shown(term, who, one.variables, guard))
    now = _today(summary, before, st, born)
    exits = {what: renamed(now(label), swap) for what, label in summary.exits.items()}
    return renamed(now(summary.returned), swap), exits


Renaming = Callable[[Term], Term]


def _born(a: Analysis, summary: Summary) -> Renaming:
    """What is picked and drawn in a call is other than at the call before."""
    first, last = summary.born
    now = a.numbers.new()

    def renamed_(term: Term) -> Term:
        key = term[1]
        inside = isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], int) and first < key[1] <= last
        return ("var", (key, now), term[2]) if inside else term

    return renamed_


def _today(summary: Summary, before: dict[Symbol, int], st: State, born: Renaming) -> Callable[[Label], Label]:
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
            evolve(c, sets=frozenset(today(one) for one in c.sets), guards=today(c.guards), picked=None, content=None)
            for c in label
        )

    return label_now


def _plain(param: LocalSymbol, known: Known, st: State) -> Term:
    """The argument as far as a summary tells it apart: who decides, a constant, or some value."""
    if known.term == st.me or known.term[0] == "value":
        return known.term
    return ("var", id(param), param.type)


def _summarise(a: Analysis, id_: str, args: dict[LocalSymbol, Known], st: State, run: Body, early: bool) -> Summary:
    before, a.complaints = a.complaints, {}
    first = a.numbers.last
    blamed, a.blamed = a.blamed, set(a.blamed)
    inner = evolve(st, versions=dict(st.versions), locals=dict(args), shown=(), facts=())
    frame = Frame(id_.partition(" ")[2], id_)
    a.stack.append(id_)
    a.trials += 1
    exits = {what: label for what, label in run(inner, frame).items() if what not in ("return", "loop")}
    a.trials -= 1
    a.stack.pop()
    complaints, a.complaints, a.blamed = a.complaints, before, blamed
    a.gave[id_] = a.gave.get(id_, ALL) | frame.returned
    return Summary(
        frame.returned,
        exits,
        () if early else inner.shown,
        dict(st.versions),
        inner.versions,
        complaints,
        (first, a.numbers.last),
    )


def _inline(
    a: Analysis, id_: str, args: dict[LocalSymbol, Known], st: State, run: Body, early: bool
) -> tuple[Label, Exits]:
    inner = evolve(st, versions=dict(st.versions), locals=dict(args))
    frame = Frame(id_.partition(" ")[2], id_)
    a.stack.append(id_)
    exits = {what: label for what, label in run(inner, frame).items() if what not in ("return", "loop")}
    a.stack.pop()
    if early:  # what was shown or supposed at the end need not hold where it returned before
        inner.shown, inner.facts = st.shown, st.facts
        for symbol in a.writes.clause(id_):
            inner.written(symbol)
    names = st.locals
    st.become(inner)
    st.locals = names
    a.gave[id_] = a.gave.get(id_, ALL) | frame.returned
    return frame.returned, exits


def _carried(term: Term, summary: Summary, st: State, swap: dict[Term, Term], born: Renaming) -> Term | None:
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


# --------------------------------------------------------------------------------------------------- events and steps


@handles(s.Announce)
def _announce(a: Analysis, stmt: s.Announce, st: State, frame: Frame) -> Exits:
    symbol = a.c.refs.get(stmt.call) or a.c.refs.get(stmt.call.name)
    if not isinstance(symbol, EventSymbol):
        return {}
    args = _arguments(a, stmt.call, symbol.params, st, stmt.reveals)
    rules = [(p, t) for p, t in _triggers(a) if isinstance(t, s.When) and t.event.text == symbol.name]
    seated = [t for _, t in rules if t.seat is not None]
    ordered = len(seated) > 1 and not symbol.clause.ranked

    def run(inner: State, _: Frame) -> Exits:
        exits: Exits = {}
        if seated and symbol.clause.start is not None and not stmt.reveals:
            asked_of(a, a.reader.label(symbol.clause.start, inner), inner, symbol.clause.start, "all see who is asked")
        if ordered:
            in_order(a, stmt, inner)
        for placed, _trigger in rules:
            more = _answer(a, placed, symbol, inner, ordered)
            exits = {w: exits.get(w, ALL) | more.get(w, ALL) for w in exits.keys() | more.keys()}
            inner.pc |= joined(exits.values())
        a.settle(inner)
        return exits

    return invoke(a, f"event {symbol.name}", args, st, run)[1]


def _triggers(a: Analysis) -> list[tuple[Placed, s.When | s.Whenever | s.AtStep]]:
    return [(p, p.clause.trigger) for p in a.c.book.clauses if isinstance(p.clause, s.RuleClause)]


def _answer(a: Analysis, placed: Placed, event: EventSymbol, st: State, ordered: bool) -> Exits:
    """A rule that answers an event: at each seat, or once."""
    clause = placed.clause
    assert isinstance(clause, s.RuleClause)
    trigger = clause.trigger
    assert isinstance(trigger, s.When)
    a.visited.add(placed.id)
    seat = a.local(trigger.seat) if trigger.seat is not None else None
    var: Term | None = None if seat is None else ("var", id(trigger.seat), seat.type)

    def enter(inner: State) -> None:
        for name, param in zip(trigger.params, event.params, strict=False):
            local = a.c.binds.get(name)
            if local is not None and param in st.locals:
                inner.name(local, st.locals[param])
        if seat is not None and var is not None:
            inner.name(seat, Known(var))
            inner.me, inner.me_label = var, ALL
        head = a.c.patterns.get(clause, ())
        conditions = [*placed.conditions, *head, *([trigger.where] if trigger.where is not None else [])]
        for condition in conditions:
            if ordered and not trigger.reveals:
                seen = "all see whether he has an order to pick"
                asked_of(a, a.reader.label(condition, inner), inner, condition, seen)
            a.under(inner, condition, trigger.reveals)
        for condition in placed.unless:
            a.under(inner, condition, trigger.reveals, holds=False)

    return _rule_body(a, clause, placed, st, enter, var)


def _rule_body(
    a: Analysis,
    clause: s.RuleClause,
    placed: Placed,
    st: State,
    enter: Callable[[State], None],
    var: Term | None,
) -> Exits:
    if a.stack.count(placed.id) > 1:
        return {}
    a.stack.append(placed.id)
    if var is None:
        way = st.copy()
        enter(way)
        exits = a.block(clause.body, way, Frame(None, placed.id))
        asks = getattr(clause.trigger, "where", None) is not None or clause in a.c.patterns
        conditional = asks or placed.conditions or placed.unless
        if conditional:
            way.meet(st)
        st.become(way)
    else:
        exits, _ = a.loop(clause.body, st, Frame(None, placed.id), enter, var)
    a.stack.pop()
    return {what: label for what, label in exits.items() if what != "loop"}


@handles(s.Step)
def _step(a: Analysis, stmt: s.Step, st: State, frame: Frame) -> Exits:
    exits: Exits = {}
    at_step = [(p, t) for p, t in _triggers(a) if isinstance(t, s.AtStep) and _is_at(t, frame.procedure, stmt)]

    def woven(when: str) -> None:
        for placed, trigger in at_step:
            if trigger.when == when:
                _merge(exits, _woven(a, placed, trigger, st))
                st.pc |= joined(exits.values())

    woven("before")
    here, ways, displaced = st.pc, [], ALL
    for placed, trigger in at_step:
        if trigger.when == "instead of":  # the first whose condition holds; the step itself where none does
            way = st.copy()
            way.pc |= displaced
            _merge(exits, _woven(a, placed, trigger, way))
            ways.append(way)
            displaced |= _displaced(a, placed, trigger, st)
    st.pc |= displaced
    _merge(exits, a.block(stmt.body, st, frame))
    st.pc = here | joined(exits.values())
    for way in ways:
        st.meet(way)
    woven("after")
    return exits


def _displaced(a: Analysis, placed: Placed, trigger: s.AtStep, st: State) -> Label:
    """Who can know that no rule stands instead of the step."""
    if trigger.when != "instead of" or trigger.reveals:
        return ALL
    asked = (trigger.where, *placed.conditions, *placed.unless)
    own = evolve(st, locals={})
    return joined(at(a.reader.label(part, own), part.span) for part in asked if part is not None)


def _is_at(trigger: s.AtStep, procedure: str | None, stmt: s.Step) -> bool:
    return trigger.procedure.text == procedure and trigger.step.text == stmt.name.text


def _woven(a: Analysis, placed: Placed, trigger: s.AtStep, st: State) -> Exits:
    a.visited.add(placed.id)

    def enter(inner: State) -> None:
        inner.locals = {}
        for condition in (*placed.conditions, *([trigger.where] if trigger.where is not None else [])):
            a.under(inner, condition, trigger.reveals)
        for condition in placed.unless:
            a.under(inner, condition, trigger.reveals, holds=False)

    names = st.locals
    st.locals = {}
    exits = _rule_body(a, placed.clause, placed, st, enter, None)  # type: ignore[arg-type]
    st.locals = names
    return exits


def _merge(exits: Exits, more: Exits) -> None:
    for what, label in more.items():
        exits[what] = exits.get(what, ALL) | label
