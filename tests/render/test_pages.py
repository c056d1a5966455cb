"""Pages of every shipped game have no broken links, their pictures are complete, and every clause is described."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import pytest

from rulekit.play.whole_games import whole_games
from rulekit.rulebook_files import names
from tests.shipped import COVERING, GAMES, SLIGHT, SPANNING, book, spanning

from .pages import anchors, digests, links, made, text

ROOT = Path(__file__).parents[2]
SMALL = (
    "classics/leduc-poker",
    "classics/tic-tac-toe-misere",
    str(ROOT / "tests" / "fragments" / "push_luck.rules"),
)
RENDERED = spanning(COVERING, [name for name in SPANNING if name != "czar/dutch-revised"])
"""The pages of czar/dutch-revised take half a minute: they run in the soak, and `mkdocs build --strict` checks their
links in `.ci/run`."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.soak
def test_every_whole_game_has_its_pages_looked_at() -> None:
    assert whole_games() == list(GAMES)


@pytest.mark.soak
def test_every_clause_of_the_library_is_on_a_page_that_is_looked_at() -> None:
    """Every clause of the games left out is also part of a game whose pages are tested."""
    there = {read.span.source.name for game in COVERING for read in book(game).books}
    every = {read.span.source.name for name in names() for read in book(name).books}
    assert there == {name for name in every if not name.endswith(SLIGHT)}


@pytest.mark.parametrize("game", RENDERED)
def test_every_link_leads_somewhere_and_every_address_is_one(game: str) -> None:
    for page in made(game):
        texts = {file: data.decode() for file, data in page.files.items() if file.endswith(".md")}
        assert {page.file + ".md", f"{page.file}/reference.md", f"{page.file}/notes.md"} <= texts.keys()
        there = {file: anchors(markdown) for file, markdown in texts.items()}
        for file, markdown in texts.items():
            assert not [name for name, times in Counter(there[file]).items() if times > 1]
            for link in links(markdown):
                path, _, anchor = link.partition("#")
                target = normpath(join(dirname(file), path)) if path else file
                assert target in page.files, link
                assert not anchor or anchor in there[target], link


@pytest.mark.parametrize("game", RENDERED)
def test_every_picture_is_shown_is_whole_and_has_words(game: str) -> None:
    for page in made(game):
        texts = {file: data.decode() for file, data in page.files.items() if file.endswith(".md")}
        drawn = {file: [link for link in links(markdown) if link.endswith(".svg")] for file, markdown in texts.items()}
        shown = {normpath(join(dirname(file), link)) for file, found in drawn.items() for link in found}
        pictures = {name for name in page.files if name.endswith(".svg")}
        assert page.picture in pictures and shown | {page.picture} == pictures
        for alt in re.findall(r"!\[((?:[^]\\]|\\.)*)\]\([^)]*\)\{ \.rk-figure", "".join(texts.values())):
            assert alt.strip()
        for name in pictures:
            drawing = page.files[name].decode()
            root = ElementTree.fromstring(drawing)
            assert root.tag == f"{SVG}svg" and root.get("role") == "img"
            assert "<script" not in drawing and not re.search(r"(href|url)\W+https?:", drawing)


@pytest.mark.parametrize("game", RENDERED)
def test_every_clause_for_players_has_its_permanent_address(game: str) -> None:
    rulebook = book(game).rulebook
    # sections, for example, have headings instead
    reference = ("words", "look", "statements", "chapter", "section", "invariant", "figure")
    for page in made(game):
        there = set(anchors(text(page)))
        for placed in rulebook.clauses:
            if placed.clause.kind not in reference and placed.chapter is None:
                assert f"{placed.clause.kind}-{placed.clause.name.text}" in there


@pytest.mark.parametrize("game", RENDERED)
def test_no_page_asks_another_host(game: str) -> None:
    for page in made(game):
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", "".join(d.decode() for d in page.files.values()))


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_page_is_the_same_each_time(seed: str) -> None:
    """Pages made here after other games equal those made in a new process with another hash seed.

    Small games contain everything that pages consist of, except sentences found only in large games, which
    `tests/prose/test_golden.py` covers.
    """
    line = [sys.executable, "-m", "tests.render.pages", *SMALL]
    fresh = subprocess.run(
        line, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
    )
    assert json.loads(fresh.stdout) == {game: digests(game) for game in SMALL}


def test_many_cards_stand_in_a_row_for_each_suit() -> None:
    for page in made("tricks/whist"):
        rows = [line for line in text(page).split("\n") if line.startswith("|") and line.count("(Card-") > 1]
        assert [row.count("(Card-") for row in rows] == [13] * 4


def test_of_what_there_is_as_much_as_needed_the_table_shows_the_pieces_alone() -> None:
    for page in made("chess/standard"):
        rows = [line for line in text(page).split("\n") if line.startswith("|") and line.count("(Man-") > 1]
        assert [row.count("(Man-") for row in rows] == [6] * 2
        assert all(
            re.fullmatch(r"(!\[[^]]*\]\([^)]*\)\{[^}]*\})?", cell.strip())
            for row in rows
            for cell in row.split("|")[2:]
        )


@pytest.mark.soak
def test_rows_that_a_look_draws_are_shown_beside_their_names() -> None:
    for page in made("carcassonne/messages-c1-rgg"):
        rows = [line for line in text(page).split("\n") if re.match(r"\| !\[\]\([^)]*Kind-[A-X]\.svg", line)]
        assert len(rows) == 24 and all("table-Kind-" in row.split("|")[2] for row in rows)


def test_wide_drawings_can_be_seen_alone_and_small_ones_have_no_link() -> None:
    for page in made("connection/hex"):
        found = re.findall(r"(\[)?!\[[^]]*\]\(([^)]*)\)\{ \.rk-figure width=(\d+)[^}]*\}(?:\]\(([^)]*)\))?", text(page))
        assert {int(width) > 360 for *_, width, _ in found} == {True, False}
        for opened, file, width, link in found:
            assert (link == file and opened) if int(width) > 360 else not link


def test_a_picture_counts_in_the_words_of_the_page() -> None:
    for page, word in zip(made("classics/nim"), ("Row", "Rij"), strict=True):
        drawing = next(data.decode() for name, data in page.files.items() if name.endswith("set-up-2.svg"))
        assert [f">{word} {n}<" in drawing for n in range(1, 5)] == [True] * 4


def test_a_picture_beside_its_word_does_not_say_it_again() -> None:
    for page in made("tricks/whist"):
        chips = [line for line in text(page).split("\n") if "(Suit-" in line and not line.startswith("|")]
        assert len(chips) == 4 and all("![](" in line for line in chips)
