"""A policy from a file: its probabilities, equal games, and what is wrong with it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.play.agents import agent_of
from rulekit.play.simulate import simulate

from ..shipped import game


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
