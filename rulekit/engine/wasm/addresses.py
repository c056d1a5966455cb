"""Compute addresses of elements: constant parts of an index go into the access's offset."""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from .code_generation import CodeGenerator
from .encoding import I32
from .memory_layout import Array
from .operands import LocalVariable, MemoryPlace, Operand, i32


def index_offset(gen: CodeGenerator, shape: Sequence[int], index: Sequence[m.Expr], unit: int) -> tuple[Operand, int]:
    """Push the variable part of `unit` x the element's number; return it with the constant part."""
    steps = [unit] * len(shape)
    for i in reversed(range(len(shape) - 1)):
        steps[i] = steps[i + 1] * shape[i + 1]
    code, variable, constant = gen.body, None, 0
    for step, expr in zip(steps, index, strict=True):
        if isinstance(expr, m.Const):
            constant += step * expr.value
            continue
        part = gen.number(expr)
        if step != 1:
            part = code.push(part * step)
        variable = part if variable is None else code.push(variable + part)
    return code.push(i32(0)) if variable is None else variable, constant


def element_place(gen: CodeGenerator, array: Array, index: Sequence[m.Expr]) -> MemoryPlace:
    """Push the variable part of an address; return the place of a number, or of the first word of a set."""
    variable, constant = index_offset(gen, array.shape, index, array.stride)
    return array.at(variable, constant)


def element_in_local(gen: CodeGenerator, array: Array, index: Sequence[m.Expr]) -> MemoryPlace:
    """Return the same place for several accesses: the variable part of its address is in a local."""
    address = gen.local(I32)
    variable, constant = index_offset(gen, array.shape, index, array.stride)
    gen.body.set(address, variable)
    return array.at(address, constant)


def member_list(gen: CodeGenerator, of: m.Expr | None) -> tuple[Array, tuple[m.Expr, ...]] | None:
    """Return the table that lists a set's members, and the set's index in it; None for another set."""
    array = gen.unit.memory.tables[of.table] if isinstance(of, m.Lookup) else None
    return (array, of.index) if isinstance(of, m.Lookup) and array is not None and array.listed else None


def load_number(place: MemoryPlace) -> Operand:
    """Return the 32-bit number at a place of any width."""
    return place.load().wrap() if place.width.bytes == 8 else place.load()


def store_number(gen: CodeGenerator, place: MemoryPlace, number: Operand) -> None:
    """Store a 32-bit number at a place of any width."""
    gen.body.store(place, number.extend_s() if place.width.bytes == 8 else number)


class Ring:
    """An element that is a ring; its number is computed once."""

    def __init__(self, gen: CodeGenerator, cell: str, index: Sequence[m.Expr]) -> None:
        self.array = gen.unit.memory.cells[cell]
        self.capacity = gen.unit.cells[cell].capacity
        self.number = gen.local(I32)
        variable, self.fixed = index_offset(gen, self.array.shape, index, 1)
        gen.body.set(self.number, variable)

    @property
    def size(self) -> MemoryPlace:
        """Return the place of its size."""
        return self.array.size_of(self.number).plus(4 * self.fixed)

    def place(self, position: LocalVariable) -> MemoryPlace:
        """Return the place of the number at this position."""
        variable = self.number * self.array.stride + position * self.array.width.bytes
        return self.array.at(variable, self.array.stride * self.fixed)
