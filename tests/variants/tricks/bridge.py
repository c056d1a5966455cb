"""Bridge of OpenSpiel beside ours, and beside whist, whose tricks are those of a contract for seven tricks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulekit.play.game import GameState
from tests.variants.other_programs import OpenSpiel, openspiel
from tests.variants.tricks.hands import RANKS, dealt

SIGNS = "♣♦♥♠"
DENOMINATIONS = ("♣", "♦", "♥", "♠", "NT")
CALLS = ((), ("Dbl",), ("Dbl", "RDbl"))
AT_RISK = ((False, False), (True, False), (False, True), (True, True))
"""Whether North and South, and East and West, are vulnerable."""


def with_sign(label: str, state: GameState) -> str:
    """Return the card of a label as OpenSpiel writes it: `♠Q` is the queen of spades."""
    suit, value = label.split(": ")[1].rstrip(")").split("_")
    return SIGNS["cdhs".index(suit[0])] + {"11": "J", "12": "Q", "13": "K", "14": "A"}.get(value, value)


def four_hands(text: str) -> list[set[int]]:
    """Read the hands: North's suits, then each suit of West and East, then South's."""
    found = re.findall(r"([♠♥♦♣])((?: (?:10|[2-9JQKA]))*)", text)[:16]
    seats = [0] * 4 + [3, 1] * 4 + [2] * 4
    held: list[set[int]] = [set() for _ in range(4)]
    for seat, (suit, ranks) in zip(seats, found, strict=True):
        held[seat] |= {place(suit + rank) for rank in ranks.split()}
    return held


def bridge(ours: GameState) -> OpenSpiel:
    """Start bridge in OpenSpiel after an auction that ends with our contract."""
    theirs = bridge_with(AT_RISK[ours.value("vulnerable")], use_double_dummy_result=False)(ours)
    for action in dealt(ours):
        theirs.state.apply_action(action)
    bid = f"{ours.value('level')}{DENOMINATIONS[ours.value('denomination')]}"
    for call in (*["Pass"] * ours.value("declarer"), bid, *CALLS[ours.value("doubling")], *["Pass"] * 3):
        theirs.state.apply_action(theirs.state.string_to_action(call))
    return theirs


def bridge_with(at_risk: tuple[bool, bool], **parameters: Any) -> Callable[[GameState], OpenSpiel]:
    return openspiel("bridge", four_hands, dealer_vul=at_risk[0], non_dealer_vul=at_risk[1], **parameters)


@frozen
class Whist(OpenSpiel):
    """A contract of bridge for seven tricks that the dealer plays: the cards and tricks of whist, but one of the four
    plays for two."""

    @property
    def player(self) -> int:
        card = place(next(iter(self.moves)))
        return next(seat for seat, held in enumerate(self.board) if card in held)

    @property
    def payoffs(self) -> list[float] | None:
        paid = super().payoffs
        return None if paid is None else [1 if points > 0 else -1 for points in paid]


def place(card: str) -> int:
    """Return the place of a card in our order, as bridge of OpenSpiel writes it."""
    return SIGNS.index(card[0]) * 13 + RANKS.index(card[1:].replace("10", "T"))


def whist(ours: GameState) -> Whist:
    theirs = bridge_with((False, False), use_double_dummy_result=False)(ours)
    for action in dealt(ours):
        theirs.state.apply_action(action)
    for call in (*["Pass"] * ours.value("dealer"), f"1{DENOMINATIONS[ours.value('trump')]}", *["Pass"] * 3):
        theirs.state.apply_action(theirs.state.string_to_action(call))
    return Whist(theirs.state, four_hands)
