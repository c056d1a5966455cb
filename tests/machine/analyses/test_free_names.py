"""Free names of expressions, and whether they contain loops."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.analyses.free_names import FreeNames
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.analyses.speculation_safety import LoopDetection
from tests.machine.build import L, at, bits, call, end, inside, machine, op, span

A, B, X, Y = L("a"), L("b"), L("x"), L("y")
CASES: dict[str, tuple[m.Expr, set[str], bool]] = {
    "names": (op("add", A, B), {"a", "b"}, False),
    "a value with a name": (m.Bind("x", X, op("add", X, Y)), {"x", "y"}, False),
    "a call": (call("f", A), {"a"}, False),
    "a loop": (m.Fold("sum", "x", m.LoopDomain(A, X), op("lt", X, B), X, Y), {"a", "b", "x", "y"}, True),
    "a loop that takes no names": (m.Fold("count", "x", span(0, 3), op("lt", X, 2)), set(), True),
    "a set that is built": (m.SetBuild(4, "x", inside(at("s", A)), op("eq", X, Y), X), {"a", "y"}, True),
    "what is reached": (
        m.Reach(4, bits(1, size=4), "x", "y", m.LoopDomain(X, A), op("and", X, Y, B)),
        {"a", "b"},
        True,
    ),
    "what grows": (m.Grow(4, "x", m.SetOf(4, (X,)), m.Shift(4, X, 1)), {"x"}, True),
    "a loop further in": (
        m.IfElse(A, B, m.Check(m.Fold("some", "x", span(0, 1), None, X), 1, Y)),
        {"a", "b", "y"},
        True,
    ),
}
ANALYSES = Analyses(machine([end()]))


@pytest.mark.parametrize("case", CASES)
def test_what_an_expression_leaves_free_and_whether_it_loops(case: str) -> None:
    expr, free, loops = CASES[case]
    for _ in range(2):  # the second answer comes from the cache
        assert ANALYSES.get(FreeNames).of(expr) == free
        assert ANALYSES.get(LoopDetection).inside(expr) == loops
