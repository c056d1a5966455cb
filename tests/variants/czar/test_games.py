"""Random games come to an end, keep every invariant, and pay as the rules say."""

from __future__ import annotations

import pytest

from rulekit.pipeline import configurations, load
from rulekit.play.simulate import simulate
from rulekit.play.testing import random_games
from tests.variants.czar.family import EDITIONS, PLAYERS, book


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", EDITIONS)
def test_random_games_keep_the_invariants_and_end(name: str, players: int) -> None:
    sample = random_games(book(name).configure(players), 50, 1, 5_000)
    assert sample.failing is None, sample.failing and sample.failing.message
    assert (sample.games, sample.unfinished) == (50, 0)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", EDITIONS)
def test_a_thousand_random_games_end(name: str, players: int) -> None:
    configured = book(name).configure(players)
    sample = random_games(configured, 1_000, 7, 10_000)
    assert sample.failing is None, sample.failing and sample.failing.message
    assert (sample.games, sample.unfinished) == (1_000, 0)
    figures = simulate(configured.engine, 1_000, 7)
    assert sum(figures.wins) + figures.draws == 1_000


@pytest.mark.parametrize("name", EDITIONS)
def test_random_games_under_every_other_answer(name: str) -> None:
    """Each answer of each ruling alone plays without a fault; a game may be cut short, since some go on for ever."""
    for config in configurations(load(name).books):
        if config.options:
            sample = random_games(book(name).configure(config.players, config.options), 3, 1, 600)
            assert sample.failing is None, (config, sample.failing and sample.failing.message)
