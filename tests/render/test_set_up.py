"""A page shows the set-up as the position before the first turn or the first decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.engine.cell_layout import CellLayout
from rulekit.play.loaded_book import load
from rulekit.render import games as g
from rulekit.render.game_pages import RenderRequest, render_game

from . import pages

HEAD = """rulebook begun "Begun":
  players 2
keep n: 0..300 = 0
keep drawn: 0..6 = 0
procedure lay:
  choose k in 1..2
  n += 1
flow:
  draw d in 1..6
  drawn = d
"""


def begun(tmp_path: Path, flow: str) -> tuple[int, str]:
    file = tmp_path / "begun.rules"
    file.write_text(HEAD + flow + "  game over, drawn\n")
    found = g.Games(load(str(file)))
    layout = CellLayout.of(found.game().machine)
    one = found.set_up()
    assert layout.read(one.state.cells, "drawn")
    n = layout.read(one.state.cells, "n")
    assert isinstance(n, int)
    return n, one.by


LAID = "  for each i in 1..{times}:\n    by p1:\n      lay()\n"
TURNS = "  turns from p1, once each:\n    lay()\n"


@pytest.mark.parametrize(
    ("flow", "at"),
    [
        (LAID.format(times=90), (0, "chance")),
        (TURNS, (0, "chance")),
        (LAID.format(times=3) + TURNS, (3, "both")),
        (LAID.format(times=g.MOST_DECISIONS + 1) + TURNS, (0, "chance")),
    ],
    ids=["without turns", "turns", "laid out before", "laid out for long"],
)
def test_the_set_up_ends_before_the_game_is_played(tmp_path: Path, flow: str, at: tuple[int, str]) -> None:
    """Regression: a game without turns was played to its end, which took minutes in a game with many options."""
    assert begun(tmp_path, flow) == at


HANDS = """rulebook hands "A title of two hands":
  players 2 to 3
piece Tile(value 1..9): 2 each
place bag: stack of Tile, hidden
place rack[p in Player] "Tiles of a player": heap of Tile, seen by p
flow:
  put every Tile in bag
  for each p in Player:
    repeat at most players times:
      move top of bag to rack[p]
  move top of bag to rack[p1]
  turns from p1:
    choose c in rack[me]
    game over, drawn
"""


def test_hands_that_differ_are_counted_for_each_player_and_pictures_have_the_title(tmp_path: Path) -> None:
    file = tmp_path / "hands.rules"
    file.write_text(HANDS)
    page = pages.text(render_game(RenderRequest(str(file), (), (("en", ""),), False, ()))[0])
    rows = [line for line in page.splitlines() if "Tiles of a player" in line and "Player 1" in line]
    assert [row.rpartition(") | ")[2] for row in rows] == [
        "Player 1: 3, Player 2: 2 |",
        "Player 1: 4, Player 2: 3, Player 3: 3 |",
    ]
    assert "![A title of two hands: Player 1’s turn" in page


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("heap of Tile, seen by p", "The start of the game with 2 players"),
        ("heap of Tile", "One possible start with 2 players; chance may give another."),
    ],
    ids=["hidden", "open"],
)
def test_a_start_by_chance_is_one_of_several_only_if_the_picture_shows_it(tmp_path: Path, hand: str, told: str) -> None:
    file = tmp_path / "hands.rules"
    shuffled = HANDS.replace("in bag\n", "in bag\n  shuffle bag\n")
    file.write_text(shuffled.replace("heap of Tile, seen by p", hand))
    assert told in pages.text(render_game(RenderRequest(str(file), (), (("en", ""),), False, ()))[0])
