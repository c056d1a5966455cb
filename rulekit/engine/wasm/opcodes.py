"""The WebAssembly instructions as bytes, by their standard names.

Only the files that write code use this file (`operands.py`, `byte_vectors.py`, `function_builder.py`, `encode.py`);
emitters do not.
"""

from __future__ import annotations

from .encoding import F64, I32, I64

UNREACHABLE, RETURN, DROP, SELECT = b"\x00", b"\x0f", b"\x1a", b"\x1b"
BLOCK, LOOP, IF, ELSE, END = b"\x02", b"\x03", b"\x04", b"\x05", b"\x0b"
BR, BR_IF, BR_TABLE = b"\x0c", b"\x0d", b"\x0e"
CALL, CALL_INDIRECT = b"\x10", b"\x11"
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET = b"\x20", b"\x21", b"\x22", b"\x23", b"\x24"
MEMORY_COPY, MEMORY_FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"
CONST = {I32: b"\x41", I64: b"\x42", F64: b"\x44"}
WRAP, EXTEND_S, EXTEND_U = b"\xa7", b"\xac", b"\xad"  # i32.wrap_i64, i64.extend_i32_s, i64.extend_i32_u
CONVERT_S, CONVERT_U = b"\xb7", b"\xb8"  # f64.convert_i32_s, f64.convert_i32_u

COMPARE = "eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
COMPUTE = "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr"
COMPARE_REAL = "eq ne lt_s gt_s le_s ge_s"
COMPUTE_REAL = "abs neg ceil floor trunc nearest sqrt add sub mul div min max copysign"


def _from(first: int, names: str) -> dict[str, bytes]:
    """Return a mapping from the name of each instruction to its byte; the bytes count up from `first`."""
    return {name: bytes([first + at]) for at, name in enumerate(names.split())}


NUMERIC: dict[int, dict[str, bytes]] = {
    I32: _from(0x45, COMPARE) | _from(0x67, COMPUTE),
    I64: _from(0x50, COMPARE) | _from(0x79, COMPUTE),
    F64: _from(0x61, COMPARE_REAL) | _from(0x99, COMPUTE_REAL),
}
"""Instructions of each type; their operands have that type. `lt_s` and `gt_s` of f64 are its `lt` and `gt`."""

MEMORY: dict[str, bytes] = {
    "i32.load": b"\x28\x00",
    "i64.load": b"\x29\x00",
    "f64.load": b"\x2b\x00",
    "i32.load8_s": b"\x2c\x00",
    "i32.load8_u": b"\x2d\x00",
    "i32.load16_s": b"\x2e\x00",
    "i32.load16_u": b"\x2f\x00",
    "i32.store": b"\x36\x00",
    "i64.store": b"\x37\x00",
    "f64.store": b"\x39\x00",
    "i32.store8": b"\x3a\x00",
    "i32.store16": b"\x3b\x00",
}
"""Loads and stores by name, with their alignment byte (no alignment assumed); the offset follows."""

BYTE_POPCNT = b"\xfd\x12\xfd\x62\xfd\x1d\x00"
"""i64x2.splat, i8x16.popcnt, i64x2.extract_lane 0: count the 1 bits of each byte of an i64 through a vector."""

VECTOR_LOADS = {4: b"\xfd\x5c\x00", 8: b"\xfd\x5d\x00", 16: b"\xfd\x00\x00"}
"""By number of bytes: v128.load32_zero, v128.load64_zero, v128.load."""
VECTOR_CONST, BYTE_SPLAT, BYTE_BITMASK = b"\xfd\x0c", b"\xfd\x0f", b"\xfd\x64"  # v128.const, i8x16.splat, bitmask
BYTE_COMPARE = {name: bytes([0xFD, 0x23 + at]) for at, name in enumerate(COMPARE.split()[1:])}
"""Comparisons of 16 bytes, each giving 0 or -1: i8x16.eq and so on."""
WORD_SPLAT, SECOND_WORD = b"\xfd\x12", b"\xfd\x1e\x01"  # i64x2.splat, i64x2.replace_lane 1
BYTE_SWIZZLE, BYTE_SHR_U, VECTOR_AND = b"\xfd\x0e", b"\xfd\x6d", b"\xfd\x4e"  # i8x16.swizzle, i8x16.shr_u, v128.and
