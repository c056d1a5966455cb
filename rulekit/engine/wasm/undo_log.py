"""Undo writes to large cells after a trial (`After`), instead of copying these cells before the trial.

A routine that runs inside a trial saves each word of a large cell before it overwrites the word. It pushes the old
content and the address, 16 bytes, on the stack of saved cells. After the trial, the words are restored in reverse
order. The stack has a fixed size, so this is done only if each trial makes few writes to large cells. Their number is
estimated from the loops around the writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...machine import program as m
from ...machine.analyses.effects import Effects
from ..packing import INT, WORD
from .code_generation import CodeGenerator, Unit
from .encoding import I32
from .function_builder import Body
from .memory_layout import Memory
from .operands import MemoryPlace, Operand

LARGE = 1 << 10
"""Bytes of a cell from which saving single writes is cheaper than copying the whole cell before and after."""
MOST_WRITES = 1 << 10
"""The most writes to large cells in one trial. If each writes a row of 64 words, they fill a quarter of the stack."""
MOST_BYTES = 512
"""The most bytes of an element that one statement may write."""
NOTE = 16
"""Bytes of a note: the word, its address, and 4 unused bytes."""


def undone_cells(machine: m.Machine, memory: Memory, effects: Effects, tried: Iterable[str]) -> frozenset[str]:
    """Return the cells whose writes are undone one by one: the large cells, if no trial writes them often.

    Histories of positions are always copied instead: clearing a history writes all of it."""
    routines = {r.name: r for r in machine.routines}
    large = {
        c.name
        for c in machine.cells
        if memory.cells[c.name].end - memory.cells[c.name].base >= LARGE
        and memory.cells[c.name].stride <= MOST_BYTES
        and not c.name.startswith("history.")
    }
    written = large & frozenset().union(*(effects.writes_of(name) for name in tried))
    few = all(_most_writes(routines[name].body, routines, written, ()) <= MOST_WRITES for name in tried)
    return frozenset(written) if few else frozenset()


def _most_writes(
    body: Sequence[m.Stmt], routines: dict[str, m.Routine], cells: set[str], around: tuple[str, ...]
) -> int:
    """Return the greatest number of writes to these cells in one run of the statements; more than MOST_WRITES if it is
    unknown."""
    found = 0
    for stmt in body:
        match stmt:
            case m.Write(cell=cell) | m.Insert(cell=cell) | m.Push(cell=cell) | m.Pull(cell=cell):
                found += cell in cells
            case m.IfStatement(then=then, otherwise=otherwise):
                found += max(_most_writes(way, routines, cells, around) for way in (then, otherwise))
            case m.Each(over=m.LoopDomain(m.Const(low), m.Const(high), None), body=inside):
                found += max(0, high - low + 1) * _most_writes(inside, routines, cells, around)
            case m.Each(body=inside) | m.While(body=inside):
                found += (MOST_WRITES + 1) * _most_writes(inside, routines, cells, around)
            case m.Run(routine=name):
                recursive = name in around
                found += (
                    MOST_WRITES + 1
                    if recursive
                    else _most_writes(routines[name].body, routines, cells, (*around, name))
                )
    return found


def note_body(unit: Unit) -> Body:
    """Build the function `(address, bytes)`, which during a trial saves the words that contain these bytes, before a
    write to them."""
    gen = CodeGenerator(unit, Body("note", (I32, I32), ()))
    code, save = gen.body, unit.save
    at, end = code.arguments
    with code.block() as done:
        code.br_if(done, save == unit.memory.save)
        code.set(end, at + end)
        code.set(at, at & -WORD.bytes)
        with code.loop() as again:
            gen.fault_if(unit.machine.fuel_fault, (save + NOTE).gt_u(unit.memory.pages << 16))
            code.store(MemoryPlace(WORD, save), MemoryPlace(WORD, at).load())
            code.store(MemoryPlace(INT, save, WORD.bytes), at)
            code.increase(save, NOTE)
            code.br_if(again, at.tee(at + WORD.bytes).lt_u(end))
    return code


def emit_note(gen: CodeGenerator, address: Operand, count: int) -> None:
    """Emit code that saves the old content of `count` bytes, if it runs inside a trial."""
    gen.body.call(gen.unit.support["note"], address, count)


def emit_undo(gen: CodeGenerator, base: Operand) -> None:
    """Emit code that restores the words saved on the stack above the address `base`, in reverse order."""
    code, save = gen.body, gen.unit.save
    with code.forever() as done:
        code.br_if(done, save <= base)
        code.increase(save, -NOTE)
        code.store(MemoryPlace(WORD, MemoryPlace(INT, save, WORD.bytes).load()), MemoryPlace(WORD, save).load())
