"""What a profile will play, and the estimate of its time, which is corrected while it plays."""

from __future__ import annotations

import pytest

from rulekit.compare import profile_plan
from rulekit.compare.profile_plan import STEP, ProfilePart, ProfilePlan, ProfileSettings, ladder_steps, plan_text
from rulekit.play.loaded_book import load


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Replace the clock by one that shows the item of a list."""
    now = [0.0]
    monkeypatch.setattr(profile_plan, "perf_counter", lambda: now[0])
    return now


def settings(rules: bool = True) -> ProfileSettings:
    return ProfileSettings(10, 1, 1000, "uct:50", 100, 2, rules)


def test_the_first_line_says_what_is_played() -> None:
    game = load("classics/pig").configure()
    text = plan_text("classics/pig", game, settings(rules=False))
    assert text == "classics/pig: at most 4 parts of 10 games; 2 players (uct:50), chances by 100 simulations"
    text = plan_text("classics/pig", game, settings())
    rules = len(profile_plan.rules_applied(game))
    assert f"at most {4 + rules} parts of 10 games, {rules} of them without a rule; " in text


def test_the_skill_ladder_begins_with_a_simulation_for_each_option() -> None:
    steps = [(one.strong, one.weak) for one in ladder_steps(3, 9.5)]
    assert steps == [("uct:16", "random"), ("uct:32", "uct:16"), ("uct:64", "uct:32")]
    part = ladder_steps(1)[0].part(10, 3)
    assert (part.what, part.games) == ("uct:4 against random", 12) and part.simulations == pytest.approx(4 / 3)


def test_the_time_is_estimated_by_simulations_then_by_the_rules_tried(clock: list[float]) -> None:
    first, usual = ProfilePart("games", 10, 150), ProfilePart("again", 10, 50)
    plan = ProfilePlan([first, usual], usual, rules=4)
    plan.begin()
    assert plan.seconds_left(first, 0.0) is None
    clock[0] = 16.0
    whole = 10 * (150 + STEP)  # 16 seconds for a tenth of it
    later = usual.effort + 4 * usual.effort / 2
    assert plan.seconds_left(first, 0.1) == pytest.approx(160 * later / whole)
    clock[0] = 100.0
    plan.end(first)
    plan.begin()
    assert plan.seconds_left(usual, 0.0) == pytest.approx(100 * 2 * usual.effort / whole)
    plan.end(usual)
    plan.begin_rules()
    for seconds in (7.0, 9.0):  # two rules take eight seconds each; the second cannot be left out
        plan.try_rule()
        clock[0] += seconds
    plan.try_rule()
    plan.begin()
    assert plan.seconds_left(usual, 0.5) == pytest.approx(8.0) and plan.rules == 1
