"""The first screen of a comparison and what follows it, on small editions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.compare.figures import compare_figures
from rulekit.compare.gist import HEIGHT, WIDTH, text_of
from rulekit.compare.report import options_in_force, report
from rulekit.compare.terminal import coloured, comparison_text, gist_lines
from rulekit.play.loaded_book import load
from tests.cli import MISERE, PILE

SHOP = """rulebook shop "The shop":
  players 2 to 3
  summary "Buy and sell."

table Face(value 0..3, copies 1..30) "The coins":
  | rouble "1 rouble" | 1 | 21 |
  | pair "2 roubles" | 2 | 9 |
piece Coin(face Face): face.copies each
place purse: heap of Coin
option speed "How fast?": slow "slowly", fast "fast"
fact price = 2 "The price"
procedure take_turn "A turn":
  step pay "The price is paid":
    nothing
  choose n in 0..price
flow:
  turns from p1, once each:
    take_turn()
  game over, drawn
"""


def compared(tmp_path: Path, layer: str, games: int = 0, base: str = SHOP, **options: str):
    (tmp_path / "shop.rules").write_text(base)
    (tmp_path / "other.rules").write_text(layer)
    books = load(tmp_path / "shop.rules"), load(tmp_path / "other.rules")
    sides = compare_figures(*(b.configure(2) for b in books), games, 1) if games else None
    return report(books, ("shop", "other"), ({}, options), 2, sides)


def said(found) -> list[str]:
    return [text_of(line) for line in found.gist.changed]


def layer(text: str) -> str:
    return f'variant other of shop "Another shop"\n\n{text}\n'


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        ("replace fact price = 3 \"The price\"", '"The price": 2 becomes 3'),
        ("replace fact price = 2 \"What it costs\"", 'Renamed only: "The price" is now "What it costs"'),
        (
            'replace table Face(value 0..3, copies 1..30) "The coins":\n'
            '  | rouble "1 rouble" | 1 | 12 |\n  | pair "2 roubles" | 2 | 9 |\n  | bad "false" | 0 | 9 |',
            '"The coins": 30 of two kinds become 30 of three; new: "false" (9); "1 rouble": 21 becomes 12',
        ),
        (
            'rule gift instead of take_turn.pay "Nothing is paid":\n  nothing',
            '"The price is paid" (nothing) is replaced by "Nothing is paid" (nothing)',
        ),
        (
            'under speed == fast:\n  rule gift instead of take_turn.pay "Nothing is paid":\n    nothing',
            'If "How fast?" is "fast" also: "The price is paid" (nothing) is replaced by "Nothing is paid" (nothing)',
        ),
        ('under players == 3:\n  replace fact price = 5 "The price"', 'With 3 players also: "The price": 2 becomes 5'),
        ("set speed = fast", '"How fast?": unless chosen: "fast" instead of "slowly"'),
        (
            "replace procedure take_turn \"A turn\":\n  step pay \"The price is paid\":\n    nothing\n"
            "  choose n in 1..price",
            '"A turn": choose n in [-0-] {+1+}..price',
        ),
    ],
)  # fmt: skip
def test_the_gist_says_what_changed(tmp_path, text, gist):
    assert gist in said(compared(tmp_path, layer(text)))


def test_what_is_worded_otherwise_only_is_proved_to_be_the_same_game(tmp_path):
    found = compared(tmp_path, layer('replace fact price = 2 "What it costs"'), 20)
    assert found.equal == (2, 3)
    (does,) = found.gist.does
    assert does.startswith("It changes wording only: the games are the same for 2 and 3 players (proved")
    assert compared(tmp_path, layer("replace fact price = 3"), 20).equal == ()


def test_where_only_some_numbers_of_players_are_equal_only_these_are_said_to_be(tmp_path):
    found = compared(tmp_path, layer("under players == 3:\n  replace fact price = 5"))
    assert found.equal == (2,) and found.other_players == (3,)
    assert found.gist.does == ("The games of 2 players are the same (proved: both become the same machine).",)


def test_a_changed_clause_is_shown_once_with_its_words_marked(tmp_path):
    page = comparison_text(compared(tmp_path, layer('replace fact price = 3 "The price of all"')))
    assert 'fact price = [-2-] {+3+} "The price {+of all+}"' in page
    assert page.count("fact price") == 1


def test_the_displaced_step_is_named_with_its_lines(tmp_path):
    page = comparison_text(compared(tmp_path, layer('rule gift instead of take_turn.pay "A gift":\n  nothing')))
    assert '(takes the place of the step "The price is paid" of "A turn")' in page
    assert "[-  nothing-]" in page


def test_the_condition_of_a_clause_is_said_in_words(tmp_path):
    one = layer('under players == 2 and speed == slow:\n  exception dear to price = 3 "dear"')
    assert '(holds with 2 players and if "How fast?" is "slowly")' in comparison_text(compared(tmp_path, one))


def test_nothing_changed():
    books = load(PILE), load(PILE)
    same = report(books, (PILE, PILE), ({}, {}), 2)
    assert same.changes == () and same.as_json()["options"] == []
    assert said(same) == ["Nothing."] and "0 changes of the rules" in comparison_text(same)


def test_what_is_measured_is_said_with_its_interval(tmp_path):
    found = compared(tmp_path, layer("replace procedure take_turn:\n  choose n in 0..price\n  choose m in 0..1\n"
                                     "  if m == 1:\n    game over, won by me"), 200)  # fmt: skip
    assert any(one.startswith("Games get shorter by ") and "(95 %)" in one for one in found.gist.does)
    assert any("wins" in one for one in found.gist.does)


def test_the_gist_of_everything_shipped_fits_on_a_screen():
    for other in ("english", "dutch-revised", "gentle-roubles"):
        books = load("czar/dutch"), load(f"czar/{other}")
        found = report(books, ("czar/dutch", f"czar/{other}"), ({}, {}), 2)
        lines = gist_lines(found)
        assert len(lines) <= HEIGHT and max(map(len, lines)) <= WIDTH


def test_options_in_force_are_told_where_they_differ():
    one, two = load(PILE).layered(), load(PILE).layered(options={"counters": 9})
    (option,) = options_in_force(one, two)
    assert (option.name, option.first, option.second) == ("counters", 7, 9)
    books = load(PILE), load(PILE)
    found = report(books, (PILE, PILE), ({}, {"counters": 9}), 2)
    assert any("chosen is" in one and '"9" instead of "7"' in one for one in said(found))


def test_colour_is_never_what_a_rulebook_wrote(tmp_path):
    found = compared(tmp_path, layer('replace fact price = 3 "The \x1b[33mprice"'))
    assert "\x1b[33m" not in comparison_text(found, coloured)
    assert "\x1b[31m2\x1b[0m" in comparison_text(found, coloured)


def test_misere_by_its_words():
    books = load(PILE), load(MISERE)
    page = comparison_text(report(books, (PILE, MISERE), ({}, {}), 2))
    assert "game over, [-won-] {+lost+} by me" in page and "within_the_pile" not in page
