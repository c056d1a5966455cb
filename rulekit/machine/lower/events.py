"""Events: a routine where all answers are free of choice, nodes where they are not; and which answer is next.

The game's own rules answer first, by rank, then the rules at players' seats, seat by seat.  Where several rules may
answer at one seat and no rank decides, the player there says which is next: a decision whose labels are the names of
the rules (`answer_seats`).
"""

from __future__ import annotations

from attrs import evolve

from ...check.precedence import by_rank
from ...model.symbols import EventSymbol
from ...syntax import nodes as s
from .. import program as m
from . import choices, flow_calls
from .body import RoutineBody
from .control import run_rule
from .encoding import ONE, ZERO, conjunction, increment, op
from .env import Env
from .facts import parameters
from .flow import Flow
from .loops import turn
from .lowering_context import LoweringContext
from .origins import Origin
from .revealing import guard_node


def events(cx: LoweringContext) -> None:
    for placed in cx.model.rulebook.clauses:
        symbol = cx.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, EventSymbol) and symbol.clause is placed.clause:
            rules = cx.rules_of(symbol.name)
            if placed.id in cx.model.flow:
                event_flow(cx, symbol, rules)
            else:
                event_routine(cx, symbol, rules)


def split(
    cx: LoweringContext, event: EventSymbol, rules: list[s.RuleClause]
) -> tuple[list[s.RuleClause], list[s.RuleClause]]:
    """The game's own answers by rank, and the answers at a player's seat (by rank where the event says so)."""
    ranks = cx.model.rulebook.ranks
    seated = [r for r in rules if isinstance(r.trigger, s.When) and r.trigger.seat is not None]
    plain = [r for r in rules if r not in seated]
    return by_rank(plain, ranks), by_rank(seated, ranks) if event.clause.ranked else seated


def answer_env(cx: LoweringContext, rule: s.RuleClause, params: list[m.Expr], env: Env, seat: m.Expr | None) -> Env:
    """The environment of an answer: its own names for the event's parameters, and its seat."""
    assert isinstance(rule.trigger, s.When)
    env = evolve(env, clause=f"rule {rule.name.text}")
    for name, value in zip(rule.trigger.params, params, strict=False):  # a head may be left out
        env = env.bind(cx.model.binds[name], value)
    if rule.trigger.seat is not None and seat is not None:
        env = evolve(env.bind(cx.model.binds[rule.trigger.seat], seat), me=seat)
    return env


def event_routine(cx: LoweringContext, symbol: EventSymbol, rules: list[s.RuleClause]) -> None:
    id_ = f"event {symbol.name}"
    env, params = parameters(Env(id_, id_, me=m.Local("me")), symbol.params)
    values: list[m.Expr] = [m.Local(p.name) for p in params]
    plain, seated = split(cx, symbol, rules)
    body: list[m.Stmt] = []
    for rule in plain:
        body += answer_statements(cx, rule, answer_env(cx, rule, values, env, None))
    if seated:
        n = cx.b.players
        start = m.Load(m.ACTIVE) if symbol.clause.start is None else cx.ex.value(symbol.clause.start, env)
        seat = m.Local("#seat")
        step = op("add" if symbol.clause.way == "clockwise" else "sub", m.Local("#first"), m.Local("#n"))
        inner: list[m.Stmt] = [m.Define("#seat", op("mod", step, m.Const(n)))]
        for rule in seated:
            inner += answer_statements(cx, rule, answer_env(cx, rule, values, env, seat))
        body += [m.Define("#first", start), m.Each("#n", m.LoopDomain(ZERO, m.Const(n - 1)), None, tuple(inner))]
    fault = cx.fault("E705", id_, f"nested deeper than {symbol.nested}", symbol.clause) if symbol.nested else 0
    params = (*params, m.Parameter("me", m.NUMBER))
    cx.b.routines[id_] = m.Routine(id_, id_, params, None, tuple(body), symbol.nested, fault)


def answer_statements(cx: LoweringContext, rule: s.RuleClause, env: Env) -> tuple[m.Stmt, ...]:
    return RoutineBody.of(cx, env.clause, lambda f: run_rule(f, rule, env))


