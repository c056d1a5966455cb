"""Compile-time evaluation: expressions of constants and tables get the interpreter's value; all others are refused."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.compile_time import MOST, CompileTime
from rulekit.machine.analyses.evaluators import NotCompileTime
from rulekit.machine.analyses.manager import Analyses
from tests.machine.build import L, at, bits, e, end, function, inside, look, machine, number, op, span
from tests.machine.verify import verify

X = L("x")
TABLES = (m.Table("worth", (5,), 0, (3, -1, 4, 1, -5)), m.Table("near", (5, 2), 7, (1, 2, 4, 8, 16, 32, 64, 3, 0, 127)))
MADE = machine([end()], (number("n", 9),), tables=TABLES, functions=(function("f", (), 1),))


NEAR = look("near", X, 1)
DECIDED: dict[str, m.Expr] = {
    "a number": op("sub", op("mul", look("worth", X), 2), op("mod", X, 3)),
    "rounded down": op("div", look("worth", X), 2),
    "and stops early": op("and", op("lt", X, 3), op("div", 6, op("sub", X, 3))),
    "or stops early": op("or", op("ge", X, 3), op("div", 6, op("sub", X, 3))),
    "one of three": op("or", op("eq", X, 1), op("eq", X, 2), 0),
    "a choice": m.IfElse(op("gt", X, 2), look("worth", op("sub", X, 3)), e(9)),
    "a name": m.Bind("y", op("add", X, 1), op("mul", L("y"), L("y"))),
    "a name hidden": m.Bind("x", op("add", X, 1), op("mul", X, X)),
    "a test passed": m.Check(op("ge", X, 0), 1, look("worth", X)),
    "a member": m.Has(NEAR, op("mul", X, 2)),
    "no member below 0": m.Has(NEAR, op("sub", X, 3)),
    "a size": m.SizeOf(m.SetOp("union", NEAR, look("near", X, 0))),
    "a set": m.SetOp("minus", NEAR, bits(0, 5, size=7)),
    "what both hold": m.SetOp("common", NEAR, bits(0, 1, 5, size=7)),
    "given members": m.SetOf(7, (X, op("add", X, 2))),
    "the same": m.Compare("same", NEAR, look("near", 3, 1)),
    "within": m.Compare("within", NEAR, bits(0, 1, 3, size=7)),
    "a set built": m.SetBuild(7, "y", span(0, 6), op("ne", op("mod", L("y"), 3), op("mod", X, 3))),
    "built of members": m.SetBuild(7, "y", inside(NEAR), op("gt", L("y"), X)),
    "built with an image": m.SetBuild(7, "y", inside(NEAR), None, L("y")),
    "moved up": m.Shift(7, NEAR, 2),
    "moved down": m.Shift(7, NEAR, -3),
    "moved into less": m.Shift(3, NEAR, -1),
}


@pytest.mark.parametrize("case", DECIDED)
def test_a_value_is_the_interpreters(case):
    """Exhausted: each expression with x from 0 to 4."""
    body = DECIDED[case]
    static = Analyses(MADE).get(CompileTime)
    sizes = (m.SetOp, m.SetOf, m.SetBuild, m.Shift)
    kind = (body.size if not isinstance(body, m.SetOp) else 7) if isinstance(body, sizes) else 0
    it = m.Function("it", "it", (m.Parameter("x", 0, 0, 4),), kind, body, 0)
    made = machine([end()], (number("n", 9),), tables=TABLES, functions=(it,))
    assert verify(made) == []
    engine = ReferenceEngine(made)
    found = static.column(body, "x", 5)
    assert found is not None
    for x, value in enumerate(found):
        expected = engine.call(engine.start(1), "it", (x,))
        told = expected if isinstance(expected, int) else sum(1 << y for y in expected)
        assert value == told, x


REFUSED: dict[str, m.Expr] = {
    "a cell": op("add", X, at("n")),
    "a call": m.Call("f", ()),
    "another name": op("add", X, L("y")),
    "a divisor of 0 for some": op("div", 1, op("sub", X, 2)),
    "past 32 bits": op("mul", 2**30, op("add", X, 1)),
    "past a table": look("worth", op("add", X, 1)),
    "before a table": look("worth", op("sub", X, 1)),
    "a test that fails for one": m.Check(op("ne", X, 4), 1, X),
    "a number below 0 in a set that has none for one": m.Has(m.Check(op("ne", X, 4), 1, NEAR), e(-1)),
    "a member outside the set": m.SetOf(4, (X,)),
    "a loop from below 0": m.SetBuild(7, "y", span(-1, 3)),
    "a long loop": m.SetBuild(MOST + 2, "y", span(0, MOST + 1)),
    "an image worked out": m.SetBuild(7, "y", inside(NEAR), None, op("add", L("y"), 0)),
    "an image of another name": m.SetBuild(7, "y", inside(NEAR), None, L("z")),
    "an image that is a set": m.Bind("z", NEAR, m.SetBuild(7, "y", inside(NEAR), None, L("z"))),
    "a fold": m.Fold("count", "y", inside(NEAR)),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_decided_or_might_fault_is_refused(case):
    static = Analyses(MADE).get(CompileTime)
    assert static.column(REFUSED[case], "x", 5) is None
    with pytest.raises(NotCompileTime):
        for x in range(5):
            static.value(REFUSED[case], {"x": x})
