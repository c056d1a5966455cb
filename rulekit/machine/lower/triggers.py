"""Lowers `whenever` rules, which run when a condition becomes true.

A `whenever` rule runs if its condition has become true since the last test. After that, all `whenever` rules are tested
again, until none runs. A cell for each rule stores whether its condition held. These rules are one routine if none of
them asks players or draws; otherwise they are nodes. Both are named `settle` in machines. The tests are inserted by
`flow_calls.run_triggers` among nodes and by `RuleWeaver.run_triggers` in routines.
"""

from __future__ import annotations

from functools import cached_property, partial, reduce

from attrs import evolve, frozen

from ...check.precedence import by_rank
from ...model.symbols import LocalSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .. import program as m
from .body import BodyLowering, RoutineBody
from .env import Env
from .flow import write_nodes
from .lowering_context import LoweringContext
from .value_encoding import ONE, ZERO, add, bounds, conjunction, op

TRIGGER_LIMIT = 1000
ENV = Env(m.SETTLE, m.SETTLE, me=m.Load(m.ACTIVE), in_triggers=True)
VALUE = m.Local("#v")


def triggers(cx: LoweringContext) -> None:
    """Write all `whenever` rules as a routine or as nodes."""
    rules = [WatchedRule.of(cx, rule) for rule in by_rank(cx.weaver.whenevers, cx.model.rulebook.ranks)]
    if not rules:
        return
    message = f"`whenever` rules ran more than {TRIGGER_LIMIT} times without coming to rest"
    fault = cx.fault("E705", m.SETTLE, message)
    if cx.weaver.triggers_are_flow:
        write_nodes(cx, m.SETTLE, partial(settle_once_at_a_time, rules, fault))
    elif cx.weaver.triggers_announce:
        body = RoutineBody.of(cx, m.SETTLE, partial(settle_once_at_a_time, rules, fault))
        cx.b.routines[m.SETTLE] = m.Routine(m.SETTLE, m.SETTLE, (), None, body, 1, fault)
    else:
        body = RoutineBody.of(cx, m.SETTLE, partial(settle, rules, fault))
        cx.b.routines[m.SETTLE] = m.Routine(m.SETTLE, m.SETTLE, (), None, body)


def settle_once_at_a_time(rules: list[WatchedRule], fault: int, f: BodyLowering) -> None:
    """Write the tests of `whenever` rules. A cell says that they are under way, because the rules may announce events,
    after which no second test must begin."""
    busy = f.b.control(m.SETTLING, 0, 1)
    f.emit(m.Write(busy, (), ONE))
    settle(rules, fault, f)
    f.emit(m.Write(busy, (), ZERO))


def settle(rules: list[WatchedRule], fault: int, f: BodyLowering) -> None:
    """Write a loop that runs rules whose condition has become true. Before each test, it records which conditions no
    longer hold. So a condition that one rule makes false and the next rule makes true counts as having become true."""

    def test() -> m.Expr:
        f.emit(*(rule.rearm() for rule in rules))
        return reduce(partial(op, "or"), (rule.some_waiting for rule in rules))

    f.whilst(test, lambda: run_first(f, rules), lambda: fault, TRIGGER_LIMIT)


def run_first(f: BodyLowering, rules: list[WatchedRule]) -> None:
    """Write the run of the first rule, by rank, whose condition has become true. There is one."""
    rule, *others = rules
    if others:
        f.when(rule.some_waiting, lambda: run(f, rule), lambda: run_first(f, others))
    else:
        run(f, rule)


def run(f: BodyLowering, watched: WatchedRule) -> None:
    """Write the run of a rule, for the first value of its variable for which its condition has become true."""
    with f.scope():
        env = ENV
        value: m.Expr = VALUE
        if watched.symbol is not None:
            low, high = bounds(watched.symbol.type)
            env, first = f.variable(f"{watched.rule.name.text}.value", low, high, watched.first_waiting, ENV)
            value = first.value
        held = watched.held(value)
        f.emit(m.Write(held.cell, held.index, ONE))
        f.rule(watched.rule, watched.env(value, env))


@frozen(slots=False)
class WatchedRule:
    """A `whenever` rule with the parts of its test. They are for the value `#v` of the rule's variable `symbol`; it is
    None if the rule has no variable."""

    cx: LoweringContext
    rule: s.RuleClause
    trigger: s.Whenever
    symbol: LocalSymbol | None

    @staticmethod
    def of(cx: LoweringContext, rule: s.RuleClause) -> WatchedRule:
        assert isinstance(rule.trigger, s.Whenever)
        binder = rule.trigger.binder
        return WatchedRule(cx, rule, rule.trigger, None if binder is None else cx.model.binds[binder])

    def env(self, value: m.Expr, env: Env = ENV) -> Env:
        """Return the environment of the rule for a value of its variable. A value that is a player acts."""
        env = evolve(env, clause=f"rule {self.rule.name.text}")
        if self.symbol is None:
            return env
        env = env.bind(self.symbol, value)
        return evolve(env, me=value) if self.is_about_players else env

    @property
    def is_about_players(self) -> bool:
        return self.symbol is not None and self.symbol.type == DomainType(self.cx.model.players)

    def held(self, value: m.Expr) -> m.Load:
        """Return the expression that tells whether the condition held at the last test, for a value of the variable."""
        name = f"held {self.rule.name.text}"
        if self.symbol is None:
            return m.Load(self.cx.b.control(name, 0, 1))
        low, high = bounds(self.symbol.type)
        cell = self.cx.b.control(name, 0, 1, (high - low + 1,), self.cx.b.domain(self.symbol.type))
        return m.Load(cell, (add(value, -low),))

    @cached_property
    def condition(self) -> m.Expr:
        env, domain = self.env(VALUE), None if self.trigger.binder is None else self.trigger.binder.domain
        guard = self.cx.weaver.rule_guard(self.rule, env)
        found = [] if guard is None else [guard]
        if domain is not None and self.symbol is not None:
            inside = self.cx.ex.domains.member(domain, VALUE, self.symbol, env)
            found += [] if inside is None else [inside]
        return conjunction([*found, self.cx.ex.truth(self.trigger.condition, env)]) or ONE

    @property
    def values(self) -> m.LoopDomain:
        low, high = (0, 0) if self.symbol is None else bounds(self.symbol.type)
        return m.LoopDomain(m.Const(low), m.Const(high))

    def rearm(self) -> m.Stmt:
        """Return a statement that records which conditions no longer hold, so that the rule can run again."""
        held = self.held(VALUE)
        lapsed = op("and", held, op("not", self.condition))
        record = m.IfStatement(lapsed, (m.Write(held.cell, held.index, ZERO),))
        return record if self.symbol is None else m.Each(VALUE.name, self.values, None, (record,))

    @property
    def waiting(self) -> m.Expr:
        """Return the condition that the rule's condition has become true."""
        return op("and", op("not", self.held(VALUE)), self.condition)

    @property
    def some_waiting(self) -> m.Expr:
        return self.waiting if self.symbol is None else m.Fold("some", VALUE.name, self.values, None, self.waiting)

    @property
    def first_waiting(self) -> m.Expr:
        """Return the first value of the variable for which the condition has become true. Players are tested from the
        active player on."""
        if not self.is_about_players:
            return m.Fold("first", VALUE.name, self.values, self.waiting, otherwise=ZERO)
        seat = op("mod", op("add", m.Load(m.ACTIVE), m.Local("#n")), m.Const(self.cx.b.players))
        distance = m.Fold("first", "#n", self.values, m.Bind(VALUE.name, seat, self.waiting), otherwise=ZERO)
        return m.Bind("#n", distance, seat)
