"""`rulekit test` prints a fault once, with what had changed before it; later examples and games refer to it."""

from __future__ import annotations

from pathlib import Path

from rulekit.play.loaded_book import load
from rulekit.play.report_text import report_text
from rulekit.play.testing import BookTestSettings, check_book

TEXT = """rulebook short_deck:
  players 2 to 3
piece Card(value 1..3): 1 each
place deck: stack of Card
place hand[Player]: heap of Card
keep dealt: 0..9 = 0
flow:
  put every Card in deck
  for each p in Player:
    repeat at most 2 times:
      move top of deck to hand[p]
      dealt += 1
  turns from p1, once each:
    choose n in 1..2
    dealt = n
  game over, drawn
example first:
  play flow(n: 1)
example second:
  players 3
  play flow(n: 1)
"""


def test_a_fault_is_printed_once(tmp_path: Path) -> None:
    path = tmp_path / "short_deck.rules"
    path.write_text(TEXT, "utf-8")
    lines = list(report_text(check_book(load(str(path)), BookTestSettings(games=2)), None))
    assert len([line for line in lines if "move top of deck" in line]) == 1
    same = [line for line in lines if "the same fault (E704 in " in line]
    assert [line.partition(":")[0].strip() for line in same] == [
        "error[E840]",
        "1 random game of 2 players",
        "1 random game of 3 players",
    ]
    at = lines.index("  what had changed before it failed:")
    assert any(line.strip() == "dealt: 0 -> 3" for line in lines[at:])


ROUNDS = """rulebook waiting:
  players 2
keep n: 0..9 = 0
flow:
  rounds:
    if n == 3:
      leave round
    turns from p1, once each:
      choose k in 1..3
      n = 3
"""


def test_rounds_without_end_are_pointed_at_with_what_ends_them(tmp_path: Path) -> None:
    """`leave round` begins the next round, and turns that are taken once each end by themselves."""
    path = tmp_path / "waiting.rules"
    path.write_text(ROUNDS, "utf-8")
    (sample,) = check_book(load(str(path)), BookTestSettings(games=2)).samples
    assert sample.failing is not None
    found = sample.failing.diagnostic
    assert found.code == "E705" and found.span is not None and found.span.text == "rounds:"
    assert found.help[0].text.endswith("`leave round` only begins the next one")
