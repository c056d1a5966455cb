"""The function that plays whole games of random players, and counts: all nodes in one body.

`play(games, most, steps, each)` goes on where it stopped, and stops after so many games or decisions, so that the host
can be asked in between.  How nodes lead to one another is `playout_function.py`'s, a decision `selection_code.py`'s,
what a finished game adds to the counts `statistics_code.py`'s; what is counted lies in memory (`layout.py`).
"""

from __future__ import annotations

from ...machine import program as m
from ...machine.traversal import statements_of
from ..interface import DECISIONS_PER_MOVE, PLAYERS_STREAM
from ..state import streams
from . import detail_code, invariant_code, register_promotion
from .code_generation import Unit
from .encode import Body
from .layout import DECISIONS, DRAWN, GAME, LISTED, MOVES, NODE, PLAYING, ROWS
from .nodes import draw, store_outcome, weigh
from .opcodes import I32
from .playout_function import EACH, GAMES, MOST, PlayoutFunction, ordered
from .runtime_support import add, full
from .selection_code import decision
from .statements import statements
from .statistics_code import finish, increment

COPIED = 256  # bytes of cells from which on they are copied, and not written one by one


def add_play(unit: Unit) -> None:
    add(unit, "finish", finish(unit))
    detail_code.add_details(unit)
    invariant_code.add_invariant_checks(unit)
    add(unit, "play", play(unit), export="play")


def play(unit: Unit) -> Body:
    """(games, most, steps, each) -> how many games were played to their end in this call."""
    body = Body("play", (I32, I32, I32, I32), (I32,))
    playout = PlayoutFunction(unit, body, ordered(unit.machine))
    draws = {n.id: _drawing(unit, n) for n in playout.order if isinstance(n, m.Chance)}
    register_promotion.choose(playout.generator())
    register_promotion.choose_counters(playout.generator())
    fuel_left = body.local(I32)
    body.global_get(unit.fuel)
    body.set(fuel_left)
    body.call(unit.support["reset"])
    _resume(playout, fuel_left)
    playout.stop, next_game = body.block(), body.loop()
    _stop_if_done(playout)
    body.i32(0)
    body.memory("i32.load", PLAYING)
    body.op("i32.eqz")
    body.if_()
    _begin(playout)
    body.end()
    _nodes(playout, draws)
    store(body, PLAYING, 0)
    increment(body, GAME)
    body.get(playout.played)
    body.i32(1)
    body.op("i32.add")
    body.set(playout.played)
    body.br(next_game)
    body.end()
    body.end()
    _suspend(playout)
    body.get(playout.played)
    return body


def _stop_if_done(playout: PlayoutFunction) -> None:
    """Leaves where as many games were played as were asked for, or no more can be listed."""
    body = playout.body
    body.get(playout.played)
    body.get(GAMES)
    body.op("i32.ge_u")
    body.br_if(playout.stop)
    body.i32(0)
    body.memory("i32.load", LISTED)
    body.i32(ROWS)
    body.op("i32.ge_u")
    body.br_if(playout.stop)


def _nodes(playout: PlayoutFunction, draws: dict[str, int]) -> None:
    """The dispatch table, and behind it every node; the end of a game jumps past them all."""
    body, unit = playout.body, playout.unit
    playout.over, playout.dispatch = body.block(), body.loop()
    playout.labels = [body.block() for _ in playout.order][::-1]
    body.get(playout.node)
    body.br_table(playout.labels, playout.labels[0])
    for number, node in enumerate(playout.order):
        body.end()
        playout.at = number
        if not isinstance(node, m.Decision):
            detail_code.entered(playout, node)
        match node:
            case m.Step():
                _step(playout, node)
            case m.Decision():
                decision(playout, node)
            case m.Chance():
                body.call(draws[node.id])
                body.op("drop")
                playout.go(node.target, last=True)
            case m.End():
                invariant_code.check_invariants(playout, over=True)
                body.get(playout.moves)
                body.get(EACH)
                body.call(unit.support["finish"])
                detail_code.finished(playout)
                body.br(playout.over)
    body.end()
    body.end()


# ------------------------------------------------------------------------------------------------- beginning, stopping


def store(body: Body, at: int, value: int) -> None:
    body.i32(0)
    body.i32(value)
    body.memory("i32.store", at)


def save(body: Body, at: int, local: int, form: str = "i32.store") -> None:
    body.i32(0)
    body.get(local)
    body.memory(form, at)


def restore(body: Body, at: int, local: int, form: str = "i32.load") -> None:
    body.i32(0)
    body.memory(form, at)
    body.set(local)


