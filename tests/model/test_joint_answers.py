"""Conditions that no single other answer fulfils have a configuration of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import check_all, configurations, describe
from rulekit.play.loaded_book import load

GAME = """rulebook joint "Joint":
  players 2 to 3
  summary "A game."

ruling a "A?":
  one "one"
  two "two"

ruling b "B?":
  one "one"
  two "two"

option limit "The limit": 1..5 = 1

keep left "Left": 0..9 = 3

{block}

procedure turn "A turn":
  left -= 1
  if left == 0:
    game over, won by me

flow "The game":
  turns from p1:
    turn()
"""
SINGLE = 2 + 1 + 1 + 1  # numbers of players, another answer of each ruling, the other end of the range
WRONG = "fact wrong = nothing_there"


def book(folder: Path, block: str) -> Path:
    path = folder / "joint.rules"
    path.write_text(GAME.format(block=block), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("block", "found"),
    [
        (f"under a == two:\n  {WRONG}", ""),
        (f"under a == two or b == two:\n  {WRONG}", ""),
        (f"under a == two and b == two:\n  {WRONG}", "2 players, a = two, b = two"),
        (f"under a == two:\n  under b == two:\n    {WRONG}", "2 players, a = two, b = two"),
        (f"under limit == 3:\n  {WRONG}", "2 players, limit = 3"),
        (f"under limit == 3 and players == 3:\n  {WRONG}", "3 players, limit = 3"),
        (f"under a == two and limit > 3 and b == one:\n  {WRONG}", "2 players, a = two, limit = 4"),
    ],
)
def test_a_mistake_is_found_where_it_holds(tmp_path: Path, block: str, found: str) -> None:
    books = load(str(book(tmp_path, block))).books
    more = [describe(config) for config in configurations(books)][SINGLE:]
    assert more == ([found] if found else [])
    _, told = check_all(books)
    assert [one.code for one in told if one.code.startswith("E")] == ["E201"]


def test_a_condition_that_cannot_hold_has_none(tmp_path: Path) -> None:
    books = load(str(book(tmp_path, f"under a == one and a == two:\n  {WRONG}"))).books
    assert len(list(configurations(books))) == SINGLE


def test_one_configuration_serves_several_conditions(tmp_path: Path) -> None:
    block = "under a == two and b == two:\n  fact x = 1\n\nunder b == two and a != one:\n  fact y = 2"
    assert len(list(configurations(load(str(book(tmp_path, block))).books))) == SINGLE + 1
