"""Completions: tests whether the picks so far can be extended to a set that satisfies `so that`.

The test is a search, written as a recursive function of the machine. It succeeds if the picked set is enough, or if it
succeeds for the set with one more thing. `check/checks/completions.py` limits the number of sets that are tried.
Without `so that`, comparisons of counts and sums are enough (`decisions.py`).
"""

from __future__ import annotations

from attrs import frozen

from ...model.symbols import LocalSymbol
from ...model.types import NumberType, SetType
from ...syntax import nodes as s
from ...syntax.traversal import walk
from .. import program as m
from ..form_table import parts_of
from . import bags
from .decisions import Decisions
from .env import Env
from .value_encoding import ONE, add, bounds, conjunction, item_bounds, kind, op


@frozen
class SoFar:
    """The state of the search: the set picked so far, its last member, the smallest and the greatest number of picks
    (`most` is None without a limit), and the total that must be reached (None without one)."""

    picked: m.Expr
    last: m.Expr
    least: m.Expr
    most: m.Expr | None
    total: m.Expr | None


def set_size(symbol: LocalSymbol) -> int:
    """Return the machine's kind of the value of a choice: the size of a set or, if pieces may be equal, of a bag (a
    multiset)."""
    assert isinstance(symbol.type, SetType)
    if symbol.bag is None:
        return kind(symbol.type)
    return kind(bags.cell_type(symbol.bag, item_bounds(symbol.type.item)[1] + 1))


def begin(d: Decisions, choose: s.Choose, env: Env) -> m.Expr:
    """Return the condition that the choice can be completed, for the moment before anything is picked."""
    least, most = d.limits(choose, env)
    low, _ = bounds(d.ex.model.binds[(choose, "member")].type)
    total = None if choose.total_least is None else d.ex.value(choose.total_least, env)
    nothing = m.SetConst(set_size(d.ex.model.binds[choose.binder]), 0)
    return completable(d, choose, env, SoFar(nothing, m.Const(low - 1), least, most, total))


def completable(d: Decisions, choose: s.Choose, env: Env, so_far: SoFar) -> m.Expr:
    """Return the condition that the picks are enough, or can be extended until they are."""
    symbol, member = d.ex.model.binds[choose.binder], d.ex.model.binds[(choose, "member")]
    low, high = bounds(member.type)
    clause = env.clause
    inner, outer, passed = _outer(d, choose, env)
    size = set_size(symbol)
    params = [
        m.Parameter("#picked", size),
        m.Parameter("#last", m.NUMBER, low - 1, high),
        m.Parameter("#least", m.NUMBER),
        *([] if so_far.most is None else [m.Parameter("#most", m.NUMBER)]),
        *([] if so_far.total is None else [m.Parameter("#total", m.NUMBER)]),
    ]
    given = [so_far.picked, so_far.last, so_far.least, *(x for x in (so_far.most, so_far.total) if x is not None)]
    known = (choose, inner.me, tuple(inner.locals.items()), so_far.most is None)
    if known in d.completions:
        return m.Call(d.completions[known], (*given, *passed))
    name = d.completions[known] = d.b.fresh(f"completed {clause} {choose.binder.name.text}")
    picked, y = m.Local("#picked"), m.Local(inner.fresh("#y"))
    kept = [m.Local(p.name) for p in params[2:]]
    total = None if so_far.total is None else m.Local("#total")
    one_more = m.Call(name, (with_one(picked, y, symbol, low), y, *kept, *(m.Local(p.name) for p in outer)))
    follows = d.candidate(choose, member, y, inner, m.Local("#last"), picked)
    further: m.Expr = m.Fold("some", y.name, d.whole(member), follows, one_more)
    if so_far.most is not None:
        further = op("and", op("lt", m.SizeOf(picked), m.Local("#most")), further)
    body = op("or", enough(d, choose, inner, picked, m.Local("#least"), total), further)
    fault = d.b.fault("E705", clause, "a choice of several things has no end", choose.span)
    nested = most_picks(d, choose) + 2
    d.b.functions[name] = m.Function(name, clause, (*params, *outer), m.NUMBER, body, nested, fault)
    return m.Call(name, (*given, *passed))


