"""The gallery shows for each game its players, time and kind, what its text shows to authors, and the table of its
editions."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from rulekit.render.edition_comparisons import ComparedPage, EditionPair
from rulekit.render.gallery import Gallery, lessons_in
from rulekit.render.game_pages import RenderedPage, RenderRequest, render_game

PAGE = """
| rulebook | lines | what it teaches |
|---|---|---|
| `classics/pig` | 42 | chance `within` a turn |
| `designs/goofspiel` | 110 | Secret bids. |
"""
NAMES = ("classics/pig", "classics/pig-with-talents", "designs/goofspiel")


@cache
def pages() -> list[RenderedPage]:
    return [
        page for name in NAMES for page in render_game(RenderRequest(name, (), (("en", "games/en/"),), False, NAMES))
    ]


def page(**settings: Any) -> str:
    return Gallery("Games", "games/en/", **settings).markdown(pages())


def test_a_card_tells_players_time_and_kind() -> None:
    classes = re.findall(r'class="rk-card ([^"]*)"', page())
    assert classes[2].split() == [
        *("rk-players-2", "rk-players-3", "rk-kind-no-board", "rk-kind-luck", "rk-kind-secrets", "rk-minutes-10")
    ]
    assert "rk-kind-secrets" not in classes[0] + classes[1]
    assert "2 to 3 players · 10 minutes · no board · with luck · with secrets" in page()


def test_what_a_text_shows_to_authors_comes_from_the_tables_of_a_page() -> None:
    lessons = lessons_in(PAGE)
    assert lessons == {"classics/pig": "chance `within` a turn", "designs/goofspiel": "Secret bids."}
    assert "For authors: Chance *within* a turn" in page(lessons=lessons) and "For authors" not in page()


def test_the_title_of_a_game_is_followed_by_the_table_of_its_editions() -> None:
    pairs = [EditionPair(NAMES[0], NAMES[1]), EditionPair(NAMES[0], NAMES[2])]
    found = page(compared=[ComparedPage(pair, f"Table {at}", b"") for at, pair in enumerate(pairs)])
    assert "Editions compared: [Table 0](../../comparisons/classics-pig-and-pig-with-talents.md)" in found
    assert "Table 1" not in found, "of games that are no editions of one"
