"""Skat of OpenSpiel beside ours, from the first trick on, and the score by the rules of skat."""

from __future__ import annotations

from itertools import chain
from random import Random

from rulekit.play.game import GameState
from tests import shipped
from tests.variants.other_programs import OpenSpiel, Position, openspiel

SKAT_SUITS, SKAT_RANKS = (3, 0, 1, 2), (0, 1, 2, 5, 7, 3, 4, 6)
"""The suits of OpenSpiel in our order, and its ranks of 7, 8, 9, 10, jack, queen, king and ace."""
GAMES = ("diamonds", "hearts", "spades", "clubs", "grand", "null")


def skat_card(card: int) -> int:
    """Return the number of OpenSpiel for a card of ours."""
    return SKAT_SUITS[card // 8] * 8 + SKAT_RANKS[card % 8]


def skat_hands(state: GameState) -> list[set[int]]:
    return [{skat_card(card) for card in state.value("hand", player)} for player in range(3)]


def in_skat(label: str, state: GameState) -> str:
    """Return the card of a label as OpenSpiel writes it: `CJ` is the jack of clubs."""
    suit, value = label.split(": ")[1].rstrip(")").split("_")
    return suit[0].upper() + "789TJQKA"[int(value) - 7]


def to_the_first_trick(state: GameState, chance: Random) -> GameState:
    """Bid and announce by chance until a player leads."""
    while not state.over and not state.labels()[0].startswith("follow"):
        state = state.apply(chance.choice(state.labels()))
    return state


def skat(ours: GameState) -> OpenSpiel:
    """Start skat of OpenSpiel where ours is. Its bidding is another, and its soloist takes up the skat in any case."""
    held, laid, soloist = skat_hands(ours), [skat_card(card) for card in ours.value("skat")], ours.value("soloist")
    theirs = openspiel("skat", lambda text: None)(ours)
    first, second, third = (sorted(held[player]) for player in range(3))
    packets = (
        first[:3],
        second[:3],
        third[:3],
        laid,
        first[3:7],
        second[3:7],
        third[3:7],
        first[7:],
        second[7:],
        third[7:],
    )
    for card in chain.from_iterable(packets):
        theirs.state.apply_action(card)
    for call in (*["unknown/pass"] * soloist, GAMES[ours.value("contract")]):
        theirs.state.apply_action(theirs.state.string_to_action(call))
    for card in laid:
        theirs.state.apply_action(card)
    return theirs


def worth(contract: int, cards: set[int], from_hand: bool, call: int, eyes: int, tricks: int, bid: int) -> int:
    """Return what the soloist scores, by the rules of skat."""
    if contract == 5:
        value, won = {(0, 0): 23, (1, 0): 35, (0, 3): 46, (1, 3): 59}[from_hand, call], tricks == 0
        return value if won and value >= bid else -2 * value
    base = (9, 10, 11, 12, 24)[contract]
    trumps = [31, 23, 15, 7] + ([contract * 8 + rank for rank in (6, 5, 4, 3, 2, 1, 0)] if contract < 4 else [])
    tops = next((n for n, card in enumerate(trumps) if (card in cards) != (31 in cards)), len(trumps))
    levels = tops + 1 + from_hand + call + (eyes >= 90 or eyes <= 30) + (tricks in (0, 10))
    won = eyes >= (90 if call else 61) and (call < 2 or tricks == 10)
    if won and base * levels >= bid:
        return base * levels
    return -2 * base * max(levels, -(-bid // base))


def skat_game(seed: int, **options: str | int) -> int:
    """Play the tricks of a deal in both programs, compare its score, and return the number of positions."""
    chance, compared = Random(seed), 0
    ours = to_the_first_trick(shipped.game("tricks/skat", deals=1, **options).start(seed), chance)
    if ours.over:
        return 0
    theirs: Position = skat(ours)
    soloist, contract = ours.value("soloist"), ours.value("contract")
    cards = skat_hands(ours)[soloist] | {skat_card(card) for card in ours.value("skat")}
    while not ours.over:
        compared += 1
        assert (ours.player, theirs.payoffs) == (theirs.player, None)
        moves = {in_skat(label, ours): label for label in ours.labels()}
        assert set(moves) == set(theirs.moves)
        move = chance.choice(sorted(moves))
        ours, theirs = ours.apply(moves[move]), theirs.make(move)
    eyes, tricks = ours.value("eyes"), ours.value("tricks", soloist)
    above = (-30 if tricks else 30) if contract == 5 else eyes - 60
    assert theirs.payoffs is not None and round(theirs.payoffs[soloist] * 120) == above
    agreed = not ours.value("taken_up"), ours.value("call"), eyes, tricks, ours.value("highest")
    assert ours.value("points", soloist) == worth(contract, cards, *agreed)
    return compared
