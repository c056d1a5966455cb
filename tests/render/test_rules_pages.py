"""The rules of a book without sections are short, use the author's words, and leave out what only programs need. The
layout of a book has pictures in frames, and cards in a grid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.render import page_blocks as d
from rulekit.render.rules_page import COLUMN, arrange_blocks
from tests.render.page_words import sentences_by_origin, shown_words
from tests.render.pages import made, reference, rules
from tests.shipped import every, spanning

LIMITS = {"classics/leduc-poker": 600, "classics/nine-mens-morris": 900}
"""The maximum number of words on the page."""


@pytest.mark.parametrize("game", LIMITS)
def test_the_rules_of_a_small_book_are_short(game: str) -> None:
    pytest.importorskip("markdown")
    for page in made(game):
        assert 150 < len(shown_words(rules(page))) <= LIMITS[game] < len(shown_words(reference(page)))


@pytest.mark.soak
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
    ("classics/othello", "Discs", "up to 64"),  # more come
    ("classics/tic-tac-toe-misere", "Marks", "up to 9"),
    ("dice/yacht", "The dice", "5"),
    ("go/tromp-taylor", "Stones", "up to 81"),
    ("classics/shogi", "Men", "40 at the start"),
)


@pytest.mark.parametrize(("game", "things", "count"), spanning(IN_THE_BOX, IN_THE_BOX[:4]))
def test_the_box_lists_what_lies_on_the_board(game: str, things: str, count: str) -> None:
    (page,) = (one for one in made(game) if one.language == "en")
    rows = [[cell.strip() for cell in line.split("|")] for line in rules(page).split("## ")[1].splitlines()]
    found = {re.sub(r"\[([^]]*)\].*", r"\1", row[-3]).partition(":")[0]: row[-2] for row in rows if len(row) > 3}
    assert found[things] == count and "The men on the board" not in found


def test_the_box_shows_what_each_player_has_and_one_of_what_has_no_owner() -> None:
    marks, seeds, pegs = (
        re.sub(r" \.rk-piece width=\d+ loading=lazy ", "", _parts(game)[0])
        for game in ("classics/tic-tac-toe-misere", "mancala/kalah", "classics/chinese-checkers")
    )
    assert re.search(r"\|  \| Marks: !\[\]\([^ ]*-0\.svg\){}\u00a0X, !\[\]\([^ ]*-1\.svg\){}\u00a0O \|", marks)
    assert re.search(r"\| !\[\]\([^ ]*counter-[^ ]*\.svg\){} \| Seeds \|", seeds)
    assert re.search(r"\| !\[\]\([^ ]*counter-[^ ]*-0\.svg\){} \| A player’s pegs \|", pegs)
    (page,) = (one for one in made("classics/tic-tac-toe-misere") if one.language == "en")
    first, second = (page.files[f"{page.file}/counter-marks-{seat}.svg"] for seat in (0, 1))
    assert first != second


def test_an_assumed_rule_has_no_mark_but_a_reason_in_the_notes() -> None:
    for page in made("classics/nine-mens-morris"):
        assert "#assumed-" not in rules(page)
        notes = page.files[f"{page.file}/notes.md"].decode()
        assert '<a id="assumed-' in notes


def _parts(game: str) -> tuple[str, str]:
    """Return the English rules of a game before and after the heading "Other ways to play"."""
    (page,) = (one for one in made(game) if one.language == "en")
    before, _, after = rules(page).partition("## Other ways to play")
    return before, after


def test_an_example_of_another_answer_stands_with_its_question_and_others_after_their_rule() -> None:
    before, after = _parts("chess/atomic")
    asked = after.index("Must a king avoid check?")
    assert asked < after.index("By the answer without check") and "By the answer without check" not in before
    assert before.index("## Actions") < before.index("Pawns around stay") < before.index("A pawn that takes as it")


def test_an_example_with_another_number_is_still_about_its_rule() -> None:
    before, after = _parts("connection/hex")
    assert before.index("**Lay a stone") < before.index("The last stone joins both sides") and "Cells along" in after


def test_a_row_that_says_nothing_names_the_rules_about_it() -> None:
    before, _ = _parts("chess/standard")
    (knight, king) = (re.search(rf"^\|.*\| {name} \|.*$", before, re.M) for name in ("Knight", "King"))
    assert knight is not None and "A knight leaps" in knight[0] and "–" not in knight[0]
    assert king is not None and king[0].rstrip(" |").endswith("↖") and "A king" not in king[0]
    yacht = rules(made("dice/yacht")[0])
    assert "| Yacht | Five dice alike: 50 points |" in yacht
    assert "| Four of a kind | At least four dice alike. The sum of the four |" in yacht


def test_a_course_of_one_step_has_no_diagram_beside_its_summary() -> None:
    assert "rk-flow" not in _parts("connection/hex")[0] and "rk-flow" in _parts("chess/standard")[0]


@pytest.mark.parametrize(
    ("game", "told"), every(2, [("chess/standard", "32 at the start"), ("classics/liars-dice", "5 for each player")])
)
def test_the_box_counts_for_each_number_of_players(game: str, told: str) -> None:
    assert f"| {told} |" in _parts(game)[0]


def test_a_summary_does_not_say_its_title_twice() -> None:
    assert "\n**The frame** has seven columns" in re.sub(
        r"<a [^>]*></a>|\[\]\{[^}]*\}", "", _parts("classics/connect-four")[0]
    )


STONES = """rulebook stones "Stones":
  players 2
