"""Procedures, actions, events and `whenever` rules: each becomes a routine where it is free of choice, nodes where it
is not.
"""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import EventSymbol, LocalSymbol, ProcedureSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .. import program as m
from . import calls, choices
from .context import Context
from .encode import ONE, ZERO, add, bounds, conjunction, kind, op
from .env import Env
from .facts import parameters
from .flow import Flow
from .loops import turn
from .origins import Origin
from .precedence import by_rank

SETTLE_LIMIT = 1000


def procedures(cx: Context) -> None:
    for placed in cx.model.rulebook.clauses:
        symbol = cx.model.symbols.get(placed.clause.name.text)
        if not isinstance(symbol, ProcedureSymbol) or symbol.clause is not placed.clause:
            continue
        if placed.id in cx.model.flow:
            owner_body(cx, placed.id, symbol.params, symbol.clause.body or (), placed.id)
        else:
            routine(cx, symbol, placed.id)


def routine(cx: Context, symbol: ProcedureSymbol, id_: str) -> None:
    env, params = parameters(Env(id_, id_, me=m.Local("me")), symbol.params)
    body = (m.Mark(id_), *cx.effects.block(symbol.clause.body or (), env))
    result = None if symbol.result is None else kind(symbol.result)
    fault = cx.fault("E705", id_, f"nested deeper than {symbol.nested}", symbol.clause) if symbol.nested else 0
    params = (*params, m.Parameter("me", m.NUMBER))
    cx.b.routines[id_] = m.Routine(id_, id_, params, result, body, symbol.nested, fault)


def owner_body(cx: Context, owner: str, params: tuple[LocalSymbol, ...], body: tuple[s.Stmt, ...], clause: str) -> None:
    """An owner's nodes from `enter` to `exit`."""
    f = Flow(cx, owner, clause)
    cells = calls.param_cells(f, owner, params)
    me = m.Load(cx.me_cell(owner))
    env = Env(clause, owner, me=me)
    for symbol, cell in zip(params, cells, strict=True):
        env = env.bind(symbol, m.Load(cell))
    f.open(f"{owner}.enter")
    f.emit(m.Mark(clause))
    f.push_scope()
    f.statements(body, env, True)
    f.pop_scope()
    f.jump(cx.exit_of(owner))


def actions(cx: Context) -> None:
    for placed in cx.model.rulebook.clauses:
        clause = placed.clause
        if not isinstance(clause, s.ActionClause):
            continue
        owner = placed.id
        f = Flow(cx, owner, owner)
        head = cx.decisions.head(clause.body, True)
        me = m.Load(cx.me_cell(owner))
        env = Env(owner, owner, me=me, in_action=True, action_me=me)
        for choose, cell in calls.own_cells(f, owner, head).items():
            env = env.bind(cx.model.binds[choose.binder], m.Load(cell))
        f.open(f"{owner}.enter")
        f.emit(m.Mark(owner))
        f.push_scope()
        f.statements(head.rest, choices.lets(f, head, env), True)
        f.pop_scope()
        f.jump(cx.exit_of(owner))


# ------------------------------------------------------------------------------------------------------------- events


def events(cx: Context) -> None:
    for placed in cx.model.rulebook.clauses:
        symbol = cx.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, EventSymbol) and symbol.clause is placed.clause:
            rules = cx.rules_of(symbol.name)
            if placed.id in cx.model.flow:
                event_flow(cx, symbol, rules)
            else:
                event_routine(cx, symbol, rules)


def split(cx: Context, event: EventSymbol, rules: list[s.RuleClause]) -> tuple[list[s.RuleClause], list[s.RuleClause]]:
    """The game's own answers by rank, and the answers at a player's seat (by rank where the event says so)."""
    ranks = cx.model.rulebook.ranks
    seated = [r for r in rules if isinstance(r.trigger, s.When) and r.trigger.seat is not None]
    plain = [r for r in rules if r not in seated]
    return by_rank(plain, ranks), by_rank(seated, ranks) if event.clause.ranked else seated


