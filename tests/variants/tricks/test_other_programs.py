"""Random deals of each edition go as in OpenSpiel: the same cards may be played in each position, and the points are
the same at the end."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from attrs import evolve, frozen

from rulekit.play.game import GameState
from tests.variants.families import EDITIONS
from tests.variants.other_programs import OpenSpiel, Peer, openspiel, play_side_by_side

RANKS, SUITS = "23456789TJQKA", "CDHS"
WAYS = (1, 3, 2, 0)
"""The numbers of OpenSpiel for the ways to pass cards: left, right, across, not at all."""


def hands(state: GameState) -> list[set[int]]:
    """Return the cards of each player by their numbers in our order: by suit, then by value."""
    return [set(state.value("hand", player)) for player in range(4)]


def hands_and_passed(state: GameState) -> list[set[int]]:
    return [held | state.value("passed", player) for player, held in enumerate(hands(state))]


def dealt(state: GameState) -> list[int]:
    """Return the cards, as OpenSpiel numbers them by value and suit, in the order in which it deals them."""
    return [card % 13 * 4 + card // 13 for four in zip(*map(sorted, hands(state)), strict=True) for card in four]


def in_short(label: str, state: GameState) -> str:
    """Return the card of a label as OpenSpiel writes it: `QS` is the queen of spades."""
    suit, value = label.split(": ")[1].rstrip(")").split("_")
    return RANKS[int(value) - 2] + suit[0].upper()


@frozen
class Hearts(OpenSpiel):
    """Hearts of OpenSpiel. Of the cards to pass, each is higher than the one before, as in ours."""

    passed: tuple[int, ...] = ()

    @property
    def board(self) -> list[set[int]]:
        told = self.state.to_dict()
        passed = told["passed_cards"] if told["phase"] == "Pass" else [[]] * 4
        return [{order(card) for card in (*own, *away)} for own, away in zip(told["hands"], passed, strict=True)]

    @property
    def moves(self) -> Collection[str]:
        found = super().moves
        if self.state.to_dict()["phase"] != "Pass":
            return found
        held = sorted(found, key=order)
        last = len(held) - 2 + len(self.passed)
        return [card for at, card in enumerate(held) if at < last and order(card) > max(self.passed, default=-1)]

    def make(self, move: str) -> Hearts:
        made = super().make(move)
        own = (*self.passed, order(move)) if self.state.to_dict()["phase"] == "Pass" else ()
        return evolve(made, passed=own if len(own) < 3 else ())


def order(card: str) -> int:
    """Return the place of a card in our order: by suit, then by value."""
    return SUITS.index(card[1]) * 13 + RANKS.index(card[0])


def hearts(**parameters: Any) -> Any:
    begun = openspiel("hearts", **parameters)

    def start(ours: GameState) -> Hearts:
        state = begun(ours).state
        for action in (WAYS[ours.value("way")], *dealt(ours)):
            state.apply_action(action)
        return Hearts(state, lambda text: None)

    return start


def points_left(state: GameState) -> list[float]:
    return [26 - state.value("points", player) for player in range(4)]


ONE_DEAL: dict[str, str | int] = {"goal": 1, "passing": "by_chance"}
PEERS = (
    Peer("tricks/hearts", hearts(qs_breaks_hearts=False), in_short, hands_and_passed, ONE_DEAL, paid=points_left),
    Peer(
        "tricks/hearts",
        hearts(jd_bonus=True, can_lead_any_club=True, no_pts_on_first_trick=False, can_lead_hearts_instead_of_qs=True),
        in_short,
        hands_and_passed,
        {
            **ONE_DEAL,
            "jack": "ten_off",
            "opening": "any_club",
            "first_points": "allowed",
            "queen_breaks": "she_does",
            "hearts_and_queen": "heart_too",
        },
        paid=points_left,
    ),
)


def test_every_edition_is_compared() -> None:
    assert {peer.name for peer in PEERS} == {name for name in EDITIONS if name.startswith("tricks/")}


@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_random_games_go_the_same_way(peer: Peer) -> None:
    assert play_side_by_side(peer, 5, 1) > 200


@pytest.mark.soak
@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_many_random_games_go_the_same_way(peer: Peer) -> None:
    play_side_by_side(peer, 1000, 2)
