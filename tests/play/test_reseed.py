"""A search that tries a state out again and again sees other dice each time, if it says so; else those of the game."""

from __future__ import annotations

from collections import Counter

import pytest

from rulekit import load
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.play.game import GameState

PIG = load("classics/pig").configure()
ROLLOUTS = 12


def flat(state: GameState, number: int, foresight: bool) -> int:
    """The option that brings most on average, each tried out a dozen times; a one brings nothing, and a loss."""
    cursor, raw = state.cursor(), state.raw
    brought: Counter[int] = Counter()
    for option in state.legal():
        for rollout in range(ROLLOUTS):
            cursor.load(raw, seed=None if foresight else 1 + number * ROLLOUTS + rollout)
            cursor.apply(option)
            gathered = 0 if cursor.over or cursor.player != state.player else cursor.save().cells[GATHERED]
            brought[option] += gathered if state.label(option) == "go_on" else state.value("gathered")
    return max(brought, key=lambda option: brought[option])


GATHERED = PIG.layout.slots["gathered"].offset


def busts(foresight: bool, decisions: int = 300) -> float:
    """How many of the rolls that the search asks for come out as a one."""
    rolls = ones = game = 0
    state = PIG.start(5)
    for number in range(decisions):
        option = flat(state, number, foresight)
        after = state.apply(option)
        if state.label(option) == "go_on":
            rolls += 1
            ones += after.history()[len(state.history()) + 1].label == "roll(face: 1)"
        if after.over:
            game += 1
            after = PIG.start(5, game)
        state = after
    assert rolls > decisions // 5
    return ones / rolls


def test_a_search_with_its_own_seeds_does_not_know_the_dice():
    assert busts(foresight=True) < 0.01  # loading the state as it is shows what the game will bring
    assert busts(foresight=False) > 0.08


@pytest.mark.parametrize("engine", [WasmEngine, ReferenceEngine])
def test_every_seed_is_another_future_and_the_same_seed_the_same(engine):
    made = engine(PIG.machine)
    state = PIG.start(seed=3).raw
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
    state = PIG.start(seed=3).raw
    fast, slow = WasmEngine(PIG.machine).cursor(state), ReferenceEngine(PIG.machine).cursor(state)
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
    engine = PIG.engine
    start = engine.start(1)  # at the first roll
    found = set()
    for seed in range(40):
        cursor = engine.cursor(start)
        cursor.load(start, seed=seed)
        found.add(cursor.save().cells)
    assert len(found) > 4


def test_states_have_other_futures_too():
    state = PIG.start(seed=3)
    after = {state.with_seed(seed).apply("go_on").raw.cells for seed in range(60)}
    assert len(after) >= 6 and state.apply("go_on").raw == state.with_seed(3).apply("go_on").raw
    assert state.cursor(seed=8).save() == state.with_seed(8).raw
    other = state.with_seed(8).apply("go_on")
    assert PIG.replay(other.record()).raw == other.raw  # what came is in the record, whatever seed gave it