def answering(cx: Context, rule: s.RuleClause, params: list[m.Expr], env: Env, seat: m.Expr | None) -> Env:
    """The environment of an answer: its own names for the event's parameters, and its seat."""
    assert isinstance(rule.trigger, s.When)
    env = evolve(env, clause=f"rule {rule.name.text}")
    for name, value in zip(rule.trigger.params, params, strict=True):
        env = env.bind(cx.model.binds[name], value)
    if rule.trigger.seat is not None and seat is not None:
        env = evolve(env.bind(cx.model.binds[rule.trigger.seat], seat), me=seat)
    return env


def event_routine(cx: Context, symbol: EventSymbol, rules: list[s.RuleClause]) -> None:
    id_ = f"event {symbol.name}"
    env, params = parameters(Env(id_, id_, me=m.Local("me")), symbol.params)
    values: list[m.Expr] = [m.Local(p.name) for p in params]
    plain, seated = split(cx, symbol, rules)
    body: list[m.Stmt] = []
    for rule in plain:
        body += cx.effects.hooked(rule, answering(cx, rule, values, env, None))
    if seated:
        n = cx.b.players
        start = m.Load(m.ACTIVE) if symbol.clause.start is None else cx.ex.value(symbol.clause.start, env)
        seat = m.Local("#seat")
        step = op("add" if symbol.clause.way == "clockwise" else "sub", m.Local("#first"), m.Local("#n"))
        inner: list[m.Stmt] = [m.Define("#seat", op("mod", step, m.Const(n)))]
        for rule in seated:
            inner += cx.effects.hooked(rule, answering(cx, rule, values, env, seat))
        body += [m.Define("#first", start), m.Each("#n", m.Over(ZERO, m.Const(n - 1)), None, tuple(inner))]
    fault = cx.fault("E705", id_, f"nested deeper than {symbol.nested}", symbol.clause) if symbol.nested else 0
    params = (*params, m.Parameter("me", m.NUMBER))
    cx.b.routines[id_] = m.Routine(id_, id_, params, None, tuple(body), symbol.nested, fault)


def event_flow(cx: Context, symbol: EventSymbol, rules: list[s.RuleClause]) -> None:
    owner = f"event {symbol.name}"
    f = Flow(cx, owner, owner)
    values: list[m.Expr] = [m.Load(c) for c in calls.param_cells(f, owner, symbol.params)]
    env = Env(owner, owner, me=m.Load(cx.me_cell(owner)))
    for param, value in zip(symbol.params, values, strict=True):
        env = env.bind(param, value)
    plain, seated = split(cx, symbol, rules)
    f.open(f"{owner}.enter")
    f.push_scope()
    for rule in plain:
        f.hooked(rule, answering(cx, rule, values, env, None))
    if seated and f.current is not None:
        answer_seats(f, symbol, seated, values, env)
    f.pop_scope()
    f.jump(cx.exit_of(owner))


def answer_seats(f: Flow, symbol: EventSymbol, rules: list[s.RuleClause], values: list[m.Expr], env: Env) -> None:
    """Round the seats; at each, the answers whose guards hold, one after the other, each tested again before it
    runs.
    """
    n = f.b.players
    at, left = f.number("seat", 0, n - 1), f.number("seats", 0, n)
    done = [f.number(f"done {r.name.text}", 0, 1) for r in rules]
    start = m.Load(m.ACTIVE) if symbol.clause.start is None else f.ex.value(symbol.clause.start, env)
    f.emit(m.Assign(at, (), start), m.Assign(left, (), m.Const(n)))
    seat, step, after = (f.label(h) for h in ("seat", "next", "answered"))
    f.open(seat)
    envs = [answering(f.cx, r, values, env, m.Load(at)) for r in rules]
    guards = []
    for rule, inner in zip(rules, envs, strict=True):
        known, guard = f.cx.effects.guard(rule, inner)
        if known:  # it is asked once more where it is shown
            f.emit(*known)
            guard = f.cx.hooks.guard(rule, inner)
        guards.append(guard)
    ready = [
        conjunction([op("not", m.Load(d)), *([] if g is None else [g])]) or ONE
        for g, d in zip(guards, done, strict=True)
    ]
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
        f.emit(m.Assign(mark, (), ONE))
        f.rule_body(rule, inner)
        f.jump(seat)
    f.open(step)
    f.clear(done)
    f.emit(turn(at, at, symbol.clause.way, n), add_to(left, -1))
    f.close(m.Fork(op("gt", m.Load(left), ZERO), seat, after))
    f.open(after)


