"""Rules of well-formed machines: the samples obey them, and each planted defect gets a message."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulekit.engine.cell_layout import players_stream
from rulekit.machine import program as m
from tests.machine.build import (
    L,
    at,
    bits,
    call,
    chance,
    decision,
    e,
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
    where,
)
from tests.machine.samples import SAMPLES
from tests.machine.verify import _cyclic, verify

CELLS = (number("n", 9), number("row", 9, 3), set_cell("few", 5), ring("pile", 5, 3), *history("seen", 4))
SOUND = machine(
    [decision("ask", option("go", 0, "do", level("x", 0, 9, "n"))), step("do", put("n", (), 0), to="end"), end()],
    CELLS,
    tables=(
        m.Table("t", (2,), 0, (1, 2)),
        m.Table("shows", (3,), 0, (0, 1, 2)),
        m.Table("low", (3,), 0, (0, 1, 0)),
    ),
    functions=(function("f", ("x",), L("x")), function("who", (), bits(size=2), kind=2)),
    routines=(routine("r", (), m.ReturnResult(e(1)), kind=0),),
    positions=(m.Position("seen", ("n",), 4, 3),),
)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_samples_are_well_formed(name):
    assert verify(SAMPLES[name]) == []


def test_the_ground_of_the_defects_is_sound():
    assert verify(SOUND) == []


set5, set6 = bits(0, size=5), bits(0, size=6)

EXPRESSIONS: list[tuple[m.Expr, str]] = [
    (L("x"), "local x is not bound"),
    (e(2**31), "does not fit in 32 bits"),
    (at("nothing"), "no cell is named nothing"),
    (at("row"), "cell row has 1 dimensions, not 0"),
    (at("pile"), "cell pile is a ring"),
    (m.RingSize("n"), "cell n is a number"),
    (at("history.seen", 0), "only a position may"),
    (set5, "SetConst is a set over 5 where a number belongs"),
    (op("add", 1, set5), "a set over 5 where a number"),
    (op("add", 1), "add has 1 arguments"),
    (op("not", 1, 2), "not has 2 arguments"),
    (m.IfElse(e(1), e(1), set5), "a set over 5 where a number"),
    (m.SizeOf(m.SetOp("union", set5, set6)), "a set over 6 where a set over 5"),
    (m.SizeOf(e(4)), "Const is a number where a set belongs"),
    (m.SizeOf(m.SetConst(5, 1 << 5)), "has other members"),
    (m.SizeOf(m.SetOf(0, ())), "a set is over 0 members"),
    (m.Compare("within", set5, at("few")), ""),
    (m.Lookup("u", (e(0),)), "no table is named u"),
    (m.Lookup("t", ()), "table t has 1 dimensions, not 0"),
    (call("g"), "no function is named g"),
    (call("f"), "f takes 1 arguments, not 0"),
    (call("f", set5), "a set over 5 where a number"),
    (m.Fold("some", "x", span(0, 1)), "some needs a body"),
    (m.Fold("count", "x", span(0, 1), None, e(1)), "count has no body"),
    (m.Fold("first", "x", span(0, 1)), "neither a result for nothing nor a fault"),
    (m.Fold("count", "x", m.LoopDomain(e(0))), "a loop has no bounds"),
    (m.Fold("count", "x", m.LoopDomain(e(0), e(1), set5)), "both a set and bounds"),
    (m.Fold("count", "x", inside(at("n"))), "a number where a set belongs"),
    (op("add", m.Fold("count", "x", span(0, 1)), L("x")), "local x is not bound"),
    (m.SizeOf(m.Reach(6, set5, "x", "y", span(0, 5))), "begins with a set over 5"),
    (m.After("s", (), e(1)), "no routine is named s"),
    (m.After("r", (e(1),), e(1)), "r takes 0 arguments, not 1"),
    (m.Seen("other"), "no position is named other"),
    (m.Check(e(1), 99, e(1)), "no fault has the number 99"),
]

STATEMENTS: list[tuple[m.Stmt, str]] = [
    (put("few", (), 1), "Const is a number where a set over 5 belongs"),
    (put("pile", (), 1), "cell pile is a ring"),
    (put("n", (), 1, 77), "no fault has the number 77"),
    (m.Insert("n", (), e(1)), "cell n is a number"),
    (m.Push("few", (), "top", e(1), 0), "cell few is a set"),
    (m.Pull("pile", (e(1),), e(1), 0), "cell pile has 0 dimensions, not 1"),
    (m.IfStatement(e(1), (m.Define("x", e(1)),), (put("n", (), L("x")),)), "local x is not bound"),
    (m.IfStatement(e(1), (m.Define("x", e(1)), m.Define("x", set5))), "changes its kind"),
    (m.IfStatement(e(1), (m.Define("x", set5), m.Run("r", (), "x"))), "local x changes its kind"),
    (m.Break(), "a break stands outside any loop"),
    (m.ReturnResult(None), "a return stands outside any routine"),
    (m.Run("s", ()), "no routine is named s"),
    (m.Note("other"), "no position is named other"),
    (m.Reveal(("a", "b"), (e(1),), (), None, e(1), "", bits(size=2)), "1 numbers and 0 domains"),
    (m.Reveal(("it",), (), (), None, None, "", bits(size=2)), "neither a cell nor a value"),
    (m.Reveal(("few",), (e(1),), (), "few", None, "", bits(size=2)), "cell few has 0 dimensions, not 1"),
]


def with_node(*body: m.Stmt) -> m.Machine:
    return evolve(SOUND, nodes=(*SOUND.nodes, step("bad", *body, to="end")))


@pytest.mark.parametrize(("expr", "problem"), EXPRESSIONS, ids=lambda x: x if isinstance(x, str) else "")
def test_a_bad_expression_is_named_once(expr, problem):
    broken = with_node(put("n", (), expr))
    found = verify(broken)
    assert verify(broken, SOUND) == found
    assert [problem in text for text in found] == [True] * bool(problem)


@pytest.mark.parametrize(("statement", "problem"), STATEMENTS, ids=lambda x: x if isinstance(x, str) else "")
def test_a_bad_statement_is_named_once(statement, problem):
    found = verify(with_node(statement))
    assert verify(with_node(statement), SOUND) == found
    assert [problem in text for text in found] == [True]
    assert found[0].startswith("node bad: ")


go = option("go", 0, "end")
MACHINES: list[tuple[dict[str, Any], str]] = [
    ({"start": "nowhere"}, "no node is named nowhere"),
    ({"nodes": (step("ask", to="nowhere"),)}, "no node is named nowhere"),
    ({"nodes": (step("ask", to="ask"),)}, "ask leads back to itself and does nothing"),
    ({"nodes": (end("ask"), end("ask"))}, "2 times the node ask"),
    ({"seats": ("white",)}, "2 players sit on 1 seats"),
    ({"cells": SOUND.cells[1:]}, "no number cell active of shape ()"),
    ({"cells": (*SOUND.cells, number("n", 1))}, "2 times the cell n"),
    ({"cells": (*SOUND.cells, number("m", 1, initial=(2,)))}, "an initial value is out of range"),
    ({"cells": (*SOUND.cells, number("m", 1, 3, initial=(1, 1)))}, "2 initial values stand in shape (3,)"),
    ({"cells": (*SOUND.cells, number("m", 1, seen="f"))}, "f is no function of its index to a set of players"),
    ({"cells": (*SOUND.cells, ring("m", 5, 3, seen="who", open="shows"))}, "shows is no table of numbers for each"),
    ({"cells": (*SOUND.cells, ring("m", 2, 3, seen="who", open="low"))}, "low tells none and a piece alike"),
    ({"cells": (*SOUND.cells, ring("m", 2, 3, open="shows"))}, "of what everybody sees anyhow"),
    ({"cells": (*SOUND.cells, set_cell("m", 2, role="place", seen="who", open="shows"))}, ""),
    ({"cells": SOUND.cells[:-1]}, "the size of its history is missing"),
    ({"tables": (m.Table("t", (3,), 0, (1, 2)),)}, "2 values stand in shape (3,)"),
    ({"tables": (m.Table("t", (1,), 2, (4,)),)}, "a set has members outside 0..1"),
    (
        {"routines": (routine("r", (), m.IfStatement(e(1), (m.ReturnResult(e(1)),)), kind=0),)},
        "it can end without its result",
    ),
    ({"routines": (routine("r", (), m.ReturnResult(None), kind=0),)}, "a return gives nothing"),
    ({"functions": (function("f", (), call("f")),)}, "f may call itself and does not say how deep"),
    ({"functions": (function("f", (), call("f"), nested=4, fault=3),)}, ""),
    ({"fuel": 0}, "there is no fuel"),
    ({"invariants": (m.Invariant("i", "always", "f"),)}, "invariant i asks f"),
    ({"examples": (m.Example("x", "", (m.ExampleLine("given", name="s"),)),)}, "runs s, which is no routine"),
    ({"nodes": (decision("ask", go, go), end())}, "option go shares numbers with another"),
    ({"nodes": (decision("ask"), end())}, "it has no alternatives"),
    ({"nodes": (decision("ask", option("go", 1 << 20, "end")), end())}, "numbers outside"),
    ({"nodes": (decision("ask", option("go", 0, "end", level("x", 0, 10, "n"))), end())}, "0..10 does not fit"),
    ({"nodes": (decision("ask", option("go", 0, "end", level("x", 1, 0, "n"))), end())}, "level x of go is empty"),
    (
        {"nodes": (decision("ask", option("go", 0, "end", level("x", 0, 4, "n", among=set6))), end())},
        "level x of go runs over a set with members above 4",
    ),
    (
        {"nodes": (decision("ask", option("go", 0, "end", level("x", 0, 4, "n", among=e(3)))), end())},
        "is a number where a set belongs",
    ),
    ({"nodes": (decision("ask", option("go", 0, "end", order=("x",))), end())}, "does not name its levels"),
    (
        {"nodes": (decision("ask", option("go", 0, "end", tests=(where(L("x")),))), end())},
        "local x is not bound",
    ),
    ({"nodes": (decision("ask", go, audience=set5), end())}, "a set over 5 where a set over 2 belongs"),
    ({"nodes": (chance("ask", "x", 0, 9, 1, "n", "end", stream=""), end())}, "cannot name its stream"),
    (
        {"nodes": (chance("ask", "x", 0, 9, 1, "n", "end", stream=players_stream("flow", 0)), end())},
        "cannot name its stream",
    ),
    ({"nodes": (chance("ask", "x", 0, 10, 1, "n", "end"), end())}, "0..10 does not fit into cell n"),
]


@pytest.mark.parametrize(("change", "problem"), MACHINES, ids=lambda x: x if isinstance(x, str) else "")
def test_a_bad_machine_is_named(change, problem):
    found = verify(evolve(SOUND, **change))
    assert verify(evolve(SOUND, **change), SOUND) == found
    assert any(problem in text for text in found) if problem else found == []


@pytest.mark.parametrize(
    "change",
    [
        {"cells": CELLS[1:]},
        {"cells": (set_cell("n", 9), *CELLS[1:])},
        {"tables": SOUND.tables[1:]},
        {"functions": SOUND.functions[1:]},
        {"functions": (function("f", (), e(1)), *SOUND.functions[1:])},
        {"functions": (function("f", ("x",), bits(size=2), kind=2), *SOUND.functions[1:])},
        {"routines": ()},
        {"positions": ()},
        {"faults": ()},
    ],
)
def test_parts_checked_before_are_checked_again_if_what_they_name_changes(change):
    naming = put("n", (), op("add", call("f", e(1)), op("add", m.Lookup("t", (e(0),)), m.Seen("seen"))), 0)
    sound = with_node(naming, m.Run("r", (), "x"))
    assert verify(sound) == []
    assert verify(evolve(sound, **change), sound) == verify(evolve(sound, **change)) != []


def test_what_stands_on_a_cycle_or_leads_to_one() -> None:
    chain = {f"n{k}": {f"n{k + 1}"} for k in range(3000)}
    assert _cyclic(chain) == []
    edges = {"a": {"b"}, "b": {"c", "e"}, "c": {"b"}, "d": {"e"}, "e": {"gone"}, "f": {"f"}}
    assert _cyclic(edges) == ["a", "b", "c", "f"]
