"""View maintenance: each write updates sets that depend on cells; sets for which a write affects too many members are
not kept."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.view_maintenance import FEWEST, view_maintenance
from rulekit.machine.text import node_lines
from tests.machine.build import (
    L,
    at,
    bits,
    call,
    decision,
    end,
    function,
    inside,
    level,
    machine,
    number,
    op,
    option,
    put,
    routine,
    set_cell,
    span,
    step,
)  # fmt: skip
from tests.machine.verify import verify

SIZE, MOVES = 70, 14
NEAR = m.Table("near", (SIZE,), SIZE, tuple((1 << x >> 1 | 1 << x + 1) & ((1 << SIZE) - 1) for x in range(SIZE)))
# optional values: 0 is none
NEXT = m.Table("next", (SIZE,), 0, tuple(x + 2 if x + 1 < SIZE else 0 for x in range(SIZE)))
X, Y = L("x"), L("y")
FREE = op("eq", at("man", X), 0)
BESIDE = m.Fold("some", "y", inside(m.Lookup("near", (X,))), None, at("man", Y))
BEHIND = m.Bind("n", m.Lookup("next", (X,)), op("and", L("n"), at("man", op("sub", L("n"), 1))))


def those(where: m.Expr, high: int = SIZE - 1) -> m.SetBuild:
    return m.SetBuild(high + 1, "x", span(0, high), where)


def playing(
    among: m.Expr,
    *body: m.Stmt,
    ends: m.Expr | None = None,
    routines: tuple[m.Routine, ...] = (),
    functions: tuple[m.Function, ...] = (),
) -> m.Machine:
    """Return a machine in which players lay men on sites of the set `among`, or anywhere, for MOVES moves. The payoff
    is the size of the set."""
    cells = (
        number("man", 2, SIZE, initial=(*(0,) * 30, 1, *(0,) * (SIZE - 31))),
        number("mark", 1, SIZE),
        set_cell("gone", SIZE),
        number("left", MOVES, initial=(MOVES,)),
        number("site", SIZE - 1, role="frame"),
    )
    lay = put("man", (at("site"),), op("add", op("mod", at("left"), 2), 1))
    anywhere = option("lay anywhere", 100, "laid", level("here", 0, SIZE - 1, "site"))
    over = op("eq", at("left"), 0) if ends is None else op("or", op("eq", at("left"), 0), ends)
    return machine(
        [
            decision("turn", option("lay", 0, "laid", level("x", 0, SIZE - 1, "site", among=among)), anywhere),
            step("laid", lay, *body, put("left", (), op("sub", at("left"), 1)), to=m.Fork(over, "won", "turn")),
            step("won", put(m.PAYOFF, (0,), m.SizeOf(among)), put(m.PAYOFF, (1,), at("left")), to="end"),
            end(),
        ],
        cells,
        tables=(NEAR, NEXT),
        routines=routines,
        functions=functions,
    )


KEPT: dict[str, tuple[m.Machine, int]] = {
    "by what stands there": (playing(those(FREE)), 1),
    "and beside it": (playing(those(op("and", FREE, BESIDE))), 1),
    "by a step that is not always there": (playing(those(op("and", FREE, BEHIND))), 1),
    "behind what is known of some sites alone": (
        playing(those(op("and", op("lt", X, 60), op("or", op("lt", X, 20), BESIDE)))),
        1,
    ),
    "of two cells": (
        playing(those(op("or", at("mark", X), BESIDE)), put("mark", (op("sub", SIZE - 1, at("site")),), 1)),
        1,
    ),
    "two of them": (playing(those(BESIDE), ends=op("eq", m.SizeOf(those(op("and", FREE, BEHIND))), 9)), 2),
    "in a fact": (
        playing(call("open"), functions=(function("open", (), those(op("and", FREE, BESIDE)), kind=SIZE),)),
        1,
    ),
    "written in a loop": (
        playing(
            those(FREE),
            m.IfStatement(
                op("eq", at("left"), 9), (m.Each("x", span(0, SIZE - 1), op("eq", X, 3), (put("man", (X,), 0),)),)
            ),
        ),
        1,
    ),
    "written by a routine": (
        playing(those(BESIDE), m.Run("take", (at("site"),)), routines=(routine("take", ("x",), put("man", (X,), 0)),)),
        1,
    ),
}
LEFT: dict[str, m.Machine] = {
    "a write concerns all": playing(those(op("gt", m.Fold("count", "y", span(0, SIZE - 1), at("man", Y)), X))),
    "what it reads state tells": playing(those(at("man", at("mark", X)))),
    "few values": playing(m.SetOp("union", bits(size=SIZE), those(FREE, 40))),
    "it reads a set": playing(those(op("and", FREE, op("not", m.Has(at("gone"), X))))),
    "it may fault": playing(those(m.Check(op("lt", at("man", X), 3), 4, FREE))),
    "it is tried out": playing(
        those(FREE),
        ends=m.After("more", (), op("eq", m.SizeOf(those(FREE)), 60)),
        routines=(routine("more", (), put("man", (0,), 1)),),
    ),
    "what is picked is kept there": playing(those(op("ne", X, at("site")))),
}


EARLY = op("gt", at("left"), 3)
SPLIT: dict[str, tuple[m.Expr, str]] = {
    "one of two conditions": (those(op("and", EARLY, BESIDE)), "{%x in view 2 where left > 3}/70"),
    "one that is denied": (those(op("and", op("not", BESIDE), EARLY)), r"{%x in ALL \ view 2 where left > 3}/70"),
    "two, one of them denied": (
        those(op("and", BESIDE, EARLY, op("not", m.Fold("all", "y", inside(m.Lookup("near", (X,))), None, FREE)))),
        r"{%x in view 2 \ view 3 where left > 3}/70",
    ),
    "of a set": (
        m.SetBuild(SIZE, "x", inside(at("gone")), op("and", BESIDE, EARLY)),
        "{%x in gone & view 2 where left > 3}/70",
    ),
    "all there are": (
        m.SetBuild(SIZE, "x", inside(at("gone")), BESIDE),
        "{%x in gone & view 2}/70",
    ),
    "of some values": (
        m.Fold("some", "x", span(10, SIZE - 1), None, op("and", BESIDE, EARLY)),
        "some(%x in LATER & view 2: left > 3)",
    ),
    "of a sum": (
        m.Fold("sum", "x", span(0, SIZE - 1), op("and", EARLY, BESIDE), at("man", X)),
        "sum(%x in view 2 where left > 3: man[%x])",
    ),
    "not behind what may fault": (
        those(op("and", m.Check(EARLY, 4, EARLY), BESIDE)),
        "{%x in 0..69 where check(left > 3 !4, left > 3) and some(%y in near{%x}: man[%y])}/70",
    ),
    "not what costs little": (those(op("and", FREE, EARLY)), "{%x in 0..69 where man[%x] == 0 and left > 3}/70"),
    "not of few values": (
        m.SetBuild(SIZE, "x", span(0, FEWEST - 2), op("and", BESIDE, EARLY)),
        f"{{%x in 0..{FEWEST - 2} where some(%y in near{{%x}}: man[%y]) and left > 3}}/70",
    ),
    "not by another name": (
        m.Fold("sum", "z", span(0, 1), None, m.SizeOf(those(op("and", EARLY, op("gt", BESIDE, L("z")))))),
        "sum(%z in 0..1: size({%x in 0..69 where left > 3 and some(%y in near{%x}: man[%y]) > %z}/70))",
    ),
}
"""A loop of which some conditions are stored, and the loop then. View 1 is what the decision asks."""


@pytest.mark.parametrize("case", SPLIT)
def test_some_conditions_are_stored(case):
    """Both engines, before and after the pass, also play the machine alike."""
    loop, text = SPLIT[case]
    asked = op("gt", m.SizeOf(loop) if isinstance(loop, m.SetBuild) else loop, 20)
    before = playing(those(FREE), ends=m.Op("and", (op("eq", at("left"), 5), asked)))
    changed = view_maintenance(Analyses(before), [])
    assert verify(changed) == []
    told = "\n".join(line for node in changed.nodes for line in node_lines(node))
    for name, values in (("ALL", range(SIZE)), ("LATER", range(10, SIZE))):
        text = text.replace(name, f"{{{', '.join(map(str, values))}}}/{SIZE}")
    assert text in told, told
    assert ReferenceEngine(before).playouts(8, 3) == ReferenceEngine(changed).playouts(8, 3)
    assert WasmEngine(before).playouts(100, 5) == WasmEngine(changed, optimise=False).playouts(100, 5)


def test_a_parameter_runs_over_what_passes_the_stored_tests():
    tests = (BESIDE, op("lt", X, at("left")))
    picked = m.Level("x", "number", 0, SIZE - 1, tuple(map(m.Test, tests)), "site")
    before = playing(those(FREE))
    turn = before.nodes[0]
    assert isinstance(turn, m.Decision)
    lay = evolve(turn.alternatives[0], levels=(picked,))
    before = evolve(before, nodes=(evolve(turn, alternatives=(lay, turn.alternatives[1])), *before.nodes[1:]))
    changed = view_maintenance(Analyses(before), [])
    assert verify(changed) == []
    assert any("for %x number view 1 into site" in line for line in node_lines(changed.nodes[0]))
    assert ReferenceEngine(before).playouts(8, 3) == ReferenceEngine(changed).playouts(8, 3)
    assert WasmEngine(before).playouts(100, 5) == WasmEngine(changed, optimise=False).playouts(100, 5)


@pytest.mark.parametrize("case", KEPT)
def test_sets_that_writes_keep_in_step(case):
    before, many = KEPT[case]
    changed = view_maintenance(Analyses(before), [])
    assert verify(changed) == []
    assert len([c for c in changed.cells if c.name.startswith("view")]) == many
    assert not [part for part in changed.nodes if "SetBuild" in repr(part)]
    assert ReferenceEngine(before).playouts(8, 3) == ReferenceEngine(changed).playouts(8, 3)
    assert WasmEngine(before).playouts(200, 5) == WasmEngine(changed, optimise=False).playouts(200, 5)


@pytest.mark.parametrize("case", LEFT)
def test_sets_that_are_found_anew(case):
    why: list[str] = []
    assert view_maintenance(Analyses(LEFT[case]), why) == LEFT[case]
    assert why == ["view_maintenance: 0 sets are kept in step by writes"]


def test_only_what_a_write_concerns_is_asked_again():
    changed = view_maintenance(Analyses(KEPT["and beside it"][0]), [])
    asked = next(t for t in changed.tables if t.name.startswith("concerned"))
    assert asked.shape == (SIZE, 3)
    assert asked.values[:6] == (0, 1, 0, 0, 1, 2)
    (lasts,) = (t.values for t in changed.tables if t.name.startswith("last concerned"))
    assert lasts == (1, *(2,) * (SIZE - 2), 1)
