"""Progress of games of agents: a long game shows how far it is, by its choices."""

from __future__ import annotations

import pytest

from rulekit.compare.paired_figures import SameGames
from rulekit.engine.reference import ReferenceEngine
from rulekit.play import MAX_MOVES
from rulekit.play.chunks import in_chunks
from rulekit.play.game_progress import NEARLY_DONE, AgentJob, GameMeter, random_choices
from rulekit.play.simulate import Count, WatchedGames
from rulekit.play.traced_games import GamesWithoutRule, LadderGames, TracedGames
from tests.machine.samples import heap
from tests.shipped import game

JOBS = {
    "simulate": Count(1, MAX_MOVES, "uct:5"),
    "test": WatchedGames(1, MAX_MOVES, "uct:5"),
    "compare": SameGames(1, MAX_MOVES, "uct:5"),
    "profile": TracedGames(1, MAX_MOVES, "uct:5", 5),
    "ladder": LadderGames(1, MAX_MOVES, "uct:5", "random"),
    "without a rule": GamesWithoutRule(1, MAX_MOVES, "uct:5", ((), ())),
}


@pytest.fixture(autouse=True)
def every_choice_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.play.game_progress.TICK", 0.0)


@pytest.mark.parametrize("what", JOBS)
def test_a_game_in_play_counts_in_part(what: str) -> None:
    """Regression: `profile` and others said nothing until their first game had ended, which can take a minute."""
    job, told = JOBS[what], list[tuple[float, int]]()
    engine = game("classics/nine-mens-morris").engine
    watched = list(in_chunks([engine], job, 2, progress=lambda done, games: told.append((done, games))))
    shares = [done for done, _ in told]
    assert shares == sorted(shares) and told[-1] == (2, 2)
    assert sum(0 < done < 1 for done in shares) > 5 and sum(1 < done < 2 for done in shares) > 5
    assert repr(watched) == repr(list(in_chunks([engine], job, 2))), "watching does not change the games"


def test_a_game_in_play_is_never_said_to_be_done() -> None:
    told: list[float] = []
    meter = GameMeter(3, lambda done, games: told.append(done), [])
    meter.begin(range(1))
    for _ in range(4):
        meter.decided()  # nothing is known of a usual game, so nothing is told
    meter.end()
    assert told == [1]
    meter.begin(range(1, 3))
    for _ in range(20):
        meter.decided()
    meter.end()
    assert told[1:3] == [1.25, 1.5] and max(told[:-1]) == 2 + NEARLY_DONE and told[-1] == 3


def test_a_known_length_needs_no_random_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(engine: object) -> float:
        raise AssertionError("a random game was played")

    monkeypatch.setattr("rulekit.play.game_progress.random_choices", played)
    engine, told = game("classics/nine-mens-morris").engine, list[float]()
    job = LadderGames(1, MAX_MOVES, "uct:5", "random", usual=1000.0)
    list(in_chunks([engine], job, 1, progress=lambda done, games: told.append(done)))
    assert told[:2] == [0.001, 0.002] and told[-1] == 1


def test_a_game_that_is_far_too_long_is_compared_with_random_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: without a rule by which games end, one in play counted as nearly done for an hour."""
    monkeypatch.setattr("rulekit.play.game_progress.random_choices", lambda engine: 1000.0)
    told = list[float]()
    meter = GameMeter(5, lambda done, games: told.append(done), [ReferenceEngine(heap())], expected=10.0)
    meter.begin(range(1))
    for _ in range(100):
        meter.decided()
    assert told[9] == told[19] == NEARLY_DONE and told[20] == 0.021 and told[-1] == 0.1


def test_the_choices_of_a_random_game() -> None:
    assert 3 <= random_choices(ReferenceEngine(heap())) <= 10
    assert AgentJob().decided is None
