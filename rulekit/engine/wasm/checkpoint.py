"""Checkpoints: cells saved while a routine is tried out (`After`), in a stack of bytes of fixed size.

Only what the routine may write is saved.  Ranges are widened to whole words: bytes that nobody wrote come back as they
were.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from ...machine.program import Machine
from .code_generation import CodeGenerator, Unit
from .layout import Memory
from .opcodes import I32

UNROLLED = 16  # words that are moved one by one rather than by memory.copy


@frozen
class Checkpoint:
    """Where the bytes lie (a local) and from which ranges they came."""

    at: int
    ranges: tuple[tuple[int, int], ...]
    bytes: int


def ranges_of(unit: Unit, cells: Iterable[str]) -> tuple[tuple[int, int], ...]:
    return ranges_in(unit.memory, unit.machine, cells)


def ranges_in(memory: Memory, machine: Machine, cells: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """The parts of memory that hold these cells, in whole words, neighbours joined."""
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


def save(gen: CodeGenerator, cells: Iterable[str]) -> Checkpoint:
    ranges = ranges_of(gen.unit, cells)
    saved = Checkpoint(gen.local(I32), ranges, max(8, sum(end - start for start, end in ranges)))
    body, top = gen.body, gen.unit.save
    body.global_get(top)
    body.tee(saved.at)
    body.i32(saved.bytes)
    body.op("i32.add")
    body.global_set(top)
    body.global_get(top)
    body.i32(gen.unit.memory.pages << 16)
    body.op("i32.gt_u")
    gen.fault_if(gen.unit.machine.fuel_fault)
    gen.consume_fuel_for(saved.bytes // 8)
    _move(gen, saved, back=False)
    return saved


def restore(gen: CodeGenerator, saved: Checkpoint) -> None:
    _move(gen, saved, back=True)
    gen.body.get(saved.at)
    gen.body.global_set(gen.unit.save)


def _move(gen: CodeGenerator, saved: Checkpoint, back: bool) -> None:
    aside = 0
    for start, end in saved.ranges:
        if end - start <= 8 * UNROLLED:
            for offset in range(0, end - start, 8):
                _word(gen, saved.at, aside + offset, start + offset, back)
        else:
            _block(gen, saved.at, aside, start, end - start, back)
        aside += end - start


def _word(gen: CodeGenerator, at: int, aside: int, cell: int, back: bool) -> None:
    if back:
        gen.body.i32(0)
        gen.body.get(at)
        gen.body.memory("i64.load", aside)
        gen.body.memory("i64.store", cell)
    else:
        gen.body.get(at)
        gen.body.i32(0)
        gen.body.memory("i64.load", cell)
        gen.body.memory("i64.store", aside)


def _block(gen: CodeGenerator, at: int, aside: int, cell: int, count: int, back: bool) -> None:
    if back:
        gen.body.i32(cell)
    gen.body.get(at)
    gen.body.i32(aside)
    gen.body.op("i32.add")
    if not back:
        gen.body.i32(cell)
    gen.body.i32(count)
    gen.body.memory_copy()
