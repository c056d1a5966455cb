"""Lowers events with the rules that answer them, and `whenever` rules, which run when a condition becomes true.

An event is a routine if no answering rule asks players or draws at random; otherwise it consists of nodes. First come
the answering rules of the game itself, by rank, then the rules at the players' seats, seat by seat. If several rules
may answer at one seat and no rank decides, the player there chooses the next one. The options are the names of the
rules (`answer_seats`).

A `whenever` rule runs if its condition has become true since the last test. After that, all `whenever` rules are tested
again, until none runs. A cell for each rule stores whether its condition held. These rules are one routine if none of
them asks players or draws; otherwise they are nodes. Both are named `settle` in machines. The tests are inserted by
`flow_calls.run_triggers` among nodes and by `RuleWeaver.run_triggers` in routines.
"""

from __future__ import annotations

from attrs import evolve

from ...check.precedence import by_rank
from ...model.symbols import EventSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .. import program as m
from . import choices, flow_calls
from .body import RoutineBody
from .control_lowering import run_rule
from .env import Env, Origin
from .facts import parameters
from .flow import Flow
from .lowering_context import LoweringContext
from .member_loops import turn
from .revealing import guard_node
from .value_encoding import ONE, ZERO, add, bounds, conjunction, increment, op

TRIGGER_LIMIT = 1000


def triggers(cx: LoweringContext) -> None:
    """Write all `whenever` rules as a routine or as nodes. They are tested by rank; a rule for each player is tested
    seat by seat, from the active player on. After a rule has run, all are tested again."""
    rules = by_rank(cx.weaver.whenevers, cx.model.rulebook.ranks)
    if not rules:
        return
    if cx.weaver.triggers_are_flow:
        trigger_flow(cx, rules)
    else:
        trigger_routine(cx, rules)


def trigger_test(
    cx: LoweringContext, rule: s.RuleClause, env: Env, value: m.Expr | None
) -> tuple[Env, m.Expr, str, tuple[m.Expr, ...]]:
    """Return what the test of a `whenever` rule needs, for one value of the rule's variable: the environment, the
    condition, and the cell and index that store whether the condition held before."""
    assert isinstance(rule.trigger, s.Whenever)
    env = evolve(env, clause=f"rule {rule.name.text}")
    name = f"held {rule.name.text}"
    index: tuple[m.Expr, ...] = ()
    if rule.trigger.binder is None or value is None:
        cell = cx.b.control(name, 0, 1)
    else:
        symbol = cx.model.binds[rule.trigger.binder]
        low, high = bounds(symbol.type)
        cell = cx.b.control(name, 0, 1, (high - low + 1,), cx.b.domain(symbol.type))
        index = (add(value, -low),)
        env = env.bind(symbol, value)
        if symbol.type == DomainType(cx.model.players):
            env = evolve(env, me=value)
    parts = [cx.ex.truth(rule.trigger.condition, env)]
    if rule.trigger.binder is not None and value is not None:
        inside = cx.ex.domains.member(rule.trigger.binder.domain, value, cx.model.binds[rule.trigger.binder], env)
        parts = [*([] if inside is None else [inside]), *parts]
    extra = cx.weaver.rule_guard(rule, env)
    return env, conjunction([*([] if extra is None else [extra]), *parts]) or ONE, cell, index


def span_of(cx: LoweringContext, rule: s.RuleClause) -> tuple[int, int, bool]:
    """Return the smallest and the greatest value of the variable of a `whenever` rule, and whether its values are
    players. In that case, the loop over them starts with the active player."""
    assert isinstance(rule.trigger, s.Whenever)
    if rule.trigger.binder is None:
        return 0, 0, False
    symbol = cx.model.binds[rule.trigger.binder]
    low, high = bounds(symbol.type)
    return low, high, symbol.type == DomainType(cx.model.players)


