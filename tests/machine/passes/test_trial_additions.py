"""Trial additions: a condition after a trial that only adds a member is evaluated on the set with that member; other
trials stay."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.trial_additions import trial_additions
from rulekit.machine.text import expression
from tests.engine.differential import Pair
from tests.machine.build import L, at, call, end, function, inside, machine, number, op, routine, set_cell, span
from tests.machine.verify import verify

from .shown import plain

X, P = L("x"), L("p")
CELLS = (set_cell("men", 9, 2), set_cell("all", 9), number("n", 12))
LAY = routine("lay", ("q", "c"), m.Mark("procedure lay"), m.Insert("men", (L("q"),), L("c")))
TAKE = routine("take", ("q", "c"), m.Insert("men", (L("q"),), L("c"), drop=True))
TWICE = routine("twice", ("q", "c"), m.Insert("men", (L("q"),), L("c")), m.Insert("all", (), L("c")))
SUM = m.Fold("sum", "y", inside(at("men", 0)), None, L("y"))
MANY = function("many", ("q",), m.SizeOf(at("men", L("q"))))


def after(body: m.Expr, who: m.Expr | int = 0, member: m.Expr | int = X, by: str = "lay") -> m.Expr:
    args = tuple(m.Const(a) if isinstance(a, int) else a for a in (who, member))
    return m.Fold("sum", "x", span(0, 8), None, m.After(by, args, body))


CASES: dict[str, tuple[m.Expr, str]] = {
    "a set": (after(m.SizeOf(at("men", 0))), "sum(%x in 0..8: size(men[0] | {%x}/9))"),
    "another element": (after(m.SizeOf(at("men", 1))), "sum(%x in 0..8: size(men[1]))"),
    "another cell": (after(m.SizeOf(at("all"))), "sum(%x in 0..8: size(all))"),
    "an element that is told by a number": (
        after(m.SizeOf(at("men", op("mod", at("n"), 2)))),
        "sum(%x in 0..8: size(if n mod 2 == 0 then men[n mod 2] | {%x}/9 else men[n mod 2]))",
    ),
    "a loop and a call": (
        after(op("add", SUM, call("many", 0))),
        "sum(%x in 0..8: sum(%y^ in men[0] | {%x}/9: %y^) + size(men[0] | {%x}/9))",
    ),
    "a member that is worked out": (
        after(SUM, member=op("mod", op("mul", X, 2), 9)),
        "sum(%x in 0..8: let %c^ = %x * 2 mod 9 in sum(%y^ in men[0] | {%c^}/9: %y^))",
    ),
    "one within another": (
        after(m.After("lay", (m.Const(1), m.Const(3)), m.Has(at("men", 1), op("sub", m.SizeOf(at("men", 0)), 1)))),
        "sum(%x in 0..8: size(men[0] | {%x}/9) - 1 in men[1] | {3}/9)",
    ),
    "not a member that may lie outside": (
        after(SUM, member=at("n")),
        "sum(%x in 0..8: after lay(0, n): sum(%y in men[0]: %y))",
    ),
    "not what is taken away": (after(SUM, by="take"), "sum(%x in 0..8: after take(0, %x): sum(%y in men[0]: %y))"),
    "not two effects": (after(SUM, by="twice"), "sum(%x in 0..8: after twice(0, %x): sum(%y in men[0]: %y))"),
}


def made(body: m.Expr) -> m.Machine:
    lay = routine("put", ("q", "c"), m.Insert("men", (L("q"),), L("c")), m.Write("n", (), op("add", L("c"), L("q"))))
    functions = (function("it", (), body), MANY)
    return machine([end()], CELLS, functions=functions, routines=(LAY, TAKE, TWICE, lay), clauses=("procedure lay",))


@pytest.mark.parametrize("case", CASES)
def test_a_trial(case: str) -> None:
    body, text = CASES[case]
    given = made(body)
    assert verify(given) == []
    changed = trial_additions(Analyses(given), [])
    assert verify(changed) == []
    assert plain(expression(changed.functions[0].body)) == text
    r, pair = Random(7), Pair(ReferenceEngine(given), WasmEngine(changed, optimise=False))
    state = pair.same("start", 1)
    for _ in range(20):
        pair.same("call", state, "it", ())
        state = pair.same("run", state, "put", (r.randrange(2), r.randrange(9)))
