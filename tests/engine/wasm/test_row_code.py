"""Row tests, sixteen elements at a time: every comparison, and membership in sets of one and two words, compared with
the reference engine.
"""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.interface import State
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, row_code
from rulekit.machine import program as m
from rulekit.machine.row_tests import DENIED
from tests.engine.differential import Pair
from tests.machine.build import L, at, end, function, machine, number, op, span

ROWS = 3
SIZES = (2, 4, 5, 8, 9, 16, 17, 64, 65, 72, 130)
RANGES = {"bytes": (0, 255), "small": (0, 63), "looked up": (0, 127), "signed": (-128, 127), "wide": (0, 300)}
X = L("x")


def row(size: int, test: m.Expr) -> m.SetBuild:
    return m.SetBuild(size, "x", span(0, size - 1), test)


def pair_of(board: m.Cell, functions: dict[str, m.Expr], size: int, params: tuple[object, ...]) -> Pair:
    made = tuple(function(name, params, body, size) for name, body in functions.items())
    machine_ = machine([end()], (board,), functions=made)
    return Pair(ReferenceEngine(machine_), WasmEngine(machine_, optimise=False))


@pytest.mark.parametrize("sort", RANGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_comparison(size: int, sort: str) -> None:
    """Sampled: random numbers of a cell's whole range; its ends, 0 and a middle as values; each row of the array."""
    low, high = RANGES[sort]
    r = Random(size)
    board = number(
        "board", high, ROWS, size, low=low, initial=[r.choice((low, high, 0, 5)) for _ in range(ROWS * size)]
    )
    element = at("board", L("a"), X)
    tests = {"not zero": element}
    for name in DENIED:
        tests[f"{name} v"] = op(name, element, L("v"))
        tests[f"v {name}"] = op(name, L("v"), element)
        tests.update({f"{name} {value}": op(name, element, value) for value in (low, 0, 5, high)})
        tests[f"not {name} 5"] = op("not", op(name, element, 5))
        tests[f"far {name}"] = op(name, element, op("mul", L("v"), 300))
        tests[f"square {name}"] = op(name, element, op("mod", op("mul", L("v"), L("v")), 200))
    params = (("a", 0, 0, ROWS - 1), ("v", 0, low, high))
    pair = pair_of(board, {name: row(size, test) for name, test in tests.items()}, size, params)
    state = pair.same("start", 1)
    for name in tests:
        for a in range(ROWS):
            for v in (low, 0, 5, high):
                pair.same("call", state, name, (a, v))


@pytest.mark.parametrize("members", [1, 20, 63, 64, 65, 128, 200])
@pytest.mark.parametrize("size", SIZES)
def test_membership_in_a_set(size: int, members: int) -> None:
    r = Random(members)
    board = number("board", 127, ROWS, size, initial=[r.randrange(128) for _ in range(ROWS * size)])
    pair = pair_of(
        board,
        {"in": row(size, m.Has(L("s"), at("board", L("a"), X)))},
        size,
        (("a", 0, 0, ROWS - 1), ("s", members)),
    )
    state = pair.same("start", 1)
    assert isinstance(state, State)
    sets = [frozenset(range(members)), frozenset(), frozenset((members - 1,))]
    for found in [*sets, *(frozenset(x for x in range(members) if r.random() < 0.5) for _ in range(4))]:
        for a in range(ROWS):
            pair.same("call", state, "in", (a, found))


@pytest.mark.parametrize("size", [5, 20, 64, 65, 130])
def test_only_some_elements_count(size: int) -> None:
    """Every part of a row from one element to another, and parts with gaps."""
    r = Random(size)
    board = number("board", 9, ROWS * size, initial=[r.randrange(10) for _ in range(ROWS * size)])
    places = sorted({0, 1, 3, 15, 16, 17, 63, 64, size - 1} & set(range(size)))
    parts = [(1 << end + 1) - (1 << first) for first in places for end in places if first <= end]
    parts += [0, *(r.getrandbits(size) for _ in range(6))]
    strong = row(size, op("gt", at("board", op("add", op("mul", L("a"), size), X)), 4))
    tests = {str(bits): m.SetOp("common", strong, m.SetConst(size, bits)) for bits in parts}
    tests |= {f"{bits} first": m.SetOp("common", m.SetConst(size, bits), strong) for bits in parts}
    pair = pair_of(board, tests, size, (("a", 0, 0, ROWS - 1),))
    state = pair.same("start", 1)
    for name in tests:
        for a in range(ROWS):
            pair.same("call", state, name, (a,))


@pytest.mark.parametrize("kind", ["first", "only"])
def test_the_first_or_only_member(kind: m.FoldKind) -> None:
    """Exhausted over the rows: none, one and several members; without exactly one, `only` is a fault."""
    size = 5
    board = number("board", 1, ROWS, size, initial=[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1])
    found = row(size, op("eq", at("board", L("a"), X), 1))
    body = m.Fold(kind, "y", m.LoopDomain(within=found), fault=0)
    made = machine([end()], (board,), functions=(function("it", (("a", 0, 0, ROWS - 1),), body),))
    pair = Pair(ReferenceEngine(made), WasmEngine(made, optimise=False))
    state = pair.same("start", 1)
    told = [pair.same("call", state, "it", (a,)) for a in range(ROWS)]
    assert told == [[0], 3, 1 if kind == "first" else [0]]


def test_rows_are_tested_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the tests above would test loops."""
    asked: list[bool] = []
    emit = row_code.emit_row_test

    def noted(*given: object) -> object:
        found = emit(*given)
        asked.append(found is not None)
        return found

    monkeypatch.setattr(row_code, "emit_row_test", noted)
    for sort, by_constant, by_name in (
        ("bytes", True, False),
        ("small", True, True),
        ("looked up", True, False),
        ("signed", True, False),
        ("wide", False, False),
    ):
        low, high = RANGES[sort]
        board = number("board", high, 20, low=low)
        for value, together in ((5, by_constant), (L("v"), by_name)):
            asked.clear()
            tested = row(20, op("eq", at("board", X), value))
            pair = pair_of(board, {"it": tested}, 20, (("v", 0, low, high),))
            pair.same("call", pair.same("start", 1), "it", (0,))
            assert asked == [together], sort
