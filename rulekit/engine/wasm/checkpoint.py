"""Checkpoints: cells saved during a trial (`After`), on a stack of fixed size in memory.

Only cells that the routine may write are saved.  Ranges are widened to whole words; other bytes in them are restored
unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from ...machine.program import Machine
from ..packing import WORD
from .code_generation import CodeGenerator
from .encoding import I32
from .memory_layout import Memory
from .operands import LocalVariable, MemoryPlace, constant_place

UNROLLED = 16  # words up to which each is copied by itself, not by memory.copy


@frozen
class Checkpoint:
    """A saved part of memory: its address (a local), and the ranges it came from."""

    at: LocalVariable
    ranges: tuple[tuple[int, int], ...]
    bytes: int


def ranges_in(memory: Memory, machine: Machine, cells: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Return the ranges of memory that hold these cells, in whole words, adjacent ones joined."""
    parts: list[tuple[int, int]] = []
    rings = {c.name for c in machine.cells if c.kind == "ring"}
    for name in cells:
        array = memory.cells[name]
        parts.append((array.base, array.end))
        if name in rings:
            parts.append((array.sizes, array.sizes + 4 * array.count))
    joined: list[tuple[int, int]] = []
    for start, end in sorted((start // 8 * 8, -(-end // 8) * 8) for start, end in parts if end > start):
        if joined and start <= joined[-1][1] + 8:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def save_checkpoint(gen: CodeGenerator, cells: Iterable[str]) -> Checkpoint:
    """Save these cells; fault if the stack is full."""
    ranges = ranges_in(gen.unit.memory, gen.unit.machine, cells)
    saved = Checkpoint(gen.local(I32), ranges, max(8, sum(end - start for start, end in ranges)))
    code, top = gen.body, gen.unit.save
    code.set(top, saved.at.tee(top) + saved.bytes)
    gen.fault_if(gen.unit.machine.fuel_fault, top.gt_u(gen.unit.memory.pages << 16))
    gen.consume_fuel_for(saved.bytes // 8)
    _move(gen, saved, back=False)
    return saved


def restore(gen: CodeGenerator, saved: Checkpoint) -> None:
    """Restore a checkpoint and free its space."""
    _move(gen, saved, back=True)
    gen.body.set(gen.unit.save, saved.at)


def _move(gen: CodeGenerator, saved: Checkpoint, back: bool) -> None:
    code, aside = gen.body, 0
    for start, end in saved.ranges:
        if end - start <= 8 * UNROLLED:
            for offset in range(0, end - start, 8):
                copy, cell = MemoryPlace(WORD, saved.at, aside + offset), constant_place(WORD, start + offset)
                code.store(cell, copy.load()) if back else code.store(copy, cell.load())
        else:
            block = saved.at + aside
            code.copy(start, block, end - start) if back else code.copy(block, start, end - start)
        aside += end - start
