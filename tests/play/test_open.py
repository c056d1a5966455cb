"""Open attributes of hidden pieces are visible and described; decisions may depend on them without a leak."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import rulekit
from rulekit.play.knowledge import exchange_outcomes
from rulekit.play.loaded_book import LoadedBook
from tests.play.histories import group_histories

BOOK = """rulebook backs "Backs":
  players 2

enum Back: red, blue

piece Card(value 1..3, back Back open): 2 each
piece Tile(value 1..3, back Back open): 1 each
place deck: stack of Card, hidden
place hand[p in Player]: heap of Card, seen by p
place line[p in Player]: row of Card, seen by p
place slot[p in Player]: one Card, seen by p
place bag[p in Player]: heap of Tile, seen by p
place own[p in Player]: row of Card, seen by p, counted by p
keep reds[Player]: 0..9 = 0

flow:
  put every Card on deck
  put every Tile in bag[p2]
  shuffle deck
  for each p in Player:
    move random from deck to line[p]
    move random from deck to slot[p]
    move random from deck to own[p]
    repeat at most 2 times:
      move random from deck to hand[p]
  turns from p1:
    choose c in hand[me]
    move c from hand[me] to bottom of line[me]
    if (bottom of line[me]).back == red:
      reds[me] += 1
    reds[me] += count(d in hand[me] where d.back == red)
    choose n in 1..2 where n == 1 or sure(slot[next(me)]).back == red
    if reds[me] > 2 or empty(hand[me]):
      game over, won by me
"""


@pytest.fixture
def backs(tmp_path: Path) -> LoadedBook:
    path = tmp_path / "backs.rules"
    path.write_text(BOOK)
    return rulekit.load(str(path))


def test_a_player_sees_what_is_open_where_he_counts(backs: LoadedBook) -> None:
    start = backs.configure().start(seed=4)
    assert str(start.view(1)).split("\n")[1:10] == [
        "deck: 2 unseen (2 x blue)",
        "hand[p1]: 2 unseen (2 x blue)",
        "hand[p2]: 1 x 2_red, 1 x 3_red",
        "line[p1]: 1 unseen (red)",
        "line[p2]: 1_red",
        "slot[p1]: ?red",
        "slot[p2]: 1_blue",
        "bag[p2]: {1_red, 1_blue, 2_red, 2_blue, 3_red, 3_blue}",
        "own[p1]: ?",
    ]
    assert "bag[p2]: 6 unseen (3 x red, 3 x blue)" in str(start.view(0))
    after = start.apply(start.labels()[0]).information_state(1)
    assert after.lines(len(after.log) - 1) == [
        "p1: flow(c: ?)",
        "hand[p1]: 1 unseen (1 x blue)",
        "line[p1]: 2 unseen (blue < red)",
    ]


def test_both_engines_tell_it_alike(backs: LoadedBook) -> None:
    states = [backs.configure(engine=engine).start(seed=7) for engine in ("wasm", "reference")]
    while not states[0].over:
        for player in range(2):
            one, two = (state.information_state(player) for state in states)
            assert one.log == two.log and one.lines() == two.lines()
            assert str(states[0].view(player)) == str(states[1].view(player))
        states = [state.apply(state.labels()[-1]) for state in states]


def test_whoever_goes_by_it_gives_nothing_away(backs: LoadedBook) -> None:
    found = exchange_outcomes(backs.machine(), 60, seed=1)
    assert found.leaks == () and found.kept > 100


SMALL = """rulebook small:
  players 2
enum Back: red, blue
piece Card(value 1..2, back Back open): 1 each
place deck: stack of Card, hidden
place slot[p in Player]: one Card, seen by p
flow:
  put every Card on deck
  move random from deck to slot[p1]
  by p2:
    choose n in 1..2 where n == 1 or sure(slot[p1]).back == red
  game over, drawn
"""


def test_without_it_what_the_check_lets_pass_would_be_a_leak(tmp_path: Path) -> None:
    """Exhausted: every history of a small game, with and without open attributes."""
    path = tmp_path / "small.rules"
    path.write_text(SMALL)
    machine = rulekit.load(str(path)).machine()
    shut = evolve(machine, cells=tuple(evolve(cell, open=None) for cell in machine.cells))
    assert group_histories(machine).leaks == ()
    assert len(group_histories(shut).leaks) == 1
    assert exchange_outcomes(machine, 60, seed=1).leaks == ()
    assert exchange_outcomes(shut, 60, seed=1).leaks
