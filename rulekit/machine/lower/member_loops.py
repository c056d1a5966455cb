"""Writes loops over members whose bodies contain choices or chance; players may choose the order."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial

from ...check.binders import supply
from ...model.symbols import DomainSymbol, LocalSymbol, PlaceSymbol
from ...model.types import SetType
from ...syntax import nodes as s
from ...syntax.forms import does
from .. import program as m
from . import action_offers, bags, choices, flow_calls, option_audiences, places
from .control_lowering import members, next_seat
from .env import Env, Origin
from .node_builder import NodeBuilder
from .revealing import condition_node
from .value_encoding import ONE, ZERO, add, bounds, conjunction, increment, kind, op

Pass = Callable[[Env], None]
FEW = 12  # the greatest number of values that a loop tests one by one in nodes, so that passes know the current value


def members_cell(f: NodeBuilder, binder: s.Binder, symbol: LocalSymbol, env: Env) -> m.Expr:
    """Write that the members of a loop's domain are stored before the loop. Return the expression that reads them."""
    return f.hold(f"{symbol.name}.all", SetType(symbol.type), members(f, binder, symbol, env), env)[1].value  # type: ignore[arg-type]  # never a set of sets


def loop_upwards(
    f: NodeBuilder, stmt: s.ForEach | s.AtOnce, env: Env, enter: Callable[[Env, m.Expr], Env], one: Pass
) -> None:
    """Write a loop, in increasing order, over the members that a domain has before the loop. `enter` returns the
    environment for the current member, `one` writes the body, which runs for each copy of a member."""
    binder, where, symbol = stmt.binder, stmt.where, f.ex.model.binds[stmt.binder]
    low, high = bounds(symbol.type)
    whole = isinstance(f.ex.model.refs.get(binder.domain), DomainSymbol)
    members = None if whole else members_cell(f, binder, symbol, env)
    stepping = low <= high and (high - low < FEW or stmt.reveals)
    at = f.frames.number(f"{symbol.name}.at", low, high if stepping else high + 1)
    copies = copies_there(f, binder, symbol, env)
    f.emit(m.Write(at, (), m.Const(low)))
    test, body, step, further, after = (f.label(h) for h in ("each", "body", "next", "further", "after"))

    def passes(value: m.Expr, inner: Env) -> m.Expr | None:
        tests: list[m.Expr] = [] if members is None else [m.Has(members, add(value, -low))]
        return conjunction(tests if where is None else [*tests, f.ex.truth(where, inner)])

    f.open(test)
    inner = enter(env.bind(symbol, m.Load(at)), m.Load(at))
    if stepping:
        condition = passes(m.Load(at), inner)
        if condition is not None:
            inside, asked = f.label("inside"), condition_node(binder.domain, where)
            f.close(m.Fork(f.show_condition(stmt.reveals, asked, condition, inner), inside, step))
            f.open(inside)
    else:  # search for the next value in one step, without nodes; no `reveals` must show the single tests then
        tested, name = env.local(symbol)
        condition = passes(m.Local(name), enter(tested, m.Local(name)))
        if condition is not None:
            over = m.LoopDomain(m.Load(at), m.Const(high))
            f.emit(m.Write(at, (), m.Fold("first", name, over, condition, None, m.Const(high + 1))))
        f.close(m.Fork(op("le", m.Load(at), m.Const(high)), body, after))
        f.open(body)
    again = None
    if copies is not None:
        copy, amount = copies
        f.emit(m.Write(copy, (), amount(m.Load(at))))
        again, once = f.label("copy"), f.label("once")
        f.open(again)
        f.close(m.Fork(op("gt", m.Load(copy), ZERO), once, step))
        f.open(once)
        f.emit(increment(copy, -1))
    with f.leave_loop_to(after) if does(stmt, "loop") else nullcontext():
        one(inner)
    f.jump(step if again is None else again)
    f.open(step)
    if stepping:  # do not increment the last value: the cell must always contain a valid index
        f.close(m.Fork(op("lt", m.Load(at), m.Const(high)), further, after))
        f.open(further)
    f.emit(increment(at, 1))
    f.jump(test)
    f.open(after)


