"""The effect of each node: options and their order, outcomes of chance, nodes where the game waits."""

from __future__ import annotations

from collections import Counter

import pytest

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.events import Entered
from rulekit.engine.interface import ARITHMETIC, GameFault, NotAnOption
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from tests.machine.build import (
    EMPTY,
    STUCK,
    L,
    at,
    bits,
    chance,
    decision,
    end,
    let,
    level,
    machine,
    number,
    op,
    option,
    put,
    step,
    where,
)
from tests.machine.samples import SAMPLES
from tests.machine.verify import verify

TRIO = (number("a", 3), number("b", 3), number("c", 2, 4, low=-1))


def pairs(*tests: m.Test, first: tuple[m.Test, ...] = (), before: tuple[m.Test, ...] = ()) -> m.Alternative:
    return option("pair", 10, "end", level("x", 0, 2, "a", *first), level("y", 1, 3, "b", *tests), tests=before)


# The number of an option is 10 + 3 x + (y - 1).
OPTIONS: list[tuple[m.Alternative, tuple[int, ...]]] = [
    (pairs(), tuple(range(10, 19))),
    (pairs(where(op("lt", L("x"), L("y")))), (10, 11, 12, 14, 15, 18)),
    (pairs(first=(where(op("eq", L("x"), 2)),)), (16, 17, 18)),
    (pairs(let("z", op("add", L("x"), L("y"))), where(op("eq", L("z"), 3))), (12, 14, 16)),
    (pairs(where(op("eq", L("y"), L("w"))), first=(let("w", op("add", L("x"), 1)),)), (10, 14, 18)),
    (pairs(before=(where(at("a")),)), ()),
    (pairs(where(op("eq", L("k"), L("y"))), before=(let("k", op("add", at("a"), 2)),)), (11, 14, 17)),
]


@pytest.mark.parametrize(("alternative", "numbers"), OPTIONS, ids=lambda x: "")
def test_options_are_the_tuples_that_pass_in_order_of_their_loops(alternative, numbers):
    made = machine([decision("ask", alternative, option("pass", 3, "end")), end()], TRIO)
    assert verify(made) == []
    engine = ReferenceEngine(made)
    state = engine.start(1)
    assert engine.options(state) == (*numbers, 3)
    for option_number in numbers:
        after = engine.apply(state, option_number)
        x, y = divmod(option_number - 10, 3)
        assert after.node == "end"
        assert [CellLayout.of(made).read(after.cells, cell) for cell in "ab"] == [x, y + 1]


def test_a_pick_may_be_kept_at_an_element_that_other_parameters_name():
    kept = level("v", -1, 2, "c", index=(L("x"),))
    made = machine([decision("ask", option("put", 0, "end", level("x", 0, 3, "a"), kept)), end()], TRIO)
    assert verify(made) == []
    engine = ReferenceEngine(made)
    after = engine.apply(engine.start(1), 2 * 4 + 3)
    assert [CellLayout.of(made).read(after.cells, "c", (i,)) for i in range(4)] == [0, 0, 2, 0]


def test_a_decision_without_options_goes_on_or_faults():
    none = option("go", 0, "end", tests=(where(m.Const(0)),))
    engine = ReferenceEngine(machine([decision("ask", none, otherwise="else"), step("else", to="end"), end()]))
    assert engine.start(1).node == "end"
    with pytest.raises(GameFault, match=r"nobody can do anything \(text.rules, line 7\)") as caught:
        ReferenceEngine(machine([decision("ask", none), end()])).start(1)
    assert caught.value.index == STUCK
    assert caught.value.diagnostics[0].code == "E710"


def test_steps_that_never_end_run_out_of_fuel():
    made = machine([step("a", put(m.SCORE, (0,), 1), to="b"), step("b", put(m.SCORE, (0,), 2), to="a"), end()], fuel=50)
    with pytest.raises(GameFault) as caught:
        ReferenceEngine(made).start(1)
    assert caught.value.index == made.fuel_fault


def test_a_fork_and_a_switch_see_the_locals_of_their_step():
    fork = step("a", m.Define("x", at("a")), to=m.Fork(L("x"), "end", "b"))
    switch = step("b", m.Define("x", m.Const(1)), to=m.Switch(L("x"), ("a", "last")))
    made = machine([fork, switch, end(), end("last")], TRIO)
    assert verify(made) == []
    assert ReferenceEngine(made).start(1).node == "last"


