"""The call graph: what a part calls and looks up, and what is needed for it."""

from __future__ import annotations

from rulekit.machine import program as m
from rulekit.machine.analyses.call_graph import CallGraph
from rulekit.machine.analyses.manager import Analyses
from tests.machine.build import L, at, call, end, function, machine, number, op, put, routine

MADE = machine(
    [end()],
    (number("n", 3),),
    tables=(m.Table("worth", (3,), 0, (1, 2, 3)), m.Table("other", (3,), 0, (1, 2, 3))),
    functions=(
        function("top", (), op("add", call("left"), call("right"))),
        function("right", (), m.Lookup("worth", (at("n"),))),
        function("left", (), op("add", call("right"), m.After("tries", (), at("n")))),
        function("down", ("x",), m.If(L("x"), call("up", L("x")), call("right")), nested=3),
        function("up", ("x",), call("down", op("sub", L("x"), 1)), nested=3),
    ),
    routines=(
        routine("tries", (), put("n", (), call("up", 1))),
        routine("runs", (), m.Run("tries", ())),
        routine("alone", (), put("n", (), m.Lookup("other", (at("n"),)))),
    ),
)
GRAPH = Analyses(MADE).get(CallGraph)


def test_what_a_part_itself_calls() -> None:
    left = MADE.functions[2]
    assert GRAPH.callees(left) == {("function", "right"), ("routine", "tries")}
    assert GRAPH.callees(MADE.routines[1]) == {("routine", "tries")}
    assert GRAPH.callees(at("n")) == set()


def test_what_is_needed_for_it() -> None:
    round_ = {("function", "down"), ("function", "up"), ("function", "right"), ("table", "worth")}
    assert GRAPH.reached([call("up", 2)]) == round_
    assert GRAPH.reached([m.Run("runs", ())]) == round_ | {("routine", "runs"), ("routine", "tries")}
    assert GRAPH.reached([call("right"), m.Run("alone", ())]) == {
        ("function", "right"),
        ("table", "worth"),
        ("routine", "alone"),
        ("table", "other"),
    }
    assert GRAPH.reached([]) == set()


def test_functions_stand_behind_those_that_they_call() -> None:
    names = [f.name for f in GRAPH.callees_first()]
    assert sorted(names) == sorted(f.name for f in MADE.functions)
    assert names.index("right") < names.index("left") < names.index("top")
    assert names.index("right") < names.index("down")
