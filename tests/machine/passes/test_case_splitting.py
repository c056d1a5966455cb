"""Case splitting: an alternative with two parameters becomes one for each value of the first, and the second is then a
set.
"""

from __future__ import annotations

import attrs
import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.case_splitting import FEW, case_splitting
from tests.machine.build import (
    L,
    at,
    bits,
    decision,
    end,
    level,
    machine,
    number,
    op,
    option,
    put,
    set_cell,
    span,
    step,
    where,
)  # fmt: skip
from tests.machine.verify import verify

from .shown import nodes_after

X, D = L("x"), L("d")
RIGHT = tuple(x + 1 if x % 3 < 2 else -1 for x in range(9))
UP = tuple(x + 3 if x < 6 else -1 for x in range(9))
TABLES = (m.Table("to", (4, 9), 0, (*(-1,) * 9, *RIGHT, *UP, *(-1,) * 9)),)
LANDS = m.Has(at("open"), m.Lookup("to", (D, X)))


def moving(*levels: m.Level, base: int = 5) -> m.Machine:
    """Return a machine with one decision: to pass, or to move in a direction `d` from a site `x`. The payoffs show the
    choice."""
    return machine(
        [
            decision("turn", option("pass", 4, "end"), option("move", base, "moved", *levels)),
            step("moved", put(m.PAYOFF, (0,), at("d")), put(m.PAYOFF, (1,), at("x")), to="end"),
            end(),
        ],
        (
            set_cell("men", 9, initial=(0b110110011,)),
            set_cell("open", 9, initial=(0b011101110,)),
            number("d", 40),
            number("x", 8),
            number("n", 9, initial=(3,)),
        ),
        tables=TABLES,
    )


def d(low: int, high: int, *tests: m.Test, within: m.Expr | None = None) -> m.Level:
    return attrs.evolve(level("d", low, high, "d", *tests), within=within)


SITE = level("x", 0, 8, "x", where(m.Has(at("men"), X)), where(LANDS))


def options(made: m.Machine) -> list[str]:
    """Return the texts of the alternatives after the pass, except the first."""
    return nodes_after(case_splitting, made)[0].split("\n  option ")[2:]


def test_each_value_has_its_own_alternative_and_its_numbers():
    """The values are 1 and 2, and each keeps its nine option numbers."""
    assert options(moving(d(1, 2), SITE)) == [
        "move(d, x) from 5\n    for %d number 1..1 into d\n"
        "    for %x number men & (shift(open by -1)/9 & {0, 1, 3, 4, 6, 7}/9) into x\n    go moved",
        "move(d, x) from 14\n    for %d number 2..2 into d\n"
        "    for %x number men & shift(open by -3)/9 into x\n    go moved",
    ]


def test_a_value_with_no_option_has_no_alternative():
    """The test excludes 0, and 3 is not in the set, so only 1 and 2 have alternatives."""
    found = options(moving(d(0, 3, where(op("gt", D, 0)), within=bits(0, 1, 2, size=4)), SITE))
    assert [text.split("\n")[0] for text in found] == ["move(d, x) from 14", "move(d, x) from 23"]


def test_a_test_of_the_first_that_is_not_known_beforehand_stays_with_it():
    found = options(moving(d(1, 2, where(op("lt", D, at("n")))), SITE))
    assert [text.split("\n")[2] for text in found] == ["      where 1 < n", "      where 2 < n"]


WHOLE = {
    "one parameter": (level("x", 0, 8, "x", where(m.Has(at("men"), X))),),
    "the other parameter is no set": (d(1, 2), level("x", 0, 8, "x", where(op("gt", op("div", 9, at("n")), X)))),
    "too many values": (d(0, FEW), level("x", 0, 8, "x", where(m.Has(at("men"), X)))),
    "a third parameter": (d(1, 2), SITE, level("n", 0, 1, "n")),
}


@pytest.mark.parametrize("case", WHOLE)
def test_it_stays_whole(case):
    found = options(moving(*WHOLE[case]))
    assert len(found) == 1 and found[0].startswith("move(")


@pytest.mark.parametrize(
    "levels",
    [
        (d(1, 2), SITE),
        (d(0, 3), SITE),
        (d(0, 3, where(op("gt", D, 0)), within=bits(0, 1, 2, size=4)), SITE),
        (d(1, 2, where(op("lt", D, at("n")))), SITE),
    ],
    ids=["two", "four", "within", "tested"],
)
def test_options_are_numbered_and_picked_as_before(levels):
    made = moving(*levels)
    why: list[str] = []
    changed = case_splitting(Analyses(made), why)
    assert why != ["case_splitting: 0 alternatives became 0"]
    one, two = ReferenceEngine(made), ReferenceEngine(changed)
    assert two.options(two.start(1)) == one.options(one.start(1)) != ()
    for number_ in one.options(one.start(1)):
        assert two.apply(two.start(1), number_).cells == one.apply(one.start(1), number_).cells
    assert WasmEngine(made).playouts(80, 2, each=True) == one.playouts(80, 2, each=True)


MAY_FAULT = op("gt", op("div", 6, at("n")), 9)
NEVER = where(op("gt", D, 5))
BEHIND = {
    "a test of the whole": ((MAY_FAULT,), (d(0, 3, NEVER), SITE)),
    "what the first runs over": ((), (d(0, 3, NEVER, within=m.SetBuild(4, "y", span(0, 3), MAY_FAULT)), SITE)),
    "a test of the first": ((), (d(0, 3, where(MAY_FAULT), NEVER), SITE)),
    "the first, before the other": ((), (d(0, 3, where(MAY_FAULT)), attrs.evolve(SITE, tests=(NEVER,)))),
}


@pytest.mark.parametrize("n", [0, 3])
@pytest.mark.parametrize("case", BEHIND)
def test_no_value_is_left_out_behind_what_may_fault(case, n):
    """With n = 0 the machine faults although no value has an option; the pass must keep that fault."""
    tests, levels = BEHIND[case]
    made = moving(*levels)
    turn, *others = made.nodes
    assert isinstance(turn, m.Decision)
    rest, move = turn.alternatives
    move = attrs.evolve(move, tests=tuple(where(t) for t in tests))
    nodes = (attrs.evolve(turn, alternatives=(rest, move)), *others)
    cells = tuple(attrs.evolve(c, initial=(n,)) if c.name == "n" else c for c in made.cells)
    made = attrs.evolve(made, nodes=nodes, cells=cells)
    assert verify(made) == []
    found = [asked(ReferenceEngine(one)) for one in (made, case_splitting(Analyses(made), []))]
    assert found[0] == found[1] == ("E701" if n == 0 else (4,))


def test_a_decision_that_nobody_can_make_keeps_its_alternative():
    """Without an alternative the decision would not be well formed."""
    made = moving(d(0, 3, NEVER), SITE)
    turn, *others = made.nodes
    assert isinstance(turn, m.Decision)
    alone = attrs.evolve(made, nodes=(attrs.evolve(turn, alternatives=turn.alternatives[1:]), *others))
    for one, count in ((made, 1), (alone, 1)):
        changed = case_splitting(Analyses(one), [])
        assert verify(changed) == [] and len(changed.nodes[0].alternatives) == count
    assert asked(ReferenceEngine(alone)) == asked(ReferenceEngine(case_splitting(Analyses(alone), [])))


def asked(engine: ReferenceEngine) -> object:
    try:
        return engine.options(engine.start(1))
    except GameFault as fault:
        return fault.fault.code
