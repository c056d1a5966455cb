"""The rules of a book with sections: headings, steps, notes, pictures, numbers of rulings, and clauses that no section
cites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderedPage, RenderRequest, render_game
from rulekit.render.settled import MANY

from .pages import anchors

BOOK = """rulebook stones "Stones":
  players 2 to 3
  credits "By nobody"
  time "5 minutes"
  age "4 and up"

ruling tie "Who wins a tie?" "The sheet is silent.":
  all_win "everybody"
  nobody_wins "nobody"

option rounds "How many rounds?" [assumed "no number is given"]: 1..9 = 3
enum Bowl "Bowls": left_bowl "Left", right_bowl "Right"
keep stones[Bowl] "Stones in a bowl": 0..9 = 3
choice turn "A turn"
action take in turn "Take a stone" "From a bowl with stones.":
  choose b in Bowl where stones[b] > 0
  stones[b] -= 1
action leave in turn "Leave a stone" "Nothing is taken.":
  nothing
keep mood "How stones feel" [assumed "stones are stones"]: 0..1 = 0
rule swept whenever stones[left_bowl] == 0 "The left bowl is empty" "The game ends.":
  game over, drawn

flow "The game":
  turns from p1:
    do one of turn

look Bowl:
  layout:
    "left_bowl right_bowl"

example first_stone "A first stone":
  play take(b: left_bowl)
  expect stones[left_bowl] == 2

section opening:
  "Two bowls, and few stones."
  says flow

section play_book "Play"

section taking in play_book, step "Take":
  "Take a stone."
  says take, tie
  table for each b in Bowl: "Bowl" b, "Double" 2 * 3
  shows first_stone, only left_bowl "The first stone."

section never in play_book, step "Or do not":
  "You need not."

section left_alone in play_book:
  "What is left stays."
  says flow

section left_long in left_alone [assumed "nobody says how long"]:
  "It stays for years."
  says stones

section sad in play_book, note:
  "Stones are cold."
  says mood

section cold in play_book, note [assumed "nobody says so"]:
  "Be cold for {rounds} rounds."
  says rounds, mood

section the_card, card "In short":
  "Take stones."

words nl:
  credits: "Van niemand"
  section opening: text "Twee kommen, en weinig stenen."
  section play_book: "Spelen"
  mood: "Hoe stenen zich voelen", assumed "stenen zijn stenen"
"""

MORE = """expansion more of stones "More stones":
  source sheet "A sheet": "bowls"

statements sheet:
  "bowls":
    1 "there may be a third bowl"

ruling bowls "How many bowls?":
  two "two" [sheet "bowls: 1, “may be”"]
  three "three" [sheet "bowls: 1, “a third bowl”"]

section more_bowls in play_book before taking, step "Put bowls":
  "Put the bowls side by side."
  says bowls
