"""Interval arithmetic: between which whole numbers a result lies, when it is known between which its arguments lie.

The types of numbers (`check/operators.py`) and the value ranges of machines (`machine/operator_intervals.py`) reckon
with it.  Numbers are of any size here; what fits into 32 bits is the machine's affair.
"""

from __future__ import annotations

from collections.abc import Callable

Interval = tuple[int, int]
"""The least and the greatest."""


def negate_interval(a: Interval) -> Interval:
    return -a[1], -a[0]


def add_intervals(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def subtract_intervals(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def multiply_intervals(a: Interval, b: Interval) -> Interval:
    products = [x * y for x in a for y in b]
    return min(products), max(products)


def divide_intervals(a: Interval, b: Interval) -> Interval:
    """Return the quotient, rounded down; division by zero never happens, so 0 is no divisor."""
    divisors = [d for d in {*b, -1, 1} if d and b[0] <= d <= b[1]]
    quotients = [x // d for x in a for d in divisors] or [0]
    return min(quotients), max(quotients)


def remainder(a: Interval, b: Interval) -> Interval:
    """Return the remainder, which has the sign of the divisor."""
    if a[0] >= 0 and a[1] < b[0]:
        return a
    return min(0, b[0] + 1), max(0, b[1] - 1)


def least(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), min(a[1], b[1])


def greatest(a: Interval, b: Interval) -> Interval:
    return max(a[0], b[0]), max(a[1], b[1])


def hull(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


BINARY: dict[str, Callable[[Interval, Interval], Interval]] = {
    "add": add_intervals,
    "sub": subtract_intervals,
    "mul": multiply_intervals,
    "div": divide_intervals,
    "mod": remainder,
    "min": least,
    "max": greatest,
}
"""By the names that operators of two numbers have in machines."""
