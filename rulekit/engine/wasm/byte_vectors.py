"""Operands that test up to sixteen bytes in memory at a time (SIMD): compare them with a value, or look them up in a
set.
"""

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
    """Compare `count` bytes of memory, at most 16, with one value. Return an i32 operand; its bit i is the result for
    the byte i places after `place`."""
    splat = _bytes(*[value & 255] * 16) if isinstance(value, int) else value.code + BYTE_SPLAT
    found = Expression(I32, _load_bytes(place, count) + splat + BYTE_COMPARE[comparison] + BYTE_BITMASK)
    return found if count == 16 else found & (1 << count) - 1


def look_up_bytes(place: MemoryPlace, count: int, words: Sequence[LocalVariable]) -> Operand:
    """Look up `count` bytes of memory, at most 16, in a set of numbers up to 127, given as one or two words. Return an
    i32 operand; its bit i says whether the byte i places after `place` is a member."""
    read = _load_bytes(place, count)
    second = words[1].code if len(words) > 1 else i64(0).code
    members = words[0].code + WORD_SPLAT + second + SECOND_WORD  # the set as a vector of bytes, 8 members in each
    eight = members + read + i32(3).code + BYTE_SHR_U + BYTE_SWIZZLE
    bit = _bytes(*(1 << i for i in range(8)), *[0] * 8) + read + _bytes(*[7] * 16) + VECTOR_AND + BYTE_SWIZZLE
    missing = eight + bit + VECTOR_AND + _bytes(*[0] * 16) + BYTE_COMPARE["eq"] + BYTE_BITMASK
    return (Expression(I32, missing) ^ -1) & (1 << count) - 1


def _load_bytes(place: MemoryPlace, count: int) -> bytes:
    """Return code that loads at least `count` bytes of memory from `place` on and pushes them as a vector."""
    size = next(size for size in VECTOR_LOADS if count <= size)
    return place.address.code + VECTOR_LOADS[size] + encode_unsigned(place.offset)


def _bytes(*values: int) -> bytes:
    return VECTOR_CONST + bytes(values)
