"""The pages of every shipped game: what they lead to is there, their pictures are whole, and nothing is left unsaid."""

from __future__ import annotations

import re
from collections import Counter
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import pytest

from rulekit.play.loaded_book import load

from .pages import GAMES, anchors, links, made, text

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_somewhere_and_every_address_is_one(game: str) -> None:
    for page in made(game):
        markdown = text(page)
        there = anchors(markdown)
        assert not [name for name, times in Counter(there).items() if times > 1]
        for link in links(markdown):
            path, _, anchor = link.partition("#")
            if path:
                assert normpath(join(dirname(page.file), path)) in page.files, link
            else:
                assert anchor in there, link


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_shown_is_whole_and_has_words(game: str) -> None:
    for page in made(game):
        shown = {normpath(join(dirname(page.file), link)) for link in links(text(page)) if link.endswith(".svg")}
        pictures = {name for name in page.files if name.endswith(".svg")}
        assert shown == pictures and pictures
        for name in pictures:
            drawing = page.files[name].decode()
            root = ElementTree.fromstring(drawing)
            assert root.tag == f"{SVG}svg" and root.get("role") == "img"
            assert (root.findtext(f"{SVG}title") or "").strip(), name
            assert "<script" not in drawing and not re.search(r"(href|url)\W+https?:", drawing)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_for_players_has_its_permanent_address(game: str) -> None:
    book = load(game)
    reference = ("words", "look", "chapter", "invariant")
    for page in made(game):
        there = set(anchors(text(page)))
        for placed in book.rulebook.clauses:
            if placed.clause.kind not in reference and placed.chapter is None:
                assert f"{placed.clause.kind}-{placed.clause.name.text}" in there


@pytest.mark.parametrize("game", GAMES)
def test_no_page_asks_another_host(game: str) -> None:
    for page in made(game):
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", "".join(d.decode() for d in page.files.values()))


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_the_same_each_time(game: str) -> None:
    first = made(game)
    made.cache_clear()
    assert [one.files for one in made(game)] == [one.files for one in first]
