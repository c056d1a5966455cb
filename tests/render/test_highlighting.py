"""Highlighting keeps every character of a rulebook and colours each word by its meaning in that place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, String, Token

from rulekit.render.highlighting import RulebookLexer
from rulekit.rulebook_files import find, names

ROOT = Path(__file__).parents[2]


def tokens(text: str) -> list[tuple[object, str]]:
    return [(kind, value) for _, kind, value in RulebookLexer().get_tokens_unprocessed(text) if value.strip()]


@pytest.mark.parametrize("game", names())
def test_shipped_games_are_kept_to_the_letter_and_hold_no_error(game: str) -> None:
    text = find(game).read_text(encoding="utf-8")
    found = list(RulebookLexer().get_tokens_unprocessed(text))
    assert "".join(value for _, _, value in found) == text
    assert not [value for _, kind, value in found if kind is Error]


def test_words_are_what_they_are_where_they_stand() -> None:
    found = {value: kind for kind, value in tokens('fact full(i Inn) "Is it full?" = count(k in Kind) == 3  # so')}
    assert found["fact"] is Keyword.Declaration
    assert found["full"] is Name.Function
    assert found["Inn"] is Name.Class
    assert found["count"] is Keyword and found["in"] is Keyword
    assert found["3"] is Number.Integer
    assert found['"Is it full?"'] is String.Double
    assert found["# so"] is Comment.Single


def test_a_word_of_the_language_is_a_name_behind_a_point_and_where_it_is_declared() -> None:
    assert (Name.Function, "players") in tokens("keep players: 0..3 = 0")
    assert (Name, "row") in tokens("fact r(c Corner) = c.row")
    assert (Keyword.Declaration, "rule") in tokens("replace rule bell when rang:")
    assert (Name.Function, "bell") in tokens("strike rule bell")


def test_what_is_no_rulebook_is_marked_and_not_lost() -> None:
    found = tokens("keep a = 'x' ;")
    assert (Token.Error, ";") in found or (Error, ";") in found


def test_pygments_knows_it_by_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["rules"].partition(":")
    assert (module, name) == (RulebookLexer.__module__, RulebookLexer.__name__)
    assert "rules" in RulebookLexer.aliases