def answer(f: Flow, rule: s.RuleClause, ready: m.Expr, env: Env, done: str) -> m.Test:
    """Whether a rule may be next among several answers of one seat."""
    waiting = Origin("turn", rule, env, op("not", m.Load(done)))
    where = rule.trigger.where if isinstance(rule.trigger, s.When) else None
    return f.b.origins.test(ready, waiting, *f.cx.hooks.origins(rule, where, env))


def add_to(cell: str, amount: int) -> m.Stmt:
    return m.Assign(cell, (), add(m.Load(cell), amount))


# ----------------------------------------------------------------------------------------------------------- whenever


def settling(cx: Context) -> None:
    """`settle`: each rule by rank, seats from the active player; a rule runs when its condition has become true; then
    all are tested again.
    """
    rules = by_rank(cx.hooks.whenevers, cx.model.rulebook.ranks)
    if not rules:
        return
    if cx.hooks.settle_is_flow:
        settle_flow(cx, rules)
    else:
        settle_routine(cx, rules)


def watched(
    cx: Context, rule: s.RuleClause, env: Env, value: m.Expr | None
) -> tuple[Env, m.Expr, str, tuple[m.Expr, ...]]:
    """A rule's environment for one value of its binder, its condition, and the cell that says whether it held
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
    extra = cx.hooks.guard(rule, env)
    return env, conjunction([*([] if extra is None else [extra]), *parts]) or ONE, cell, index


def span_of(cx: Context, rule: s.RuleClause) -> tuple[int, int, bool]:
    """The range of a rule's binder, and whether it runs over players (then from the active one)."""
    assert isinstance(rule.trigger, s.Whenever)
    if rule.trigger.binder is None:
        return 0, 0, False
    symbol = cx.model.binds[rule.trigger.binder]
    low, high = bounds(symbol.type)
    return low, high, symbol.type == DomainType(cx.model.players)


def each_value(cx: Context, rule: s.RuleClause, *body: m.Stmt) -> m.Stmt:
    """`body` for every value of a rule's binder, as the local `#v`."""
    low, high, players = span_of(cx, rule)
    seat = op("add", m.Load(m.ACTIVE), m.Local("#n")) if players else add(m.Local("#n"), low)
    define = m.Define("#v", op("mod", seat, m.Const(cx.b.players)) if players else seat)
    return m.Each("#n", m.Over(ZERO, m.Const(high - low)), None, (define, *body))


def forgotten(cx: Context, rule: s.RuleClause) -> m.Stmt:
    """A condition that no longer holds may become true again.  All are looked at before any rule runs: what one rule
    makes false and the next makes true has become true."""
    env = Env("settle", "settle", me=m.Load(m.ACTIVE), settling=True)
    value: m.Expr | None = None if rule.trigger.binder is None else m.Local("#v")  # type: ignore[union-attr]
    _, condition, cell, index = watched(cx, rule, env, value)
    lapsed = op("and", m.Load(cell, index), op("not", condition))
    return each_value(cx, rule, m.When(lapsed, (m.Assign(cell, index, ZERO),)))


