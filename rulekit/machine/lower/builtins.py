"""Lowering of built-in functions: one entry for each function. The types of their arguments and results are in
check/builtin_types.py."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from ...model.symbols import DomainSymbol, LocalSymbol, PlaceSymbol
from ...model.types import Domain, DomainType, NumberType, OptionType, Type
from ...syntax import nodes as s
from .. import program as m
from . import bags, boards, places
from .env import Env
from .quantify import LoopLowering
from .value_encoding import ONE, ZERO, add, convert, item_bounds, op

BuiltinLowering = Callable[["LoopLowering", s.Call, Env], m.Expr]


def lower(ex: LoopLowering, name: str, call: s.Call, env: Env) -> m.Expr:
    return TABLE[name](ex, call, env)


def arg(call: s.Call, i: int) -> s.Expr:
    return call.args[i].value


def domain_of(type_: Type) -> Domain:
    assert isinstance(type_, DomainType), type_
    return type_.domain


def is_place(ex: LoopLowering, node: s.Expr) -> bool:
    return isinstance(ex.model.refs.get(node), PlaceSymbol) and isinstance(node, s.Ref | s.Index)


def bag(ex: LoopLowering, node: s.Expr) -> LocalSymbol | None:
    """Return the symbol if the expression is the name of a variable whose value is a bag (a multiset of pieces),
    otherwise None."""
    symbol = ex.model.refs.get(node)
    return symbol if isinstance(symbol, LocalSymbol) and symbol.bag is not None else None


def spot(ex: LoopLowering, call: s.Call, env: Env) -> places.Spot:
    node = arg(call, 0)
    assert isinstance(node, s.Ref | s.Index)
    return ex.spot(node, env)


def next_(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    domain = domain_of(ex.type(arg(call, 0)))
    here = ex.value(arg(call, 0), env)
    if len(call.args) > 1:
        way = ex.value(arg(call, 1), env)
        if len(call.args) == 3:
            symbol = ex.model.refs[arg(call, 2)]
            assert isinstance(symbol, DomainSymbol)
            return m.Lookup(boards.rim_table(ex.b, symbol.domain), (way, here))
        return m.Lookup(boards.step_table(ex.b, domain), (way, here))
    return neighbour(domain, here, 1)


def previous(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    return neighbour(domain_of(ex.type(arg(call, 0))), ex.value(arg(call, 0), env), -1)


def neighbour(domain: Domain, here: m.Expr, way: int) -> m.Expr:
    """Return the expression for the member after `here` (if `way` is 1) or before it (if -1). In a cyclic domain, the
    last member is followed by the first. In other domains the result is optional."""
    n = len(domain)
    if domain.turning:
        return op("mod", add(here, way), m.Const(n))
    if way < 0:
        return here
    return m.Bind("#n", here, m.IfElse(op("lt", m.Local("#n"), m.Const(n - 1)), add(m.Local("#n"), 2), ZERO))


def opponent(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    return op("sub", ONE, ex.value(arg(call, 0), env))


def steps(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    domain = domain_of(ex.type(arg(call, 0)))
    number = ex.type(arg(call, 2))
    assert isinstance(number, NumberType)
    most = max(0, number.high)
    table = boards.steps_table(ex.b, domain, most)
    here, way, count = (ex.value(arg(call, i), env) for i in range(3))
    found = m.Lookup(table, (way, here, m.Local("#k")))
    return m.Bind("#k", count, found if number.low >= 0 else m.IfElse(op("lt", m.Local("#k"), ZERO), ZERO, found))


def site_direction(make: Callable[..., str]) -> BuiltinLowering:
    def entry(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
        table = make(ex.b, domain_of(ex.type(arg(call, 0))))
        return m.Lookup(table, (ex.value(arg(call, 1), env), ex.value(arg(call, 0), env)))

    return entry


def sites(make: Callable[..., str]) -> BuiltinLowering:
    def entry(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
        table = make(ex.b, domain_of(ex.type(arg(call, 0))))
        return m.Lookup(table, tuple(ex.value(a.value, env) for a in call.args))

    return entry


def touching(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    symbol = ex.model.refs[arg(call, 1)]
    assert isinstance(symbol, DomainSymbol)
    table = boards.touching_table(ex.b, domain_of(ex.type(arg(call, 0))), symbol.domain)
    return m.Lookup(table, (ex.value(arg(call, 0), env),))


HERE, THERE = m.Local("#here"), m.Local("#there")
PARTS: tuple[m.NumberOp, m.NumberOp] = ("div", "mod")
"""The operators that give the row and the column of an open board's site from its number."""


