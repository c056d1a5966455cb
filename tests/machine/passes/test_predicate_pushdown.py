"""Predicate pushdown: conditions of a decision are tested as soon as all their names are bound, but never before
something that may fault.
"""

from __future__ import annotations

import attrs
import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.predicate_pushdown import predicate_pushdown
from tests.machine.build import L, at, decision, end, level, machine, number, op, option, put, set_cell, step, where
from tests.machine.verify import verify

from .shown import nodes_after

X, Y = L("x"), L("y")
MAY_FAULT = where(op("ne", op("div", 6, at("n")), 7))

CASES: dict[str, tuple[tuple[m.Test, ...], tuple[m.Test, ...], str]] = {
    "what names no parameter is asked first": (
        (),
        (where(op("gt", at("n"), 1)),),
        "where n > 1\nfor %x 0..4\nfor %y 0..4",
    ),
    "what names the first alone is asked there": (
        (),
        (where(op("lt", X, 3)),),
        "for %x 0..4\nwhere %x < 3\nfor %y 0..4",
    ),
    "what names the second alone says over what it runs": (
        (),
        (where(m.Has(at("men"), Y)),),
        "for %x 0..4\nfor %y {%y in 0..4 where %y in men}/5",
    ),
    "what names both stays": ((), (where(op("ne", X, Y)),), "for %x 0..4\nfor %y 0..4\nwhere %x != %y"),
    "parts go each to its place": (
        (),
        (where(op("and", op("gt", at("n"), 1), op("lt", X, 3), op("ne", X, Y))),),
        "where n > 1\nfor %x 0..4\nwhere %x < 3\nfor %y 0..4\nwhere %x != %y",
    ),
    "what may fault stays, and so does what is asked behind it": (
        (),
        (MAY_FAULT, where(op("lt", X, 3))),
        "for %x 0..4\nfor %y 0..4\nwhere 6 div n != 7\nwhere %x < 3",
    ),
}


def made(*levels: tuple[m.Test, ...]) -> m.Machine:
    first, second = levels
    return machine(
        [
            decision("turn", option("go", 0, "gone", level("x", 0, 4, "x", *first), level("y", 0, 4, "y", *second))),
            step("gone", put(m.PAYOFF, (0,), at("x")), put(m.PAYOFF, (1,), at("y")), to="end"),
            end(),
        ],
        (number("x", 4), number("y", 4), number("n", 9, initial=(2,)), set_cell("men", 5, initial=(0b10110,))),
    )


@pytest.mark.parametrize("case", CASES)
def test_a_condition(case):
    first, second, text = CASES[case]
    lines = nodes_after(predicate_pushdown, made(first, second))[0].splitlines()[3:-1]
    told = (line.strip().replace(" number", "").split(" into ")[0] for line in lines)
    assert "\n".join(told) == text


@pytest.mark.parametrize("case", CASES)
def test_the_options_are_the_same(case):
    first, second, _ = CASES[case]
    plain = made(first, second)
    one, two = (ReferenceEngine(x) for x in (plain, predicate_pushdown(Analyses(plain), [])))
    assert two.options(two.start(1)) == one.options(one.start(1)) != ()


OVER_WHAT_MAY_FAULT = m.SetBuild(5, "z", m.LoopDomain(m.Const(0), op("div", 8, at("n"))), op("ne", L("z"), 1))


@pytest.mark.parametrize("n", [0, 2])
def test_nothing_is_asked_before_a_set_is_found_that_may_fault(n):
    """With an impossible condition, computing the set must still fault first."""
    plain = made((), (where(op("lt", X, 0)), where(op("lt", Y, 3))))
    decision_, *others = plain.nodes
    assert isinstance(decision_, m.Decision)
    (go,) = decision_.alternatives
    x, y = go.levels
    go = attrs.evolve(go, levels=(x, attrs.evolve(y, within=OVER_WHAT_MAY_FAULT)))
    nodes = (attrs.evolve(decision_, alternatives=(go,), otherwise="end"), *others)
    cells = tuple(attrs.evolve(c, initial=(n,)) if c.name == "n" else c for c in plain.cells)
    plain = attrs.evolve(plain, nodes=nodes, cells=cells)
    assert verify(plain) == []
    told = [outcome(ReferenceEngine(machine)) for machine in (plain, predicate_pushdown(Analyses(plain), []))]
    assert told[0] == told[1] == ("E701" if n == 0 else "end")


def outcome(engine: ReferenceEngine) -> str:
    try:
        return engine.start(1).node
    except GameFault as fault:
        return fault.fault.code