def settle_routine(cx: Context, rules: list[s.RuleClause]) -> None:
    fault = cx.fault("E705", "settle", f"`whenever` rules ran more than {SETTLE_LIMIT} times without coming to rest")
    body: list[m.Stmt] = [m.Define("#again", ZERO), *(forgotten(cx, rule) for rule in rules)]
    for rule in rules:
        value: m.Expr | None = None if rule.trigger.binder is None else m.Local("#v")  # type: ignore[union-attr]
        env, condition, cell, index = watched(cx, rule, Env("settle", "settle", settling=True), value)
        run = [m.Assign(cell, index, ONE), m.Define("#again", ONE), *cx.effects.rule_body(rule, env), m.Break()]
        waiting = op("and", op("eq", m.Load(cell, index), ZERO), condition)
        skip = m.When(m.Local("#again"), (m.Break(),))
        body.append(each_value(cx, rule, skip, m.When(waiting, tuple(run))))
    loop = m.While(m.Local("#again"), m.Const(SETTLE_LIMIT + 1), fault, tuple(body))  # the last pass finds nothing
    whole: tuple[m.Stmt, ...] = (m.Define("#again", ONE), loop)
    if not cx.hooks.settle_announces:
        cx.b.routines["settle"] = m.Routine("settle", "settle", (), None, whole)
        return
    busy = cx.b.control("settling", 0, 1)
    whole = (m.Assign(busy, (), ONE), *whole, m.Assign(busy, (), ZERO))
    cx.b.routines["settle"] = m.Routine("settle", "settle", (), None, whole, 1, fault)


def settle_flow(cx: Context, rules: list[s.RuleClause]) -> None:
    f = Flow(cx, "settle", "settle")
    busy = cx.b.control("settling", 0, 1)
    fault = cx.fault("E705", "settle", f"`whenever` rules ran more than {SETTLE_LIMIT} times without coming to rest")
    f.open("settle.enter")
    f.push_scope()
    ran = f.number("ran", 0, SETTLE_LIMIT)
    f.emit(m.Assign(busy, (), ONE))
    again = f.label("again")
    f.open(again)
    f.emit(*(forgotten(cx, rule) for rule in rules))
    for rule in rules:
        watch(f, rule, ran, again, fault)
    f.emit(m.Assign(busy, (), ZERO))
    f.pop_scope()
    f.jump(cx.exit_of("settle"))


def watch(f: Flow, rule: s.RuleClause, ran: str, again: str, fault: int) -> None:
    """Tests one rule for each value of its binder."""
    low, high, players = span_of(f.cx, rule)
    count = high - low + 1
    stem = rule.name.text
    at, value_cell = f.number(f"{stem}.at", 0, count), f.number(f"{stem}.value", low, high)
    value = None if rule.trigger.binder is None else m.Load(value_cell)  # type: ignore[union-attr]
    env = Env("settle", "settle", me=m.Load(m.ACTIVE), settling=True)
    env, condition, cell, index = watched(f.cx, rule, env, value)
    f.emit(m.Assign(at, (), ZERO))
    test, look, run, step, after = (f.label(f"{stem} {h}") for h in ("test", "look", "run", "next", "after"))
    f.open(test)
    f.close(m.Fork(op("lt", m.Load(at), m.Const(count)), look, after))
    f.open(look)
    if players:
        seat = op("mod", op("add", m.Load(m.ACTIVE), m.Load(at)), m.Const(f.b.players))
        f.emit(m.Assign(value_cell, (), seat))
    elif value is not None:
        f.emit(m.Assign(value_cell, (), add(m.Load(at), low)))
    f.close(m.Fork(op("and", op("eq", m.Load(cell, index), ZERO), condition), run, step))
    f.open(run)
    f.emit(m.Assign(cell, index, ONE), m.Assign(ran, (), add(m.Load(ran), 1), fault))
    f.rule_body(rule, env)
    f.clear([at, value_cell])
    f.jump(again)
    f.open(step)
    f.emit(add_to(at, 1))
    f.jump(test)
    f.open(after)
    f.clear([at, value_cell])
