"""Emits the counting of details (turns, rounds, decisions, options by kind, figures) and the checks of invariants.

Turns and rounds are counted in locals. Options are counted in memory: how often each kind was offered, then how often
it was taken. At the end of a game these counts are added to sums and sums of squares, which `playout_results.py` reads.
Each figure is evaluated with fuel of its own.

Invariants are checked at each decision before it is made, and at the end. The first broken one stops play; its number
and the game's number stay in memory. An invariant is a pure function, so it still holds if everything it read is
unchanged.

`engine/figures.py` defines figures and invariants. A module that counts or checks nothing has none of this code.
"""

from __future__ import annotations

from math import prod

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ...machine.option_labels import Sorts
from ...machine.program import PAYOFF
from ..packing import INT, WORD
from . import register_promotion
from .code_generation import CodeGenerator, MachineLocal, Unit, load_number
from .encoding import I32, I64
from .function_builder import BlockLabel, Body
from .memory_layout import (
    BROKEN,
    DRAWS,
    FINISHED,
    LENGTHS,
    LISTED,
    PAYOFF_SUM,
    PAYOFF_SUMS,
    ROUNDS,
    TURNS,
    WINS,
    Memory,
    Vector,
    outcome_count,
)
from .operands import LocalVariable, MemoryPlace, Operand, call, constant_place, i32, i64, union
from .playout_function import PlayoutFunction
from .playout_option_counting import CountedAlternative
from .runtime_support import add_support_function, fuel_limit, ranges_in

HALF = (1 << 32) - 1


def finish_body(unit: Unit) -> Body:
    """Build the function `(moves, each)`, which counts a finished game of this many moves. If `each` is not 0, it also
    adds the game to the list of single games."""
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
    with code.if_(moves.ge_u(LENGTHS) | each):  # a game that is too long for the counts by length is listed, too
        numbers = 1 + unit.machine.players
        code.store(MemoryPlace(INT, row.tee(LISTED.load() * (INT.bytes * numbers)), memory.rows.base), moves)
        for player, value in enumerate(values):
            code.store(MemoryPlace(INT, row, memory.rows[1 + player].offset), value)
        code.increase(LISTED, 1)
    return code


def _count_outcome(code: Body, memory: Memory, values: list[LocalVariable], counted: BlockLabel) -> None:
    """Emit code for a game whose payoffs are all -1, 0 or 1: it increases the counter of this combination of payoffs
    and jumps to `counted`. The sums are computed later, from these counters."""
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
    """Emit code that adds the payoffs of a game to the sums of each player."""
    code.increase(memory.totals[FINISHED], 1)
    for player, value in enumerate(values):
        code.increase(memory.payoffs[PAYOFF_SUMS * player + PAYOFF_SUM], value.extend_s())
        code.increase(memory.payoffs[PAYOFF_SUMS * player + WINS], (value > 0).extend_u())
    with code.if_(union(values).eqz()):
        code.increase(memory.totals[DRAWS], 1)


GAME_SUMS = 3
"""The number of sums over finished games: decisions, turns and rounds."""
SUM = 24
"""Bytes of one entry: a sum, and the low and high halves of the sum of squares."""


def detail_bytes(sorts: Sorts) -> int:
    """Return the number of bytes of memory for the details, without figures."""
    counts = 2 * len(sorts.names)
    return SUM * (GAME_SUMS + counts) + 8 * counts


def add_details(unit: Unit) -> None:
    """Add the support functions that sum up details."""
    if unit.sorts is not None:
        add_support_function(unit, "sum", _sum_body(unit))
        add_support_function(unit, "options counted", _options_body(unit, len(unit.sorts.names)))


def clear_details(playout: PlayoutFunction) -> None:
    """Emit code that sets the locals for turns and rounds to 0."""
    for local in (playout.turns, playout.rounds):
        if local is not None:
            playout.body.set(local, 0)


def detail_locals(playout: PlayoutFunction) -> list[tuple[MemoryPlace, LocalVariable]]:
    """Return the locals that count details. Each comes with the place where it is saved between two calls of the
    module."""
    pairs = ((TURNS, playout.turns), (ROUNDS, playout.rounds))
    return [(place, local) for place, local in pairs if local is not None]


def count_entry(playout: PlayoutFunction, node: m.Node) -> None:
    """Emit code that counts a turn or a round if one begins at this node."""
    machine = playout.unit.machine
    for starts, local in ((machine.turn_starts, playout.turns), (machine.round_starts, playout.rounds)):
        if local is not None and node.id in starts:
            playout.body.increase(local, 1)


