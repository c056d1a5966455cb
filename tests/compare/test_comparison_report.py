"""The first screen of a comparison and its full text, on small editions."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from rulekit.compare.comparison_report import options_in_force, report
from rulekit.compare.comparison_text import colour
from rulekit.compare.comparison_text import comparison_text as text_of
from rulekit.compare.edition_prose import TwoEditions
from rulekit.compare.paired_figures import compare_figures
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
fact price "The price" = 2
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
    return report(TwoEditions(books, ("shop", "other"), ({}, options), 2), sides)


comparison_text = partial(text_of, full=True)


def said(found) -> list[str]:
    """Return the text of every change."""
    chapters = [(c.title, c.told) for c in found.chapters] + [(e.under, e.told) for e in found.elsewhere]
    return [t.text for _, told in chapters for t in told if t.clause is not None]


INSTEAD = """New: rule "Nothing is paid"
(takes the place of the step "The price is paid" of "A turn")
Nothing happens."""


def layer(text: str) -> str:
    return f'variant other of shop "Another shop"\n\n{text}\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("replace fact price \"The price\" = 3", 'Changed: definition "The price"\nThe price: [-2-] {+3+}.'),
        ("replace fact price \"What it costs\" = 2", 'Renamed only: definition "[-The price-]{+What it costs+}"\n'
            'fact price "[-The price-]{+What it costs+}" = 2'),
        (
            'replace table Face(value 0..3, copies 1..30) "The coins":\n'
            '  | rouble "1 rouble" | 1 | 12 |\n  | pair "2 roubles" | 2 | 9 |\n  | bad "false" | 0 | 9 |',
            'Changed: table "The coins"\nthe face | value | copies\n1 rouble | 1 | [-21-]{+12+}\n2 roubles | 2 | 9\n'
            '{+false+} | {+0+} | {+9+}',
        ),
        (
            'rule gift instead of take_turn.pay "Nothing is paid":\n  nothing',
            INSTEAD,
        ),
        (
            'under speed == fast:\n  rule gift instead of take_turn.pay "Nothing is paid":\n    nothing',
            INSTEAD,
        ),
        ('under players == 3:\n  replace fact price "The price" = 5', 'Changed: definition "The price"\n'
            'The price: [-2-] {+5+}.'),
        ("set speed = fast", 'Changed: option "How fast?"\n…\n– Fast.\nHere: “[-slowly-]{+fast+}”.'),
        (
            "replace procedure take_turn \"A turn\":\n  step pay \"The price is paid\":\n    nothing\n"
            "  choose n in 1..price",
            'Changed: part of the game "A turn"\n…\n1. The price is paid: nothing happens.\n'
            '2. Choose a number from [-0-] {+1+} to the price.',
        ),
    ],
)  # fmt: skip
def test_the_text_of_a_change_has_its_words_marked(tmp_path, text, sentence):
    assert sentence in said(compared(tmp_path, layer(text)))


def test_what_is_worded_otherwise_only_is_proved_to_be_the_same_game(tmp_path):
    found = compared(tmp_path, layer('replace fact price "What it costs" = 2'), 20)
    assert found.equal == (2, 3)
    (does,) = found.does
    assert does.startswith("No rule differs, only wording: the games are the same for 2 and 3 players (proved")
    assert compared(tmp_path, layer("replace fact price = 3"), 20).equal == ()
    (does,) = compared(tmp_path, layer("option pace: slow, fast")).does
    assert does == "The games are the same for 2 and 3 players (proved: both become the same machine)."


def test_where_only_some_numbers_of_players_are_equal_only_these_are_said_to_be(tmp_path):
    found = compared(tmp_path, layer("under players == 3:\n  replace fact price = 5"))
    assert found.equal == (2,) and found.other_players == (3,)
    assert found.does == ("The games of 2 players are the same (proved: both become the same machine).",)


def test_a_changed_clause_is_shown_once_with_its_words_marked(tmp_path):
    page = comparison_text(compared(tmp_path, layer('replace fact price "The price of all" = 3')))
    assert 'Changed: definition "The price {+of all+}"' in page
    assert "The price {+of all+}: [-2-] {+3+}." in page
    assert "fact price" not in page


def test_the_displaced_step_is_named_with_its_lines(tmp_path):
    one = layer('rule gift instead of take_turn.pay "A gift":\n  game over, drawn')
    page = comparison_text(compared(tmp_path, one))
    assert '(takes the place of the step "The price is paid" of "A turn")' in page
    assert "    [-Nothing happens.-]\n    {+The game is over, and it is a draw.+}" in page


def test_the_condition_of_a_clause_is_said_in_words(tmp_path):
    one = layer('under players == 2 and speed == slow:\n  exception dear to price "dear" = 3')
    assert '(holds with 2 players and if "How fast?" is "slowly")' in comparison_text(compared(tmp_path, one))


def test_nothing_changed():
    books = load(PILE), load(PILE)
    same = report(TwoEditions(books, (PILE, PILE), ({}, {}), 2))
    assert same.changes == () and same.as_json()["options"] == []
    assert said(same) == [] and "0 changes of the rules" in comparison_text(same)
    assert comparison_text(same, full=False).endswith("Nothing differs.\n")


def test_what_is_measured_is_said_with_its_interval(tmp_path):
    found = compared(tmp_path, layer("replace procedure take_turn:\n  choose n in 0..price\n  choose m in 0..1\n"
                                     "  if m == 1:\n    game over, won by me"), 200)  # fmt: skip
    assert re.fullmatch(
        r"Games get shorter: \S+ moves instead of \S+ \(\S+ to \S+ fewer, 95 %\) on average.*", found.does[0]
    )
    assert re.fullmatch(r"Of 100 games P1 wins .* instead of 0 \(.* more, 95 %\), P2 .*", found.does[1])


def test_options_in_force_are_told_where_they_differ():
    one, two = load(PILE).apply_layers(), load(PILE).apply_layers(options={"counters": 9})
    (option,) = options_in_force(one, two)
    assert (option.name, option.first, option.second) == ("counters", 7, 9)
    books = load(PILE), load(PILE)
    found = report(TwoEditions(books, (PILE, PILE), ({}, {"counters": 9}), 2))
    (topic,) = found.screen.topics
    assert (topic.before, topic.after) == ("7", "9")


def test_colour_is_never_what_a_rulebook_wrote(tmp_path):
    found = compared(tmp_path, layer('replace fact price "The \x1b[33mprice" = 3'))
    assert "\x1b[33m" not in comparison_text(found, colour)
    assert "\x1b[31m2\x1b[0m" in comparison_text(found, colour)


def test_misere_by_its_words():
    books = load(PILE), load(MISERE)
    page = comparison_text(report(TwoEditions(books, (PILE, MISERE), ({}, {}), 2)))
    assert "the game is over, and you [-win-] {+lose+}." in page and "within_the_pile" not in page


def test_what_is_new_has_its_summary_first(tmp_path):
    one = layer('rule bow before take_turn.pay "A bow" "Be polite.":\n  may bow_down "bow":\n    nothing')
    (new,) = said(compared(tmp_path, one))
    assert new.split("\n") == [
        'New: rule "A bow"',
        '(comes before the step "The price is paid" of "A turn")',
        "Be polite.",
        "Just before “The price is paid”:",
        "You may do this, or leave it:",
        "– Bow: nothing happens.",
    ]


def test_summaries_have_their_values(tmp_path):
    rule = 'rule bow before take_turn.pay "A bow" "Bow {price} times.":\n  may bow_down "bow":\n    nothing'
    found = compared(tmp_path, f'variant other of shop "Other":\n  summary "It costs {{price}}."\n\n{rule}\n')
    assert "\nBow two times.\n" in said(found)[0]
    page = comparison_text(found)
    assert "It costs two." in page and "Bow two times." in page and "{price}" not in page


def test_an_exception_is_told_with_what_holds_without_it(tmp_path):
    found = compared(tmp_path, layer("under players == 2:\n  exception cheap to price = 1"))
    (new,) = said(found)
    assert new.startswith('New: exception "cheap"\n(holds with 2 players)\n(without this exception: The price: 2.)\n')
    assert "(without this exception: The price: 2.)" in comparison_text(found)


RICHER = SHOP.replace(
    "flow:",
    """keep rich: truth = no
