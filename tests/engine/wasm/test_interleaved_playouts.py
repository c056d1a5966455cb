"""Interleaved playouts (many games at once): the same totals as one game after another, and only for suitable
machines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, interleaving_plan, playout_runner
from rulekit.engine.wasm.compilation import compile_module
from rulekit.machine import program as m
from rulekit.play.loaded_book import load
from tests.engine.differential import answer
from tests.engine.machines import machines
from tests.machine.build import (
    L,
    at,
    bits,
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
    set_cell,
    span,
    step,
)
from tests.machine.samples import SAMPLES
from tests.machine.verify import verify
from tests.shipped import every

GAMES = ("classics/tic-tac-toe", "classics/connect-four", "classics/breakthrough", "connection/hex", "classics/othello")
SIZE = 70
TURN = at("turn")
FREE = m.SetOp("minus", m.SetOp("minus", bits(*range(SIZE), size=SIZE), at("men", 0)), at("men", 1))
PAID: tuple[m.Stmt, ...] = (put(m.PAYOFF, (0,), op("sub", at("left"), 3)), put(m.PAYOFF, (1,), at("site")))


def laying(
    least: int = 9,
    first: tuple[m.Stmt, ...] = (),
    paid: tuple[m.Stmt, ...] = PAID,
    otherwise: str | None = None,
    who: m.Expr = TURN,
    cells: tuple[m.Cell, ...] = (),
    nodes: tuple[m.Node, ...] = (),
    then: str = "turn",
) -> m.Machine:
    """Return a machine in which two players lay men on sites by turns. A man on a site that is a multiple of `least`
    ends the game. An option resets the counter `left`, at whose end the game is over."""
    lay = option("lay", 0, "laid", level("x", 0, SIZE - 1, "site", among=FREE))
    again = option("again", SIZE, "again", level("by", 1, 3, "by"))
    ends = op("or", op("eq", op("mod", at("site"), least), 0), op("eq", at("left"), 0))
    mine = m.IfStatement(
        op("eq", at("turn"), 0),
        (m.Insert("men", (m.Const(0),), at("site")),),
        (m.Insert("men", (m.Const(1),), at("site")), m.Insert("men", (m.Const(0),), m.Const(69), True)),
    )
    return machine(
        [
            step("begin", *first, put("left", (), 20), to="turn"),
            decision("turn", lay, again, otherwise=otherwise, who=who),
            step("again", put("left", (), op("sub", at("left"), at("by"))), m.Mark("again"), to="small"),
            step("small", to=m.Fork(op("lt", at("left"), 3), "paid", "turn")),
            step(
                "laid",
                mine,
                put("left", (), op("sub", at("left"), 1)),
                put("turn", (), op("sub", 1, at("turn"))),
                to=m.Fork(ends, "paid", then),
            ),
            step("paid", *paid, to="end"),
            *nodes,
            end(),
        ],
        (
            set_cell("men", SIZE, 2, initial=(1 << 69, 1)),
            number("left", 40, low=-40, initial=(5,)),
            number("turn", 1, role="control"),
            number("site", SIZE - 1, role="frame"),
            number("by", 3, role="frame"),
            number("unread", 9, role="frame"),
            *cells,
        ),
    )


SUITED: dict[str, m.Machine] = {
    "by turns": laying(),
    "seldom over": laying(least=69),
    "over at once, mostly": laying(least=1),
    "payoffs of all sorts": laying(paid=(put(m.PAYOFF, (0,), op("sub", at("site"), 30)), put(m.PAYOFF, (1,), 900))),
    "won, lost or neither": laying(
        paid=(
            put(m.PAYOFF, (0,), op("sub", op("mod", at("site"), 3), 1)),
            put(m.PAYOFF, (1,), op("sub", 1, op("mod", at("left"), 3))),
        )
    ),
    "payoffs that are not written each time": laying(
        paid=(m.IfStatement(op("eq", at("left"), 4), (put(m.PAYOFF, (1,), 7),)),)
    ),
    "somebody known": laying(who=m.Const(1)),
    "an end where there is no option": laying(otherwise="paid"),
    "what nobody reads": laying(first=(put("unread", (), 3),)),
    "a loop in a step": laying(paid=(m.Each("p", span(0, 1), None, (put(m.PAYOFF, (L("p"),), m.SizeOf(FREE)),)),)),
    "decisions that are no moves": laying(
        nodes=(
            decision("more", option("on", 0, "turn"), option("stop", 1, "paid"), move=False),
            step("between", put("left", (), op("add", at("left"), 1)), to="more"),
        ),
        then="between",
    ),
}
UNSUITED: dict[str, m.Machine] = {
    "a chance": laying(
        nodes=(chance("die", "face", 1, 6, 1, "left", "turn"),),
        then="die",
    ),
    "steps that go round": laying(
        nodes=(
            step(
                "round", put("left", (), op("sub", at("left"), 1)), to=m.Fork(op("gt", at("left"), 9), "round", "turn")
            ),
        ),
        then="round",
    ),
    "a decision passed by": laying(otherwise="again"),
    "payoffs before the end": laying(first=(put(m.PAYOFF, (0,), 1),)),
    "a place of pieces": laying(first=(m.Push("pile", (), "top", m.Const(1), 1),), cells=(ring("pile", 3, 4),)),
    "a cell at an index that is not known": laying(
        cells=(number("at", 9, SIZE),), paid=(put(m.PAYOFF, (0,), at("at", at("site"))),)
    ),
    "a cell that a fact reads": evolve(
        laying(paid=(put(m.PAYOFF, (0,), m.Call("men left", ())),)),
        functions=(function("men left", (), op("add", at("left"), 1)),),
    ),
    "much to carry": laying(
        cells=(set_cell("wide", 2000),),
        first=(m.Insert("wide", (), m.Const(7)),),
        paid=(put(m.PAYOFF, (0,), m.SizeOf(at("wide"))),),
    ),
    "a position": evolve(
        laying(first=(m.Note("here"),), cells=history("here", 20)),
        positions=(m.Position("here", ("left",), 20, 1),),
    ),
}


def interleaved(made: m.Machine, optimise: bool = False) -> bool:
    return compile_module(made, optimise, purpose="playouts").emitted.interleaved


def one_by_one(play: Callable[[], object]) -> object:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(playout_runner, "MANY", 1 << 40)
        return play()


@pytest.mark.parametrize("case", SUITED)
def test_many_games_are_those_that_are_played_one_by_one(case):
    """Sampled: 700 games, more than run at once, whole and stopped after few moves. The first of them are compared with
    the reference engine, too."""
    made = SUITED[case]
    assert verify(made) == []
    assert interleaved(made)
    for optimise in (False, True):
        for args in ((700, 5), (64, 6, 1000), (300, 7, 0, 3), (100, 7, 0, 0), (100, 1, (1 << 32) - 100)):
            engine = WasmEngine(made, optimise=optimise)
            assert engine.playouts(*args) == one_by_one(partial(engine.playouts, *args)), args
    assert WasmEngine(made).playouts(70, 3, 5) == ReferenceEngine(made).playouts(70, 3, 5)


@pytest.mark.parametrize("case", UNSUITED)
def test_other_machines_are_played_one_by_one(case):
    made = UNSUITED[case]
    assert verify(made) == []
    assert not interleaved(made)
    assert WasmEngine(made).playouts(70, 3, 0, 40) == ReferenceEngine(made).playouts(70, 3, 0, 40)


def test_what_takes_long_from_decision_to_decision_is_not_interleaved(monkeypatch):
    monkeypatch.setattr(interleaving_plan, "MOST_FORMS", 30)
    assert not interleaved(evolve(SUITED["by turns"], name="long"))


@pytest.mark.parametrize("steps", [1, 300, 1000])
@pytest.mark.parametrize("batch", [1, 50, 4096])
def test_it_goes_on_where_it_was_left(steps, batch, monkeypatch):
    """The result does not depend on how often the module returns to Python; the number of finished games is
    reported."""
    told: list[int] = []
    engine = WasmEngine(SUITED["by turns"], batch=batch, progress=told.append)
    whole = one_by_one(lambda: engine.playouts(900, 2))
    told.clear()
    monkeypatch.setattr(playout_runner, "STEPS", steps)
    assert engine.playouts(900, 2) == whole
    assert told == sorted(told)
    assert told[-1] == 900
    assert len(told) > 1


def test_the_first_game_that_breaks_off_is_told():
    """Some games with higher numbers fault earlier in time; the fault of the lowest number is reported."""
    breaks = (m.IfStatement(op("eq", at("site"), 64), (m.Raise(1),)), put(m.PAYOFF, (0,), 1))
    made = laying(least=4, paid=breaks)
    assert interleaved(made)
    engine = WasmEngine(made)
    found = answer(engine, "playouts", (2000, 3))
    assert found == one_by_one(lambda: answer(engine, "playouts", (2000, 3)))
    assert found == answer(ReferenceEngine(made), "playouts", (2000, 3)) != []


def test_long_games_are_listed(monkeypatch):
    """Games too long for the histogram of lengths are listed one by one; more than 200 of these are."""
    stop = option("stop", 0, "end", level("x", 0, 0, "site"))
    go = option("go", 1, "go", level("x", 0, 4998, "site"))
    made = machine(
        [decision("turn", stop, go), step("go", put("n", (), op("sub", 1, at("n"))), to="turn"), end()],
        (number("site", 5000, role="frame"), number("n", 1)),
    )
    assert interleaved(made)
    engine = WasmEngine(made)
    found = engine.playouts(600, 3)
    assert sum(times for moves, times in found.lengths.items() if moves >= 4096) > 200
    assert found == one_by_one(lambda: engine.playouts(600, 3))


@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name):
    """Sampled: 66 games of each."""
    args = (66, 4, 0, 12)
    assert answer(WasmEngine(SAMPLES[name]), "playouts", args) == answer(
        ReferenceEngine(SAMPLES[name]), "playouts", args
    )


@pytest.mark.parametrize("name", GAMES)
def test_shipped_games(name):
    """Sampled: 3,000 games. All games are interleaved, except Othello, whose moves do much work."""
    made = load(name).machine()
    engine = WasmEngine(made)
    assert engine.playouts(3000, 9) == one_by_one(lambda: engine.playouts(3000, 9))
    assert interleaved(made, optimise=True) == (name != "classics/othello")


@pytest.mark.parametrize("examples", every(2, [6, 100]))
def test_random_machines(examples):
    many = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    many(given(machines(), st.integers(1, 3))(played_one_by_one))()


def played_one_by_one(made, seed):
    """65 games of up to four moves."""
    args = (65, seed, 0, 4)
    assert answer(WasmEngine(made), "playouts", args) == one_by_one(lambda: answer(WasmEngine(made), "playouts", args))


def test_sets_that_a_step_runs_over_are_loaded_again():
    """A slot's cached set must not be reused for the next game in the slot."""
    tell = m.Fold("sum", "x", inside(at("men", 0)), None, L("x"))
    made = laying(paid=(put(m.PAYOFF, (0,), tell), put(m.PAYOFF, (1,), m.SizeOf(at("men", 1)))))
    assert interleaved(made)
    assert WasmEngine(made).playouts(600, 8) == one_by_one(lambda: WasmEngine(made).playouts(600, 8))
