"""The differences between the editions of The Messages, row by row: rules, and changes of mere names and words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve

from rulekit.compare.change_groups import change_groups, change_id
from rulekit.compare.comparison_report import report, same_games
from rulekit.compare.edition_prose import TwoEditions
from rulekit.compare.names import conditions_of
from rulekit.model.change_kinds import Change
from rulekit.model.difference import difference
from rulekit.play.loaded_book import LoadedBook
from tests.shipped import book

NO_CLAUSES = ("header", "example", "words", "look", "chapter", "statements", "section")


def editions(first: str, second: str) -> tuple[LoadedBook, LoadedBook]:
    return book(f"carcassonne/messages-{first}"), book(f"carcassonne/messages-{second}")


def rule_rows(books: tuple[LoadedBook, LoadedBook], changes: Sequence[Change]) -> list[set[str]]:
    """Return the ids of changed rules, in the groups in which the comparison shows them."""
    groups = change_groups(changes, conditions_of((*books[0].books, *books[1].books)))
    return sorted(({change_id(c) for c in group} for group in groups), key=sorted)


def reworded(changes: Sequence[Change]) -> set[str]:
    return {change_id(c) for c in changes if c.wording and not change_id(c).startswith(NO_CLAUSES)}


@pytest.mark.parametrize(
    ("first", "second", "rules", "words"),
    [
        ("c1", "c1-rgg", [{"action farmers_pay", "option farmers_message"}], {"enum Errand"}),
        (
            "c2",
            "c2-zmg",
            [
                {"action score_one", "fact worth_home", "option farmer_home"},
                {
                    "exception only_alone",
                    "fact figures_alone",
                    "fact is_alone",
                    "fact stands_alone",
                    "keep alone_there",
                    "option alone",
                    "option both_alone",
                    "rule figure_moves",
                },
            ],
            {"rule round_of_tile", "rule no_more", "rule counts_on"},
        ),
        (
            "c1",
            "c2",
            [
                {"keep by_message", "option second", "procedure judge", "procedure message_scored", "rule delivery"},
                {"option seal_chains"},
                {"option judged"},
            ],
            {"piece Follower", "enum Figure", "enum Errand", "place messages", "rule no_more"}
            | {"enum Rate", "table Scored", "action score_one", "action shortest", "action smallest_cloister"},
        ),
    ],
)
def test_rules_and_words_row_by_row(first: str, second: str, rules: list[set[str]], words: set[str]) -> None:
    books = editions(first, second)
    changes = difference(books[0].rulebook, books[1].rulebook)
    assert rule_rows(books, changes) == sorted(rules, key=sorted)
    assert reworded(changes) == words


def test_where_a_second_message_must_be_drawn_the_two_editions_play_alike() -> None:
    both = TwoEditions(editions("c1", "c2"), ("c1", "c2"), ({}, {}), 2)
    assert same_games(evolve(both, options=({}, {"second": "must_draw"})), (2,)) == (2,)
    assert same_games(both, (2,)) == ()


def test_each_rule_is_told_with_its_questions() -> None:
    found = report(TwoEditions(editions("c2", "c2-zmg"), ("c2", "c2-zmg"), ({}, {}), 2), only_players=True, equal=())
    said = " ".join(t.text for chapter in found.chapters for t in chapter.told)
    assert 'Changed: action "Score a meeple and return it"' in said and "{+Score its+} feature as at the end" in said
    assert 'New: exception "Only figures that are alone bring a message"' in said
    assert said.count("New: open question") == 2 and said.count("Gone: open question") == 1
