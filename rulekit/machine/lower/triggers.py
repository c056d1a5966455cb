"""Triggers: `whenever` rules, run to a fixpoint wherever they are tested.

A rule runs if its condition has become true since the last test; then all are tested again. A cell for each rule keeps
whether it held. They are one routine if no rule decides anything, else nodes; both are named `settle` in machines.
`flow_calls.run_triggers` says where they are tested, and `RuleWeaver.run_triggers` outside of flow.
"""

from __future__ import annotations

from attrs import evolve

from ...check.precedence import by_rank
from ...model.types import DomainType
from ...syntax import nodes as s
from .. import program as m
from .body import RoutineBody
from .encoding import ONE, ZERO, add, bounds, conjunction, increment, op
from .env import Env
from .flow import Flow
from .lowering_context import LoweringContext

TRIGGER_LIMIT = 1000


def triggers(cx: LoweringContext) -> None:
    """Write the nodes: each rule by rank, seats from the active player. A rule runs if its condition has become true;
    then all are tested again.
    """
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
    """Return a rule's environment for one value of its binder, its condition, and the cell that says whether it held
    before.
    """
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
    """Return the range of a rule's binder, and whether it runs over players (then from the active one)."""
    assert isinstance(rule.trigger, s.Whenever)
    if rule.trigger.binder is None:
        return 0, 0, False
    symbol = cx.model.binds[rule.trigger.binder]
    low, high = bounds(symbol.type)
    return low, high, symbol.type == DomainType(cx.model.players)


def each_value(cx: LoweringContext, rule: s.RuleClause, *body: m.Stmt) -> m.Stmt:
    """Return `body` for every value of a rule's binder, as the local `#v`."""
    low, high, players = span_of(cx, rule)
    seat = op("add", m.Load(m.ACTIVE), m.Local("#n")) if players else add(m.Local("#n"), low)
    define = m.Define("#v", op("mod", seat, m.Const(cx.b.players)) if players else seat)
    return m.Each("#n", m.LoopDomain(ZERO, m.Const(high - low)), None, (define, *body))


def rearm(cx: LoweringContext, rule: s.RuleClause) -> m.Stmt:
    """Return the statement after which a condition that no longer holds may become true again. It runs for all rules
    before any rule, so a condition that one rule makes false and the next makes true has become true.
    """
    env = Env("settle", "settle", me=m.Load(m.ACTIVE), in_triggers=True)
    value: m.Expr | None = None if rule.trigger.binder is None else m.Local("#v")  # type: ignore[union-attr]
    _, condition, cell, index = trigger_test(cx, rule, env, value)
    lapsed = op("and", m.Load(cell, index), op("not", condition))
    return each_value(cx, rule, m.IfStatement(lapsed, (m.Write(cell, index, ZERO),)))


def rule_body(cx: LoweringContext, rule: s.RuleClause, env: Env) -> tuple[m.Stmt, ...]:
    return RoutineBody.of(cx, env.clause, lambda f: f.rule(rule, env))


def trigger_routine(cx: LoweringContext, rules: list[s.RuleClause]) -> None:
    fault = cx.fault("E705", "settle", f"`whenever` rules ran more than {TRIGGER_LIMIT} times without coming to rest")
    body: list[m.Stmt] = [m.Define("#again", ZERO), *(rearm(cx, rule) for rule in rules)]
    for rule in rules:
        value: m.Expr | None = None if rule.trigger.binder is None else m.Local("#v")  # type: ignore[union-attr]
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
    loop = m.While(m.Local("#again"), m.Const(TRIGGER_LIMIT + 1), fault, tuple(body))  # the last pass finds nothing
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
    """Test one rule for each value of its binder."""
    low, high, players = span_of(f.cx, rule)
    count = high - low + 1
    stem = rule.name.text
    at, value_cell = f.frames.number(f"{stem}.at", 0, count), f.frames.number(f"{stem}.value", low, high)
    value = None if rule.trigger.binder is None else m.Load(value_cell)  # type: ignore[union-attr]
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