board Square: 3 by 3
keep stone[Square]: Player or none = none
keep beginner: Player = p1
board Land, graph:
  | peru "Peru" | {chile} |
  | chile       | {}      |
table Prize(worth 1..9, land Land) "The prizes":
  | cup "Cup"     | 5 | peru  |
  | medal "Medal" | 4 | chile |
fact room = some s in Square: stone[s] == none
fact corner "The corner" = stone[a1]
procedure set_up "Set-up" "Draw who begins.":
  draw b in Player
  beginner = b
procedure rest "A rest":
  beginner = p2
procedure unnamed:
  beginner = p1
procedure lay "Lay a stone":
  step laying:
    choose s in Square where stone[s] == none
    stone[s] = me
    rest()
    unnamed()
flow "The course" "Lay stones.":
  set_up()
  turns from beginner where room:
    lay()
  game over, drawn
example opened "Opened":
  opening:
    play set_up(b: p1)
  given at lay.laying:
    stone[a1] = p2
    stone[b1] = p2
  play lay(s: c3)
example given_alone "Given alone":
  given at lay.laying:
    stone[a1] = p2
    stone[b1] = p2
    active = p1
  play lay(s: c3)
"""


@pytest.fixture(scope="module")
def stones(tmp_path_factory: pytest.TempPathFactory) -> str:
    where: Path = tmp_path_factory.mktemp("stones")
    (where / "stones.rules").write_text(STONES, encoding="utf-8")
    told = run(["render", str(where / "stones.rules"), "--html", str(where / "stones.html")])
    assert told.code == 0, told.notes
    return (where / "stones.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("title", ["Set-up", "A rest", "Unnamed", "Lay a stone", "The corner", "The prizes"])
def test_a_summary_of_one_clause_does_not_leave_out_another(stones: str, title: str) -> None:
    assert f"<strong>{title}.</strong>" in stones
    assert "<strong>Room.</strong>" not in stones  # a helper: a fact without a title


def test_a_title_that_only_has_a_capital_more_than_the_name_is_kept(stones: str) -> None:
    cells = re.findall(r"<td>([^<]*)</td>", stones)
    assert [cells.count(one) for one in ("Peru", "peru", "Chile", "chile")] == [2, 0, 0, 2]


def test_the_picture_before_an_example_shows_what_is_given_after_its_opening(stones: str) -> None:
    notes = {title: stones.partition(f"{title}</summary>")[2].partition("</details>")[0] for title in TITLES}
    opened, alone = (re.sub(r"p[0-9a-f]{10}", "", notes[title]) for title in TITLES)
    assert opened.count("<svg") == 2 and opened == alone


TITLES = ("Opened", "Given alone")


def text(words: str) -> d.PageParagraph:
    return d.PageParagraph((words,))


def picture(width: int, height: int = 30, kind: str = "rk-shown") -> d.Box:
    figure = d.Figure("one.svg", "one", width=width, height=height)
    return d.Box(kind, (figure, d.PageParagraph(("below",), "rk-caption")))


FIRST, SECOND = text("first"), text("second")


def arranged(*blocks: d.PageBlock) -> tuple[d.PageBlock, ...]:
    return tuple(arrange_blocks((d.Heading(2, ("Part",), "part"), *blocks)))[1:]


def test_every_picture_stands_in_the_column_in_a_frame_with_its_caption_below_it() -> None:
    small, large, huge = 100, COLUMN, COLUMN + 1
    made = arranged(FIRST, picture(small), SECOND, picture(large), picture(huge))
    assert made == (FIRST, picture(small), SECOND, picture(large), picture(huge, kind="rk-shown rk-wide"))
    steps = d.Box("rk-items", (d.Box("rk-numbered", (FIRST, picture(small))),))
    assert arranged(steps) == (steps,)


def test_a_picture_without_a_caption_is_in_the_middle_of_its_frame() -> None:
    bare = d.Box("rk-shown", picture(100).blocks[:1])
    assert arranged(FIRST, bare) == (FIRST, bare)


def test_cards_that_follow_one_another_are_a_grid_in_the_column() -> None:
    cards = (d.Box("rk-printed-card", (FIRST,)), d.Box("rk-printed-card", (SECOND,)))
    assert arranged(FIRST, *cards) == (FIRST, d.Box("rk-cards", cards))
    assert arranged(cards[0], FIRST) == (d.Box("rk-cards", cards[:1]), FIRST)
