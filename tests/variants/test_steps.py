"""Both engines play the same steps in every shipped game: a whole game in the suite, a million steps in the soak.

The suite plays a game with the fewest players, compared at steps from the first to the last, since a whole large
game takes the reference engine up to two minutes; `tests/variants/carcassonne` and `tests/variants/emissary` play
large games with more players. Editions whose clauses all occur in other editions run in the soak, and so do those that
use the same forms as another.
"""

from __future__ import annotations

import pytest

from tests.shipped import ALIKE, WITHIN, book, every
from tests.shipped import GAMES as SHIPPED
from tests.variants.steps import SEATS, games, walk

GAMES = games()
each_game = pytest.mark.parametrize(("name", "players"), GAMES, ids=str)
LARGE = ("carcassonne/", "emissary/")
SLOW = (*LARGE, "tafl/", "go/", "chess/", "classics/othello", "classics/shogi", "classics/xiangqi")
COMPARED = {True: 6, False: 60}
"""The steps of each game in the suite at which both engines are compared, fewer in games where each takes the reference
engine a tenth of a second and more."""
MANY = 1_000_000


IN_SUITE = [
    (name, players)
    for name, players in GAMES
    if name not in WITHIN and name not in ALIKE and players == min(SEATS.get(name, (2,)))
]


def test_no_game_is_left_out() -> None:
    """`tests/render/test_pages.py` checks that `shipped.GAMES` lists every complete game."""
    assert [(name, players) for name in SHIPPED for players in book(name).player_counts] == GAMES


@pytest.mark.parametrize(("name", "players"), every(2, IN_SUITE), ids=str)
def test_a_game(name: str, players: int) -> None:
    assert walk(name, players, 100, compared=COMPARED[name.startswith(SLOW)]).faults == 0


@pytest.mark.soak
@each_game
def test_a_million_steps(name: str, players: int) -> None:
    """Takes minutes for small games, and hours for chess and the largest card games."""
    assert walk(name, players, MANY).faults == 0
