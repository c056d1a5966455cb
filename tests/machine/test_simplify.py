"""Each pass by itself: nodes before and after it, as text."""

from __future__ import annotations

from rulekit.machine import program as m
from rulekit.machine.control_flow import fold_branches, reachable_nodes, simplify_nodes, thread_jumps
from rulekit.machine.text import node_lines
from tests.machine.build import L, e


def step(name: str, next_: m.Next, *body: m.Stmt, clause: str = "flow") -> m.StepNode:
    return m.StepNode(name, clause, body, next_)


def sets(value: int) -> m.Stmt:
    return m.Write("x", (), e(value))


def texts(nodes: tuple[m.Node, ...]) -> list[str]:
    return [line.strip() for node in nodes for line in node_lines(node)]


def test_fold_decides_forks_and_conditions_on_constants() -> None:
    nodes = (
        step(
            "a",
            m.Fork(e(0), "b", "c"),
            m.IfStatement(e(1), (sets(1), m.IfStatement(e(0), (sets(2),), (sets(3),)))),
            m.IfStatement(L("y"), (sets(4),)),
        ),
        step("b", m.Fork(L("y"), "b", "c")),
        m.End("c", "flow"),
    )
    assert texts(fold_branches(nodes)) == [
        "step a  # flow",
        "x := 1",
        "x := 3",
        "if %y:",
        "x := 4",
        "go c",
        "step b  # flow",
        "go if %y then b else c",
        "end c  # flow",
    ]


def test_thread_passes_through_empty_steps() -> None:
    nodes = (step("a", m.Jump("b"), sets(1)), step("b", m.Jump("c")), step("c", m.Fork(L("y"), "b", "a"), sets(2)))
    assert texts(thread_jumps(nodes, "a", frozenset())) == [
        "step a  # flow",
        "x := 1",
        "go c",
        "step b  # flow",
        "go c",
        "step c  # flow",
        "x := 2",
        "go if %y then c else a",
    ]


def test_thread_joins_runs_of_one_clause() -> None:
    nodes = (
        step("a", m.Jump("c"), sets(1)),
        step("c", m.Jump("d"), sets(2)),
        step("d", m.Jump("end"), sets(3), clause="rule r"),
        m.End("end", "flow"),
    )
    assert texts(thread_jumps(nodes, "a", frozenset({"end"}))) == [
        "step a  # flow",
        "x := 1",
        "x := 2",
        "go d",
        "step d  # rule r",
        "x := 3",
        "go end",
        "end end  # flow",
    ]


def test_thread_leaves_what_is_named_from_outside() -> None:
    nodes = (step("a", m.Jump("b"), sets(1)), step("b", m.Jump("c")), step("c", m.Jump("a"), sets(2)))
    assert thread_jumps(nodes, "a", frozenset({"b", "c"})) == nodes


def test_thread_lets_a_circle_of_empty_steps_be() -> None:
    nodes = (step("a", m.Jump("b")), step("b", m.Jump("c")), step("c", m.Jump("b")))
    assert {n.id for n in thread_jumps(nodes, "a", frozenset())} >= {"a"}


def test_drop_keeps_what_is_reached_in_the_order_written() -> None:
    nodes = (
        m.End("end", "flow"),
        step("lost", m.Jump("c")),
        step("c", m.Jump("end")),
        step("a", m.Fork(L("y"), "b", "c")),
        step("b", m.Switch(L("y"), ("a", "end"))),
    )
    assert [n.id for n in reachable_nodes(nodes, frozenset({"a"}))] == ["end", "c", "a", "b"]


def test_drop_follows_decisions_and_chances() -> None:
    no = m.Alternative("flow", "no", (), (), (), 0, "n")
    decision = m.Decision("a", "flow", e(0), (no,), True, None, "o", 0)
    chance = m.Chance("n", "flow", "c", "v", "", 0, 1, e(1), "x", (), "s", None, 0, "end")
    nodes = (decision, chance, step("o", m.Jump("end")), step("p", m.Jump("end")), m.End("end", "flow"))
    assert [n.id for n in reachable_nodes(nodes, frozenset({"a"}))] == ["a", "n", "o", "end"]


def test_all_of_them() -> None:
    nodes = (
        step("a", m.Fork(e(1), "b", "lost"), sets(1)),
        step("b", m.Jump("end"), sets(2)),
        step("lost", m.Jump("b"), sets(3)),
        m.End("end", "flow"),
    )
    assert texts(simplify_nodes(nodes, "a", frozenset({"end"}))) == [
        "step a  # flow",
        "x := 1",
        "x := 2",
        "go end",
        "end end  # flow",
    ]
