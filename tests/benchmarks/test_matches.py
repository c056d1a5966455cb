"""Matches against OpenSpiel: both programs play the same game, and how often rulekit must win."""

import random

import pytest

from benchmarks import matches


@pytest.mark.parametrize("match", matches.MATCHES, ids=lambda match: match.name)
def test_every_option_has_its_action(match):
    pytest.importorskip("pyspiel")
    table, draw = matches.table(match, 0.001), random.Random(match.name)
    state, other = table.game.start(seed=1), table.peer.new_initial_state()
    while not state.over:
        actions = table.actions(state, other)
        option = draw.choice(state.legal())
        other.apply_action(actions[option])
        state = state.apply(option)
    assert other.is_terminal() and list(state.payoffs) == other.returns()


def test_a_whole_game_counts_for_the_winner():
    pytest.importorskip("pyspiel")
    table = matches.table(matches.MATCHES[0], 0.0005)
    table.warm_up()
    assert {table.play(number) for number in range(2)} <= {0.0, 0.5, 1.0}


def test_the_interval_is_wilsons():
    assert [round(end, 3) for end in matches.interval(50, 100)] == [0.404, 0.596]
    assert matches.interval(100, 100)[1] == pytest.approx(1)


def test_too_few_wins_fail(monkeypatch, capsys):
    monkeypatch.setattr(matches, "table", lambda match, seconds: Counted(seconds))
    assert matches.main(["connect", "--number", "100"]) == 0
    Counted.won = 0.6
    assert matches.main(["connect", "--number", "100"]) == 1
    assert "| connect four | 100 | 60.0 % |" in capsys.readouterr().out


class Counted:
    """A table at which rulekit wins a fixed share of a hundred games."""

    won = 0.7

    def __init__(self, seconds):
        self.mine = self.theirs = matches.Clock(seconds)

    def warm_up(self):
        self.mine.rate = 100.0

    def play(self, number):
        return float(number < 100 * self.won)


@pytest.mark.soak
def test_only_choices_are_searched(monkeypatch):
    """The only option needs no search; timed, it would look like a very fast one."""
    pytest.importorskip("pyspiel")
    choose, offered = matches.Table.choose, []

    def noted(self, state, count):
        offered.append(len(state.legal()))
        return choose(self, state, count)

    monkeypatch.setattr(matches.Table, "choose", noted)
    table = matches.table(matches.MATCHES[2], 0.0005)
    table.warm_up()
    for number in range(2):
        table.play(number)
    assert min(offered) > 1