def count_offers(playout: PlayoutFunction, node: m.Decision, found: list[CountedAlternative]) -> None:
    """Emit code that counts each kind of option that is offered at a decision."""
    if playout.unit.sorts is None:
        return
    counts: dict[int, list[LocalVariable]] = {}
    for one in found:
        place = playout.unit.sorts.place(node, one.alternative)
        if place is not None:
            counts.setdefault(place, []).append(one.count)
    for place, locals_ in counts.items():
        playout.body.increase(_counts(playout.unit)[place], union(locals_) != 0)


def count_taken_option(playout: PlayoutFunction, node: m.Decision, alternative: m.Alternative) -> None:
    """Emit code that counts the kind of the option that was taken."""
    sorts = playout.unit.sorts
    place = None if sorts is None else sorts.place(node, alternative)
    if sorts is not None and place is not None:
        playout.body.increase(_counts(playout.unit)[len(sorts.names) + place], 1)


def add_game_details(playout: PlayoutFunction) -> None:
    """Emit code that adds the details of a finished game to the sums."""
    for i, local in enumerate((playout.decisions, playout.turns, playout.rounds)):
        if playout.unit.sorts is not None and local is not None:
            playout.body.call(playout.unit.support["sum"], playout.unit.memory.details + SUM * i, local)
    add_option_counts(playout)


def add_option_counts(playout: PlayoutFunction) -> None:
    """Emit code that adds the counts of options in a game, which may be unfinished, to the sums."""
    if playout.unit.sorts is not None:
        playout.body.call(playout.unit.support["options counted"])


def _counts(unit: Unit) -> Vector:
    """Return the counters of the current game: how often each kind of option was offered, then how often it was
    taken."""
    assert unit.sorts is not None
    return Vector(unit.memory.details + SUM * (GAME_SUMS + 2 * len(unit.sorts.names)), INT)


def _sum_body(unit: Unit) -> Body:
    """Build the function `(address, number)`, which adds the number and its square to the sums at the address."""
    code = Body("sum", (I32, I32), ())
    address, number = code.arguments
    square = code.local(I64)
    total = MemoryPlace(WORD, address)
    code.set(square, number.extend_s() * number.extend_s())
    code.increase(total, number.extend_s())
    code.increase(total.plus(8), square & HALF)  # in two halves, to prevent overflow
    code.increase(total.plus(16), square.shr_u(32))
    return code


def _options_body(unit: Unit, sorts: int) -> Body:
    """Build the function `()`, which adds each option counter of the current game to its sum and clears the counter."""
    code = Body("options counted", (), ())
    number = code.local(I32)
    count = _counts(unit)[number]
    with code.forever() as done:
        code.br_if(done, number.ge_u(2 * sorts))
        address = number * SUM + (unit.memory.details + SUM * GAME_SUMS)
        code.call(unit.support["sum"], address, count.load())
        code.store(count, 0)
        code.increase(number, 1)
    return code


VALUE = 32
"""Bytes of one entry for a figure's value: the number of games, the sum, and the low and high halves of the sum of
squares."""
NUMBER = "#figure"


def figure_bytes(machine: m.Machine) -> int:
    """Return the number of bytes of memory for all figures."""
    return VALUE * sum(_size(figure) for figure in machine.figures)


def figures_at(details: int, sorts: Sorts) -> int:
    """Return the address of the values of figures, which follow the details at `details`."""
    return details + detail_bytes(sorts)


def add_figures(unit: Unit) -> None:
    """Add the support functions that evaluate figures."""
    if unit.sorts is not None and unit.machine.figures:
        add_support_function(unit, "figures", _figures_body(unit, unit.sorts))


def measure(playout: PlayoutFunction) -> None:
    """Emit the evaluation of the figures of a finished game; the functions of figures read the cells in memory."""
    if "figures" in playout.unit.support:
        register_promotion.spill(playout.generator())
        playout.body.call(playout.unit.support["figures"])


def _size(figure: m.MeasuredFigure) -> int:
    return prod(map(len, figure.labels))


def _figures_body(unit: Unit, sorts: Sorts) -> Body:
    """Build the function `()`, which evaluates all values of all figures and adds them to the sums."""
    code = Body("figures", (), ())
    number, games = code.local(I32), code.local(I32)
    address = figures_at(unit.memory.details, sorts)
    for figure in unit.machine.figures:
        size = _size(figure)
        gen = CodeGenerator(unit, code).bind(NUMBER, MachineLocal(m.NUMBER, (number,), 0, size - 1))
        arguments = _arguments(figure)
        code.set(number, 0)
        with code.forever() as done:
            code.br_if(done, number.ge_u(size))
            with code.block() as passed:
                if figure.where is not None:
                    code.set(unit.fuel, fuel_limit(unit))
                    code.br_if(passed, gen.number(m.Call(figure.where, arguments)).eqz())
                code.set(unit.fuel, fuel_limit(unit))
                value = gen.number_local(m.Call(figure.function, arguments))
                code.set(games, number * VALUE + address)
                code.increase(MemoryPlace(WORD, games), 1)
                code.call(unit.support["sum"], games + WORD.bytes, value)
            code.increase(number, 1)
        address += VALUE * size
    return code


