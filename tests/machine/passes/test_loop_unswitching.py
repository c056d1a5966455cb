"""Loop unswitching: which conditions are tested before a loop, and that values and faults stay the same."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.passes.loop_unswitching import loop_unswitching
from rulekit.machine.text import expression
from tests.machine.build import L, at, inside, number, op, span
from tests.machine.passes.sampled import values_and_faults_stay
from tests.machine.passes.shown import function_after
from tests.shipped import every

MAN = number("man", 3, 20)
ROW = m.Table("row", (20,), 20, tuple((7 << x) & ((1 << 20) - 1) for x in range(20)))
LIMIT = m.Table("limit", (3,), m.NUMBER, (1, 2, 3))
A, B, MEN = L("a"), L("b"), L("men")
ALL = span(0, 19)
FREE, MINE = op("lt", at("man", B), A), op("eq", at("man", A), 1)


def some(body: m.Expr, where: m.Expr | None = None, over: m.LoopDomain = ALL) -> m.Expr:
    return m.Fold("some", "a", span(0, 19), None, m.Fold("some", "b", over, where, body))


CASES: dict[str, tuple[m.Expr, str]] = {
    "first": (some(op("and", MINE, FREE)), "man[%a] == 1 and some(%b in 0..19: man[%b] < %a)"),
    "last": (some(op("and", FREE, MINE)), "man[%a] == 1 and some(%b in 0..19: man[%b] < %a)"),
    "in the loop's condition": (some(FREE, MINE), "man[%a] == 1 and some(%b in 0..19: man[%b] < %a)"),
    "with a name": (
        some(m.Bind("men", at("man", A), op("and", op("eq", MEN, 1), FREE))),
        "let %men = man[%a] in %men == 1 and some(%b in 0..19: man[%b] < %a)",
    ),
    "that relies on the one before": (
        some(
            m.Bind(
                "men",
                at("man", A),
                op("and", op("ne", MEN, 0), op("eq", m.Lookup("limit", (op("sub", MEN, 1),)), 2), FREE),
            )
        ),
        "let %men = man[%a] in %men != 0 and limit{%men - 1} == 2 and some(%b in 0..19: man[%b] < %a)",
    ),
    "over a row": (
        some(op("and", MINE, FREE), over=inside(m.Lookup("row", (A,)))),
        "man[%a] == 1 and some(%b in row{%a}: man[%b] < %a)",
    ),
}
FAULTY = m.Check(op("lt", A, 5), 3, MINE)
LEFT: dict[str, m.Expr] = {
    "nothing is fixed": some(op("and", op("lt", A, B), FREE)),
    "all is fixed": some(MINE),
    "it may fault": some(op("and", FAULTY, FREE)),
    "an index without its test": some(op("and", op("eq", m.Lookup("limit", (op("sub", at("man", A), 1),)), 2), FREE)),
    "one before it may fault": some(op("and", op("eq", op("mod", 5, at("man", B)), B), MINE)),
    "the domain may fault": some(op("and", MINE, FREE), over=span(0, m.Check(op("lt", A, 5), 3, m.Const(19)))),
    "all of them": m.Fold("some", "a", span(0, 19), None, m.Fold("all", "b", span(0, 19), None, op("and", MINE, FREE))),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_tested_before_a_loop(case: str) -> None:
    body, expected = CASES[case]
    assert function_after(loop_unswitching, body, 0, (), (MAN,), (ROW, LIMIT)) == f"some(%a in 0..19: {expected})"


@pytest.mark.parametrize("case", LEFT)
def test_what_is_left(case: str) -> None:
    assert function_after(loop_unswitching, LEFT[case], 0, (), (MAN,), (ROW, LIMIT)) == expression(LEFT[case])


@pytest.mark.parametrize("seed", every(3, range(60)))
def test_values_and_faults_stay(seed: int) -> None:
    values_and_faults_stay(loop_unswitching, seed)
