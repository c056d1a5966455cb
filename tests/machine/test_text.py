"""The text of machines: goldens of the samples, and brackets in expressions.

After an intended change, rewrite the goldens with `python -m tests.machine.test_text`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.machine import program as m
from rulekit.machine.text import checks_left, expression, machine_text
from tests.machine.build import L, at, bits, call, e, inside, op, span
from tests.machine.samples import SAMPLES

GOLDEN = Path(__file__).parent / "golden"

a, b, c = L("a"), L("b"), at("c")

TEXTS: list[tuple[m.Expr, str]] = [
    (op("add", op("add", a, b), c), "%a + %b + c"),
    (op("add", a, op("add", b, c)), "%a + (%b + c)"),
    (op("sub", a, op("neg", b)), "%a - -%b"),
    (op("mul", op("add", a, 1), -2), "(%a + 1) * -2"),
    (op("add", op("mul", a, b), op("div", c, 2)), "%a * %b + c div 2"),
    (op("not", op("and", a, b)), "not (%a and %b)"),
    (op("and", op("not", a), op("or", b, c), op("lt", a, b)), "not %a and (%b or c) and %a < %b"),
    (op("eq", op("eq", a, b), op("le", b, c)), "(%a == %b) == (%b <= c)"),
    (op("max", a, op("min", b, 3)), "max(%a, min(%b, 3))"),
    (op("add", m.IfElse(a, b, c), 1), "(if %a then %b else c) + 1"),
    (
        m.IfElse(a, m.IfElse(b, e(1), e(2)), m.IfElse(c, e(3), e(4))),
        "if %a then (if %b then 1 else 2) else if c then 3 else 4",
    ),
    (m.Bind("x", a, op("add", L("x"), 1)), "let %x = %a in %x + 1"),
    (at("room", a, 2), "room[%a, 2]"),
    (m.RingAt("pile", (a,), e(0)), "item(pile[%a], 0)"),
    (m.RingSize("pile"), "height(pile)"),
    (m.Lookup("next", (a, b)), "next{%a, %b}"),
    (call("f", a, 1), "f(%a, 1)"),
    (m.SetOp("common", m.SetOp("union", bits(0, 2, size=5), bits(size=5)), L("s")), "({0, 2}/5 | {}/5) & %s"),
    (m.SetOp("minus", L("s"), m.SetOf(5, (a, b))), "%s \\ {%a, %b}/5"),
    (m.Has(L("s"), op("add", a, 1)), "%a + 1 in %s"),
    (op("and", m.Compare("within", L("s"), L("t")), m.Compare("same", L("s"), L("t"))), "%s within %t and %s same %t"),
    (m.SizeOf(L("s")), "size(%s)"),
    (m.SetBuild(9, "x", span(0, 8), op("gt", L("x"), a)), "{%x in 0..8 where %x > %a}/9"),
    (m.SetBuild(9, "x", inside(L("s")), None, op("add", L("x"), 1)), "{%x + 1 for %x in %s}/9"),
    (m.Fold("some", "x", span(0, a), None, op("eq", L("x"), b)), "some(%x in 0..%a: %x == %b)"),
    (m.Fold("most", "x", span(0, 3), a, b, otherwise=e(0)), "most(%x in 0..3 where %a: %b otherwise 0)"),
    (m.Fold("only", "x", span(0, 3), a, fault=2), "only(%x in 0..3 where %a !2)"),
    (m.Reach(9, L("s"), "x", "y", span(0, 8), m.Has(L("s"), L("y"))), "reach(%s, %x to %y in 0..8 where %y in %s)/9"),
    (op("not", m.After("r", (a,), op("eq", c, 1))), "not (after r(%a): c == 1)"),
    (m.Seen("place"), "times(place)"),
    (m.Check(a, 4, b), "check(%a !4, %b)"),
]


@pytest.mark.parametrize(("expr", "text"), TEXTS, ids=lambda x: "")
def test_expressions_take_only_the_brackets_they_need(expr, text):
    assert expression(expr) == text


@pytest.mark.parametrize("name", SAMPLES)
def test_machines_print_as_their_goldens(name):
    assert machine_text(SAMPLES[name]) == (GOLDEN / f"{name}.txt").read_text()


def test_checks_left_are_counted():
    assert checks_left(SAMPLES["dice"]) == "range checks left: 3 of 13 assignments; other checks: 0"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, made in SAMPLES.items():
        (GOLDEN / f"{name}.txt").write_text(machine_text(made))
