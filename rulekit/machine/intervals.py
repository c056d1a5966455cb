"""Interval arithmetic: between which whole numbers a result lies, when it is known between which its arguments lie.

Both value-range analyses, of the passes (`analyses/value_ranges.py`) and of the WebAssembly engine, reckon with it.
"""

from __future__ import annotations

from .program import NumberOp

Interval = tuple[int, int]
"""The least and the greatest."""
INT32: Interval = (-(1 << 31), (1 << 31) - 1)
"""Any number: nothing is known of it."""
TRUTH: Interval = (0, 1)


def exact_interval(op: NumberOp, intervals: list[Interval]) -> Interval:
    """Between which whole numbers, of any size, the result lies."""
    a, b = intervals[0], intervals[-1]
    match op:
        case "add":
            return a[0] + b[0], a[1] + b[1]
        case "sub":
            return a[0] - b[1], a[1] - b[0]
        case "neg":
            return -a[1], -a[0]
        case "mul":
            products = [x * y for x in a for y in b]
            return min(products), max(products)
        case "min":
            return min(a[0], b[0]), min(a[1], b[1])
        case "max":
            return max(a[0], b[0]), max(a[1], b[1])
        case "mod":
            return min(0, b[0] + 1), max(0, b[1] - 1)
        case "div":
            if b[0] > 0:
                quotients = [x // y for x in a for y in b]
                return min(quotients), max(quotients)
            most = max(abs(a[0]), abs(a[1]))
            return -most, most
    return TRUTH


def hull(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def clamp(interval: Interval) -> Interval:
    """Results outside 32 bits fault, so that what is left lies inside."""
    low, high = max(interval[0], INT32[0]), min(interval[1], INT32[1])
    return (low, high) if low <= high else INT32


def inside(interval: Interval, low: int, high: int) -> bool:
    return low <= interval[0] and interval[1] <= high
