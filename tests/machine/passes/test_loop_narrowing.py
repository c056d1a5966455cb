"""Loop narrowing: loops in expressions and decisions run over intersections of sets instead of testing each value.

`tests/machine/test_optimise.py` covers loops that test whether their value is in a set.
"""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.loop_narrowing import loop_narrowing
from tests.machine.build import L, at, decision, end, inside, level, machine, number, op, option, put, set_cell, span
from tests.machine.build import step as going
from tests.machine.passes.sampled import values_and_faults_stay
from tests.machine.passes.shown import function_after, nodes_after

SIZE = 20
MAN = number("man", 3, SIZE, initial=tuple(x % 4 for x in range(SIZE)))
HANDS = set_cell("hand", SIZE, 2, initial=(0b1011, 0xF0F0))
CELLS = (MAN, HANDS)
P = (m.Parameter("p", 0, 0, 1),)
X, Y = L("x"), L("y")
BACK = at("man", op("sub", 19, X))  # read backwards: a row that is read forwards stays whole
STRONG = op("gt", BACK, 2)
HAND = at("hand", L("p"))


def those(where: m.Expr | None = STRONG, high: int = SIZE - 1, image: m.Expr | None = None) -> m.SetBuild:
    return m.SetBuild(SIZE, "x", span(0, high), where, image)


def both(left: m.Expr, right: m.Expr) -> m.SetOp:
    return m.SetOp("common", left, right)


