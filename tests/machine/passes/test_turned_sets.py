"""Arrays of sets turned round: for each member, the set of the sites whose set has it (part of `bitboards`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.bitboards import bitboards
from rulekit.machine.passes.boards import LEAST, SITES, VALUES
from rulekit.machine.passes.turned_sets import HOLDERS, turned
from rulekit.machine.text import expression
from tests.machine.build import L, at, call, e, end, function, machine, op, put, routine, set_cell, span, step
from tests.machine.verify import verify

from .shown import plain

Q, V = L("q"), L("v")
COUNT, MEMBERS = 8, 3
BEGINS = (0b001, 0b110, 0b000, 0b111, 0b010, 0b000, 0b100, 0b011)
GUESTS = set_cell("guests", MEMBERS, COUNT, initial=BEGINS)
OTHER = set_cell("other", MEMBERS, COUNT)
PARAMS = (("v", 0, 0, MEMBERS - 1),)
WHOLE = span(0, COUNT - 1)
HERE = m.Has(at("guests", Q), V)


def some(body: m.Expr) -> m.Fold:
    return m.Fold("some", "q", WHOLE, None, body)


QUESTIONS: dict[str, tuple[m.Expr, str]] = {
    "is a member anywhere?": (some(HERE), "some(%q in 0..7: %q in guests holders[%v])"),
    "one that is known": (some(m.Has(at("guests", Q), e(2))), "some(%q in 0..7: %q in guests holders[2])"),
    "where not": (
        m.Fold("count", "q", WHOLE, op("not", HERE)),
        "count(%q in 0..7 where not %q in guests holders[%v])",
    ),
    "the sum of others": (
        m.Fold("sum", "q", WHOLE, HERE, Q),
        "sum(%q in 0..7 where %q in guests holders[%v]: %q)",
    ),
    "one of two arrays": (
        some(op("and", HERE, m.Has(at("other", Q), e(0)))),
        "some(%q in 0..7: %q in guests holders[%v] and %q in other holders[0])",
    ),
    "not a member that follows from the site": (
        some(m.Has(at("guests", Q), op("mod", Q, 3))),
        "some(%q in 0..7: %q mod 3 in guests[%q])",
    ),
    "not at another site": (
        some(m.Has(at("guests", op("sub", 7, Q)), V)),
        "some(%q in 0..7: %v in guests[7 - %q])",
    ),
    "not a number that may be no member": (
        some(m.Has(at("guests", Q), op("add", V, 1))),
        "some(%q in 0..7: %v + 1 in guests[%q])",
    ),
}


def body_after(body: m.Expr, kind: int = 0) -> str:
    """Return the function `it` with this body after the pass. A step calls it, so that it is not removed."""
    value = m.SizeOf(call("it", 0)) if kind else call("it", 0)
    asks = step("s", m.IfStatement(value, (m.Insert("guests", (e(0),), e(0)),)), to="end")
    made = machine([asks, end()], (GUESTS, OTHER), functions=(function("it", PARAMS, body, kind),))
    return plain(expression(after(made).functions[0].body))


@pytest.mark.parametrize("case", QUESTIONS)
def test_a_question(case: str) -> None:
    body, text = QUESTIONS[case]
    assert body_after(body) == text


def test_a_set_of_all_that_hold_a_member_is_the_set_that_is_kept() -> None:
    assert body_after(m.SetBuild(COUNT, "q", WHOLE, HERE), COUNT) == "guests holders[%v]"


def writing(*body: m.Stmt, guests: m.Cell = GUESTS) -> m.Machine:
    """Return a machine that asks for the holders of a member, with a routine that writes."""
    writes = routine("write", (("q", 0, 0, COUNT - 1), ("v", 0, 0, MEMBERS - 1)), *body)
    asked = function("it", PARAMS, m.Fold("count", "q", WHOLE, HERE))
    ran = m.IfStatement(op("gt", call("it", 0), 5), (m.Run("write", (e(0), e(0))),))
    return machine([step("s", ran, to="end"), end()], (guests,), functions=(asked,), routines=(writes,))


def after(made: m.Machine) -> m.Machine:
    assert verify(made) == []
    changed = bitboards(Analyses(made), [])
    assert verify(changed) == []
    return changed


def in_step(cells: Sequence[int]) -> bool:
    """Return whether the last cells, the sites of each member, agree with the sets before them."""
    sets, holders = cells[-COUNT - MEMBERS : -MEMBERS], cells[-MEMBERS:]
    return all((sets[q] >> v & 1) == (holders[v] >> q & 1) for q in range(COUNT) for v in range(MEMBERS))


WRITES: dict[str, tuple[m.Stmt, ...]] = {
    "a member joins": (m.Insert("guests", (Q,), V),),
    "a member leaves": (m.Insert("guests", (Q,), V, drop=True),),
    "one leaves and one joins": (
        m.Insert("guests", (Q,), V, drop=True),
        m.Insert("guests", (op("mod", op("add", Q, 3), COUNT),), V),
    ),
    "where there is none": (m.IfStatement(op("not", HERE), (m.Insert("guests", (Q,), V),)),),
    "in a loop": (m.Each("q", span(2, 5), None, (m.Insert("guests", (Q,), op("mod", op("add", Q, V), MEMBERS)),)),),
    "the last one leaves": (
        m.Each(
            "x",
            m.LoopDomain(within=m.SetBuild(COUNT, "q", WHOLE, HERE)),
            None,
            (m.Insert("guests", (L("x"),), V, drop=True),),
        ),
    ),
}


@pytest.mark.parametrize("case", WRITES)
def test_every_change_keeps_the_sets_in_step(case: str) -> None:
    """Exhausted over both parameters; each change starts from the result of the last."""
    made = writing(*WRITES[case])
    changed = after(made)
    engines = [ReferenceEngine(made), ReferenceEngine(changed), WasmEngine(changed, optimise=False)]
    states = [engine.start(1) for engine in engines]
    for args in product(range(COUNT), range(MEMBERS)):
        states = [engine.run(state, "write", args) for engine, state in zip(engines, states, strict=True)]
        before, *kept = (tuple(state.cells) for state in states)
        assert kept[0] == kept[1] and kept[0][: len(before)] == before and in_step(kept[0])
        for v in range(MEMBERS):
            assert len({engine.call(state, "it", (v,)) for engine, state in zip(engines, states, strict=True)}) == 1


def test_the_sets_begin_as_the_array_does() -> None:
    changed = after(writing(m.Insert("guests", (Q,), V)))
    assert in_step(tuple(ReferenceEngine(changed).start(1).cells))


KEPT = m.Insert("guests", (Q,), V)
LEFT: dict[str, m.Machine] = {
    "its sets are written whole": writing(KEPT, put("guests", (Q,), m.SetConst(MEMBERS, 1))),
    "of sets of many members": writing(KEPT, guests=set_cell("guests", VALUES + 2, COUNT)),
    "with few sites": machine([end()], (set_cell("guests", MEMBERS, LEAST - 1),)),
    "with many sites": machine([end()], (set_cell("guests", MEMBERS, SITES + 1),)),
    "with two indexes": machine([end()], (set_cell("guests", MEMBERS, COUNT, 2),)),
    "that passes made": machine([end()], (set_cell("guests", MEMBERS, COUNT, role="control"),)),
}


@pytest.mark.parametrize("case", LEFT)
def test_an_array_is_left(case: str) -> None:
    assert turned(LEFT[case], range(LEAST, SITES + 1), VALUES) == {}
    assert not any(c.name.endswith(HOLDERS) for c in after(LEFT[case]).cells)
