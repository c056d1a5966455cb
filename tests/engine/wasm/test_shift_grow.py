"""Shifted and growing sets, for sizes near those of words, compared with the reference engine."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.engine.differential import Pair
from tests.machine.build import L, end, function, machine

SIZES = (1, 63, 64, 65, 128, 130)


def pair_of(functions: dict[str, tuple[int, m.Expr]], given: int) -> Pair:
    made = machine(
        [end()], functions=tuple(function(n, (("a", given),), body, kind) for n, (kind, body) in functions.items())
    )
    return Pair(ReferenceEngine(made), WasmEngine(made, optimise=False))


def some_sets(size: int) -> list[frozenset[int]]:
    """Return test sets: all numbers, every other number, all numbers near word boundaries, and each of these alone, so
    that a wrong position shows."""
    edges = sorted(x for x in {0, 1, 31, 62, 63, 64, 65, 127, 128, size - 2, size - 1} if 0 <= x < size)
    return [frozenset(range(size)), frozenset(range(1, size, 2)), frozenset(edges), *(frozenset((x,)) for x in edges)]


@pytest.mark.parametrize("size", SIZES)
def test_a_shift_by_every_amount(size):
    """Exhausted: all amounts from past one end to past the other."""
    amounts = range(-size - 1, size + 2)
    pair = pair_of({str(by): (size, m.Shift(size, L("a"), by)) for by in amounts}, size)
    state = pair.same("start", 1)
    for members in some_sets(size):
        for by in amounts:
            found = pair.same("call", state, str(by), (members,))
            assert found == frozenset(x + by for x in members if 0 <= x + by < size), by


@pytest.mark.parametrize("given", SIZES)
def test_a_shift_into_another_size_loses_what_lies_past_it(given):
    amounts = (-given, -65, -64, -63, -1, 0, 1, 63, 64, 65, 127)
    made = {f"{size} {by}": (size, m.Shift(size, L("a"), by)) for size in (3, *SIZES) for by in amounts}
    counted = {f"size of {name}": (0, m.SizeOf(shift)) for name, (_, shift) in made.items()}
    pair = pair_of({**made, **counted}, given)
    state = pair.same("start", 1)
    for members in some_sets(given):
        for name in (*made, *counted):
            pair.same("call", state, name, (members,))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("by", [-65, -7, -1, 1, 7, 63, 64])
def test_a_set_grows_until_nothing_is_added(size, by):
    seed, grown = L("a"), L("g")
    moved = m.Shift(size, grown, by)
    odd = m.SetConst(size, sum(1 << x for x in range(size) if x % 9))
    pair = pair_of(
        {
            "freely": (size, m.Grow(size, "g", seed, moved)),
            "inside": (size, m.Grow(size, "g", seed, m.SetOp("common", moved, odd))),
            "both ways": (size, m.Grow(size, "g", seed, m.SetOp("union", moved, m.Shift(size, grown, -by)))),
            "not at all": (size, m.Grow(size, "g", seed, m.SetConst(size, 0))),
            "within": (size, m.Grow(size, "g", seed, m.Grow(size, "h", grown, m.Shift(size, L("h"), by)))),
        },
        size,
    )
    state = pair.same("start", 1)
    for members in (*some_sets(size), frozenset[int]()):
        for name in ("freely", "inside", "both ways", "not at all", "within"):
            found = pair.same("call", state, name, (members,))
            assert members <= found
        assert pair.same("call", state, "not at all", (members,)) == members
        free = {x + by * k for x in members for k in range(size + 1)}
        assert pair.same("call", state, "freely", (members,)) == frozenset(x for x in free if 0 <= x < size)
