"""Lowering of statements that all bodies may contain: named values, conditions, loops, calls, and steps with their
rules.

Statements that ask players or draw at random can only be written as nodes: `choices.py`, `chance.py`, `turn_loops.py`.
"""

from __future__ import annotations

from attrs import evolve

from ...check.effect_analysis import random_source
from ...model.symbols import DomainSymbol, EventSymbol, LocalSymbol, PlaceSymbol
from ...model.types import DomainType, NumberType, SetType, Type
from ...syntax import nodes as s
from ...syntax.traversal import write_targets
from .. import program as m
from . import linking, places
from .body import BodyLowering, lowers
from .effect_lowering import EFFECTS
from .env import Env
from .revealing import condition_node, guard_node
from .value_encoding import ONE, ZERO, add, bounds, conjunction, kind, op

# ----------------------------------------------------------------------------------------------- named values and calls


@lowers(s.Let)
def let(f: BodyLowering, stmt: s.Let, env: Env, tail: bool) -> Env:
    symbol = f.ex.model.binds[stmt]
    call = f.cx.procedure_call(stmt.value)
    if call is not None:
        return f.call(call, symbol, env)
    value = f.ex.value(stmt.value, env)
    if stmt.member:
        low = bounds(symbol.type)[0]
        fault = f.b.fault("E709", env.clause, "`let … in` found none", stmt.span)
        value = m.Bind("#s", value, m.Check(m.Local("#s"), fault, add(m.Local("#s"), low - 1)))
    return f.define(symbol, value, env)


@lowers(s.KeepHere)
def keep(f: BodyLowering, stmt: s.KeepHere, env: Env, tail: bool) -> Env:
    symbol = f.ex.model.binds[stmt]
    if stmt.initial is not None:
        return f.define(symbol, f.ex.fit(stmt.initial, symbol.type, env), env)
    if isinstance(symbol.type, SetType):
        return f.define(symbol, m.SetConst(kind(symbol.type), 0), env)
    low, high = bounds(symbol.type)
    return f.define(symbol, m.Const(min(max(0, low), high)), env)


@lowers(*EFFECTS)
def effect(f: BodyLowering, stmt: s.Stmt, env: Env, tail: bool) -> None:
    if random_source(stmt) is None:
        f.emit(*f.cx.effects.lower(stmt, env))
    else:
        f.random_piece(stmt, env)


@lowers(s.Perform)
def perform(f: BodyLowering, stmt: s.Perform, env: Env, tail: bool) -> None:
    f.call(stmt.call, None, env, tail)


@lowers(s.Announce)
def announce(f: BodyLowering, stmt: s.Announce, env: Env, tail: bool) -> None:
    event = f.ex.model.refs[stmt.call]
    assert isinstance(event, EventSymbol)
    f.announce(stmt.call, event, env)


# ------------------------------------------------------------------------------------------------- conditions and exits


@lowers(s.If)
def branch(f: BodyLowering, stmt: s.If, env: Env, tail: bool) -> None:
    condition = f.ex.truth(stmt.condition, env)
    if not isinstance(condition, m.Const):
        condition = f.show_condition(stmt.reveals, stmt.condition, condition, env)
    otherwise = (lambda: f.block(stmt.otherwise, env, tail)) if stmt.otherwise else None
    f.when(condition, lambda: f.block(stmt.then, env, tail), otherwise)


@lowers(s.By)
def by(f: BodyLowering, stmt: s.By, env: Env, tail: bool) -> None:
    """Write a `by` statement: a body in which another player acts. The expression for that player is evaluated once,
    before the body."""
    who = f.ex.value(stmt.player, env)
    with f.scope():
        if not isinstance(who, m.Const):
            env, acting = f.variable("by", 0, f.b.players - 1, who, env)
            same, who = env.action_me is not None and who == env.action_me, acting.value
        else:
            same = who == env.action_me
        f.statements(stmt.body, evolve(env, me=who, in_action=env.in_action and same), tail)


@lowers(s.Leave)
def leave(f: BodyLowering, stmt: s.Leave, env: Env, tail: bool) -> None:
    if stmt.what == "loop":
        f.leave_loop(env)
        return
    guard = linking.guard(f.b, f.ex.model, stmt, env.clause)
    if stmt.what == "again":
        cell = f.b.control(linking.ANOTHER, 0, 1)
        f.emit(m.Write(cell, (), ONE if guard is None else guard(ONE)))
        return
    if guard is not None:
        cell = linking.cell(f.b, stmt.what)
        f.emit(m.Write(cell, (), guard(m.Load(cell))))
    f.leave_for(stmt.what)


