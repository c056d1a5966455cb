"""Measures of a profile, as functions of records of games that are written here."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.compare.profile_measures import (
    DEFINITIONS,
    decisiveness,
    drama,
    game_measures,
    held_measures,
    is_a_step,
    killer_move,
    ladder_step,
    lead_changes,
    luck,
    option_measures,
    rule_measure,
    share,
)
from rulekit.play.traced_games import TracedChoice, TracedGame


def game(winners: tuple[int, ...] | None, *chances: tuple[float, ...], **held: tuple[str, ...]) -> TracedGame:
    choices = tuple(TracedChoice(n % 2, {"move": 3}, "move", one) for n, one in enumerate(chances))
    return TracedGame(winners, 2 * len(choices), (), choices, held)


BEHIND = game((0,), (0.5, 0.5), (0.25, 0.75), (0.5, 0.5), (1.0, 0.0))


def test_how_a_game_is_decided() -> None:
    """Ludii's definitions, worked out by hand: the loser's best chance is 0.75, which the winner passes before the last
    of four choices; the winner is behind before one of them, by 0.5."""
    assert decisiveness(BEHIND) == 0.75
    assert drama(BEHIND) == 0.125
    assert lead_changes(BEHIND) == 1.0
    assert killer_move(BEHIND) == 0.5
    assert killer_move(game((1,), (0.9, 0.1), (0.6, 0.4))) == pytest.approx(0.6)


def test_a_winner_who_never_led_is_decided_by_the_last_choice() -> None:
    assert decisiveness(game((1,), (0.9, 0.1), (0.8, 0.2))) == 1.0


def test_the_standard_measures() -> None:
    games = [BEHIND, game((0, 1), (0.5, 0.5)), game((), (0.5, 0.5)), game(None, (0.5, 0.5))]
    found = {(one.kind, one.of): one for one in game_measures(games, ("a", "b"))}
    assert found["wins", "a"].value == pytest.approx(2 / 3) and found["wins", "b"].value == pytest.approx(1 / 3)
    assert found["draws", ""].value == pytest.approx(1 / 3) and found["unfinished", ""].value == 0.25
    assert found["moves", ""].value == 4 and found["branching", ""].value == 3
    assert found["decisiveness", ""].games == 1 and found["killer moves", ""].games == 3


def test_games_that_nobody_watched_have_no_chances() -> None:
    kinds = {one.kind for one in game_measures([game((0,), (), ())], ("a", "b"))}
    assert kinds == {"wins", "draws", "unfinished", "moves", "choices", "branching"} and kinds < DEFINITIONS.keys()


def test_shares_have_the_interval_of_wilson() -> None:
    """SciPy 1.17.1 gives these ends: `scipy.stats.binomtest(10, 100).proportion_ci(method="wilson")`."""
    one = share("wins", "a", 10, 100)
    assert (one.low, one.high) == (pytest.approx(0.05522914, abs=1e-7), pytest.approx(0.17436566, abs=1e-7))


def test_luck_is_1_if_only_chance_decides_and_0_if_it_does_not_matter() -> None:
    random = Random(1)
    results: list[tuple[int, ...]] = [(random.randrange(2),) for _ in range(400)]
    alike = luck([(one, one) for one in results], 2, 1)
    assert (alike.value, alike.low, alike.high) == (1.0, 1.0, 1.0)
    other = luck(list(zip(results[:200], results[200:], strict=True)), 2, 1)
    assert other.value is not None and other.value < 0.15 and other.low == 0.0
    half = luck([(one, one if random.random() < 0.5 else (random.randrange(2),)) for one in results], 2, 1)
    assert half.low is not None and half.high is not None and 0.35 < half.low < 0.5 < half.high < 0.65


def test_without_any_variance_nobody_knows_the_luck() -> None:
    assert luck([((0,), (0,))] * 20, 2, 1).value is None


def test_a_step_of_the_ladder_is_told_as_between_two() -> None:
    """One of three who wins half of the games beats each of the others in two of three."""
    step = ladder_step("uct:8", "random", [1.0, 0.5, 0.0] * 20, 3)
    assert step.value == pytest.approx(2 / 3) and is_a_step(step)
    assert not is_a_step(ladder_step("uct:8", "random", [0.5, 0.5] * 20, 2))
    assert not is_a_step(ladder_step("uct:8", "random", [1.0, 0.0, 1.0, 0.2] * 4, 2))


def test_what_a_rule_decides() -> None:
    one = rule_measure("rule x", [(0,), (1,), (0,), None, (1,)], [(0,), (0,), None, (0,), (1,)])
    assert (one.value, one.games) == (pytest.approx(1 / 3), 3) and "1 of 4 games do not end" in one.remark


def test_an_option_that_is_hardly_ever_worth_taking() -> None:
    choices = tuple(TracedChoice(0, {"good": 1, "bad": 1}, "bad" if n == 0 else "good") for n in range(200))
    found = option_measures([TracedGame((0,), 1, (), choices, {})])
    assert [one.of for one in found] == ["bad", "good"]
    assert "hardly ever" in found[0].remark and "hardly ever" not in found[1].remark


def test_the_strongest_comes_first_and_pairs_are_judged_against_all() -> None:
    random, names, games = Random(2), ("tank", "elf", "imp", "bard"), []
    for _ in range(600):
        there = random.sample(names, 3)
        together = {"elf", "imp"} <= set(there)
        likely = [7 if one == "tank" else 6 if together and one in ("elf", "imp") else 1 for one in there]
        games.append(game((random.choices(range(3), likely)[0],), (), role=tuple(there)))
    found = list(held_measures(games))
    assert next(one.of for one in found if one.kind == "held") == "role tank"
    assert "elf and imp" in [one.of for one in found if one.kind == "pair"]
    fair = [game((random.randrange(3),), (), role=tuple(random.sample(names, 3))) for _ in range(600)]
    assert [one for one in held_measures(fair) if one.kind == "pair"] == []
