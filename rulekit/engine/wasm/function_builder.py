"""Build functions: a `Body` collects the code of one function, so that an emitter reads like the code it generates.

WebAssembly is a stack machine: an instruction takes its operands from the stack and leaves its result there. Here, code
is written as expressions and statements. This example is a function that counts the members of a set, bit by bit:

    code = Body("members", (I64,), (I32,))
    (left,) = code.arguments
    count = code.local(I32)
    with code.forever() as done:
        code.br_if(done, left.eqz())
        code.set(left, left & (left - 1))
        code.increase(count, 1)
    code.push(count)

- **The stack.** A statement writes the code of its operands (`operands.Operand`) and leaves the stack as it was. A
  value stays on the stack only after `push`, a `call` of a function with results, an `if_` whose arms leave one, or a
  *machine expression* (below). Docstrings show what a method takes from the stack and leaves there as `(taken ->
  left)`; a method without this changes nothing on the stack.
- **Locals** are variables of type i32 or i64, initially 0. `local` makes one, `arguments` are the parameters, `set`
  writes one, `at.tee(at + 1)` writes one within an expression. Types are checked when the code is written.
- **Labels.** `block`, `loop`, `if_` and `else_` are used in a `with` statement, at whose end the block ends. A jump
  (`br`) to the label of a `block` or an arm leaves it. A jump to the label of a `loop` repeats it; without a jump it
  runs once. `forever` is a loop that a jump to its label leaves. `cases` are the arms of a jump table (`br_table`).
- **Memory** is addressed by name: `memory.kinds[node]` is an `operands.MemoryPlace`; its `load()` is an operand;
  `store` and `increase` write it. `memory_layout.py` has the names, `code_generation.py` finds elements of cells.
- **Machine expressions.** `CodeGenerator.number(expr)` writes the code of a machine expression at once, and its result
  is an operand on the stack (`operands.on_stack`): `code.br_if(skip, gen.number(test).eqz())`. It must be the first
  operand in the expression that uses it; this is checked. Several on the stack combine in order: `gen.number(a) -
  gen.number(b)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Generic, TypeVar

from attrs import define, field, frozen

from .encoding import EMPTY, ENCODED, I32, NAMES, Types, encode_unsigned
from .opcodes import (
    BLOCK,
    BR,
    BR_IF,
    BR_TABLE,
    CALL,
    DROP,
    ELSE,
    END,
    IF,
    LOOP,
    MEMORY,
    MEMORY_COPY,
    MEMORY_FILL,
    RETURN,
    UNREACHABLE,
)
from .operands import (
    CONSTANT,
    ON_STACK,
    FunctionReference,
    Global,
    LocalVariable,
    MemoryPlace,
    Operand,
    argument_operands,
    join_code,
    operand,
)

Item = TypeVar("Item")


@define(eq=False)
class BlockLabel:
    """An open block, to which code can jump. Use it in a `with` statement, at whose end the block ends."""

    body: Body
    opcode: bytes
    depth: int

    def __enter__(self) -> BlockLabel:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if kind is None:
            self.body.close(self)


@frozen
class Cases(Generic[Item]):
    """Nested blocks for the arms of a jump table: `labels[i]` leads to the code of item i.

    Iterate over the items to close the blocks: code written while the loop is at an item is the arm of that item.
    Control falls through to the next arm."""

    body: Body
    items: Sequence[Item]
    labels: tuple[BlockLabel, ...]

    def __iter__(self) -> Iterator[Item]:
        for label, item in zip(self.labels, self.items, strict=True):
            self.body.close(label)
            yield item


@define(eq=False)
class Body:
    """A function whose code is being written: its type, its locals, the code written so far, and the open blocks."""

    name: str
    params: Types
    results: Types
    locals: list[int] = field(factory=list)
    code: bytearray = field(factory=bytearray)
    open: list[BlockLabel] = field(factory=list)
    _arm_end: int = -1  # the length of `code` at the end of an `if_` arm, after which `else_` may follow

    # ----------------------------------------------------------------------------------- parameters and local variables

    @property
    def arguments(self) -> tuple[LocalVariable, ...]:
        """Return the parameters as locals."""
        return tuple(LocalVariable.of(type, index) for index, type in enumerate(self.params))

    def local(self, type: int) -> LocalVariable:
        """Return a new local of the function."""
        self.locals.append(type)
        return LocalVariable.of(type, len(self.params) + len(self.locals) - 1)

    def set(self, variable: LocalVariable | Global, value: Operand | int) -> None:
        """Set a variable to a value of the same type."""
        if isinstance(value, int):
            value = CONSTANT[variable.type](value)
        elif value.type != variable.type:
            raise TypeError(f"{self.name}: {variable} is set to {NAMES[value.type]}")
        self.code += value.code + variable.write

    def take(self, variables: Sequence[LocalVariable]) -> None:
        """Pop values from the stack into locals, the value on top into the last local: (values -> )."""
        for variable in reversed(variables):
            self.code += variable.write

    # -------------------------------------------------------------------------------------- statements that do not jump

    def push(self, value: Operand) -> Operand:
        """Write the code of a value now, and return an operand for the result on the stack: ( -> value)."""
        self.code += value.code
        return ON_STACK[value.type]

    def drop(self) -> None:
        """Discard the value on the stack: (value -> )."""
        self.code += DROP

    def store(self, place: MemoryPlace, value: Operand | int) -> None:
        """Store a value in memory."""
        value = operand(value, place.type, "store")
        self.code += join_code((place.address, value)) + MEMORY[place.width.store] + encode_unsigned(place.offset)

    def increase(self, what: LocalVariable | Global | MemoryPlace, by: Operand | int) -> None:
        """Add a number to a variable or to a number in memory."""
        if isinstance(what, MemoryPlace):
            if what.address.stacked:
                raise ValueError(f"{self.name}: an address on the stack is there once, and is needed twice")
            self.store(what, what.load() + by)
        else:
            self.set(what, what + by)

    def copy(self, to: Operand | int, source: Operand | int, count: Operand | int) -> None:
        """Copy `count` bytes of memory; the ranges may overlap."""
        self.code += join_code([operand(one, I32, "copy") for one in (to, source, count)]) + MEMORY_COPY

    def fill(self, to: Operand | int, byte: Operand | int, count: Operand | int) -> None:
        """Set `count` bytes of memory to this byte."""
        self.code += join_code([operand(one, I32, "fill") for one in (to, byte, count)]) + MEMORY_FILL

    def call(self, function: FunctionReference, *arguments: Operand | int) -> None:
        """Call a function: (the leading arguments that are not given here -> results)."""
        parts = argument_operands(function.params, arguments)
        self.code += join_code(parts) + CALL + encode_unsigned(function.index)

    # ------------------------------------------------------------------------------------------------- blocks and jumps

    def block(self) -> BlockLabel:
        """Open a block; a jump to its label leaves the block."""
        return self._open_block(BLOCK, ENCODED[EMPTY])

    def loop(self) -> BlockLabel:
        """Open a block; a jump to its label repeats the block."""
        return self._open_block(LOOP, ENCODED[EMPTY])

    @contextmanager
    def forever(self) -> Iterator[BlockLabel]:
        """Open a loop that repeats at its end; a jump to the label leaves the loop."""
        with self.block() as done, self.loop() as again:
            yield done
            self.br(again)

    def if_(self, condition: Operand, result: int = EMPTY) -> BlockLabel:
        """Open a block of code that runs if the condition (an i32) is not 0. With `result`, both arms leave a value of
        that type: ( -> value)."""
        self.code += operand(condition, I32, "if").code
        return self._open_block(IF, ENCODED[result])

    def else_(self) -> BlockLabel:
        """Open the else arm; call this directly after the `with` of the first arm."""
        if self._arm_end != len(self.code):
            raise ValueError(f"{self.name}: else is not directly behind the arm of an if")
        del self.code[-len(END) :]
        return self._open_block(ELSE, b"")

    def cases(self, items: Sequence[Item]) -> Cases[Item]:
        """Open a block for each item. Afterwards, write the jump into the blocks (`br_table`) and the arm of each
        item."""
        labels = [self.block() for _ in items]
        return Cases(self, items, tuple(reversed(labels)))

    def br(self, label: BlockLabel) -> None:
        """Jump to a label."""
        self.code += BR + self._distance(label)

    def br_if(self, label: BlockLabel, condition: Operand) -> None:
        """Jump to a label if the condition (an i32) is not 0."""
        self.code += operand(condition, I32, "br_if").code + BR_IF + self._distance(label)

    def br_table(self, number: Operand, labels: Sequence[BlockLabel], default: BlockLabel) -> None:
        """Jump to the label with this number (an i32) in `labels`, or to `default` if there is none."""
        distances = b"".join(self._distance(label) for label in labels)
        self.code += operand(number, I32, "br_table").code + BR_TABLE
        self.code += encode_unsigned(len(labels)) + distances + self._distance(default)

    def return_(self, value: Operand | None = None) -> None:
        """Return from the function with its result."""
        if value is not None:
            (type,) = self.results
            self.code += operand(value, type, "return").code
        self.code += RETURN

    def unreachable(self) -> None:
        """Trap if control reaches this point."""
        self.code += UNREACHABLE

    def close(self, label: BlockLabel) -> None:
        """End the innermost open block, whose label must be this one."""
        if self.open.pop() is not label:
            raise ValueError(f"{self.name}: a block is closed while another in it is open")
        self.code += END
        if label.opcode == IF:
            self._arm_end = len(self.code)

    def _open_block(self, opcode: bytes, type: bytes) -> BlockLabel:
        self.code += opcode + type
        label = BlockLabel(self, opcode, len(self.open) + 1)
        self.open.append(label)
        return label

    def _distance(self, label: BlockLabel) -> bytes:
        """Return, encoded, the number of open blocks inside the label's block: WebAssembly's relative label for
        jumps."""
        if label.depth > len(self.open) or self.open[label.depth - 1] is not label:
            raise ValueError(f"{self.name}: a jump to a block that is closed")
        return encode_unsigned(len(self.open) - label.depth)
