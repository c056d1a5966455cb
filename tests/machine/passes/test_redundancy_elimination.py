"""Redundancy elimination: repeated expressions get a name at the right place, facts known after a condition are used,
and values and faults stay the same."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.redundancy_elimination import redundancy_elimination
from tests.machine.build import L, at, end, machine, number, op, span
from tests.machine.passes.sampled import values_and_faults_stay
from tests.machine.passes.shown import function_after
from tests.shipped import every

MAN = number("man", 3, 9)
TURN = number("turn", 3, 9)
WORTH = m.Table("worth", (4,), 0, (4, -1, 7, 2))
X = L("x")
THERE = at("man", X)
PARAMS = (m.Parameter("x", 0, 0, 8),)
SURE = m.Bind("s", THERE, m.Check(op("ne", L("s"), 0), 3, op("sub", L("s"), 1)))
LOOP = m.Fold("sum", "i", span(0, 5), None, op("mul", L("i"), THERE))
OTHER = m.Fold("sum", "k", span(0, 5), None, op("mul", L("k"), THERE))

CASES: dict[str, tuple[m.Expr, str]] = {
    "twice": (op("add", THERE, op("mul", THERE, 2)), "let %same^ = man[%x] in %same^ + %same^ * 2"),
    "behind a guard, and what the guard tells": (
        op("or", op("not", op("ne", THERE, 0)), op("gt", m.Lookup("worth", (SURE,)), 3)),
        "let %same^ = man[%x] in not %same^ != 0 or worth{%same^ - 1} > 3",
    ),
    "from the second condition on": (
        op("and", op("lt", X, 5), op("ne", THERE, 0), op("gt", m.Lookup("worth", (SURE,)), 3)),
        "%x < 5 and (let %same^ = man[%x] in %same^ != 0 and worth{%same^ - 1} > 3)",
    ),
    "not where it may not be asked": (
        op("add", m.IfElse(op("lt", X, 5), THERE, m.Const(1)), m.IfElse(op("lt", X, 4), THERE, m.Const(2))),
        "(if %x < 5 then man[%x] else 1) + (if %x < 4 then man[%x] else 2)",
    ),
    "in either arm": (
        m.IfElse(op("lt", X, 5), THERE, op("sub", 3, THERE)),
        "let %same^ = man[%x] in if %x < 5 then %same^ else 3 - %same^",
    ),
    "once for all passes": (
        m.Fold("sum", "i", span(0, 7), None, op("mul", L("i"), at("turn", THERE))),
        "let %same^ = turn[man[%x]] in sum(%i in 0..7: %i * %same^)",
    ),
    "not what a pass may leave out": (
        m.Fold("sum", "i", span(0, 7), op("lt", L("i"), X), op("mul", L("i"), THERE)),
        "sum(%i in 0..7 where %i < %x: %i * man[%x])",
    ),
    "loops that say the same in other words": (
        op("add", LOOP, OTHER),
        "let %same^ = man[%x] in let %same^ = sum(%#0^ in 0..5: %#0^ * %same^) in %same^ + %same^",
    ),
    "a comparison that ranges decide": (op("and", op("ge", THERE, 0), op("lt", THERE, X)), "man[%x] < %x"),
    "a loop with one pass": (
        m.SetBuild(9, "i", span(1, 1), op("ne", THERE, 0), op("add", L("i"), 2)),
        "if man[%x] != 0 then {3}/9 else {}/9",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_asked_once(case):
    body, expected = CASES[case]
    kind = 9 if isinstance(body, m.SetBuild) else 0
    assert function_after(redundancy_elimination, body, kind, PARAMS, (MAN, TURN), (WORTH,)) == expected


def test_what_is_tried_out_is_asked_of_another_state():
    body = op("add", THERE, m.After("clear", (), THERE))
    clear = m.Routine("clear", "procedure clear", (), None, (m.Write("man", (m.Const(1),), m.Const(0)),))
    asked = m.Function("it", "it", PARAMS, 0, body)
    made = machine([end()], (MAN,), functions=(asked,), routines=(clear,))
    assert redundancy_elimination(Analyses(made), []) == made


@pytest.mark.parametrize("seed", every(3, range(60)))
def test_values_and_faults_stay(seed):
    values_and_faults_stay(redundancy_elimination, seed)
