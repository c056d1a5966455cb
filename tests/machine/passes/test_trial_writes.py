"""Trial writes: which writes a routine that is tried out leaves out, and that values and faults stay the same."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.trial_writes import trial_writes
from rulekit.machine.text import lines_of
from tests.engine.differential import Pair
from tests.machine.build import L, at, call, end, function, machine, number, op, put, routine, set_cell, span
from tests.machine.passes.sampled import values_and_faults_stay
from tests.machine.verify import verify
from tests.shipped import every

X, Q, K = L("x"), L("q"), L("k")
CELLS = (number("n", 9), number("quiet", 9), number("other", 9, 4), set_cell("men", 9), set_cell("lit", 9))
ADD = m.Insert("men", (), Q)
COUNT = put("quiet", (), op("mod", op("add", at("quiet"), 1), 10))
ROUTINES: dict[str, tuple[tuple[m.Stmt, ...], str]] = {
    "a counter that nobody reads": ((ADD, COUNT), "add %q to men"),
    "an element": ((ADD, put("other", (2,), Q)), "add %q to men"),
    "read before it is written": (
        (put("n", (), at("quiet")), ADD, COUNT),
        "n := quiet\nadd %q to men",
    ),
    "through a local": (
        (m.Define("k", op("mod", Q, 4)), put("other", (K,), K), ADD),
        "let %k = %q mod 4\nadd %q to men",
    ),
    "in a block": (
        (m.IfStatement(op("lt", Q, 3), (ADD, COUNT), (COUNT,)),),
        "if %q < 3:\n  add %q to men",
    ),
    "a set": ((m.Insert("lit", (), m.Const(3)), m.Insert("lit", (), m.Const(4), drop=True), ADD), "add %q to men"),
}
"""Routines, with what is left of them for the question `n + size(men)`."""
KEPT: dict[str, tuple[m.Stmt, ...]] = {
    "what is asked for": (ADD, put("n", (), Q)),
    "read later": (COUNT, put("n", (), at("quiet"))),
    "read later in the loop": (m.Each("k", span(0, 3), None, (put("n", (), at("quiet")), put("quiet", (), K))),),
    "a number that may be outside of its cell": (put("quiet", (), op("add", at("quiet"), 1), fault=0), ADD),
    "a value that may fault": (put("quiet", (), m.Check(op("lt", Q, 5), 0, Q)), ADD),
    "a member that may not fit": (m.Insert("lit", (), at("n")), ADD),
    "a routine within": (COUNT, m.Run("reads", (), None)),
}


def made(body: tuple[m.Stmt, ...]) -> m.Machine:
    asked = op("add", at("n"), m.SizeOf(at("men")))
    whole = m.Fold("sum", "x", span(0, 8), None, m.After("go", (X,), asked))
    return machine(
        [end()],
        CELLS,
        functions=(function("it", (), whole), function("read", (), at("quiet"))),
        routines=(
            routine("go", ("q",), *body),
            routine("reads", (), put("n", (), call("read"))),
            routine("set", ("q",), put("quiet", (), Q), put("n", (), op("sub", 8, Q)), ADD),
        ),
    )


def same_answers(given: m.Machine, changed: m.Machine) -> None:
    assert verify(given) == verify(changed) == []
    r, pair = Random(5), Pair(ReferenceEngine(given), WasmEngine(changed, optimise=False))
    state = pair.same("start", 1)
    for _ in range(20):
        pair.same("call", state, "it", ())
        state = pair.same("run", state, "set", (r.randrange(9),))


@pytest.mark.parametrize("case", ROUTINES)
def test_what_is_left_out(case: str) -> None:
    body, left = ROUTINES[case]
    given = made(body)
    changed = trial_writes(Analyses(given), [])
    (copy,) = (r for r in changed.routines if r not in given.routines)
    assert "\n".join(lines_of(copy.body)) == left
    same_answers(given, changed)


@pytest.mark.parametrize("case", KEPT)
def test_what_stays(case: str) -> None:
    given = made(KEPT[case])
    assert trial_writes(Analyses(given), []) == given
    same_answers(given, given)


def test_a_write_to_an_element_that_may_not_exist_stays() -> None:
    given = made((put("other", (at("n"),), Q), ADD))
    assert trial_writes(Analyses(given), []) == given


def test_questions_about_the_same_cells_share_a_copy() -> None:
    given = made((ADD, COUNT))
    twice = (*given.functions, function("again", (), m.After("go", (m.Const(1),), m.SizeOf(at("men")))))
    other = (*twice, function("quiet", (), m.After("go", (m.Const(1),), at("quiet"))))
    for functions, copies in ((twice, 1), (other, 1)):
        changed = trial_writes(Analyses(machine([end()], CELLS, functions=functions, routines=given.routines)), [])
        assert len(changed.routines) == len(given.routines) + copies


@pytest.mark.parametrize("seed", every(3, range(60)))
def test_values_and_faults_stay(seed: int) -> None:
    values_and_faults_stay(trial_writes, seed)
