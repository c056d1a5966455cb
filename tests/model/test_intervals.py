"""Intervals hold every result, and of small ones no more than they must."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.model.intervals import BINARY, Interval, hull, negated

MEANING: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "min": min,
    "max": max,
}
INTERVALS = st.tuples(st.integers(-12, 12), st.integers(0, 8)).map(lambda ends: (ends[0], ends[0] + ends[1]))


def results(name: str, a: Interval, b: Interval) -> list[int]:
    return [
        MEANING[name](x, y)
        for x in range(a[0], a[1] + 1)
        for y in range(b[0], b[1] + 1)
        if y or name not in ("div", "mod")
    ]


def test_each_operator_has_its_meaning_here() -> None:
    assert BINARY.keys() == MEANING.keys()


@pytest.mark.parametrize("name", MEANING)
@given(INTERVALS, INTERVALS)
def test_every_result_lies_inside(name: str, a: Interval, b: Interval) -> None:
    low, high = BINARY[name](a, b)
    found = results(name, a, b)
    assert all(low <= x <= high for x in found)
    if found and name != "mod":  # the ends of a remainder's need not be reached
        assert (low, high) == (min(found), max(found))


@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 20), st.integers(0, 20))
def test_what_is_smaller_than_its_divisor_is_its_own_remainder(low: int, more: int, above: int, further: int) -> None:
    a = low, low + more
    assert BINARY["mod"](a, (a[1] + above, a[1] + above + further)) == a


@given(INTERVALS, INTERVALS)
def test_signs_and_hulls(a: Interval, b: Interval) -> None:
    assert negated(negated(a)) == a and negated(a) == (-a[1], -a[0])
    assert hull(a, b) == (min(*a, *b), max(*a, *b))
