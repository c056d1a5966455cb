"""What a finished game adds to the counts, as one function of the module: `finish(moves, each)`.

The counts lie in memory (`layout.py`) and are read by `playout_results.py`.
"""

from __future__ import annotations

from ...machine.program import PAYOFF
from .code_generation import Unit
from .encode import Body
from .layout import LENGTHS, LISTED
from .opcodes import I32, I64

MOVES, EACH = 0, 1  # parameters


def increment(body: Body, at: int) -> None:
    """One more in a 64-bit count."""
    body.i32(0)
    body.i32(0)
    body.memory("i64.load", at)
    body.i64(1)
    body.op("i64.add")
    body.memory("i64.store", at)


def finish(unit: Unit) -> Body:
    body = Body("finish", (I32, I32), ())
    memory = unit.memory
    payoff = memory.cells[PAYOFF]
    value, any_, row = body.local(I32), body.local(I32), body.local(I32)
    square = body.local(I64)
    increment(body, memory.totals)
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
    increment(body, memory.totals + 16)
    body.end()
    _length(unit, body)
    _list_game(unit, body, row)
    return body


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
    body.get(MOVES)
    body.i32(LENGTHS)
    body.op("i32.lt_u")
    body.if_()
    for _ in range(2):
        body.get(MOVES)
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
    body.get(MOVES)
    body.i32(LENGTHS)
    body.op("i32.ge_u")
    body.get(EACH)
    body.op("i32.or")
    body.if_()
    body.i32(0)
    body.memory("i32.load", LISTED)
    body.i32(4 * (1 + unit.machine.players))
    body.op("i32.mul")
    body.tee(row)
    body.get(MOVES)
    body.memory("i32.store", unit.memory.rows)
    for player in range(unit.machine.players):
        body.get(row)
        body.i32(0)
        body.memory(payoff.width.load, payoff.base + payoff.width.bytes * player)
        body.memory("i32.store", unit.memory.rows + 4 * (1 + player))
    body.i32(0)
    body.i32(0)
    body.memory("i32.load", LISTED)
    body.i32(1)
    body.op("i32.add")
    body.memory("i32.store", LISTED)
    body.end()
