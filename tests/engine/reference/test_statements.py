"""The effect of each statement, as a table: statements, and the cells they leave or the fault they raise."""

from __future__ import annotations

import pytest

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.events import Marked, Shown, Wrote
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from tests.machine.build import (
    BOUND,
    EMPTY,
    RANGE,
    L,
    at,
    bits,
    call,
    e,
    end,
    function,
    history,
    inside,
    machine,
    number,
    op,
    put,
    ring,
    routine,
    set_cell,
    span,
)
from tests.machine.verify import verify

CELLS = (
    number("n", 9),
    number("row", 9, 3, low=-9, initial=(1, 2, 3)),
    set_cell("few", 70, 2),
    ring("pile", 5, 3),
    *history("seen", 2),
)
ROUTINES = (
    routine(
        "double",
        ("x",),
        m.IfStatement(op("gt", L("x"), 4), (m.ReturnResult(e(9)),)),
        m.ReturnResult(op("mul", L("x"), 2)),
        kind=0,
    ),
    routine("fill", ("x",), put("row", (L("x"),), 7), m.ReturnResult(None), put("row", (0,), 0)),
    routine(
        "sink",
        ("x",),
        m.IfStatement(L("x"), (m.Run("sink", (op("sub", L("x"), 1),)),)),
        put("n", (), L("x")),
        nested=3,
        fault=BOUND,
    ),
)
FUNCTIONS = (function("times", (), m.Seen("seen")),)


def add(amount: m.Expr | int = 1) -> m.Write:
    return put("n", (), op("add", at("n"), amount), RANGE)


def push(value: int, where: str = "top") -> m.Push:
    return m.Push("pile", (), where, e(value), BOUND)


def pull(position: int) -> m.Pull:
    return m.Pull("pile", (), e(position), EMPTY)


def loop(condition: m.Expr, limit: int | None, *body: m.Stmt) -> m.While:
    return m.While(condition, None if limit is None else e(limit), BOUND, body)


grow = put("row", (L("i"),), op("add", at("row", L("i")), 1), RANGE)

EFFECTS: list[tuple[tuple[m.Stmt, ...], str, tuple[int, ...], object]] = [
    ((put("n", (), 9, RANGE),), "n", (), 9),
    ((put("row", (2,), -9, RANGE),), "row", (2,), -9),
    ((put("few", (1,), bits(3, 69, size=70)),), "few", (1,), {3, 69}),
    ((m.Insert("few", (e(0),), e(64)), m.Insert("few", (e(0),), e(64))), "few", (0,), {64}),
    ((m.Insert("few", (e(0),), e(64)), m.Insert("few", (e(0),), e(64), drop=True)), "few", (0,), set()),
    ((m.Insert("few", (e(0),), e(1), drop=True),), "few", (0,), set()),
    ((push(1), push(2), push(3, "bottom")), "pile", (), (3, 1, 2)),
    ((push(1), push(2), push(3), pull(1)), "pile", (), (1, 3)),
    ((push(1), pull(0), push(2), push(3), push(4)), "pile", (), (2, 3, 4)),
    ((m.Define("x", e(3)), m.Define("x", op("add", L("x"), 1)), add(L("x"))), "n", (), 4),
    ((m.Define("x", e(3)), m.IfStatement(e(1), (m.Define("x", e(5)),)), add(L("x"))), "n", (), 5),
    ((m.IfStatement(e(0), (add(),), (add(2),)),), "n", (), 2),
    ((m.IfStatement(e(0), (add(),)),), "n", (), 0),
    ((m.Each("i", span(0, 2), None, (add(at("row", L("i"))),)),), "n", (), 6),
    ((m.Each("i", span(0, 2), op("ne", L("i"), 1), (add(at("row", L("i"))),)),), "n", (), 4),
    ((m.Each("i", span(0, at("n")), None, (add(),)),), "n", (), 1),
    ((m.Each("i", inside(bits(0, 2, size=3)), None, (grow,)),), "row", (2,), 4),
    ((m.Each("i", span(0, 2), None, (add(), m.IfStatement(op("eq", L("i"), 1), (m.Break(),)))),), "n", (), 2),
    ((m.Define("i", e(4)), m.Each("i", span(0, 2), None, (add(),)), add(L("i"))), "n", (), 7),
    ((m.Each("i", span(0, 1), None, (m.Each("j", span(0, 5), None, (m.Break(),)), add())),), "n", (), 2),
    ((loop(op("lt", at("n"), 3), 3, add()),), "n", (), 3),
    ((loop(op("lt", at("n"), 5), None, add()),), "n", (), 5),
    ((loop(op("lt", at("n"), 5), op("sub", 7, at("n")), add()),), "n", (), 5),
    ((loop(e(1), 9, add(), m.IfStatement(op("eq", at("n"), 4), (m.Break(),))),), "n", (), 4),
    ((m.Run("double", (e(3),), "x"), add(L("x"))), "n", (), 6),
    ((m.Run("double", (e(7),), "x"), add(L("x"))), "n", (), 9),
    ((m.Run("fill", (e(1),)),), "row", (0,), 1),
    ((m.Run("sink", (e(2),)),), "n", (), 2),
    ((m.Note("seen"), add(), m.Note("seen"), put("n", (), 0), put("row", (0,), call("times"))), "row", (0,), 1),
    ((m.Note("seen"), m.Note("seen"), put("row", (0,), call("times"))), "row", (0,), 2),
    ((m.Note("seen"), m.Note("seen", forget=True), m.Note("seen"), m.Note("seen")), "history.seen.size", (), 2),
    ((m.Note("seen"), m.Note("seen", forget=True)), "history.seen", (0,), 0),
    ((m.Mark("clause"), m.Reveal(("it",), (), (), None, e(1), "", bits(0, size=2))), "n", (), 0),
]