WHOLE = "{%x in 0..19 where man[19 - %x] > 2}/20"
NARROW = "{%x in hand[%p] where man[19 - %x] > 2}/20"
DIVIDES = op("div", 1, BACK)
CASES: dict[str, tuple[m.Expr, str]] = {
    "what passes, and lies in a set": (both(those(), HAND), NARROW),
    "the other way round": (both(HAND, those()), NARROW),
    "named as it is": (both(those(image=X), HAND), "{%x for %x in hand[%p] where man[19 - %x] > 2}/20"),
    "of two that are built the first is built of the second": (
        both(those(), those(op("eq", X, 3))),
        "{%x in {%x in 0..19 where %x == 3}/20 where man[19 - %x] > 2}/20",
    ),
    "the second, where the first may fault": (
        both(those(DIVIDES), those()),
        "{%x in {%x in 0..19 where 1 div man[19 - %x]}/20 where man[19 - %x] > 2}/20",
    ),
    "not what may fault outside of the set": (
        both(those(DIVIDES), HAND),
        "{%x in 0..19 where 1 div man[19 - %x]}/20 & hand[%p]",
    ),
    "not what leaves out values of its own": (
        both(those(high=9), HAND),
        "{%x in 0..9 where man[19 - %x] > 2}/20 & hand[%p]",
    ),
    "not what is made of the values": (
        both(those(image=op("sub", 19, X)), HAND),
        "{19 - %x for %x in 0..19 where man[19 - %x] > 2}/20 & hand[%p]",
    ),
    "not a row that is tested sixteen elements at a time": (
        both(those(op("gt", at("man", X), 2)), HAND),
        "{%x in 0..19 where man[%x] > 2}/20 & hand[%p]",
    ),
    "not what joins them": (m.SetOp("union", those(), HAND), f"{WHOLE} | hand[%p]"),
    "not what is built of a set": (
        both(m.SetBuild(SIZE, "x", inside(at("hand", 0)), STRONG), HAND),
        "{%x in hand[0] where man[19 - %x] > 2}/20 & hand[%p]",
    ),
}
LOOPS: dict[str, tuple[m.Expr, str]] = {
    "a set that is the same in every pass stays whole": (
        m.Fold("sum", "y", span(0, 1), None, m.SizeOf(both(those(), at("hand", Y)))),
        f"sum(%y in 0..1: size({WHOLE} & hand[%y]))",
    ),
    "also by another name for the pass": (
        m.Fold("sum", "y", span(0, 1), None, m.Bind("z", op("sub", 1, Y), m.SizeOf(both(those(), at("hand", L("z")))))),
        f"sum(%y in 0..1: let %z = 1 - %y in size({WHOLE} & hand[%z]))",
    ),
    "not where both change": (
        m.Fold("sum", "y", span(0, 1), None, m.SizeOf(both(those(op("gt", BACK, Y)), at("hand", Y)))),
        "sum(%y in 0..1: size({%x in hand[%y] where man[19 - %x] > %y}/20))",
    ),
    "nor where neither does": (
        m.Fold("sum", "y", span(0, 1), None, m.SizeOf(both(those(), HAND))),
        f"sum(%y in 0..1: size({NARROW}))",
    ),
    "nor by a name for what no loop changes": (
        m.Bind("z", op("sub", 1, L("p")), m.SizeOf(both(those(), at("hand", L("z"))))),
        "let %z = 1 - %p in size({%x in hand[%z] where man[19 - %x] > 2}/20)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_cut_down_to_a_set_is_built_of_it(case: str) -> None:
    body, text = CASES[case]
    assert function_after(loop_narrowing, body, SIZE, P, CELLS) == text


@pytest.mark.parametrize("case", LOOPS)
def test_what_is_found_once_for_a_loop(case: str) -> None:
    body, text = LOOPS[case]
    assert function_after(loop_narrowing, body, 0, P, CELLS) == text


@pytest.mark.parametrize("case", [*CASES, *LOOPS])
def test_it_is_the_same_set(case: str) -> None:
    """Exhausted: both values of the parameter, before and after the pass, on both engines. One of the cases faults."""
    body = (CASES | LOOPS)[case][0]
    asked = body if case in LOOPS else m.SizeOf(body)
    before = machine([end()], CELLS, functions=(m.Function("it", "it", P, 0, asked, 0),))
    after = loop_narrowing(Analyses(before), [])
    for p in range(2):
        told = []
        for engine in (ReferenceEngine(before), ReferenceEngine(after), WasmEngine(after, optimise=False)):
            try:
                told.append(engine.call(engine.start(1), "it", (p,)))
            except Exception as fault:
                told.append(str(fault))
        assert told[0] == told[1] == told[2]


def choosing(*levels: m.Level) -> m.Machine:
    laid = put("man", (op("sub", 19, at("here")),), 0), put("active", (), op("sub", 1, at("active")))
    return machine(
        [
            decision("turn", option("lay", 0, "laid", *levels), otherwise="end"),
            going("laid", *laid, to="turn"),
            end(),
        ],
        (*CELLS, number("here", SIZE, role="frame"), number("whose", 1, role="frame")),
    )


MINE = both(those(), at("hand", at("active")))
OF_EACH = both(those(), at("hand", L("q")))
BOOKS: dict[str, tuple[m.Machine, str]] = {
    "what a parameter runs over": (
        choosing(level("y", 0, SIZE - 1, "here", among=MINE)),
        "for %y number {%x in hand[active] where man[19 - %x] > 2}/20",
    ),
    "the same for every value of another": (
        choosing(level("q", 0, 1, "whose"), level("y", 0, SIZE - 1, "here", among=OF_EACH)),
        f"for %y number {WHOLE} & hand[%q]",
    ),
    "a set for the value of another": (
        choosing(
            level("q", 0, 1, "whose"),
            level("y", 0, SIZE - 1, "here", among=both(those(op("gt", BACK, L("q"))), at("hand", L("q")))),
        ),
        "for %y number {%x in hand[%q] where man[19 - %x] > %q}/20",
    ),
}


@pytest.mark.parametrize("case", BOOKS)
def test_what_parameters_run_over(case: str) -> None:
    before, text = BOOKS[case]
    asked = nodes_after(loop_narrowing, before)[0]
    assert text in asked, asked
    after = loop_narrowing(Analyses(before), [])
    played = ReferenceEngine(before).playouts(20, 3)
    assert played == ReferenceEngine(after).playouts(20, 3) == WasmEngine(after, optimise=False).playouts(20, 3)


@pytest.mark.parametrize("seed", range(12))
def test_values_and_faults_stay(seed: int) -> None:
    """Sampled: twelve machines with sixteen functions, each called eight times."""
    values_and_faults_stay(loop_narrowing, seed)
