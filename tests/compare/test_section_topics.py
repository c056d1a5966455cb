"""Topics of a comparison from the published book: the texts of its sections, paired by position."""

from __future__ import annotations

from pathlib import Path

from rulekit.compare.comparison_report import ComparisonReport, report
from rulekit.compare.edition_labels import brief_words
from rulekit.compare.edition_prose import TwoEditions
from rulekit.compare.screen_layout import screen_lines
from rulekit.compare.screen_style import ScreenStyle
from rulekit.play.loaded_book import load

BASE = """rulebook shop "The shop":
  players 2

section opening:
  "You run a shop."
  says flow

section course "Your turn":
  "Look around."
  says look_around

section ending "The end":
  "The shop closes."
  says flow

section short, card "At a glance"
section short_look in short, item:
  "Look, then pay."
  says look_around, pay
fact price = 2
procedure look_around "Looking around":
  nothing
procedure pay "Paying":
  choose n in 0..price
flow:
  turns from p1, once each:
    look_around()
    pay()
  game over, drawn
"""
OLD = """edition old of shop "The shop, old edition"

section selling before ending "Selling":
  "You sell what you have."
  says pay

section gold after opening:
  "You want gold."
  says pay

replace procedure pay "Paying":
  choose n in 0..3

section late in ending "Too late":
  "A late shop loses."
  says pay
"""
NEW = """edition new of shop "The shop, new edition"

section buying before ending "Buying":
  "You buy what you like."
  says pay, look_around

section silver after opening:
  "You want silver."
  says pay

replace procedure pay "Paying":
  choose n in 0..4

replace section ending "The end":
  "The shop closes. A poor shop loses."
  says pay
"""


def compared(tmp_path: Path, old: str, new: str) -> ComparisonReport:
    for name, text in (("shop", BASE), ("old", old), ("new", new)):
        (tmp_path / f"{name}.rules").write_text(text)
    books = load(tmp_path / "old.rules"), load(tmp_path / "new.rules")
    return report(TwoEditions(books, ("old", "new"), ({}, {}), 2))


def words(found: ComparisonReport) -> list[tuple[str, str, str]]:
    return [(t.title, t.before, t.after) for t in found.screen.topics]


def test_parts_in_the_same_place_are_paired_and_the_lead_is_the_contrast(tmp_path: Path) -> None:
    found = compared(tmp_path, OLD, NEW)
    assert words(found) == [
        ("Selling / Buying", "You sell what you have.", "You buy what you like."),
        ("Too late", "A late shop loses.", "A poor shop loses."),
    ]
    assert found.screen.contrast == (("Old", "You want gold."), ("New", "You want silver."))
    assert found.screen.unchanged == ("Your turn",)


def test_words_that_stayed_the_same_tell_no_change(tmp_path: Path) -> None:
    old = 'edition old of shop "The shop, old edition"\n'
    new = 'edition new of shop "The shop, new edition"\n\nreplace procedure look_around "Looking around" ' \
          '"You look twice.":\n  nothing\n  nothing\n'  # fmt: skip
    found = compared(tmp_path, old, new)
    lines = screen_lines(found.screen, ScreenStyle())
    assert "In --full also: “Looking around” (changed)." in lines and "Look around." not in " ".join(lines)


def test_a_part_of_one_edition_alone_is_said_to_be_so(tmp_path: Path) -> None:
    found = compared(tmp_path, OLD, 'edition new of shop "The shop, new edition"\n')
    assert ("Selling", "You sell what you have.", "") in words(found)
    assert any(line.endswith("Selling (only in Old)") for line in screen_lines(found.screen, ScreenStyle()))


def test_few_words_keep_the_first_sentence_and_what_answers_the_other_edition() -> None:
    text = "Nothing is earned. Everybody shows coins. Then all wait. Whoever was first with a guard wins the game."
    other = "The player who was first wins the whole game."
    assert brief_words(text, other, 75) == "Nothing is earned. Whoever was first with a guard wins the game."
    assert brief_words(text, "", 50) == "Nothing is earned. Everybody shows coins."
    assert brief_words(text, other, 500) == text
