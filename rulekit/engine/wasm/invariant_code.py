"""Invariants looked at while games are played: at each decision before it is made, and at the end.

The first that is broken stops the play; its number stays in memory, and so does that of the game.  The meaning is
`engine/invariants.py`'s.  An invariant is a pure function: where all that it read when it held is the same, it holds.
A module that is not asked for it has none of this code.
"""

from __future__ import annotations

from ...machine import program as m
from ...machine.analyses.effects import Effects
from .checkpoint import ranges_in
from .code_generation import CodeGenerator, Unit
from .encode import Body
from .layout import BROKEN, Memory
from .opcodes import I32, I64
from .playout_function import PlayoutFunction
from .runtime_support import add, full

MOST_WORDS = 128
"""What an invariant may read so that it is compared with what it was."""


def add_invariant_checks(unit: Unit) -> None:
    if unit.watched:
        add(unit, "broken", _broken(unit))


def check_invariants(playout: PlayoutFunction, over: bool) -> None:
    """Leaves the play where something is broken."""
    if not playout.unit.watched:
        return
    body, found = playout.body, playout.body.local(I32)
    body.i32(int(over))
    body.call(playout.unit.support["broken"])
    body.tee(found)
    body.if_()
    body.i32(0)
    body.get(found)
    body.memory("i32.store", BROKEN)
    body.br(playout.stop)
    body.end()


def _broken(unit: Unit) -> Body:
    """(whether the game is over): 1 + the number of the first invariant that does not hold, or 0.

    Each has fuel of its own, as when a host asks; the game has all of its own when it goes on from here.
    """
    body = Body("broken", (I32,), (I32,))
    gen, found, differs = CodeGenerator(unit, body), body.local(I32), body.local(I64)
    done, kept = body.block(), unit.memory.rows - invariant_bytes(unit.machine, unit.memory, unit.effects)
    for number, invariant in enumerate(unit.machine.invariants):
        passed = body.block()
        if invariant.when == "finally":
            body.get(0)
            body.op("i32.eqz")
            body.br_if(passed)
        words = _words(unit.machine, unit.memory, unit.effects, invariant)
        if words:
            _differ(body, words, kept, differs)
            body.br_if(passed)
        body.i32(full(unit))
        body.global_set(unit.fuel)
        body.i32(number + 1)
        body.set(found)
        gen.number(m.Call(invariant.function, ()))
        if invariant.when != "never":
            body.op("i32.eqz")
        body.br_if(done)
        if words:
            _keep(body, words, kept)
            kept += 8 * (1 + len(words))
        body.end()
    body.i32(0)
    body.set(found)
    body.end()
    body.get(found)
    return body


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


def _differ(body: Body, words: list[int], kept: int, differs: int) -> None:
    """Leaves whether it held before, with these very words."""
    body.i64(0)
    for i, at in enumerate(words):
        body.i32(0)
        body.memory("i64.load", at)
        body.i32(0)
        body.memory("i64.load", kept + 8 * (1 + i))
        body.op("i64.xor", "i64.or")
    body.set(differs)
    body.i32(0)
    body.memory("i64.load", kept)
    body.i64(1)
    body.op("i64.xor")
    body.get(differs)
    body.op("i64.or", "i64.eqz")


def _keep(body: Body, words: list[int], kept: int) -> None:
    body.i32(0)
    body.i64(1)
    body.memory("i64.store", kept)
    for i, at in enumerate(words):
        body.i32(0)
        body.i32(0)
        body.memory("i64.load", at)
        body.memory("i64.store", kept + 8 * (1 + i))
