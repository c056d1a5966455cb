"""The two-page summary keeps whole steps and lists and the first sentence of other clauses, without notes, cards or
boxes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.play.loaded_book import load
from rulekit.render import page_blocks as d
from rulekit.render.booklet import print_files
from rulekit.render.editions import Edition, Editions
from rulekit.render.game_pages import GamePages, pages, subject_of
from rulekit.render.games import Games
from rulekit.render.subject import line_text
from rulekit.render.summary_sheet import first_sentence
from tests.shipped import every

BOOK = """rulebook stones "Stones":
  players 2

enum Bowl: left_bowl "Left", right_bowl "Right"
piece Stone(side Bowl): 9 each
place bowl[Bowl]: heap of Stone
keep taken: 0..9 = 0
choice turn "A turn"
action take in turn "Take a stone":
  taken = taken
flow:
  turns from p1:
    do one of turn

section opening:
  "Take stones. Do not stop."
section the_box "In the box":
  shows the box
section play_book "Play":
  "On your turn, take one. Nobody passes. You may:"
  says take
section play_left in play_book, item:
  "take left. Then stop."
section play_why in play_book:
  "This is why. It is so."
  says take
section play_bowl in play_book:
  "A bowl is round."
  says Bowl
section play_note in play_book, note:
  "A note."
section play_step in play_book, step "Begin":
  "Lay it down. Then wait."
  says take
section people "People":
  "Look them up."
  says take
section ann in people, card "Ann":
  "Ann takes two."
"""


def pages_of(folder: Path, text: str = BOOK) -> GamePages:
    file = folder / "stones.rules"
    file.write_text(text, encoding="utf-8")
    games = Games(load(str(file)))
    subject = subject_of(games, "en", False)
    return pages(subject, games, "stones", Editions(Edition("stones.md", games.book), subject.rulebook, "en", ()))


def lines(page: d.Page) -> list[str]:
    return [line_text(one.line) for one in d.blocks_of(page.blocks) if isinstance(one, d.PageParagraph | d.Heading)]


def test_what_is_done_is_told_in_short_and_lists_whole(tmp_path: Path) -> None:
    assert lines(pages_of(tmp_path).summary) == [
        "Stones",
        "Take stones. Do not stop.",
        "Play",
        "On your turn, take one. Nobody passes. You may:",
        "take left. Then stop.",
        "This is why.",
        "1. Begin. Lay it down. Then wait.",
    ]


def test_a_sentence_ends_before_a_capital(tmp_path: Path) -> None:
    assert first_sentence("Take 2. Then go.") == "Take 2."
    assert first_sentence("Every fifth is dark: 0, 5 and so on. Go!") == "Every fifth is dark: 0, 5 and so on."
    assert first_sentence("Put it on no. 4, i.e. there") == "Put it on no."
    assert first_sentence("“Go.” Then stop") == "“Go.”"
    assert first_sentence("any of these, or") == "any of these, or"


@pytest.mark.parametrize("sheet", every(2, ["a5", "a4"]))
def test_summary_and_cards_are_files_to_print(tmp_path: Path, sheet: str) -> None:
    pytest.importorskip("weasyprint")
    made = pages_of(tmp_path)
    printed = print_files(made.rules, made.summary, lambda _: None, sheet, "Contents")
    assert set(printed) == {"", "-summary", "-cards"} and all(data.startswith(b"%PDF") for data in printed.values())


def test_a_book_without_sections_has_no_summary(tmp_path: Path) -> None:
    assert len(pages_of(tmp_path, BOOK.partition("section")[0]).summary.blocks) == 1
