"""Random deals of each edition go as in OpenSpiel: the same cards may be played in each position, and the points are
the same at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import product
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen

from rulekit.play.game import GameState
from tests import shipped
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


def hearts(**parameters: Any) -> Callable[[GameState], Hearts]:
    begun = openspiel("hearts", **parameters)

    def start(ours: GameState) -> Hearts:
        state = begun(ours).state
        for action in (WAYS[ours.value("way")], *dealt(ours)):
            state.apply_action(action)
        return Hearts(state, lambda text: None)

    return start


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
    Peer("tricks/bridge", bridge, with_sign, hands),
    Peer("classics/whist", whist, with_sign, hands, {"goal": 1}),
)


def test_every_edition_is_compared() -> None:
    assert {peer.name for peer in PEERS} > {name for name in EDITIONS if name.startswith("tricks/")}


@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_random_games_go_the_same_way(peer: Peer) -> None:
    assert play_side_by_side(peer, 5, 1) > 200


@pytest.mark.soak
@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_many_random_games_go_the_same_way(peer: Peer) -> None:
    play_side_by_side(peer, 1000, 2)


@pytest.mark.parametrize("at_risk", range(4))
def test_every_contract_scores_as_in_openspiel(at_risk: int) -> None:
    """It scores all contracts of a deal, with the tricks that perfect play takes; a contract for all tells how many."""
    game = shipped.game("tricks/bridge")
    ours, slots = game.start(1), game.layout.slots
    for seed in range(3):
        theirs = bridge_with(AT_RISK[at_risk])(ours).state
        for action in Random(seed).sample(range(52), 52):
            theirs.apply_action(action)
        scores = theirs.score_by_contract()
        for level, denomination, declarer, doubling in product(range(1, 8), range(5), range(4), range(3)):
            sign = 1 if declarer % 2 == 0 else -1
            at = ((level - 1) * 5 + denomination) * 12 + declarer * 3 + doubling + 1
            lost = -sign * scores[(30 + denomination) * 12 + declarer * 3 + 1]
            won = 13 if lost < 0 else 13 - lost // (100 if AT_RISK[at_risk][declarer % 2] else 50)
            cells = list(ours.raw.cells)
            for name, value in (("level", level), ("denomination", denomination), ("declarer", declarer),
                                ("doubling", doubling), ("vulnerable", at_risk)):  # fmt: skip
                cells[slots[name].offset] = value
            cells[slots["tricks"].offset + declarer] = won
            result = game.engine.call(ours.raw.with_cells(cells), "fact result", ())
            assert result == sign * scores[at], (level, denomination, declarer, doubling, won)
