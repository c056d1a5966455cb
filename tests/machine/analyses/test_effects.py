"""Effects: the cells that a part may write or read, and the functions and routines it needs, directly or indirectly."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.analyses.effects import Effects
from rulekit.machine.analyses.manager import Analyses
from tests.machine.build import (
    BOUND,
    L,
    at,
    call,
    chance,
    decision,
    end,
    function,
    history,
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

MADE = machine(
    [end()],
    (*(number(name, 9) for name in "abcd"), set_cell("s", 9), ring("deck", 9, 4), *history("here", 3)),
    positions=(m.Position("here", ("a", "s"), 3, BOUND),),
    functions=(
        function("reads b", (), at("b")),
        function("reads both", ("x",), op("add", call("reads b"), m.IfElse(L("x"), at("c"), m.Const(0)))),
        function("looks down", ("x",), m.IfElse(L("x"), call("looks down", op("sub", L("x"), 1)), at("d")), nested=3),
        function("tries", (), m.After("writes c", (), at("d"))),
    ),
    routines=(
        routine("writes c", (), put("c", (), call("reads b"))),
        routine("asks what if", (), put("a", (), m.After("writes c", (), at("d")))),
        routine("asks who tries", (), put("a", (), call("tries"))),
        routine("runs", (), m.IfStatement(at("d"), (m.Run("writes c", ()),), (m.Insert("s", (), m.Const(1)),))),
        routine("one", ("x",), m.IfStatement(L("x"), (m.Run("other", (L("x"),)),)), put("a", (), 1)),
        routine("other", ("x",), m.Run("one", (op("sub", L("x"), 1),)), put("b", (), 2)),
    ),
)
HISTORY = {"history.here", "history.here.size"}

CASES: dict[str, tuple[object, set[str], set[str]]] = {
    "a constant": (m.Const(1), set(), set()),
    "a cell read": (at("a"), set(), {"a"}),
    "a call, and what that calls": (call("reads both", 1), set(), {"b", "c"}),
    "a call that leads to itself": (call("looks down", 1), set(), {"d"}),
    "a cell written": (put("a", (), at("b")), {"a"}, {"b"}),
    "a member put in reads the set": (m.Insert("s", (), at("a")), {"s"}, {"s", "a"}),
    "a ring": (m.Pull("deck", (), op("sub", m.RingSize("deck"), 1), BOUND), {"deck"}, {"deck"}),
    "what lies in a ring": (m.RingAt("deck", (), at("a")), set(), {"deck", "a"}),
    "a routine run": (m.Run("writes c", ()), {"c"}, {"b"}),
    "a routine that runs another": (m.Run("runs", ()), {"c", "s"}, {"b", "d", "s"}),
    "routines that run each other": (m.Run("one", (m.Const(2),)), {"a", "b"}, set()),
    "a routine that tries another out": (m.Run("asks what if", ()), {"a"}, {"b", "d"}),
    "a routine that calls what tries another out": (m.Run("asks who tries", ()), {"a"}, {"b", "d"}),
    "what is tried out is written back": (m.After("writes c", (), at("a")), set(), {"a", "b"}),
    "a function that tries something out": (call("tries"), set(), {"b", "d"}),
    "inside a loop": (
        m.Each("i", inside(at("s")), at("a"), (m.While(at("b"), None, None, (put("c", (), 1),)),)),
        {"c"},
        {"s", "a", "b"},
    ),
    "a position noted": (m.Note("here"), HISTORY, {"a", "s", *HISTORY}),
    "a position asked for": (m.Fold("count", "i", span(0, 1), m.Seen("here")), set(), {"a", "s", *HISTORY}),
}


@pytest.mark.parametrize("case", CASES)
def test_a_part(case: str) -> None:
    part, written, read = CASES[case]
    effects = Analyses(MADE).get(Effects)
    assert effects.writes(part) == written
    assert effects.reads(part) == read


def test_the_cells_of_picks_and_outcomes() -> None:
    effects = Analyses(MADE).get(Effects)
    nodes = (
        decision("turn", option("take", 0, "draw", level("x", 0, 3, "a"), level("y", 0, 3, "b"))),
        chance("draw", "z", 0, 3, 1, "c", "end"),
        step("lay", put("d", (), 1), to="end"),
    )
    assert effects.picks(nodes) == {"a", "b", "c"}
    assert effects.picks(nodes[2]) == set()


def test_what_may_differ_while_something_is_tried_out():
    effects = Analyses(MADE).get(Effects)
    assert effects.writes_of("runs") == {"c", "s"}
    assert effects.writes_of("other") == {"a", "b"}


def test_what_may_run_while_something_is_tried_out():
    effects = Analyses(MADE).get(Effects)
    assert effects.routines_of_trials(op("add", m.After("runs", (), at("a")), at("b"))) == {"runs", "writes c"}
    assert effects.routines_of_trials(m.Run("asks what if", ())) == set()
    assert effects.routines_of_trials(put("a", (), m.After("one", (m.Const(1),), at("a")))) == {"one", "other"}


# ------------------------------------------------------------------------------------------------------- call graph

CALLING = machine(
    [end()],
    (number("n", 3),),
    tables=(m.Table("worth", (3,), 0, (1, 2, 3)), m.Table("other", (3,), 0, (1, 2, 3))),
    functions=(
        function("top", (), op("add", call("left"), call("right"))),
        function("right", (), m.Lookup("worth", (at("n"),))),
        function("left", (), op("add", call("right"), m.After("tries", (), at("n")))),
        function("down", ("x",), m.IfElse(L("x"), call("up", L("x")), call("right")), nested=3),
        function("up", ("x",), call("down", op("sub", L("x"), 1)), nested=3),
    ),
    routines=(
        routine("tries", (), put("n", (), call("up", 1))),
        routine("runs", (), m.Run("tries", ())),
        routine("alone", (), put("n", (), m.Lookup("other", (at("n"),)))),
    ),
)
GRAPH = Analyses(CALLING).get(Effects)


def test_what_a_part_itself_calls() -> None:
    left = CALLING.functions[2]
    assert GRAPH.callees(left) == {("function", "right"), ("routine", "tries")}
    assert GRAPH.callees(CALLING.routines[1]) == {("routine", "tries")}
    assert GRAPH.callees(at("n")) == set()


def test_what_is_needed_for_it() -> None:
    round_ = {("function", "down"), ("function", "up"), ("function", "right"), ("table", "worth")}
    assert GRAPH.callees_from([call("up", 2)]) == round_
    assert GRAPH.callees_from([m.Run("runs", ())]) == round_ | {("routine", "runs"), ("routine", "tries")}
    assert GRAPH.callees_from([call("right"), m.Run("alone", ())]) == {
        ("function", "right"),
        ("table", "worth"),
        ("routine", "alone"),
        ("table", "other"),
    }
    assert GRAPH.callees_from([]) == set()


def test_functions_stand_behind_those_that_they_call() -> None:
    names = [f.name for f in GRAPH.callees_first()]
    assert sorted(names) == sorted(f.name for f in CALLING.functions)
    assert names.index("right") < names.index("left") < names.index("top")
    assert names.index("right") < names.index("down")
