"""Lowers events with the rules that answer them.

An event is a routine if no answering rule asks players or draws at random; otherwise it consists of nodes. First come
the answering rules of the game itself, by rank, then the rules at the players' seats, seat by seat. If several rules
may answer at one seat and no rank decides, the player there chooses the next one. The options are the names of the
rules (`in_chosen_order`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce

from attrs import evolve

from ...check.precedence import by_rank
from ...model.symbols import EventSymbol
from ...model.types import NumberType
from ...syntax import nodes as s
from .. import program as m
from . import choices
from .body import BodyLowering
from .control_lowering import next_seat, run_rule
from .env import Env, Origin
from .flow import Flow, write_callee
from .lowering_context import LoweringContext
from .revealing import guard_node
from .value_encoding import ONE, ZERO, conjunction, op


def events(cx: LoweringContext) -> None:
    for placed in cx.model.rulebook.clauses:
        symbol = cx.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, EventSymbol) and symbol.clause is placed.clause:
            write_callee(cx, placed.id, symbol, partial(answer, symbol))


def answer(event: EventSymbol, f: BodyLowering, env: Env) -> None:
    """Write the rules that answer an event."""
    ranks, rules = f.ex.model.rulebook.ranks, f.cx.rules_of(event.name)
    seated = [r for r in rules if isinstance(r.trigger, s.When) and r.trigger.seat is not None]
    run_rules(f, event, by_rank([r for r in rules if r not in seated], ranks), env)
    if not seated or not f.reachable:
        return
    if event.clause.ranked or len(seated) == 1:
        seat_by_seat(f, event, env, lambda inner: run_rules(f, event, by_rank(seated, ranks), inner))
    else:
        assert isinstance(f, Flow)
        seat_by_seat(f, event, env, lambda inner: in_chosen_order(f, event, seated, inner))


def run_rules(f: BodyLowering, event: EventSymbol, rules: list[s.RuleClause], env: Env) -> None:
    for rule in rules:
        run_rule(f, rule, answer_env(f, event, rule, env))


def answer_env(f: BodyLowering, event: EventSymbol, rule: s.RuleClause, env: Env) -> Env:
    """Return the environment of a rule that answers an event. In it, the rule's names for the event's parameters and
    for the seat are bound. The player at that seat acts in `env`."""
    trigger, binds = rule.trigger, f.ex.model.binds
    assert isinstance(trigger, s.When)
    env = evolve(env, clause=f"rule {rule.name.text}")
    # not strict: a rule may name no parameters of the event
    for name, param in zip(trigger.params, event.params, strict=False):
        env = env.bind(binds[name], env.locals[param])
    return env if trigger.seat is None else env.bind(binds[trigger.seat], env.player())


def seat_by_seat(f: BodyLowering, event: EventSymbol, env: Env, answer_at: Callable[[Env], object]) -> None:
    """Write a loop over the seats in the event's order. `answer_at` writes the answers at a seat, given an environment
    in which the player there acts."""
    n = f.b.players
    start = m.Load(m.ACTIVE) if event.clause.start is None else f.ex.value(event.clause.start, env)
    env, seat = f.variable("seat", 0, n - 1, start, env)

    def one() -> None:
        answer_at(evolve(env, me=seat.value))
        if f.reachable:
            f.emit(seat.set(next_seat(seat.value, event.clause.way, n)))

    f.times(m.Const(n), NumberType(0, n), one)


def in_chosen_order(f: Flow, event: EventSymbol, rules: list[s.RuleClause], env: Env) -> None:
    """Write the answers at a seat whose player chooses the next rule while several can run. After each rule, the
    conditions of the others are tested again."""
    with f.scope():
        done = [f.frames.number(f"done {r.name.text}", 0, 1) for r in rules]
        envs = [answer_env(f, event, r, env) for r in rules]
        again, some, single, ask, answered = (f.label(h) for h in ("seat", "holding", "single", "several", "answered"))
        targets = [f.label(f"answer {r.name.text}") for r in rules]
        f.open(again)
        ready = [is_waiting(f, *one) for one in zip(rules, envs, done, strict=True)]
        holding = reduce(partial(op, "add"), ready)
        f.close(m.Fork(op("eq", holding, ZERO), answered, some))
        f.open(some)
        f.close(m.Fork(op("gt", holding, ONE), ask, single))
        f.open(single)
        for test, target in zip(ready[:-1], targets[:-1], strict=True):
            other = f.label("else")
            f.close(m.Fork(test, target, other))
            f.open(other)
        f.jump(targets[-1])
        f.open(ask)
        made = tuple(
            m.Alternative(f"rule {r.name.text}", r.name.text, (choosable(f, r, t, e, d),), (), (), 0, target)
            for r, t, e, d, target in zip(rules, ready, envs, done, targets, strict=True)
        )
        choices.decide(f, made, env, choices.DecisionFields(), event.clause)
        for rule, inner, target, mark in zip(rules, envs, targets, done, strict=True):
            f.open(target)
            f.emit(m.Write(mark, (), ONE))
            f.rule(rule, inner)
            f.jump(again)
        f.open(answered)


def is_waiting(f: Flow, rule: s.RuleClause, env: Env, done: str) -> m.Expr:
    """Return the condition that an answering rule has not run at this seat and that the rule's own condition holds."""
    guard = f.cx.weaver.rule_guard(rule, env)
    if guard is not None:  # for `reveals`, write here that the condition is shown; the result evaluates it again
        f.show_condition(rule.trigger.reveals, guard_node(rule), guard, env)
    return conjunction([op("not", m.Load(done)), *([] if guard is None else [guard])]) or ONE


def choosable(f: Flow, rule: s.RuleClause, ready: m.Expr, env: Env, done: str) -> m.Test:
    """Return the test of the option by which a player chooses this answering rule as the next one. `ready` is its
    condition."""
    waiting = Origin("turn", rule, env, op("not", m.Load(done)))
    where = rule.trigger.where if isinstance(rule.trigger, s.When) else None
    return f.b.origins.test(ready, waiting, *f.cx.weaver.origins(rule, where, env))
