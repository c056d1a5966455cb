"""Random games come to an end, keep every invariant, and pay as the rules say."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulekit.engine.wasm import WasmEngine
from rulekit.pipeline import configurations
from rulekit.play.loaded_book import load
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


@pytest.mark.parametrize(
    ("name", "optimise"),
    [(name, name == "czar/dutch-revised") for name in EDITIONS]
    + [pytest.param(name, True, marks=pytest.mark.soak) for name in EDITIONS if name != "czar/dutch-revised"],
)
def test_random_games_under_every_other_answer(name: str, optimise: bool) -> None:
    """Each answer of each ruling alone plays without a fault; a game may be cut short, since some go on for ever.

    Each is a machine of its own: most of the time goes into its passes, so that the suite has them for one edition.
    """
    tried = 0
    for config in configurations(load(name).books):
        if config.options:
            game = book(name).configure(config.players, config.options)
            game = game if optimise else evolve(game, engine=WasmEngine(game.machine, optimise=False))
            sample = random_games(game, 3, 1, 600)
            assert sample.failing is None, (config, sample.failing and sample.failing.message)
            tried += 1
    assert tried >= 6
