"""Both engines play the same games, every cell equal after every step.

The reference engine is slow, so the suite follows each edition at one number of players, for a while from the start
and for a while from later on; the soak follows whole games at every number.
"""

from __future__ import annotations

import pytest

from rulekit.engine.interface import Engine, State
from rulekit.pipeline import make_engine
from tests.variants.czar.family import EDITIONS, PLAYERS, game


@pytest.mark.parametrize("begin", [0, 60])
@pytest.mark.parametrize(("name", "players"), list(zip(EDITIONS, (*PLAYERS, 2), strict=True)))
def test_step_by_step(name: str, players: int, begin: int) -> None:
    configured = game(name, players)
    speed = configured.engine
    state = speed.start(players)
    for _ in range(begin):
        state = step(speed, state)
    follow(make_engine(configured.machine, "reference"), speed, state, 30)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", EDITIONS)
def test_whole_games_step_by_step(name: str, players: int) -> None:
    configured = game(name, players)
    speed = configured.engine
    follow(make_engine(configured.machine, "reference"), speed, speed.start(players), 400)


def follow(meaning: Engine, speed: Engine, state: State, steps: int) -> None:
    """The speed engine leads; the meaning must offer the same and come to the same state."""
    for _ in range(steps):
        options = meaning.options(state)
        assert options == speed.options(state)
        if options:
            option, state = speed.pick(state)
            after = speed.apply(state, option)
            assert meaning.apply(state, option) == after
        elif speed.outcomes(state):
            assert meaning.outcomes(state) == speed.outcomes(state)
            after = speed.chance(state)
            assert meaning.chance(state) == after
        else:
            break
        state = after


def step(engine: Engine, state: State) -> State:
    """One step of a random game; an ended one stands still."""
    if engine.options(state):
        option, state = engine.pick(state)
        return engine.apply(state, option)
    return engine.chance(state) if engine.outcomes(state) else state