fact draws(p Player) "Draws" = 2
fact bonus combining add "The bonus" = 1
fact free combining any "Free" = rich
procedure count_up:
  rich = draws(p1) + bonus > 3 or free
flow:
  count_up()""",
).replace("    take_turn()", "    count_up()\n    take_turn()")


def test_an_exception_that_no_prose_says_is_told_as_it_is_written(tmp_path):
    unfinished = RICHER.replace("    take_turn()", "    take_a_turn()")
    found = compared(tmp_path, layer('exception few to draws(p2) where rich "Few" = 1'), base=unfinished)
    assert said(found) == ['New: exception "Few"\n{+exception few to draws(p2) where rich = 1+}']


def test_a_rulebook_that_is_no_whole_game_is_told_as_it_is_written(tmp_path):
    unfinished = SHOP.replace("    take_turn()", "    take_a_turn()")
    found = compared(tmp_path, layer('replace fact price "The price" = 3 + 1'), base=unfinished)
    assert said(found) == ['Changed: definition "The price"\nfact price "The price" = [-2-] {+3 + 1+}']
    assert 'fact price "The price" = [-2-] {+3 + 1+}' in comparison_text(found)


def test_each_share_of_the_games_has_its_player(tmp_path):
    found = compared(tmp_path, layer("replace procedure take_turn:\n  choose n in 0..price\n  if n == 0:\n"
                                     "    game over, lost by me"), 200)  # fmt: skip
    (shares,) = [one for one in found.does if "wins" in one]
    assert "P1 wins" in shares and "P2 wins" in shares and "drawn are" in shares


def test_what_the_rules_pay_is_said_of_each_player(tmp_path):
    paying = "choose n in 0..price\n  game over, paying p in Player: if p == me then n else 0"
    found = compared(tmp_path, layer(f"replace procedure take_turn:\n  {paying}"), 100)
    said = r"Paid at the end of a game, on average: P1 \S+ instead of 0, P2 0 instead of 0 \(clear, 95 %\)\."
    assert any(re.fullmatch(said, one) for one in found.does)


def test_an_example_for_other_players_is_told_in_words(tmp_path):
    example = 'example two "Two are taken":\n  players 3\n  play take_turn(n: {})\n'
    base = SHOP + "\n" + example.format(2)
    page = comparison_text(compared(tmp_path, layer(f"replace {example.format(1)}"), base=base))
    assert "“A turn” ([-2-]{+1+}) is done." in page and "play take_turn" not in page


def test_words_of_a_catalog_that_moved_are_no_change(tmp_path):
    base = SHOP + '\nwords nl:\n  shop: "De winkel"\n  price: "De prijs"\n'
    page = comparison_text(compared(tmp_path, layer('words nl:\n  price: "Wat het kost"'), base=base))
    assert "[-De prijs-]{+Wat het kost+}" in page
    assert '      shop: "De winkel"\n' in page  # unmarked, though the line was moved


def test_other_answers_repeat_no_line_of_a_catalog(tmp_path: Path) -> None:
    words = 'words nl:\n  Face: "Munten"\n  price: "De prijs"\n'
    change = f'{words}under speed == fast:\n  replace fact price = 1\n  words nl:\n    purse: "Buidel"\n'
    found = compared(tmp_path, layer(change), base=f'{SHOP}\nwords nl:\n  Face: "Opdruk"\n')
    (fast,) = found.elsewhere
    (catalog,) = (one for one in fast.told if one.kind == "words")
    written = "".join(part.text for line in catalog.law for part in line)
    assert "Buidel" in written and "Munten" not in written and "prijs" not in written
