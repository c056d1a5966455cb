"""Emit the checks of invariants during games: at each decision before it is made, and at the end.

The first broken invariant stops play; its number and the game's stay in memory.  `engine/figures.py` defines the
meaning.  An invariant is a pure function, so it still holds if everything it read is unchanged.  A module that checks
none has none of this code.
"""

from __future__ import annotations

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ..packing import WORD
from .checkpoint import ranges_in
from .code_generation import CodeGenerator, Unit
from .encoding import I32, I64
from .function_builder import Body
from .memory_layout import BROKEN, Memory, Vector
from .operands import LocalVariable, Operand, call, constant_place, i64, union
from .playout_function import PlayoutFunction
from .runtime_support import add_support_function, fuel_limit

MOST_WORDS = 128
"""Words read by an invariant, up to which they are compared with their last values."""


def add_invariant_checks(unit: Unit) -> None:
    """Add the support function that checks all invariants."""
    if unit.watched:
        add_support_function(unit, "broken", _find_broken(unit))


def check_invariants(playout: PlayoutFunction, over: bool) -> None:
    """Emit a check that stops play if an invariant is broken."""
    if not playout.unit.watched:
        return
    code, found = playout.body, playout.body.local(I32)
    with code.if_(found.tee(call(playout.unit.support["broken"], int(over)))):
        code.store(BROKEN, found)
        code.br(playout.stop)


def _find_broken(unit: Unit) -> Body:
    """Build `(over) -> number`: 1 + the number of the first broken invariant, or 0.
    Each invariant has fuel of its own; the game starts its next step with full fuel.
    """
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


# ------------------------------------------------------------------------------------------------ what held still holds


def invariant_bytes(machine: m.Machine, memory: Memory, effects: Effects) -> int:
    """Return the bytes that lie before the rows: for each invariant whether it held, and the words it read then."""
    words = (_words(machine, memory, effects, invariant) for invariant in machine.invariants)
    return sum(8 * (1 + len(found)) for found in words if found)


def _words(machine: m.Machine, memory: Memory, effects: Effects, invariant: m.Invariant) -> list[int]:
    """Return the addresses of the words that an invariant reads; [] if they are too many to compare."""
    ranges = ranges_in(memory, machine, effects.reads(m.Call(invariant.function, ())))
    words = [at for start, end in ranges for at in range(start, end, 8)]
    return words if len(words) <= MOST_WORDS else []


def _same(code: Body, words: list[int], kept: Vector, differs: LocalVariable) -> Operand:
    """Return 1 if the invariant held before with the same words."""
    pairs = [constant_place(WORD, at).load() ^ kept[1 + i].load() for i, at in enumerate(words)]
    code.set(differs, union((i64(0), *pairs)))
    return ((kept[0].load() ^ 1) | differs).eqz()


def _keep(code: Body, words: list[int], kept: Vector) -> None:
    """Save the words with which an invariant held."""
    code.store(kept[0], 1)
    for i, at in enumerate(words):
        code.store(kept[1 + i], constant_place(WORD, at).load())
