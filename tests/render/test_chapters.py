"""An empty chapter is in the book only if it has a summary, and references only in the full book."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game

from .pages import anchors

BOOK = """rulebook coins "Coins":
  players 2
  source club "Rules of the club": "coins", "notes"

chapter play "Play"

flow "The game":
  game over, drawn

chapter left_out "What is left out" "Stakes are not covered." [club "notes"]

chapter untold "Nothing is said here"

chapter helps, reference "Helps" "Nothing helps."
"""


@pytest.mark.parametrize(("full", "there"), [(False, ["play", "left_out"]), (True, ["play", "left_out", "helps"])])
def test_a_chapter_with_nothing_but_a_summary_is_in_the_book(full: bool, there: list[str], tmp_path: Path) -> None:
    file = tmp_path / "coins.rules"
    file.write_text(BOOK, encoding="utf-8")
    (page,) = render_game(RenderRequest(str(file), (), (("en", ""),), full, (str(file),)))
    markdown = page.files["coins/reference.md"].decode()
    assert [name for name in anchors(markdown) if name.startswith("chapter-")] == [f"chapter-{one}" for one in there]
    assert "## 2 What is left out" in markdown and "Stakes are not covered." in markdown
    assert ("Nothing helps." in markdown) == full


OVER = """expansion stakes of coins "Stakes":
  players 2

chapter stakes "Stakes"

keep stake: 0..9 = 1
fact all_of_it = stake + stake
"""


def test_of_a_chapter_that_is_new_it_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "coins.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "stakes.rules"
    file.write_text(OVER, encoding="utf-8")
    (page,) = render_game(RenderRequest(str(file), (), (("en", ""),), False, (str(file),)))
    markdown = page.files["stakes/reference.md"].decode()
    _, heading, stakes = markdown.partition("Stakes { #chapter-stakes }")
    assert heading and stakes.count("New: not in Coins.") == 1 == markdown.count("New: not in Coins.")
    assert stakes.index("New: not in Coins.") < stakes.index("#keep-stake")
