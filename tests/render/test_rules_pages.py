"""The rules of a book without sections are short, use the author's words, and leave out what only programs need."""

from __future__ import annotations

import re

import pytest

from .page_words import sentences_by_origin, shown_words
from .pages import made, reference, rules

LIMITS = {"classics/leduc-poker": 600, "classics/nine-mens-morris": 900}
"""The maximum number of words on the page."""


@pytest.mark.parametrize("game", LIMITS)
def test_the_rules_of_a_small_book_are_short(game: str) -> None:
    pytest.importorskip("markdown")
    for page in made(game):
        assert 150 < len(shown_words(rules(page))) <= LIMITS[game] < len(shown_words(reference(page)))


def test_an_author_wrote_nearly_all_sentences() -> None:
    pytest.importorskip("markdown")
    found = sentences_by_origin("czar/dutch", rules(made("czar/dutch")[0]))
    assert found.many > 100 and 20 * len(found.made) <= found.many
    planted = rules(made("czar/dutch")[0]) + "\n\nNo author wrote this sentence.\n"
    assert len(sentences_by_origin("czar/dutch", planted).made) == len(found.made) + 1


@pytest.mark.parametrize(
    ("game", "hidden"),
    [
        ("classics/leduc-poker", ("must still answer", "nog moeten antwoorden", "staying", "awaited", "won with")),
        ("classics/nine-mens-morris", ("quiet moves", "number of men to place", "same placing", "in_mill", "row_7")),
    ],
)
def test_memory_helpers_promises_and_identifiers_are_not_in_the_rules(game: str, hidden: tuple[str, ...]) -> None:
    pytest.importorskip("markdown")
    for page in made(game):
        words = " ".join(shown_words(rules(page)))
        assert [one for one in hidden if one in words] == []
        assert not re.search(r"\w_\w", words)


def test_pictures_of_the_rules_show_what_lies_on_the_table_alone() -> None:
    for page in made("classics/leduc-poker"):
        start = page.files[f"{page.file}/start-2.svg"].decode()
        whole = page.files[f"{page.file}/set-up-2.svg"].decode()
        assert page.language != "en" or ("answer</text>" in whole and "has" in start)
        assert "answer</text>" not in start and "antwoorden</text>" not in start


def test_each_paragraph_leads_to_what_exactly_holds_and_old_addresses_to_its_words() -> None:
    for page in made("classics/nine-mens-morris"):
        there = rules(page)
        says = re.findall(
            r"\(nine-mens-morris/reference\.md#([^ ]+) [^)]*\)\{ \.rk-exactly data-says=\"([^\"]*)\" \}", there
        )
        assert len(says) > 5 and all(first == said.split()[0] for first, said in says)
        exact = reference(page)
        assert all(f"#{one} }}" in exact or f'id="{one}"' in exact for _, said in says for one in said.split())
        assert '<a id="action-place_man"></a>' in there and "{ #how-it-ends }" in there


IN_THE_BOX = (
    ("classics/nine-mens-morris", "Men to place", "18 at the start"),
    ("classics/othello", "Discs", "4 at the start"),
    ("go/tromp-taylor", "Stones", "up to 81"),
    ("classics/shogi", "Men", "40 at the start"),
    ("dice/yacht", "The dice", "5"),
)


@pytest.mark.parametrize(("game", "things", "count"), IN_THE_BOX)
def test_the_box_lists_what_lies_on_the_board(game: str, things: str, count: str) -> None:
    (page,) = (one for one in made(game) if one.language == "en")
    rows = [[cell.strip() for cell in line.split("|")] for line in rules(page).split("## ")[1].splitlines()]
    found = {re.sub(r"\[([^]]*)\].*", r"\1", row[-3]): row[-2] for row in rows if len(row) > 3}
    assert found[things] == count and "The men on the board" not in found


def test_an_assumed_rule_has_no_mark_but_a_reason_in_the_notes() -> None:
    for page in made("classics/nine-mens-morris"):
        assert "#assumed-" not in rules(page)
        notes = page.files[f"{page.file}/notes.md"].decode()
        assert '<a id="assumed-' in notes
