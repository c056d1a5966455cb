"""The function that plays whole games of random players, and counts.

`play(games, most, steps, each)` goes on where it stopped, and stops after so many games or steps, so that the host can
be asked in between.  What is counted lies in memory (`layout.py`), and is read by `counts.py`.
"""

from __future__ import annotations

from ...machine.program import PAYOFF
from ..interface import DECISIONS_PER_MOVE
from .encode import Body
from .layout import COUNT, DECISIONS, GAME, LENGTHS, LISTED, MOVES, NODE, PLAYING, ROWS
from .opcodes import I32, I64
from .support import full
from .tables import CHANCE, MOVE, Tables
from .writer import Unit


def _is(body: Body, kind: int, value: int) -> None:
    body.get(kind)
    body.i32(value)
    body.op("i32.eq")


def play(unit: Unit, tables: Tables) -> Body:
    """(games, most moves or -1, steps, whether to list each game) -> games that came to an end."""
    body = Body("play", (I32, I32, I32, I32), (I32,))
    played, node, kind, count = (body.local(I32) for _ in range(4))
    kept = body.local(I32)
    body.global_get(unit.fuel)
    body.set(kept)
    body.call(unit.support["reset"])
    body.i32(0)
    body.memory("i32.load", PLAYING)
    body.if_()  # a game goes on with the fuel it had: chances in a row come to an end, however many calls they take
    body.get(kept)
    body.global_set(unit.fuel)
    body.end()
    stop, game = body.block(), body.loop()
    body.get(played)
    body.get(0)
    body.op("i32.ge_u")
    body.br_if(stop)
    body.i32(0)
    body.memory("i32.load", LISTED)
    body.i32(ROWS)
    body.op("i32.ge_u")
    body.br_if(stop)
    body.i32(0)
    body.memory("i32.load", PLAYING)
    body.op("i32.eqz")
    body.if_()
    _begin(unit, body)
    body.end()
    over, turn = body.block(), body.loop()
    body.get(2)
    body.op("i32.eqz")
    body.br_if(stop)
    body.get(2)
    body.i32(1)
    body.op("i32.sub")
    body.set(2)
    _word(body, NODE)
    body.i32(0)
    body.i32(-1)
    body.call(unit.support["settle"])
    _word(body, NODE)
    body.tee(node)
    body.memory("i32.load8_u", unit.memory.kinds)
    body.set(kind)
    body.get(kind)
    body.i32(MOVE)
    body.op("i32.le_u")
    body.if_()
    _count_move(unit, body, kind, over)
    _pick(unit, body, tables, node, count)
    body.br(turn)
    body.end()
    _is(body, kind, CHANCE)
    body.if_()
    body.i32(0)
    body.get(node)
    body.call_indirect(tables.none, tables.draw)
    body.memory("i32.store", NODE)
    body.br(turn)
    body.end()
    _finish(unit, body)
    body.end()
    body.end()
    _store(body, PLAYING, 0)
    body.i32(0)
    body.i32(0)
    body.memory("i64.load", GAME)
    body.i64(1)
    body.op("i64.add")
    body.memory("i64.store", GAME)
    body.get(played)
    body.i32(1)
    body.op("i32.add")
    body.set(played)
    body.br(game)
    body.end()
    body.end()
    body.get(played)
    return body


def _word(body: Body, at: int) -> None:
    body.i32(0)
    body.memory("i32.load", at)


def _store(body: Body, at: int, value: int) -> None:
    body.i32(0)
    body.i32(value)
    body.memory("i32.store", at)


def _increase(body: Body, at: int) -> None:
    """One more in a 64-bit count."""
    body.i32(0)
    body.i32(0)
    body.memory("i64.load", at)
    body.i64(1)
    body.op("i64.add")
    body.memory("i64.store", at)


def _begin(unit: Unit, body: Body) -> None:
    """The cells as a game starts; no draw made."""
    memory = unit.memory
    _refuel(unit, body)
    body.i32(memory.start)
    body.i32(memory.initial)
    body.i32(len(memory.initial_bytes))
    body.memory_copy()
    if memory.end > memory.sizes:
        body.i32(memory.sizes)
        body.i32(0)
        body.i32(memory.end - memory.sizes)
        body.memory_fill()
    body.i32(memory.uses)
    body.i32(0)
    body.i32(memory.keys - memory.uses)
    body.memory_fill()
    _store(body, MOVES, 0)
    _store(body, DECISIONS, 0)
    _store(body, NODE, unit.nodes[unit.machine.start])
    _store(body, PLAYING, 1)


def _refuel(unit: Unit, body: Body) -> None:
    """At the beginning and after each decision; not after a chance, so that chances in a row come to an end."""
    body.i32(full(unit))
    body.global_set(unit.fuel)


