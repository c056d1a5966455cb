"""Rings in memory: the rows and stacks of pieces."""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from .code_generation import CodeGenerator, index_offset
from .encoding import I32
from .operands import LocalVariable, MemoryPlace


class Ring:
    """A ring in memory: one element of a cell of rings. Its number is computed once: a local plus a constant
    (`fixed`)."""

    def __init__(self, gen: CodeGenerator, cell: str, index: Sequence[m.Expr]) -> None:
        self.array = gen.unit.memory.cells[cell]
        self.capacity = gen.unit.cells[cell].capacity
        self.number = gen.local(I32)
        variable, self.fixed = index_offset(gen, self.array.shape, index, 1)
        gen.body.set(self.number, variable)

    @property
    def size(self) -> MemoryPlace:
        """Return the memory place of the ring's size."""
        return self.array.size_of(self.number).plus(4 * self.fixed)

    def place(self, position: LocalVariable) -> MemoryPlace:
        """Return the memory place of the ring's item at this position."""
        variable = self.number * self.array.stride + position * self.array.width.bytes
        return self.array.at(variable, self.array.stride * self.fixed)
