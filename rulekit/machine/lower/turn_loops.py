"""Lowers rounds, turns, windows, simultaneous choices (`at once`), and `game over` with its payoffs."""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import KeepSymbol
from ...syntax import nodes as s
from .. import program as m
from . import action_offers, flow_calls, linking, member_loops, option_audiences
from .body import lowers
from .builder import PseudoInstruction
from .control_lowering import count_range
from .env import Env
from .member_loops import turn
from .node_builder import NodeBuilder
from .value_encoding import ONE, ZERO, increment, op


def resets(f: NodeBuilder, lifetime: str, env: Env) -> None:
    """Write statements that reset every variable declared by `keep` with this lifetime, `turn` or `round`."""
    for symbol in f.ex.model.symbols.values():
        if isinstance(symbol, KeepSymbol) and symbol.lifetime == lifetime:
            f.emit(m.Run(f.cx.reset_routine(symbol), ()))


@lowers(s.Rounds)
def rounds(f: NodeBuilder, stmt: s.Rounds, env: Env, tail: bool) -> None:
    f.frames.push()
    next_ = f.label("next round")
    number, outer = enter_loop(f, "round", next_)
    whose = whose_turn(f, stmt, outer)

    def one() -> None:
        assert f.current is not None
        f.b.round_starts.append(f.current)
        begin_pass(f, "round", number, outer)
        f.emit(*whose)
        resets(f, "round", env)
        f.block(stmt.body, env)
        f.open(next_)

    if stmt.limit is not None:
        f.times(f.ex.value(stmt.limit, env), count_range(f.ex.type(stmt.limit)), one)
    else:
        test = f.label("round")
        f.open(test)
        one()
        f.jump(test)
        f.open(f.label("after"))
    end_loop(f, outer)
    f.emit(*whose)
    f.cx.loops["round"][number] = (f.owner, next_, tuple(c for scope in f.frames.scopes for c in scope))
    f.clear(f.frames.pop())


def enter_loop(f: NodeBuilder, what: str, next_: str) -> tuple[int, dict[str, str]]:
    """Register a loop of turns or rounds as a target of `leave`. Return its number, and a mapping from each cell of
    `loop_cells` to a new cell, in which the value for the enclosing loop is saved."""
    found = f.cx.loops[what]
    found.append((f.owner, next_, ()))
    outer = {cell: f.frames.number(f"outer {cell}", 0, f.b.cells[cell].high) for cell in loop_cells(f)}
    f.emit(*(m.Write(kept, (), m.Load(cell)) for cell, kept in outer.items()))
    return len(found) - 1, outer


def whose_turn(f: NodeBuilder, stmt: s.Turns | s.Rounds, outer: dict[str, str]) -> tuple[m.Stmt, ...]:
    """Write that the active player is saved before the loop, if the loop may begin within a turn. Return the statements
    that restore this player afterwards."""
    if stmt not in f.cx.in_turns:
        return ()
    kept = f.frames.number("outer active", 0, f.b.players - 1)
    f.emit(m.Write(kept, (), m.Load(m.ACTIVE)))
    within = op("gt", m.Load(outer[linking.cell(f.b, "turn")]), ZERO)
    return (m.IfStatement(within, (m.Write(m.ACTIVE, (), m.Load(kept)),)),)


def loop_cells(f: NodeBuilder) -> list[str]:
    """Return the cells that describe the running loop: its number, if there are several loops, and the state in which
    it began."""
    cells = [linking.cell(f.b, w) for w in ("turn", "round") if f.cx.tells_loop(w)]
    kinds = [w for w in ("turn", "round") if f.cx.loop_count(w)]
    cells += [f.cx.depth_cell(w, group) for w in kinds for group in f.cx.groups_around(f.owner)]
    return cells + [linking.settling_cell(f.b, w) for w in kinds if f.cx.may_settle_around(f.owner)]


def begin_pass(f: NodeBuilder, what: str, number: int, outer: dict[str, str]) -> None:
    """Write the start of a turn or round. It sets the cells that describe the running loop, because control may come
    from inside an inner loop."""
    if f.part is None and f.owner not in f.cx.at_once:
        option_audiences.end(f)
    if f.owner not in f.cx.any_time.within:
        action_offers.end_action(f)
    own: dict[str, m.Expr | PseudoInstruction] = {}
    if f.cx.tells_loop(what):
        own[linking.cell(f.b, what)] = m.Const(number + 1)
    for group in f.cx.groups_around(f.owner):
        cell = f.cx.depth_cell(what, group)
        own[cell] = PseudoInstruction("note depth", f.cx.member(group), cell=cell)
    if f.cx.may_settle_around(f.owner):
        own[linking.settling_cell(f.b, what)] = m.Load(f.b.control(m.SETTLING, 0, 1))
    for cell, kept in outer.items():
        value = own.get(cell, m.Load(kept))
        f.emit(value if isinstance(value, PseudoInstruction) else m.Write(cell, (), value))