def copies_there(
    f: NodeBuilder, binder: s.Binder, symbol: LocalSymbol, env: Env
) -> tuple[str, Callable[[m.Expr], m.Expr]] | None:
    """Return a new cell that counts the copies of the current member still to come, and a function from a member to its
    number of copies. Return None if no member has several copies."""
    ref = f.ex.model.refs.get(binder.domain)
    if isinstance(ref, PlaceSymbol) and ref.form == "heap" and not places.is_set(ref):
        assert isinstance(binder.domain, s.Ref | s.Index)
        spot = f.materialise(f.ex.spot(binder.domain, env))
        return f.frames.number(f"{symbol.name}.copies", 0, f.b.cells[ref.name].high), partial(places.amount, spot)
    if isinstance(ref, LocalSymbol) and ref.bag is not None:
        held, bag = env.locals[ref], ref.bag
        return f.frames.number(f"{symbol.name}.copies", 0, bag.copies), partial(bags.amount, held, bag)
    return None


def in_chosen_order(f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
    """Write a loop in which the acting player chooses the next member (or copy of one) before each pass."""
    low, high = bounds(symbol.type)
    bag = supply(f.ex.model.refs, stmt.binder.domain)
    if bag is None:
        members = members_cell(f, stmt.binder, symbol, env)
    else:  # store all copies that exist before the loop
        members = m.Load(f.frames.cell(f"{symbol.name}.all", bags.cell_type(bag, high + 1)))
        f.emit(m.Write(members.cell, (), bags.full_bag(f.ex, stmt.binder.domain, bag, high + 1, env)))
    assert isinstance(members, m.Load)
    cell = f.frames.cell(symbol.name, symbol.type)
    test, offer, body, after = (f.label(h) for h in ("each", "which", "body", "after"))
    f.open(test)
    env = action_offers.begin(f, env)
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
    seen = option_audiences.audience_of_order(f, stmt, symbol, env)
    level = m.Level(symbol.name, f.b.domain(symbol.type), low, high, tuple(tests), cell, seen=seen)
    label = f.decision_label()
    alternative = m.Alternative(f.clause, label, (), (level,), (symbol.name,), 0, body)
    choices.decide(f, (alternative,), env, choices.DecisionFields(choices.audience_of(f, env)), stmt)
    f.open(body)
    if bag is None:
        f.emit(m.Insert(members.cell, (), add(m.Load(cell), -low), True))
    else:
        f.emit(bags.with_one_less(members.cell, bag, m.Load(cell)))
    with f.leave_loop_to(after):
        f.block(stmt.body, inner)
    f.jump(test)
    f.open(after)


def _which_pass(f: NodeBuilder, stmt: s.ForEach, symbol: LocalSymbol, passes: m.Expr | None, env: Env) -> m.Stmt:
    """Return the statement by which a loop with `reveals` shows all players which members may come next."""
    assert stmt.where is not None and passes is not None
    low, high = bounds(symbol.type)
    image = None if low == 0 else add(m.Local(symbol.name), -low)
    size = kind(SetType(symbol.type))  # type: ignore[arg-type]  # never a set of sets
    value = m.SetBuild(size, symbol.name, m.LoopDomain(m.Const(low), m.Const(high)), passes, image)
    return m.Reveal(*f.cx.effects.words(stmt.where, env), None, value, f.b.offsets(symbol.type), f.b.everybody())


def turn(cell: str, way: s.Way, n: int) -> m.Stmt:
    """Return the statement that moves the seat in a cell to the next of `n` seats, in the direction `way`."""
    return m.Write(cell, (), next_seat(m.Load(cell), way, n))
