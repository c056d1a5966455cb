"""Agents by name, policies from a file, whole games of agents, and what agents must not do."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.diagnostics import RulekitError
from rulekit.engine.interface import GameFault
from rulekit.play import agents_text
from rulekit.play import search_player as module
from rulekit.play.agents import OwnAgent, RandomPlayer, agent_of, agents_of
from rulekit.play.game import GameState
from rulekit.play.loaded_book import load
from rulekit.play.parallel import Workers
from rulekit.play.search_player import Limit, SearchPlayer
from rulekit.play.simulate import WatchedGames, simulate
from rulekit.play.testing import random_games
from tests.shipped import game


class FirstOption:
    """Takes the first option on offer."""

    def choose(self, state: GameState) -> tuple[int, GameState]:
        return state.legal()[0], state


class Wild:
    """Returns an option that does not exist."""

    def choose(self, state: GameState) -> tuple[int, GameState]:
        return 10**6, state


class Broken:
    """Fails at its first choice."""

    def choose(self, state: GameState) -> tuple[int, GameState]:
        raise ZeroDivisionError("no plan")


class NoAgent:
    """Has no method `choose`."""


def test_agents_have_names() -> None:
    assert isinstance(agent_of("random"), RandomPlayer)
    assert [agent_of(text).limit for text in ("uct:20", "uct:5ms")] == [Limit(20), Limit(milliseconds=5)]  # type: ignore[attr-defined]
    assert [agent_of(text).limit for text in ("flat:20", "flat:5ms")] == [Limit(20, flat=True), Limit(None, 5, True)]  # type: ignore[attr-defined]
    own = agent_of(f"{__name__}:FirstOption")
    assert isinstance(own, OwnAgent) and isinstance(own.agent, FirstOption)
    assert [type(one) for one in agents_of("uct:5, random", 2)] == [SearchPlayer, RandomPlayer]
    one, two = agents_of("uct:5", 2)
    assert one is not two


@pytest.mark.parametrize(
    "text, said",
    [
        ("best", "`best` is no agent"),
        ("uct:", "is no agent"),
        ("uct:0", "out of range"),
        ("uct:999999999", "out of range"),
        ("no.such.module:Agent", "ModuleNotFoundError"),
        (f"{__name__}:NoAgent", "has no method `choose`"),
        (f"{__name__}:Missing", "AttributeError"),
        ("random,random,random", "2 players, and agents for 3"),
    ],
)
def test_what_names_no_agent_is_told(text: str, said: str) -> None:
    with pytest.raises(RulekitError, match="E816") as raised:
        agents_of(text, 2)
    assert said in str(raised.value)


def test_search_beats_random_players_and_itself_draws() -> None:
    nim, tic = game("classics/nim"), game("classics/tic-tac-toe")
    assert simulate(nim, 10, 1, agents="uct:300,random").wins == (10, 0)  # though p2 could always win
    assert simulate(tic, 10, 1, agents="uct:2000").draws == 10
    beaten = simulate(tic, 10, 1, agents="random,uct:300")
    assert beaten.wins[0] == 0 < beaten.wins[1]


def test_the_same_seed_gives_the_same_games_here_and_on_workers() -> None:
    four = game("classics/connect-four")
    here = simulate(four, 6, 3, agents="uct:40,random")
    assert simulate(four, 6, 3, agents="uct:40,random") == here
    assert simulate(four, 6, 4, agents="uct:40,random") != here
    with Workers(2) as workers:
        assert simulate(four, 6, 3, agents="uct:40,random", executor=workers) == here


def test_games_of_agents_are_counted_as_those_of_random_players() -> None:
    nim = game("classics/nim")
    games = simulate(nim, 5, 2, agents=f"{__name__}:FirstOption")
    assert games.games == 5 and games.length_mean == 16 and sum(games.wins) == 5  # one match at a time
    assert simulate(nim, 30, 2, agents="random,random") == simulate(nim, 30, 2)


def test_a_search_limited_by_time_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100))
    monkeypatch.setattr(module, "perf_counter", lambda: next(seconds) * 0.003)
    state = game("classics/tic-tac-toe").start(1)
    player = SearchPlayer(Limit(milliseconds=10))
    option, after = player.choose(state)
    assert option in state.legal() and after is state
    assert next(seconds) < 20


@pytest.mark.parametrize("name, games, least", [("kuhn-poker", 200, 0.15), ("leduc-poker", 100, 0.8)])
def test_a_search_of_information_sets_beats_random_players(name: str, games: int, least: float) -> None:
    found = simulate(game(f"classics/{name}"), games, 1, agents="uct:200,random")
    assert found.payoff_mean[0] > least > 0 > found.payoff_mean[1]


@pytest.mark.parametrize("name", ["connect-four", "leduc-poker"])
def test_a_flat_search_tries_all_options_equally_often(name: str) -> None:
    state = game(f"classics/{name}").start(3)
    while len(state.legal()) < 2:
        state = state.apply(state.legal()[0])
    player = SearchPlayer(Limit(400, flat=True))
    option, _ = player.choose(state)
    assert player._search is not None
    found = player._search[1].options()
    most, least = max(one.visits for one in found), min(one.visits for one in found)
    assert 0 < least <= most <= least + 1 and sum(one.visits for one in found) >= 396
    assert found[state.legal().index(option)].mean == max(one.mean for one in found)


def test_a_flat_search_beats_random_players_and_loses_to_a_tree() -> None:
    tic = game("classics/tic-tac-toe")
    assert simulate(tic, 20, 1, agents="flat:200,random").wins[0] >= 17
    won = simulate(tic, 30, 1, agents="uct:2000,flat:2000").wins
    assert won[1] == 0 < won[0]


def test_a_search_refuses_games_that_begin_at_a_position() -> None:
    state = game("classics/tic-tac-toe").start(1).apply(4)
    with pytest.raises(RulekitError, match="E804"):
        SearchPlayer(Limit(5)).choose(state.game.beginning_at(state.raw).start(1))


def test_a_replayed_game_is_searched_from_where_it_stands() -> None:
    tic = game("classics/tic-tac-toe")
    state = tic.start(1).apply(0).apply(4)
    again = tic.replay(state.record())
    choices = [SearchPlayer(Limit(200)).choose(one)[0] for one in (state, again)]
    assert choices[0] == choices[1]


@pytest.mark.parametrize("name, said", [("Wild", "an option on offer"), ("Broken", "ZeroDivisionError: no plan")])
def test_a_mistake_of_ones_own_agent_is_told(name: str, said: str) -> None:
    with pytest.raises(RulekitError, match="E816") as raised:
        simulate(game("classics/nim"), 2, 1, agents=f"{__name__}:{name}")
    assert said in str(raised.value)


DEEP = """rulebook deep "Deep":
  players 2
