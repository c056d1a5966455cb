"""The WebAssembly instructions the emitter uses, by their standard names, and the value types.

Those that take immediates (memory, control, constants) are methods of `encode.Body`; here are the one-byte instructions
without any.
"""

from __future__ import annotations

I32 = 0x7F
I64 = 0x7E
EMPTY = 0x40  # the type of a block that leaves nothing

PLAIN: dict[str, int] = {
    "unreachable": 0x00,
    "return": 0x0F,
    "drop": 0x1A,
    "select": 0x1B,
    "i32.eqz": 0x45,
    "i32.eq": 0x46,
    "i32.ne": 0x47,
    "i32.lt_s": 0x48,
    "i32.lt_u": 0x49,
    "i32.gt_s": 0x4A,
    "i32.gt_u": 0x4B,
    "i32.le_s": 0x4C,
    "i32.le_u": 0x4D,
    "i32.ge_s": 0x4E,
    "i32.ge_u": 0x4F,
    "i64.eqz": 0x50,
    "i64.eq": 0x51,
    "i64.ne": 0x52,
    "i64.lt_u": 0x54,
    "i32.ctz": 0x68,
    "i32.popcnt": 0x69,
    "i32.add": 0x6A,
    "i32.sub": 0x6B,
    "i32.mul": 0x6C,
    "i32.div_s": 0x6D,
    "i32.div_u": 0x6E,
    "i32.rem_s": 0x6F,
    "i32.rem_u": 0x70,
    "i32.and": 0x71,
    "i32.or": 0x72,
    "i32.xor": 0x73,
    "i32.shl": 0x74,
    "i32.shr_s": 0x75,
    "i32.shr_u": 0x76,
    "i64.ctz": 0x7A,
    "i64.popcnt": 0x7B,
    "i64.add": 0x7C,
    "i64.sub": 0x7D,
    "i64.mul": 0x7E,
    "i64.and": 0x83,
    "i64.or": 0x84,
    "i64.xor": 0x85,
    "i64.shl": 0x86,
    "i64.shr_u": 0x88,
    "i64.rotl": 0x89,
    "i32.wrap_i64": 0xA7,
    "i64.extend_i32_s": 0xAC,
    "i64.extend_i32_u": 0xAD,
}

MEMORY: dict[str, int] = {
    "i32.load": 0x28,
    "i64.load": 0x29,
    "i32.load8_s": 0x2C,
    "i32.load8_u": 0x2D,
    "i32.load16_s": 0x2E,
    "i32.load16_u": 0x2F,
    "i32.store": 0x36,
    "i64.store": 0x37,
    "i32.store8": 0x3A,
    "i32.store16": 0x3B,
}
