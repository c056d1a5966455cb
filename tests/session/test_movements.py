"""What a seat is told of moves: what happened, in its order, and who else saw it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import rulekit
from rulekit.model.types import Domain
from rulekit.session import Session
from rulekit.session.movements import UNSEEN, PlaceChange, movements

SALE = """rulebook sale "For sale":
  players 3

piece House(value 1..12): 1 each

place deck: stack of House, hidden
place market: heap of House
place hand[p in Player]: heap of House, seen by p
place offered[p in Player]: one House, seen by p
place shown[Player]: one House
place sold: heap of House
keep purse[p in Player]: 0..99 = 0, seen by p

flow:
  put every House in deck
  shuffle deck
  repeat at most 3 times:
    move top of deck to market
  by p1:
    choose c in market
    move c from market to hand[p1]
    move top of deck to market
    for each p in Player where p != p1:
      let d in first d in market
      move d from market to hand[p]
    repeat at most 2 times:
      move top of deck to market
    purse[p1] += 3
  at once each p in Player:
    choose c in hand[me]
    move c from hand[me] to offered[me]
  for each p in Player:
    move offered[p] to shown[p]
    move shown[p] to sold
  game over, drawn
"""


def told(tmp_path: Path) -> list[list[str]]:
    """Return what each seat is told of a game; `*` marks what it is told alone."""
    (tmp_path / "sale.rules").write_text(SALE)
    session = Session.of(rulekit.load(str(tmp_path / "sale.rules")).configure().start(1))
    while not session.over:
        session = session.hand_over() if session.needs_hand_over else session.play(session.offers[0])
    return [[f"{'*' * line.is_private}{line}" for line in session.history(seat)] for seat in range(3)]


PUBLIC = """
House 3, house 9 and house 10 go from the deck to the market.
Player 1: The game: House 3
House 3 goes from the market to player 1's hand.
House 4, house 8 and house 12 go from the deck to the market.
House 9 goes from the market to player 2's hand.
House 10 goes from the market to player 3's hand.
House 3 goes from player 1's offered to player 1's shown.
House 3 goes from player 1's shown to the sold.
House 9 goes from player 2's offered to player 2's shown.
House 9 goes from player 2's shown to the sold.
House 10 goes from player 3's offered to player 3's shown.
House 10 goes from player 3's shown to the sold.
"""
OWN = """
*House 9 goes from player 2's hand to player 2's offered.
A house goes from player 1's hand to player 1's offered.
A house goes from player 3's hand to player 3's offered.
Player 2: The game: House 9
"""


def test_a_seat_is_told_each_move_as_it_happened_and_alone_only_what_no_other_seat_knows(tmp_path: Path) -> None:
    first, second, third = told(tmp_path)
    public = PUBLIC.strip().splitlines()
    assert [line for line in second if line in public] == public
    assert sorted(line for line in second if line not in public) == OWN.strip().splitlines()
    assert [line for line in first if line.startswith("*")] == [
        "*Player 1's purse is now 3 (before: 0).",
        "*House 3 goes from player 1's hand to player 1's offered.",
    ]
    assert [line for line in third if line in public] == public


HOUSE = Domain("House", "piece", ("a", "b"))


def changed(name: str, gone: Sequence[int] = (), come: Sequence[int] = ()) -> PlaceChange:
    counts = (Counter((HOUSE, number) for number in one) for one in (gone, come))
    return PlaceChange((name.partition(" ")[0], tuple(map(int, name.split()[1:]))), *counts)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        pytest.param([changed("a", [0]), changed("b", [], [0])], {"a-b": [0]}, id="one piece"),
        pytest.param([changed("a", [0]), changed("b", [], [UNSEEN])], {"a-b": [0]}, id="its kind was seen before"),
        pytest.param([changed("a", [UNSEEN]), changed("b", [], [1])], {"a-b": [1]}, id="its kind is seen after"),
        pytest.param([changed("a", [0]), changed("b", [], [1])], {"a-": [0], "-b": [1]}, id="two pieces"),
        pytest.param(
            [changed("a", [UNSEEN]), changed("b", [], [UNSEEN]), changed("c", [0]), changed("d", [], [UNSEEN])],
            {"a-b": [UNSEEN], "c-d": [0]},
            id="two moves of which one could be the other",
        ),
        pytest.param([changed("a", [0]), changed("a", [], [0])], {}, id="a shuffle"),
        pytest.param(
            [changed("a 1", [0]), changed("a 2", [], [0]), changed("a 2", [0]), changed("a 3", [], [0])],
            {"a1-a3": [0]},
            id="two steps on one board",
        ),
        pytest.param(
            [changed("a", [0]), changed("b", [], [0]), changed("b", [0]), changed("c", [], [0])],
            {"a-b": [0], "b-c": [0]},
            id="over another place",
        ),
        pytest.param(
            [changed("a", [0]), changed("b", [1]), changed("c", [], [0])],
            {"a-": [0], "b-": [1], "-c": [0]},
            id="a piece that left for the box does not arrive later",
        ),
    ],
)
def test_an_arrival_belongs_to_the_departure_before_it(
    changes: Sequence[PlaceChange], found: dict[str, list[int]]
) -> None:
    ways = {
        "-".join("" if end is None else end[0] + "".join(map(str, end[1])) for end in way): things
        for way, things in movements(changes).items()
    }
    assert {way: [number for _, number in things.elements()] for way, things in ways.items()} == found
