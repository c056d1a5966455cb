"""What a finished game adds to the counts, as one function of the module: `finish(moves, each)`.

The counts lie in memory (`memory_layout.py`) and are read by `playout_results.py`.
"""

from __future__ import annotations

from ...machine.program import PAYOFF
from ..packing import INT
from .addresses import load_number
from .code_generation import Unit
from .function_builder import Body
from .memory_layout import (
    DRAWS,
    FINISHED,
    LENGTHS,
    LISTED,
    PAYOFF_SUM,
    PAYOFF_SUMS,
    SQUARES_HIGH,
    SQUARES_LOW,
    WINS,
    Vector,
)
from .operands import MemoryPlace
from .value_types import I32, I64

HALF = (1 << 32) - 1


def finish(unit: Unit) -> Body:
    """(moves, each): a game is over after so many moves; `each` is whether games are listed one by one."""
    code, memory = Body("finish", (I32, I32), ()), unit.memory
    moves, each = code.arguments
    payoffs = Vector(memory.cells[PAYOFF].base, memory.cells[PAYOFF].width)
    value, any_, row = code.local(I32), code.local(I32), code.local(I32)
    square = code.local(I64)
    code.increase(memory.totals[FINISHED], 1)
    code.set(any_, 0)
    for player in range(unit.machine.players):
        sums = [memory.payoffs[PAYOFF_SUMS * player + number] for number in range(PAYOFF_SUMS)]
        code.set(any_, value.tee(load_number(payoffs[player])) | any_)
        code.increase(sums[PAYOFF_SUM], value.extend_s())
        code.set(square, value.extend_s() * value.extend_s())
        code.increase(sums[SQUARES_LOW], square & HALF)  # in halves, so that no number of games overflows
        code.increase(sums[SQUARES_HIGH], square.shr_u(32))
        code.increase(sums[WINS], (value > 0).extend_u())
    with code.if_(any_.eqz()):
        code.increase(memory.totals[DRAWS], 1)
    with code.if_(moves.lt_u(LENGTHS)):
        code.increase(memory.lengths[moves], 1)
    with code.if_(moves.ge_u(LENGTHS) | each):  # listed, as games too long for the counts of lengths are
        numbers = 1 + unit.machine.players
        code.store(MemoryPlace(INT, row.tee(LISTED.load() * (INT.bytes * numbers)), memory.rows.base), moves)
        for player in range(unit.machine.players):
            place = MemoryPlace(INT, row, memory.rows[1 + player].offset)
            code.store(place, load_number(payoffs[player]))
        code.increase(LISTED, 1)
    return code