keep left: 0..9 = 6
fact depth(n 0..60) gives 0..60 nested at most 5 = if n == 0 then 0 else depth(n - 1)
flow:
  turns from p1:
    choose n in 1..2 where n <= left
    left -= n
    if left < 3 and depth(9 - left) > 90:
      nothing
    if left == 0:
      game over, won by me
"""


def test_a_fault_in_a_simulation_is_told_with_the_position_that_was_searched(tmp_path: Path) -> None:
    (tmp_path / "deep.rules").write_text(DEEP)
    deep = load(tmp_path / "deep.rules").configure()
    with pytest.raises(GameFault, match="depth") as raised:
        SearchPlayer(Limit(50)).choose(deep.start(1))
    assert raised.value.state == deep.start(1).raw
    with pytest.raises(GameFault):
        simulate(deep, 2, 1, agents="uct:50")


PROMISED = """rulebook promised "Promised":
  players 2
keep left: 0..9 = 9
flow:
  turns from p1:
    choose n in 1..2 where n <= left
    left -= n
    if left == 0:
      game over, won by me
finally unlucky: p2 in winners or left > 0
"""


def test_a_promise_that_players_who_search_break_is_reported(tmp_path: Path) -> None:
    (tmp_path / "promised.rules").write_text(PROMISED)
    promised = load(tmp_path / "promised.rules").configure()
    job = WatchedGames(1, 100, "random,uct:300")
    assert random_games(promised, 5, job).failing is None
    found = random_games(promised, 5, evolve(job, agents="uct:300,random"))
    assert found.failing is not None and found.failing.number == 0 and found.failing.name == "unlucky"
    assert promised.replay(found.failing.record).payoffs == (1, -1)


def test_a_fault_that_a_search_meets_is_reported_with_the_steps_before(tmp_path: Path) -> None:
    (tmp_path / "deep.rules").write_text(DEEP)
    found = random_games(load(tmp_path / "deep.rules").configure(), 2, WatchedGames(1, 100, "uct:50"))
    assert found.failing is not None and found.failing.kind == "fault" and "depth" in found.failing.message


def test_reports_say_whether_a_search_is_limited_by_time() -> None:
    assert agents_text("uct:5,random") == "uct:5,random"
    assert agents_text("my.items:Player") == "my.items:Player"
    assert "limited by time" in agents_text("random,uct:5ms")
    assert "limited by time" in agents_text("flat:5ms")


def policy(folder: Path, table: object) -> str:
    file = folder / "policy.json"
    file.write_text(json.dumps(table), encoding="utf-8")
    return f"cfr:{file}"


def test_options_are_drawn_with_the_probabilities_of_the_file(tmp_path: Path) -> None:
    first = game("classics/rock-paper-scissors").start()
    key, (rock, paper, _) = first.information_state(0).key, first.legal()
    agent = agent_of(policy(tmp_path, {key: [[rock, 0.2], [paper, 0.8], [99, 0.0]]}))
    starts = [game("classics/rock-paper-scissors").start(7, number) for number in range(400)]
    taken = [agent.choose(start)[0] for start in starts]
    assert taken == [agent.choose(start)[0] for start in starts]
    counts = Counter(taken)
    assert counts.keys() == {rock, paper} and 48 < counts[rock] < 112  # four standard deviations


def test_what_the_file_lacks_is_told(tmp_path: Path) -> None:
    first = game("classics/rock-paper-scissors").start()
    table = {first.information_state(0).key: [[first.legal()[0], 1]]}
    with pytest.raises(RulekitError, match=r"E816.*does not know what to do where p2 has seen"):
        simulate(game("classics/rock-paper-scissors"), 1, 1, agents=policy(tmp_path, table))
    with pytest.raises(RulekitError, match=r"E816.*does not know"):
        agent_of(policy(tmp_path, {first.information_state(0).key: [[99, 1]]})).choose(first)


@pytest.mark.parametrize("table", [[], {"": []}, {"": [[0, -1], [1, 2]]}, {"": [[0, 0]]}, {"": [["a", 1]]}, {"": 1}])
def test_a_file_that_is_no_policy_is_told(table: object, tmp_path: Path) -> None:
    with pytest.raises(RulekitError, match=r"E816.*is no policy"):
        agent_of(policy(tmp_path, table))
    with pytest.raises(RulekitError, match=r"E816.*is no policy"):
        agent_of(f"cfr:{tmp_path / 'nothing.json'}")
