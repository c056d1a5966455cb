"""A change of one clause changes a page only where that clause is described."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game

BOOK = """rulebook last_coin "The last coin":
  players 2 to 3
  summary "Whoever takes the last coin wins."

option start "Coins at the start": 5..30 = 12

keep coins "Coins on the table": 0..30 = start
keep favoured "The favoured player": Player or none = none

fact most_at_once(p Player) "How many coins may be taken at once" "A few." = 3

exception favour to most_at_once(p) where p == favoured "The favoured player takes more" = 4

choice turn "What to do on a turn"

action take in turn "Take some coins":
  choose n in 1..most_at_once(me) where n <= coins "how many"
  coins -= n
  if coins == 0:
    game over, won by me

action flatter in turn "Win the host's favour instead":
  require favoured != me and coins > 4
  favoured = me

flow "The game":
  turns from p1:
    do one of turn

example favoured_takes_four "Only the favoured player may take four":
  players 2
  refuse take(n: 4)
  play flatter()
  play take(n: 3)
  play take(n: 4)
  expect coins == 5 and active == p2
"""
REFUSED = "example-favoured_takes_four"
"""An example that tells why something is refused, with the value of a fact."""
CHANGES = {
    "a constant of a fact": ('"A few." = 3', '"A few." = 2', {"fact-most_at_once", REFUSED}),
    "a condition of an action": ("coins > 4", "coins > 5", {"action-flatter"}),
    "what an exception gives": ('takes more" = 4', 'takes more" = 5', {"exception-favour"}),
    "a summary": ('"A few."', '"Not many."', {"fact-most_at_once", "beats-fact-most_at_once", "glossary"}),
}
HEADING = re.compile(r"^#+ .*\{ #(\S+) \}$", re.MULTILINE)


def sections(folder: Path, text: str) -> dict[str, str]:
    """Return the parts of a page by address, without the tooltips of links, which show the text of other clauses."""
    file = folder / "last_coin.rules"
    file.write_text(text, encoding="utf-8")
    (made,) = render_game(RenderRequest(str(file), (), (("en", ""),), False, (str(file),)))
    markdown = re.sub(r'(\]\(#[^\s)]*) "[^"]*"', r"\1", made.files["last_coin/reference.md"].decode())
    parts = HEADING.split(markdown)
    return dict(zip(["", *parts[1::2]], parts[0::2], strict=True))


@pytest.mark.parametrize("change", CHANGES)
def test_only_what_is_said_of_a_clause_changes_with_it(change: str, tmp_path: Path) -> None:
    old, new, where = CHANGES[change]
    assert BOOK.count(old) == 1
    before, after = sections(tmp_path, BOOK), sections(tmp_path, BOOK.replace(old, new))
    assert list(before) == list(after)
    assert {anchor for anchor in before if before[anchor] != after[anchor]} == where
