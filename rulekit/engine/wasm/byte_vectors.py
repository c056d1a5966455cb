"""Operands for bytes in memory, sixteen at a time: comparison with one value, and membership in a set."""

from __future__ import annotations

from collections.abc import Sequence

from .encoding import I32, encode_unsigned
from .opcodes import (
    BYTE_BITMASK,
    BYTE_COMPARE,
    BYTE_SHR_U,
    BYTE_SPLAT,
    BYTE_SWIZZLE,
    SECOND_WORD,
    VECTOR_AND,
    VECTOR_CONST,
    VECTOR_LOADS,
    WORD_SPLAT,
)
from .operands import Expression, LocalVariable, MemoryPlace, Operand, i32, i64


def compare_bytes(place: MemoryPlace, count: int, comparison: str, value: LocalVariable | int) -> Operand:
    """Return the operand, an i32, that has bit i set if the byte i places after this one compares so with the value;
    for at most 16 bytes."""
    splat = _bytes(*[value & 255] * 16) if isinstance(value, int) else value.code + BYTE_SPLAT
    found = Expression(I32, _load_bytes(place, count) + splat + BYTE_COMPARE[comparison] + BYTE_BITMASK)
    return found if count == 16 else found & (1 << count) - 1


def look_up_bytes(place: MemoryPlace, count: int, words: Sequence[LocalVariable]) -> Operand:
    """Return the operand, an i32, that has bit i set if the byte i places after this one, at most 127, is a member of
    the set in these words, one or two; for at most 16 bytes."""
    read = _load_bytes(place, count)
    second = words[1].code if len(words) > 1 else i64(0).code
    members = words[0].code + WORD_SPLAT + second + SECOND_WORD  # as bytes of 8 members each
    eight = members + read + i32(3).code + BYTE_SHR_U + BYTE_SWIZZLE
    bit = _bytes(*(1 << i for i in range(8)), *[0] * 8) + read + _bytes(*[7] * 16) + VECTOR_AND + BYTE_SWIZZLE
    missing = eight + bit + VECTOR_AND + _bytes(*[0] * 16) + BYTE_COMPARE["eq"] + BYTE_BITMASK
    return (Expression(I32, missing) ^ -1) & (1 << count) - 1


def _load_bytes(place: MemoryPlace, count: int) -> bytes:
    """Return the code that pushes at least `count` bytes of memory, as a vector."""
    size = next(size for size in VECTOR_LOADS if count <= size)
    return place.address.code + VECTOR_LOADS[size] + encode_unsigned(place.offset)


def _bytes(*values: int) -> bytes:
    return VECTOR_CONST + bytes(values)
