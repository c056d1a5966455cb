"""The passes of the fast engine: an expression before and after each, as text; and what no pass may change."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.optimise import PASSES, optimise_for_hosts
from rulekit.machine.text import expression, machine_text
from rulekit.play.loaded_book import load
from tests.machine.build import L, at, call, e, inside, op, span
from tests.machine.samples import SAMPLES
from tests.machine.verified import BrokenMachine, verified_for_hosts, verified_for_playouts
from tests.shipped import COVERING, FRAGMENTS, SPANNING, book, every, fragment_machine, spanning

ALONE = every(7, FRAGMENTS)
"""The fragments for tests that take a second for each: a seventh of them in the suite, all in the soak."""
SHORT = [
    name
    for name in SPANNING
    if name != "tricks/skat" and name not in ("czar/dutch-revised", "designs/village-choir", "draughts/giveaway")
]
MEN = m.Cell("men", "set", (2,), ("",), 0, 63, 0, (0,), "", "keep")
ONE = m.Cell("one", "number", (64,), ("",), 0, 5, 0, (0,), "", "keep")


def function(name: str, body: m.Expr, *params: str, kind: int = 0, nested: int = 0) -> m.Function:
    known = {"p": (0, 1), "q": (0, 63), "x": (0, 63)}
    return m.Function(name, name, tuple(m.Parameter(p, m.NUMBER, *known[p]) for p in params), kind, body, nested)


def program(body: m.Expr, *others: m.Function) -> m.Machine:
    """Return a machine with a function `it` that has this body."""
    machine = next(iter(SAMPLES.values()))
    functions = (*machine.functions, *others, function("it", body, "p", "q"))
    return attrs.evolve(machine, cells=(*machine.cells, MEN, ONE), functions=functions)


def after(name: str, body: m.Expr, *others: m.Function) -> str:
    """Return the body of `it` after one pass, as text."""
    why: list[str] = []
    changed = PASSES[name](Analyses(program(body, *others)), why)
    text = expression(next(f.body for f in changed.functions if f.name == "it"))
    return re.sub(r"\^\d+", "^", text)  # the number of a fresh name does not matter


MINE = at("men", L("p"))
NEAR = function("near", op("lt", at("one", L("x")), 3), "x")
TWO = function("two", op("lt", L("p"), L("q")), "p", "q")
WIDE = function("wide", m.Fold("count", "i", span(0, 63), op("eq", at("one", L("i")), L("x"))), "x")

CASES = {
    "inline: a small function stands where it is called": ("inline", call("near", L("q")), "one[%q] < 3"),
    "inline: an argument that costs is named once": (
        "inline",
        call("near", op("add", L("p"), 1)),
        "let %x^ = %p + 1 in one[%x^] < 3",
    ),
    "inline: arguments are worked out in their order": (
        "inline",
        call("two", op("add", L("p"), 1), op("sub", L("q"), 1)),
        "let %p^ = %p + 1 in let %q^ = %q - 1 in %p^ < %q^",
    ),
    "loop_narrowing: not where the loop begins above 0": (
        "loop_narrowing",
        m.Fold("count", "x", span(1, 63), m.Has(MINE, L("x"))),
        "count(%x in 1..63 where %x in men[%p])",
    ),
    "hoist: not what might reach one past a cell": (
        "hoist",
        m.Fold("some", "x", span(0, 63), None, m.Fold("count", "i", inside(at("men", op("add", L("p"), 1))))),
        "some(%x in 0..63: count(%i in men[%p + 1]))",
    ),
    "loop_narrowing: a loop over a set": (
        "loop_narrowing",
        m.Fold("count", "x", span(0, 63), op("and", m.Has(MINE, L("x")), op("eq", at("one", L("x")), 2))),
        "count(%x in men[%p] where one[%x] == 2)",
    ),
    "loop_narrowing: not where an earlier test may fault": (
        "loop_narrowing",
        m.Fold("count", "x", span(0, 63), op("and", op("div", 1, L("x")), m.Has(MINE, L("x")))),
        "count(%x in 0..63 where 1 div %x and %x in men[%p])",
    ),
    "loop_narrowing: not where the set has more members than the loop": (
        "loop_narrowing",
        m.Fold("count", "x", span(0, 9), m.Has(MINE, L("x"))),
        "count(%x in 0..9 where %x in men[%p])",
    ),
    "hoist: what the loop does not change": (
        "hoist",
        m.Fold("some", "x", span(0, 63), None, op("eq", at("one", L("x")), call("wide", L("p")))),
        "let %kept^ = wide(%p) in some(%x in 0..63: one[%x] == %kept^)",
    ),
    "hoist: not what may fault": (
        "hoist",
        m.Fold("some", "x", span(0, 63), None, m.Fold("only", "i", inside(MINE), fault=0)),
        "some(%x in 0..63: only(%i in men[%p] !0))",
    ),
    "hoist: a sum that stays within 32 bits": (
        "hoist",
        m.Fold("some", "x", span(0, 63), None, op("eq", L("x"), m.Fold("sum", "i", inside(MINE), None, L("i")))),
        "let %kept^ = sum(%i in men[%p]: %i) in some(%x in 0..63: %x == %kept^)",
    ),
    "hoist: not a sum that might leave 32 bits": (
        "hoist",
        m.Fold(
            "some",
            "x",
            span(0, 63),
            None,
            op("and", L("q"), m.Fold("sum", "i", inside(MINE), None, op("mul", L("i"), 2**25 - 1))),
        ),
        "some(%x in 0..63: %q and sum(%i in men[%p]: %i * 33554431))",
    ),
    "hoist: not what might reach past a cell": (
        "hoist",
        m.Fold(
            "some",
            "x",
            span(0, 63),
            None,
            m.IfElse(L("q"), m.Fold("count", "i", inside(at("men", op("sub", L("q"), 1)))), e(0)),
        ),
        "some(%x in 0..63: if %q then count(%i in men[%q - 1]) else 0)",
    ),
    "hoist: not what the loop names": (
        "hoist",
        m.Fold("some", "x", span(0, 63), None, call("wide", L("x"))),
        "some(%x in 0..63: wide(%x))",
    ),
    "hoist: not from behind `after`, which sees other cells": (
        "hoist",
        m.Fold("some", "x", span(0, 63), None, m.After("r", (L("x"),), call("wide", L("p")))),
        "some(%x in 0..63: after r(%x): wide(%p))",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_one_pass(case: str) -> None:
    name, body, text = CASES[case]
    assert after(name, body, NEAR, TWO, WIDE) == text


@pytest.mark.parametrize("path", every(7, FRAGMENTS), ids=lambda p: p.stem)
def test_optimised_machines_are_whole_and_play_the_same(path: Path) -> None:
    machine = fragment_machine(path)
    faster, why, _ = verified(machine)
    assert len(why) == len(PASSES)
    assert [c.name for c in faster.cells] == [c.name for c in machine.cells]
    assert [n.id for n in faster.nodes] == [n.id for n in machine.nodes]
    plain = WasmEngine(machine, optimise=False)
    assert WasmEngine(machine).playouts(50, seed=3, max_moves=200) == plain.playouts(50, seed=3, max_moves=200)


@pytest.mark.parametrize("path", ALONE, ids=lambda p: p.stem)
def test_passes_over_their_own_results_leave_a_fragment_well_formed(path: Path) -> None:
    verified_again(fragment_machine(path))


@pytest.mark.parametrize("path", ALONE, ids=lambda p: p.stem)
def test_each_pass_alone_plays_the_same(path: Path) -> None:
    machine = fragment_machine(path)
    games = WasmEngine(machine, optimise=False).playouts(20, seed=4, max_moves=100)
    for name in PASSES:
        alone = optimise_for_hosts(machine, (name,))[0]
        if alone != machine:
            assert WasmEngine(alone, optimise=False).playouts(20, seed=4, max_moves=100) == games, name


def verified(machine: m.Machine) -> tuple[m.Machine, list[str], m.Machine]:
    """Verify the machine after each pass. Return the machine for step-by-step play, the log of its passes, and the
    machine for playouts."""
    stepping, why = verified_for_hosts(machine)
    playing, _ = verified_for_playouts(machine, watched=True)
    return stepping, why, playing


def verified_again(machine: m.Machine) -> None:
    """Verify the machine after each pass, also over the results of the passes, which contain fresh names."""
    stepping, _, playing = verified(machine)
    for made in (stepping, playing):
        verified_for_playouts(made)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_pass_leaves_a_sample_well_formed(name: str) -> None:
    verified_again(SAMPLES[name])


@pytest.mark.parametrize("name", spanning(COVERING, SHORT))
def test_every_pass_leaves_a_shipped_game_well_formed(name: str) -> None:
    verified(book(name).machine())


def test_a_pass_that_leaves_a_machine_broken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(analyses: Analyses, why: list[str]) -> m.Machine:
        """Add a table to the analyses, but return a machine that uses it without containing it."""
        analyses.add_table("where", 0, (1,), (0,))
        look = m.Function("looks", "", (), 0, m.Lookup("where#0", (e(0),)), 0)
        return attrs.evolve(analyses.machine, functions=(*analyses.machine.functions, look))

    monkeypatch.setitem(PASSES, "unroll", forgetful)
    machine = attrs.evolve(next(iter(SAMPLES.values())), tables=())
    with pytest.raises(BrokenMachine, match=r"unroll: function looks: .*where#0"):
        verified_for_hosts(machine, ("inline", "unroll", "hoist"))


def test_optimising_again_changes_nothing_that_is_seen() -> None:
    machine = load("czar/english").machine(players=2)
    once, _ = optimise_for_hosts(machine)
    assert optimise_for_hosts(machine)[0] == once
    assert "kept^" in machine_text(once)
