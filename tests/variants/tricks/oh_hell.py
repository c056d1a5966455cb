"""Oh hell of OpenSpiel beside a single deal of ours."""

from __future__ import annotations

from itertools import chain

from rulekit.play.game import GameState
from tests.variants.other_programs import OpenSpiel, openspiel
from tests.variants.tricks.hands import hands
from tests.variants.tricks.hearts import in_short

SUITS = (0, 1, 3, 2)
"""The suits of OpenSpiel in our order."""


def bid_or_card(label: str, state: GameState) -> str:
    """Return a label as OpenSpiel writes it: a number of tricks, or `SQ` for the queen of spades."""
    return in_short(label, state)[::-1] if label.startswith("follow") else label.split(": ")[1].rstrip(")")


def oh_hell(ours: GameState) -> OpenSpiel:
    """Deal our cards in OpenSpiel, and turn up ours: in a place of one card, 0 is none."""
    held = hands(ours)
    theirs = openspiel("oh_hell", players=ours.game.players, num_tricks_fixed=len(held[0]))(ours)
    for action in (len(held[0]), ours.value("dealer")):
        theirs.state.apply_action(action)
    for card in (*chain.from_iterable(zip(*held, strict=True)), ours.value("turned") - 1):
        theirs.state.apply_action(card % 13 * 4 + SUITS[card // 13])
    return theirs


def points_made(state: GameState) -> list[float]:
    return [state.value("points", player) for player in range(state.game.players)]
