"""Properties of a comparison's first screen, for every kind of comparison between shipped games; its layout for small
ones.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulekit.compare.comparison_report import ComparisonReport, report
from rulekit.compare.edition_prose import TwoEditions
from rulekit.compare.html_page import comparison_page
from rulekit.compare.paired_figures import compare_figures
from rulekit.compare.screen_layout import MOST_HEIGHT, chosen_topics, screen_lines
from rulekit.compare.screen_style import PIPE_WIDTH, WIDTH, ScreenStyle
from rulekit.diagnostics import RulekitError
from rulekit.play.loaded_book import load
from tests.cli import MISERE, PILE
from tests.shipped import book, game

PAIRS = {
    "two editions": ("czar/english", "czar/dutch"),
    "an edition over another": ("czar/dutch", "czar/dutch-revised"),
    "a house rule": ("czar/dutch", "czar/gentle-roubles"),
    "a variant that leaves much out": ("czar/dutch", "czar/without-roubles"),
    "an edition of an expansion": ("carcassonne/messages-c1", "carcassonne/messages-c2"),
    "a publisher's edition": ("carcassonne/messages-c2", "carcassonne/messages-c2-zmg"),
    "one number": ("carcassonne/messages-c1", "carcassonne/messages-c1-rgg"),
    "base and expansion": ("czar/base", "czar/collecting"),
    "a game and its expansion": ("carcassonne/base", "carcassonne/messages"),
    "talents": ("classics/pig", "classics/pig-with-talents"),
    "exceptions": ("classics/pig", "classics/pig-with-a-tailwind"),
    "a book without most of another": ("emissary/standard", "emissary/tank"),
    "a book without its end": ("czar/english", "czar/base"),
    "another table": ("emissary/standard", "emissary/first-game"),
    "rules without titles": ("classics/rummy", "classics/rummy-all-at-once"),
    "a longer list": ("classics/rock-paper-scissors", "classics/rock-paper-scissors-lizard-spock"),
    "other actions": ("classics/nine-mens-morris", "classics/lasker-morris"),
    "no difference": ("classics/pig", "classics/pig"),
}
LARGE = (
    *("two editions", "an edition of an expansion", "a publisher's edition", "one number", "a game and its expansion"),
    *("a book without most of another", "another table", "an edition over another"),
    *("a house rule", "base and expansion", "a variant that leaves much out", "a book without its end"),
    "rules without titles",
)
"""Pairs of a kind that smaller pairs have, too; they take seconds each and run only in the soak."""
QUICK = {name: pair for name, pair in PAIRS.items() if name not in LARGE}
each_pair = pytest.mark.parametrize(
    "pair", [pytest.param(pair, id=name, marks=[pytest.mark.soak] * (name in LARGE)) for name, pair in PAIRS.items()]
)
STYLES = {"pipe": ScreenStyle(PIPE_WIDTH), "terminal": ScreenStyle(WIDTH), "reader": ScreenStyle(PIPE_WIDTH, True)}
FORMULAS = ("for every", "is at most", "is at least", "exactly when", "is more than", "is less than", "of these are so")


@cache
def compared(first: str, second: str) -> ComparisonReport:
    """Return the comparison of two games, without trying to prove that they are equal."""
    books = book(first), book(second)
    players = min({*books[0].player_counts} & {*books[1].player_counts})
    try:
        sides = compare_figures(game(first, players), game(second, players), 20, 1)
    except RulekitError:  # one of them is not a whole game
        sides = None
    return report(TwoEditions(books, (first, second), ({}, {}), players), sides, equal=None if first == second else ())


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
@each_pair
def test_a_screen_fits_and_says_no_formula(pair: tuple[str, str], style: ScreenStyle) -> None:
    screen = compared(*pair).screen
    lines = screen_lines(screen, style)
    assert len(lines) <= MOST_HEIGHT and max(map(len, lines)) <= style.width
    text = " ".join(" ".join(lines).split())
    assert not [formula for formula in FORMULAS if formula in text]
    assert not re.findall(r"\b\w+_\w+\b", text)
    assert "  " not in text.strip() and " ." not in text


@each_pair
def test_what_is_left_out_adds_up(pair: tuple[str, str]) -> None:
    found = compared(*pair)
    total = len(found.changes) + sum(len(one.told) for one in found.elsewhere)
    for style in STYLES.values():
        last = found.screen.omissions(chosen_topics(found.screen, style))
        numbers = [int(n) for n in re.findall(r"\d+", last)]
        assert (not total and last == "Nothing differs.") or numbers[0] == total == sum(numbers[1:])


@each_pair
def test_topics_are_in_the_order_of_play_with_components_last(pair: tuple[str, str]) -> None:
    screen = compared(*pair).screen
    for style in STYLES.values():
        keys = [(t.component, t.place) for t in chosen_topics(screen, style)]
        assert keys == sorted(keys)


@each_pair
def test_figures_are_few_and_their_numbers_agree(pair: tuple[str, str]) -> None:
    rows = [row for table in compared(*pair).screen.figures for row in table.rows]
    assert len(rows) <= 4
    for row in rows:
        decimals = {len(number.partition(".")[2]) for number in re.findall(r"\d+\.\d+", "".join(
            (row.first, " ", row.second, " ", row.difference)))}  # fmt: skip
        assert len(decimals) == 1, row
        sure = re.fullmatch(r"(?:perhaps )?(\S+) (more|fewer|less) \((\S+) to (\S+)\)", row.difference)
        unclear = re.fullmatch(r"no clear difference \(([-+]\S+) to ([-+]\S+)\)", row.difference)
        assert sure or unclear or row.difference == "the same in each pair", row
        difference = float(row.second) - float(row.first)
        if sure:
            assert abs(difference) == pytest.approx(float(sure[1])) and (difference > 0) == (sure[2] == "more")
            assert float(sure[3]) <= float(sure[1]) <= float(sure[4])
        if unclear:
            assert float(unclear[1]) <= difference <= float(unclear[2])


def test_every_shipped_pair_has_words_beside_formulas() -> None:
    """A screen that only names clauses helps nobody."""
    silent = [name for name, pair in QUICK.items() if (found := compared(*pair)).changes
              and not [t for t in found.screen.topics if not t.note]]  # fmt: skip
    assert silent == []


def test_the_page_begins_with_the_same_screen_and_folds_the_rest() -> None:
    found = compared(*PAIRS["a house rule"])
    page = comparison_page([found])
    top, _, rest = page.partition('<details class="more">')
    for topic in found.screen.topics:
        assert topic.before in top and topic.after in top
    assert found.screen.figures[0].rows[0].difference in top and "1 shown" in top and "<article" not in top
    assert rest.count('<details class="more">') == 2 and "<article" in rest
    assert page.count("<details") == page.count("</details>")
    assert "--depth:" in rest and "--depth:0" not in rest, "only indented rows say how far"
    for edition in ("first", "second"):
        (bars,) = re.findall(rf'<path d="([^"]*)" class="bar {edition}"/>', page)
        assert bars.count("M") == bars.count("z") > 3 and "v-0.0" not in bars, "the bars of an edition are one path"
    legends = re.findall(r'class="bar \w+"/><text[^>]*>([^<]*)</text>', page)
    assert {found.screen.labels.first, found.screen.labels.second} <= {*legends} and not {*found.names} & {*legends}


@pytest.mark.parametrize("width", [24, 40, 72, 80])
def test_no_line_is_wider_than_asked(width: int) -> None:
    found = compared(*PAIRS["other actions"])
    from rulekit.compare.comparison_text import comparison_text

    for full in (False, True):
        for linear in (False, True):
            text = comparison_text(found, style=ScreenStyle(width, linear), full=full)
            if width >= 72 or not full:
                assert max(map(len, text.splitlines())) <= width


# ------------------------------------------------------------------------------------------------------ small games

SHOP = """rulebook shop "The shop, old edition":
  players 2
  summary "Buy and sell. Nobody pays."

