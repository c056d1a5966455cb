"""The machine's operators, applied to numbers and to intervals of numbers.

Value-range analysis (`analyses/value_ranges.py`) uses intervals. The reference engine and compile-time evaluation use
numbers.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from ..model.types import BINARY, INT32, Interval, hull, negate_interval
from .program import NumberOp

__all__ = ["INT32", "ON_NUMBERS", "TRUTH", "Interval", "bits_of", "clamp", "exact_interval", "hull", "interval_inside"]

TRUTH: Interval = (0, 1)
ON_NUMBERS: Mapping[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
"""Each operator of two numbers as a Python function, without a limit of 32 bits."""


def exact_interval(op: NumberOp, intervals: list[Interval]) -> Interval:
    """Return an interval that contains every result of an operator if its arguments lie in `intervals`. It may exceed
    32 bits."""
    if op == "neg":
        return negate_interval(intervals[0])
    return BINARY[op](intervals[0], intervals[-1]) if op in BINARY else TRUTH


def clamp(interval: Interval) -> Interval:
    """Return the part of an interval that fits into 32 bits. A result outside is a fault, so it is never the value of
    an expression. If no part fits, return all numbers of 32 bits."""
    low, high = max(interval[0], INT32[0]), min(interval[1], INT32[1])
    return (low, high) if low <= high else INT32


def interval_inside(interval: Interval, low: int, high: int) -> bool:
    return low <= interval[0] and interval[1] <= high


def bits_of(members: int) -> list[int]:
    """Return the members of a set (the positions of the 1 bits), in increasing order."""
    found = []
    while members:
        found.append((members & -members).bit_length() - 1)
        members &= members - 1
    return found
