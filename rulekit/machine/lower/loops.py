"""Loops through members that hold flow: upwards, and in an order that a player chooses."""

from __future__ import annotations

from ...check.multisets import supply
from ...model.symbols import Bag, DomainSymbol, LocalSymbol, PlaceSymbol
from ...model.types import NumberType, SetType
from ...syntax import nodes as s
from .. import program as m
from . import any_time, bags, choices, flow_calls, option_audiences, places
from .control import members, next_seat
from .encoding import ONE, ZERO, add, bounds, conjunction, increment, kind, op
from .env import Env
from .node_builder import NodeBuilder
from .origins import Origin
from .revealing import asked_expression

FEW = 12
"""Values through which a loop steps one by one, so that a pass can know in which it is."""


def members_cell(f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> m.Expr:
    """The members to run over, as they are before the loop, kept in a cell."""
    return f.hold(f"{symbol.name}.all", SetType(symbol.type), members(f, stmt, symbol, env), env)[1].value  # type: ignore[arg-type]


def copies_cell(f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, bag: Bag, env: Env) -> m.Expr:
    """The copies to run over, as they are before the loop."""
    sorts = bounds(symbol.type)[1] + 1
    cell = f.frames.cell(f"{symbol.name}.all", bags.cell_type(bag, sorts))
    f.emit(m.Write(cell, (), bags.filled(f.ex, stmt.binder.domain, bag, sorts, env)))
    return m.Load(cell)


def counted(f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
    """Upwards through a type, range, set, optional value or heap; the members are those before the loop, the copies of
    one those that lie there when its turn comes.
    """
    low, high = bounds(symbol.type)
    ref = f.ex.model.refs.get(stmt.binder.domain)
    members = None if isinstance(ref, DomainSymbol) else members_cell(f, stmt, symbol, env)
    stepping = low <= high and (high - low < FEW or stmt.reveals)
    at = f.frames.number(f"{symbol.name}.at", low, high if stepping else high + 1)
    copies: m.Expr | None = None
    spot: places.Spot | None = None
    if isinstance(ref, PlaceSymbol) and ref.form == "heap" and not places.is_set(ref):
        assert isinstance(stmt.binder.domain, s.Ref | s.Index)
        spot = f.materialise(f.ex.spot(stmt.binder.domain, env))
        copies = m.Load(f.frames.number(f"{symbol.name}.copies", 0, f.b.cells[ref.name].high))
    elif isinstance(ref, LocalSymbol) and ref.bag is not None:
        copies = m.Load(f.frames.number(f"{symbol.name}.copies", 0, ref.bag.copies))
    f.emit(m.Write(at, (), m.Const(low)))
    test, body, step, further, after = (f.label(h) for h in ("each", "body", "next", "further", "after"))
    f.open(test)
    if not stepping:
        to_the_next(f, stmt, symbol, at, members, env)
        f.close(m.Fork(op("le", m.Load(at), m.Const(high)), body, after))
        f.open(body)
    inner = env.bind(symbol, m.Load(at))
    condition = makes_pass(f, stmt, m.Load(at), low, members, inner) if stepping else None
    if condition is not None:
        inside = f.label("inside")
        f.close(m.Fork(f.asked(stmt.reveals, asked_expression(stmt), condition, inner), inside, step))
        f.open(inside)
    again = None
    if copies is not None:
        assert isinstance(copies, m.Load)
        if isinstance(ref, LocalSymbol) and ref.bag is not None:
            amount = bags.amount(env.locals[ref], ref.bag, m.Load(at))
        else:
            assert spot is not None
            amount = places.amount(spot, m.Load(at))
        f.emit(m.Write(copies.cell, (), amount))
        again, once = f.label("copy"), f.label("once")
        f.open(again)
        f.close(m.Fork(op("gt", copies, ZERO), once, step))
        f.open(once)
    with f.left_for(after):
        f.block(stmt.body, inner)
    if again is not None and f.current is not None:
        assert isinstance(copies, m.Load)
        f.emit(increment(copies.cell, -1))
        f.jump(again)
    f.jump(step)
    f.open(step)
    if stepping:  # the cell never lies beyond the last value: passes know that what it tells of is there
        f.close(m.Fork(op("lt", m.Load(at), m.Const(high)), further, after))
        f.open(further)
    f.emit(increment(at, 1))
    f.jump(test)
    f.open(after)


def makes_pass(
    f: NodeBuilder, stmt: s.ForEach, value: m.Expr, low: int, members: m.Expr | None, inner: Env
) -> m.Expr | None:
    """Whether the loop makes a pass for a value; None where it does for all."""
    tests: list[m.Expr] = [] if members is None else [m.Has(members, add(value, -low))]
    return conjunction(tests if stmt.where is None else [*tests, f.ex.truth(stmt.where, inner)])


def to_the_next(
    f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, at: str, members: m.Expr | None, env: Env
) -> None:
    """From where the loop stands to the first value from there on for which it makes a pass, or past the last; of
    those between nobody is told that they were asked.
    """
    low, high = bounds(symbol.type)
    inner, name = env.local(symbol)
    condition = makes_pass(f, stmt, m.Local(name), low, members, inner)
    if condition is not None:
        over = m.LoopDomain(m.Load(at), m.Const(high))
        f.emit(m.Write(at, (), m.Fold("first", name, over, condition, None, m.Const(high + 1))))


def in_chosen_order(f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
    """`me` picks which is next until none is left, of copies none either."""
    low, high = bounds(symbol.type)
    bag = supply(f.ex.model.refs, stmt.binder.domain)
    members = members_cell(f, stmt, symbol, env) if bag is None else copies_cell(f, stmt, symbol, bag, env)
    assert isinstance(members, m.Load)
    cell = f.frames.cell(symbol.name, symbol.type)
    test, offer, body, after = (f.label(h) for h in ("each", "which", "body", "after"))
    f.open(test)
    env = any_time.begin(f, env)
    inner = env.bind(symbol, m.Load(cell))
    here = m.Local(symbol.name)
    where = m.Has(members, add(here, -low)) if bag is None else bags.holds(members, bag, here)
    tests = [f.b.origins.test(where, Origin("turn", stmt.binder.domain, env, where))]
    if stmt.where is not None:
        picked = env.bind(symbol, m.Local(symbol.name))
        tests.append(f.b.origins.test(f.ex.truth(stmt.where, picked), Origin("where", stmt.where, picked)))
    some = m.Fold(
        "some", symbol.name, m.LoopDomain(m.Const(low), m.Const(high)), where, tests[1].value if len(tests) > 1 else ONE
    )
    if stmt.reveals and stmt.where is not None:
        f.emit(_which_pass(f, stmt, symbol, conjunction([t.value for t in tests]), env))
    f.close(m.Fork(some, offer, after))
    f.open(offer)
    flow_calls.run_triggers(f, env)
    seen = option_audiences.chosen_order_seen_by(f, stmt, symbol, env)
    level = m.Level(symbol.name, f.b.domain(symbol.type), low, high, tuple(tests), cell, seen=seen)
    label = f.naming()
    alternative = m.Alternative(f.clause, label, (), (level,), (symbol.name,), 0, body)
    choices.decide(f, (alternative,), env, choices.audience_of(f, env), None, stmt)
    f.open(body)
    if bag is None:
        f.emit(m.Insert(members.cell, (), add(m.Load(cell), -low), True))
    else:
        f.emit(bags.with_one_less(members.cell, bag, m.Load(cell)))
    with f.left_for(after):
        f.block(stmt.body, inner)
    f.jump(test)
    f.open(after)


def _which_pass(f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, passes: m.Expr | None, env: Env) -> m.Stmt:
    """Where an order is chosen among those that pass, and the head reveals: all see which of those left do."""
    assert stmt.where is not None and passes is not None
    low, high = bounds(symbol.type)
    image = None if low == 0 else add(m.Local(symbol.name), -low)
    size = kind(SetType(symbol.type))  # type: ignore[arg-type]
    value = m.SetBuild(size, symbol.name, m.LoopDomain(m.Const(low), m.Const(high)), passes, image)
    (what, about), everybody = f.cx.effects.words(stmt.where, env), m.SetConst(f.b.players, (1 << f.b.players) - 1)
    index, dims = tuple(part for part, _ in about), tuple(domain for _, domain in about)
    return m.Reveal(what, index, dims, None, value, f.b.offsets(symbol.type), everybody)


def turn(cell: str, way: s.Way, n: int) -> m.Stmt:
    """Move a cell to the next seat."""
    return m.Write(cell, (), next_seat(m.Load(cell), way, n))


def passes(f: NodeBuilder, name: str, limit: s.Expr, env: Env) -> str:
    """A cell that counts down how often a loop may still go round; from 0 or less it does not."""
    type_ = f.ex.type(limit)
    assert isinstance(type_, NumberType)
    left = f.frames.number(name, type_.low, 2**31 - 1)
    f.emit(m.Write(left, (), f.ex.value(limit, env)))
    return left
