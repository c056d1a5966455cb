"""Both engines go the same steps through every shipped game: a game in the suite, a million steps in the soak.

A whole game with the fewest players and with the most; with the numbers between them its first steps.  Of a large
game, which takes the reference engine a quarter of a minute, the first steps with the fewest;
`tests/variants/carcassonne` and `tests/variants/emissary` play theirs out, with more players too.  Editions of these
whose clauses other editions have are for the soak.
"""

from __future__ import annotations

import pytest

from tests.shipped import GAMES as SHIPPED
from tests.shipped import WITHIN, book
from tests.variants.steps import games, walk

GAMES = games()
each_game = pytest.mark.parametrize(("name", "players"), GAMES, ids=str)
LARGE = ("carcassonne/", "emissary/")
LONG = "classics/chinese-checkers-6"
"""A whole game of it takes twelve seconds."""
MANY = 1_000_000


def ends(name: str) -> tuple[int, int]:
    """The fewest players and the most."""
    numbers = [number for known, number in GAMES if known == name]
    return numbers[0], numbers[-1]


IN_SUITE = [
    (name, players)
    for name, players in GAMES
    if name not in WITHIN and (not name.startswith(LARGE) or players == ends(name)[0])
]


def test_no_game_is_left_out() -> None:
    """That every whole game is one of `shipped.GAMES`, `tests/render/test_pages.py` says."""
    assert [(name, players) for name in SHIPPED for players in book(name).player_counts] == GAMES


@pytest.mark.parametrize(("name", "players"), IN_SUITE, ids=str)
def test_a_game(name: str, players: int) -> None:
    large = name.startswith(LARGE)
    whole = players in ends(name) and not large and f"{name}-{players}" != LONG
    assert walk(name, players, 20 if large else 100, whole=whole).faults == 0


@pytest.mark.soak
@each_game
def test_a_million_steps(name: str, players: int) -> None:
    """Minutes for small games; hours for chess and the largest games of cards."""
    assert walk(name, players, MANY).faults == 0
