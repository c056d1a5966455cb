"""Parts of a page beside its prose: the start, the contents of the box, what only the full book has, and whose words
are quoted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_game
from tests.shipped import every

from .pages import made, text


def of(game: str, language: str, full: bool = False) -> str:
    if full or language not in ("en", "nl"):
        return text(render_game(RenderRequest(game, (), ((language, ""),), full, (game,)))[0])
    return next(text(page) for page in made(game) if page.language == language)


def part(page: str, anchor: str) -> str:
    """Return the text below a heading."""
    found = re.search(rf"\{{ #{anchor}[^}}]* \}}\n(.*?)(?=\n#|\Z)", page, re.DOTALL)
    assert found, anchor
    return found[1]


def test_chance_is_named_only_where_it_may_decide_the_start() -> None:
    assert "chance" in part(of("chess/chess960", "en"), "set-up")
    assert "chance" not in part(of("classics/nine-mens-morris", "en"), "set-up")
    assert "toeval" not in part(of("classics/nine-mens-morris", "nl"), "set-up")


def test_counters_are_in_the_box_and_a_board_says_how_large_it_is() -> None:
    box = part(of("classics/nine-mens-morris", "en"), "box")
    assert "1 (24 points)" in box and "18 at the start" in box


@pytest.mark.soak
def test_what_a_look_lays_out_and_things_lie_on_is_a_board() -> None:
    """An enumeration with a layout on which pieces lie is in the box and has a picture. Its members have no pictures of
    their own."""
    page = of("carcassonne/messages-c2", "en")
    assert "[Scoreboard](#enum-Space" in part(page, "box") and "1 (50 spaces)" in part(page, "box")
    scoreboard = part(page, "enum-Space")
    assert scoreboard.count(".svg){ .rk-figure") == 1 and ".rk-piece" not in scoreboard
    assert scoreboard.count('id="enum-Space-') == 50


@pytest.mark.soak
def test_what_no_source_says_of_the_players_is_told() -> None:
    page = of("carcassonne/messages-c2", "en")
    assert re.search(r"\|  \| 6 players \| there are scoring figures of six colours", part(page, "assumed"))
    assert "2 to 6" in page and "[assumed](notes.md#assumed" in re.search(r"\| Players \|.*", page)[0]


@pytest.mark.soak
def test_what_no_source_says_of_single_players_is_told() -> None:
    page = of("czar/dutch", "en")
    assert "|  | Yellow | the texts name only three of the five colours |" in part(page, "assumed")
    assert "|  | White | as yellow |" in part(page, "assumed")
    assert "[assumed](notes.md#assumed" in re.search(r"\| Players \|.*", page)[0]


UNHEARD = """rulebook bells "Bells":
  players 2

keep rung "How often it rang": 0..9 = 0

event unheard "Nobody hears this"
event rang answered from active "The bell has rung"
rule echo when rang by q where rung < 3 "Echo":
  rung += 1

flow:
  turns from p1 where rung < 9:
    may ring "Ring":
      rung += 1
      announce unheard()
      announce rang()
  game over, drawn
"""


def test_an_event_that_nothing_answers_is_for_reference_and_shifts_no_number(tmp_path: Path) -> None:
    file = tmp_path / "bells.rules"
    file.write_text(UNHEARD, encoding="utf-8")
    brief, full = of(str(file), "de"), of(str(file), "de", full=True)
    assert "{ #event-unheard }" in full and "{ #event-unheard }" not in brief
    numbers = re.findall(r"^### (\S+) .*\{ #(\S+) \}$", brief, re.MULTILINE)
    assert len(numbers) > 3
    assert all(f"### {number} " in full and f"{{ #{anchor} }}" in full for number, anchor in numbers)
    full_numbers = dict(re.findall(r"^### (\S+) .*\{ #(\S+) \}$", full, re.MULTILINE)[::-1])
    assert {number: full_numbers[number] for number, _ in numbers} == dict(numbers)


@pytest.mark.parametrize(
    ("game", "reason"), every(2, [("classics/nine-mens-morris", "chess"), ("czar/dutch", "which fit the villages")])
)
def test_what_only_the_author_said_is_marked_as_his_language(game: str, reason: str) -> None:
    dutch, english = part(of(game, "nl"), "assumed"), part(of(game, "en"), "assumed")
    assert re.search(rf'<span lang="en">[^<]*{reason}', dutch)
    assert reason in english and "lang=" not in english


@pytest.mark.soak
def test_sources_and_their_sections_are_said_or_marked() -> None:
    sources = part(of("czar/dutch", "nl"), "sources")
    assert "Nederlandse spelregels van de eerste uitgave" in sources
    assert '<span lang="en">playing the game</span>' in sources


def test_nouns_of_sentences_are_in_glossary_and_index() -> None:
    page = of("classics/leduc-poker", "en")
    assert "[Payment](#keep-paid) | What a player has paid" in part(page, "glossary")
    assert "The stake [" in part(page, "index") and "Payment [" in part(page, "index")


def test_how_the_game_goes_says_when_it_ends_and_with_what_a_part_is_done() -> None:
    morris = part(of("classics/nine-mens-morris", "en"), "course")
    assert "The game is over, and you lose." in morris
    leduc = part(of("classics/leduc-poker", "en"), "course")
    assert re.search(r"\) 2 chips", leduc) and re.search(r"\) 4 chips", leduc)
    assert "only if you belong to" in leduc


def test_seats_branches_and_pictures_are_called_in_the_language_of_the_page() -> None:
    morris = of("classics/nine-mens-morris", "nl")
    assert "(wit, zwart)" in morris and "White" not in morris
    leduc = of("classics/leduc-poker", "nl")
    assert "Passen: opgeven wat betaald is" in part(leduc, "course") and "Hearts" not in leduc
    assert "![harten boer]" in leduc
    assert "![Hearts Jack]" in of("classics/leduc-poker", "en")
