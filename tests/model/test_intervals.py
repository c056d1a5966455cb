"""Interval arithmetic compared with every pair of numbers: results contain all values, and are no wider than
necessary."""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.model.types import BINARY, Interval, hull, negate_interval

MEANING: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
}
SMALL: list[Interval] = list(combinations_with_replacement(range(-4, 5), 2))
WIDE = st.integers(-(1 << 40), 1 << 40)


def members(interval: Interval) -> range:
    return range(interval[0], interval[1] + 1)


def results(name: str, a: Interval, b: Interval) -> list[int]:
    divides = name in ("div", "mod")
    return [MEANING[name](x, y) for x, y in product(members(a), members(b)) if y or not divides]


def test_every_operation_is_held_to_its_meaning() -> None:
    assert BINARY.keys() == MEANING.keys()


@pytest.mark.parametrize("name", sorted(BINARY.keys() - {"mod"}))
def test_the_interval_is_that_of_all_results(name: str) -> None:
    for a, b in product(SMALL, SMALL):
        found = results(name, a, b)
        if found:
            assert BINARY[name](a, b) == (min(found), max(found)), (a, b)


def test_no_remainder_lies_outside_and_a_long_interval_has_them_all() -> None:
    """For short intervals the result may be wider than the remainders. An interval below all divisors stays
    unchanged."""
    for a, b in product(SMALL, SMALL):
        found = results("mod", a, b)
        if not found:
            continue
        low, high = BINARY["mod"](a, b)
        assert low <= min(found) and max(found) <= high, (a, b)
        if len(members(a)) >= max(map(abs, b)) or 0 <= a[0] <= a[1] < b[0]:
            assert (low, high) == (min(found), max(found)), (a, b)


@given(a=st.tuples(WIDE, WIDE), b=st.tuples(WIDE, WIDE), at=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_numbers_of_any_size_lie_inside(a: Interval, b: Interval, at: tuple[float, float]) -> None:
    one, two = ((min(i), max(i)) for i in (a, b))
    x, y = (low + int((high - low) * part) for (low, high), part in zip((one, two), at, strict=True))
    for name, meaning in MEANING.items():
        if y or name not in ("div", "mod"):
            low, high = BINARY[name](one, two)
            assert low <= meaning(x, y) <= high, name


def test_the_negated_and_the_hull() -> None:
    for a, b in product(SMALL, SMALL):
        assert set(members(negate_interval(a))) == {-x for x in members(a)}
        both = {*members(a), *members(b)}
        assert hull(a, b) == (min(both), max(both))
