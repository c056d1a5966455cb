"""Constant propagation: nodes are copied for values known on the paths to them; there are no copies if nothing is known
or read."""

from __future__ import annotations

import attrs
import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.control_flow import with_targets_renamed
from rulekit.machine.passes.constant_propagation import FEW, constant_propagation
from tests.machine.build import (
    at,
    call,
    decision,
    end,
    function,
    level,
    machine,
    number,
    op,
    option,
    put,
    routine,
    span,
    step,
)
from tests.machine.verify import verify

from .shown import nodes_after

NEXT = put("active", (), op("sub", 1, at("active")))


def controlled(made: m.Machine) -> m.Machine:
    """Return the machine with the cell of the current player declared as a control cell, as lowering does."""
    cells = (attrs.evolve(c, role="control") if c.name in (m.ACTIVE, m.ENDED) else c for c in made.cells)
    return attrs.evolve(made, cells=tuple(cells))


def turns() -> m.Machine:
    """Return a machine of two players in turn. One step reads and writes whose turn it is; the step before it does
    neither."""
    return controlled(
        machine(
            [
                step("begin", put("active", (), 0), to="turn"),
                decision("turn", option("take", 0, "took", level("k", 1, 2, "k")), option("pass", 2, "next")),
                step(
                    "took",
                    put("left", (), op("sub", at("left"), at("k")), 4),
                    to=m.Fork(op("le", at("left"), 0), "won", "next"),
                ),
                step("next", NEXT, to="turn"),
                step("won", put(m.PAYOFF, (at("active"),), 1), to="end"),
                end(),
            ],
            (number("left", 9, low=-1, initial=(9,)), number("k", 2)),
            turn_starts=("turn",),
        )
    )


def callers() -> m.Machine:
    """Return a machine with a body that has two callers; it returns to each by another path."""
    return machine(
        [
            decision("turn", option("once", 0, "one"), option("twice", 1, "two")),
            step("one", put("back", (), 0), to="body"),
            step("two", put("back", (), 1), to="body"),
            step(
                "body",
                put("n", (), op("add", at("n"), 1), 4),
                to=m.Switch(at("back"), ("home one", "home two")),
            ),
            step("home one", to=m.Fork(op("lt", at("n"), 8), "turn", "end")),
            step(
                "home two",
                put("n", (), op("add", at("n"), at("back")), 4),
                to=m.Fork(op("lt", at("n"), 8), "turn", "end"),
            ),
            end(),
        ],
        (number("back", 1, role="control"), number("n", 9)),
    )


def statements(*body: m.Stmt, routines: tuple[m.Routine, ...] = ()) -> m.Machine:
    """Return a machine with a step to test, before which `c` is 3; the step after it shows what is known of `c`."""
    return machine(
        [
            step("first", put("c", (), 3), to="it"),
            step("it", *body, to="shown"),
            step("shown", put("n", (), at("c")), to="end"),
            end(),
        ],
        (number("c", 9, role="control"), number("n", 9), number("d", 9)),
        routines=routines,
    )


def test_a_node_becomes_one_for_each_player():
    """The writes to the cell remain; the fork's target and the player become constants."""
    turn, took, next_, won = (
        "decision turn{0}\n  by {1}, a move, !1\n  option take(k) from 0\n    for %k number 1..2 into k\n"
        "    go took{0}\n  option pass from 2\n    go next{0}",
        "step took{0}\n  left := left - k !4\n  go if left <= 0 then won{0} else next{0}",
        "step next{0}\n  active := {2}\n  go turn{3}",
        "step won{0}\n  game.payoff[{1}] := 1\n  go end",
    )
    white, black = ("", 0, 1, "@2"), ("@2", 1, 0, "")
    expected = [text.format(*who) for text in (turn, took, next_, won) for who in (white, black)]
    assert sorted(nodes_after(constant_propagation, turns())) == sorted(
        ["step begin\n  active := 0\n  go turn", *expected]
    )


def test_a_copy_does_not_get_the_name_of_a_node_that_is_there():
    """An earlier run of the pass may have left such names."""
    plain = callers()
    nodes = tuple(attrs.evolve(with_targets_renamed(n, clashing), id=clashing(n.id)) for n in plain.nodes)
    found = constant_propagation(Analyses(attrs.evolve(plain, nodes=nodes)), [])
    assert verify(found) == []
    assert {n.id for n in found.nodes} == {"turn", "one", "body@2", "body", "body@3", "one more", "home two", "end"}


def clashing(id: str) -> str:
    return {"two": "body@2", "home one": "one more"}.get(id, id)


def test_copies_keep_where_a_turn_starts_and_say_what_they_are_for():
    why: list[str] = []
    assert constant_propagation(Analyses(turns()), why).turn_starts == ("turn", "turn@2")
    assert why == ["constant_propagation: 6 nodes became 10; known in each are active"]


def test_a_body_becomes_one_for_each_caller():
    found = nodes_after(constant_propagation, callers())
    assert "step body\n  n := n + 1 !4\n  go home one" in found
    assert "step body@2\n  n := n + 1 !4\n  go home two" in found


