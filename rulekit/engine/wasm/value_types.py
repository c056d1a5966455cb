"""The types of WebAssembly's values, as the bytes that stand for them: all that emitters know of the encoding."""

from __future__ import annotations

Types = tuple[int, ...]

I32 = 0x7F
I64 = 0x7E
EMPTY = 0x40  # of a block that leaves nothing
NAMES = {I32: "i32", I64: "i64"}
ENCODED = {type: bytes((type,)) for type in (I32, I64, EMPTY)}
