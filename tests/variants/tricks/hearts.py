"""Hearts of OpenSpiel beside ours: the same deals, and cards to pass in our order."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from attrs import evolve, frozen

from rulekit.play.game import GameState
from tests.variants.other_programs import OpenSpiel, openspiel
from tests.variants.tricks.hands import RANKS, dealt, hands

SUITS = "CDHS"
WAYS = (1, 3, 2, 0)
"""The numbers of OpenSpiel for the ways to pass cards: left, right, across, not at all."""


def hands_and_passed(state: GameState) -> list[set[int]]:
    return [held | state.value("passed", player) for player, held in enumerate(hands(state))]


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


def hearts(**parameters: Any) -> Callable[[GameState], Hearts]:
    begun = openspiel("hearts", **parameters)

    def start(ours: GameState) -> Hearts:
        state = begun(ours).state
        for action in (WAYS[ours.value("way")], *dealt(ours)):
            state.apply_action(action)
        return Hearts(state, lambda text: None)

    return start


def points_left(state: GameState) -> list[float]:
    return [26 - state.value("points", player) for player in range(4)]
