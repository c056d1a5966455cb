"""The lines of a clause that write a place or a kept value."""

import pytest

from rulekit.play.knowledge import lines_in
from rulekit.play.loaded_book import load

MIXING = """rulebook mixing "Mixing":
  players 2
piece Card(number 0..9): 1 each
place deck: stack of Card
place pile: stack of Card
keep n: 0..9 = 0, each turn
keep r: 0..9 = 0, each round
flow:
  put every Card in deck
  rounds at most 2:
    turns from p1, once each:
      shuffle deck
      choose x in 0..1
      n += x
      r += x
      move top of deck to pile
      show n to all
      remove top of pile
  game over, drawn
"""


@pytest.mark.parametrize(
    ("cell", "lines"),
    [
        ("deck", "lines 9, 12, 16"),
        ("pile", "lines 16, 18"),
        ("n", "lines 11, 14, 17"),  # n is reset at each turn
        ("r", "lines 10, 15"),
        ("active", "line 11"),
        ("game.over", "line 19"),
        ("nothing such", "line 8"),
        (None, "line 8"),
    ],
)
def test_every_statement_that_writes_a_cell_is_found(tmp_path, cell, lines):
    path = tmp_path / "mixing.rules"
    path.write_text(MIXING)
    assert lines_in(load(str(path)).rulebook, "flow", cell) == lines


def test_what_is_no_clause_has_no_line(tmp_path):
    path = tmp_path / "mixing.rules"
    path.write_text(MIXING)
    assert lines_in(load(str(path)).rulebook, "rule of thumb", "deck") == ""
