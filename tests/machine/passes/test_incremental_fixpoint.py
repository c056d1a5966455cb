"""Incremental fixpoint: a set that only grows is computed from its last value; one that may shrink is computed anew."""

from __future__ import annotations

import attrs
import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.incremental_fixpoint import incremental_fixpoint, only_grow
from tests.machine.build import (
    L,
    at,
    bits,
    call,
    decision,
    end,
    function,
    level,
    machine,
    op,
    option,
    put,
    routine,
    set_cell,
    step,
)  # fmt: skip
from tests.machine.verify import verify

from .shown import nodes_after

SIZE, MOVES = 5, 12
ADD = m.Insert("men", (), at("x"))
TAKE = m.Insert("men", (), at("x"), drop=True)


def spread_in(of: m.Expr, seed: m.Expr | None = None) -> m.Grow:
    """Return the set reachable from site 0 (or `seed`) inside a set, by steps to neighbouring sites."""
    x = L("x")
    steps = m.SetOp("union", m.Shift(SIZE, x, 1), m.Shift(SIZE, x, -1))
    start = m.SetOp("common", bits(0, size=SIZE), of) if seed is None else seed
    return m.Grow(SIZE, "x", start, m.SetOp("common", steps, of))


def full(found: m.Expr) -> m.Expr:
    return m.Has(found, m.Const(SIZE - 1))


def playing(
    *body: m.Stmt, ends: m.Expr, routines: tuple[m.Routine, ...] = (), functions: tuple[m.Function, ...] = ()
) -> m.Machine:
    """Return a machine in which players lay men until `ends` holds or MOVES moves were made."""
    cells = (
        set_cell("men", SIZE, initial=(0b10,)),
        set_cell("gone", SIZE),
        attrs.evolve(set_cell("left", SIZE), kind="number", high=MOVES, initial=(MOVES,)),
        attrs.evolve(set_cell("x", SIZE), kind="number", role="frame"),
    )
    over = op("or", ends, op("eq", at("left"), 0))
    return machine(
        [
            decision("turn", option("lay", 0, "laid", level("x", 0, SIZE - 1, "x"))),
            step("laid", *body, put("left", (), op("sub", at("left"), 1)), to=m.Fork(over, "won", "turn")),
            step("won", put(m.PAYOFF, (0,), m.SizeOf(at("men"))), put(m.PAYOFF, (1,), at("left")), to="end"),
            end(),
        ],
        cells,
        routines=routines,
        functions=functions,
    )


KEPT: dict[str, m.Machine] = {
    "in what decides how to go on": playing(ADD, ends=full(spread_in(at("men")))),
    "with a name for what it lies in": playing(
        ADD, ends=full(m.Bind("in", at("men"), spread_in(L("in"), m.SetOp("common", bits(0, size=SIZE), at("men")))))
    ),
    "in what is written": playing(
        ADD, m.Write("gone", (), spread_in(at("men"))), ends=m.Has(at("gone"), m.Const(SIZE - 1))
    ),
    "in a condition": playing(ADD, m.IfStatement(full(spread_in(at("men"))), (put("left", (), 1),)), ends=m.Const(0)),
    "where a union is written": playing(
        m.Write("men", (), m.SetOp("union", at("men"), m.SetOf(SIZE, (at("x"),)))), ends=full(spread_in(at("men")))
    ),
    "two of them": playing(
        ADD, ends=op("or", full(spread_in(at("men"))), full(spread_in(at("men"), bits(2, size=SIZE))))
    ),
    "in a routine that is also tried out": playing(
        ADD,
        m.Run("note", ()),
        m.IfStatement(m.After("more", (), full(at("gone"))), (put("left", (), op("sub", at("left"), 0)),)),
        ends=full(at("gone")),
        routines=(
            routine("note", (), m.Write("gone", (), spread_in(at("men")))),
            routine("more", (), m.Insert("men", (), m.Const(0)), m.Run("note", ())),
        ),
    ),
}
LEFT: dict[str, m.Machine] = {
    "men are taken away": playing(
        ADD, m.IfStatement(op("eq", at("left"), 4), (TAKE,)), ends=full(spread_in(at("men")))
    ),
    "men are written anew": playing(m.Write("men", (), m.SetOf(SIZE, (at("x"),))), ends=full(spread_in(at("men")))),
    "it lies outside of what grows": playing(
        ADD, ends=full(spread_in(m.SetOp("minus", bits(*range(SIZE), size=SIZE), at("men"))))
    ),
    "it rests on a number": playing(
        ADD,
        ends=full(spread_in(m.IfElse(op("gt", at("left"), 3), at("men"), bits(0, size=SIZE)))),
    ),
    "it is tried out": playing(
        ADD,
        ends=m.After("more", (), full(spread_in(at("men")))),
        routines=(routine("more", (), m.Insert("men", (), m.Const(0))),),
    ),
    "it stands in a fact": playing(
        ADD, ends=full(call("reached")), functions=(function("reached", (), spread_in(at("men")), kind=SIZE),)
    ),
}
"""Cases that the pass leaves. For example, after the trial of `more` the men are as before, so the set found in it must
not be kept."""


@pytest.mark.parametrize("case", KEPT)
def test_what_only_grows_lasts(case):
    changed = incremental_fixpoint(Analyses(KEPT[case]), [])
    assert verify(changed) == []
    assert [c.name for c in changed.cells if c.name.startswith("lasting")]
    same_games(KEPT[case], changed)


@pytest.mark.parametrize("case", LEFT)
def test_what_may_shrink_is_found_anew(case):
    why: list[str] = []
    changed = incremental_fixpoint(Analyses(LEFT[case]), why)
    assert changed == LEFT[case]
    assert why == ["incremental_fixpoint: 0 sets grow from what they were"]


def same_games(before: m.Machine, after: m.Machine) -> None:
    one, two = ReferenceEngine(before).playouts(60, 3), ReferenceEngine(after).playouts(60, 3)
    assert one == two
    assert len(one.lengths) > 1
    assert WasmEngine(before).playouts(2000, 5) == WasmEngine(after, optimise=False).playouts(2000, 5)


def test_it_grows_from_a_cell_of_its_own():
    text = nodes_after(incremental_fixpoint, KEPT["in what decides how to go on"])[1]
    grown = "grow(%x from {0}/5 & men | lasting 1 by (shift(%x by 1)/5 | shift(%x by -1)/5) & men)/5"
    assert f"\n  let %lasting^ = {grown}\n  lasting 1 := %lasting^\n  go if 4 in %lasting^ or" in text


def test_cells_that_only_grow():
    assert only_grow(KEPT["where a union is written"]) == {"men", "gone"}
    assert only_grow(KEPT["in what is written"]) == {"men"}
    assert only_grow(LEFT["men are taken away"]) == {"gone"}
