"""Random games end, keep every invariant, and have the payoffs that the rules give."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

from rulekit.engine.wasm import WasmEngine
from rulekit.model.rulebook import Config
from rulekit.pipeline import configurations
from rulekit.play.simulate import WatchedGames, simulate
from rulekit.play.testing import random_games
from tests.shipped import game_of, spanning
from tests.variants.czar.family import EDITIONS, PLAYERS, book, game

OPTIMISED = "czar/dutch-revised"
"""The edition whose random games are played in the suite; the soak plays those of all."""
PARTS = 6


@pytest.mark.parametrize("players", (PLAYERS[0], PLAYERS[-1]))
@pytest.mark.parametrize("name", spanning(EDITIONS, (OPTIMISED,)))
def test_random_games_keep_the_invariants_and_end(name: str, players: int) -> None:
    """The soak plays with each number of players, for which a module is compiled."""
    sample = random_games(game(name, players), 20, WatchedGames(1, 5_000))
    assert sample.failing is None, sample.failing and sample.failing.message
    assert (sample.games, sample.unfinished) == (20, 0)


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("name", EDITIONS)
def test_a_thousand_random_games_end(name: str, players: int) -> None:
    configured = book(name).configure(players)
    sample = random_games(configured, 1_000, WatchedGames(7, 10_000))
    assert sample.failing is None, sample.failing and sample.failing.message
    assert (sample.games, sample.unfinished) == (1_000, 0)
    figures = simulate(configured.engine, 1_000, 7)
    assert sum(figures.wins) + figures.draws == 1_000


@cache
def other_answers(name: str) -> list[Config]:
    return [config for config in configurations(book(name).books) if config.options]


@pytest.mark.parametrize(
    ("name", "optimise", "part", "of"),
    [(OPTIMISED, True, 0, PARTS), pytest.param(OPTIMISED, False, 0, 2, marks=pytest.mark.soak)]
    + [pytest.param(name, False, 0, 1, marks=pytest.mark.soak) for name in EDITIONS]
    + [pytest.param(OPTIMISED, True, part, PARTS, marks=pytest.mark.soak) for part in range(1, PARTS)]
    + [pytest.param(name, True, 0, 1, marks=pytest.mark.soak) for name in EDITIONS if name != OPTIMISED],
)
def test_random_games_under_every_other_answer(name: str, optimise: bool, part: int, of: int) -> None:
    """Changing a single answer causes no fault. Games may be cut short, since some are endless.

    Each answer needs its own machine. Optimising it takes most of the time, so the suite does this for a sixth of the
    answers of one edition. The soak plays half of them without, too.
    """
    answers = other_answers(name)
    assert len(answers) >= 6
    for config in answers[part::of]:
        made = game_of(book(name), config)
        made = made if optimise else evolve(made, engine=WasmEngine(made.machine, optimise=False))
        sample = random_games(made, 3, WatchedGames(1, 600))
        assert sample.failing is None, (config, sample.failing and sample.failing.message)
