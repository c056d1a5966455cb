"""Options listed with their loops swapped: the same options are picked, for all conditions and neighbouring
alternatives."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.code_generation import CodeGenerator
from rulekit.engine.wasm.function_builder import Body
from rulekit.engine.wasm.module import new_unit
from rulekit.engine.wasm.playout_option_counting import transposition
from rulekit.machine import program as m
from tests.machine.build import (
    L,
    at,
    bits,
    decision,
    end,
    let,
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
)
from tests.shipped import every, spanning

SIZE = 130
ROWS = m.Table("rows", (SIZE,), 12, tuple((x * 2654435761 >> 7) % 4096 for x in range(SIZE)))
X, Q = L("x"), L("q")
ROW = m.Has(m.Lookup("rows", (X,)), op("add", op("mul", at("sort"), 4), Q))
ODD = op("mod", op("add", X, at("left")), 2)


def playing(few: m.Level, wide: m.Level, *beside: m.Alternative) -> m.Machine:
    """Return a game in which each picked site leaves the set `free`; the payoffs depend on the sites and turns picked.
    `beside` are further alternatives."""
    cells = (
        set_cell("free", SIZE, initial=((1 << SIZE) - 1,)),
        number("sort", 2),
        number("left", 16, initial=(16,)),
        number("x", SIZE - 1, role="frame"),
        number("q", 129, role="frame", low=-1),
    )
    told = op("mod", op("add", op("mul", at(m.PAYOFF, 0), 7), op("add", at("x"), op("mul", at("q"), 31))), 1000)
    return machine(
        [
            decision("turn", option("lay", 0, "laid", few, wide), *beside, otherwise="end"),
            step(
                "laid",
                m.Insert("free", (), at("x"), True),
                put("sort", (), op("mod", op("add", at("x"), at("q")), 3)),
                put("left", (), op("sub", at("left"), 1)),
                put(m.PAYOFF, (0,), told),
                put(m.PAYOFF, (1,), at("left")),
                to=m.Fork(at("left"), "turn", "end"),
            ),
            end(),
        ],
        cells,
        tables=(ROWS,),
    )


def few(low: int = 0, high: int = 3, *tests: m.Test, among: m.Expr | None = None) -> m.Level:
    return level("q", low, high, "q", *tests, among=among)


FREE = at("free")


def wide(*tests: m.Test, among: m.Expr | None = FREE) -> m.Level:
    return level("x", 0, SIZE - 1, "x", *tests, among=among)


PASS = option("pass", 2000, "laid")
FIRST = option("some", 3000, "laid", level("x", 0, SIZE - 1, "x", where(op("eq", op("mod", X, 3), 0))))
ANOTHER = option(
    "another",
    5000,
    "laid",
    level("q", 0, 9, "q"),
    level("x", 0, SIZE - 1, "x", where(op("eq", op("mod", X, 10), Q)), among=at("free")),
)
LISTS = {
    "asked of both": playing(few(), wide(where(ROW))),
    "asked of the wide one too": playing(few(), wide(where(ODD), where(ROW))),
    "asked of the wide one alone": playing(few(), wide(where(ODD))),
    "asked nothing": playing(few(), wide()),
    "two conditions on both": playing(few(), wide(where(ROW), where(op("ne", op("mod", X, 4), Q)))),
    "a condition that is no truth": playing(few(), wide(where(op("mod", op("add", X, Q), 3)))),
    "some of the few": playing(few(among=bits(1, 3, size=4)), wide(where(ROW))),
    "from below 0 on": playing(few(-1, 2), wide(where(op("ne", op("mod", X, 4), op("add", Q, 1))))),
    "beside others": playing(few(), wide(where(ROW)), FIRST, PASS),
}
COUNTED = {
    "many values": playing(few(0, 14), wide(where(ODD))),
    "many values, asked of both": playing(few(0, 14), wide(where(op("ne", op("mod", X, 15), Q)))),
    "in a set that the wide one tells": playing(few(0, 11), wide(where(m.Has(m.Lookup("rows", (X,)), Q)), where(ODD))),
    "in a set wider than it": playing(few(0, 9), wide(where(m.Has(m.Lookup("rows", (X,)), Q)))),
    "of a set of state": playing(few(0, 129, among=at("free")), wide(where(op("lt", op("mod", X, 97), Q)))),
    "many from below 0 on": playing(few(-1, 14), wide(where(op("gt", op("mod", X, 15), Q)))),
    "a loop in what is asked": playing(
        few(0, 14), wide(where(m.Fold("some", "i", span(0, 3), None, op("eq", op("mod", op("mul", X, L("i")), 15), Q))))
    ),
    "two such": playing(few(0, 14), wide(where(ODD)), ANOTHER, FIRST, PASS),
}
AS_WRITTEN = {
    "a narrow one": playing(few(), level("x", 0, 60, "x", where(ODD), among=bits(3, 7, 60, size=61))),
    "asked before": playing(few(0, 3, where(op("ne", Q, at("sort")))), wide(where(ODD))),
    "a set for each of the few": playing(few(), wide(where(ROW), among=m.IfElse(Q, at("free"), bits(5, size=SIZE)))),
    "no set": playing(few(), wide(where(ROW), among=None)),
    "a name on the way": playing(few(), wide(let("k", op("add", X, Q)), where(op("mod", L("k"), 2)))),
    "it may fault": playing(few(), wide(where(m.Check(op("lt", X, 999), 3, ODD)))),
}


def way(made: m.Machine) -> str | None:
    turn = made.nodes[0]
    assert isinstance(turn, m.Decision)
    return transposition(CodeGenerator(new_unit(made), Body("", (), ())), turn.alternatives[0])


@pytest.mark.parametrize("case", every(2, [*LISTS, *COUNTED, *AS_WRITTEN]))
def test_the_same_options_are_picked(case):
    made = {**LISTS, **COUNTED, **AS_WRITTEN}[case]
    assert way(made) == ("lists" if case in LISTS else "counted" if case in COUNTED else None)
    assert ReferenceEngine(made).playouts(2, 3) == WasmEngine(made, optimise=False).playouts(2, 3)


@pytest.mark.parametrize(
    "case", spanning([*LISTS, *COUNTED], [case for case in (*LISTS, *COUNTED) if case != "of a set of state"])
)
def test_what_is_counted_of_them_stays(case):
    made = {**LISTS, **COUNTED}[case]
    one, other = (engine(made).playouts(1, 9, counting="detailed") for engine in (ReferenceEngine, WasmEngine))
    assert one == other