def event_flow(cx: LoweringContext, symbol: EventSymbol, rules: list[s.RuleClause]) -> None:
    owner = f"event {symbol.name}"
    f = Flow(cx, owner, owner)
    values: list[m.Expr] = [m.Load(c) for c in flow_calls.param_cells(f, owner, symbol.params)]
    env = Env(owner, owner, me=m.Load(cx.me_cell(owner)))
    for param, value in zip(symbol.params, values, strict=True):
        env = env.bind(param, value)
    plain, seated = split(cx, symbol, rules)
    f.open(f"{owner}.enter")
    f.frames.push()
    for rule in plain:
        run_rule(f, rule, answer_env(cx, rule, values, env, None))
    if seated and f.current is not None:
        answer_seats(f, symbol, seated, values, env)
    f.frames.pop()
    f.jump(cx.exit_of(owner))


def answer_seats(f: Flow, symbol: EventSymbol, rules: list[s.RuleClause], values: list[m.Expr], env: Env) -> None:
    """Round the seats; at each, the answers whose guards hold, one after the other, each tested again before it
    runs.
    """
    n = f.b.players
    at, left = f.frames.number("seat", 0, n - 1), f.frames.number("seats", 0, n)
    done = [f.frames.number(f"done {r.name.text}", 0, 1) for r in rules]
    start = m.Load(m.ACTIVE) if symbol.clause.start is None else f.ex.value(symbol.clause.start, env)
    f.emit(m.Write(at, (), start), m.Write(left, (), m.Const(n)))
    seat, step, after = (f.label(h) for h in ("seat", "next", "answered"))
    f.open(seat)
    envs = [answer_env(f.cx, r, values, env, m.Load(at)) for r in rules]
    ready = [is_waiting(f, *one) for one in zip(rules, envs, done, strict=True)]
    targets = [f.label(f"answer {r.name.text}") for r in rules]
    if symbol.clause.ranked or len(rules) == 1:
        for test, target in zip(ready, targets, strict=True):
            other = f.label("else")
            f.close(m.Fork(test, target, other))
            f.open(other)
        f.jump(step)
    else:
        holding: m.Expr = ready[0]
        for test in ready[1:]:
            holding = op("add", holding, test)
        none, several, ask = f.label("holding"), f.label("several"), f.label("ask")
        f.close(m.Fork(op("eq", holding, ZERO), step, none))
        f.open(none)
        f.close(m.Fork(op("gt", holding, ONE), ask, several))
        f.open(several)
        for test, target in zip(ready[:-1], targets[:-1], strict=True):
            other = f.label("else")
            f.close(m.Fork(test, target, other))
            f.open(other)
        f.jump(targets[-1])
        f.open(ask)
        who = evolve(env, me=m.Load(at))
        made = tuple(
            m.Alternative(f"rule {r.name.text}", r.name.text, (answer(f, r, t, e, d),), (), (), 0, target)
            for r, t, e, d, target in zip(rules, ready, envs, done, targets, strict=True)
        )
        choices.decide(f, made, who, None, None, symbol.clause)
    for rule, inner, target, mark in zip(rules, envs, targets, done, strict=True):
        f.open(target)
        f.emit(m.Write(mark, (), ONE))
        f.rule(rule, inner)
        f.jump(seat)
    f.open(step)
    f.clear(done)
    f.emit(turn(at, symbol.clause.way, n), increment(left, -1))
    f.close(m.Fork(op("gt", m.Load(left), ZERO), seat, after))
    f.open(after)


def is_waiting(f: Flow, rule: s.RuleClause, env: Env, done: str) -> m.Expr:
    """Whether a rule's guard holds and it has not answered yet."""
    guard = f.cx.weaver.rule_guard(rule, env)
    if guard is not None:  # it is asked once more after it was shown
        f.show_condition(rule.trigger.reveals, guard_node(rule), guard, env)
    return conjunction([op("not", m.Load(done)), *([] if guard is None else [guard])]) or ONE


def answer(f: Flow, rule: s.RuleClause, ready: m.Expr, env: Env, done: str) -> m.Test:
    """Whether a rule may be next among several answers of one seat."""
    waiting = Origin("turn", rule, env, op("not", m.Load(done)))
    where = rule.trigger.where if isinstance(rule.trigger, s.When) else None
    return f.b.origins.test(ready, waiting, *f.cx.weaver.origins(rule, where, env))
