"""Remembered results: long functions of constants are marked for caching, and repeated calls give the reference
engine's results."""

from __future__ import annotations

import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.remembered_results import remembered_results
from rulekit.machine.text import machine_text
from tests.machine.build import L, at, call, end, function, machine, number, op, put, span, step
from tests.machine.verify import verify

SIZE = 300
X, A, B = L("x"), L("a"), L("b")
COSTLY = op("eq", op("mod", op("mul", op("add", X, A), op("add", X, 3)), 97), op("mod", A, 89))
FIRST = m.Fold("first", "x", span(0, SIZE - 1), COSTLY, None, m.Const(-1))
MEMBERS = m.SetBuild(SIZE, "x", span(0, SIZE - 1), COSTLY)
WIDE, FROM_0 = (("a", 0, 5, SIZE),), (("a", 0, 0, SIZE),)


def asking(body: m.Expr, params: tuple = WIDE, kind: int = 0, nested: int = 0, *more: m.Function) -> m.Machine:
    it = m.Function("it", "it", function("it", params, body, kind).params, kind, body, nested, 0)
    return machine(
        [step("s", put("n", (), 0), to="end"), end()], (number("n", 3, initial=(2,)),), functions=(*more, it)
    )


LONG: dict[str, m.Machine] = {
    "a number": asking(FIRST),
    "a set": asking(MEMBERS, kind=SIZE),
    "two parameters": asking(
        m.Fold("count", "x", span(0, SIZE - 1), op("eq", op("mod", op("mul", X, A), 31), B)),
        (("a", 0, -3, 40), ("b", 0, 0, 30)),
    ),
    "it may fault": asking(m.Fold("first", "x", span(0, SIZE - 1), op("gt", op("mul", X, A), 4000), None, None, 0)),
    "in what it calls": asking(
        op("add", call("inner", A), call("inner", op("sub", SIZE, A))), FROM_0, 0, 0, function("inner", FROM_0, FIRST)
    ),
}
OTHER: dict[str, m.Machine] = {
    "it reads state": asking(m.Fold("count", "x", span(0, SIZE - 1), op("eq", op("mod", op("mul", X, A), 9), at("n")))),
    "all results are soon made": asking(FIRST, (("a", 0, 0, 20),)),
    "it is short": asking(op("add", op("mul", A, A), 7)),
    "too many results": asking(MEMBERS, (("a", 0, 0, 1000), ("b", 0, 0, 1000)), SIZE),
    "it calls itself": asking(m.IfElse(op("gt", A, 5), call("it", op("sub", A, 1)), FIRST), WIDE, 0, 400),
    "its loops become tables": asking(m.Fold("count", "x", span(0, SIZE - 1), op("gt", op("mod", X, 7), 2)), WIDE),
}


@pytest.mark.parametrize("case", LONG)
def test_results_are_remembered(case):
    before = LONG[case]
    changed = remembered_results(Analyses(before), [])
    assert verify(changed) == []
    assert next(f for f in changed.functions if f.name == "it").remembered
    assert " remembered = " in machine_text(changed)
    engines = [ReferenceEngine(before), WasmEngine(before), WasmEngine(changed, optimise=False)]
    states = [engine.start(1) for engine in engines]
    spans = [range(p.low, p.high + 1, 7) for p in before.functions[-1].params]
    given = [(a, b) for a in spans[0] for b in spans[1]] if len(spans) > 1 else [(a,) for a in spans[0]]
    for index in (*given, *given):
        told = []
        for engine, state in zip(engines, states, strict=True):
            try:
                told.append(engine.call(state, "it", index))
            except GameFault as fault:
                told.append(fault.args)
        assert told == [told[0]] * 3, index


@pytest.mark.parametrize("case", OTHER)
def test_other_functions_are_not(case):
    why: list[str] = []
    assert remembered_results(Analyses(OTHER[case]), why) == OTHER[case]
    assert why == ["remembered_results: the results of 0 functions are kept"]
