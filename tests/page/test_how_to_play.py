"""How to play is told of every game in each of its languages: the aim, how it ends, and all parts of its book."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulekit.model.sections import all_sections, sections
from rulekit.page.bundle import game_files
from rulekit.page.how_to_play import how_to_play
from rulekit.page.page_words import languages_of
from rulekit.prose import speaker
from tests.shipped import EACH_GAME, book, every, game

from .test_table import Driven


def told(name: str, language: str) -> Any:
    model = game(name).model
    return how_to_play(model, speaker(model, language))


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_aim_and_the_end_are_told_and_open(name: str) -> None:
    for language in languages_of(book(name)):
        found = told(name, language)
        assert found["aim"] and all(found["aim"])
        assert any(part["open"] for part in found["parts"]), "how it ends is seen without a click"
        assert all(part["lines"] and part["title"] for part in found["parts"])


@pytest.mark.parametrize(
    "name", every(2, ["carcassonne/messages-c2", "czar/english", "classics/thicket", "emissary/standard"])
)
def test_no_section_of_a_book_is_left_out(name: str) -> None:
    model = game(name).model
    said, found = speaker(model, "en"), json.dumps(told(name, "en"), ensure_ascii=False)
    texts = [text.text for one in all_sections(sections(model.rulebook)) if (text := said.section_text(one.placed))]
    assert len(texts) > 4
    assert [text for text in texts if json.dumps(text, ensure_ascii=False)[1:-1] not in found] == []


def test_what_must_be_known_before_the_first_move_is_open() -> None:
    """The guards' numbers, who stays behind, who gets the coin, and how one wins."""
    found = told("czar/english", "en")
    seen = " ".join(line["text"] for part in found["parts"] if part["open"] for line in part["lines"])
    assert found["parts"][0]["title"] == "At a glance"
    assert "takes a coin from the palace" in seen and "its player wins at once" in seen
    assert "the numbers are six, eight and ten" in json.dumps(found)
    tables = [line["rows"] for part in found["parts"] for line in part["lines"] if "rows" in line]
    assert ["Empty room", "Its arrow points to", "Travels with him", "Stays behind"] in [rows[0] for rows in tables]


def test_the_page_is_told_once_in_each_language() -> None:
    driven = Driven("classics/tic-tac-toe")
    driven.begin()
    first = driven.later()
    assert first["how"]["aim"] == ["Three marks in a row win; without a row, a full board is a draw."]
    driven.ask("play", option=1)
    assert "how" not in driven.later()
    driven.ask("speak", language="nl")
    assert "Drie op een rij" in driven.later()["how"]["aim"][0]


def test_where_seats_are_chosen_the_page_has_the_aim_and_the_way_to_the_rules() -> None:
    files = dict(game_files(book("classics/tic-tac-toe"), {}, rules="../games/{language}/tic-tac-toe.html"))
    about = json.loads(files["game.json"])["languages"]
    assert about["nl"]["rules"] == "../games/nl/tic-tac-toe.html" and about["en"]["aim"]
    assert json.loads(dict(game_files(book("classics/nim"), {}))["game.json"])["languages"]["en"]["rules"] == ""