"""


def page(folder: Path, language: str = "en") -> RenderedPage:
    file = folder / "stones.rules"
    file.write_text(BOOK, encoding="utf-8")
    (made,) = render_game(RenderRequest(str(file), (), ((language, ""),), False, (str(file),)))
    return made


def rules(folder: Path, language: str = "en") -> str:
    return page(folder, language).files["stones.md"].decode()


def test_the_front_says_who_made_the_game_and_for_whom_it_is(tmp_path: Path) -> None:
    facts = (
        "2 to 3 players\n{ .rk-fact-players }",
        "5 minutes\n{ .rk-fact-time }",
        "4 and up\n{ .rk-fact-age }",
        "By nobody",
    )
    assert "\n\n".join(facts) in rules(tmp_path)
    assert "Van niemand" in rules(tmp_path, "nl")


def test_sections_are_headings_steps_notes_and_cards_in_their_order(tmp_path: Path) -> None:
    made = rules(tmp_path)
    parts = ("Two bowls", "## Play { #section-play_book }", "**1. Take.**", "**2. Or do not.**", "Stones are cold.")
    found = [made.index(part) for part in (*parts, "## In short { #section-the_card }", "Take stones.\n")]
    assert found == sorted(found)
    assert '<div class="rk-note"' in made and '<div class="rk-printed-card"' in made
    assert "Twee kommen, en weinig stenen." in rules(tmp_path, "nl") and "## Spelen {" in rules(tmp_path, "nl")


def test_the_first_paragraph_about_a_clause_has_its_address_and_leads_to_it(tmp_path: Path) -> None:
    made = rules(tmp_path)
    assert {"section-opening", "flow-flow", "section-taking", "action-take"} <= set(anchors(made))
    assert re.search(
        r"\(stones/reference\.md#action-take [^)]*\)\{ \.rk-exactly data-says=\"action-take option-tie\" \}", made
    )


def test_a_needed_rule_that_no_section_says_is_told_by_its_summary_beside_what_it_belongs_to(tmp_path: Path) -> None:
    made = rules(tmp_path)
    assert made.count("**The left bowl is empty.** The game ends.") == 1
    assert "{ #further-rules }" in made
    assert made.count("**Leave a stone.** Nothing is taken.") == 1


def settled(made: str) -> list[str]:
    """Return what these rules settle, without anchors and marks."""
    chapter = made.partition("{ #settled")[2]
    lines = (re.sub(r"<[^>]*>|\*", "", line).strip() for line in chapter.splitlines())
    return [line for line in lines if re.match(r"\d+\. |These rules play", line)]


def test_a_ruling_has_a_small_number_that_leads_to_answer_and_others_at_the_end(tmp_path: Path) -> None:
    made = rules(tmp_path)
    assert '<sup>[1](#settled-tie "Who wins a tie?")</sup>' in made and made.count('<a id="settled-tie"></a>') == 1
    assert made.index("{ #settled") < made.index('id="settled-tie"')
    assert settled(made)[0].startswith("These rules play the first answer")
    assert settled(made)[1] == "1. Who wins a tie? Everybody. Or: nobody."
    assert (
        "The sheet is silent." not in made
        and "The sheet is silent." in page(tmp_path).files["stones/notes.md"].decode()
    )


def test_an_option_has_a_line_there_and_what_is_assumed_a_reason_in_the_notes_but_no_mark(tmp_path: Path) -> None:
    files = page(tmp_path).files
    made, notes = files["stones.md"].decode(), files["stones/notes.md"].decode()
    (cold,) = re.findall(r"Stones are cold\.(.*)$", made, re.MULTILINE)
    assert "<sup>" not in cold and "assumed-" not in made
    (rounds,) = re.findall(r"Be cold for three rounds\.(.*)$", made, re.MULTILINE)
    assert rounds.startswith('<sup>[2](#settled-rounds "How many rounds?")</sup>')
    assert settled(made)[2:] == ["2. How many rounds? These rules: 3. Or: another number, 1 to 9."]
    (row,) = re.findall(r".*Stones are stones.*", notes)
    assert '<a id="assumed-keep-mood"></a>' in row
    (row,) = re.findall(r".*Nobody says so.*", notes)
    assert '<a id="assumed-section-cold"></a>' in row and "Be cold for three rounds.](../stones.md#section-cold)" in row
    assert "Stenen zijn stenen" in page(tmp_path, "nl").files["stones/notes.md"].decode()


def test_the_front_says_what_the_signs_in_the_text_mean(tmp_path: Path) -> None:
    for language, says in (
        ("en", "Raised numbers"),
        ("nl", "Een verhoogd cijfer"),
    ):
        made = rules(tmp_path, language)
        front = made.partition("rk-front")[2].partition("</div>")[0]
        assert says in front and "(#settled)" in front
        assert "§ " in front and "{ .rk-credits .rk-screen }" in front
        assert "†" not in made


def rules_of(folder: Path, text: str) -> str:
    (folder / "stones.rules").write_text(text, encoding="utf-8")
    (made,) = render_game(
        RenderRequest(str(folder / "stones.rules"), (), (("en", ""),), False, (str(folder / "stones.rules"),))
    )
    return made.files["stones.md"].decode()


def test_many_open_questions_are_grouped_by_the_chapters_that_first_give_them(tmp_path: Path) -> None:
    many = "".join(f'ruling q{n} "Question {n}?":\n  first "one"\n  second "two"\n' for n in range(MANY))
    told = "".join(f"{', ' if n else ''}ruling q{n}" for n in range(MANY - 1))
    more = f'section more "More":\n  "More."\n  says {told}\n\n'
    last = f'section last "Last":\n  "Last."\n  says ruling q{MANY - 1}\n'
    made = rules_of(tmp_path, f"{BOOK}{many}\n{more}{last}")
    heads = re.findall(r"\*\*(.+)\*\*\n\{ \.rk-group \}", made)
    assert heads[-2:] == ["More", "Last"]


def test_an_option_of_which_a_section_tells_one_answer_alone_has_no_number(tmp_path: Path) -> None:
    assert "#settled-tie" in rules_of(tmp_path, BOOK)
    made = rules_of(tmp_path, BOOK.replace("says take, tie\n", "says take, tie.all_win\n"))
    assert "#settled-tie" not in made and "Who wins a tie?" not in made


def test_an_option_of_which_a_section_tells_the_answer_is_no_question(tmp_path: Path) -> None:
    option = 'option box "Which box?":\n  old_box "old"\n  new_box "new"\n\n'
    with_box = BOOK.replace("enum Bowl", f"{option}enum Bowl", 1)
    assert "Which box?" in rules_of(tmp_path, with_box).partition("{ #settled")[2]
    made = rules_of(tmp_path, with_box.replace("says take, tie\n", "says take, tie, box.old_box\n"))
    assert "Which box?" not in made and "Who wins a tie?" in made


def test_a_number_that_is_missing_is_a_dash_in_a_column_of_numbers(tmp_path: Path) -> None:
    made = rules_of(tmp_path, BOOK.replace('"Double" 2 * 3', '"Double" (if b == left_bowl then 3 else none)'))
    assert "| Left | 3 |\n| Right | – |" in made and "| --- | ---: |" in made


COLOURED = """
enum Rank "Ranks": low "low", high "high"
piece Coin(rank Rank) "Coins": 3 each
place purse "A purse": heap of Coin
look Rank:
  shape token
  low: colour "#aa7733"
  high: colour "#ddbb22"
