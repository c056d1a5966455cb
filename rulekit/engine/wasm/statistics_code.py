"""Build `finish(moves, each)`, which adds a finished game to the counts.

The counts are in memory (`memory_layout.py`); `playout_results.py` reads them.
"""

from __future__ import annotations

from ...machine.program import PAYOFF
from ..packing import INT
from .addresses import load_number
from .code_generation import Unit
from .encoding import I32, I64
from .function_builder import BlockLabel, Body
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
    Memory,
    Vector,
    outcome_count,
)
from .operands import LocalVariable, MemoryPlace, i32, union

HALF = (1 << 32) - 1


def finish_body(unit: Unit) -> Body:
    """Build `(moves, each)`: count a game of this many moves; if `each`, list it as well."""
    code, memory = Body("finish", (I32, I32), ()), unit.memory
    moves, each = code.arguments
    payoffs = Vector(memory.cells[PAYOFF].base, memory.cells[PAYOFF].width)
    values, row = [code.local(I32) for _ in range(unit.machine.players)], code.local(I32)
    for player, value in enumerate(values):
        code.set(value, load_number(payoffs[player]))
    with code.block() as counted:
        if unit.sorts is None and outcome_count(len(values)):
            _count_outcome(code, memory, values, counted)
        _add_payoffs(code, memory, values)
    with code.if_(moves.lt_u(LENGTHS)):
        code.increase(memory.lengths[moves], 1)
    with code.if_(moves.ge_u(LENGTHS) | each):  # games too long for the counts of lengths are listed, too
        numbers = 1 + unit.machine.players
        code.store(MemoryPlace(INT, row.tee(LISTED.load() * (INT.bytes * numbers)), memory.rows.base), moves)
        for player, value in enumerate(values):
            code.store(MemoryPlace(INT, row, memory.rows[1 + player].offset), value)
        code.increase(LISTED, 1)
    return code


def _count_outcome(code: Body, memory: Memory, values: list[LocalVariable], counted: BlockLabel) -> None:
    """Count a game with payoffs of -1, 0 and 1 by its outcome, from which the sums follow; then jump to `counted`."""
    outcome, small = code.local(I32), i32(1)
    number = i32(0)
    for player, value in enumerate(values):
        small = small & (value + 1).lt_u(3)
        number = number + (value + 1) * 3**player
    with code.if_(small):
        code.set(outcome, number)
        code.increase(memory.outcomes[outcome], 1)
        code.br(counted)


def _add_payoffs(code: Body, memory: Memory, values: list[LocalVariable]) -> None:
    """Add the payoffs to the sums of each player."""
    square = code.local(I64)
    code.increase(memory.totals[FINISHED], 1)
    for player, value in enumerate(values):
        sums = [memory.payoffs[PAYOFF_SUMS * player + number] for number in range(PAYOFF_SUMS)]
        code.increase(sums[PAYOFF_SUM], value.extend_s())
        code.set(square, value.extend_s() * value.extend_s())
        code.increase(sums[SQUARES_LOW], square & HALF)  # in halves, to prevent overflow
        code.increase(sums[SQUARES_HIGH], square.shr_u(32))
        code.increase(sums[WINS], (value > 0).extend_u())
    with code.if_(union(values).eqz()):
        code.increase(memory.totals[DRAWS], 1)
