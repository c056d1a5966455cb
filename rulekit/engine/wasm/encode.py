"""Encode a WebAssembly module: `Assembly` collects its parts and writes its sections.

This file depends on nothing about machines. `function_builder.Body` writes the code of functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from attrs import define, field

from .encoding import ENCODED, I32, Types, encode_signed, encode_unsigned, wrap_signed
from .function_builder import Body
from .opcodes import END
from .operands import FunctionReference, FunctionTable, Global

MOST_CODE, MOST_LOCALS, MOST_PARAMS = 7_000_000, 50_000, 1_000
"""wasmtime's limits for one function: bytes of code, locals with parameters, parameters (or results)."""


class FunctionTooLarge(Exception):
    """A function exceeds a limit of wasmtime; the message says which."""


@define
class Assembly:
    """A WebAssembly module being assembled. Functions are numbered when declared; their bodies may follow later, in any
    order."""

    pages: int
    types: dict[tuple[Types, Types], int] = field(factory=dict)
    functions: list[FunctionReference] = field(factory=list)
    bodies: dict[int, Body] = field(factory=dict)
    globals: list[int] = field(factory=list)
    tables: list[list[FunctionReference]] = field(factory=list)
    exports: dict[str, int] = field(factory=dict)
    data: list[tuple[int, bytes]] = field(factory=list)

    def type(self, params: Types, results: Types) -> int:
        """Return the number of a function type; add the type if it is new."""
        return self.types.setdefault((params, results), len(self.types))

    def declare(self, params: Types, results: Types, export: str | None = None) -> FunctionReference:
        """Declare a function and return a reference to it; its body is defined later. With `export`, export it under
        this name."""
        self.type(params, results)
        function = FunctionReference(len(self.functions), params, results)
        self.functions.append(function)
        if export is not None:
            self.exports[export] = function.index
        return function

    def define(self, function: FunctionReference, body: Body) -> None:
        """Set the body of a declared function."""
        if (body.params, body.results) != (function.params, function.results):
            raise ValueError(f"{body.name} is not of the type it was declared with")
        self.bodies[function.index] = body

    def add(self, body: Body, export: str | None = None) -> FunctionReference:
        """Add a function with this body and return a reference to it. With `export`, export it under this name."""
        function = self.declare(body.params, body.results, export)
        self.define(function, body)
        return function

    def global_i32(self, initial: int) -> Global:
        """Add a global variable of type i32 with this initial value, and return it."""
        self.globals.append(initial)
        return Global.of(I32, len(self.globals) - 1)

    def table(self, functions: list[FunctionReference]) -> FunctionTable:
        """Add a constant table of functions of one type, and return it."""
        ((params, results),) = {(f.params, f.results) for f in functions}
        self.tables.append(functions)
        return FunctionTable(len(self.tables) - 1, self.type(params, results), params, results)

    def encode(self) -> bytes:
        """Return the bytes of the module."""
        arrow = sorted(self.types.items(), key=lambda item: item[1])
        return b"\0asm\1\0\0\0" + b"".join(
            (
                section(1, [b"\x60" + vector(p) + vector(r) for (p, r), _ in arrow]),
                section(3, [encode_unsigned(self.type(f.params, f.results)) for f in self.functions]),
                section(4, [b"\x70\x01" + encode_unsigned(len(t)) * 2 for t in self.tables]),
                section(5, [b"\x01" + encode_unsigned(self.pages) * 2]),
                section(6, [bytes((I32, 1)) + constant(value) for value in self.globals]),
                section(7, [export_entry("memory", 2, 0), *(export_entry(n, 0, i) for n, i in self.exports.items())]),
                section(9, [self._elements(i, t) for i, t in enumerate(self.tables)]),
                section(10, [entry(self.bodies[i]) for i in range(len(self.functions))]),
                section(11, [b"\x00" + constant(at) + with_length(content) for at, content in self.data]),
            )
        )

    @staticmethod
    def _elements(table: int, functions: list[FunctionReference]) -> bytes:
        return (
            b"\x02"
            + encode_unsigned(table)
            + constant(0)
            + b"\x00"
            + vector([encode_unsigned(f.index) for f in functions])
        )


def entry(body: Body) -> bytes:
    """Return a function's entry in the code section; neighbouring locals of one type are declared together. Raise
    FunctionTooLarge if the function exceeds a limit of wasmtime."""
    for what, most, found in (
        ("bytes of code", MOST_CODE, len(body.code)),
        ("values at once", MOST_LOCALS, len(body.params) + len(body.locals)),
        ("words of parameters", MOST_PARAMS, max(len(body.params), len(body.results))),
    ):
        if found > most:
            raise FunctionTooLarge(f"{body.name} takes {found} {what} in the fast engine; at most {most} are possible")
    if body.open:
        raise ValueError(f"{body.name}: {len(body.open)} blocks are open")
    declared = vector([encode_unsigned(len(list(run))) + ENCODED[type] for type, run in groupby(body.locals)])
    return with_length(declared + bytes(body.code) + END)


def vector(items: Sequence[bytes] | tuple[int, ...]) -> bytes:
    """Return an encoded vector: the number of items, then the items. Items are encoded already, or numbers of one byte
    (types)."""
    return encode_unsigned(len(items)) + b"".join(bytes((item,)) if isinstance(item, int) else item for item in items)


def with_length(content: bytes) -> bytes:
    """Return the content with its length before it."""
    return encode_unsigned(len(content)) + content


def section(number: int, items: list[bytes]) -> bytes:
    """Return the section with this number, or nothing if it has no items."""
    return bytes((number,)) + with_length(vector(items)) if items else b""


def export_entry(name: str, sort: int, index: int) -> bytes:
    """Return the entry of the export section for the object of this sort (function, memory …) with this index."""
    return with_length(name.encode()) + bytes((sort,)) + encode_unsigned(index)


def constant(value: int) -> bytes:
    """Return the encoded constant expression for an i32, as modules use it for initial values."""
    return b"\x41" + encode_signed(wrap_signed(value, 32)) + b"\x0b"