look Coin:
  colour rank

section the_coin, card "A high coin":
  "It is worth more."
  shows Coin, only high

section the_rank in the_coin, item "High":
  "The upper one."
  shows Rank, only high
"""


def test_a_card_has_the_colour_of_the_piece_that_it_shows_and_an_item_the_sign_of_a_member(tmp_path: Path) -> None:
    made = rules_of(tmp_path, BOOK + COLOURED)
    card = made.partition('<div class="rk-printed-card" style="--rk-edge: #ddbb22"')[2].partition("\n</div>")[0]
    assert "It is worth more." in card and "Coin-" not in card, "the piece itself is not drawn"
    (item,) = re.findall(r".*The upper one\..*", card)
    assert "Rank-high.svg" in item
    assert made.count("--rk-edge") == 1


def test_no_line_of_a_caption_ends_within_a_sum(tmp_path: Path) -> None:
    made = rules_of(tmp_path, BOOK.replace('"The first stone."', '"Stones. Two by two: 2 × 1 + 2 = 4 stones."'))
    assert "Two by two: 2\u00a0×\u00a01\u00a0+\u00a02\u00a0=\u00a04 stones." in made


def test_several_pictures_of_a_section_are_side_by_side(tmp_path: Path) -> None:
    shows = '  shows first_stone, only left_bowl "The first stone."\n'
    made = rules_of(tmp_path, BOOK.replace(shows, shows + '  shows Bowl "The bowls."\n'))
    beside = made.partition('<div class="rk-beside"')[2]
    assert beside.count("The first stone.") == beside.count("The bowls.") == 1
    assert "rk-beside" not in rules_of(tmp_path, BOOK)


@pytest.mark.parametrize("cut", ["Right", "right_bowl"])
def test_what_is_cut_away_from_a_picture_is_not_in_its_file(tmp_path: Path, cut: str) -> None:
    files = page(tmp_path).files
    (shown,) = [
        data.decode() for name, data in files.items() if re.search(r"/(moves|shown)-first_stone.*before|/moves-f", name)
    ]
    assert "Left" in shown and cut not in shown


LAYER = """variant wet of stones "Wet stones"

