"""States of one game used in many threads: each thread gets the same results as alone, and none crashes the process."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

from rulekit import load
from rulekit.play.game import ConfiguredGame
from rulekit.play.knowledge import exchange_outcomes
from rulekit.play.simulate import simulate

THREADS = 8


def together(work: Callable[[int], Any]) -> list[Any]:
    """Run `work` in all threads at the same time and return each result or exception."""
    gate = threading.Barrier(THREADS)
    found: list[Any] = [None] * THREADS

    def one(number: int) -> None:
        try:
            gate.wait(60)
            found[number] = work(number)
        except BaseException as error:
            found[number] = error

    threads = [threading.Thread(target=one, args=(number,), daemon=True) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not any(thread.is_alive() for thread in threads)
    return found


def fresh(engine: str = "wasm", name: str = "classics/leduc-poker") -> ConfiguredGame:
    return load(name).configure(engine=engine)


def stepped(game: ConfiguredGame, seed: int, games: int) -> list[object]:
    chosen, found = random.Random(seed), []
    for number in range(games):
        state = game.start(seed, number)
        while not state.over:
            assert state.labels() and state.seat
            state = state.apply(chosen.choice(state.legal()))
        found.append((state.raw, state.history()))
    return found


def moved(game: ConfiguredGame, seed: int, games: int) -> list[object]:
    chosen, found = random.Random(seed), []
    cursor = game.start().cursor()
    for number in range(games):
        cursor.load(game.engine.start(seed, number))
        while not cursor.over:
            cursor.observe(cursor.player)
            cursor.apply(chosen.choice(cursor.legal()))
        found.append(cursor.save())
    return found


@pytest.mark.parametrize("engine", ["wasm", "reference"])
@pytest.mark.parametrize("how", [stepped, moved])
def test_states_of_one_game_in_many_threads(how, engine):
    games = 60 if engine == "wasm" else 6
    game = fresh(engine)
    found = together(lambda number: how(game, number, games))
    alone = fresh(engine)
    assert found == [how(alone, number, games) for number in range(THREADS)]


def test_a_state_goes_from_thread_to_thread():
    game = fresh()
    state = game.start(seed=4)
    after = together(lambda _: state.apply(state.legal()[0]).raw)
    assert after == [state.apply(state.legal()[0]).raw] * THREADS
    assert together(lambda _: game.start(seed=4).raw) == [state.raw] * THREADS


def test_games_are_simulated_in_many_threads():
    game = fresh()
    found = together(lambda number: simulate(game, 300, number))
    assert found == [simulate(fresh(), 300, number) for number in range(THREADS)]


def test_knowledge_is_looked_for_in_many_threads():
    machine = fresh().machine
    found = together(lambda number: exchange_outcomes(machine, 3, number))
    assert found == [exchange_outcomes(machine, 3, number) for number in range(THREADS)]


def test_one_cursor_in_many_threads_does_not_end_the_process():
    """A cursor is for one thread: sharing one spoils its own game, and nothing else."""
    game = fresh(name="classics/tic-tac-toe")
    start = game.start()
    cursor = start.cursor()

    def move(_: int) -> None:
        for _ in range(200):
            cursor.load(start.raw)
            while not cursor.over:
                cursor.apply(cursor.legal()[0])

    together(move)
    assert moved(game, 1, 5) == moved(fresh(name="classics/tic-tac-toe"), 1, 5)
    cursor.load(start.raw)
    assert cursor.legal() == start.legal()