def _count_move(unit: Unit, body: Body, kind: int, over: int) -> None:
    """A decision that would begin a move too many, or is one too many for so few moves, ends the game unfinished."""
    _word(body, DECISIONS)
    body.i32(DECISIONS_PER_MOVE)
    body.get(1)
    body.op("i32.mul")
    body.op("i32.eq")
    body.get(1)
    body.i32(-1)
    body.op("i32.ne", "i32.and")
    body.if_()
    _increase(body, unit.memory.totals + 8)
    body.br(over)
    body.end()
    body.i32(0)
    _word(body, DECISIONS)
    body.i32(1)
    body.op("i32.add")
    body.memory("i32.store", DECISIONS)
    _is(body, kind, MOVE)
    body.if_()
    _word(body, MOVES)
    body.get(1)
    body.op("i32.eq")
    body.if_()
    _increase(body, unit.memory.totals + 8)
    body.br(over)
    body.end()
    body.i32(0)
    _word(body, MOVES)
    body.i32(1)
    body.op("i32.add")
    body.memory("i32.store", MOVES)
    body.end()


def _pick(unit: Unit, body: Body, tables: Tables, node: int, count: int) -> None:
    """One of the listed options, each as likely; it is taken.  Where there is no choice nothing is drawn or counted."""
    _refuel(unit, body)
    body.i32(0)
    _word(body, COUNT)
    body.tee(count)
    body.i32(1)
    body.op("i32.gt_u")
    body.if_(I32)
    body.i32(0)
    body.i32(0)
    body.memory("i64.load", unit.memory.totals + 24)
    body.get(count)
    body.op("i64.extend_i32_u", "i64.add")
    body.memory("i64.store", unit.memory.totals + 24)
    _increase(body, unit.memory.totals + 32)
    body.i32(0)
    body.get(count)
    body.call(unit.support["bounded"])
    body.else_()
    body.i32(0)
    body.end()
    body.i32(4)
    body.op("i32.mul")
    body.memory("i32.load", unit.memory.list)
    body.get(node)
    body.call_indirect(tables.one, tables.take)
    body.memory("i32.store", NODE)


def _finish(unit: Unit, body: Body) -> None:
    """Adds up a finished game."""
    memory = unit.memory
    payoff = memory.cells[PAYOFF]
    value, any_, row = body.local(I32), body.local(I32), body.local(I32)
    square = body.local(I64)
    _increase(body, memory.totals)
    body.i32(0)
    body.set(any_)
    for player in range(unit.machine.players):
        sums = memory.payoffs + 32 * player
        body.i32(0)
        body.memory(payoff.width.load, payoff.base + payoff.width.bytes * player)
        body.tee(value)
        body.get(any_)
        body.op("i32.or")
        body.set(any_)
        body.i32(0)
        body.i32(0)
        body.memory("i64.load", sums)
        body.get(value)
        body.op("i64.extend_i32_s", "i64.add")
        body.memory("i64.store", sums)
        body.get(value)
        body.op("i64.extend_i32_s")
        body.get(value)
        body.op("i64.extend_i32_s", "i64.mul")
        body.set(square)
        _add_half(body, sums + 8, square, high=False)
        _add_half(body, sums + 16, square, high=True)
        body.i32(0)
        body.i32(0)
        body.memory("i64.load", sums + 24)
        body.get(value)
        body.i32(0)
        body.op("i32.gt_s", "i64.extend_i32_u", "i64.add")
        body.memory("i64.store", sums + 24)
    body.get(any_)
    body.op("i32.eqz")
    body.if_()
    _increase(body, memory.totals + 16)
    body.end()
    _length(unit, body)
    _list_game(unit, body, row)


def _add_half(body: Body, at: int, square: int, high: bool) -> None:
    """Squares are added up in halves of 32 bits, so that no number of games overflows."""
    body.i32(0)
    body.i32(0)
    body.memory("i64.load", at)
    body.get(square)
    if high:
        body.i64(32)
        body.op("i64.shr_u")
    else:
        body.i64((1 << 32) - 1)
        body.op("i64.and")
    body.op("i64.add")
    body.memory("i64.store", at)


def _length(unit: Unit, body: Body) -> None:
    _word(body, MOVES)
    body.i32(LENGTHS)
    body.op("i32.lt_u")
    body.if_()
    for _ in range(2):
        _word(body, MOVES)
        body.i32(8)
        body.op("i32.mul")
    body.memory("i64.load", unit.memory.lengths)
    body.i64(1)
    body.op("i64.add")
    body.memory("i64.store", unit.memory.lengths)
    body.end()


def _list_game(unit: Unit, body: Body, row: int) -> None:
    """Moves and payoffs, of each game where that was asked for, and of games too long for the histogram."""
    payoff = unit.memory.cells[PAYOFF]
    _word(body, MOVES)
    body.i32(LENGTHS)
    body.op("i32.ge_u")
    body.get(3)
    body.op("i32.or")
    body.if_()
    _word(body, LISTED)
    body.i32(4 * (1 + unit.machine.players))
    body.op("i32.mul")
    body.tee(row)
    _word(body, MOVES)
    body.memory("i32.store", unit.memory.rows)
    for player in range(unit.machine.players):
        body.get(row)
        body.i32(0)
        body.memory(payoff.width.load, payoff.base + payoff.width.bytes * player)
        body.memory("i32.store", unit.memory.rows + 4 * (1 + player))
    body.i32(0)
    _word(body, LISTED)
    body.i32(1)
    body.op("i32.add")
    body.memory("i32.store", LISTED)
    body.end()
