"""The builder of functions: `Body` writes the code of one, so that an emitter reads like the code that it makes.

WebAssembly is a stack machine: an instruction takes its operands from the stack and leaves its result there.  Here that
is written as expressions and statements.  A function that counts the members of a set, bit by bit:

    code = Body("members", (I64,), (I32,))
    (left,) = code.arguments
    count = code.local(I32)
    with code.forever() as done:
        code.br_if(done, left.eqz())
        code.set(left, left & (left - 1))
        code.increase(count, 1)
    code.push(count)

- **The stack.**  An expression (`operands.Operand`) is written where a statement takes it, and a statement leaves the
  stack as it was.  Only where code has to come before its taker does a value stay on the stack: by `push`, by `call` of
  a function with results, by an `if_` whose arms leave one, and by what is told below of *machine expressions*.  The
  docstrings here say what a method takes from the stack and leaves there, as `(taken -> left)`; without that it is
  `( -> )`.
- **Locals** are variables of one type, i32 or i64, and 0 to begin with: `local` makes one, `arguments` are those that
  the caller gave, `set` writes one, `at.tee(at + 1)` writes one within an expression.  Types are compared when the code
  is written.
- **Labels.**  Every `with` of `block`, `loop`, `if_` and `else_` ends its block where it ends itself.  A jump (`br`) to
  a `block` or an arm leaves it; a jump to a `loop` begins it again, and a loop to which nothing jumps is run once.
  `forever` is a loop that is left by a jump to its label; `cases` are the arms of a jump table (`br_table`).
- **Layout.**  Where things lie in memory is said by name: `memory.kinds[node]` is an `operands.MemoryPlace`; its
  `load()` is an operand, `store` and `increase` write it.  `memory_layout.py` has the names, `addresses.py` finds
  elements of cells.
- **Machine expressions.**  `CodeGenerator.number(expr)` writes the code of an expression of the machine at once, loops
  and all, and its result is an operand on the stack (`operands.on_stack`): `code.br_if(skip, gen.number(test).eqz())`.
  It can only be the first operand of what comes next, which is checked; what must come before it is pushed before.  Of
  several on the stack each is the next one's left: `gen.number(a) - gen.number(b)`.
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
    """A block that is open, for a jump to name and for `with` to end."""

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
    """Blocks for the arms of a jump table, one within the other: `labels[i]` leads to the code behind item i.

    Going through the items closes the blocks: what is written in the pass of an item is its arm, and the next item's
    arm follows it."""

    body: Body
    items: Sequence[Item]
    labels: tuple[BlockLabel, ...]

    def __iter__(self) -> Iterator[Item]:
        for label, item in zip(self.labels, self.items, strict=True):
            self.body.close(label)
            yield item


@define(eq=False)
class Body:
    """One function: its type, its further locals, its code so far."""

    name: str
    params: Types
    results: Types
    locals: list[int] = field(factory=list)
    code: bytearray = field(factory=bytearray)
    open: list[BlockLabel] = field(factory=list)
    _arm_end: int = -1  # how long the code was where the arm of an `if_` ended

    # -------------------------------------------------------------------------------------------------------- variables

    @property
    def arguments(self) -> tuple[LocalVariable, ...]:
        """The parameters, as the caller gave them."""
        return tuple(LocalVariable.of(type, index) for index, type in enumerate(self.params))

    def local(self, type: int) -> LocalVariable:
        """A fresh local of the function."""
        self.locals.append(type)
        return LocalVariable.of(type, len(self.params) + len(self.locals) - 1)

    def set(self, variable: LocalVariable | Global, value: Operand | int) -> None:
        """Variable and value are of the same type."""
        if isinstance(value, int):
            value = CONSTANT[variable.type](value)
        elif value.type != variable.type:
            raise TypeError(f"{self.name}: {variable} is set to {NAMES[value.type]}")
        self.code += value.code + variable.write

    def take(self, variables: Sequence[LocalVariable]) -> None:
        """(values -> ): into the locals, the last value into the last."""
        for variable in reversed(variables):
            self.code += variable.write

    # ------------------------------------------------------------------------------------------------------- statements

    def push(self, value: Operand) -> Operand:
        """( -> value): written now; the operand is what then stands on the stack."""
        self.code += value.code
        return ON_STACK[value.type]

    def drop(self) -> None:
        """(value -> )"""
        self.code += DROP

    def store(self, place: MemoryPlace, value: Operand | int) -> None:
        value = operand(value, place.type, "store")
        self.code += join_code((place.address, value)) + MEMORY[place.width.store] + encode_unsigned(place.offset)

    def increase(self, what: LocalVariable | Global | MemoryPlace, by: Operand | int) -> None:
        """A variable or a number in memory becomes so much more."""
        if isinstance(what, MemoryPlace):
            if what.address.stacked:
                raise ValueError(f"{self.name}: an address on the stack is there once, and is needed twice")
            self.store(what, what.load() + by)
        else:
            self.set(what, what + by)

    def copy(self, to: Operand | int, source: Operand | int, count: Operand | int) -> None:
        """So many bytes of memory; they may overlap."""
        self.code += join_code([operand(one, I32, "copy") for one in (to, source, count)]) + MEMORY_COPY

    def fill(self, to: Operand | int, byte: Operand | int, count: Operand | int) -> None:
        """So many bytes of memory become this byte."""
        self.code += join_code([operand(one, I32, "fill") for one in (to, byte, count)]) + MEMORY_FILL

    def call(self, function: FunctionReference, *arguments: Operand | int) -> None:
        """(the first arguments, where not all are given -> results)"""
        parts = argument_operands(function.params, arguments)
        self.code += join_code(parts) + CALL + encode_unsigned(function.index)

    # ---------------------------------------------------------------------------------------------------------- control

    def block(self) -> BlockLabel:
        """A block that a jump leaves."""
        return self._open_block(BLOCK, ENCODED[EMPTY])

    def loop(self) -> BlockLabel:
        """A block that a jump begins again."""
        return self._open_block(LOOP, ENCODED[EMPTY])

    @contextmanager
    def forever(self) -> Iterator[BlockLabel]:
        """A block that begins again at its end; a jump to the label leaves it."""
        with self.block() as done, self.loop() as again:
            yield done
            self.br(again)

    def if_(self, condition: Operand, result: int = EMPTY) -> BlockLabel:
        """What is run where the condition (an i32) is not 0.  With a result both arms leave a value of that type, and
        the whole is ( -> value)."""
        self.code += operand(condition, I32, "if").code
        return self._open_block(IF, ENCODED[result])

    def else_(self) -> BlockLabel:
        """The other arm, directly behind the `with` of the one."""
        if self._arm_end != len(self.code):
            raise ValueError(f"{self.name}: else is not directly behind the arm of an if")
        del self.code[-len(END) :]
        return self._open_block(ELSE, b"")

    def cases(self, items: Sequence[Item]) -> Cases[Item]:
        """A block for each item, all open; the jump into them (`br_table`) comes next, then the arm of each."""
        labels = [self.block() for _ in items]
        return Cases(self, items, tuple(reversed(labels)))

    def br(self, label: BlockLabel) -> None:
        self.code += BR + self._distance(label)

    def br_if(self, label: BlockLabel, condition: Operand) -> None:
        self.code += operand(condition, I32, "br_if").code + BR_IF + self._distance(label)

    def br_table(self, number: Operand, labels: Sequence[BlockLabel], default: BlockLabel) -> None:
        """To the label of this number, an i32; past the last to the default."""
        distances = b"".join(self._distance(label) for label in labels)
        self.code += operand(number, I32, "br_table").code + BR_TABLE
        self.code += encode_unsigned(len(labels)) + distances + self._distance(default)

    def return_(self, value: Operand | None = None) -> None:
        """Out of the function, with its result."""
        if value is not None:
            (type,) = self.results
            self.code += operand(value, type, "return").code
        self.code += RETURN

    def unreachable(self) -> None:
        """Never reached, or a trap."""
        self.code += UNREACHABLE

    def close(self, label: BlockLabel) -> None:
        """Ends the block that was opened last, which must be this one."""
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
        """How many blocks out: labels are relative in the code."""
        if label.depth > len(self.open) or self.open[label.depth - 1] is not label:
            raise ValueError(f"{self.name}: a jump to a block that is closed")
        return encode_unsigned(len(self.open) - label.depth)
