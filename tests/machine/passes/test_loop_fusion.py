"""Loop fusion: loops over sets that loops build test the members; one member answers whether there is any."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.loop_fusion import loop_fusion
from rulekit.machine.text import expression
from tests.machine.build import L, at, call, end, function, inside, machine, number, op, set_cell
from tests.machine.passes.sampled import values_and_faults_stay
from tests.machine.passes.shown import plain
from tests.machine.verify import verify
from tests.shipped import every

SIZE = 20
CELLS = (
    number("man", 3, SIZE, initial=tuple(x % 4 for x in range(SIZE))),
    set_cell("hand", SIZE, 2, initial=(0b1011, 0xF0F0)),
)
NEAR = m.Table("near", (SIZE,), SIZE, tuple((5 << x) >> 1 & (1 << SIZE) - 1 for x in range(SIZE)))
P = (m.Parameter("p", 0, 0, 1),)
HERE = (m.Parameter("here", 0, 0, SIZE - 1),)
X, Y, HAND = L("x"), L("y"), at("hand", L("p"))
STRONG = m.SetBuild(SIZE, "x", inside(HAND), op("gt", at("man", X), 2))
RISKY = m.SetBuild(SIZE, "x", inside(HAND), op("div", 1, at("man", X)))
BESIDE = m.SetBuild(SIZE, "y", inside(m.Lookup("near", (X,))), op("gt", at("man", Y), 1))
AROUND = m.SetBuild(SIZE, "x", inside(HAND), None, BESIDE)
WAYS = m.Reach(SIZE, m.SetOf(SIZE, (L("here"),)), "x", "y", inside(m.Lookup("near", (X,))), op("gt", at("man", Y), 1))
FUNCTIONS = (
    function("strong", [("p", 0, 0, 1)], STRONG, SIZE),
    function("ways", [("here", 0, 0, SIZE - 1)], m.SetOp("minus", WAYS, m.SetOf(SIZE, (L("here"),))), SIZE),
)


def sum_over(of: m.Expr) -> m.Expr:
    return m.Fold("sum", "y", inside(of), None, Y)


def some(of: m.Expr) -> m.Expr:
    return op("ne", m.SizeOf(of), 0)


def only(value: m.Expr) -> m.Expr:
    return sum_over(m.SetBuild(SIZE, "x", inside(HAND), op("eq", op("add", X, 1), value)))


FUSED = "sum(%y in hand[%p] where man[%y] > 2: %y)"
INSIDE = "%x^ >= 0 and %x^ < 20 and %x^ in hand[%p]"
MEMBER = "some(%y in near{%x}: man[%y] > 1)"
CASES: dict[str, tuple[m.Expr, str]] = {
    "a loop tests the members": (sum_over(STRONG), FUSED),
    "with its own condition last": (
        m.Fold("count", "y", inside(STRONG), op("lt", Y, 9)),
        "count(%y in hand[%p] where man[%y] > 2 and %y < 9)",
    ),
    "a set of a set": (
        m.SizeOf(m.SetBuild(SIZE, "y", inside(STRONG), op("lt", Y, 9))),
        "size({%y in hand[%p] where man[%y] > 2 and %y < 9}/20)",
    ),
    "not what may fault": (sum_over(RISKY), "sum(%y in {%x in hand[%p] where 1 div man[%x]}/20: %y)"),
    "one member is found without a loop": (
        only(at("man", 3)),
        f"sum(%y in (let %x^ = man[3] - 1 in if {INSIDE} then {{%x^}}/20 else {{}}/20): %y)",
    ),
    "a set with members": (some(STRONG), "some(%x in hand[%p]: man[%x] > 2)"),
    "an empty set": (op("eq", m.SizeOf(STRONG), 0), "not some(%x in hand[%p]: man[%x] > 2)"),
    "not an empty set that may fault": (some(RISKY), "size({%x in hand[%p] where 1 div man[%x]}/20) != 0"),
    "a union of sets": (some(AROUND), f"some(%x in hand[%p]: {MEMBER})"),
    "another member than one": (
        some(m.SetOp("minus", STRONG, m.SetOf(SIZE, (m.Const(3), L("p"))))),
        "some(%x in hand[%p]: %x != 3 and %x != %p and man[%x] > 2)",
    ),
    "what a search adds": (
        m.Bind("here", m.Const(4), some(m.SetOp("minus", WAYS, m.SetOf(SIZE, (L("here"),))))),
        "let %here = 4 in some(%y in near{%here} where man[%y] > 1: %y != %here)",
    ),
    "not a set of other values": (
        some(m.SetBuild(9, "x", inside(HAND), op("gt", at("man", X), 2))),
        "size({%x in hand[%p] where man[%x] > 2}/9) != 0",
    ),
    "not by a name that the condition has": (
        m.Bind("y", L("p"), sum_over(m.SetBuild(SIZE, "x", inside(HAND), op("gt", at("man", X), Y)))),
        "let %y = %p in sum(%y in {%x in hand[%p] where man[%x] > %y}/20: %y)",
    ),
    "one of two sets": (
        some(m.IfElse(L("p"), STRONG, HAND)),
        "if %p then some(%x in hand[%p]: man[%x] > 2) else size(hand[%p]) != 0",
    ),
    "a function's set": (some(call("strong", L("p"))), "some of strong(%p)"),
    "a function's search": (some(call("ways", op("add", L("p"), 3))), "some of ways(%p + 3)"),
}


@pytest.mark.parametrize("case", CASES)
def test_sets_are_not_built(case: str) -> None:
    body, text = CASES[case]
    before = machine([end()], CELLS, functions=(function("it", [("p", 0, 0, 1)], body), *FUNCTIONS), tables=(NEAR,))
    assert verify(before) == []
    after = loop_fusion(Analyses(before), [])
    assert verify(after) == []
    assert plain(expression(after.functions[0].body)) == text
    for p in range(2):
        told = []
        for engine in (ReferenceEngine(before), ReferenceEngine(after), WasmEngine(after, optimise=False)):
            try:
                told.append(engine.call(engine.start(1), "it", (p,)))
            except Exception as fault:
                told.append(str(fault))
        assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("seed", every(3, range(60)))
def test_values_and_faults_stay(seed: int) -> None:
    values_and_faults_stay(loop_fusion, seed)
