"""Unroll: loops over a handful of values written out."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.passes.unroll import unroll
from tests.machine.build import L, at, number, op, span

from .shown import function_after

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
