"""Information states: perfect recall, equal on both engines, printable; and passing the keyboard between players."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.cli.terminal_output import CLEARED
from rulekit.play.game import GameState

GAMES = ["classics/leduc-poker", "classics/rock-paper-scissors", "classics/nim", "czar/english"]


def walk(state: GameState, seed: int, steps: int) -> list[GameState]:
    source, found = Random(seed), [state]
    while not state.over and len(found) < steps:
        state = state.apply(source.choice(state.legal()))
        found.append(state)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_give_the_same_information_states_byte_for_byte(name: str) -> None:
    book = rulekit.load(name)
    fast, slow = (walk(book.configure(engine=engine).start(3), 5, 12) for engine in ("wasm", "reference"))
    for one, two in zip(fast, slow, strict=True):
        for player in range(one.game.players):
            left, right = one.information_state(player), two.information_state(player)
            assert left == right and left.log == right.log and hash(left) == hash(right)
            assert left.lines() == right.lines()
            assert one.view(player) == two.view(player) and str(one.view(player)) == str(two.view(player))


def test_an_information_state_only_grows_and_tells_no_more_than_the_player_saw() -> None:
    states = walk(rulekit.load("classics/leduc-poker").configure().start(2), 1, 20)
    logs = [state.information_state(0) for state in states]
    for before, after in pairwise(logs):
        assert after.log[: len(before.log)] == before.log
    start = states[0]
    mine, theirs = (str(start.information_state(player)) for player in (0, 1))
    assert "deal(piece: " in mine and mine.count("deal(piece: ") == 1 and mine != theirs


def test_games_that_a_player_cannot_tell_apart_have_one_information_state() -> None:
    game = rulekit.load("classics/rock-paper-scissors").configure()
    rock, paper = (game.start().apply(option) for option in game.start().legal()[:2])
    assert rock.information_state(1) == paper.information_state(1)
    assert rock.information_state(0) != paper.information_state(0)
    assert len({rock.information_state(1), paper.information_state(1)}) == 1


STEPS = """rulebook steps "Chance falls unseen between two things that all see":
  players 2

keep coins: 0..9 = 0
keep guess[p in Player]: 0..2, seen by p
keep mask: 0..9 = 7, seen by keeper
keep keeper: Player = p1

flow:
  by p1:
    choose n in 0..2, seen by me
    guess[me] = n
  if guess[p1] == 2, reveals:
    keeper = p2
  else:
    coins = 2
  if guess[p1] >= 1:
    draw d in 1..6, hidden
  keeper = p1
  coins = 3
  by p2:
    choose k in 1..2
  game over, drawn
"""


@pytest.mark.parametrize("engine", ["wasm", "reference"])
def test_what_came_in_one_step_or_two_is_the_same(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "steps.rules"
    path.write_text(STEPS, "utf-8")
    game = rulekit.load(str(path)).configure(engine=engine)
    none, more, shown = (game.start().apply(f"flow(n: {n})") for n in range(3))
    one, two = none.information_state(1), more.information_state(1)
    assert len(one.log) < len(two.log) and one == two and hash(one) == hash(two)
    assert none.information_state(0) != more.information_state(0) and one != none.information_state(0)
    seen = shown.information_state(1)
    told_apart = [line.text for line in seen.words.describe(seen.words.merge_entries(seen.log), 0)]
    assert "mask: 7" in str(seen) and "mask: 7" in told_apart, "what he saw only where the game stood still"


def test_a_resumed_game_remembers(tmp_path: Path) -> None:
    game = rulekit.load("classics/leduc-poker").configure()
    state = walk(game.start(4), 2, 4)[-1]
    state.save(tmp_path / "save")
    again = game.resume(tmp_path / "save")
    for player in range(game.players):
        assert again.information_state(player) == state.information_state(player)


def test_of_a_state_from_nowhere_nobody_knows_what_was_seen() -> None:
    state = walk(rulekit.load("classics/nim").configure().start(), 1, 3)[-1]
    with pytest.raises(ValueError, match="came about"):
        GameState(state.game, state.raw, None).information_state(0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_keyboard_is_handed_over_and_the_screen_cleared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "dumb")  # a terminal without line editing
    monkeypatch.setattr("sys.stdin", Terminal("1\n\n1\n\nquit\n"))
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    assert main(["play", "classics/leduc-poker", "--seed", "1"]) == 0
    first, second, *_ = out.getvalue().split(CLEARED)
    assert "hand the keyboard to Player 2, who should press Enter" in first and "A player's hand: Spades King" in first
    assert "Seen by Player 2:" in second and "  Player 1: Check" in second
    assert "Spades King" not in second


def test_a_game_without_secrets_needs_no_hand_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdin", Terminal("1\n1\nquit\n"))
    out = Terminal()
    monkeypatch.setattr("sys.stdout", out)
    assert main(["play", "classics/nim"]) == 0
    assert "hand the keyboard" not in out.getvalue() and CLEARED not in out.getvalue()