section wet_ones in play_book, step "Dry them":
  "Dry your stones."
"""


def test_additions_are_the_sections_that_a_layer_brings_under_the_headings_of_the_base(tmp_path: Path) -> None:
    (tmp_path / "stones.rules").write_text(BOOK, encoding="utf-8")
    file = tmp_path / "wet.rules"
    file.write_text(LAYER, encoding="utf-8")
    (whole,) = render_game(RenderRequest(str(file), (), (("en", ""),), False, (str(file),)))
    (added,) = render_game(RenderRequest(str(file), (), (("en", ""),), False, (str(file),), additions=True))
    all_of_it, only = (made.files["wet.md"].decode() for made in (whole, added))
    assert "**3. Dry them.** Dry your stones." in all_of_it and "Take a stone." in all_of_it
    assert "## Play {" in only and "**1. Dry them.** Dry your stones." in only
    assert "Take a stone." not in only and "Two bowls" not in only and "The left bowl" not in only


def test_options_of_the_base_game_come_first_and_answers_have_the_words_they_rest_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "stones.rules").write_text(BOOK, encoding="utf-8")
    more = tmp_path / "more.rules"
    more.write_text(MORE, encoding="utf-8")
    (made,) = render_game(RenderRequest(str(more), (), (("en", ""),), False, (str(more),)))
    chapter = made.files["more.md"].decode().partition("{ #settled")[2]
    found = re.findall(r"### (.+) \{|\*\*(\d\. .+?)\*\*|(\*Or.*)", chapter)
    assert ["".join(one) for one in found] == [
        "The base game",
        "1. Who wins a tie?",
        "*Or:* nobody.",
        "2. How many rounds?",
        "*Or:* another number, 1 to 9.",
        "The expansion",
        "3. How many bowls?",
        "*Or* by the words “a third bowl”: three.",
    ]


def test_a_group_prints_the_game_as_it_plays_it(tmp_path: Path) -> None:
    file = tmp_path / "stones.rules"
    file.write_text(BOOK, encoding="utf-8")
    chosen = RenderRequest(
        str(file), (), (("en", ""),), False, (str(file),), players=3, options=(("tie", "nobody_wins"),)
    )
    (made,) = render_game(chosen)
    assert "3 players\n{ .rk-fact-players }" in made.files["stones.md"].decode()
    assert "Nobody. *Or:* everybody." in made.files["stones.md"].decode()


def test_a_section_inside_a_paragraph_continues_it_with_its_own_marks_and_one_sign_at_the_end(tmp_path: Path) -> None:
    made = rules(tmp_path)
    (line,) = [one for one in made.splitlines() if "What is left stays." in one]
    _, more = line.split("What is left stays. ")
    assert re.match(r'(<a id="[^"]*"></a>)*It stays for years\.', more)
    assert line.count(".rk-exactly") == 1 and 'data-says="flow-flow keep-stones"' in line
    assert made.count("It stays for years.") == 1


def test_a_section_has_a_table_with_a_row_for_each_value(tmp_path: Path) -> None:
    assert "| Bowl | Double |\n| --- | ---: |\n| Left | 6 |\n| Right | 6 |" in rules(tmp_path)


def test_only_cells_of_the_first_column_link_to_the_section_of_their_title(tmp_path: Path) -> None:
    titled = BOOK.replace("section sad in play_book", 'section left in play_book "Left"\n\nsection sad in play_book')
    made = rules_of(tmp_path, titled.replace('"Double" 2 * 3', '"Neighbour" b'))
    assert "| [Left](#section-left) | Left |\n| Right | Right |" in made


def test_what_nobody_said_in_the_language_of_the_page_is_marked(tmp_path: Path) -> None:
    assert '<span lang="en">Stones are cold.</span>' in rules(tmp_path, "nl")
