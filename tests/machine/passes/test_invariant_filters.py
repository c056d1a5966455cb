"""Invariant filters: inner loops run only over values that can matter; some loops are left; games stay the same."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.optimise import for_playouts
from rulekit.machine.passes.invariant_filters import invariant_filters
from tests.machine.build import (
    L,
    at,
    call,
    decision,
    end,
    function,
    level,
    machine,
    number,
    op,
    option,
    put,
    span,
    step,
)
from tests.machine.build import where as asking
from tests.machine.passes.sampled import values_and_faults_stay
from tests.machine.passes.shown import function_after
from tests.shipped import every

MAN = number("man", 3, 20, initial=tuple(x % 3 for x in range(20)))
ROW = m.Table("row", (20,), 20, tuple((7 << x) & ((1 << 20) - 1) for x in range(20)))
X, Y, MEMBER = L("x"), L("y"), L("i")
IN_ROW = m.Has(m.Lookup("row", (Y,)), X)
FULL = m.Fold("all", "i", m.LoopDomain(within=m.Lookup("row", (Y,))), None, at("man", MEMBER))
SOME = m.Fold("some", "y", span(0, 19), IN_ROW, FULL)
FULL_TEXT = "all(%i^ in row{%y^}: man[%i^])"


def of_all(asked: m.Expr, high: int = 19) -> m.Expr:
    return m.Fold("count", "x", span(0, high), asked)


CASES: dict[str, tuple[m.Expr, str]] = {
    "asked of its own values": (
        of_all(SOME),
        f"count(%x in 0..19 where some(%y in {{%y^ in 0..19 where {FULL_TEXT}}}/20 where %x in row{{%y}}:"
        " all(%i in row{%y}: man[%i])))",
    ),
    "in a loop further in": (
        of_all(m.Fold("some", "y", span(0, 19), None, m.Fold("some", "k", span(0, 1), op("ne", L("k"), X), FULL))),
        f"count(%x in 0..19 where some(%y in {{%y^ in 0..19 where some(%k^ in 0..1: {FULL_TEXT})}}/20:"
        " some(%k in 0..1 where %k != %x: all(%i in row{%y}: man[%i]))))",
    ),
    "of a sum": (
        of_all(m.Fold("sum", "y", span(0, 19), op("and", op("lt", X, Y), FULL), Y)),
        f"count(%x in 0..19 where sum(%y in {{%y^ in 0..19 where {FULL_TEXT}}}/20 where %x < %y and"
        " all(%i in row{%y}: man[%i]): %y))",
    ),
}
LESS = m.Fold("all", "i", m.LoopDomain(within=m.Lookup("row", (Y,))), None, op("lt", at("man", MEMBER), L("k")))
NEAR = m.LoopDomain(within=m.Lookup("row", (X,)))
LEFT: dict[str, m.Expr] = {
    "few passes": of_all(SOME, 9),
    "nothing but what the outer loop tells": of_all(m.Fold("some", "y", span(0, 19), IN_ROW, op("lt", X, Y))),
    "no loop in what is necessary": of_all(m.Fold("some", "y", span(0, 19), IN_ROW, at("man", Y))),
    "one way or the other": of_all(m.Fold("some", "y", span(0, 19), None, op("or", IN_ROW, FULL))),
    "it might fault first": of_all(m.Fold("some", "y", span(0, 19), m.Check(op("lt", Y, X), 3, IN_ROW), FULL)),
    "it speaks of a name in between": of_all(
        m.Bind("k", op("add", X, 1), m.Fold("some", "y", span(0, 19), IN_ROW, LESS))
    ),
    "over what the outer loop tells": of_all(m.Fold("some", "y", NEAR, op("lt", X, Y), FULL)),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_found_once_for_all_passes(case):
    body, expected = CASES[case]
    assert function_after(invariant_filters, body, 0, (), (MAN,), (ROW,)) == expected


@pytest.mark.parametrize("case", LEFT)
def test_what_is_left(case):
    made = machine([end()], (MAN,), functions=(function("it", (), LEFT[case]),), tables=(ROW,))
    why: list[str] = []
    assert invariant_filters(Analyses(made), why) == made
    assert why == ["invariant_filters: 0 loops in loops run over what is found once for all passes"]


def playing() -> m.Machine:
    cells = (MAN, number("site", 19, role="frame"), number("left", 12, initial=(12,)))
    may = op("or", SOME, op("not", call("any")))
    return machine(
        [
            decision("turn", option("lay", 0, "laid", level("x", 0, 19, "site", asking(may)))),
            step(
                "laid",
                put("man", (at("site"),), op("mod", op("add", at("man", at("site")), 1), 3)),
                put("left", (), op("sub", at("left"), 1)),
                put(m.PAYOFF, (0,), op("add", op("mod", op("mul", at(m.PAYOFF, 0), 3), 300), at("site"))),
                to=m.Fork(at("left"), "turn", "end"),
            ),
            end(),
        ],
        cells,
        functions=(function("any", (), m.Fold("some", "y", span(0, 19), None, FULL)),),
        tables=(ROW,),
    )


def test_a_parameter_asks_it_once_before():
    changed, _ = for_playouts(playing(), ("invariant_filters", "hoist"))
    turn = next(n for n in changed.nodes if isinstance(n, m.Decision))
    (own,) = turn.alternatives
    assert [one.name is not None and isinstance(one.value, m.SetBuild) for one in own.tests].count(True) == 1
    assert ReferenceEngine(changed).playouts(20, 7) == ReferenceEngine(playing()).playouts(20, 7)


@pytest.mark.parametrize("seed", every(3, range(60)))
def test_values_and_faults_stay(seed):
    values_and_faults_stay(invariant_filters, seed)