def two_sites(make: Callable[..., str]) -> BuiltinLowering:
    """Return the lowering of a built-in function of two sites whose results are in the table that `make` makes. On an
    open board (one without edges), the table is indexed by the offset from the first site to the second."""

    def entry(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
        domain = domain_of(ex.type(arg(call, 0)))
        if boards.board_of(domain).capacity is None:
            return sites(make)(ex, call, env)
        return _with_sites(ex, call, env, _look_up_pair(make(ex.b, domain), domain))

    return entry


def _with_sites(ex: LoopLowering, call: s.Call, env: Env, body: m.Expr) -> m.Expr:
    one, other = (ex.value(arg(call, i), env) for i in range(2))
    return m.Bind(HERE.name, one, m.Bind(THERE.name, other, body))


def _look_up_pair(table: str, domain: Domain) -> m.Expr:
    side = m.Const(isqrt(len(domain)))
    row, column = (op("mod", op("sub", op(part, THERE, side), op(part, HERE, side)), side) for part in PARTS)
    return m.Lookup(table, (ZERO, op("add", op("mul", row, side), column)))


def between(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    """Return the expression for the set of sites between two sites. On an open board (one without edges), it is
    computed from two rays: one from each site towards the other."""
    domain = domain_of(ex.type(arg(call, 0)))
    board = boards.board_of(domain)
    if board.capacity is None:
        return sites(boards.between_table)(ex, call, env)
    ray, ways, way = boards.ray_table(ex.b, domain), len(board.next), m.Local("#way")
    ahead = m.Lookup(ray, (add(way, -1), HERE))
    behind = m.Lookup(ray, (op("mod", add(way, ways // 2 - 1), m.Const(ways)), THERE))
    found = m.IfElse(way, m.SetOp("common", ahead, behind), m.SetConst(len(domain), 0))
    known = _look_up_pair(boards.direction_table(ex.b, domain), domain)
    return _with_sites(ex, call, env, m.Bind(way.name, known, found))


def distance(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    domain = domain_of(ex.type(arg(call, 0)))
    if domain.board is not None:
        return two_sites(boards.distance_table)(ex, call, env)
    ahead = op("sub", ex.value(arg(call, 1), env), ex.value(arg(call, 0), env))
    return op("mod", ahead, m.Const(len(domain)))


def size(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    if is_place(ex, arg(call, 0)):
        return places.size(spot(ex, call, env))
    if (symbol := bag(ex, arg(call, 0))) is not None:
        return m.SizeOf(env.locals[symbol])
    return m.SizeOf(ex.value(arg(call, 0), env))


def empty(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    node = arg(call, 0)
    if not is_place(ex, node) and isinstance(ex.type(node), OptionType):
        return op("eq", ex.value(node, env), ZERO)
    return op("eq", size(ex, call, env), ZERO)


def is_taken(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    return op("ne", size(ex, call, env), ZERO)


def amount(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    node, sort = arg(call, 0), arg(call, 1)
    symbol = bag(ex, node)
    if symbol is not None and symbol.bag is not None:
        return bags.amount(env.locals[symbol], symbol.bag, ex.value(sort, env))
    if is_place(ex, node):
        return places.amount(spot(ex, call, env), ex.value(sort, env))
    return ex.domains.contains(node, sort, env)


def item(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    here = spot(ex, call, env)
    return m.RingAt(here.cell, here.index, add(ex.value(arg(call, 1), env), -1))


def sure(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    node = arg(call, 0)
    type_ = ex.type(node)
    if not isinstance(type_, OptionType):
        return ex.value(node, env)
    low = item_bounds(type_.item)[0]
    fault = ex.b.fault("E709", env.clause, "`sure` was given none", call.span)
    return m.Bind("#s", ex.value(node, env), m.Check(m.Local("#s"), fault, add(m.Local("#s"), low - 1)))


def if_none(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    type_, result = ex.type(arg(call, 0)), ex.type(call)
    if not isinstance(type_, OptionType):
        return ex.fit(arg(call, 0), result, env)
    if isinstance(result, OptionType):
        bare = convert(m.Local("#d"), type_, result)
    else:
        bare = add(m.Local("#d"), item_bounds(type_.item)[0] - 1)
    return m.Bind("#d", ex.value(arg(call, 0), env), m.IfElse(m.Local("#d"), bare, ex.fit(arg(call, 1), result, env)))


def absolute(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    return m.Bind("#a", ex.value(arg(call, 0), env), op("max", m.Local("#a"), op("neg", m.Local("#a"))))


def two(name: m.NumberOp) -> BuiltinLowering:
    def entry(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
        return op(name, ex.value(arg(call, 0), env), ex.value(arg(call, 1), env))

    return entry


def member(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    symbol = ex.model.refs[arg(call, 0)]
    assert isinstance(symbol, DomainSymbol)
    n, type_ = len(symbol.domain), ex.type(arg(call, 1))
    value = ex.value(arg(call, 1), env)
    if isinstance(type_, NumberType) and type_.low >= 0 and type_.high < n:
        return value
    fault = ex.b.fault("E706", env.clause, f"{symbol.domain.name} has members 0 to {n - 1} only", call.span)
    inside = op("and", op("le", ZERO, m.Local("#x")), op("lt", m.Local("#x"), m.Const(n)))
    return m.Bind("#x", value, m.Check(inside, fault, m.Local("#x")))


def payoff(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    return m.Load(m.PAYOFF, (ex.value(arg(call, 0), env),))


def first_argument(ex: LoopLowering, call: s.Call, env: Env) -> m.Expr:
    return ex.value(arg(call, 0), env)


TABLE: dict[str, BuiltinLowering] = {
    "next": next_,
    "previous": previous,
    "opponent": opponent,
    "steps": steps,
    "ray": site_direction(boards.ray_table),
    "adjacent": sites(boards.adjacent_table),
    "around": sites(boards.around_table),
    "touching": touching,
    "between": between,
    "direction": two_sites(boards.direction_table),
    "distance": distance,
    "size": size,
    "empty": empty,
    "taken": is_taken,
    "amount": amount,
    "item": item,
    "sure": sure,
    "if_none": if_none,
    "abs": absolute,
    "lesser": two("min"),
    "greater": two("max"),
    "payoff": payoff,
    "index": first_argument,
    "member": member,
    "remembered": first_argument,
}