FAULTS: list[tuple[tuple[m.Stmt, ...], int]] = [
    ((put("n", (), 10, RANGE),), RANGE),
    ((put("n", (), -1, RANGE),), RANGE),
    ((push(1), push(1), push(1), push(1)), BOUND),
    ((push(1), push(1), push(1), push(1, "bottom")), BOUND),
    ((pull(0),), EMPTY),
    ((push(1), pull(1)), EMPTY),
    ((push(1), pull(-1)), EMPTY),
    ((loop(op("lt", at("n"), 4), 3, add()),), BOUND),
    ((loop(e(1), None, m.IfStatement(e(0), ())),), 0),
    ((m.Run("sink", (e(3),)),), BOUND),
    ((m.Raise(EMPTY),), EMPTY),
    ((m.Note("seen"), m.Note("seen"), m.Note("seen")), BOUND),
]


def doing(*body: m.Stmt, watch=None) -> tuple[ReferenceEngine, m.Machine]:
    positions = (m.Position("seen", ("n", "few"), 2, BOUND),)
    routines = (*ROUTINES, routine("do", (), *body))
    made = machine([end()], CELLS, functions=FUNCTIONS, routines=routines, positions=positions)
    return ReferenceEngine(made, watch), made


@pytest.mark.parametrize(("body", "cell", "index", "left"), EFFECTS, ids=lambda x: "")
def test_statements_leave_their_effects(body, cell, index, left):
    engine, made = doing(*body)
    assert verify(made) == []
    state = engine.run(engine.start(1), "do", ())
    assert CellLayout.of(made).read(state.cells, cell, index) == left
    assert state.node == "end"


@pytest.mark.parametrize(("body", "fault"), FAULTS, ids=lambda x: "")
def test_statements_fault(body, fault):
    engine, made = doing(*body)
    assert verify(made) == []
    with pytest.raises(GameFault) as caught:
        engine.run(engine.start(1), "do", ())
    assert caught.value.index == fault


def test_a_value_known_to_fit_that_does_not_is_a_defect_and_no_fault():
    engine, _ = doing(put("n", (), 10))
    with pytest.raises(ValueError, match="known to fit"):
        engine.run(engine.start(1), "do", ())


def test_an_observer_hears_of_writes_marks_and_showings_but_not_of_what_did_not_happen():
    heard = []
    tried = put("row", (0,), m.After("fill", (e(2),), at("row", 2)))
    show = m.Reveal(("cards[", "]"), (e(1),), ("truth",), None, e(0), "", bits(1, size=2))
    engine, _ = doing(tried, put("n", (), 0), push(4), m.Mark("action a"), show, watch=heard.append)
    engine.run(engine.start(1), "do", ())
    assert heard[1:] == [
        Wrote("row", (0,), 1, 7),
        Wrote("pile", (), (), (4,)),
        Marked("action a"),
        Shown(("cards[", "]"), None),
    ]
