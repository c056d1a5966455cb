"""Unrolling: loops over a few values are written out."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.unroll import unroll
from tests.machine.build import L, at, end, machine, number, op, put, routine, span, step

from .shown import function_after, nodes_after

CELLS = (number("n", 3), number("slot", 3, 8))
X = L("x")
IS_TWO = op("eq", at("slot", X), 2)

CASES: dict[str, tuple[m.Expr, str]] = {
    "some": (m.Fold("some", "x", span(0, 2), None, IS_TWO), "slot[0] == 2 or slot[1] == 2 or slot[2] == 2"),
    "all": (m.Fold("all", "x", span(1, 2), None, IS_TWO), "slot[1] == 2 and slot[2] == 2"),
    "all of some": (
        m.Fold("all", "x", span(0, 1), op("gt", at("slot", X), 0), IS_TWO),
        "(not slot[0] > 0 or slot[0] == 2) and (not slot[1] > 0 or slot[1] == 2)",
    ),
    "no sum": (m.Fold("sum", "x", span(0, 1), None, at("slot", X)), "sum(%x in 0..1: slot[%x])"),
    "of one value": (m.Fold("some", "x", span(2, 2), None, at("slot", X)), "slot[2] != 0"),
    "too many values": (m.Fold("some", "x", span(0, 5), None, IS_TWO), "some(%x in 0..5: slot[%x] == 2)"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_written_out(case: str) -> None:
    expr, text = CASES[case]
    assert function_after(unroll, expr, cells=CELLS) == text


FIRST = put("slot", (X,), op("add", X, 1))
STATEMENTS: dict[str, tuple[m.Stmt, str]] = {
    "assignments": (
        m.Each("x", span(1, 2), None, (FIRST, put("n", (), X))),
        "slot[1] := 2\n  n := 1\n  slot[2] := 3\n  n := 2",
    ),
    "what lets a value pass": (
        m.Each("x", span(0, 1), IS_TWO, (FIRST,)),
        "if slot[0] == 2:\n    slot[0] := 1\n  if slot[1] == 2:\n    slot[1] := 2",
    ),
    "arms": (
        m.Each("x", span(0, 1), None, (m.IfStatement(IS_TWO, (FIRST,), (put("n", (), 0),)),)),
        "if slot[0] == 2:\n    slot[0] := 1\n  else:\n    n := 0\n  if slot[1] == 2:\n    slot[1] := 2\n"
        "  else:\n    n := 0",
    ),
    "what leaves the loop": (
        m.Each("x", span(0, 1), None, (m.IfStatement(IS_TWO, (m.Break(),)), FIRST)),
        "for %x in 0..1:\n    if slot[%x] == 2:\n      break\n    slot[%x] := %x + 1",
    ),
    "too many passes": (m.Each("x", span(0, 5), None, (FIRST,)), "for %x in 0..5:\n    slot[%x] := %x + 1"),
    "bounds that are not known": (
        m.Each("x", span(0, at("n")), None, (FIRST,)),
        "for %x in 0..n:\n    slot[%x] := %x + 1",
    ),
}


@pytest.mark.parametrize("case", STATEMENTS)
def test_loops_of_statements(case: str) -> None:
    stmt, text = STATEMENTS[case]
    (found,) = nodes_after(unroll, machine([step("go", stmt, to="end"), end()], CELLS))
    assert found == f"step go\n  {text}\n  go end"


def test_in_a_routine() -> None:
    loop = m.Each("x", span(0, 1), None, (FIRST,))
    changed = unroll(Analyses(machine([end()], CELLS, routines=(routine("all", (), loop),))), [])
    assert [type(s) for s in changed.routines[0].body] == [m.Write, m.Write]
