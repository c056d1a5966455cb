"""Conjuncts: splitting a condition into parts, and which parts keep their names."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.free_names import FreeNames
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.set_expressions import conjuncts, join_conditions, parts, plain
from rulekit.machine.text import expression
from tests.machine.build import (
    L,
    at,
    bits,
    call,
    e,
    end,
    function,
    machine,
    number,
    op,
)  # fmt: skip

X, Y, Z = L("x"), L("y"), L("z")
A, B, C = (op("gt", L(name), 0) for name in "abc")
ROW = m.Lookup("row", (X,))
FAULTS = m.Lookup("row", (op("add", X, 1),))

FREE = Analyses(machine([end()])).get(FreeNames)
PARTS: dict[str, tuple[m.Expr, list[str]]] = {
    "one condition": (A, ["%a > 0"]),
    "several, in order": (op("and", A, op("and", B, C)), ["%a > 0", "%b > 0", "%c > 0"]),
    "not either": (op("or", A, B), ["%a > 0 or %b > 0"]),
    "a name goes with each part that uses it": (
        m.Bind("y", ROW, op("and", op("eq", Y, 1), A, op("ne", Y, X))),
        ["let %y = row{%x} in %y == 1", "%a > 0", "let %y = row{%x} in %y != %x"],
    ),
    "names for names": (
        m.Bind("y", X, m.Bind("z", at("cell", 2), op("and", op("eq", Y, Z), op("gt", Z, 1)))),
        ["let %y = %x in let %z = cell[2] in %y == %z", "let %z = cell[2] in %z > 1"],
    ),
    "a name that nobody uses": (m.Bind("y", e(3), A), ["%a > 0"]),
    "one part stays whole": (m.Bind("y", ROW, op("gt", Y, 1)), ["let %y = row{%x} in %y > 1"]),
    "not a value that costs, or may fault": (
        m.Bind("y", FAULTS, op("and", op("eq", Y, 1), A)),
        ["let %y = row{%x + 1} in %y == 1 and %a > 0"],
    ),
    "nor one that nobody uses": (m.Bind("y", FAULTS, A), ["let %y = row{%x + 1} in %a > 0"]),
    "all of them as a number": (op("ne", op("and", A, B), 0), ["%a > 0", "%b > 0"]),
    "and above 0": (op("gt", op("and", A, op("ne", op("and", B, C), 0)), 0), ["%a > 0", "%b > 0", "%c > 0"]),
    "not against another number": (op("ne", op("and", A, B), 1), ["(%a > 0 and %b > 0) != 1"]),
    "nor what is no truth": (op("ne", op("add", X, Y), 0), ["%x + %y != 0"]),
}


@pytest.mark.parametrize("case", PARTS)
def test_the_parts_of_a_condition(case):
    condition, texts = PARTS[case]
    assert [expression(part) for part in parts(condition, FREE)] == texts


@pytest.mark.parametrize("a", range(3))
@pytest.mark.parametrize("case", PARTS)
def test_the_parts_hold_together_when_the_whole_does(case, a):
    """Exhausted: the names have the values 0, 1 and 2 (x only 0 and 1)."""
    condition, _ = PARTS[case]
    params = (("a", 0, 0, 2), ("b", 0, 0, 2), ("c", 0, 0, 2), ("x", 0, 0, 1), ("y", 0, 0, 2))
    together = m.Op("and", (e(1), *parts(condition, FREE)))
    whole = op("ne", condition, 0)
    made = machine(
        [end()],
        (number("cell", 2, 3, initial=(0, 1, 2)),),
        tables=(m.Table("row", (3,), 0, (1, 2, 1)),),
        functions=(function("whole", params, whole), function("parts", params, together)),
    )
    engine = ReferenceEngine(made)
    start = engine.start(1)
    for b, c, x, y in ((b, c, x, y) for b in range(3) for c in range(3) for x in range(2) for y in range(3)):
        args = (a, b, c, x, y)
        assert engine.call(start, "whole", args) == engine.call(start, "parts", args)


PLAIN = {e(1): True, X: True, at("cell", 2): True, at("n"): True, ROW: True}
COSTLY = {at("cell", X): False, FAULTS: False, op("add", X, 1): False, call("f"): False, bits(1, size=3): False}


@pytest.mark.parametrize(("value", "expected"), [*PLAIN.items(), *COSTLY.items()])
def test_what_may_be_left_out_or_done_again(value, expected):
    assert plain(value) is expected


def test_what_must_all_hold_is_one_operation():
    a, b, c = L("a"), L("b"), L("c")
    assert join_conditions([]) is join_conditions([None]) is None
    assert join_conditions([None, a]) == a
    assert join_conditions((a, None, b, c)) == m.Op("and", (a, b, c))
    assert conjuncts(join_conditions((a, op("and", b, c)))) == [a, b, c]
