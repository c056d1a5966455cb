"""Properties derived for an expression hold when it runs: sampled on random functions."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm.code_generation import CodeGenerator, MachineLocal, interval_of, kind_of, speculatable
from rulekit.engine.wasm.function_builder import Body
from rulekit.engine.wasm.module import new_unit
from rulekit.machine import program as m
from rulekit.machine.operator_intervals import exact_interval
from tests.engine.machines import arguments, make_callees

SMALL = range(-4, 5)


@pytest.mark.parametrize("seed", range(30))
def test_kinds_spans_and_what_cannot_fault(seed):
    """30 machines with 16 functions, each called eight times."""
    r = Random(seed)
    machine = make_callees(r)
    engine, unit = ReferenceEngine(machine), new_unit(machine)
    state = engine.start(1)
    for function in machine.functions:
        scope = {p.name: MachineLocal(p.kind, ()) for p in function.params}
        writer = CodeGenerator(unit, Body("", (), ()), scope)
        assert kind_of(writer, function.body) == function.kind
        low, high = interval_of(writer, function.body)
        for _ in range(8):
            try:
                value = engine.call(state, function.name, arguments(r, function.params))
            except GameFault:
                assert not speculatable(writer, function.body)
                continue
            assert not isinstance(value, int) or low <= value <= high


@pytest.mark.parametrize("name", ["add", "sub", "mul", "div", "mod", "min", "max"])
def test_exact_spans_hold_every_result(name):
    """Exhausted over intervals inside -4..4."""
    of = {"add": int.__add__, "sub": int.__sub__, "mul": int.__mul__, "div": int.__floordiv__, "mod": int.__mod__}
    of |= {"min": min, "max": max}
    ends = [(a, b) for a in SMALL for b in SMALL if a <= b]
    for a in ends:
        for b in ends:
            low, high = exact_interval(name, [a, b])
            divisors = [y for y in range(b[0], b[1] + 1) if y or name not in ("div", "mod")]
            values = [of[name](x, y) for x in range(a[0], a[1] + 1) for y in divisors]
            assert all(low <= value <= high for value in values)


def test_an_index_that_a_condition_guards_is_not_read_before_it():
    """Such an index may be read without a jump around it only if its interval is inside the array."""
    guarded = m.Load("n0", (m.Local("i"),))
    machine = make_callees(Random(1))
    row = m.Cell("n0", "number", (3,), ("",), 0, 9, 0, (0,), "", "keep")
    cells = (*(c for c in machine.cells if c.name != "n0"), row)
    unit = new_unit(evolve(machine, cells=cells, positions=(), functions=(), routines=()))
    known, unknown = MachineLocal(0, (), 0, 2), MachineLocal(0, (), 0, 3)
    assert speculatable(CodeGenerator(unit, Body("", (), ()), {"i": known}), guarded)
    assert not speculatable(CodeGenerator(unit, Body("", (), ()), {"i": unknown}), guarded)