def test_a_chance_lists_what_has_weight_and_keeps_what_comes():
    weight = m.IfElse(op("eq", L("n"), 2), m.Const(-5), L("n"))
    toss = chance("toss", "n", 0, 3, weight, "c", "end", index=(L("n"),))
    made = machine([toss, end()], (*TRIO[:2], number("c", 3, 4)))
    assert verify(made) == []
    engine = ReferenceEngine(made)
    state = engine.start(1)
    assert engine.outcomes(state) == ((1, 1), (3, 3))
    assert CellLayout.of(made).read(engine.chance(state, 3).cells, "c", (3,)) == 3
    for value in (0, 2, 4):
        with pytest.raises(NotAnOption, match="toss"):
            engine.chance(state, value)


@pytest.mark.parametrize(("weight", "fault"), [(0, EMPTY), (-1, EMPTY), (1 << 30, ARITHMETIC)])
def test_a_chance_without_a_fair_total_faults_when_asked(weight, fault):
    engine = ReferenceEngine(machine([chance("toss", "n", 0, 3, weight, "a", "end"), end()], TRIO))
    state = engine.start(1)
    for ask in (engine.outcomes, engine.chance):
        with pytest.raises(GameFault) as caught:
            ask(state)
        assert caught.value.index == fault


def test_draws_follow_the_weights_and_only_count_in_their_own_stream():
    """Sampled: 4,000 games, seed 3."""
    engine = ReferenceEngine(machine([chance("toss", "n", 1, 3, L("n"), "a", "end"), end()], TRIO))
    found: Counter[int] = Counter()
    for game in range(4000):
        state = engine.chance(engine.start(3, game))
        assert state.uses == (1,)
        found[CellLayout.of(engine.machine).read(state.cells, "a")] += 1
    assert {value: round(times / 4000, 1) for value, times in found.items()} == {1: 0.2, 2: 0.3, 3: 0.5}


def test_a_draw_is_a_function_of_seed_game_and_use():
    engine = ReferenceEngine(SAMPLES["stack"])

    def deck(seed: int, game: int) -> tuple[int, ...]:
        state = engine.start(seed, game)
        while engine.outcomes(state):
            state = engine.chance(state)
        return state.cells

    decks = {(seed, game): deck(seed, game) for seed in range(4) for game in range(4)}
    assert len(set(decks.values())) > 4
    assert all(deck(*key) == cells for key, cells in decks.items())


def test_a_single_option_takes_no_draw_and_each_of_several_is_as_likely():
    alone = ReferenceEngine(machine([decision("ask", option("go", 7, "end")), end()]))
    state = alone.start(1)
    assert alone.pick(state) == (7, state)
    engine = ReferenceEngine(SAMPLES["heap"])
    found = Counter(engine.pick(engine.start(1, game))[0] for game in range(3000))
    assert sorted(found) == [0, 1, 2]
    assert all(900 < times < 1100 for times in found.values())
    assert engine.pick(engine.start(1))[1].uses == (1, 0)


def test_what_is_not_offered_is_refused():
    engine = ReferenceEngine(SAMPLES["heap"])
    state = engine.start(1)
    finished = state._replace(node="end")
    for mistake in (
        lambda: engine.apply(state, 3),
        lambda: engine.apply(finished, 0),
        lambda: engine.chance(state),
        lambda: engine.who(finished),
        lambda: engine.pick(finished),
    ):
        with pytest.raises(NotAnOption):
            mistake()
    assert (engine.options(finished), engine.outcomes(state)) == ((), ())


def test_an_observer_hears_how_the_game_goes():
    heard = []
    toss = chance("toss", "n", 0, 1, 1, "b", "end", domain="truth", audience=bits(1, size=2))
    ask = decision("ask", pairs(), who=1, audience=bits(0, size=2), move=False)
    engine = ReferenceEngine(machine([ask, toss, end()], TRIO), heard.append)
    engine.chance(engine.at(engine.apply(engine.start(1), 14), "toss"), 1)
    assert [event for event in heard if isinstance(event, Entered)] == [
        Entered("ask", "procedure ask"),
        Entered("end", "procedure end"),
        Entered("toss", "procedure toss"),
        Entered("end", "procedure end"),
    ]
