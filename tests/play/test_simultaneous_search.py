"""Searches where players decide at the same time: they mix their options, and learn what is shown afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rulekit.engine.wasm.information_tree import EXPLORED
from rulekit.engine.wasm.tree_search import OptionStatistics
from rulekit.play.game import GameState
from rulekit.play.loaded_book import load
from rulekit.play.search_player import Limit, SearchPlayer

from ..shipped import game

HEAVY_ROCK = """rulebook heavy_rock "Heavy rock":
  players 2
enum Hand, turning: rock, scissors, paper
keep hand[p in Player]: Hand or none = none, seen by p
keep points[Player]: -9..9 = 0
fact beats(shown Hand, other Hand) = shown + 1 == other
flow:
  at once each p in Player:
    choose shape in Hand
    hand[p] = shape
  for each p in Player:
    show hand[p] to all
  for each p in Player where beats(sure(hand[p]), sure(hand[opponent(p)])):
    points[p] += if hand[p] == rock then 3 else 1
    points[opponent(p)] -= if hand[p] == rock then 3 else 1
  game over, paying p in Player: points[p]
"""
GOOFSPIEL = """rulebook goofspiel "Goofspiel":
  players 2
keep cards[p in Player]: set of 1..4 = {1..4}
keep bid[p in Player]: 1..4 or none = none, seen by p
keep prize: 1..4 = 3
keep points[Player]: 0..99 = 0
flow:
  repeat at most 4 times:
    at once each p in Player:
      choose card in cards[p]
      bid[p] = card
    for each p in Player:
      show bid[p] to all
      cards[p] -= {sure(bid[p])}
    for each p in Player where sure(bid[p]) > sure(bid[opponent(p)]):
      points[p] += prize
    for each p in Player:
      bid[p] = none
    prize = if prize > 1 then prize - 1 else 4
  game over, paying p in Player: points[p] - points[opponent(p)]
"""
FIRST_BIDS = ((0, -2, -0.66, 1.51), (2, 0, -2, 0.69), (0.66, 2, 0, -1.14), (-1.51, -0.69, 1.14, 0))
"""What the first player gets in this game of Goofspiel after the first bids, by the players' cards, if both play on
without a mistake (found by regret matching over the whole game)."""
BLIND = """rulebook guess "Guess":
  players 2
keep number: 1..4 or none = none, seen by p1
keep open: 1..4 or none = none
flow:
  turns from p1:
    if me == p1:
      choose n in 1..4, seen by p1
      number = n
      SHOWN
    else:
      choose guess in 1..4
      if guess == number, reveals:
        game over, won by p2
      game over, won by p1
"""


def state_of(text: str, folder: Path, seed: int, *played: str) -> GameState:
    (folder / "book.rules").write_text(text)
    state = load(folder / "book.rules").configure().start(seed)
    for move in played:
        state = state.apply(state.find(move))
    return state


def searched(state: GameState, simulations: int) -> Sequence[OptionStatistics]:
    player = SearchPlayer(Limit(simulations))
    player.choose(state)
    assert player._search is not None
    return player._search[1].options()


def mixture(found: Sequence[OptionStatistics]) -> list[float]:
    """Return how likely each option is, without the share of draws that only explore."""
    even = EXPLORED * sum(one.visits for one in found) / len(found)
    weights = [max(0.0, one.visits - even) for one in found]
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize("played", [(), ("flow(shape: rock)",)], ids=["first", "second"])
def test_hands_are_mixed_as_the_equilibrium_mixes_them(tmp_path: Path, played: tuple[str, ...]) -> None:
    """If rock wins three points, paper is worth three times as much as each other hand. The player asked second does
    not know what the first one picked, and does not expect an even choice."""
    state = state_of(HEAVY_ROCK, tmp_path, 1, *played)
    shares = dict(zip(state.labels(), mixture(searched(state, 40_000)), strict=True))
    wanted = {"flow(shape: rock)": 0.2, "flow(shape: scissors)": 0.2, "flow(shape: paper)": 0.6}
    assert all(abs(shares[label] - share) < 0.08 for label, share in wanted.items()), shares


def test_the_choice_is_drawn_from_the_mixture() -> None:
    throws = game("classics/rock-paper-scissors")
    found = [SearchPlayer(Limit(300)).choose(throws.start(seed))[0] for seed in range(60)]
    assert all(8 <= found.count(option) <= 32 for option in throws.start(1).legal())
    again = [SearchPlayer(Limit(300)).choose(throws.start(seed))[0] for seed in range(60)]
    assert found == again


@pytest.mark.parametrize("played", [(), ("flow(card: 2)",)], ids=["first", "second"])
def test_bids_in_goofspiel_can_hardly_be_exploited(tmp_path: Path, played: tuple[str, ...]) -> None:
    def loss(shares: Sequence[float]) -> float:
        """Return what the best answer to a mixture wins; the game is fair."""
        return max(-sum(s * row[k] for s, row in zip(shares, FIRST_BIDS, strict=True)) for k in range(4))

    assert min(loss([float(k == bid) for k in range(4)]) for bid in range(4)) > 1.1
    found = [loss(mixture(searched(state_of(GOOFSPIEL, tmp_path, s, *played), 20_000))) for s in (1, 2, 3, 4)]
    assert sum(found) / 4 < 0.4, found


@pytest.mark.parametrize("shown", ["show number to all", "open = number, reveals"])
def test_a_player_knows_what_was_shown_before(tmp_path: Path, shown: str) -> None:
    """The first player cannot win: the second sees the number."""
    state = state_of(BLIND.replace("SHOWN", shown), tmp_path, 1)
    assert all(one.mean < -0.8 for one in searched(state, 4000))


def test_a_player_does_not_know_what_was_not_shown(tmp_path: Path) -> None:
    state = state_of(BLIND.replace("SHOWN", "nothing"), tmp_path, 1)
    assert all(one.mean > 0.2 for one in searched(state, 4000) if one.visits > 500)
