"""The hands of a deal as lists of numbers: those of rulekit, and those of OpenSpiel."""

from __future__ import annotations

from rulekit.play.game import GameState

RANKS = "23456789TJQKA"


def hands(state: GameState) -> list[set[int]]:
    """Return the cards of each player by their numbers in our order: by suit, then by value."""
    return [set(state.value("hand", player)) for player in range(state.game.players)]


def dealt(state: GameState) -> list[int]:
    """Return the cards, as OpenSpiel numbers them by value and suit, in the order in which it deals them."""
    return [card % 13 * 4 + card // 13 for four in zip(*map(sorted, hands(state)), strict=True) for card in four]
