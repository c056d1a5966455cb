"""Value ranges and speculation safety: values are within the predicted ranges, and safe expressions do not fault."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.analyses.speculation_safety import SpeculationSafety
from rulekit.machine.analyses.value_ranges import ANY, ValueRanges, params_of, refine
from tests.engine.machines import arguments, make_callees
from tests.machine.build import L, at, bits, e, end, inside, machine, number, op, set_cell, span

MADE = machine(
    [end()],
    (number("n", 9, low=-2), number("far", 2**31 - 1, low=-(2**31)), set_cell("men", 64)),
    tables=(m.Table("worth", (3,), 0, (4, -1, 7)), m.Table("near", (3,), 5, (1, 2, 4))),
)
SCOPE = {"x": (0, 3), "y": (-5, 5)}
X, Y = L("x"), L("y")
RANGES: dict[str, tuple[m.Expr, tuple[int, int]]] = {
    "a name nobody knows": (L("z"), ANY),
    "a cell": (at("n"), (-2, 9)),
    "a table": (m.Lookup("worth", (X,)), (-1, 7)),
    "a sum of both": (op("add", at("n"), X), (-2, 12)),
    "never past 32 bits, for that faults": (op("add", at("far"), X), ANY),
    "a quotient": (op("div", at("n"), 2), (-1, 4)),
    "a quotient by what may be 0": (op("div", at("n"), Y), (-9, 9)),
    "a remainder": (op("mod", at("n"), 4), (0, 3)),
    "a remainder of either sign": (op("mod", at("n"), Y), (-4, 4)),
    "a truth": (op("and", at("n"), X), (0, 1)),
    "either arm": (m.IfElse(Y, X, e(8)), (0, 8)),
    "an arm in which the condition holds": (m.IfElse(op("lt", X, 2), X, e(0)), (0, 1)),
    "a value with a name": (m.Bind("k", op("mul", X, 2), op("sub", L("k"), 1)), (-1, 5)),
    "the size of a set": (m.SizeOf(at("men")), (0, 64)),
    "the size of a set looked up": (m.SizeOf(m.Lookup("near", (X,))), (0, 5)),
    "a count": (m.Fold("count", "i", span(2, 6)), (0, 5)),
    "a count of none": (m.Fold("count", "i", inside(bits(1, size=3))), (0, 3)),
    "a sum over a loop": (m.Fold("sum", "i", span(0, 3), None, op("sub", L("i"), 1)), (-4, 8)),
    "the greatest": (m.Fold("most", "i", span(0, 3), None, op("mul", L("i"), 2), e(-1)), (-1, 6)),
    "the first": (m.Fold("first", "i", inside(at("men")), X, None, e(-1)), (-1, 63)),
    "whether all": (m.Fold("all", "i", span(0, 3), None, L("i")), (0, 1)),
}


@pytest.mark.parametrize("case", RANGES)
def test_a_range(case: str) -> None:
    expr, interval = RANGES[case]
    assert Analyses(MADE).get(ValueRanges).of(expr, SCOPE) == interval


def test_what_a_condition_tells_of_a_name() -> None:
    assert refine(X, SCOPE)["x"] == (1, 3) == refine(op("ne", X, 0), SCOPE)["x"]
    assert refine(Y, SCOPE) == SCOPE
    assert refine(op("and", op("lt", Y, 3), X), SCOPE) == {"x": (1, 3), "y": (-5, 2)}


@pytest.mark.parametrize("seed", range(30))
def test_values_lie_in_their_ranges_and_what_is_total_does_not_fault(seed: int) -> None:
    """Sampled: 30 machines with 16 functions, each called eight times."""
    r = Random(seed)
    made = make_callees(r)
    engine, analyses = ReferenceEngine(made), Analyses(made)
    state = engine.start(1)
    for function in made.functions:
        scope = params_of(function)
        low, high = analyses.get(ValueRanges).of(function.body, scope)
        total = analyses.get(SpeculationSafety).total(function.body, scope)
        for _ in range(8):
            try:
                value = engine.call(state, function.name, arguments(r, function.params))
            except GameFault:
                assert not total
                continue
            assert not isinstance(value, int) or low <= value <= high


def test_what_is_named_and_checked_is_as_large_as_what_it_is() -> None:
    sizes = Analyses(MADE).get(ValueRanges)
    held = m.Bind("held", bits(1, size=5), m.Check(op("le", m.SizeOf(L("held")), e(2)), 0, L("held")))
    assert sizes.size(held) == 5
    assert sizes.size(m.Bind("x", bits(1, size=5), m.Check(e(1), 0, bits(1, size=7)))) == 7
    assert sizes.size(m.Bind("x", bits(1, size=5), m.SizeOf(L("x")))) is None
