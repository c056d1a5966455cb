"""Both engines play the same games, every cell equal after every step."""

from __future__ import annotations

import pytest

from tests.variants.czar.family import EDITIONS, PLAYERS, game


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", EDITIONS)
def test_step_by_step(name: str, players: int) -> None:
    configured = game(name, players)
    meaning, speed = configured.engine("reference"), configured.engine("wasm")
    state, other = meaning.start(players), speed.start(players)
    for _ in range(150):
        assert state == other
        options = meaning.options(state)
        assert options == speed.options(other)
        if options:
            option, state = meaning.pick(state)
            state, other = meaning.apply(state, option), speed.apply(speed.pick(other)[1], option)
        elif meaning.outcomes(state):
            assert meaning.outcomes(state) == speed.outcomes(other)
            state, other = meaning.chance(state), speed.chance(other)
        else:
            break
