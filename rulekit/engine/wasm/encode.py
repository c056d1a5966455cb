"""WebAssembly as bytes: `Body` collects the instructions of one function, `Assembly` the sections of a module.

Nothing here knows what a machine is.  Labels of blocks are absolute depths (what `block` returned), turned into
relative ones where they are used, so that emitters need not count.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from .leb128 import signed, unsigned, wrapped
from .opcodes import EMPTY, I32, MEMORY, PLAIN

MOST_CODE, MOST_LOCALS, MOST_PARAMS = 7_000_000, 50_000, 1_000
"""What wasmtime takes of one function: bytes, locals with parameters, parameters (or results)."""


class TooLarge(Exception):
    """A function that wasmtime would not take, told in full."""


@define
class Body:
    """One function: its type, its further locals, its code so far."""

    name: str
    params: tuple[int, ...]
    results: tuple[int, ...]
    locals: list[int] = field(factory=list)
    code: bytearray = field(factory=bytearray)
    depth: int = 0

    def local(self, kind: int) -> int:
        """A fresh local of the function."""
        self.locals.append(kind)
        return len(self.params) + len(self.locals) - 1

    def op(self, *names: str) -> None:
        for name in names:
            self.code.append(PLAIN[name])

    def i32(self, value: int) -> None:
        self.code += b"\x41" + signed(wrapped(value, 32))

    def i64(self, value: int) -> None:
        self.code += b"\x42" + signed(wrapped(value, 64))

    def get(self, local: int) -> None:
        self.code += b"\x20" + unsigned(local)

    def set(self, local: int) -> None:
        self.code += b"\x21" + unsigned(local)

    def tee(self, local: int) -> None:
        self.code += b"\x22" + unsigned(local)

    def global_get(self, index: int) -> None:
        self.code += b"\x23" + unsigned(index)

    def global_set(self, index: int) -> None:
        self.code += b"\x24" + unsigned(index)

    def memory(self, name: str, offset: int = 0) -> None:
        """A load or store; alignment is only a hint, and none is given."""
        self.code += bytes((MEMORY[name], 0)) + unsigned(offset)

    def memory_copy(self) -> None:
        """(to, from, bytes), which may overlap."""
        self.code += b"\xfc\x0a\x00\x00"

    def memory_fill(self) -> None:
        """(to, byte, bytes)."""
        self.code += b"\xfc\x0b\x00"

    def block(self) -> int:
        return self._open(0x02, EMPTY)

    def loop(self) -> int:
        return self._open(0x03, EMPTY)

    def if_(self, kind: int = EMPTY) -> int:
        """Takes an i32; with a kind, each arm leaves a value of it."""
        return self._open(0x04, kind)

    def else_(self) -> None:
        self.code.append(0x05)

    def end(self) -> None:
        self.code.append(0x0B)
        self.depth -= 1

    def br(self, label: int) -> None:
        self.code += b"\x0c" + unsigned(self.depth - label)

    def br_if(self, label: int) -> None:
        self.code += b"\x0d" + unsigned(self.depth - label)

    def br_table(self, labels: Sequence[int], default: int) -> None:
        depths = b"".join(unsigned(self.depth - label) for label in labels)
        self.code += b"\x0e" + unsigned(len(labels)) + depths + unsigned(self.depth - default)

    def call(self, function: int) -> None:
        self.code += b"\x10" + unsigned(function)

    def call_indirect(self, type_index: int, table: int = 0) -> None:
        self.code += b"\x11" + unsigned(type_index) + unsigned(table)

    def _open(self, opcode: int, kind: int) -> int:
        self.code += bytes((opcode, kind))
        self.depth += 1
        return self.depth

    def encoded(self) -> bytes:
        """The entry of the code section; neighbouring locals of one type are declared together.

        Raises TooLarge where wasmtime would not take it."""
        for what, most, found in (
            ("bytes of code", MOST_CODE, len(self.code)),
            ("values at once", MOST_LOCALS, len(self.params) + len(self.locals)),
            ("words of parameters", MOST_PARAMS, max(len(self.params), len(self.results))),
        ):
            if found > most:
                raise TooLarge(f"{self.name} takes {found} {what} in the fast engine; at most {most} are possible")
        if self.depth:
            raise ValueError(f"{self.name}: {self.depth} blocks are open")
        runs: list[tuple[int, int]] = []
        for kind in self.locals:
            if runs and runs[-1][1] == kind:
                runs[-1] = (runs[-1][0] + 1, kind)
            else:
                runs.append((1, kind))
        declared = vector([unsigned(count) + bytes((kind,)) for count, kind in runs])
        return sized(declared + bytes(self.code) + b"\x0b")


@define
class Assembly:
    """A module.  Functions are numbered as they are declared; their bodies may follow later, in any order."""

    pages: int
    types: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = field(factory=dict)
    functions: list[int] = field(factory=list)
    bodies: dict[int, Body] = field(factory=dict)
    globals: list[int] = field(factory=list)
    tables: list[list[int]] = field(factory=list)
    exports: dict[str, int] = field(factory=dict)
    data: list[tuple[int, bytes]] = field(factory=list)

    def type(self, params: tuple[int, ...], results: tuple[int, ...]) -> int:
        return self.types.setdefault((params, results), len(self.types))

    def declare(self, params: tuple[int, ...], results: tuple[int, ...], export: str | None = None) -> int:
        """The number of a new function."""
        self.functions.append(self.type(params, results))
        index = len(self.functions) - 1
        if export is not None:
            self.exports[export] = index
        return index

    def define(self, index: int, body: Body) -> None:
        if self.type(body.params, body.results) != self.functions[index]:
            raise ValueError(f"{body.name} is not of the type it was declared with")
        self.bodies[index] = body

    def global_i32(self, initial: int) -> int:
        """The number of a new mutable global."""
        self.globals.append(initial)
        return len(self.globals) - 1

    def table(self, functions: list[int]) -> int:
        """The number of a new constant table of functions."""
        self.tables.append(functions)
        return len(self.tables) - 1

    def encoded(self) -> bytes:
        arrow = sorted(self.types.items(), key=lambda item: item[1])
        return b"\0asm\1\0\0\0" + b"".join(
            (
                section(1, [b"\x60" + vector(p) + vector(r) for (p, r), _ in arrow]),
                section(3, [unsigned(t) for t in self.functions]),
                section(4, [b"\x70\x01" + unsigned(len(t)) * 2 for t in self.tables]),
                section(5, [b"\x01" + unsigned(self.pages) * 2]),
                section(6, [bytes((I32, 1)) + constant(value) for value in self.globals]),
                section(7, [named("memory", 2, 0), *(named(n, 0, i) for n, i in self.exports.items())]),
                section(9, [self._elements(i, t) for i, t in enumerate(self.tables)]),
                section(10, [self.bodies[i].encoded() for i in range(len(self.functions))]),
                section(11, [b"\x00" + constant(at) + sized(content) for at, content in self.data]),
            )
        )

    @staticmethod
    def _elements(table: int, functions: list[int]) -> bytes:
        return b"\x02" + unsigned(table) + constant(0) + b"\x00" + vector([unsigned(f) for f in functions])


def vector(items: Sequence[bytes] | tuple[int, ...]) -> bytes:
    """A length and the items; numbers are single bytes (types)."""
    return unsigned(len(items)) + b"".join(bytes((item,)) if isinstance(item, int) else item for item in items)


def sized(content: bytes) -> bytes:
    return unsigned(len(content)) + content


def section(number: int, items: list[bytes]) -> bytes:
    return bytes((number,)) + sized(vector(items)) if items else b""


def named(name: str, sort: int, index: int) -> bytes:
    return sized(name.encode()) + bytes((sort,)) + unsigned(index)


def constant(value: int) -> bytes:
    """The constant expression of an i32."""
    return b"\x41" + signed(wrapped(value, 32)) + b"\x0b"