@lowers(s.Return)
def leave_procedure(f: BodyLowering, stmt: s.Return, env: Env, tail: bool) -> None:
    result = f.cx.weaver.result_of(env.owner)
    f.leave_procedure(None if stmt.value is None or result is None else f.ex.fit(stmt.value, result, env))


@lowers(s.DoNothing)
def nothing(f: BodyLowering, stmt: s.DoNothing, env: Env, tail: bool) -> None:
    return


# ----------------------------------------------------------------------------------------------- steps with their rules


@lowers(s.Step)
def step(f: BodyLowering, stmt: s.Step, env: Env, tail: bool) -> None:
    """Write a named step, with the rules that the rulebook attaches before it, after it, or instead of it
    (`rule_weaving.py` finds them)."""
    spliced = f.cx.weaver.splice(stmt)
    f.begin_step(stmt.name.text, spliced.name)
    for rule in spliced.before:
        run_rule(f, rule, env)
    or_instead(f, stmt, spliced.instead, env, tail and not spliced.after)
    for rule in spliced.after:
        run_rule(f, rule, env)


def run_rule(f: BodyLowering, rule: s.RuleClause, env: Env) -> None:
    """Write a rule: its body runs if its condition holds. Write nothing if control cannot reach this point, because an
    earlier rule always leaves the body."""
    if f.reachable:
        env = f.cx.weaver.enter_rule(rule, env)
        f.when(guard_and_show(f, rule, env), lambda: f.rule(rule, env))


def or_instead(f: BodyLowering, stmt: s.Step, rules: tuple[s.RuleClause, ...], env: Env, tail: bool) -> None:
    """Write a choice between the rules that replace a step and the step itself: the first rule whose condition holds
    runs. If none holds, the step runs."""
    if not f.reachable:
        return
    if not rules:
        f.block(stmt.body, env, tail)
        return
    inner = f.cx.weaver.enter_rule(rules[0], env)
    f.when(
        guard_and_show(f, rules[0], inner),
        lambda: f.rule(rules[0], inner),
        lambda: or_instead(f, stmt, rules[1:], env, tail),
    )


def guard_and_show(f: BodyLowering, rule: s.RuleClause, env: Env) -> m.Expr | None:
    """Return the condition (guard) of a rule; None if the rule always runs. If the rule says `reveals`, also write a
    statement that shows the condition to all players."""
    guard = f.cx.weaver.rule_guard(rule, env)
    return None if guard is None else f.show_condition(rule.trigger.reveals, guard_node(rule), guard, env)


# ---------------------------------------------------------------------------------------------- `for each` and `repeat`


@lowers(s.ForEach)
def for_each(f: BodyLowering, stmt: s.ForEach, env: Env, tail: bool) -> None:
    symbol = f.ex.model.binds[stmt.binder]
    ref = f.ex.model.refs.get(stmt.binder.domain)
    if stmt in f.ex.model.laying and not env.secret:
        f.emit(show_amount(f, stmt, env))
    with f.scope():
        if stmt.chosen:
            f.in_chosen_order(stmt, symbol, env)
        elif isinstance(ref, PlaceSymbol) and ref.form in ("row", "stack"):
            through_row(f, stmt, symbol, env)
        elif stmt.start is not None:
            round_from(f, stmt, symbol, env)
        else:
            f.each(stmt, symbol, env)


