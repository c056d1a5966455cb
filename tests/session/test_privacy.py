"""A line of the history is private if its audience is not everybody, whatever the texts of other lines are."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.play.game import GameState
from rulekit.session import Session
from tests.session.test_secrets import stepped

HEAD = "rulebook thrown:\n  players 2\n"
THROWN = f"""{HEAD}
keep die[p in Player]: 0..2 = 0, seen by p

flow:
  for each p in Player:
    draw d in 1..2, seen by p
    die[p] = d
  by p1:
    choose n in 1..2
  game over, drawn
"""
PASSED_ON = f"""{HEAD}
keep holder: Player = p1
keep die: 0..2 = 0, seen by holder

flow:
  for each p in Player:
    die = 0
    holder = p
    draw d in 1..2, seen by holder
    die = d
    by p:
      choose n in 1..2
  game over, drawn
"""
LAID = f"""{HEAD}
piece Card(value 1..12): 1 each

place hand: heap of Card, seen by p1
place aside: heap of Card, seen by p1
place deck: heap of Card
place table: heap of Card

flow:
  put Card(value: 1) in hand
  put Card(value: 2) in hand
  put Card(value: 12) in deck
  by p1:
    choose c in hand, seen by me
    move c from hand to aside
    move all of deck to table
    choose d in hand, seen by me
    move d from hand to table
  game over, drawn
"""


def begun(tmp_path: Path, text: str) -> GameState:
    (tmp_path / "thrown.rules").write_text(text)
    found = rulekit.load(str(tmp_path / "thrown.rules")).configure()
    return GameState(found, found.engine.start(1), None)


def after(state: GameState, *outcomes: int) -> GameState:
    """Return the state after these options and outcomes, by their places in the lists of them."""
    for at in outcomes:
        state = stepped(state, state.game.resolver.numbers(state.raw)[at])
    return state


def lines(state: GameState, seat: int) -> list[str]:
    return [f"{'*' * line.is_private}{line}" for line in Session.of(state).history(seat)]


def test_equal_throws_of_others_do_not_make_a_throw_public(tmp_path: Path) -> None:
    state = begun(tmp_path, THROWN)
    alike, unlike = after(state, 0, 0), after(state, 0, 1)
    assert lines(alike, 0) == lines(unlike, 0)
    assert [line.startswith("*") for line in lines(alike, 0)] == [True, True]
    assert [line.startswith("*") for line in lines(alike, 1)] == [True, True]


def test_a_value_that_another_seat_saw_later_is_private(tmp_path: Path) -> None:
    state = begun(tmp_path, PASSED_ON)
    alike, unlike = lines(after(state, 0, 0, 0), 0), lines(after(state, 0, 0, 1), 0)
    assert alike == unlike
    assert [line.startswith("*") for line in alike] == [True, True, False, False]


def test_a_pick_is_public_only_if_the_picked_thing_itself_is_shown(tmp_path: Path) -> None:
    """The name of card 12 begins with that of card 1."""
    told = lines(after(begun(tmp_path, LAID), 0, 0), 0)
    assert told == [
        "*Player 1: The game: Card 1",
        "*Card 1 goes from the hand to the aside.",
        "Card 12 goes from the deck to the table.",
        "Player 1: The game: Card 2",
        "Card 2 goes from the hand to the table.",
    ]
