"""Hidden cards lie in a pile and have a pattern; hidden squares, such as dice, have neither."""

from pathlib import Path

import pytest

from rulekit.play.loaded_book import load
from rulekit.scene import svg
from rulekit.scene.scene import Card, groups

BOOK = """rulebook cups "Cups":
  players 2: white, black
piece Bit(side 1..3): 3 each
place cup[p in Player]: heap of Bit, seen by p, counted by all
look Bit:
  shape {shape}, back "sienna"
flow:
  put 3 of Bit(side: 2) in cup[white]
  turns from white:
    choose n in 1..2
    game over, drawn
"""


@pytest.mark.parametrize(("shape", "backs", "patterned"), [("card", 3, True), ("square", 1, False)])
def test_a_hidden_die_is_no_card(tmp_path: Path, shape: str, backs: int, patterned: bool) -> None:
    path = tmp_path / "cups.rules"
    path.write_text(BOOK.format(shape=shape))
    scene = load(str(path)).configure(engine="reference").start(1).picture(1)
    found = [one for one in groups(scene.shapes) if one.role == "token" and one.sign == "?"]
    hatched = any(isinstance(part, Card) and "@woven" in part.fill for one in found for part in one.shapes)
    assert len(found) == backs and hatched == patterned and "×3" in svg(scene)
