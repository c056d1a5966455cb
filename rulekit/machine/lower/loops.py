"""Loops that hold flow: for each, repeat, rounds, turns, windows, and choices made at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ...model.symbols import DomainSymbol, KeepSymbol, LocalSymbol, PlaceSymbol
from ...model.types import DomainType, SetType
from ...syntax import nodes as s
from .. import program as m
from . import calls, choices
from .encode import ONE, ZERO, add, bounds, conjunction, kind, op
from .env import Env

if TYPE_CHECKING:
    from .flow import Flow


def for_each(f: Flow, stmt: s.ForEach, env: Env) -> None:
    if stmt.chosen:
        in_chosen_order(f, stmt, env)
        return
    symbol = f.ex.model.binds[stmt.binder]
    ref = f.ex.model.refs.get(stmt.binder.domain)
    if isinstance(ref, PlaceSymbol) and ref.form in ("row", "stack"):
        over_row(f, stmt, symbol, env)
    elif stmt.start is not None:
        assert isinstance(symbol.type, DomainType)
        whole = isinstance(ref, DomainSymbol)
        test = None if whole else (lambda value: f.ex.domains.member(stmt.binder.domain, value, symbol, env))
        seats(f, symbol, f.ex.value(stmt.start, env), stmt.way, stmt.where, stmt.body, env, test)
    else:
        counted(f, stmt, symbol, env)


def members_cell(f: Flow, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> m.Expr:
    """The members to run over, as they are before the loop, kept as a set from the low end of the binder's range."""
    low, high = bounds(symbol.type)
    over = m.Over(m.Const(low), m.Const(high))
    test = f.ex.domains.member(stmt.binder.domain, m.Local("#y"), symbol, env)
    image = None if low == 0 else add(m.Local("#y"), -low)
    cell = f.frame(f"{symbol.name}.all", SetType(symbol.type))  # type: ignore[arg-type]
    f.emit(m.Assign(cell, (), m.SetBuild(kind(SetType(symbol.type)), "#y", over, test, image)))  # type: ignore[arg-type]
    return m.Load(cell)


