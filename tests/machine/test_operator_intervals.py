"""The intervals predicted for the machine's operators contain all results of the reference interpreter."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.operator_intervals import INT32, Interval, clamp, exact_interval, interval_inside
from tests.machine import build as b

SMALL: list[Interval] = list(combinations_with_replacement((-3, -1, 0, 1, 2), 2))
UNARY = ("neg", "not")
ONE = st.integers(INT32[0] * 2, INT32[1] * 2)


def engine(op: m.NumberOp) -> ReferenceEngine:
    """Return an engine whose function `f` applies the operator to two numbers."""
    args = (b.L("x"),) if op in UNARY else (b.L("x"), b.L("y"))
    return ReferenceEngine(b.machine((b.end(),), functions=(b.function("f", ("x", "y"), b.op(op, *args)),)))


def result(played: ReferenceEngine, x: int, y: int) -> int | None:
    """Return the operator's result, or None if it faults."""
    try:
        found = played.call(played.start(1, 0), "f", (x, y))
    except GameFault:
        return None
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("op", get_args(m.NumberOp))
def test_what_the_reference_gives_lies_inside(op: m.NumberOp) -> None:
    played = engine(op)
    numbers = range(-3, 3)
    table = {(x, y): result(played, x, y) for x, y in product(numbers, numbers)}
    for one, two in product(SMALL, SMALL):
        interval = exact_interval(op, [one] if op in UNARY else [one, two])
        for x, y in product(range(one[0], one[1] + 1), range(two[0], two[1] + 1)):
            found = table[x, y]
            assert found is None or interval[0] <= found <= interval[1], (one, two, x, y)


@given(st.tuples(ONE, ONE).map(sorted))
def test_clamped_to_what_does_not_fault(pair: list[int]) -> None:
    """If the whole interval would fault, the result is the full range."""
    low, high = clamp((pair[0], pair[1]))
    kept = max(pair[0], INT32[0]), min(pair[1], INT32[1])
    assert (low, high) == (kept if kept[0] <= kept[1] else INT32)
    assert interval_inside((low, high), *INT32)
    assert interval_inside((pair[0], pair[1]), *INT32) == ((low, high) == tuple(pair))
