"""The picture of the terminal has the value of each element, also of those that are alike."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.scene.text_picture import picture_text
from rulekit.session import Session

MARKS = """rulebook marks "Marks":
  players 2

enum Field: north, east, south, west, middle
keep stars[Field] "Stars": 0..9 = 3

flow:
  stars[east] = 5
  turns from p1:
    choose n in 1..2
    game over, drawn
"""


def test_the_usual_value_of_an_indexed_value_is_shown_after_the_others(tmp_path: Path) -> None:
    (tmp_path / "marks.rules").write_text(MARKS)
    session = Session.of(rulekit.load(str(tmp_path / "marks.rules")).configure().start(1))
    lines = [line.strip() for line in picture_text(session.position().scene).splitlines()]
    assert [line for line in lines if line.startswith("Stars")] == ["Stars, East: 5", "Stars, …: 3"]
