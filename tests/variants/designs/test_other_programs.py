"""Random games of goofspiel go as in OpenSpiel: the same bids and points in every position, and the same result."""

from __future__ import annotations

import random
import re

import pytest

from rulekit.play.game import GameState
from tests import shipped


def prizes_in_order(ours: GameState) -> list[int]:
    """Return the values of the prizes in the order in which they are turned up."""
    (first,) = ours.value("offered")
    return [first + 1, *reversed(ours.value("prizes"))]


def points(ours: GameState, players: int) -> list[int]:
    return [sum(at + 1 for at in ours.value("won", seat)) for seat in range(players)]


def play_beside_openspiel(players: int, games: int, seed: int) -> int:
    """Play random games in both and return the number of positions compared. OpenSpiel plays the last cards itself."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    rules = pyspiel.load_game_as_turn_based("goofspiel", {"players": players})
    chance, compared = random.Random(seed), 0
    for _ in range(games):
        ours = shipped.game("designs/goofspiel", players).start(chance.randrange(1 << 30))
        theirs = rules.new_initial_state()
        order = prizes_in_order(ours)
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                theirs.apply_action(order.pop(0) - 1)
                continue
            compared += 1
            assert ours.player == theirs.current_player()
            cards = [action + 1 for action in theirs.legal_actions()]
            assert set(ours.labels()) == {f"round(card: {card})" for card in cards}
            found = re.search(r"Points: ([\d ]+)", str(theirs))
            assert found and points(ours, players) == [int(told) for told in found[1].split()]
            card = chance.choice(cards)
            ours = ours.apply(f"round(card: {card})")
            theirs.apply_action(card - 1)
        while not ours.over:
            (last,) = ours.labels()
            ours = ours.apply(last)
        won = [paid > 0 for paid in theirs.returns()]
        assert [paid > 0 for paid in ours.payoffs] == won
        assert players > 2 or list(ours.payoffs) == theirs.returns()
    return compared


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_of_goofspiel_go_as_in_openspiel(players: int) -> None:
    assert play_beside_openspiel(players, games=5, seed=players) == 5 * 12 * players


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3])
def test_many_random_games_of_goofspiel_go_as_in_openspiel(players: int) -> None:
    assert play_beside_openspiel(players, games=500, seed=players) == 500 * 12 * players
