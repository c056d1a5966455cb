"""Available expressions: a decision reads a set from a cell if every path to it has computed the set, and only then."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.available_expressions import available_expressions
from tests.machine.build import at, bits, decision, end, level, machine, number, op, option, put, set_cell, step
from tests.machine.verify import verify

SIZE = 70
ALL = bits(*range(SIZE), size=SIZE)


def free(name: str = "x", player: int | None = None) -> m.Expr:
    """Return the set of free sites; with a player, only those next to the player's own. The expression binds `name`."""
    taken = m.SetOp("union", at("men", 0), at("men", 1))
    if player is None:
        return m.Bind(
            name, taken, m.SetOp("minus", ALL, m.SetOp("union", m.Local(name), m.Shift(SIZE, m.Local(name), 3)))
        )
    near = m.SetOp("union", m.Shift(SIZE, m.Local(name), 1), m.Shift(SIZE, m.Local(name), -2))
    return m.SetOp("minus", m.Bind(name, at("men", player), m.SetOp("common", ALL, near)), taken)


def some(found: m.Expr) -> m.Expr:
    return op("not", op("eq", m.SizeOf(found), 0))


def playing(
    asked: m.Expr, *laid: m.Stmt, over: m.Expr | None = None, back: str = "turn", tests: tuple[m.Test, ...] = ()
) -> m.Machine:
    """Return a machine in which one player lays men while the condition `asked` holds, and may pass."""
    lay = option("lay", 0, "laid", level("x", 0, SIZE - 1, "site", among=over or free("y")), tests=tests)
    return machine(
        [
            step("begin", put("left", (), 9), to="turn"),
            step("turn", to=m.Fork(asked, "between", "last")),
            step(
                "between", put("left", (), op("sub", at("left"), 1)), to=m.Fork(op("gt", at("left"), 0), "ask", "last")
            ),
            decision("ask", lay, option("pass", SIZE, "turn")),
            step("laid", m.Insert("men", (m.Const(0),), at("site")), *laid, to=back),
            step("last", put(m.PAYOFF, (0,), m.SizeOf(at("men", 0))), put(m.PAYOFF, (1,), at("left")), to="end"),
            end(),
        ],
        (
            set_cell("men", SIZE, 2, initial=(1 << 69, 3)),
            number("left", 9, initial=(5,)),
            number("site", SIZE - 1, role="frame"),
        ),
    )


def with_node(made: m.Machine, *nodes: m.Node) -> m.Machine:
    """Return the machine with these nodes added; a node replaces one of the same name."""
    named = {n.id: n for n in nodes}
    others = tuple(n for n in made.nodes if n.id not in named)
    return evolve(made, nodes=(*others, *nodes))


BETWEEN = ("between", put("left", (), op("sub", at("left"), 1)))
KEPT: dict[str, m.Machine] = {
    "asked before": playing(some(free())),
    "with others": playing(op("and", op("gt", at("left"), -1), some(free()))),
    "behind what stops early": playing(op("or", some(free("z", 1)), some(free()))),
    "asked once more among the options": playing(some(free()), tests=(m.Test(some(free("q"))),)),
    "two ways, each asks": with_node(
        playing(some(free()), back="elsewhere"),
        step("elsewhere", to=m.Fork(some(free("w")), "between", "last")),
    ),
}
LEFT: dict[str, m.Machine] = {
    "something else was asked": playing(some(free("x", 1))),
    "a write between": with_node(
        playing(some(free())), step(*BETWEEN, m.Insert("men", (m.Const(1),), at("left")), to="ask")
    ),
    "one way does not ask": playing(some(free()), back="between"),
    "the question may fault": playing(op("and", op("gt", op("div", 9, at("left")), -1), some(free()))),
    "too little to keep": playing(some(at("men", 1)), over=at("men", 1)),
}


@pytest.mark.parametrize("case", KEPT)
def test_what_led_to_a_decision_keeps_its_options(case):
    before = KEPT[case]
    assert verify(before) == []
    changed = available_expressions(Analyses(before), [])
    assert verify(changed) == []
    assert [c.name for c in changed.cells if c not in before.cells] == ["kept 1"]
    ask = next(n for n in changed.nodes if n.id == "ask")
    assert isinstance(ask, m.Decision)
    assert "SetOp" not in repr(ask)
    assert ReferenceEngine(before).playouts(30, 3) == ReferenceEngine(changed).playouts(30, 3)
    assert WasmEngine(before).playouts(500, 5) == WasmEngine(changed, optimise=False).playouts(500, 5)


@pytest.mark.parametrize("case", LEFT)
def test_what_is_asked_anew(case):
    before = LEFT[case]
    assert verify(before) == []
    why: list[str] = []
    assert available_expressions(Analyses(before), why) is before
    assert why == ["available_expressions: 0 sets of options kept from what led to them"]
    assert WasmEngine(before).playouts(200, 5) == WasmEngine(before, optimise=False).playouts(200, 5)


def test_only_who_asks_last_keeps_it():
    """Two decisions each need a set of their own. A step before both keeps only the set of the decision that directly
    follows it."""
    made = machine(
        [
            step("begin", to=m.Fork(op("or", some(free("x", 0)), some(free("y", 1))), "first", "last")),
            decision(
                "first", option("lay", 0, "laid 0", level("x", 0, SIZE - 1, "site", among=free("z", 0))), otherwise="on"
            ),
            step("laid 0", m.Insert("men", (m.Const(0),), at("site")), to="on"),
            step("on", to=m.Fork(op("or", some(free("x", 0)), some(free("y", 1))), "second", "last")),
            decision(
                "second",
                option("lay", 0, "laid 1", level("x", 0, SIZE - 1, "site", among=free("v", 1))),
                otherwise="begin",
            ),
            step("laid 1", m.Insert("men", (m.Const(1),), at("site")), to="begin"),
            step("last", put(m.PAYOFF, (0,), m.SizeOf(at("men", 0))), to="end"),
            end(),
        ],
        (set_cell("men", SIZE, 2, initial=(1 << 40, 3)), number("site", SIZE - 1, role="frame")),
    )
    changed = available_expressions(Analyses(made), [])
    assert verify(made) == verify(changed) == []
    named = {n.id: repr(n) for n in changed.nodes}
    assert ("kept 1" in named["begin"], "kept 2" in named["begin"]) == (True, False)
    assert ("kept 1" in named["on"], "kept 2" in named["on"]) == (False, True)
    on = next(n for n in changed.nodes if n.id == "on")
    assert isinstance(on, m.StepNode)
    assert isinstance(on.next, m.Fork)
    assert isinstance(on.next.condition, m.Op)
    assert "kept 2" in repr(on.next.condition.args[0])  # the set in a cell is tested first
    assert ReferenceEngine(made).playouts(20, 3) == ReferenceEngine(changed).playouts(20, 3)
    assert WasmEngine(made).playouts(300, 3) == WasmEngine(changed, optimise=False).playouts(300, 3)
