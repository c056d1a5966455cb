"""Traced games: the same games as without a trace, and games that are played again without a rule."""

from __future__ import annotations

from attrs import evolve

from rulekit.engine.choice import make_engine
from rulekit.machine.lower import lower
from rulekit.pipeline import check_layered
from rulekit.play.loaded_book import load
from rulekit.play.simulate import Count, count_games
from rulekit.play.traced_games import GamesWithoutRule, LadderGames, TracedGames

GAMES = range(6)


def test_traces_are_of_the_games_that_simulate_plays() -> None:
    game = load("czar/english").configure(3)
    traced = TracedGames(7, 1000, "random")([game.engine], GAMES)
    figures = count_games(game.engine, Count(7, 1000), len(GAMES))
    assert [sum(seat in (one.winners or ()) for one in traced) for seat in range(3)] == list(figures.wins)
    assert sum(one.moves for one in traced) == round((figures.length_mean or 0) * len(GAMES))
    options = [choice.options for one in traced for choice in one.choices]
    assert figures.branching_mean == round(sum(options) / len(options), 6)


def test_another_seed_of_players_meets_the_same_chance() -> None:
    engine = load("classics/pig").configure().engine
    first, other, again = (
        TracedGames(1, 1000, agents)([engine], GAMES) for agents in ("random", "random#1", "random#1")
    )
    assert first != other and other == again
    searched = [TracedGames(1, 1000, agents)([engine], range(1)) for agents in ("uct:20", "uct:20#1", "uct:20#1")]
    assert searched[0] != searched[1] and searched[1] == searched[2]


def test_an_onlooker_tells_the_chances_before_each_choice() -> None:
    engine = load("classics/tic-tac-toe").configure().engine
    (game,) = TracedGames(3, 100, "uct:50", 50)([engine], range(1))
    assert all(len(one.chances) == 2 and 0 <= sum(one.chances) <= 1 for one in game.choices)
    assert game == TracedGames(3, 100, "uct:50", 50)([engine], range(1))[0]
    unwatched = TracedGames(3, 100, "uct:50")([engine], range(1))[0]
    assert unwatched.decisions == game.decisions


def test_equal_players_share_the_wins_of_each_deal() -> None:
    engine = load("classics/pig").configure(3).engine
    shares = LadderGames(1, 1000, "random", "random")([engine], range(12))
    assert [sum(shares[at : at + 3]) for at in range(0, 12, 3)] == [1.0] * 4


def test_a_game_without_a_rule_is_the_same_until_the_rule_matters() -> None:
    game = load("czar/english").configure(3)
    traced = TracedGames(1, 1000, "random")([game.engine], GAMES)
    job = GamesWithoutRule(1, 1000, "random", tuple(one.decisions for one in traced))
    assert job([game.engine], GAMES) == [one.winners for one in traced]
    clauses = tuple(one for one in game.rulebook.clauses if one.id != "action travel")
    model, _ = check_layered(evolve(game.rulebook, clauses=clauses), (), examples=False, knowledge=False)
    assert model is not None
    without = job([make_engine(lower(model), "wasm", 0)], GAMES)
    assert without != [one.winners for one in traced]
