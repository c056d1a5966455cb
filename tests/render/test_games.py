"""Examples as played for a page: where their last picture stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.engine.cell_layout import CellLayout
from rulekit.play.loaded_book import load
from rulekit.render.games import Games

BOOK = """rulebook lots "Lots":
  players 2
  syntax 3
enum Lot: barn, mill, inn, farm
piece Deed(lot Lot): 1 each
place deck: stack of Deed
place offer: heap of Deed
place hand[p in Player]: heap of Deed
keep dealt: 0..9 = 0
keep drawn: 0..9 = 0
keep paid: 0..19 = 0
procedure sale:
  if dealt == 4:
    game over, drawn
  dealt += 2
  move top of deck to offer
  move top of deck to offer
  step buying:
    turns from p1, once each:
      drawn += 1
      by me:
        choose c in offer
        move c from offer to hand[me]
        paid += 1
  paid += 3
flow:
  put every Deed in deck
  repeat while paid < 9:
    sale()
  paid = 0
example one_buys "What the next player draws comes later":
  play sale(c: inn)
  expect paid == 1
example both_buy "What the next sale lays out comes later":
  play sale(c: inn)
  play sale(c: farm)
  expect paid == 5 and active == p1
example laid_out "An example that expects it shows it":
  play sale(c: inn)
  play sale(c: farm)
  expect dealt == 4
example ends "The game is over":
  play sale(c: inn)
  play sale(c: farm)
  play sale(c: barn)
  play sale(c: mill)
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Games:
    path: Path = tmp_path_factory.mktemp("lots") / "lots.rules"
    path.write_text(BOOK, encoding="utf-8")
    return Games(load(path))


@pytest.mark.parametrize(
    ("name", "paid", "drawn", "dealt"),
    [("one_buys", 1, 1, 2), ("both_buy", 5, 2, 2), ("laid_out", 5, 3, 4), ("ends", 0, 4, 4)],
)
def test_the_last_picture_stops_before_what_the_next_turn_or_run_of_a_procedure_changes(
    games: Games, name: str, paid: int, drawn: int, dealt: int
) -> None:
    played = games.example(name)
    assert played is not None and played.closing is not None
    layout, cells = CellLayout.of(played.game.machine), played.closing.cells
    assert [layout.read(cells, one) for one in ("paid", "drawn", "dealt")] == [paid, drawn, dealt]
