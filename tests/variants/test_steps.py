"""Both engines go the same steps through every shipped game: a game in the suite, a million steps in the soak.

A whole game with the fewest players and with the most; with the numbers between them its first steps.
"""

from __future__ import annotations

import pytest

from tests.variants.steps import games, shipped, walk

GAMES = games()
each_game = pytest.mark.parametrize(("name", "players"), GAMES, ids=str)
MANY = 1_000_000


def test_no_game_is_left_out() -> None:
    assert shipped() == GAMES


@each_game
def test_a_game(name: str, players: int) -> None:
    numbers = [number for known, number in GAMES if known == name]
    assert walk(name, players, 100, whole=players in (numbers[0], numbers[-1])).faults == 0


@pytest.mark.soak
@each_game
def test_a_million_steps(name: str, players: int) -> None:
    """Minutes for small games; hours for chess and the largest games of cards."""
    assert walk(name, players, MANY).faults == 0
