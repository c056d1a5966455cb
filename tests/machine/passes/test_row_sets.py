"""Row sets: conditions on one element of a row become the set of the elements that pass, which both engines compute
alike.
"""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.bitset_vectorisation import bitset_vectorisation
from rulekit.machine.row_tests import WIDEST, RowTest, compare_row, row_test
from tests.machine.build import L, at, e, end, inside, machine, number, op, set_cell, span

from .shown import function_after

ROOMS, BEDS = 5, 4
PEOPLE = 12
X, A, V = L("x"), L("a"), L("v")
R = Random(3)
ROOM = number("room", PEOPLE, ROOMS * BEDS, initial=[R.randint(0, PEOPLE) for _ in range(ROOMS * BEDS)])
HEAP = number("heap", 3, 2, 10, initial=[R.randint(0, 3) for _ in range(20)])
OWNER = number("owner", 2, 3, initial=(1, 2, 0))
WIDE = number("wide", 500, 20, initial=tuple(range(20)))
CELLS = (ROOM, HEAP, OWNER, WIDE, number("n", 3, initial=(2,)), set_cell("lit", 13, initial=(0b1010101,)))
TABLES = (
    m.Table("colour", (12,), 0, tuple(i // 4 for i in range(12))),
    m.Table("kind", (12,), 0, tuple(i % 4 for i in range(12))),
    m.Table("level", (20,), 0, tuple(i // 2 for i in range(20))),
)
PARAMS = (m.Parameter("a", m.NUMBER, 0, ROOMS - 1), m.Parameter("v", m.NUMBER, 0, 2))
BED = at("room", op("add", op("mul", A, BEDS), X))
MINE = op("eq", at("owner", m.Lookup("colour", (op("sub", BED, 1),))), V)
LODGES = op("and", op("gt", BED, 0), MINE)
WHERE_MINE = " | ".join(
    f"(if owner[{i}] == %v then {{{', '.join(str(1 + 4 * i + k) for k in range(4))}}}/13 else {{}}/13)"
    for i in range(3)
)


def beds(where: m.Expr) -> m.SetBuild:
    return m.SetBuild(BEDS, "x", span(0, BEDS - 1), where)


def of_heap(where: m.Expr) -> m.SetBuild:
    return m.SetBuild(10, "x", span(0, 9), where)


ROW = "%x in 0..3 where room[%a * 4 + %x]"
CASES: dict[str, tuple[int, m.Expr, str]] = {
    "how many are taken": (0, m.Fold("count", "x", span(0, 3), op("ne", BED, 0)), f"size({{{ROW} != 0}}/4)"),
    "is one free": (0, m.Fold("some", "x", span(0, 3), None, op("eq", BED, 0)), f"not size({{{ROW} == 0}}/4) == 0"),
    "are all taken": (
        0,
        m.Fold("all", "x", span(0, 3), None, op("ne", BED, 0)),
        f"size({{0, 1, 2, 3}}/4 \\ {{{ROW} != 0}}/4) == 0",
    ),
    "the first free one": (
        0,
        m.Fold("first", "x", span(0, 3), op("eq", BED, 0), None, e(-1)),
        f"first(%x in {{{ROW} == 0}}/4 otherwise -1)",
    ),
    "the only free one": (
        0,
        m.Fold("only", "x", span(0, 3), op("eq", BED, 0), fault=1),
        f"only(%x in {{{ROW} == 0}}/4 !1)",
    ),
    "a value by name": (4, beds(op("lt", BED, V)), f"{{{ROW} < %v}}/4"),
    "not": (4, beds(op("not", op("eq", BED, V))), "{%x in 0..3 where not room[%a * 4 + %x] == %v}/4"),
    "of a row of many": (10, of_heap(at("heap", V, X)), "{%x in 0..9 where heap[%v, %x]}/10"),
    "is a heap empty": (
        0,
        op("eq", m.Fold("sum", "x", span(0, 9), None, at("heap", op("mod", V, 2), X)), 0),
        "not not size({%x in 0..9 where heap[%v mod 2, %x] != 0}/10) == 0",
    ),
    "has a heap anything": (
        0,
        op("gt", m.Fold("sum", "x", span(0, 9), None, at("heap", op("mod", V, 2), X)), 0),
        "not size({%x in 0..9 where heap[%v mod 2, %x] != 0}/10) == 0",
    ),
    "not whether a sum is 1": (
        0,
        op("eq", m.Fold("sum", "x", span(0, 9), None, at("heap", op("mod", V, 2), X)), 1),
        "sum(%x in 0..9: heap[%v mod 2, %x]) == 1",
    ),
    "by a property, where something lies": (
        4,
        beds(LODGES),
        f"{{{ROW} > 0}}/4 & {{%x in 0..3 where room[%a * 4 + %x] in {WHERE_MINE}}}/4",
    ),
    "not by a property that cells decide, too": (
        12,
        m.SetBuild(
            12,
            "x",
            span(0, 11),
            op("eq", at("owner", m.Lookup("colour", (m.IfElse(op("lt", X, 5), X, at("n")),))), V),
        ),
        " | ".join(
            f"(if owner[colour{{{x if x < 5 else 'n'}}}] == %v then {{{x}}}/12 else {{}}/12)" for x in range(12)
        ),
    ),
    "not by a property that may fault": (
        12,
        m.SetBuild(
            12,
            "x",
            span(0, 11),
            op("eq", at("owner", m.Lookup("colour", (m.Check(op("lt", X, 10), 4, X),))), V),
        ),
        "{%x in 0..11 where owner[colour{check(%x < 10 !4, %x)}] == %v}/12",
    ),
    "in a set": (4, beds(m.Has(at("lit"), BED)), "{%x in 0..3 where room[%a * 4 + %x] in lit}/4"),
    "a table decides some of it": (
        20,
        m.SetBuild(
            20,
            "q",
            span(0, 19),
            op("and", op("gt", m.Lookup("level", (L("q"),)), 8), op("gt", at("wide", op("sub", 19, L("q"))), V)),
        ),
        "{%q in {18, 19}/20 where wide[19 - %q] > %v}/20",
    ),
    "not numbers that are no bytes": (
        5,
        m.SetBuild(5, "x", span(0, 4), op("gt", at("wide", op("add", A, X)), V)),
        " | ".join(f"(if wide[%a{f' + {i}' if i else ''}] > %v then {{{i}}}/5 else {{}}/5)" for i in range(5)),
    ),
    "not places that are all known": (
        3,
        m.SetBuild(3, "x", span(0, 2), op("eq", at("owner", X), V)),
        " | ".join(f"(if owner[{i}] == %v then {{{i}}}/3 else {{}}/3)" for i in range(3)),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_condition(case: str) -> None:
    kind, body, text = CASES[case]
    params = PARAMS if "%v mod" not in text and "heap" not in text else (PARAMS[0], m.Parameter("v", m.NUMBER, 0, 1))
    assert function_after(bitset_vectorisation, body, kind, params, CELLS, TABLES) == text


@pytest.mark.parametrize("case", CASES)
def test_both_engines_give_the_same(case: str) -> None:
    """Exhausted over both parameters, before and after the pass."""
    kind, body, _ = CASES[case]
    high = 1 if "heap" in case else 2
    params = (PARAMS[0], m.Parameter("v", m.NUMBER, 0, high if "row" not in case else 1))
    before = machine([end()], CELLS, tables=TABLES, functions=(m.Function("it", "it", params, kind, body, 0),))
    after = bitset_vectorisation(Analyses(before), [])
    for a in range(ROOMS):
        for v in range(params[1].high + 1):
            told = []
            for engine in (ReferenceEngine(before), ReferenceEngine(after), WasmEngine(after, optimise=False)):
                try:
                    told.append(engine.call(engine.start(1), "it", (a, v)))
                except Exception as fault:
                    told.append(str(fault))
            assert told[0] == told[1] == told[2]


ROWS: dict[str, tuple[m.Expr, RowTest | None]] = {
    "an element": (at("heap", A, X), RowTest(at("heap", A, 0), "ne", e(0))),
    "from a place on": (
        op("lt", at("room", op("add", X, V)), 3),
        RowTest(at("room", V), "lt", e(3)),
    ),
    "from a place on, further": (
        op("lt", at("room", op("add", op("add", A, X), V)), 3),
        RowTest(at("room", op("add", A, V)), "lt", e(3)),
    ),
    "the other way round": (op("lt", 3, at("room", X)), RowTest(at("room", 0), "gt", e(3))),
    "not equal to nothing": (op("eq", op("ne", at("room", X), 0), 0), RowTest(at("room", 0), "eq", e(0))),
    "denied": (op("not", op("le", at("room", X), V)), RowTest(at("room", 0), "gt", V)),
    "in a set": (m.Has(at("lit"), at("room", X)), RowTest(at("room", 0), "in", at("lit"))),
    "not in a set": (op("not", m.Has(at("lit"), at("room", X))), None),
    "backwards": (op("lt", at("room", op("sub", 19, X)), 3), None),
    "every other one": (op("lt", at("room", op("mul", X, 2)), 3), None),
    "both parts of the index": (op("lt", at("room", op("add", X, X)), 3), None),
    "across rows": (at("heap", X, A), None),
    "a value that changes with it": (op("lt", at("room", X), X), None),
    "a cell alone": (op("lt", at("n"), 3), None),
}


@pytest.mark.parametrize("case", ROWS)
def test_what_compares_a_row(case: str) -> None:
    condition, test = ROWS[case]
    assert compare_row(condition, "x") == test


def test_which_comprehensions_are_rows() -> None:
    taken = op("ne", at("heap", A, X), 0)
    assert row_test(of_heap(taken)) == compare_row(taken, "x")
    for other in (
        m.SetBuild(10, "x", span(1, 9), taken),
        m.SetBuild(10, "x", span(0, 8), taken),
        m.SetBuild(10, "x", inside(m.SetConst(10, 3)), taken),
        m.SetBuild(10, "x", span(0, 9), taken, op("sub", 9, X)),
        m.SetBuild(10, "x", span(0, 9)),
        m.SetBuild(WIDEST + 1, "x", span(0, WIDEST), taken),
        m.SetConst(10, 3),
    ):
        assert row_test(other) is None