def each_value(cx: LoweringContext, rule: s.RuleClause, *body: m.Stmt) -> m.Stmt:
    """Return a loop that runs `body` once for each value of the rule's variable. The value is in the local `#v`."""
    low, high, players = span_of(cx, rule)
    seat = op("add", m.Load(m.ACTIVE), m.Local("#n")) if players else add(m.Local("#n"), low)
    define = m.Define("#v", op("mod", seat, m.Const(cx.b.players)) if players else seat)
    return m.Each("#n", m.LoopDomain(ZERO, m.Const(high - low)), None, (define, *body))


def rearm(cx: LoweringContext, rule: s.RuleClause) -> m.Stmt:
    """Return a statement that records which conditions of a rule no longer hold, so that the rule can run again. It is
    executed for all rules before any of them runs. So a condition that one rule makes false and the next rule makes
    true counts as having become true."""
    env = Env("settle", "settle", me=m.Load(m.ACTIVE), in_triggers=True)
    value: m.Expr | None = None if rule.trigger.binder is None else m.Local("#v")  # type: ignore[union-attr]  # a `Whenever`
    _, condition, cell, index = trigger_test(cx, rule, env, value)
    lapsed = op("and", m.Load(cell, index), op("not", condition))
    return each_value(cx, rule, m.IfStatement(lapsed, (m.Write(cell, index, ZERO),)))


def rule_body(cx: LoweringContext, rule: s.RuleClause, env: Env) -> tuple[m.Stmt, ...]:
    return RoutineBody.of(cx, env.clause, lambda f: f.rule(rule, env))


def trigger_routine(cx: LoweringContext, rules: list[s.RuleClause]) -> None:
    fault = cx.fault("E705", "settle", f"`whenever` rules ran more than {TRIGGER_LIMIT} times without coming to rest")
    body: list[m.Stmt] = [m.Define("#again", ZERO), *(rearm(cx, rule) for rule in rules)]
    for rule in rules:
        value: m.Expr | None = None if rule.trigger.binder is None else m.Local("#v")  # type: ignore[union-attr]  # a `Whenever`
        env, condition, cell, index = trigger_test(cx, rule, Env("settle", "settle", in_triggers=True), value)
        run = [
            m.Write(cell, index, ONE),
            m.Define("#again", ONE),
            *rule_body(cx, rule, env),
            m.Break(),
        ]
        waiting = op("and", op("eq", m.Load(cell, index), ZERO), condition)
        skip = m.IfStatement(m.Local("#again"), (m.Break(),))
        body.append(each_value(cx, rule, skip, m.IfStatement(waiting, tuple(run))))
    # one pass more than the limit, because in the last pass no rule runs
    loop = m.While(m.Local("#again"), m.Const(TRIGGER_LIMIT + 1), fault, tuple(body))
    whole: tuple[m.Stmt, ...] = (m.Define("#again", ONE), loop)
    if not cx.weaver.triggers_announce:
        cx.b.routines["settle"] = m.Routine("settle", "settle", (), None, whole)
        return
    busy = cx.b.control(m.SETTLING, 0, 1)
    whole = (m.Write(busy, (), ONE), *whole, m.Write(busy, (), ZERO))
    cx.b.routines["settle"] = m.Routine("settle", "settle", (), None, whole, 1, fault)


def trigger_flow(cx: LoweringContext, rules: list[s.RuleClause]) -> None:
    f = Flow(cx, "settle", "settle")
    busy = cx.b.control(m.SETTLING, 0, 1)
    fault = cx.fault("E705", "settle", f"`whenever` rules ran more than {TRIGGER_LIMIT} times without coming to rest")
    f.open("settle.enter")
    f.frames.push()
    ran = f.frames.number("ran", 0, TRIGGER_LIMIT)
    f.emit(m.Write(busy, (), ONE))
    again = f.label("again")
    f.open(again)
    f.emit(*(rearm(cx, rule) for rule in rules))
    for rule in rules:
        watch(f, rule, ran, again, fault)
    f.emit(m.Write(busy, (), ZERO))
    f.frames.pop()
    f.jump(cx.exit_of("settle"))


