"""Both engines play the same steps in every shipped game: a game in the suite, a million steps in the soak.

The suite plays a whole game with the fewest and with the most players, and the first steps of a game with each number
in between. A whole large game takes the reference engine 15 seconds, so the suite plays its first steps with the fewest
players; `tests/variants/carcassonne` and `tests/variants/emissary` play on, also with more players. Editions whose
clauses all occur in other editions run in the soak.
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
    """Return the fewest and the most players of a game."""
    numbers = [number for known, number in GAMES if known == name]
    return numbers[0], numbers[-1]


IN_SUITE = [
    (name, players)
    for name, players in GAMES
    if name not in WITHIN and (not name.startswith(LARGE) or players == ends(name)[0])
]


def test_no_game_is_left_out() -> None:
    """`tests/render/test_pages.py` checks that `shipped.GAMES` lists every complete game."""
    assert [(name, players) for name in SHIPPED for players in book(name).player_counts] == GAMES


@pytest.mark.parametrize(("name", "players"), IN_SUITE, ids=str)
def test_a_game(name: str, players: int) -> None:
    large = name.startswith(LARGE)
    whole = players in ends(name) and not large and f"{name}-{players}" != LONG
    assert walk(name, players, 20 if large else 100, whole=whole).faults == 0


@pytest.mark.soak
@each_game
def test_a_million_steps(name: str, players: int) -> None:
    """Takes minutes for small games, and hours for chess and the largest card games."""
    assert walk(name, players, MANY).faults == 0
