"""Positions as text: grids, heaps, hidden things marked, one player's view."""

import pytest

from rulekit.machine.option_labels import Labels
from rulekit.machine.program import PrintedDomain
from rulekit.play.loaded_book import load
from rulekit.play.position_text import LabelledGrid, position_lines

BOARD = """rulebook case "A case":
  players 2: white, black
board Cell: 3 by 2
board Comb: 2 by 2, hexagonal
enum Rank: bottom_man, big_man
piece Man(owner Player, rank Rank): 3 each
place spot[Cell]: one Man
place hand[p in Player]: heap of Man, seen by p
place away: stack of Man, hidden
keep owned[Player]: set of Comb
keep bid[p in Player]: 0..9 = 4, seen by p
keep lit: truth = no
flow:
  put Man(owner: white, rank: big_man) on spot[b2]
  put 2 of Man(owner: black, rank: bottom_man) in hand[black]
  put Man(owner: black, rank: big_man) on away
  owned[white] += {a2}
  turns from white:
    choose n in 1..2
    lit = n == 1
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory):
    path = tmp_path_factory.mktemp("position") / "case.rules"
    path.write_text(BOARD)
    return load(str(path)).configure(engine="reference").start()


def test_everything_with_hidden_things_marked(state):
    lines = position_lines(state.game.engine, state.raw)
    assert lines == [
        "active: white",
        "spot:",
        "  2 .   wbm .",
        "  1 .   .   .",
        "    a   b   c",
        "  (wbm white_big_man)",
        "hand[black]: 2 x black_bottom_man  (seen by black)",
        "away: black_big_man  (hidden)",
        "owned:",
        "  2 w .",
        "  1 . .",
        "    a b",
        "  (w white)",
        "bid[white]: 4  (seen by white)",
        "bid[black]: 4  (seen by black)",
        "lit: no",
    ]


def test_what_one_player_sees(state):
    lines = position_lines(state.game.engine, state.raw, 0)
    assert "hand[black]: 2 unseen" in lines
    assert "away: 1 unseen" in lines
    assert "bid[white]: 4" in lines and "bid[black]: ?" in lines
    assert not any("seen by" in line or "hidden" in line for line in lines)
    assert "hand[black]: 2 x black_bottom_man" in position_lines(state.game.engine, state.raw, 1)


def labels(*domains):
    return Labels({d.name: d for d in domains}, {})


def test_only_grids_are_drawn_as_grids():
    grid = PrintedDomain("Cell", 0, ("a1", "b1", "a2", "b2"))
    assert LabelledGrid.of(labels(grid), "Cell").places == ((0, 0), (1, 0), (0, 1), (1, 1))
    for other in (("a1", "b1"), ("a1", "a2"), ("a1", "b1", "a2"), ("a2", "b2", "a1", "b1"), ("mill", "inn")):
        assert LabelledGrid.of(labels(PrintedDomain("Cell", 0, other)), "Cell") is None


def test_long_names_get_signs_and_a_key():
    grid = LabelledGrid.of(labels(PrintedDomain("Cell", 0, ("a1", "b1", "a2", "b2"))), "Cell")
    assert list(grid.lines(["white_king", "white_knight", "none", "white_king"])) == [
        "2 .  wk",
        "1 wk wn",
        "  a  b",
        "(wk white_king, wn white_knight)",
    ]


def test_part_of_a_grid_is_drawn_where_its_sites_lie():
    sites = ("b1", "c1", "a2", "c2", "a3", "b3")
    square = PrintedDomain("CellDirection", 0, ("n", "ne", "e", "se", "s", "sw", "w", "nw"))
    grid = LabelledGrid.of(labels(PrintedDomain("Cell", 0, sites), square), "Cell")
    assert list(grid.lines(["x", "", "", "y", "", "z"])) == ["3 . z", "2 .   y", "1   x .", "  a b c"]
    six = PrintedDomain("CellDirection", 0, ("n", "e", "se", "s", "w", "nw"))
    sites = ("b1", "c1", "a2", "b2", "c2", "a3", "b3")
    grid = LabelledGrid.of(labels(PrintedDomain("Cell", 0, sites), six), "Cell")
    assert list(grid.lines(["x", *[""] * 5, "y"])) == ["    a b", "3  . y c", "2 . . .", "1  x ."]
    # a graph whose sites only have such names
    assert LabelledGrid.of(labels(PrintedDomain("Cell", 0, sites)), "Cell") is None


def test_rows_of_six_neighbours_are_shifted():
    sites = ("a1", "b1", "a2", "b2")
    ways = PrintedDomain("CellDirection", 0, ("n", "e", "se", "s", "w", "nw"))
    grid = LabelledGrid.of(labels(PrintedDomain("Cell", 0, sites), ways), "Cell")
    assert list(grid.lines(["x", "", "", "y"])) == ["2  . y", "1 x .", "  a b"]
