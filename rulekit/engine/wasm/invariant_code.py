"""Invariants looked at while games are played: at each decision before it is made, and at the end.

The first that is broken stops the play; its number stays in memory, and so does that of the game.  The meaning is
`engine/figures.py`'s.  An invariant is a pure function: where all that it read when it held is the same, it holds.
A module that is not asked for it has none of this code.
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
"""What an invariant may read so that it is compared with what it was."""


def add_invariant_checks(unit: Unit) -> None:
    if unit.watched:
        add_support_function(unit, "broken", _broken(unit))


def check_invariants(playout: PlayoutFunction, over: bool) -> None:
    """Leaves the play where something is broken."""
    if not playout.unit.watched:
        return
    code, found = playout.body, playout.body.local(I32)
    with code.if_(found.tee(call(playout.unit.support["broken"], int(over)))):
        code.store(BROKEN, found)
        code.br(playout.stop)


def _broken(unit: Unit) -> Body:
    """(whether the game is over) -> 1 + the number of the first invariant that does not hold, or 0.

    Each has fuel of its own, as when a host asks; the game has all of its own when it goes on from here.
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
    """What lies before the rows: for each invariant whether it held, and the words it read then."""
    words = (_words(machine, memory, effects, invariant) for invariant in machine.invariants)
    return sum(8 * (1 + len(found)) for found in words if found)


def _words(machine: m.Machine, memory: Memory, effects: Effects, invariant: m.Invariant) -> list[int]:
    """The addresses of all that an invariant reads; none where that is too much to look through each time."""
    ranges = ranges_in(memory, machine, effects.reads(m.Call(invariant.function, ())))
    words = [at for start, end in ranges for at in range(start, end, 8)]
    return words if len(words) <= MOST_WORDS else []


def _same(code: Body, words: list[int], kept: Vector, differs: LocalVariable) -> Operand:
    """Whether it held before, with these very words."""
    pairs = [constant_place(WORD, at).load() ^ kept[1 + i].load() for i, at in enumerate(words)]
    code.set(differs, union((i64(0), *pairs)))
    return ((kept[0].load() ^ 1) | differs).eqz()


def _keep(code: Body, words: list[int], kept: Vector) -> None:
    code.store(kept[0], 1)
    for i, at in enumerate(words):
        code.store(kept[1 + i], constant_place(WORD, at).load())
