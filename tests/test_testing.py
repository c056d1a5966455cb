"""The strategies of `rulekit.testing` give every game of a rulebook, what is offered and nothing else, and lines that
shrink; its state machine finds a broken promise."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from rulekit.play.game import ConfiguredGame, GameState
from rulekit.play.loaded_book import load
from rulekit.testing import RulebookMachine, assert_promises, games, lines, moves, positions

from .shipped import game

PILE = """rulebook pile "Pile":
  players 2 to 3
keep left "What is left": 0..9 = 9
option limit "What may be taken at most": 1..3 = 2
choice turn "A turn"
action take in turn "Take some":
  choose n in 1..4 where n <= lesser(limit, left)
  left -= n
flow:
  turns from p1:
    if left == 0:
      game over, drawn
    do one of turn
always plenty "Some are left": left > 2
finally empty "None is left": left == 0
"""


@pytest.fixture
def pile(tmp_path: Path) -> Path:
    path = tmp_path / "pile.rules"
    path.write_text(PILE, encoding="utf-8")
    return path


def test_games_are_those_of_each_number_of_players_and_each_other_answer(pile: Path) -> None:
    drawn: set[tuple[int, str]] = set()

    @settings(max_examples=60, database=None)
    @given(games(pile))
    def collect(one: ConfiguredGame) -> None:
        drawn.add((one.players, str(one.rulebook.options["limit"])))

    collect()
    assert drawn == {(2, "2"), (3, "2"), (2, "1"), (2, "3")}
    assert find(games(pile, players=3), lambda _: True).players == 3
    assert str(find(games(pile, options={"limit": 1}), lambda _: True).rulebook.options["limit"]) == "1"


@settings(max_examples=20)
@given(st.data())
def test_a_line_goes_from_the_start_by_offered_moves(data: st.DataObject) -> None:
    line = data.draw(lines(game("classics/nine-mens-morris"), most=12))
    assert len(line) <= 13 and not line[0].history()
    for one, two in pairwise(line):
        assert two.raw in {one.apply(option).raw for option in one.legal()}


@settings(max_examples=20)
@given(lines("classics/tic-tac-toe", most=3, whole=True))
def test_a_whole_line_ends(line: tuple[GameState, ...]) -> None:
    assert line[-1].over and not line[-2].over


@settings(max_examples=20)
@given(st.data())
def test_moves_are_offered(data: st.DataObject) -> None:
    state = data.draw(positions(game("classics/kuhn-poker"), most=2))
    if not state.over:
        assert state.apply(data.draw(moves(state))).history()


def test_a_position_is_shrunk_to_few_moves_and_early_options(pile: Path) -> None:
    state = find(positions(pile), lambda state: state.value("left") <= 5, settings=settings(database=None))
    assert len(state.history()) <= 4


def test_a_failing_example_is_printed_with_its_moves(pile: Path) -> None:
    @settings(database=None)
    @given(games(pile, players=3), positions(pile))
    def fail(one: ConfiguredGame, state: GameState) -> None:
        assert state.value("left") > 7

    with pytest.raises(AssertionError) as caught:
        fail()
    told = "\n".join(getattr(caught.value, "__notes__", []))
    assert "<game" in told and "3 players, limit = 2>" in told and "seed 0, after: take(n: 2)>" in told


def test_a_broken_promise_is_told_with_its_place_and_values(pile: Path) -> None:
    state = load(pile).configure().start()
    assert_promises(state)
    for _ in range(4):
        state = state.apply("take(n: 2)")
    with pytest.raises(AssertionError, match=r"always plenty: broken") as caught:
        assert_promises(state)
    assert "pile.rules:14:" in str(caught.value) and "left" in str(caught.value)


def test_a_state_machine_finds_a_broken_promise(pile: Path) -> None:
    class Pile(RulebookMachine):
        game = pile

    shown = settings(database=None, phases=(Phase.generate, Phase.shrink))  # to explain it would take most of the time
    with pytest.raises(AssertionError, match="always plenty: broken") as caught:
        run_state_machine_as_test(Pile, settings=shown)
    assert "take(n: " in "\n".join(getattr(caught.value, "__notes__", []))


class TicTacToe(RulebookMachine):
    game = "classics/tic-tac-toe"


TestTicTacToe = TicTacToe.TestCase
TestTicTacToe.settings = settings(max_examples=10, stateful_step_count=12)
