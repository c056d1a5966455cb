"""Passes on random boards: answers, games and faults stay the same, after each pass alone and after all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulekit.engine.interface import GameFault, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.optimise import PASSES, PLAYOUT_PASSES, Pass, for_playouts
from tests.machine.verify import verify
from tests.shipped import every

from .random_boards import Boards

EACH: dict[str, Pass] = {**PASSES, **PLAYOUT_PASSES}


def changed_by_each(made: m.Machine) -> dict[str, m.Machine]:
    """Return the machines, by pass, into which single passes change a machine."""
    after = {name: change(Analyses(made), []) for name, change in EACH.items()}
    return {name: changed for name, changed in after.items() if changed != made}


def answer(engine: ReferenceEngine, state: State, given: int) -> Any:
    try:
        return engine.call(state, "it", (given,))
    except GameFault as fault:
        return [fault.index]


def answers(made: m.Machine, writes: list[tuple[int, int]]) -> list[Any]:
    """Return what the function `it` answers for each argument, after each of these writes."""
    assert verify(made) == []
    (it,) = (one for one in made.functions if one.name == "it")
    engine, told = ReferenceEngine(made), list[Any]()
    state = engine.start(1)
    for write in writes:
        told.append([answer(engine, state, given) for given in range(it.params[0].high + 1)])
        state = engine.run(state, "write", write)
    return told


@pytest.mark.parametrize("first", every(10, range(0, 3000, 20)))
def test_answers_stay_the_same(first: int) -> None:
    for seed in range(first, first + 20):
        assert_answers_stay(seed)


def assert_answers_stay(seed: int) -> None:
    boards = Boards(Random(seed))
    made, r = boards.machine(), Random(seed)
    writes = [(r.randrange(boards.sites), r.randint(0, boards.high)) for _ in range(4)]
    expected = answers(made, writes)
    for name, changed in changed_by_each(made).items():
        if any(one.name == "it" for one in changed.functions):  # otherwise it was inlined
            assert answers(changed, writes) == expected, (name, seed)


def game(made: m.Machine, seed: int) -> list[Any]:
    """Return what is offered at each decision of a random game, and how the game ends: the payoffs, or a fault."""
    engine, told = ReferenceEngine(made), list[Any]()
    try:
        state = engine.start(seed)
        while state.node != "end":
            told.append(engine.options(state))
            option, picked = engine.pick(state)
            state = engine.apply(picked, option)
    except GameFault as fault:
        return [*told, [fault.index]]
    return [*told, engine.cursor(state).payoffs]


def games(made: m.Machine) -> list[list[Any]]:
    assert verify(made) == []
    return [game(made, seed) for seed in range(4)]


@pytest.mark.parametrize("first", every(40, range(0, 2000, 10)))
def test_games_stay_the_same(first: int) -> None:
    for seed in range(first, first + 10):
        assert_games_stay(seed)


def assert_games_stay(seed: int) -> None:
    made = Boards(Random(seed), trials=True).game()
    expected = games(made)
    for name, changed in changed_by_each(made).items():
        assert games(changed) == expected, (name, seed)
    assert games(for_playouts(made)[0]) == expected, seed