def watch(f: Flow, rule: s.RuleClause, ran: str, again: str, fault: int) -> None:
    """Write the nodes that test a `whenever` rule for each value of its variable, and run the rule if its condition has
    become true."""
    low, high, players = span_of(f.cx, rule)
    count = high - low + 1
    stem = rule.name.text
    at, value_cell = f.frames.number(f"{stem}.at", 0, count), f.frames.number(f"{stem}.value", low, high)
    value = None if rule.trigger.binder is None else m.Load(value_cell)  # type: ignore[union-attr]  # a `Whenever`
    env = Env("settle", "settle", me=m.Load(m.ACTIVE), in_triggers=True)
    env, condition, cell, index = trigger_test(f.cx, rule, env, value)
    f.emit(m.Write(at, (), ZERO))
    test, look, run, step, after = (f.label(f"{stem} {h}") for h in ("test", "look", "run", "next", "after"))
    f.open(test)
    f.close(m.Fork(op("lt", m.Load(at), m.Const(count)), look, after))
    f.open(look)
    if players:
        seat = op("mod", op("add", m.Load(m.ACTIVE), m.Load(at)), m.Const(f.b.players))
        f.emit(m.Write(value_cell, (), seat))
    elif value is not None:
        f.emit(m.Write(value_cell, (), add(m.Load(at), low)))
    f.close(m.Fork(op("and", op("eq", m.Load(cell, index), ZERO), condition), run, step))
    f.open(run)
    f.emit(m.Write(cell, index, ONE), m.Write(ran, (), add(m.Load(ran), 1), fault))
    f.rule(rule, env)
    f.clear([at, value_cell])
    f.jump(again)
    f.open(step)
    f.emit(increment(at, 1))
    f.jump(test)
    f.open(after)
    f.clear([at, value_cell])


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
    """Return two lists of the rules that answer an event: the rules of the game itself, by rank, and the rules at
    players' seats. The latter are ordered by rank if the event says so."""
    ranks = cx.model.rulebook.ranks
    seated = [r for r in rules if isinstance(r.trigger, s.When) and r.trigger.seat is not None]
    plain = [r for r in rules if r not in seated]
    return by_rank(plain, ranks), by_rank(seated, ranks) if event.clause.ranked else seated


def answer_env(cx: LoweringContext, rule: s.RuleClause, params: list[m.Expr], env: Env, seat: m.Expr | None) -> Env:
    """Return the environment of a rule that answers an event. In it, the rule's names for the event's parameters and
    for the seat are bound."""
    assert isinstance(rule.trigger, s.When)
    env = evolve(env, clause=f"rule {rule.name.text}")
    # not strict: a rule may name no parameters of the event
    for name, value in zip(rule.trigger.params, params, strict=False):
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
    """Write a loop over the seats. At each seat, the answering rules whose conditions hold run one after the other. The
    condition of a rule is tested again before the rule runs."""
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
        choices.decide(f, made, who, choices.DecisionFields(), symbol.clause)
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
    """Return the condition that an answering rule has not run at this seat and that the rule's own condition holds."""
    guard = f.cx.weaver.rule_guard(rule, env)
    if guard is not None:  # for `reveals`, write here that the condition is shown; the result evaluates it again
        f.show_condition(rule.trigger.reveals, guard_node(rule), guard, env)
    return conjunction([op("not", m.Load(done)), *([] if guard is None else [guard])]) or ONE


def answer(f: Flow, rule: s.RuleClause, ready: m.Expr, env: Env, done: str) -> m.Test:
    """Return the test of the option by which a player chooses this answering rule as the next one. `ready` is its
    condition."""
    waiting = Origin("turn", rule, env, op("not", m.Load(done)))
    where = rule.trigger.where if isinstance(rule.trigger, s.When) else None
    return f.b.origins.test(ready, waiting, *f.cx.weaver.origins(rule, where, env))
