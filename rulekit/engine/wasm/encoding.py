"""WebAssembly's encoding of numbers (LEB128, unsigned and signed) and of value types."""

from __future__ import annotations

SHORT = tuple(bytes((n,)) for n in range(128))
"""Numbers that fit in one byte: most of those in a module."""


def encode_unsigned(n: int) -> bytes:
    """Return n >= 0 in unsigned LEB128: seven bits a byte, low first, the top bit set on all but the last."""
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
    """Return n in signed LEB128: like unsigned, but it ends only if bit 6 of the last byte repeats the sign."""
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
    """Return the signed number of `bits` bits that is congruent to n."""
    n &= (1 << bits) - 1
    return n - (1 << bits) if n >> (bits - 1) else n


Types = tuple[int, ...]

I32 = 0x7F
I64 = 0x7E
F64 = 0x7C
EMPTY = 0x40  # the type of a block without a result
NAMES = {I32: "i32", I64: "i64", F64: "f64"}
ENCODED = {type: bytes((type,)) for type in (I32, I64, F64, EMPTY)}