def counted(f: Flow, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
    """Upwards through a type, range, set, optional value or heap; the members are those before the loop."""
    low, high = bounds(symbol.type)
    f.push_scope()
    ref = f.ex.model.refs.get(stmt.binder.domain)
    members = None if isinstance(ref, DomainSymbol) else members_cell(f, stmt, symbol, env)
    at = f.number(f"{symbol.name}.at", low, high + 1)
    copies: m.Expr | None = None
    if isinstance(ref, PlaceSymbol) and ref.form == "heap":
        copies = m.Load(f.number(f"{symbol.name}.copies", 0, f.b.cells[ref.name].high))
    f.emit(m.Assign(at, (), m.Const(low)))
    test, body, step, after = (f.label(h) for h in ("each", "body", "next", "after"))
    f.open(test)
    f.close(m.Fork(op("le", m.Load(at), m.Const(high)), body, after))
    f.open(body)
    inner = env.bind(symbol, m.Load(at))
    tests: list[m.Expr] = [] if members is None else [m.Has(members, add(m.Load(at), -low))]
    tests += [] if stmt.where is None else [f.ex.truth(stmt.where, inner)]
    if (guard := conjunction(tests)) is not None:
        inside = f.label("inside")
        f.close(m.Fork(guard, inside, step))
        f.open(inside)
    again = None
    if copies is not None:
        assert isinstance(stmt.binder.domain, s.Ref | s.Index) and isinstance(copies, m.Load)
        from . import places

        f.emit(m.Assign(copies.cell, (), places.amount(f.ex.spot(stmt.binder.domain, env), m.Load(at))))
        again, once = f.label("copy"), f.label("once")
        f.open(again)
        f.close(m.Fork(op("gt", copies, ZERO), once, step))
        f.open(once)
    f.loop_exits.append((after, len(f.scopes)))
    f.block(stmt.body, inner)
    f.loop_exits.pop()
    if again is not None and f.current is not None:
        assert isinstance(copies, m.Load)
        f.emit(f.plus(copies.cell, -1))
        f.jump(again)
    f.jump(step)
    f.open(step)
    f.emit(f.plus(at, 1))
    f.jump(test)
    f.open(after)
    f.clear(f.pop_scope())


def over_row(f: Flow, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
    """From the bottom up; where the body takes the piece itself away, the next one has moved into its position."""
    assert isinstance(stmt.binder.domain, s.Ref | s.Index)
    spot = f.ex.spot(stmt.binder.domain, env)
    capacity = spot.place.capacity
    f.push_scope()
    at, left, held = (f.number(f"{symbol.name}.{n}", 0, capacity) for n in ("at", "left", "held"))
    cell = f.cell(symbol.name, symbol)
    size = m.RingSize(spot.cell, spot.index)
    f.emit(m.Assign(left, (), size))
    test, body, step, after = (f.label(h) for h in ("each", "body", "next", "after"))
    f.open(test)
    more = op("and", op("gt", m.Load(left), ZERO), op("lt", m.Load(at), size))  # the body may have emptied it
    f.close(m.Fork(more, body, after))
    f.open(body)
    f.emit(m.Assign(held, (), size), f.plus(left, -1))
    f.emit(m.Assign(cell, (), add(m.RingAt(spot.cell, spot.index, m.Load(at)), -1)))
    inner = env.bind(symbol, m.Load(cell))
    if stmt.where is not None:
        inside = f.label("inside")
        f.close(m.Fork(f.ex.truth(stmt.where, inner), inside, step))
        f.open(inside)
    f.loop_exits.append((after, len(f.scopes)))
    f.block(stmt.body, inner)
    f.loop_exits.pop()
    f.jump(step)
    f.open(step)
    f.emit(m.When(op("eq", size, m.Load(held)), (f.plus(at, 1),)))
    f.jump(test)
    f.open(after)
    f.clear(f.pop_scope())


def in_chosen_order(f: Flow, stmt: s.ForEach, env: Env) -> None:
    """`me` picks which is next until none is left."""
    symbol = f.ex.model.binds[stmt.binder]
    low, high = bounds(symbol.type)
    f.push_scope()
    members = members_cell(f, stmt, symbol, env)
    assert isinstance(members, m.Load)
    cell = f.cell(symbol.name, symbol)
    test, offer, body, after = (f.label(h) for h in ("each", "which", "body", "after"))
    f.open(test)
    inner = env.bind(symbol, m.Load(cell))
    where = m.Has(members, add(m.Local(symbol.name), -low))
    tests = [m.Test(where)]
    if stmt.where is not None:
        tests.append(m.Test(f.ex.truth(stmt.where, env.bind(symbol, m.Local(symbol.name)))))
    some = m.Fold(
        "some", symbol.name, m.Over(m.Const(low), m.Const(high)), where, tests[1].value if len(tests) > 1 else ONE
    )
    f.close(m.Fork(some, offer, after))
    f.open(offer)
    calls.settle(f, env)
    level = m.Level(symbol.name, f.b.domain(symbol.type), low, high, tuple(tests), cell)
    label = f.naming()
    alternative = m.Alternative(f.clause, label, (), (level,), (symbol.name,), 0, body)
    choices.decide(f, (alternative,), env, choices.audience_of(f, None, env), None, stmt)
    f.open(body)
    f.emit(m.Insert(members.cell, (), add(m.Load(cell), -low), True))
    f.loop_exits.append((after, len(f.scopes)))
    f.block(stmt.body, inner)
    f.loop_exits.pop()
    f.jump(test)
    f.open(after)
    f.clear(f.pop_scope())


def seats(
    f: Flow,
    symbol: LocalSymbol,
    start: m.Expr,
    way: s.Way,
    where: s.Expr | None,
    body: tuple[s.Stmt, ...],
    env: Env,
    member: object = None,
) -> None:
    """Once round the members of a domain that turns, from `start`."""
    assert isinstance(symbol.type, DomainType)
    n = len(symbol.type.domain)
    f.push_scope()
    at, left = f.number(symbol.name, 0, n - 1), f.number(f"{symbol.name}.left", 0, n)
    f.emit(m.Assign(at, (), start), m.Assign(left, (), m.Const(n)))
    test, inside, step, after = (f.label(h) for h in ("seat", "inside", "next", "after"))
    f.open(test)
    inner = env.bind(symbol, m.Load(at))
    tests = []
    if callable(member) and (own := member(m.Load(at))) is not None:
        tests.append(own)
    tests += [] if where is None else [f.ex.truth(where, inner)]
    if (guard := conjunction(tests)) is not None:
        f.close(m.Fork(guard, inside, step))
        f.open(inside)
    f.loop_exits.append((after, len(f.scopes)))
    f.block(body, inner)
    f.loop_exits.pop()
    f.jump(step)
    f.open(step)
    f.emit(turn(at, at, way, n), f.plus(left, -1))
    f.close(m.Fork(op("gt", m.Load(left), ZERO), test, after))
    f.open(after)
    f.clear(f.pop_scope())


def turn(to: str, from_: str, way: s.Way, n: int) -> m.Stmt:
    """The next seat."""
    return m.Assign(to, (), op("mod", add(m.Load(from_), 1 if way == "clockwise" else -1), m.Const(n)))


def repeat(f: Flow, stmt: s.Repeat, env: Env) -> None:
    f.push_scope()
    test, body, after = (f.label(h) for h in ("repeat", "body", "after"))
    tests = []
    if stmt.limit is not None:
        limit = f.ex.value(stmt.limit, env)
        left = f.number("passes", 0, 2**31 - 1)
        f.emit(m.Assign(left, (), limit))
        tests.append(op("gt", m.Load(left), ZERO))
    f.open(test)
    if stmt.condition is not None:
        condition = f.ex.truth(stmt.condition, env)
        tests.append(op("not", condition) if stmt.until else condition)
    guard = conjunction(tests)
    f.close(m.Jump(body) if guard is None else m.Fork(guard, body, after))
    f.open(body)
    if stmt.limit is not None:
        f.emit(f.plus(left, -1))
    f.loop_exits.append((after, len(f.scopes)))
    f.block(stmt.body, env)
    f.loop_exits.pop()
    f.jump(test)
    f.open(after)
    f.clear(f.pop_scope())


def resets(f: Flow, lifetime: str, env: Env) -> None:
    """Keeps that last a turn or a round start again."""
    for symbol in f.ex.model.symbols.values():
        if isinstance(symbol, KeepSymbol) and symbol.lifetime == lifetime:
            f.emit(m.Run(f.cx.reset_routine(symbol), ()))


def rounds(f: Flow, stmt: s.Rounds, env: Env) -> None:
    f.push_scope()
    test, body, next_, after = (f.label(h) for h in ("round", "body", "next round", "after"))
    number, outer = enter_loop(f, "round", next_)
    left = None
    if stmt.limit is not None:
        left = f.number("rounds", 0, 2**31 - 1)
        f.emit(m.Assign(left, (), f.ex.value(stmt.limit, env)))
    f.open(test)
    if left is not None:
        f.close(m.Fork(op("gt", m.Load(left), ZERO), body, after))
        f.open(body)
        f.emit(f.plus(left, -1))
    begin_pass(f, "round", number, outer)
    resets(f, "round", env)
    f.block(stmt.body, env)
    f.open(next_)
    f.jump(test)
    f.open(after)
    end_loop(f, outer)
    f.cx.loops["round"][number] = (f.owner, next_, tuple(c for scope in f.scopes for c in scope))
    f.clear(f.pop_scope())


def control_of(f: Flow, what: str) -> str:
    """The cell that says which loop of turns or rounds is running, where there are several."""
    return f.b.control(f"loop of {what}s", 0, 255)


def enter_loop(f: Flow, what: str, next_: str) -> tuple[int, dict[str, str]]:
    """Registers a loop of turns or rounds, so that `leave` finds it from anywhere.

    Where there are several, cells say which is running; those around this loop are kept until it is over.
    """
    found = f.cx.loops[what]
    found.append((f.owner, next_, ()))
    outer = {w: f.number(f"outer {w}", 0, 255) for w in ("turn", "round") if f.cx.loop_count(w) > 1}
    f.emit(*(m.Assign(cell, (), m.Load(control_of(f, w))) for w, cell in outer.items()))
    return len(found) - 1, outer


def begin_pass(f: Flow, what: str, number: int, outer: dict[str, str]) -> None:
    """This loop is the one running, whatever was left on the way here."""
    for w, cell in outer.items():
        f.emit(m.Assign(control_of(f, w), (), m.Const(number) if w == what else m.Load(cell)))


def end_loop(f: Flow, outer: dict[str, str]) -> None:
    f.emit(*(m.Assign(control_of(f, w), (), m.Load(cell)) for w, cell in outer.items()))


def turns(f: Flow, stmt: s.Turns, env: Env) -> None:
    n = f.b.players
    f.push_scope()
    test, begin, next_, advance, after = (f.label(h) for h in ("turn", "begin", "next turn", "advance", "after"))
    number, outer = enter_loop(f, "turn", next_)
    again = f.b.control("again", 0, 1) if f.cx.uses_again else None
    kept_again = f.number("outer again", 0, 1) if again and f.cx.loop_count("turn") > 1 else None
    if again and kept_again:
        f.emit(m.Assign(kept_again, (), m.Load(again)))
    if again:  # an extra turn does not outlast the turns it belongs to
        f.emit(m.Assign(again, (), ZERO))
    f.emit(m.Assign(m.ACTIVE, (), f.ex.value(stmt.start, env)))
    left = None
    if stmt.once:
        left = f.number("turns", 0, n)
        f.emit(m.Assign(left, (), m.Const(n)))
    me = m.Load(m.ACTIVE)
    inner = evolve(env, me=me)
    skipped = None
    if stmt.where is not None and not stmt.once:
        skipped = f.number("skipped", 0, n)
    f.open(test)
    if stmt.where is not None:
        skip = f.label("skip") if skipped is not None else advance
        f.close(m.Fork(f.ex.truth(stmt.where, inner), begin, skip))
        if skipped is not None:  # a whole circuit without anybody ends the turns
            f.open(skip)
            f.emit(f.plus(skipped, 1))
            f.close(m.Fork(op("lt", m.Load(skipped), m.Const(n)), advance, after))
        f.open(begin)
        f.clear([skipped] if skipped is not None else [])
    begin_pass(f, "turn", number, outer)
    resets(f, "turn", env)
    start = f.label("start")  # behind the resets: an example lays out a turn that has begun
    f.open(start)
    f.b.turn_starts.append(start)
    f.block(stmt.body, inner)
    if f.current is not None:
        calls.settle(f, inner)
    f.open(next_)
    if again:
        once_more = f.label("again")
        f.close(m.Fork(m.Load(again), once_more, advance))
        f.open(once_more)
        f.emit(m.Assign(again, (), ZERO))
        f.jump(test)
    f.open(advance)
    f.emit(turn(m.ACTIVE, m.ACTIVE, stmt.way, n))
    if left is not None:
        f.emit(f.plus(left, -1))
        f.close(m.Fork(op("gt", m.Load(left), ZERO), test, after))
    else:
        f.jump(test)
    f.open(after)
    end_loop(f, outer)
    if again and kept_again:
        f.emit(m.Assign(again, (), m.Load(kept_again)))
    f.cx.loops["turn"][number] = (f.owner, next_, tuple(c for scope in f.scopes for c in scope))
    f.clear(f.pop_scope())


def window(f: Flow, stmt: s.Window, env: Env) -> None:
    """Asks seat after seat; what an act does to the asking is the window's mode."""
    n = f.b.players
    symbol = f.ex.model.binds[stmt]
    f.push_scope()
    start, at, left = (f.number(f"{symbol.name}{x}", 0, n) for x in (".first", "", ".left"))
    acted = f.number(f"{symbol.name}.acted", 0, 1)
    f.emit(m.Assign(start, (), f.ex.value(stmt.start, env)))
    circuit, test, ask, step, after = (f.label(h) for h in ("window", "seat", "ask", "next", "closed"))
    f.open(circuit)
    f.emit(m.Assign(at, (), m.Load(start)), m.Assign(left, (), m.Const(n)))
    f.open(test)
    inner = evolve(env.bind(symbol, m.Load(at)), me=m.Load(at), acted=acted, in_action=False)
    if stmt.where is not None:
        f.close(m.Fork(f.ex.truth(stmt.where, inner), ask, step))
    f.open(ask)
    f.emit(m.Assign(acted, (), ZERO))
    f.block(stmt.body, inner)
    if f.current is not None and stmt.mode != "once each":
        f.close(m.Fork(m.Load(acted), circuit if stmt.mode == "until all pass" else after, step))
    f.open(step)
    f.emit(m.Assign(acted, (), ZERO), turn(at, at, stmt.way, n), f.plus(left, -1))
    f.close(m.Fork(op("gt", m.Load(left), ZERO), test, after))
    f.open(after)
    f.clear(f.pop_scope())


def at_once(f: Flow, stmt: s.AtOnce, env: Env) -> None:
    """Each in seat order, seen by the chooser only."""
    symbol = f.ex.model.binds[stmt.binder]
    assert isinstance(symbol.type, DomainType)
    n = len(symbol.type.domain)
    f.push_scope()
    at = f.number(symbol.name, 0, n)
    f.emit(m.Assign(at, (), ZERO))
    test, ask, inside, step, after = (f.label(h) for h in ("each", "ask", "inside", "next", "after"))
    f.open(test)
    f.close(m.Fork(op("lt", m.Load(at), m.Const(n)), ask, after))
    f.open(ask)
    inner = evolve(env.bind(symbol, m.Load(at)), me=m.Load(at), secret=True, in_action=False)
    tests = (
        []
        if isinstance(f.ex.model.refs.get(stmt.binder.domain), DomainSymbol)
        else [f.ex.domains.member(stmt.binder.domain, m.Load(at), symbol, env)]
    )
    tests += [] if stmt.where is None else [f.ex.truth(stmt.where, inner)]
    if (guard := conjunction([t for t in tests if t is not None])) is not None:
        f.close(m.Fork(guard, inside, step))
        f.open(inside)
    f.block(stmt.body, inner)
    f.open(step)
    f.emit(f.plus(at, 1))
    f.jump(test)
    f.open(after)
    f.clear(f.pop_scope())
