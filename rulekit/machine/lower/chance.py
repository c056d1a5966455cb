"""Lowers random draws, shuffles and moves of random pieces to weighted chance nodes."""

from __future__ import annotations

import re

from ...check.effect_analysis import random_source
from ...model.symbols import LocalSymbol, PlaceSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .. import program as m
from . import bags, effect_lowering, places
from .body import lowers
from .env import Env
from .node_builder import NodeBuilder
from .value_encoding import ONE, ZERO, bounds, conjunction, increment, op

NOTHING = "chance has nothing to pick from"


@lowers(s.Draw)
def draw(f: NodeBuilder, stmt: s.Draw, env: Env, tail: bool) -> Env:
    symbol = f.ex.model.binds[stmt.binder]
    value = m.Local(symbol.name)
    inner = env.bind(symbol, value)
    ref = stmt.binder.domain
    weight: m.Expr = ONE
    tests = []
    if is_place(f, ref):
        assert isinstance(ref, s.Ref | s.Index)
        weight = places.amount(f.ex.spot(ref, env), value)
    elif (symbol_ := f.ex.model.refs.get(ref)) is not None and isinstance(symbol_, LocalSymbol) and symbol_.bag:
        weight = bags.amount(env.locals[symbol_], symbol_.bag, value)
    else:
        inside = f.ex.domains.member(ref, value, symbol, env)
        tests += [] if inside is None else [inside]
    tests += [] if stmt.where is None else [f.ex.truth(stmt.where, inner)]
    if stmt.weight is not None:
        own = f.ex.value(stmt.weight, inner)
        weight = own if weight == ONE else op("mul", weight, own)
    test = conjunction(tests)
    weight = weight if test is None else m.IfElse(test, weight, ZERO)
    who = "all" if stmt.audience is None else stmt.audience.who
    audience = None if who == "all" else f.cx.effects.players(who, inner)
    cell = f.frames.cell(symbol.name, symbol.type)
    low, high = bounds(symbol.type)
    if stmt.reveals:
        f.emit(*what_can_come(f, stmt, symbol, weight))
    pick(f, m.Level(symbol.name, f.b.domain(symbol.type), low, high, (), cell), weight, audience, stmt)
    return env.bind(symbol, m.Load(cell))


def what_can_come(f: NodeBuilder, stmt: s.Draw, symbol: LocalSymbol, weight: m.Expr) -> list[m.Stmt]:
    """Return statements by which a draw with `reveals` shows all players the weight of each possible outcome."""
    low, high = bounds(symbol.type)
    words = (re.sub(r"\s+", " ", stmt.span.text) + " ", "")
    domain = f.b.domain(symbol.type)
    show = m.Reveal(words, (m.Local(symbol.name),), (domain,), None, weight, "", f.b.everybody())
    return [m.Each(symbol.name, m.LoopDomain(m.Const(low), m.Const(high)), None, (show,))]


def is_place(f: NodeBuilder, node: s.Expr) -> bool:
    return isinstance(f.ex.model.refs.get(node), PlaceSymbol)


def pick(
    f: NodeBuilder, what: m.Level, weight: m.Expr, audience: m.Expr | None, node: s.Node, stream: str | None = None
) -> None:
    """Write a chance node that draws one of the values of `what` with the probabilities given by `weight`, and open the
    step after it. `stream` names the stream of random numbers; by default it is made from the clause and the local."""
    name, domain, low, high, cell = what.name, what.domain, what.low, what.high, what.cell
    id_, target = f.label("chance"), f.label("drawn")
    fault = f.b.fault("E711", f.clause, NOTHING, node.span)
    label = f.decision_label()
    f.close(m.Jump(id_))
    key = stream or f"{f.clause} {name}"
    f.b.add(m.Chance(id_, f.clause, label, name, domain, low, high, weight, cell, (), key, audience, fault, target))
    f.open(target)


@lowers(s.Shuffle)
def shuffle(f: NodeBuilder, stmt: s.Shuffle, env: Env, tail: bool) -> None:
    """Write a shuffle: while there are unmixed pieces, move a random one of them to the top. No player sees the
    picks."""
    spot = f.ex.spot(stmt.place, env)
    capacity = max(1, spot.place.capacity)
    name = spot.place.name
    f.frames.push()
    left = f.frames.number("shuffle.left", 0, capacity)
    position = f.frames.number("shuffle.position", 0, capacity)
    spot = f.materialise(spot)
    test, again, after = f.label("shuffle"), f.label("mix"), f.label("shuffled")
    f.emit(m.Write(left, (), m.RingSize(spot.cell, spot.index)))
    f.open(test)
    f.close(m.Fork(op("gt", m.Load(left), ONE), again, after))
    f.open(again)
    weight = op("lt", m.Local("position"), m.Load(left))
    nobody = m.SetConst(f.b.players, 0)
    pick(f, m.Level("position", "", 0, capacity - 1, (), position), weight, nobody, stmt, f"shuffle {name}")
    fault = f.b.fault("E704", f.clause, f"{name} is empty", stmt.span)
    f.emit(
        m.Define("#piece", m.RingAt(spot.cell, spot.index, m.Load(position))),
        m.Pull(spot.cell, spot.index, m.Load(position), fault),
        m.Push(spot.cell, spot.index, "top", m.Local("#piece"), fault),
        increment(left, -1),
        f.b.zero(position),
    )
    f.jump(test)
    f.open(after)
    f.clear(f.frames.pop())


def random(f: NodeBuilder, stmt: s.Stmt, env: Env) -> None:
    """Write a statement that moves a random piece of a place to another place or the box. The piece is visible to the
    players who see one of both places."""
    place, to = random_source(stmt), getattr(stmt, "to", None)
    assert place is not None
    source = f.ex.spot(place, env)
    piece = source.place.piece
    f.frames.push()
    source = f.materialise(source)
    weight = places.amount(source, m.Local("piece"))
    cell = f.frames.cell("piece", DomainType(piece))
    audience = who_sees(f, source)
    if to is not None:
        target = f.materialise(f.ex.spot(to.place, env))
        other = who_sees(f, target)
        audience = None if audience is None or other is None else m.SetOp("union", audience, other)
    pick(f, m.Level("piece", f.b.domain_of(piece), 0, len(piece) - 1, (), cell), weight, audience, stmt)
    f.emit(m.Define("#piece", m.Load(cell)))
    f.emit(*effect_lowering.take_out(f.b, source, m.Local("#piece"), f.clause, stmt.span))
    if to is not None:
        f.emit(*effect_lowering.put_in(f.b, target, m.Local("#piece"), to.end, f.clause, stmt.span))
    else:
        f.emit(*effect_lowering.to_box(f.b, piece, m.Local("#piece")))
    f.clear(f.frames.pop())


def who_sees(f: NodeBuilder, spot: places.Spot) -> m.Expr | None:
    """Return the expression for the set of players who see the contents of a place; None for all players."""
    name = f.b.cells[spot.cell].seen
    if name is None:
        return None
    return m.Call(name, () if name == f.b.nobody() else spot.index)
