"""The rewriter: known ranges of names in scope, and replacing statements wherever they occur."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.passes import rewriter
from rulekit.machine.text import lines_of
from tests.machine.build import (
    L,
    at,
    e,
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
    where,
)
from tests.machine.build import decision as decide

P = L("p")
PARAMS = (("p", 0, 0, 3), ("q", 0, -1, 1), ("s", 9))
CELLS = (number("n", 9), number("slot", 9, 4))

CHANGING: dict[str, tuple[m.Stmt, ...]] = {
    "a local of that name": (m.Define("p", op("add", P, 1)),),
    "inside a loop": (m.While(at("n"), None, 0, (m.Define("p", e(7)),)),),
    "a loop of that name": (m.Each("p", span(0, 9), None, (put("n", (), P),)),),
    "a result of that name": (m.Run("gives", (), "p"),),
}


def known(*body: m.Stmt) -> list[dict[str, tuple[int, int]]]:
    """Return the ranges of names that the rewriter passes for each expression of a routine with this body."""
    told = []

    def change(expr: m.Expr, scope: dict[str, tuple[int, int]]) -> m.Expr:
        told.append(dict(scope))
        return expr

    gives = routine("gives", (), m.ReturnResult(e(9)), kind=0)
    rewriter.machine(machine([end()], CELLS, routines=(routine("r", PARAMS, *body, put("n", (), P)), gives)), change)
    return told[:-1]


def test_parameters_are_known_by_their_ranges():
    assert known() == [{"p": (0, 3), "q": (-1, 1), "members of s": (0, 8)}]


@pytest.mark.parametrize("case", CHANGING)
def test_a_parameter_that_gets_another_value_is_not_known(case):
    told = known(*CHANGING[case])
    assert told and all(scope == {"q": (-1, 1), "members of s": (0, 8)} for scope in told)


def test_names_that_statements_bind():
    body = (
        m.IfStatement(
            at("n"), CHANGING["inside a loop"], (m.Each("x", span(0, 1), None, (m.Run("r", (), "y"), m.Run("r", ()))),)
        ),
    )
    assert list(rewriter.names_introduced(body)) == ["p", "x", "y"]


def counted(stmt: m.Stmt) -> tuple[m.Stmt, ...]:
    """Replace a statement: a write to n by two, a write to slot by none."""
    match stmt:
        case m.Write("n"):
            return stmt, stmt
        case m.Write("slot"):
            return ()
    return (stmt,)


def test_statements_are_rewritten_wherever_they_stand():
    write, drop = put("n", (), 1), put("slot", (0,), 1)
    body = (
        write,
        m.IfStatement(at("n"), (write, drop), (drop,)),
        m.Each("x", span(0, 1), None, (drop, m.While(at("n"), None, 0, (write, m.Break())))),
    )
    made = machine([step("s", *body, to="end"), end()], CELLS, routines=(routine("r", (), *body),))
    changed = rewriter.statements(made, counted)
    expected = [
        "n := 1", "n := 1", "if n:", "  n := 1", "  n := 1",
        "for %x in 0..1:", "  while n:", "    n := 1", "    n := 1", "    break",
    ]  # fmt: skip
    for found in (changed.nodes[0].body, changed.routines[0].body):
        assert list(lines_of(found)) == expected


def test_what_a_change_leaves_alone_stays_the_same_object():
    choice = decide("d", option("go", 0, "s", level("x", 0, 3, "n", where(op("gt", L("x"), 1)))))
    body = (m.IfStatement(at("n"), (put("n", (), 1),)), m.Each("x", span(0, 1), at("n"), (m.Define("y", e(1)),)))
    made = machine(
        [choice, step("s", *body, to="end"), end()],
        CELLS,
        routines=(routine("r", (), *body),),
        functions=(function("f", (), at("n")),),
    )
    same = rewriter.machine(made, lambda expr, _: expr)
    assert all(
        a is b
        for part in ("functions", "routines", "nodes")
        for a, b in zip(getattr(same, part), getattr(made, part), strict=True)
    )
