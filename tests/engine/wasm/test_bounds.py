"""Limits reached exactly and exceeded by one: limited loops, full and empty rings, ranges of cells."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.engine.differential import Pair
from tests.machine.build import BOUND, EMPTY, RANGE, L, at, end, function, machine, number, op, put, ring, routine

FULL = 3
MADE = machine(
    [end()],
    (number("n", 4, low=-1), ring("deck", 9, FULL, 2)),
    functions=(
        function("size", ("i",), m.RingSize("deck", (L("i"),))),
        function("item", ("i", "at"), m.RingAt("deck", (L("i"),), L("at"))),
    ),
    routines=(
        routine(
            "loop",
            ("passes", "limit"),
            put("n", (), 0),
            m.While(op("lt", at("n"), L("passes")), L("limit"), BOUND, (put("n", (), op("add", at("n"), 1)),)),
        ),
        routine("set", ("x",), put("n", (), L("x"), RANGE)),
        routine("top", ("i", "x"), m.Push("deck", (L("i"),), "top", L("x"), BOUND)),
        routine("bottom", ("i", "x"), m.Push("deck", (L("i"),), "bottom", L("x"), BOUND)),
        routine("pull", ("i", "at"), m.Pull("deck", (L("i"),), L("at"), EMPTY)),
    ),
)


@pytest.fixture(scope="module")
def pair():
    return Pair(ReferenceEngine(MADE), WasmEngine(MADE))


@pytest.mark.parametrize("passes", range(5))
@pytest.mark.parametrize("limit", range(5))
def test_a_loop_makes_as_many_passes_as_its_limit_and_no_more(pair, passes, limit):
    after = pair.same("run", pair.same("start", 1), "loop", (passes, limit))
    assert (after == [BOUND]) == (passes > limit)


@pytest.mark.parametrize("value", [-(2**31), -2, -1, 0, 4, 5, 2**31 - 1])
def test_a_cell_takes_what_lies_in_its_range(pair, value):
    after = pair.same("run", pair.same("start", 1), "set", (value,))
    assert (after == [RANGE]) == (not -1 <= value <= 4)


@pytest.mark.parametrize("push", ["top", "bottom"])
@pytest.mark.parametrize("filled", range(FULL + 1))
def test_a_ring_is_full_when_it_is_full(pair, push, filled):
    """The next ring in memory is full, so that writing past the end of the first would show."""
    state = pair.same("start", 1)
    for x in range(FULL):
        state = pair.same("run", state, "top", (1, 7 + x % 3))
    for x in range(filled):
        state = pair.same("run", state, push, (0, x + 1))
    pair.same("run", pair.same("run", state, "set", (1,)), "set", (0,))
    assert pair.same("call", state, "size", (0,)) == filled
    assert pair.same("call", state, "size", (1,)) == FULL
    for place in (-1, 0, FULL - 1, FULL):
        pair.same("call", state, "item", (0, place))
        after = pair.same("run", state, "pull", (0, place))
        assert (after == [EMPTY]) == (not 0 <= place < filled)
    assert (pair.same("run", state, push, (0, 9)) == [BOUND]) == (filled == FULL)