def end_loop(f: NodeBuilder, outer: dict[str, str]) -> None:
    f.emit(*(m.Write(cell, (), m.Load(kept)) for cell, kept in outer.items()))


@lowers(s.Turns)
def turns(f: NodeBuilder, stmt: s.Turns, env: Env, tail: bool) -> None:
    n = f.b.players
    f.frames.push()
    test, begin, next_, advance, after = (f.label(h) for h in ("turn", "begin", "next turn", "advance", "after"))
    number, outer = enter_loop(f, "turn", next_)
    whose = whose_turn(f, stmt, outer)
    again = f.b.control(linking.ANOTHER, 0, 1) if f.cx.uses_again else None
    several = f.cx.loop_count("turn") > 1 or stmt in f.cx.in_turns
    kept_again = f.frames.number("outer again", 0, 1) if again and several else None
    if again and kept_again:
        f.emit(m.Write(kept_again, (), m.Load(again)))
    if again:  # a loop of turns begins without an extra turn; one that was granted before belongs to another loop
        f.emit(m.Write(again, (), ZERO))
    f.emit(m.Write(m.ACTIVE, (), f.ex.value(stmt.start, env)))
    left = None
    if stmt.once:
        left = f.frames.number("turns", 0, n)
        f.emit(m.Write(left, (), m.Const(n)))
    me = m.Load(m.ACTIVE)
    inner = evolve(env, me=me, in_action=False)
    skip_seats(f, stmt, inner, test, (begin, advance, after))
    begin_pass(f, "turn", number, outer)
    resets(f, "turn", env)
    start = f.label("start")  # after the resets, so that they do not change the position that an example sets up
    f.open(start)
    f.b.turn_starts.append(start)
    f.block(stmt.body, inner)
    if f.current is not None:
        flow_calls.run_triggers(f, inner)
    f.open(next_)
    if again:
        once_more = f.label("again")
        f.close(m.Fork(m.Load(again), once_more, advance))
        f.open(once_more)
        f.emit(m.Write(again, (), ZERO))
        f.jump(test)
    f.open(advance)
    f.emit(turn(m.ACTIVE, stmt.way, n))
    if left is not None:
        f.emit(increment(left, -1))
        f.close(m.Fork(op("gt", m.Load(left), ZERO), test, after))
    else:
        f.jump(test)
    f.open(after)
    end_loop(f, outer)
    f.emit(*whose)
    if again and kept_again:
        f.emit(m.Write(again, (), m.Load(kept_again)))
    f.cx.loops["turn"][number] = (f.owner, next_, tuple(c for scope in f.frames.scopes for c in scope))
    f.clear(f.frames.pop())


def skip_seats(f: NodeBuilder, stmt: s.Turns, inner: Env, test: str, ways: tuple[str, str, str]) -> None:
    """Write the test whether a seat has a turn. If it has one, play continues at the first node of `ways`, with the
    seat's turn. Otherwise it continues at the second, with the next seat, or at the third, after the loop, if all seats
    in a row had no turn."""
    begin, advance, after = ways
    n = f.b.players
    skipped = None
    if stmt.where is not None and not stmt.once:
        skipped = f.frames.number("skipped", 0, n)
    f.open(test)
    if stmt.where is None:
        return
    skip = f.label("skip") if skipped is not None else advance
    f.close(m.Fork(f.show_condition(stmt.reveals, stmt.where, f.ex.truth(stmt.where, inner), inner), begin, skip))
    if skipped is not None:
        f.open(skip)
        f.emit(increment(skipped, 1))
        f.close(m.Fork(op("lt", m.Load(skipped), m.Const(n)), advance, after))
    f.open(begin)
    f.clear([skipped] if skipped is not None else [])


@lowers(s.Window)
def window(f: NodeBuilder, stmt: s.Window, env: Env, tail: bool) -> None:
    """Write a `window` statement, which asks the players one by one. After a player has acted, its mode decides whether
    the window starts again, ends, or continues with the next player."""
    n = f.b.players
    symbol = f.ex.model.binds[stmt]
    f.frames.push()
    start, at = (f.frames.number(f"{symbol.name}{x}", 0, n - 1) for x in (".first", ""))
    left = f.frames.number(f"{symbol.name}.left", 0, n)
    acted = f.frames.number(f"{symbol.name}.acted", 0, 1)
    f.emit(m.Write(start, (), f.ex.value(stmt.start, env)))
    circuit, test, ask, step, after = (f.label(h) for h in ("window", "seat", "ask", "next", "closed"))
    f.open(circuit)
    f.emit(m.Write(at, (), m.Load(start)), m.Write(left, (), m.Const(n)))
    f.open(test)
    inner = evolve(env.bind(symbol, m.Load(at)), me=m.Load(at), acted=acted, in_action=False)
    if stmt.where is not None:
        f.close(m.Fork(f.show_condition(stmt.reveals, stmt.where, f.ex.truth(stmt.where, inner), inner), ask, step))
    f.open(ask)
    f.emit(m.Write(acted, (), ZERO))
    f.block(stmt.body, inner)
    if f.current is not None and stmt.mode != "once each":
        f.close(m.Fork(m.Load(acted), circuit if stmt.mode == "until all pass" else after, step))
    f.open(step)
    f.emit(m.Write(acted, (), ZERO), turn(at, stmt.way, n), increment(left, -1))
    f.close(m.Fork(op("gt", m.Load(left), ZERO), test, after))
    f.open(after)
    f.clear(f.frames.pop())


