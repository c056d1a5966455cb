"""A layer may change the number of players: examples of its base for other numbers do not apply, and messages point at
it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.diagnostics import RulekitError
from rulekit.pipeline import check_all
from rulekit.play.loaded_book import load
from rulekit.play.testing import BookTestSettings, book_examples, check_book

from .books import HERE, book


def test_examples_for_other_players_are_left_out() -> None:
    game = book("meaning/duo")
    assert {(o.example, o.failure) for o in book_examples(game)} == {("two", None), ("mine", None)}
    assert check_book(game, BookTestSettings(games=1)).left_out == ("three",)
    assert {o.example for o in book_examples(book("meaning/duo_base"))} == {"two", "three"}


@pytest.mark.parametrize(
    ("example", "code", "message"),
    [
        ("three", "E452", "the example `three` is for 3 players, and this game is for 2 players"),
        ("thre", "E453", "there is no example `thre`"),
    ],
)
def test_one_asked_for_by_name_says_why_not(example: str, code: str, message: str) -> None:
    with pytest.raises(RulekitError) as raised:
        book("meaning/duo").machine(example=example)
    (told,) = raised.value.diagnostics
    assert (told.code, told.message) == (code, message)
    if code == "E452":
        assert told.span is not None and told.span.source.name.endswith("duo_base.rules")
        assert told.labels[0].span.source.name.endswith("duo.rules") and told.labels[0].span.first.line == 3


def test_one_for_another_configuration_says_for_which() -> None:
    with pytest.raises(RulekitError, match="`three` does not apply here") as raised:
        book("meaning/duo_base").machine(2, example="three")
    assert "it is about 3 players; this is 2 players" in raised.value.diagnostics[0].help[0].text


def test_the_wrong_number_points_at_the_book_that_says_the_number() -> None:
    with pytest.raises(RulekitError) as raised:
        book("meaning/duo").configure(3)
    (told,) = raised.value.diagnostics
    assert told.code == "E602" and told.span is not None
    assert told.span.source.name.endswith("duo.rules") and told.span.text == "players 2"


def test_an_example_of_the_layer_itself_is_a_mistake(tmp_path: Path) -> None:
    for name in ("duo_base", "duo"):
        (tmp_path / f"{name}.rules").write_text((HERE / "meaning" / f"{name}.rules").read_text())
    path = tmp_path / "duo.rules"
    path.write_text(path.read_text().replace("example mine:", "example mine:\n  players 3"))
    _, found = check_all(load(str(path)).books)
    (told,) = [d for d in found if d.severity == "error"]
    assert told.code == "E451" and told.span is not None and told.span.first.line == 8


def test_numbers_in_an_example_may_be_worked_out(tmp_path: Path) -> None:
    path = tmp_path / "worked.rules"
    path.write_text(
        'rulebook worked "W":\n  players 2 to 3\n\noption top_one: 1..9 = 4\n\n'
        "flow:\n  turns from p1:\n    choose n in 1..top_one\n    game over, drawn\n\n"
        "example x:\n  players 1 + 2\n  set top_one = 2 * 3\n  allow flow(n: 6)\n"
    )
    assert [o.failure for o in book_examples(rulekit.load(str(path)))] == [None]
