"""Information flow of events and steps: the rules that answer an event, and those before, after or instead of a step.

A rule is walked where it runs. `__init__.py` checks `whenever` rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from ...model.rulebook import Placed, Rulebook
from ...model.symbols import EventSymbol, LocalSymbol, ProcedureSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from ...syntax.traversal import body_of
from ..precedence import by_rank
from .analysis import Exits, Frame, InformationAnalysis, add_exits, alone_policy, handles, outward_exits
from .asking import check_turn_known
from .calling import arguments_by_parameter, call_clause
from .knowledge_state import KnowledgeState, Known
from .labels import ALL, Label, at, join_labels, past
from .terms import Term


@handles(s.Announce)
def _announce(a: InformationAnalysis, stmt: s.Announce, st: KnowledgeState, frame: Frame) -> Exits:
    symbol = a.c.refs.get(stmt.call) or a.c.refs.get(stmt.call.name)
    if not isinstance(symbol, EventSymbol):
        return {}
    args = arguments_by_parameter(a, stmt.call, symbol.params, st, stmt.reveals)
    rules = [(p, t) for p, t in _triggers(a.c.book) if isinstance(t, s.When) and t.event.text == symbol.name]
    first = [p for p, t in rules if t.seat is None]
    seated = [p for p, t in rules if t.seat is not None]
    ordered = len(seated) > 1 and not symbol.clause.ranked

    def run(inner: KnowledgeState, _: Frame) -> Exits:
        exits: Exits = {}
        if seated and symbol.clause.start is not None and not stmt.reveals:
            check_turn_known(
                a, a.reader.label(symbol.clause.start, inner), inner, symbol.clause.start, "all see who is asked"
            )
        if ordered:
            _check_answer_order(a, stmt, inner)
        for placed in first:
            add_exits(exits, _answer(a, placed, symbol, inner, ordered))
            inner.pc |= join_labels(exits.values())
        last = a.numbers.last
        for _again in ("what they write and how they leave", "what that tells at the next seat"):
            if len(seated) > 1:
                inner.note_writes(*a.writes.of(*(body_of(p.clause) for p in seated)))
            before = dict(exits)
            for placed in seated:
                add_exits(exits, {w: past(x, last) for w, x in _answer(a, placed, symbol, inner, ordered).items()})
                inner.pc |= join_labels(exits.values())
            if exits == before:
                break
        a.triggers_may_run(inner)
        return exits

    return call_clause(a, f"event {symbol.name}", args, st, run)[1]


def _check_answer_order(a: InformationAnalysis, stmt: s.Announce, st: KnowledgeState) -> None:
    """Check that all players can know whether several rules answer an event at a seat: its player is asked for their
    order."""
    seen = "all see whether there is an order to pick"
    a.need_place(a.reader.everybody, st, stmt, seen)
    if st.alone is not None:
        said = frozenset([alone_policy(("var", (id(stmt), "before"), DomainType(a.c.players)), "me", stmt.span)])
        a.need(a.reader.everybody, said, st, stmt, "E504", (stmt, seen))


@lru_cache(maxsize=4)
def _triggers(book: Rulebook) -> tuple[tuple[Placed, s.When | s.Whenever | s.AtStep], ...]:
    """Return the rules with their triggers, in the order in which rules at the same moment run."""
    placed = {p.clause: p for p in book.clauses if isinstance(p.clause, s.RuleClause)}
    return tuple((placed[rule], rule.trigger) for rule in by_rank(tuple(placed), book.ranks))


def _answer(a: InformationAnalysis, placed: Placed, event: EventSymbol, st: KnowledgeState, ordered: bool) -> Exits:
    """Walk a rule that answers an event: at each seat if it has one, otherwise once. Return its exits."""
    clause = placed.clause
    assert isinstance(clause, s.RuleClause)
    trigger = clause.trigger
    assert isinstance(trigger, s.When)
    a.visited.add(placed.id)
    seat = a.local(trigger.seat) if trigger.seat is not None else None
    var: Term | None = None if seat is None else ("var", id(trigger.seat), seat.type)

    def enter(inner: KnowledgeState) -> None:
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
                check_turn_known(a, a.reader.label(condition, inner), inner, condition, seen)
            a.under(inner, condition, trigger.reveals)
        for condition in placed.unless:
            a.under(inner, condition, trigger.reveals, holds=False)

    return _rule_body(a, clause, placed, st, enter, var)


def _rule_body(
    a: InformationAnalysis,
    clause: s.RuleClause,
    placed: Placed,
    st: KnowledgeState,
    enter: Callable[[KnowledgeState], None],
    var: Term | None,
) -> Exits:
    a.stack.append(placed.id)
    if var is None:
        way = st.copy()
        enter(way)
        exits = a.block(clause.body, way, Frame())
        asks = getattr(clause.trigger, "where", None) is not None or clause in a.c.patterns
        conditional = asks or placed.conditions or placed.unless
        if conditional:
            way.meet(st)
        st.become(way)
    else:
        exits, _ = a.loop(clause, st, Frame(), enter, var)
    a.stack.pop()
    return outward_exits(exits, "loop")


@handles(s.Step)
def _step(a: InformationAnalysis, stmt: s.Step, st: KnowledgeState, frame: Frame) -> Exits:
    exits: Exits = {}
    at_step = [(p, t) for p, t in _triggers(a.c.book) if isinstance(t, s.AtStep) and _is_at(t, frame.procedure, stmt)]

    def weave(when: str) -> None:
        for placed, trigger in at_step:
            if trigger.when == when:
                add_exits(exits, _weave_rule(a, placed, trigger, st))
                st.pc |= join_labels(exits.values())

    weave("before")
    here, ways, displaced = st.pc, [], ALL
    for placed, trigger in at_step:
        # only the first rule whose condition holds runs; the step itself runs if there is none
        if trigger.when == "instead of":
            way = st.copy()
            way.pc |= displaced
            add_exits(exits, _weave_rule(a, placed, trigger, way))
            ways.append(way)
            displaced |= _displacement_label(a, placed, trigger, st)
    st.pc |= displaced
    add_exits(exits, a.block(stmt.body, st, frame))
    st.pc = here | join_labels(exits.values())
    for way in ways:
        st.meet(way)
    weave("after")
    return exits


def _displacement_label(a: InformationAnalysis, placed: Placed, trigger: s.AtStep, st: KnowledgeState) -> Label:
    """Return who can know that no rule replaces the step."""
    if trigger.when != "instead of" or trigger.reveals:
        return ALL
    asked = (*a.c.patterns.get(placed.clause, ()), trigger.where, *placed.layer_conditions)
    own = st.with_locals({})
    _procedure_named(a, trigger, st.locals, own)
    return join_labels(at(a.reader.label(part, own), part.span) for part in asked if part is not None)


def _procedure_named(
    a: InformationAnalysis, trigger: s.AtStep, names: Mapping[LocalSymbol, Known], inner: KnowledgeState
) -> None:
    """Bind the names in the heading of a rule at a step to the values of the procedure's parameters."""
    symbol = a.c.refs.get(trigger.procedure)
    if isinstance(symbol, ProcedureSymbol):
        for name, param in zip(trigger.params, symbol.params, strict=False):
            local = a.c.binds.get(name)
            if local is not None and param in names:
                inner.name(local, names[param])


def _is_at(trigger: s.AtStep, procedure: str | None, stmt: s.Step) -> bool:
    return trigger.procedure.text == procedure and trigger.step.text == stmt.name.text


def _weave_rule(a: InformationAnalysis, placed: Placed, trigger: s.AtStep, st: KnowledgeState) -> Exits:
    a.visited.add(placed.id)

    def enter(inner: KnowledgeState) -> None:
        inner.locals = {}
        _procedure_named(a, trigger, names, inner)
        head = a.c.patterns.get(placed.clause, ())
        for condition in (*placed.conditions, *head, *([trigger.where] if trigger.where is not None else [])):
            a.under(inner, condition, trigger.reveals)
        for condition in placed.unless:
            a.under(inner, condition, trigger.reveals, holds=False)

    names = st.locals
    st.locals = {}
    exits = _rule_body(a, placed.clause, placed, st, enter, None)  # type: ignore[arg-type]  # the clause is a rule
    st.locals = names
    return exits