def _resume(playout: PlayoutFunction, fuel: int) -> None:
    """Where play goes on: a game has the fuel that it had, so that chances in a row come to an end."""
    body = playout.body
    body.i32(0)
    body.memory("i64.load", playout.unit.memory.keys + 8 * streams(playout.unit.machine).index(PLAYERS_STREAM))
    body.set(playout.key)
    body.get(MOST)
    body.i32(DECISIONS_PER_MOVE)
    body.op("i32.mul")
    body.i32(-1)
    body.get(MOST)
    body.i32(-1)
    body.op("i32.ne", "select")
    body.set(playout.most_decisions)
    body.i32(0)
    body.memory("i32.load", PLAYING)
    body.if_()
    body.get(fuel)
    body.global_set(playout.unit.fuel)
    restore(body, NODE, playout.node)
    restore(body, MOVES, playout.moves)
    restore(body, DECISIONS, playout.decisions)
    restore(body, DRAWN, playout.drawn, "i64.load")
    for at, local in detail_code.saved_locals(playout):
        restore(body, at, local)
    register_promotion.from_memory(playout.generator())
    body.end()


def _suspend(playout: PlayoutFunction) -> None:
    body, totals = playout.body, playout.unit.memory.totals
    save(body, NODE, playout.node)
    save(body, MOVES, playout.moves)
    save(body, DECISIONS, playout.decisions)
    save(body, DRAWN, playout.drawn, "i64.store")
    for at, local in detail_code.saved_locals(playout):
        save(body, at, local)
    register_promotion.to_memory(playout.generator())
    register_promotion.add_counts(playout.generator())
    for at, local in ((totals + 24, playout.branching), (totals + 32, playout.branchings)):
        body.i32(0)
        body.i32(0)
        body.memory("i64.load", at)
        body.get(local)
        body.op("i64.add")
        body.memory("i64.store", at)


def _begin(playout: PlayoutFunction) -> None:
    """The cells as a game starts; no draw made."""
    body, memory = playout.body, playout.unit.memory
    body.i32(full(playout.unit))
    body.global_set(playout.unit.fuel)
    initial = memory.initial_bytes
    if len(initial) <= COPIED:
        padded = initial + bytes(-len(initial) % 8)
        for at in range(0, len(padded), 8):
            body.i32(0)
            body.i64(int.from_bytes(padded[at : at + 8], "little"))
            body.memory("i64.store", memory.start + at)
    else:
        body.i32(memory.start)
        body.i32(memory.initial)
        body.i32(len(initial))
        body.memory_copy()
    register_promotion.initial(playout.generator())
    _zero(body, memory.sizes, memory.end)
    _zero(body, memory.uses, memory.keys)
    body.i32(0)
    body.memory("i64.load", GAME)
    body.i64(32)
    body.op("i64.shl")
    body.get(playout.key)
    body.op("i64.mul")
    body.set(playout.drawn)
    for local, value in ((playout.moves, 0), (playout.decisions, 0), (playout.node, 0)):
        body.i32(value)
        body.set(local)
    detail_code.begin(playout)
    store(body, PLAYING, 1)


def _zero(body: Body, start: int, end: int) -> None:
    if end - start <= COPIED:
        for at in range(start, end, 4):
            store(body, at, 0)
        return
    body.i32(start)
    body.i32(0)
    body.i32(end - start)
    body.memory_fill()


# ---------------------------------------------------------------------------------------------------------------- nodes


def _step(playout: PlayoutFunction, node: m.Step) -> None:
    gen, body = playout.generator(), playout.body
    returns = any(isinstance(s, m.Return) for s in statements_of(node.body))
    if returns:
        gen.exit = body.block()
    statements(gen, node.body)
    if returns:
        body.end()
    match node.next:
        case m.Jump(target):
            playout.go(target, last=True)
        case m.Fork(condition, then, otherwise):
            if playout.numbers[then] == playout.at + 1:
                condition, then, otherwise = m.Op("not", (condition,)), otherwise, then
            gen.number(condition)
            body.if_()
            playout.go(then)
            body.end()
            playout.go(otherwise, last=True)
        case m.Switch(value, ways):
            arms = [body.block() for _ in ways]
            gen.number(value)
            body.br_table(arms[::-1], arms[0])
            for target in ways:
                body.end()
                playout.go(target)
            body.op("unreachable")


def _drawing(unit: Unit, node: m.Chance) -> int:
    """The function that draws an outcome and keeps it."""

    def added(body: Body) -> int:
        index = unit.assembly.declare(body.params, body.results)
        unit.assembly.define(index, body)
        return index

    return added(draw(unit, node, added(weigh(unit, node)), added(store_outcome(unit, node))))
