"""States of a configured game: other futures with another seed, and random moves.

A search that tries a state repeatedly may use new seeds, so that it sees other dice each time; by default, it sees
those of the real game.
"""

from __future__ import annotations

from collections import Counter

import pytest

from rulekit import load
from rulekit.play.game import GameState
from tests.cli import run

PIG = load("classics/pig").configure()
ROLLOUTS = 12


def flat(state: GameState, number: int, foresight: bool) -> int:
    """Return the option with the best mean result, each tried a dozen times. A roll of 1 brings nothing and ends the
    turn. With `foresight`, the search uses the real game's seed."""
    cursor, raw = state.cursor(), state.raw
    brought: Counter[int] = Counter()
    for option in state.legal():
        for rollout in range(ROLLOUTS):
            cursor.load(raw, seed=None if foresight else 1 + number * ROLLOUTS + rollout)
            cursor.apply(option)
            gathered = 0 if cursor.over or cursor.player != state.player else cursor.save().cells[GATHERED]
            brought[option] += gathered if state.label(option) == "go_on" else state.value("gathered")
    return max(brought, key=lambda option: brought[option])


GATHERED = PIG.layout.slots["gathered"].offset


def busts(foresight: bool, decisions: int = 300) -> float:
    """Return the share of ones among the rolls that the search chooses to make."""
    rolls = ones = game = 0
    state = PIG.start(5)
    for number in range(decisions):
        option = flat(state, number, foresight)
        after = state.apply(option)
        if state.label(option) == "go_on":
            rolls += 1
            ones += after.history()[len(state.history()) + 1].label == "roll(face: 1)"
        if after.over:
            game += 1
            after = PIG.start(5, game)
        state = after
    assert rolls > decisions // 5
    return ones / rolls


def test_a_search_with_its_own_seeds_does_not_know_the_dice():
    assert busts(foresight=True) < 0.01  # with the game's own seed, the search foresees the dice
    assert busts(foresight=False) > 0.08


def test_states_have_other_futures_too():
    state = PIG.start(seed=3)
    after = {state.with_seed(seed).apply("go_on").raw.cells for seed in range(60)}
    assert len(after) >= 6 and state.apply("go_on").raw == state.with_seed(3).apply("go_on").raw
    assert state.cursor(seed=8).save() == state.with_seed(8).raw
    other = state.with_seed(8).apply("go_on")
    assert PIG.replay(other.record()).raw == other.raw  # the record contains the outcomes, so the seed does not matter


# ------------------------------------------------------------------------------------------------------ random moves

TWO_AT_A_TIME = """rulebook two "Two at a time":
  players 2
keep n: 0..1000 = 500
flow:
  turns from p1:
    either go:
      choose x in 0..1
      n += x
      choose y in 0..1
      n += y
    or back:
      choose z in 0..1
      n -= z
      choose w in 0..1
      n -= w
    if n in {0, 1000}:
      game over, drawn
"""


@pytest.fixture
def two(tmp_path):
    """Return a rulebook in which every move has two decisions."""
    path = tmp_path / "two.rules"
    path.write_text(TWO_AT_A_TIME)
    return path


def test_random_moves_are_moves_with_all_their_decisions(two):
    start = load(str(two)).configure().start(1)
    states = list(start.random_moves(3))
    assert [state.begins_move for state in (start, *states)] == [True, False, True, False, True, False, True]
    assert [len(state.history()) for state in states] == [1, 2, 3, 4, 5, 6]
    assert len(list(states[0].random_moves(1))) == 3  # the rest of the current move, and one more
    assert list(states[-1].random_moves(0)) == []


def test_a_game_that_ends_has_no_more_moves():
    states = list(PIG.start(1).random_moves(10_000))
    assert states[-1].over and not states[-2].over


def test_commands_count_moves(two, capsys):
    data = run(capsys, "look", two, "--after", 3, "--json").data
    assert data["moves"] == 3
    label = "go(x: 1); go(y: 1); back(z: 0)"
    assert run(capsys, "look", two, "--after", label, "--json").data["moves"] == 2
    played = run(capsys, "play", two, "--random", "--moves", 3, "--json").data
    assert len(played["entries"]) == 6 and not played["over"]
