"""Cursors: both engines behave alike, undo restores the state, and saved states never change."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulekit.engine.interface import Engine, GameFault, NotAnOption
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.program import Machine
from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import load
from tests.machine.build import (
    BOUND,
    at,
    chance,
    decision,
    e,
    end,
    history,
    machine,
    number,
    op,
    option,
    put,
    ring,
    step,
)
from tests.machine.samples import SAMPLES
from tests.machine.verify import verify
from tests.shipped import FRAGMENTS, every, fragment_machine

from .cursors import CursorPair
from .machines import machines

ENGINES = pytest.mark.parametrize("kind", [ReferenceEngine, WasmEngine])


def compare(made: Machine, seed: int, steps: int, drawn: bool) -> int:
    one, two = ReferenceEngine(made), WasmEngine(made)
    pair = CursorPair(one, two, one.start(seed, 3), drawn)
    pair.walk(Random(seed), steps)
    return pair.compared


@pytest.mark.parametrize("drawn", every(2, [True, False]))
@pytest.mark.parametrize("name", SAMPLES)
def test_cursors_over_the_samples_do_the_same(name, drawn):
    """Sampled: two walks of 60 steps each."""
    assert sum(compare(SAMPLES[name], seed, 60, drawn) for seed in (1, 2)) > 400


@pytest.mark.parametrize("book", every(6, FRAGMENTS), ids=lambda book: book.stem)
def test_cursors_over_the_fragments_do_the_same(book):
    """Sampled: a walk of 8 steps; the cursor draws chance in every other book."""
    assert compare(fragment_machine(book), 7, 8, drawn=bool(FRAGMENTS.index(book) % 2)) > 30


@pytest.mark.parametrize("examples", every(2, [6, 300]))
def test_cursors_over_random_machines_do_the_same(examples):
    many = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    many(given(machines(), st.integers(0, 999), st.booleans())(the_same_steps))()


def the_same_steps(made, seed, drawn):
    """Eight steps of a machine. Most machines fault somewhere, which both cursors must do alike."""
    one, two = ReferenceEngine(made), WasmEngine(made)
    try:
        state = one.start(seed)
        one.cursor(state, drawn)
    except GameFault:
        return
    pair = CursorPair(one, two, state, drawn)
    try:
        pair.walk(Random(seed), 8)
    except GameFault:  # the engine that lists the options may fault, as the cursors must
        pair.same("legal")


# ------------------------------------------------------------------------------------------------------- single cursors


@ENGINES
def test_what_is_saved_is_what_the_engine_has(kind):
    engine: Engine = kind(SAMPLES["heap"])
    state = engine.start(1)
    cursor = engine.cursor(state)
    while not cursor.over:
        assert (cursor.legal(), cursor.player) == (engine.options(state), engine.who(state))
        state = engine.apply(state, cursor.legal()[-1])
        cursor.apply(cursor.legal()[-1])
        assert cursor.save() == state
    assert cursor.legal() == () and sum(map(abs, cursor.payoffs)) == 2


@ENGINES
def test_many_states_of_many_cursors_by_turns(kind):
    """Four cursors and their engine are used in random order; each behaves as if it were alone."""
    engine: Engine = kind(SAMPLES["stack"])
    starts = [engine.start(seed) for seed in range(4)]
    alone = [[s.node for s in played(engine, start)] for start in starts]
    cursors = [engine.cursor(start) for start in starts]
    found = [[cursor.node] for cursor in cursors]
    r = Random(5)
    while waiting := [i for i, cursor in enumerate(cursors) if not cursor.over]:
        at = r.choice(waiting)
        engine.options(r.choice(starts))
        cursors[at].apply(cursors[at].legal()[-1])
        found[at].append(cursors[at].node)
    assert found == alone


def played(engine: Engine, state):
    """Yield the states of a whole game in which each decision takes the last option."""
    cursor = engine.cursor(state)
    yield cursor.save()
    while not cursor.over:
        cursor.apply(cursor.legal()[-1])
        yield cursor.save()


@ENGINES
def test_steps_back_are_exact_and_end_at_the_load(kind):
    cursor = kind(SAMPLES["dice"]).cursor(kind(SAMPLES["dice"]).start(3), drawn=False)
    states = [cursor.save()]
    while not cursor.over:
        if cursor.outcomes():
            cursor.chance()
        else:
            cursor.apply(cursor.legal()[0])
        states.append(cursor.save())
    assert len(set(states)) == len(states) > 3
    for state in reversed(states[:-1]):
        cursor.undo()
        assert cursor.save() == state
    with pytest.raises(IndexError):
        cursor.undo()
    cursor.load(states[-2])
    with pytest.raises(IndexError):
        cursor.undo()


@ENGINES
def test_a_draw_taken_back_comes_again(kind):
    """Undo also restores the number of draws, so that the same step draws the same values again."""
    engine = kind(SAMPLES["stack"])
    cursor = engine.cursor(engine.start(3))
    before = cursor.save()
    found = set()
    for _ in range(5):
        cursor.apply(cursor.legal()[0])
        found.add(cursor.save())
        cursor.undo()
        assert cursor.save() == before
    assert len(found) == 1


@ENGINES
def test_what_is_not_offered_changes_nothing(kind):
    engine = kind(SAMPLES["dice"])
    cursor = engine.cursor(engine.start(1), drawn=False)
    here = cursor.save()
    for looked in (False, True):
        if looked:
            assert cursor.legal() == (0, 1)
        for number_ in (2, 7, -1, 1 << 31, 1 << 40):
            with pytest.raises(NotAnOption):
                cursor.apply(number_)
        with pytest.raises(NotAnOption):
            cursor.chance()
    assert cursor.save() == here
    cursor.apply(0)
    for refused in (lambda: cursor.apply(0), lambda: cursor.chance(7), lambda: cursor.chance(0), lambda: cursor.player):
        with pytest.raises(NotAnOption):
            refused()


TRAP = (number("n", 9), number("die", 5))


def faulty() -> Machine:
    """Return a machine with four options. Option 0 goes on, option 1 writes and then faults, and option 2 draws and
    then faults. Option 3 draws from the same random stream and goes on."""
    return machine(
        [
            decision(
                "turn",
                option("on", 0, "on"),
                option("bad", 1, "bad"),
                option("late", 2, "late"),
                option("fair", 3, "fair"),
            ),
            step("on", put("n", (), op("mod", op("add", at("n"), 1), 9)), to="turn"),
            step("bad", put("n", (), 7), put("n", (), 10, BOUND), to="turn"),
            chance("late", "die", 0, 5, 1, "die", "bad"),
            chance("fair", "die", 0, 5, 1, "die", "on", stream="late"),
            end(),
        ],
        TRAP,
    )


@ENGINES
def test_a_fault_tells_where_the_step_set_out_and_a_load_that_faults_changes_nothing(kind):
    engine = kind(faulty())
    start = engine.start(1)
    cursor = engine.cursor(start)
    cursor.apply(0)
    here, waiting = cursor.save(), engine.apply(start, 2)
    for step_, origin in ((lambda: cursor.apply(2), here), (lambda: cursor.load(waiting), waiting)):
        with pytest.raises(GameFault) as caught:
            step_()
        assert caught.value.state == origin
        assert cursor.save() == here
    again = engine.cursor(here)
    for one in (cursor, again):  # the draw before the fault was undone, so it is drawn again
        one.apply(3)
    assert cursor.save() == again.save()
    cursor.undo()
    cursor.undo()
    assert cursor.save() == start
    with pytest.raises(GameFault):
        engine.cursor(waiting)
    assert engine.cursor(waiting, drawn=False).save() == waiting


@ENGINES
@pytest.mark.parametrize("looked", [True, False])
@pytest.mark.parametrize("bad", [1, 2])
def test_after_a_fault_the_cursor_stands_where_it_stood(kind, looked, bad):
    engine = kind(faulty())
    cursor = engine.cursor(engine.start(1))
    cursor.apply(0)
    here = cursor.save()
    for _ in range(3):
        if looked:
            cursor.legal()
        with pytest.raises(GameFault) as caught:
            cursor.apply(bad)
        assert caught.value.index == BOUND
        assert cursor.save() == here and cursor.legal() == (0, 1, 2, 3)
    cursor.apply(0)
    cursor.undo()
    assert cursor.save() == here


@ENGINES
@pytest.mark.parametrize("places", [1, 700])
@pytest.mark.parametrize("looked", [1, 3])
def test_a_long_game_can_be_taken_back_to_its_load(kind, places, looked):
    """The module keeps some positions, the host more of them; it keeps none of a large machine."""
    on = step("on", put("n", (0,), op("add", at("n", 0), 1)), to="turn")
    engine: Engine = kind(machine([decision("turn", option("go", 0, "on")), on], (number("n", 9999, places),)))
    cursor = engine.cursor(engine.start(1))
    states = []
    for i in range(400):
        states.append(cursor.save())
        if i % looked == 0:
            cursor.legal()
            with pytest.raises(NotAnOption):
                cursor.apply(1)
        cursor.apply(0)
    for _ in range(50):
        cursor.undo()
        cursor.legal()
        cursor.apply(0)
    for state in reversed(states):
        cursor.undo()
        assert cursor.save() == state
    with pytest.raises(IndexError):
        cursor.undo()


@pytest.mark.parametrize(("kind", "steps"), [(ReferenceEngine, 300), (WasmEngine, 300), (WasmEngine, 2400)])
def test_a_game_with_a_history_can_be_taken_back(kind, steps):
    """The module keeps the filled part of a history with each position, until that is too large for it. Step 201 clears
    the history, and later hashes overwrite it."""
    size, words = reversed(history("seen", 3000))
    push = m.Push("pile", (), "top", op("add", 1, op("mod", at("n"), 5)), BOUND)
    on = step("on", put("n", (), op("add", at("n"), 1)), push, m.Note("seen"), to="turn")
    clear = m.IfStatement(op("eq", at("n"), 100), (put("history.seen.size", (), 0),))
    off = step("off", clear, m.Pull("pile", (), e(0), BOUND), m.Note("seen"), to="turn")
    made = machine(
        [decision("turn", option("go", 0, "on"), option("back", 1, "off")), on, off],
        (number("n", 9999), ring("pile", 5, 5), size, words),
        positions=(m.Position("seen", ("n",), 3000, BOUND),),
    )
    assert verify(made) == []
    engine: Engine = kind(made)
    cursor = engine.cursor(engine.start(1))
    states = []
    for i in range(steps):
        states.append(cursor.save())
        assert cursor.legal() == (0, 1)
        cursor.apply(i % 2)
        if i % 97 == 0:
            cursor.undo()
            assert cursor.save() == states[-1]
            cursor.apply(i % 2)
            assert cursor.save() == engine.apply(states[-1], i % 2)
    for state in reversed(states):
        cursor.undo()
        assert cursor.save() == state
    with pytest.raises(IndexError):
        cursor.undo()


# ------------------------------------------------------------------------------------------------------- other seeds


@cache
def pig() -> ConfiguredGame:
    return load("classics/pig").configure()


@ENGINES
def test_every_seed_is_another_future_and_the_same_seed_the_same(kind):
    made = kind(pig().machine)
    state = pig().start(seed=3).raw
    cursor = made.cursor(state)

    def next_(seed: int | None) -> object:
        cursor.load(state, seed=seed)
        cursor.apply(cursor.legal()[0])
        return cursor.save().cells

    assert next_(None) == next_(None) == next_(state.seed)
    first = [next_(seed) for seed in range(60)]
    assert first == [next_(seed) for seed in range(60)] and len(set(first)) >= 6
    cursor.load(state, seed=9)
    assert cursor.save() == state.with_seed(9) and cursor.save().cells == state.cells


def test_both_engines_draw_the_same_from_a_seed():
    state = pig().start(seed=3).raw
    fast, slow = WasmEngine(pig().machine).cursor(state), ReferenceEngine(pig().machine).cursor(state)
    for seed in (0, 1, 2**64 - 1):
        found = []
        for cursor in (fast, slow):
            cursor.load(state, seed=seed)
            for _ in range(20):
                if not cursor.over:
                    cursor.apply(cursor.legal()[0])
            found.append(cursor.save())
        assert found[0] == found[1]


def test_an_open_chance_is_drawn_by_the_seed_that_is_said():
    engine = pig().engine
    start = engine.start(1)  # waits for the first roll
    found = set()
    for seed in range(40):
        cursor = engine.cursor(start)
        cursor.load(start, seed=seed)
        found.add(cursor.save().cells)
    assert len(found) > 4


@ENGINES
def test_a_state_with_more_draws_than_can_be_counted_is_of_no_machine(kind):
    engine = kind(SAMPLES["dice"])
    start = engine.start(1)
    cursor = engine.cursor(start, drawn=False)
    for uses in ((2**32,) * len(start.uses), (-1,) * len(start.uses), (2**40,) * len(start.uses)):
        with pytest.raises(ValueError, match="another game"):
            cursor.load(start._replace(uses=uses))
    assert cursor.save() == start


# -------------------------------------------------------------------------------------------- options listed in advance


def late() -> Machine:
    """Return a machine in whose second decision listing all options divides by zero, while finding the first option
    does not."""
    wrong = m.Test(op("div", 1, at("n")))
    return machine(
        [
            decision("first", option("go", 0, "second"), option("fill", 1, "full")),
            step("full", put("n", (), 1), to="second"),
            decision("second", option("stay", 0, "end"), option("leap", 1, "end", tests=(wrong,))),
            end(),
        ],
        (number("n", 9),),
    )


@ENGINES
def test_a_fault_of_asking_comes_when_somebody_asks(kind):
    engine: Engine = kind(late())
    state = engine.start(1)
    cursor = engine.cursor(state)
    for _ in range(2):
        assert cursor.legal() == engine.options(state) == (0, 1)
        cursor.apply(0)
        there = engine.apply(state, 0)
        assert cursor.node == there.node == "second" and cursor.save() == there
        for ask in (cursor.legal, lambda there=there: engine.options(there)):
            with pytest.raises(GameFault):
                ask()
        assert cursor.save() == there
        cursor.apply(0)
        assert cursor.over and engine.apply(there, 0) == cursor.save()
        cursor.load(state)
    cursor.legal()
    cursor.apply(1)
    assert cursor.legal() == (0, 1)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_listed_ahead_is_what_is_offered(name):
    """A cursor that may have listed options in advance agrees with a new cursor at the same state, and with the
    engine."""
    engine, other = WasmEngine(SAMPLES[name]), WasmEngine(SAMPLES[name])
    cursor, fresh, r = engine.cursor(engine.start(2)), other.cursor(other.start(2)), Random(4)
    for _ in range(40):
        if cursor.over:
            break
        offered = cursor.legal()
        state = cursor.save()
        fresh.load(state)
        assert fresh.legal() == offered
        assert engine.options(state) == offered
        for one in offered[:3]:  # apply several options to the same state
            there = engine.apply(state, one)
            assert engine.options(there) == other.options(there)
        assert engine.options(state) == offered
        cursor.apply(r.choice(offered))


def test_who_asks_at_each_decision_calls_the_module_once_a_step(monkeypatch):
    engine = WasmEngine(SAMPLES["line"])
    state = engine.start(1)
    cursor = engine.cursor(state)
    cursor.legal(), engine.options(state)
    told: list[int] = []
    for instance in (cursor._instance, engine._instance):  # type: ignore[attr-defined]
        monkeypatch.setattr(instance, "options", told.append)
    while not cursor.over:
        cursor.apply(cursor.legal()[0])
        state = engine.apply(state, engine.options(state)[0])
    assert told == [] and cursor.save() == state


def test_who_only_steps_has_nothing_listed(monkeypatch):
    engine = WasmEngine(SAMPLES["line"])
    cursor = engine.cursor(engine.start(1))
    taken = []
    while not cursor.over:
        taken.append(cursor.legal()[0])
        cursor.apply(taken[-1])
    cursor.load(engine.start(1))
    monkeypatch.setattr(cursor, "_step", None)
    for one in taken:
        cursor.apply(one)
    assert cursor.over
