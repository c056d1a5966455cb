"""Disassemble a module into the standard text format of WebAssembly, to see what an emitter writes.

`module_text` decodes a module from `module.py`; its text assembles to the same bytes.  `function_text` decodes one
exported function.  Only instructions and sections that the emitters use are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from attrs import define, frozen

from . import opcodes
from .encoding import EMPTY, I32, I64, NAMES
from .opcodes import CONST, MEMORY, NUMERIC

T = TypeVar("T")

PLAIN_NAMES = {code[0]: f"{NAMES[type]}.{name}" for type, codes in NUMERIC.items() for name, code in codes.items()} | {
    opcodes.UNREACHABLE[0]: "unreachable", opcodes.RETURN[0]: "return", opcodes.DROP[0]: "drop",
    opcodes.SELECT[0]: "select", opcodes.WRAP[0]: "i32.wrap_i64", opcodes.EXTEND_S[0]: "i64.extend_i32_s",
    opcodes.EXTEND_U[0]: "i64.extend_i32_u",
}  # fmt: skip
MEMORY_NAMES = {code[0]: name for name, code in MEMORY.items()}
BLOCKS = {opcodes.BLOCK[0]: "block", opcodes.LOOP[0]: "loop", opcodes.IF[0]: "if"}
INDEXED = {
    opcodes.BR[0]: "br", opcodes.BR_IF[0]: "br_if", opcodes.CALL[0]: "call", opcodes.LOCAL_GET[0]: "local.get",
    opcodes.LOCAL_SET[0]: "local.set", opcodes.LOCAL_TEE[0]: "local.tee", opcodes.GLOBAL_GET[0]: "global.get",
    opcodes.GLOBAL_SET[0]: "global.set",
}  # fmt: skip
BULK = {opcodes.MEMORY_COPY[1]: ("memory.copy", 2), opcodes.MEMORY_FILL[1]: ("memory.fill", 1)}
VECTOR = opcodes.BYTE_POPCNT[0]
VECTORS = {0x12: ("i64x2.splat", 0), 0x62: ("i8x16.popcnt", 0), 0x1D: ("i64x2.extract_lane", 1)}
ELSE, END, TABLE, INDIRECT = (code[0] for code in (opcodes.ELSE, opcodes.END, opcodes.BR_TABLE, opcodes.CALL_INDIRECT))
CONST32, CONST64, PREFIX = CONST[I32][0], CONST[I64][0], opcodes.MEMORY_COPY[0]


@define
class ByteReader:
    """A reader of bytes; `at` is the position of the next byte."""

    data: bytes
    at: int = 0

    def read_byte(self) -> int:
        """Read a byte."""
        self.at += 1
        return self.data[self.at - 1]

    def read_unsigned(self) -> int:
        """Read an unsigned LEB128 number."""
        value = shift = 0
        while True:
            byte = self.read_byte()
            value |= (byte & 127) << shift
            shift += 7
            if not byte & 128:
                return value

    def read_signed(self) -> int:
        """Read a signed LEB128 number."""
        first = self.at
        value = self.read_unsigned()
        bits = 7 * (self.at - first)
        return value - (1 << bits) if value >> (bits - 1) else value

    def take(self, count: int) -> bytes:
        """Read `count` bytes."""
        self.at += count
        return self.data[self.at - count : self.at]

    def read_vector(self, read: Callable[[], T]) -> list[T]:
        """Read a count and that many items."""
        return [read() for _ in range(self.read_unsigned())]

    def read_constant(self) -> int:
        """Read the constant expression of an i32."""
        self.read_byte()
        value = self.read_signed()
        self.read_byte()
        return value


@frozen
class Sections:
    """The sections of a module, decoded except the code."""

    types: list[tuple[str, str]]
    functions: list[int]
    tables: list[int]
    pages: int
    globals: list[int]
    exports: dict[str, tuple[int, int]]
    elements: list[tuple[int, list[int]]]
    bodies: list[bytes]
    data: list[tuple[int, bytes]]


def module_text(module: bytes) -> str:
    """Return the text of a module."""
    return "\n".join(_module(_sections(module)))


def function_text(module: bytes, export: str) -> str:
    """Return the text of an exported function.  Raises KeyError if there is none."""
    sections = _sections(module)
    return _function(sections, sections.exports[export][1])


def parameter_types(module: bytes) -> dict[str, tuple[str, ...]]:
    """Return the types of the parameters of each exported function."""
    found = _sections(module)
    functions = {name: index for name, (sort, index) in found.exports.items() if sort == 0}
    return {name: tuple(found.types[found.functions[index]][0].split()) for name, index in functions.items()}


# ------------------------------------------------------------------------------------------------------------- sections


def _sections(module: bytes) -> Sections:
    reader, parts = ByteReader(module, 8), dict[int, ByteReader]()
    while reader.at < len(module):
        number = reader.read_byte()
        parts[number] = ByteReader(reader.take(reader.read_unsigned()))

    def entries(number: int, read: Callable[[ByteReader], T]) -> list[T]:
        part = parts.get(number)
        return [] if part is None else part.read_vector(lambda: read(part))

    return Sections(
        types=entries(1, _type),
        functions=entries(3, ByteReader.read_unsigned),
        tables=entries(4, lambda r: (r.take(2), r.read_unsigned(), r.read_unsigned())[1]),
        pages=entries(5, lambda r: (r.read_byte(), r.read_unsigned(), r.read_unsigned())[1])[0],
        globals=entries(6, lambda r: (r.take(2), r.read_constant())[1]),
        exports=dict(entries(7, _export)),
        elements=entries(9, _element),
        bodies=entries(10, lambda r: r.take(r.read_unsigned())),
        data=entries(11, lambda r: (r.read_byte(), r.read_constant(), r.take(r.read_unsigned()))[1:]),
    )


def _type(r: ByteReader) -> tuple[str, str]:
    r.read_byte()
    params, results = (" ".join(r.read_vector(lambda: NAMES[r.read_byte()])) for _ in range(2))
    return params, results


def _export(r: ByteReader) -> tuple[str, tuple[int, int]]:
    return r.take(r.read_unsigned()).decode(), (r.read_byte(), r.read_unsigned())


def _element(r: ByteReader) -> tuple[int, list[int]]:
    r.read_byte()
    table = r.read_unsigned()
    r.read_constant()
    r.read_byte()
    return table, r.read_vector(r.read_unsigned)


def _module(s: Sections) -> Iterator[str]:
    yield "(module"
    for i, (params, results) in enumerate(s.types):
        yield f"  (type (;{i};) (func{_clause('param', params)}{_clause('result', results)}))"
    for i in range(len(s.functions)):
        yield from (f"  {line}" for line in _function(s, i).split("\n"))
    for i, size in enumerate(s.tables):
        yield f"  (table (;{i};) {size} {size} funcref)"
    yield f"  (memory (;0;) {s.pages} {s.pages})"
    for i, value in enumerate(s.globals):
        yield f"  (global (;{i};) (mut i32) (i32.const {value}))"
    for name, (sort, index) in s.exports.items():
        yield f"  (export {_quote(name.encode())} ({'memory' if sort else 'func'} {index}))"
    for table, functions in s.elements:
        yield f"  (elem (table {table}) (i32.const 0) func {' '.join(map(str, functions))})"
    for at, content in s.data:
        yield f"  (data (i32.const {at}) {_quote(content)})"
    yield ")"


def _clause(word: str, types: str) -> str:
    return f" ({word} {types})" if types else ""


def _quote(data: bytes) -> str:
    return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02x}" for b in data) + '"'


# ----------------------------------------------------------------------------------------------------------------- code


def _function(s: Sections, index: int) -> str:
    params, results = s.types[s.functions[index]]
    name = next((f" (; {n} ;)" for n, (sort, i) in s.exports.items() if sort == 0 and i == index), "")
    head = f"(func (;{index};){name} (type {s.functions[index]}){_clause('param', params)}{_clause('result', results)}"
    reader = ByteReader(s.bodies[index])
    declared = reader.read_vector(lambda: (reader.read_unsigned(), NAMES[reader.read_byte()]))
    locals_ = " ".join(kind for count, kind in declared for _ in range(count))
    lines = [head, *([f"  (local {locals_})"] if locals_ else []), *_code(s, reader)]
    return "\n".join(lines) + ")"


def _code(s: Sections, reader: ByteReader) -> Iterator[str]:
    """Yield a line for each instruction, indented by blocks; the last `end` is the function's."""
    deep = 1
    while True:
        code = reader.read_byte()
        if code in (END, ELSE):
            deep -= 1
            if not deep:
                return
            yield "  " * deep + ("end" if code == END else "else")
            deep += code == ELSE
        elif code in BLOCKS:
            kind = reader.read_byte()
            result = "" if kind == EMPTY else f" (result {NAMES[kind]})"
            yield "  " * deep + BLOCKS[code] + result
            deep += 1
        else:
            yield "  " * deep + _instruction(s, reader, code)


def _instruction(s: Sections, r: ByteReader, code: int) -> str:
    if code in PLAIN_NAMES:
        return PLAIN_NAMES[code]
    if code in INDEXED:
        return f"{INDEXED[code]} {r.read_unsigned()}"
    if code in MEMORY_NAMES:
        align, offset = r.read_unsigned(), r.read_unsigned()
        return MEMORY_NAMES[code] + (f" offset={offset}" if offset else "") + f" align={1 << align}"
    if code in (CONST32, CONST64):
        return f"{'i32' if code == CONST32 else 'i64'}.const {r.read_signed()}"
    if code == TABLE:
        return f"br_table {' '.join(map(str, [*r.read_vector(r.read_unsigned), r.read_unsigned()]))}"
    if code == INDIRECT:
        type_, table = r.read_unsigned(), r.read_unsigned()
        return f"call_indirect {table} (type {type_})"
    if code == PREFIX:
        name, operands = BULK[r.read_unsigned()]
        r.take(operands)
        return name
    if code == VECTOR:
        name, operands = VECTORS[r.read_unsigned()]
        return " ".join([name, *map(str, r.take(operands))])
    raise ValueError(f"no emitter writes the instruction {code:#x}")
