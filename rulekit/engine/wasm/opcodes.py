"""The WebAssembly instructions in use as bytes, by their standard names.

Only the files that write code use them (`operands.py`, `function_builder.py`, `encode.py`); emitters do not.
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

NUMERIC: dict[int, dict[str, bytes]] = {
    I32: {
        "eqz": b"\x45",
        "eq": b"\x46",
        "ne": b"\x47",
        "lt_s": b"\x48",
        "lt_u": b"\x49",
        "gt_s": b"\x4a",
        "gt_u": b"\x4b",
        "le_s": b"\x4c",
        "le_u": b"\x4d",
        "ge_s": b"\x4e",
        "ge_u": b"\x4f",
        "ctz": b"\x68",
        "popcnt": b"\x69",
        "add": b"\x6a",
        "sub": b"\x6b",
        "mul": b"\x6c",
        "div_s": b"\x6d",
        "div_u": b"\x6e",
        "rem_s": b"\x6f",
        "rem_u": b"\x70",
        "and": b"\x71",
        "or": b"\x72",
        "xor": b"\x73",
        "shl": b"\x74",
        "shr_u": b"\x76",
    },
    I64: {
        "eqz": b"\x50",
        "eq": b"\x51",
        "ne": b"\x52",
        "lt_u": b"\x54",
        "clz": b"\x79",
        "ctz": b"\x7a",
        "popcnt": b"\x7b",
        "add": b"\x7c",
        "sub": b"\x7d",
        "mul": b"\x7e",
        "and": b"\x83",
        "or": b"\x84",
        "xor": b"\x85",
        "shl": b"\x86",
        "shr_u": b"\x88",
        "rotl": b"\x89",
    },
    F64: {
        "lt_s": b"\x63",
        "gt_s": b"\x64",
        "sqrt": b"\x9f",
        "add": b"\xa0",
        "sub": b"\xa1",
        "mul": b"\xa2",
        "div": b"\xa3",
    },
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
