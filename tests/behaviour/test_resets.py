"""A warning names what is reset or counted but can never change in this game; it is given only if no configuration
can."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import check_all
from rulekit.play.loaded_book import load

BOOK = """rulebook lengths:
  players 2
option length: short "One turn each", long "Three rounds"
keep idle[Player]: truth = no, each round
flow:
  {begin}
    turns from p1, once each:
      choose k in 1..2
      idle[me] = k == 1
  game over, won by {{p in Player where idle[p]}}
{more}"""
REPLACED = """under length == long:
  replace flow:
    rounds at most 3:
      turns from p1, once each:
        choose k in 1..2
        idle[me] = k == 2
    game over, drawn
"""


@pytest.mark.parametrize(
    ("begin", "more", "told"),
    [("if length == short:", "", ["W412"]), ("rounds at most 3:", "", []), ("if length == short:", REPLACED, [])],
)
def test_a_value_that_no_round_puts_back_is_told(begin: str, more: str, told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "lengths.rules"
    path.write_text(BOOK.format(begin=begin, more=more))
    _, found = check_all(load(str(path)).books)
    assert [d.code for d in found] == told, [d.message for d in found]
