"""Fresh names are new, whatever names earlier passes introduced."""

from __future__ import annotations

import re

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.inline import inline
from rulekit.machine.text import expression
from tests.machine.build import (
    L,
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
from tests.machine.passes.shown import folding

X, Y, Z = L("x"), L("y"), L("z")


def test_fresh_names_begin_behind_those_of_every_form():
    """The number of a fresh name is higher than all existing ones, in any part of the machine."""
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
        assert Analyses(made).fresh("a^7") == f"a^{number_}"
    assert Analyses(machine([end()], functions=(function("old^x", (), 1),))).fresh("a") == "a^1"


@pytest.mark.parametrize("before", range(12))
def test_no_pass_gives_a_name_that_one_before_it_gave(before):
    """Each pass counts its names anew, so without a check a name could equal that of an enclosing loop."""
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
    analyses = Analyses(made)
    changed = folding(analyses.after(inline(analyses, [])), [])
    text = expression(changed.functions[-1].body)
    first, second = re.findall(r"%(x\^\d+) in", text)
    assert first != second and f"%{second} + %{first} == 6" in text
    assert [ReferenceEngine(one).call(ReferenceEngine(one).start(1), "it", ()) for one in (made, changed)] == [1, 1]
