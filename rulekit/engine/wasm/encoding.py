"""WebAssembly's encoding of numbers (LEB128, unsigned and signed) and of value types.

It also reads the parameter types of a module's exported functions from its bytes, because browsers do not report them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import define

SHORT = tuple(bytes((n,)) for n in range(128))
"""Numbers that fit in one byte: most of those in a module."""


def encode_unsigned(n: int) -> bytes:
    """Return n >= 0 in unsigned LEB128: seven bits in each byte, low bits first; all bytes except the last have the top
    bit set."""
    if 0 <= n < 128:
        return SHORT[n]
    if n < 0:
        raise ValueError(f"{n} is negative")
    out = bytearray()
    while True:
        byte, n = n & 127, n >> 7
        if not n:
            out.append(byte)
            return bytes(out)
        out.append(byte | 128)


def encode_signed(n: int) -> bytes:
    """Return n in signed LEB128. It is like unsigned LEB128, but continues until bit 6 of the last byte equals the
    sign."""
    if -64 <= n < 64:
        return SHORT[n & 127]
    out = bytearray()
    while True:
        byte, n = n & 127, n >> 7
        if (n == 0 and not byte & 64) or (n == -1 and byte & 64):
            out.append(byte)
            return bytes(out)
        out.append(byte | 128)


def wrap_signed(n: int, bits: int) -> int:
    """Return the signed number of `bits` bits that is congruent to n modulo 2^bits."""
    n &= (1 << bits) - 1
    return n - (1 << bits) if n >> (bits - 1) else n


Types = tuple[int, ...]

I32 = 0x7F
I64 = 0x7E
F64 = 0x7C
EMPTY = 0x40  # the type of a block without a result
NAMES = {I32: "i32", I64: "i64", F64: "f64"}
ENCODED = {type: bytes((type,)) for type in (I32, I64, F64, EMPTY)}


TYPES, FUNCTIONS, EXPORTS = 1, 3, 7
"""Numbers of the sections of a module that define the parameters of exported functions."""
T = TypeVar("T")


@define
class ModuleReader:
    """Reads the bytes of a module from position `at` on; each method advances `at`."""

    data: bytes
    at: int = 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self) -> int:
        """Read an unsigned LEB128 number and return it."""
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 127) << shift
            shift += 7
            if not byte & 128:
                return value

    def vector(self, read: Callable[[], T]) -> list[T]:
        """Read a count and then as many items with `read`; return the items."""
        return [read() for _ in range(self.number())]

    def types(self) -> tuple[str, ...]:
        return tuple(NAMES[byte] for byte in self.take(self.number()))


def parameter_types(module: bytes) -> dict[str, tuple[str, ...]]:
    """Return a mapping from the name of each exported function of a module to the types of its parameters."""
    whole, parts = ModuleReader(module, 8), dict[int, ModuleReader]()
    while whole.at < len(module):
        (section,) = whole.take(1)
        parts[section] = ModuleReader(whole.take(whole.number()))
    types, functions, exports = (parts[section] for section in (TYPES, FUNCTIONS, EXPORTS))
    params = types.vector(lambda: (types.take(1), types.types(), types.types())[1])
    indices = functions.vector(functions.number)
    named = exports.vector(lambda: (exports.take(exports.number()).decode(), exports.take(1)[0], exports.number()))
    return {name: params[indices[index]] for name, sort, index in named if sort == 0}