def enough(d: Decisions, choose: s.Choose, env: Env, picked: m.Expr, least: m.Expr, total: m.Expr | None) -> m.Expr:
    """Return the condition that the set `picked` is enough: it has at least `least` members, its sum is at least
    `total`, and it satisfies `so that`. An upper limit of its size is not tested here."""
    assert choose.so_that is not None
    tests = [op("ge", m.SizeOf(picked), least)]
    if total is not None:
        tests.append(op("ge", sum_of_picks(d, choose, env, picked), total))
    tests.append(d.ex.truth(choose.so_that, env.bind(d.ex.model.binds[choose.binder], picked)))
    return conjunction(tests) or ONE


def sum_of_picks(d: Decisions, choose: s.Choose, env: Env, picked: m.Expr) -> m.Expr:
    """Return the expression for the sum of the values that `totalling` gives for the picks so far."""
    member = d.ex.model.binds[(choose, "member")]
    low = bounds(member.type)[0]
    assert choose.total is not None
    y = env.fresh("#y")
    bag = d.ex.model.binds[choose.binder].bag
    here = add(m.Local(y), low) if bag is None else bags.sort_of(m.Local(y), bag)
    return m.Fold("sum", y, m.LoopDomain(within=picked), None, d.ex.value(choose.total, env.bind(member, here)))


def with_one(picked: m.Expr, value: m.Expr, symbol: LocalSymbol, low: int) -> m.Expr:
    """Return the expression for the set `picked` with `value` added."""
    bag = symbol.bag
    new = add(value, -low) if bag is None else op("add", bags.first(bag, value), bags.amount(picked, bag, value))
    return m.SetOp("union", picked, m.SetOf(set_size(symbol), (new,)))


def most_picks(d: Decisions, choose: s.Choose) -> int:
    """Return the greatest possible number of picks of a choice."""
    symbol, member = d.ex.model.binds[choose.binder], d.ex.model.binds[(choose, "member")]
    assert choose.amount is not None
    said = None if choose.amount.high is None else d.ex.type(choose.amount.high)
    high = said.high if isinstance(said, NumberType) else 2**31
    low_, high_ = bounds(member.type)
    return max(0, min(high, high_ - low_ + 1 if symbol.bag is None else symbol.bag.capacity))


def _outer(d: Decisions, choose: s.Choose, env: Env) -> tuple[Env, list[m.Parameter], list[m.Expr]]:
    """Return what the search function needs from outside: the environment inside it, its additional parameters, and the
    arguments for these. The function can read cells; locals of the machine must be passed as parameters."""
    read = {d.ex.model.refs.get(node) for node in walk(choose)}
    inner = Env(env.clause, env.owner, me=env.me)
    params: list[m.Parameter] = []
    passed: list[m.Expr] = []
    if env.me is not None and _is_local(env.me):
        params.append(m.Parameter("#me", m.NUMBER, 0, d.b.players - 1))
        passed.append(env.me)
        inner = Env(env.clause, env.owner, me=m.Local("#me"))
    for symbol, value in env.locals.items():
        if symbol not in read:
            continue
        if not _is_local(value):
            inner = inner.bind(symbol, value)
            continue
        inner, name = inner.local(symbol)
        size = set_size(symbol) if isinstance(symbol.type, SetType) else m.NUMBER
        params.append(m.Parameter(name, size) if size else m.Parameter(name, size, *bounds(symbol.type)))
        passed.append(value)
    return inner, params, passed


def _is_local(value: m.Expr) -> bool:
    return any(isinstance(part, m.Local) for part in parts_of(value))