table Face(value 0..3, copies 1..30) "The coins":
  | rouble "1 rouble" | 1 | 21 |
  | pair "2 roubles" | 2 | 9 |
piece Coin(face Face): face.copies each
place purse: heap of Coin
option speed "How fast?": slow "slowly", fast "fast"
fact price "The price" = 2
procedure take_turn "A turn" "You look around.":
  step pay "The price is paid":
    nothing
  choose n in 0..price
flow:
  turns from p1, once each:
    take_turn()
  game over, drawn
"""


def small(tmp_path: Path, layer: str, base: str = SHOP, form: str = "variant") -> ComparisonReport:
    (tmp_path / "shop.rules").write_text(base)
    (tmp_path / "other.rules").write_text(f'{form} other of shop "The shop, new edition"{layer}\n')
    books = load(tmp_path / "shop.rules"), load(tmp_path / "other.rules")
    return report(TwoEditions(books, ("shop", "other"), ({}, {}), 2))


def words(found: ComparisonReport) -> list[tuple[str, str, str]]:
    return [(t.title, t.before, t.after) for t in found.screen.topics if not t.note]


@pytest.mark.parametrize(
    ("layer", "topic"),
    [
        ('replace fact price "The price" = 3', ("The price", "2.", "3.")),
        (
            'replace procedure take_turn "A turn" "You look around. Then you pay.":\n  choose n in 0..price',
            ("A turn", "You look around.", "Then you pay."),
        ),
        (
            'rule gift instead of take_turn.pay "Nothing is paid":\n  nothing',
            ("A turn", "The price is paid.", "Nothing is paid."),
        ),
        (
            'rule bow before take_turn.pay "A bow":\n  may bow_down "bow":\n    nothing',
            ("A bow", "", "You may bow."),
        ),
        ("set speed = fast", ("How fast?", "Slowly.", "Fast.")),
        (
            'replace table Face(value 0..3, copies 1..30) "The coins":\n  | rouble "1 rouble" | 1 | 12 |\n'
            '  | pair "2 roubles" | 2 | 9 |\n  | bad "false" | 0 | 9 |',
            ("The coins", "1 rouble (21), 2 roubles (9).", "1 rouble (12), 2 roubles (9), false (9)."),
        ),
    ],
)  # fmt: skip
def test_both_sides_of_a_change_are_said(tmp_path: Path, layer: str, topic: tuple[str, str, str]) -> None:
    found = small(tmp_path, f"\n\n{layer}")
    assert words(found) == [topic]
    assert "Everything else is unchanged." in screen_lines(found.screen, STYLES["pipe"])


def test_what_answers_the_same_question_is_paired(tmp_path: Path) -> None:
    base = SHOP.replace("flow:", 'rule bow before take_turn.pay "A bow" "You bow.":\n  nothing\nflow:')
    found = small(tmp_path, '\n\nstrike rule bow\n\nrule nod before take_turn.pay "A nod" "You nod.":\n  nothing', base)
    assert words(found) == [("A nod", "You bow.", "You nod.")]
    both = '\n\nstrike rule bow\n\nrule nod before take_turn.pay "A nod" "You nod.":\n  nothing\n\n' \
           'rule smile before take_turn.pay "A smile" "You smile.":\n  nothing'  # fmt: skip
    found = small(tmp_path, both, base)
    # not paired, since it is unknown which of the two new rules replaces the old one
    assert [t.only for t in found.screen.topics] == ["first", "second", "second"]


def test_a_formula_is_named_and_left_to_the_full_text(tmp_path: Path) -> None:
    base = SHOP.replace("flow:", "fact far(p Player) = 0\nflow:")
    layer = "\n\nreplace fact far(p Player) = sum(q in Player where q != p: if q == p2 then 2 else 1)"
    found = small(tmp_path, layer, base)
    assert words(found) == []
    assert "In --full also: “Far” (changed)." in screen_lines(found.screen, STYLES["pipe"])


def test_editions_are_called_by_what_differs_in_their_titles(tmp_path: Path) -> None:
    found = small(tmp_path, '\n\nreplace fact price "The price" = 3')
    assert (found.screen.labels.first, found.screen.labels.second) == ("Old", "New")
    assert found.screen.labels.heading == "The shop: Old edition against New edition"


def test_two_columns_stand_only_where_they_fit_and_cells_are_short(tmp_path: Path) -> None:
    short = small(tmp_path, '\n\nreplace fact price "The price" = 3', form="edition").screen
    assert short.form == "house rule"  # shows both texts in full rather than in columns
    found = compared(*PAIRS["two editions"]).screen
    wide = "\n".join(screen_lines(found, STYLES["terminal"]))
    assert "FIRST EDITION" not in wide or re.search(r"WHAT PLAYERS DO +FIRST EDITION +NEW EDITION", wide)


def test_a_screen_reader_gets_one_thing_after_the_other() -> None:
    found = compared(*PAIRS["a house rule"])
    lines = screen_lines(found.screen, STYLES["reader"])
    assert not [line for line in lines if re.search(r"\S  +\S", line)] and not [
        line for line in lines if line.isupper()
    ]
    assert any(line.startswith("  Moves in a game: Dutch edition ") for line in lines)


def test_what_differs_only_for_others_is_told_where_nothing_else_does(tmp_path: Path) -> None:
    base = SHOP.replace("players 2\n", "players 2 to 3\n")
    found = small(tmp_path, '\n\nunder players == 3:\n  replace fact price "The price" = 5', base)
    assert words(found) == [("With 3 players: The price", "2.", "5.")]
    assert found.screen.omissions(found.screen.topics) == "2 changes: 1 shown, 1 of wording."
    found = small(tmp_path, '\n\nunder speed == fast:\n  replace fact price "The price" = 5', base)
    assert words(found) == [('If "How fast?" is "fast": The price', "2.", "5.")]


def test_equal_games_are_said_to_be_proved(tmp_path: Path) -> None:
    books = load(PILE), load(PILE)
    same = report(TwoEditions(books, (PILE, PILE), ({}, {}), 2))
    assert screen_lines(same.screen, STYLES["pipe"])[-1] == "Nothing differs."
    books = load(PILE), load(MISERE)
    found = report(TwoEditions(books, (PILE, MISERE), ({}, {}), 2))
    assert not found.screen.effects and "proved" not in "".join(screen_lines(found.screen, STYLES["pipe"]))


def test_many_chapters_have_a_representative_each_with_what_is_left(tmp_path: Path) -> None:
    rules = "\n\n".join(
        f'chapter part{n} "Part {n}"\n\n' + "\n".join(
            f'procedure game{n}_{k} "Game {n}, {k}" "All do {n} and {k}.":\n  nothing' for k in range(3))
        for n in range(4)
    )  # fmt: skip
    found = small(tmp_path, f"\n\n{rules}")
    shown = chosen_topics(found.screen, STYLES["pipe"])
    assert found.screen.form == "expansion" and 5 <= len(shown) <= 7
    assert {t.chapter for t in shown} == {f"Part {n}" for n in range(4)}
    lines = screen_lines(found.screen, STYLES["pipe"])
    assert "ADDS" in lines and any("more like it)" in line for line in lines)
    assert f"{len(shown)} shown, {12 - len(shown)} more of the rules" in " ".join(lines)
