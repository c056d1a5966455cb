"""Statements of sources on a page: clauses link to them, and a table shows the links in both directions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game

from .pages import anchors, text

BOOK = """rulebook herd "Herds":
  players 2 to 3
  source booklet "The rules, 1998": "set-up"
  source letter "A letter"

statements booklet:
  "a turn":
    1 "you take a hare"
    2 "a fast game is fast"
    3 "few hares are left"
    4 "three play otherwise"
    6 "it is cold" not covered "a mood"
    7 "nobody passes"
  "a turn, note":
    1 "a note"

keep hares [booklet "a turn: 1-3; a turn, note: 1"] [letter]: 0..9 = 5
always few [booklet "a turn: 1"]: hares < 8
option fast [booklet "set-up"]: no_1 [booklet "a turn: 2"], yes_1

under players == 3:
  rule third whenever hares > 8 [booklet "a turn: 4"]:
    game over, drawn

flow [booklet "a turn, picture"]:
  hares -= 1
  game over, drawn
"""


def page(tmp_path: Path, language: str, full: bool = False) -> str:
    path = tmp_path / "herd.rules"
    path.write_text(BOOK)
    return text(render_game(RenderRequest(str(path), (), ((language, ""),), full, (str(path),)))[0])


def test_marks_lead_to_the_statements_that_they_name(tmp_path: Path) -> None:
    made = page(tmp_path, "en")
    assert "<sup>[A2.1–3](notes.md#source-booklet-a-turn.1 " in made
    hover = "you take a hare; a fast game is fast; few hares are left"
    first, second = "notes.md#source-booklet-a-turn.1", "notes.md#source-booklet-a-turn-note.1"
    assert f'<sup>[A2.1–3]({first} "{hover}"), [A3.1]({second} "a note")' in made
    assert '<sup>[A2](notes.md#source-booklet-a-turn "The rules, 1998: a turn, picture")</sup>' in made
    links = set(re.findall(r"\]\(notes.md#(source-[^ )]+)", made))
    assert links <= set(anchors(made))


def test_the_matrix_stands_there_both_ways(tmp_path: Path) -> None:
    brief, full = page(tmp_path, "en"), page(tmp_path, "en", full=True)
    rows = dict(re.findall(r"^\| <a id=\"source-booklet-a-turn\.(\d)\"></a>A2\.\d \| [^|]* \| (.*) \|$", brief, re.M))
    assert [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", rows[number]) for number in "123467"] == [
        "1.1",
        "1.1; decided by 3.1",
        "1.1",
        "*not on this page*",
        "not covered: a mood",
        "*nothing says it*",
    ]
    assert "shown by [A.1](reference.md#invariant-few" in full and "shown by" not in brief
    assert re.search(r"\| 1\.1 \| \[Hares\]\([^)]*\) \| \[A2\.1–3\]\(.*\), \[A3\.1\]\(", brief)


@pytest.mark.parametrize(("language", "words"), [("nl", "niets zegt dit"), ("de", "nichts sagt das")])
def test_other_languages_mark_what_only_the_author_said(tmp_path: Path, language: str, words: str) -> None:
    made = page(tmp_path, language)
    assert f'<span lang="en">nobody passes</span> | *{words}* |' in made
