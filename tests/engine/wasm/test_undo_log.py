"""Writes to large cells are undone after a trial: games equal those of the reference engine; cells written often are
copied."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.module import new_unit
from rulekit.machine import program as m
from tests.machine.build import (
    L,
    at,
    decision,
    end,
    inside,
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
)

SIZE, MOVES = 400, 12
N, X = L("n"), L("x")
HIGH = m.Fold("sum", "x", span(0, SIZE - 1), None, m.RingSize("pile", (X,)))
MARKED = m.Fold("sum", "x", span(0, SIZE - 1), None, at("mark", X))
LIT = m.Fold("count", "x", span(0, SIZE - 1), m.Has(at("lit", X), m.Const(3)))
PUSH = m.Push("pile", (N,), "top", m.Const(2), 0)
UNDER = m.Push("pile", (N,), "bottom", m.Const(1), 0)
PULL = m.IfStatement(op("gt", m.RingSize("pile", (N,)), 1), (m.Pull("pile", (N,), m.Const(0), 0),))


def playing(tried: m.Expr, *routines: m.Routine) -> m.Machine:
    cells = (
        ring("pile", 3, 5, SIZE),
        number("mark", 1 << 20, SIZE),
        set_cell("lit", 70, SIZE),
        number("left", MOVES, initial=(MOVES,)),
        number("sum", (1 << 30), initial=(0,)),
        number("site", SIZE - 1, role="frame"),
    )
    here = (at("site"),)
    lay = (
        m.Push("pile", here, "top", op("add", op("mod", at("left"), 3), 1), 0),
        put("mark", here, op("add", at("mark", at("site")), at("left"))),
        m.Insert("lit", here, op("mod", op("add", at("site"), at("left")), 70)),
        put("sum", (), op("add", op("mul", op("mod", at("sum"), 1 << 20), 31), op("mod", tried, 1 << 20))),
        put("left", (), op("sub", at("left"), 1)),
    )
    return machine(
        [
            decision("turn", option("go", 0, "laid", level("x", 0, SIZE - 1, "site"))),
            step("laid", *lay, to=m.Fork(op("eq", at("left"), 0), "won", "turn")),
            step(
                "won",
                put(m.PAYOFF, (0,), op("mod", at("sum"), 999)),
                put(m.PAYOFF, (1,), op("mod", op("add", HIGH, MARKED), 999)),
                to="end",
            ),
            end(),
        ],
        cells,
        routines=routines,
    )


def tries(body: m.Expr = HIGH, name: str = "change") -> m.Expr:
    return m.After(name, (at("site"),), body)


CHANGE = routine("change", ("n",), PUSH, UNDER, PULL, put("mark", (N,), 77777), m.Insert("lit", (N,), m.Const(3)))
INNER = routine("inner", ("n",), PULL, put("lit", (N,), m.SetConst(70, 9)))
RUNS = routine("change", ("n",), m.Run("inner", (N,)), m.Run("inner", (op("mod", op("add", N, 1), SIZE),)), PUSH)
EACH = routine("change", ("n",), m.Each("x", span(0, 9), None, (put("mark", (X,), op("add", X, N)),)))
MANY = routine("change", ("n",), m.Each("x", span(0, SIZE - 1), None, (put("mark", (X,), op("add", X, N)),) * 3))
WITHIN = routine("change", ("n",), m.Each("x", inside(at("lit", N)), None, (put("mark", (X,), op("add", X, N)),)), PUSH)
FULL = op("lt", m.RingSize("pile", (at("site"),)), 3)


def where_room(expr: m.Expr) -> m.Expr:
    """Return the expression, or 0 if the pile is full."""
    return m.IfElse(FULL, expr, m.Const(0))


UNDONE: dict[str, m.Machine] = {
    "rows, numbers and sets": playing(where_room(tries(op("add", HIGH, op("add", MARKED, LIT)))), CHANGE),
    "again inside it": playing(
        where_room(m.After("change", (at("site"),), op("add", tries(LIT, "inner"), op("add", LIT, HIGH)))),
        CHANGE,
        INNER,
    ),
    "in routines that it runs": playing(where_room(tries(op("add", HIGH, LIT))), RUNS, INNER),
    "in a short loop": playing(tries(MARKED), EACH),
}
COPIED: dict[str, m.Machine] = {
    "in a long loop": playing(tries(MARKED), MANY),
    "in a loop over a set": playing(where_room(tries(MARKED)), WITHIN),
}


@pytest.mark.parametrize("case", [*UNDONE, *COPIED])
def test_after_a_trial_all_is_as_before(case):
    made = {**UNDONE, **COPIED}[case]
    assert bool(new_unit(made).undone) == (case in UNDONE)
    reference = ReferenceEngine(made).playouts(6, 3)
    assert WasmEngine(made, optimise=False).playouts(6, 3) == reference
    assert WasmEngine(made).playouts(6, 3) == reference
