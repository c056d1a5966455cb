"""Choosing several of a place's contents that include equal things: each copy counts, on both engines."""

from __future__ import annotations

from itertools import combinations

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.testing import book_examples

from .books import ENGINES, book, start

each_engine = pytest.mark.parametrize("engine", ENGINES)


@each_engine
def test_every_copy_in_a_chosen_order(engine: EngineName) -> None:
    (outcome,) = book_examples(book("meaning/copies_in_order"), engine)
    assert outcome.failure is None


@each_engine
def test_two_alike_are_two(engine: EngineName) -> None:
    state = start("meaning/b_dup", engine)
    for _ in range(2):
        for _ in range(2):
            assert state.labels() == ("flow(cs: 1)",)
            state = state.apply("flow(cs: 1)")
    assert state.over


@each_engine
def test_examples_hold(engine: EngineName) -> None:
    outcomes = book_examples(book("meaning/copies"), engine)
    assert [outcome.failure for outcome in outcomes] == [None] * 3


@each_engine
def test_exactly_the_picks_that_can_be_completed(engine: EngineName) -> None:
    """The options are every choice of two or three cards worth at least five, each once, and none leads to a state
    without an option."""
    worth = {"clubs_1": 1, "clubs_3": 3, "hearts_1": 1, "hearts_2": 2}
    hand = ["clubs_3", "hearts_1", "hearts_1", "hearts_2", "hearts_2"]  # clubs_1 is excluded by the condition
    wanted = {c for n in (2, 3) for c in combinations(hand, n) if sum(worth[card] for card in c) >= 5}
    found = []
    todo = [(start("meaning/copies", engine).apply("lay"), ())]
    while todo:
        state, picked = todo.pop()
        for label in state.labels():
            card = label.removeprefix("lay(cs: ").removesuffix(")")
            if label == "done" or len(picked) == 2:
                found.append(picked if label == "done" else (*picked, card))
            else:
                todo.append((state.apply(label), (*picked, card)))
    assert len(found) == len(set(found)) and set(found) == wanted


def test_the_engines_go_the_same_way() -> None:
    one, other = (start("meaning/copies", engine) for engine in ENGINES)
    for seed in range(40):
        here, there = one, other
        while not here.over:
            assert here.labels() == there.labels() and here.raw.cells == there.raw.cells
            label = here.labels()[(7 * seed + len(here.history())) % len(here.labels())]
            here, there = here.apply(label), there.apply(label)
        assert there.over and here.raw.cells == there.raw.cells
