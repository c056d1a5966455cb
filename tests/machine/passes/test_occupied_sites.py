"""Occupied sites: loops skip empty rows and zeros for which their conditions are false anyway, and games stay the
same."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.occupied_sites import LEAST, occupied_sites
from tests.machine.build import (
    L,
    at,
    decision,
    end,
    level,
    machine,
    number,
    op,
    option,
    put,
    ring,
    routine,
    set_cell,
    span,
    step,
    where,
)
from tests.machine.verify import verify

SIZE, MOVES = 70, 14
X = L("x")
SITE = (X,)
HEIGHT, TOP = m.RingSize("pile", SITE), m.RingAt("pile", SITE, op("sub", m.RingSize("pile", SITE), 1))
NEAR_SITE = op("mod", op("mul", at("left"), 7), SIZE)


def those(condition: m.Expr, high: int = SIZE - 1) -> m.SetBuild:
    return m.SetBuild(high + 1, "x", span(0, high), condition)


def playing(
    counted: m.Expr, *body: m.Stmt, routines: tuple[m.Routine, ...] = (), levels: tuple[m.Level, ...] = ()
) -> m.Machine:
    """Return a machine in which each move lays a piece on one of 70 piles and marks a site; the payoff is `counted`."""
    cells = (
        ring("pile", 3, 4, SIZE),
        number("mark", 5, SIZE, initial=(*(0,) * 9, 2, *(0,) * (SIZE - 10))),
        set_cell("gone", SIZE),
        number("left", MOVES, initial=(MOVES,)),
        number("site", SIZE - 1, role="frame"),
    )
    lay = m.Push("pile", (NEAR_SITE,), "top", op("add", op("mod", at("left"), 3), 1), 0)
    mark = put("mark", (at("site"),), op("mod", at("left"), 6))
    some = levels or (level("x", 0, SIZE - 1, "site"),)
    return machine(
        [
            decision("turn", option("pass", 0, "laid"), option("go", 1, "laid", *some)),
            step(
                "laid",
                lay,
                mark,
                *body,
                put("left", (), op("sub", at("left"), 1)),
                to=m.Fork(op("eq", at("left"), 0), "won", "turn"),
            ),
            step("won", put(m.PAYOFF, (0,), counted), put(m.PAYOFF, (1,), at("left")), to="end"),
            end(),
        ],
        cells,
        routines=routines,
    )


TAKEN = op("ne", HEIGHT, 0)
PULL = m.Pull("pile", (at("site"),), m.Const(0), 0)
TAKE = m.IfStatement(op("ne", m.RingSize("pile", (at("site"),)), 0), (PULL,))
ONES = m.Fold("count", "y", m.LoopDomain(m.Const(0), op("sub", HEIGHT, 1)), op("eq", m.RingAt("pile", SITE, L("y")), 1))
LAY = routine("lay", ("n",), m.Push("pile", (L("n"),), "top", m.Const(1), 0), put("mark", (L("n"),), 1))
NEXT_TAKEN = op("ne", m.RingSize("pile", (op("mod", op("add", X, 1), SIZE),)), 0)
FOUND: dict[str, tuple[m.Machine, set[str]]] = {
    "a pile that is not empty": (playing(m.SizeOf(those(TAKEN)), TAKE), {"pile"}),
    "what lies on top": (playing(m.SizeOf(those(op("eq", TOP, 2))), TAKE), {"pile"}),
    "how many lie there": (
        playing(m.Fold("some", "x", span(0, SIZE - 1), None, op("gt", ONES, 0)), TAKE),
        {"pile"},
    ),
    "a number that is not 0": (playing(m.SizeOf(those(op("gt", at("mark", X), 3)))), {"mark"}),
    "a constant is written": (
        playing(m.SizeOf(those(op("ne", at("mark", X), 0))), put("mark", (3,), 0), put("mark", (5,), 1)),
        {"mark"},
    ),
    "behind what is asked first": (playing(m.SizeOf(those(op("and", op("lt", X, 60), TAKEN)))), {"pile"}),
    "of two cells": (
        playing(op("add", m.SizeOf(those(TAKEN)), m.SizeOf(those(op("eq", at("mark", X), 2))))),
        {"pile", "mark"},
    ),
    "while something is tried out": (
        playing(m.After("lay", (m.Const(5),), m.SizeOf(those(TAKEN))), TAKE, routines=(LAY,)),
        {"pile"},
    ),
    "a parameter of a decision": (
        playing(m.SizeOf(those(TAKEN)), levels=(level("x", 0, SIZE - 1, "site", where(op("ne", at("mark", X), 0))),)),
        {"pile", "mark"},
    ),
}
LEFT: dict[str, m.Machine] = {
    "empty ones pass": playing(m.SizeOf(those(op("eq", HEIGHT, 0)))),
    "a condition of another site": playing(m.SizeOf(those(NEXT_TAKEN))),
    "it may fault before": playing(
        m.SizeOf(those(op("and", m.Check(op("lt", at("mark", X), 5), 4, m.Const(1)), TAKEN)))
    ),
    "few sites": playing(m.SizeOf(those(TAKEN, LEAST - 2))),
}


@pytest.mark.parametrize("case", FOUND)
def test_loops_skip_empty_sites(case):
    before, cells = FOUND[case]
    changed = occupied_sites(Analyses(before), [])
    assert verify(changed) == []
    assert {c.name.removesuffix(" occupied") for c in changed.cells if c.name.endswith("occupied")} == cells
    assert ReferenceEngine(before).playouts(8, 3) == ReferenceEngine(changed).playouts(8, 3)
    assert WasmEngine(before).playouts(200, 5) == WasmEngine(changed, optimise=False).playouts(200, 5)


@pytest.mark.parametrize("case", LEFT)
def test_other_loops_are_left(case):
    assert occupied_sites(Analyses(LEFT[case]), []).cells == LEFT[case].cells