def _arguments(figure: m.MeasuredFigure) -> tuple[m.Expr, ...]:
    """Return the arguments of a figure's function, one for each dimension. They are expressions that decode the number
    of the combination."""
    found: list[m.Expr] = []
    rest: m.Expr = m.Local(NUMBER)
    for low, labels in reversed([*zip(figure.lows, figure.labels, strict=True)]):
        member = m.Op("mod", (rest, m.Const(len(labels))))
        found.insert(0, m.Op("add", (member, m.Const(low))))
        rest = m.Op("div", (rest, m.Const(len(labels))))
    return tuple(found)


MOST_WORDS = 128
"""The most words that an invariant may read to be skipped while they are unchanged: comparing more takes too long."""


def add_invariant_checks(unit: Unit) -> None:
    """Add the support function that checks all invariants."""
    if unit.watched:
        add_support_function(unit, "broken", _find_broken(unit))


def check_invariants(playout: PlayoutFunction, over: bool) -> None:
    """Emit a check that stops play if an invariant is broken. `over` says whether the game is over, so that `finally`
    invariants are checked, too."""
    if not playout.unit.watched:
        return
    code, found = playout.body, playout.body.local(I32)
    with code.if_(found.tee(call(playout.unit.support["broken"], int(over)))):
        code.store(BROKEN, found)
        code.br(playout.stop)


def _find_broken(unit: Unit) -> Body:
    """Build the function `(over) -> number`, which returns 1 + the number of the first broken invariant, or 0. Each
    invariant has fuel of its own; the game starts its next step with full fuel."""
    code = Body("broken", (I32,), (I32,))
    (over,) = code.arguments
    gen, found, differs = CodeGenerator(unit, code), code.local(I32), code.local(I64)
    kept = unit.memory.rows.base - invariant_bytes(unit.machine, unit.memory, unit.effects)
    with code.block() as done:
        for number, invariant in enumerate(unit.machine.invariants):
            with code.block() as passed:
                if invariant.when == "finally":
                    code.br_if(passed, over.eqz())
                words = _words(unit.machine, unit.memory, unit.effects, invariant)
                if words:
                    code.br_if(passed, _same(code, words, Vector(kept, WORD), differs))
                code.set(unit.fuel, fuel_limit(unit))
                code.set(found, number + 1)
                holds = gen.number(m.Call(invariant.function, ()))
                code.br_if(done, holds if invariant.when == "never" else holds.eqz())
                if words:
                    _keep(code, words, Vector(kept, WORD))
                    kept += WORD.bytes * (1 + len(words))
        code.set(found, 0)
    code.push(found)
    return code


# ---------------------------------------------------------------------------------------- skipping unchanged invariants


def invariant_bytes(machine: m.Machine, memory: Memory, effects: Effects) -> int:
    """Return how many bytes are needed to save the last evaluation of each invariant: whether it held, and the words it
    read."""
    words = (_words(machine, memory, effects, invariant) for invariant in machine.invariants)
    return sum(8 * (1 + len(found)) for found in words if found)


def _words(machine: m.Machine, memory: Memory, effects: Effects, invariant: m.Invariant) -> list[int]:
    """Return the addresses of the words that an invariant reads; [] if there are too many to compare."""
    ranges = ranges_in(memory, machine, effects.reads(m.Call(invariant.function, ())))
    words = [at for start, end in ranges for at in range(start, end, 8)]
    return words if len(words) <= MOST_WORDS else []


def _same(code: Body, words: list[int], kept: Vector, differs: LocalVariable) -> Operand:
    """Return the operand for whether the invariant held at its last evaluation and all words that it reads are
    unchanged. `kept` has what `_keep` stored."""
    pairs = [constant_place(WORD, at).load() ^ kept[1 + i].load() for i, at in enumerate(words)]
    code.set(differs, union((i64(0), *pairs)))
    return ((kept[0].load() ^ 1) | differs).eqz()


def _keep(code: Body, words: list[int], kept: Vector) -> None:
    """Emit code that stores in `kept` that the invariant held, and the words that it read."""
    code.store(kept[0], 1)
    for i, at in enumerate(words):
        code.store(kept[1 + i], constant_place(WORD, at).load())