def test_what_nobody_reads_any_more_makes_no_copies():
    """After both paths meet, nothing depends on the caller, so there is one node each."""
    names = [n.id for n in constant_propagation(Analyses(callers()), []).nodes]
    assert sorted(names) == ["body", "body@2", "end", "home one", "home two", "one", "turn", "two"]


STATEMENTS = {
    "both arms write the same": (
        (m.IfStatement(op("gt", at("d"), 1), (put("c", (), 4),), (put("c", (), 4),)),),
        "4",
    ),
    "one arm writes": ((m.IfStatement(op("gt", at("d"), 1), (put("c", (), 4),), ()),), "c"),
    "the other arm writes": ((m.IfStatement(op("gt", at("d"), 1), (), (put("c", (), 4),)),), "c"),
    "the arm that is never taken writes": ((m.IfStatement(op("eq", at("c"), 4), (put("c", (), 5),), ()),), "3"),
    "a loop writes": ((m.Each("i", span(0, 2), None, (put("c", (), op("add", at("c"), 1), 4),)),), "c"),
    "a loop that reads only": ((m.Each("i", span(0, 2), None, (put("d", (), at("c")),)),), "3"),
    "a loop under a condition writes": (
        (m.While(op("lt", at("c"), 5), None, None, (put("c", (), op("add", at("c"), 1)),)),),
        "c",
    ),
    "a value outside the range faults": ((put("c", (), op("mul", at("c"), 5), 4),), "c"),
}


@pytest.mark.parametrize("case", STATEMENTS)
def test_what_is_known_behind_a_step(case):
    body, known = STATEMENTS[case]
    assert nodes_after(constant_propagation, statements(*body))[-1] == f"step shown\n  n := {known}\n  go end"


def test_what_is_known_inside_a_loop_is_what_no_pass_changes():
    writes = statements(m.Each("i", span(0, 2), None, (put("d", (), at("c")), put("c", (), 4))))
    assert "    d := c" in nodes_after(constant_propagation, writes)[1].splitlines()
    reads = statements(m.Each("i", span(0, 2), None, (put("d", (), at("c")),)))
    assert "    d := 3" in nodes_after(constant_propagation, reads)[1].splitlines()


def test_a_cell_that_a_routine_writes_is_not_known():
    made = statements(m.Run("write", ()), routines=(routine("write", (), put("c", (), 7)),))
    assert nodes_after(constant_propagation, made)[-1] == "step shown\n  n := c\n  go end"


def test_what_is_only_tried_out_is_unknown_there_and_known_behind():
    tried = m.After("write", (), at("c"))
    made = statements(put("d", (), op("add", tried, at("c"))), routines=(routine("write", (), put("c", (), 6)),))
    assert nodes_after(constant_propagation, made)[1:] == [
        "step it\n  d := (after write(): c) + 3\n  go shown",
        "step shown\n  n := 3\n  go end",
    ]


def counting(most: int) -> m.Machine:
    """Return a machine with a control cell that counts the turns."""
    return controlled(
        machine(
            [
                decision("turn", option("on", 0, "next")),
                step(
                    "next", put("round", (), op("add", at("round"), 1), 4), NEXT, to=m.Fork(done(most), "end", "turn")
                ),
                end(),
            ],
            (number("round", most, role="control"),),
        )
    )


def done(most: int) -> m.Expr:
    return op("ge", at("round"), most)


def test_a_few_values_of_a_count_are_copies():
    assert len(constant_propagation(Analyses(counting(5)), []).nodes) == 11


def test_too_many_copies_fall_back_to_what_does_not_count():
    why: list[str] = []
    found = constant_propagation(Analyses(counting(FEW + 1)), why)
    assert len(found.nodes) == 5 and why == ["constant_propagation: 3 nodes became 5; known in each are active"]
    again = "go if round >= 151 then end else turn"
    assert all(
        again in text for text in nodes_after(constant_propagation, counting(FEW + 1)) if text.startswith("step next")
    )


@pytest.mark.parametrize(
    "made", [turns(), callers(), counting(5), counting(FEW + 1)], ids=["turns", "callers", "five", "many"]
)
def test_the_games_are_the_same(made):
    faster = constant_propagation(Analyses(made), [])
    assert ReferenceEngine(faster).playouts(60, 3, each=True) == ReferenceEngine(made).playouts(60, 3, each=True)


def test_a_function_that_reads_what_is_known_keeps_it_alive():
    """The pass does not evaluate the function, so the cell it reads must still be written."""
    made = controlled(
        machine(
            [
                decision("turn", option("on", 0, "next")),
                step("next", NEXT, to=m.Fork(call("white again"), "end", "turn")),
                end(),
            ],
            functions=(function("white again", (), op("eq", at("active"), 0)),),
        )
    )
    found = constant_propagation(Analyses(made), [])
    assert [n.id for n in found.nodes if n.id.startswith("next")] == ["next", "next@2"]
    assert ReferenceEngine(found).playouts(9, 1, each=True) == ReferenceEngine(made).playouts(9, 1, each=True)