@lowers(s.AtOnce)
def at_once_each(f: NodeBuilder, stmt: s.AtOnce, env: Env, tail: bool) -> None:
    """Write an `at once` statement: the players decide in seat order, and only the deciding player sees each
    decision."""
    f.frames.push()
    before = option_audiences.begin(f, env)

    def enter(inner: Env, who: m.Expr) -> Env:
        return evolve(inner, me=who, secret=True, in_action=False)

    def one(inner: Env) -> None:
        outer, f.part = f.part, (len(f.loop_exits), before)
        f.block(stmt.body, inner)
        f.part = outer

    member_loops.loop_upwards(f, stmt, env, enter, one)
    option_audiences.end(f, before)
    f.clear(f.frames.pop())
    if not env.secret:
        flow_calls.run_triggers(f, env)


@lowers(s.Over)
def over(f: NodeBuilder, stmt: s.Over, env: Env, tail: bool) -> None:
    """Lower `game over`: write the payoffs, then jump to the end node."""
    players = m.Const(f.b.players - 1)
    payoff, p = m.PAYOFF, m.Local("#p")
    over = m.LoopDomain(ZERO, players)
    if stmt.how in ("won", "lost"):
        assert stmt.value is not None
        chosen = f.cx.effects.players(stmt.value, env)
        inside, outside = (ONE, m.Const(-1)) if stmt.how == "won" else (m.Const(-1), ONE)
        f.emit(m.Define("#chosen", chosen))
        value: m.Expr = m.IfElse(m.Has(m.Local("#chosen"), p), inside, outside)
        f.emit(m.Each("#p", over, None, (m.Write(payoff, (p,), value),)))
    elif stmt.how in ("paying", "ranked"):
        assert stmt.value is not None and stmt.binder is not None
        target = payoff if stmt.how == "paying" else m.SCORE
        loop = f.ex.domains.loop(stmt.binder, env)
        inner = f.ex.value(stmt.value, loop.env)
        known = f.cx.effects.show_to_all(stmt.value, loop.env) if stmt.reveals else []
        paid = (*known, m.Write(target, (m.Local(loop.name),), inner))
        f.emit(m.Each(loop.name, loop.over, loop.present, paid))
        if stmt.how == "ranked":
            best = m.Fold("most", "#q", over, None, m.Load(m.SCORE, (m.Local("#q"),)), m.Const(0))
            won: m.Expr = m.Op("eq", (m.Load(m.SCORE, (p,)), m.Local("#best")))
            f.emit(m.Define("#best", best))
            if stmt.then:
                f.emit(m.Define(_ahead(f, 0), m.SetBuild(f.b.players, "#p", over, won)))
                won = m.Has(_break_ties(f, stmt, env), p)
            f.emit(m.Each("#p", over, None, (m.Write(payoff, (p,), m.IfElse(won, ONE, m.Const(-1))),)))
    end(f)


def _ahead(f: NodeBuilder, count: int) -> str:
    """Return the name of the local with the set of players who are still tied after `count` tie-breakers."""
    return f"#ahead {count} of {f.b.players}"


def _break_ties(f: NodeBuilder, stmt: s.Over, env: Env) -> m.Local:
    """Write the tie-breakers of a ranking (`then`), one after the other: each keeps the best of the players who are
    still tied. Return the local with the set of players left at the end."""
    assert stmt.binder is not None
    for count, value in enumerate(stmt.then):
        equal, best = m.Local(_ahead(f, count)), m.Local(f"#best {count}")
        loop = f.ex.domains.loop(stmt.binder, env)
        found = f.ex.value(value, loop.env)
        among: m.Expr = m.Has(equal, m.Local(loop.name))
        among = among if loop.present is None else m.Op("and", (loop.present, among))
        if stmt.reveals:
            known = f.cx.effects.show_to_all(value, loop.env)
            f.emit(m.Each(loop.name, loop.over, among, tuple(known)))
        f.emit(m.Define(best.name, loop.around(m.Fold("most", loop.name, loop.over, among, found, m.Const(0)))))
        first = m.Op("and", (among, m.Op("eq", (found, best))))
        f.emit(m.Define(_ahead(f, count + 1), loop.around(m.SetBuild(f.b.players, loop.name, loop.over, first))))
    return m.Local(_ahead(f, len(stmt.then)))


def end(f: NodeBuilder) -> None:
    if f.current is not None:
        f.emit(m.Write(m.ENDED, (), ONE))
        f.jump("end")
