"""Where an element lies: index expressions to an address, every constant part folded into the offset of the access."""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from .code_generation import CodeGenerator
from .layout import Array
from .opcodes import I32


def scaled(gen: CodeGenerator, shape: Sequence[int], index: Sequence[m.Expr], unit: int) -> int:
    """Leaves the variable part of `unit` x the element's number on the stack; the constant part is the result."""
    steps = [unit] * len(shape)
    for i in reversed(range(len(shape) - 1)):
        steps[i] = steps[i + 1] * shape[i + 1]
    fixed, pushed = 0, False
    for step, expr in zip(steps, index, strict=True):
        if isinstance(expr, m.Const):
            fixed += step * expr.value
            continue
        gen.number(expr)
        if step != 1:
            gen.body.i32(step)
            gen.body.op("i32.mul")
        if pushed:
            gen.body.op("i32.add")
        pushed = True
    if not pushed:
        gen.body.i32(0)
    return fixed


def element(gen: CodeGenerator, array: Array, index: Sequence[m.Expr]) -> int:
    """Leaves the variable part of the address on the stack; the offset to access it with is the result."""
    return array.base + scaled(gen, array.shape, index, array.stride)


class Ring:
    """A ring's element: where its numbers and its size lie, found once."""

    def __init__(self, gen: CodeGenerator, cell: str, index: Sequence[m.Expr]) -> None:
        self.w = gen
        self.array = gen.unit.memory.cells[cell]
        self.capacity = gen.unit.cells[cell].capacity
        self.number = gen.local(I32)
        self.fixed = scaled(gen, self.array.shape, index, 1)
        gen.body.set(self.number)

    def size(self) -> None:
        """Leaves its size."""
        self._scaled(4)
        self.w.body.memory("i32.load", self.array.sizes + 4 * self.fixed)

    def set_size(self, size: int) -> None:
        self._scaled(4)
        self.w.body.get(size)
        self.w.body.memory("i32.store", self.array.sizes + 4 * self.fixed)

    def place(self, position: int) -> int:
        """Leaves the variable part of the address of what stands at the local `position`; the offset is the result."""
        body = self.w.body
        self._scaled(self.array.stride)
        body.get(position)
        body.i32(self.array.width.bytes)
        body.op("i32.mul", "i32.add")
        return self.array.base + self.array.stride * self.fixed

    def address(self, position: int) -> None:
        """Leaves the whole address of what stands at the local `position`."""
        self.w.body.i32(self.place(position))
        self.w.body.op("i32.add")

    def _scaled(self, by: int) -> None:
        self.w.body.get(self.number)
        self.w.body.i32(by)
        self.w.body.op("i32.mul")