def show_amount(f: BodyLowering, stmt: s.ForEach, env: Env) -> m.Stmt:
    """Return the statement that shows how many pieces a loop moves. Each pass of the loop must move one piece to a
    place; the players who see this place are shown the number."""
    domain, (_, target) = stmt.binder.domain, write_targets(stmt.body[0])
    there = f.ex.spot(target, env)
    seen = f.b.cells[there.cell].seen
    symbol = f.ex.model.refs.get(domain)
    if isinstance(symbol, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
        value = places.size(f.ex.spot(domain, env))
    elif isinstance(symbol, LocalSymbol) and symbol.bag is not None:
        value = m.SizeOf(env.locals[symbol])
    else:
        value = m.SizeOf(f.ex.value(domain, env))
    audience = f.b.everybody() if seen is None else m.Call(seen, there.index)
    return m.Reveal(*f.cx.effects.words(domain, env, "each of "), None, value, "", audience)


def through_row(f: BodyLowering, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
    """Write a loop over the pieces of a row or stack, from the bottom up. It has as many passes as there are pieces
    before the loop, or fewer if the body removes pieces. If the body removes the current piece, the next piece has its
    position."""
    assert isinstance(stmt.binder.domain, s.Ref | s.Index)
    env, spot = f.fix_place(f.ex.spot(stmt.binder.domain, env), f"place {symbol.name}", env)
    size, capacity = m.RingSize(spot.cell, spot.index), spot.place.capacity
    env, at = f.variable(f"{symbol.name}.at", 0, capacity, ZERO, env)
    env, held = f.variable(f"{symbol.name}.held", 0, capacity, ZERO, env)

    def one() -> None:
        f.leave_if(op("ge", at.value, size))  # earlier passes may have removed pieces
        f.emit(held.set(size))
        inner = f.define(symbol, add(m.RingAt(spot.cell, spot.index, at.value), -1), env)
        one_pass(f, stmt, [], inner)
        if f.reachable:
            f.emit(m.IfStatement(op("eq", size, held.value), (at.change(1),)))

    f.times(size, NumberType(0, capacity), one)


def round_from(f: BodyLowering, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
    """Write a loop once around a cyclic domain, beginning with a given member. It visits the members that are in the
    domain before the loop."""
    assert isinstance(symbol.type, DomainType) and stmt.start is not None
    n = len(symbol.type.domain)
    tests: list[m.Expr] = []
    start = f.ex.value(stmt.start, env)
    if not isinstance(f.ex.model.refs.get(stmt.binder.domain), DomainSymbol):
        env, held = f.hold(f"{symbol.name}.all", SetType(symbol.type), members(f, stmt.binder, symbol, env), env)
        tests.append(held.value)
    env, at = f.variable(symbol.name, 0, n - 1, start, env)
    inner = env.bind(symbol, at.value)
    tests = [m.Has(set_, at.value) for set_ in tests]

    def one() -> None:
        one_pass(f, stmt, tests, inner)
        if f.reachable:
            f.emit(at.set(next_seat(at.value, stmt.way, n)))

    f.times(m.Const(n), NumberType(0, n), one)


def members(f: BodyLowering, binder: s.Binder, symbol: LocalSymbol, env: Env) -> m.Expr:
    """Return the expression for the set of members of a loop's domain. Each member is encoded as its distance from the
    lowest value of the binder's type."""
    found = f.ex.domains.among(binder.domain, symbol, env)
    if found is not None:
        return found
    (low, high), y = bounds(symbol.type), env.fresh("#y")
    test = f.ex.domains.member(binder.domain, m.Local(y), symbol, env)
    over, image = m.LoopDomain(m.Const(low), m.Const(high)), None if low == 0 else add(m.Local(y), -low)
    return m.SetBuild(kind(SetType(symbol.type)), y, over, test, image)  # type: ignore[arg-type]  # never a set of sets


def one_pass(f: BodyLowering, stmt: s.ForEach, tests: list[m.Expr], env: Env) -> None:
    """Write the body of a loop for the current value, which is bound in `env`. The body runs only if the value passes
    `tests` and the loop's `where`."""
    tests = tests if stmt.where is None else [*tests, f.ex.truth(stmt.where, env)]
    test = conjunction(tests)
    if test is not None:
        test = f.show_condition(stmt.reveals, condition_node(stmt.binder.domain, stmt.where), test, env)
    f.when(test, lambda: f.block(stmt.body, evolve(env, left=None)))


def next_seat(seat: m.Expr, way: s.Way, n: int) -> m.Expr:
    return op("mod", add(seat, 1 if way == "clockwise" else -1), m.Const(n))


@lowers(s.Repeat)
def repeat(f: BodyLowering, stmt: s.Repeat, env: Env, tail: bool) -> None:
    def goes_on() -> m.Expr:
        if stmt.condition is None:
            return ONE
        condition = f.ex.truth(stmt.condition, env)
        return f.show_condition(stmt.reveals, stmt.condition, op("not", condition) if stmt.until else condition, env)

    def one() -> None:
        if stmt.limit is not None and stmt.condition is not None:
            f.leave_if(op("not", goes_on()))
        f.block(stmt.body, evolve(env, left=None))

    with f.scope():
        if stmt.limit is None:
            f.whilst(goes_on, one, lambda: f.b.fault("E705", env.clause, "a loop has no end", stmt.span))
        else:
            f.times(f.ex.value(stmt.limit, env), count_range(f.ex.type(stmt.limit)), one)


def count_range(limit: Type) -> NumberType:
    """Return the range of the variable that counts the passes left, for a loop whose limit has this type."""
    assert isinstance(limit, NumberType)
    return NumberType(min(0, limit.low), max(0, limit.high))
