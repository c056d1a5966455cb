"""Rebuild: conditions in parts, which parts keep their names; names that are fresh whatever passes came before."""

from __future__ import annotations

import re

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.passes.constant_folding import constant_folding
from rulekit.machine.passes.inline import inline
from rulekit.machine.passes.rebuild import Names, parts, plain, renamed
from rulekit.machine.text_expressions import expression
from tests.machine.build import (
    L,
    at,
    bits,
    call,
    decision,
    e,
    end,
    function,
    inside,
    let,
    level,
    machine,
    number,
    op,
    option,
    span,
)  # fmt: skip

X, Y, Z = L("x"), L("y"), L("z")
A, B, C = (op("gt", L(name), 0) for name in "abc")
ROW = m.Lookup("row", (X,))
FAULTS = m.Lookup("row", (op("add", X, 1),))

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
    assert [expression(part) for part in parts(condition, Names())] == texts


@pytest.mark.parametrize("a", range(3))
@pytest.mark.parametrize("case", PARTS)
def test_the_parts_hold_together_when_the_whole_does(case, a):
    """Exhausted over names of 0, 1, 2 (x 0 or 1)."""
    condition, _ = PARTS[case]
    params = (("a", 0, 0, 2), ("b", 0, 0, 2), ("c", 0, 0, 2), ("x", 0, 0, 1), ("y", 0, 0, 2))
    together = m.Op("and", (e(1), *parts(condition, Names())))
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


# --------------------------------------------------------------------------------------------------------------- names


def test_fresh_names_begin_behind_those_of_every_form():
    """Whichever part of the machine an earlier pass gave a name in."""
    held = m.Fold("some", "a^3", inside(bits(1, size=3)), None, m.Bind("b^12", e(1), L("b^12")))
    reach = m.Reach(3, bits(1, size=3), "s^20", "t^31", inside(bits(1, size=3)))
    asked = decision("d", option("go", 0, "end", level("k", 0, 1, "n", let("kept^45", e(1)))))
    for nodes, body, number_ in (
        ([end()], e(1), 1),
        ([end()], held, 13),
        ([end()], m.SizeOf(reach), 32),
        ([asked, end()], held, 46),
    ):
        made = machine(nodes, (number("n", 3),), functions=(function("it", (), body),))
        assert Names(made).fresh("a^7") == f"a^{number_}"
    assert Names(machine([end()], functions=(function("old^x", (), 1),))).fresh("a") == "a^1"


@pytest.mark.parametrize("before", range(12))
def test_no_pass_gives_a_name_that_one_before_it_gave(before):
    """Passes count by themselves: of so many names one would otherwise be that of the loop around it."""
    near = m.Fold("some", "x", span(0, 3), None, op("eq", op("add", X, L("p")), 6))
    outer = m.Fold("count", "x", span(0, 3), m.Bind("y", X, call("near", Y)))
    busy = [m.Bind("z", e(1), m.Fold("count", "w", span(0, 1), op("eq", L("w"), Z))) for _ in range(before)]
    made = machine(
        [end()],
        functions=(
            function("near", (("p", 0, 0, 3),), near),
            function("outer", (), outer),
            function("it", (), m.Op("and", (*busy, op("eq", call("outer"), 1)))),
        ),
    )
    changed = constant_folding(inline(made, []), [])
    text = expression(changed.functions[-1].body)
    first, second = re.findall(r"%(x\^\d+) in", text)
    assert first != second and f"%{second} + %{first} == 6" in text
    assert [ReferenceEngine(one).call(ReferenceEngine(one).start(1), "it", ()) for one in (made, changed)] == [1, 1]


def test_what_is_put_in_is_not_captured():
    names = Names()
    inner = m.Fold("some", "x", span(0, 3), None, op("eq", X, Y))
    assert expression(renamed(inner, {"y": X}, names)) == "some(%x^1 in 0..3: %x^1 == %x)"
