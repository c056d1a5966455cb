"""Pictures as text equal the goldens, which were reviewed, and use only characters that every output can show."""

import os
from pathlib import Path

import pytest

from rulekit.scene import svg
from rulekit.scene.text_picture import PlacedText, board_rows, fit, legend_line, picture_text, signs_of

from .games import after, artist

HERE = Path(__file__).parent / "goldens"
TABLES = {
    "classics/tic-tac-toe": (4, None),
    "classics/nine-mens-morris": (14, None),
    "chess/standard": (12, None),
    "connection/hex": (20, None),
    "mancala/kalah": (5, None),
    "classics/leduc-poker": (2, 0),
    "classics/nim": (1, None),
}


def golden(name, found):
    path = HERE / name
    if os.environ.get("RULEKIT_REGENERATE"):
        HERE.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_in_the_terminal(name):
    moves, viewer = TABLES[name]
    golden(f"{name.split('/')[-1]}.txt", picture_text(artist(name).state(after(name, moves, 2), viewer)) + "\n")


@pytest.mark.parametrize("name", ["classics/tic-tac-toe", "classics/kuhn-poker"])
def test_a_small_table_as_svg(name):
    golden(f"{name.split('/')[-1]}.svg", svg(artist(name).state(after(name, 2, 2), 0)))


def test_plain_letters_where_the_output_has_no_others():
    told = picture_text(artist("classics/nine-mens-morris").state(after("classics/nine-mens-morris", 6)), "ascii")
    assert told.isascii() and "|" in told and "-----" in told
    assert fit("☀ 2 × Sun – …", "ascii") == "? 2 x Sun - ..."
    assert fit("2 × Sun", "latin-1") == "2 × Sun"
    assert fit("2 × Sun", "no-such-encoding") == "2 x Sun"


def test_a_board_of_points_and_lines():
    spots = [PlacedText(0, 0, "W"), PlacedText(2, 0, ""), PlacedText(0, 2, ""), PlacedText(2, 2, "B")]
    links = [((0, 0), (2, 0)), ((0, 0), (0, 2)), ((0, 0), (2, 2)), ((2, 0), (0, 2))]
    assert list(board_rows(spots, links)) == ["W───.", "│ ╲", ".   B"]


def test_signs_are_all_different_and_explained():
    signs = signs_of(["white_king", "white_knight", "x"])
    assert len(set(signs.values())) == 3
    assert list(legend_line((sign, words) for words, sign in signs.items())) == ["(wk white_king, wn white_knight)"]
    assert signs_of(["x", "yy"]) == {"x": "x", "yy": "yy"}


def test_boxes_with_rooms_are_a_table_for_each_row_of_boxes():
    told = picture_text(artist("czar/dutch").state(after("czar/dutch", 20, 2), 0)).split("\n")
    row = next(line for line in told if "unnamed inn 2" in line)
    assert row.split()[-4:] == [".", "R", ".", "R"]
    head = told[next(at for at, line in enumerate(told) if "Baikal-Bar" in line) - 1]
    assert head.split() == [*"OCDL", *"OCDL"] and len(row) <= 100
    assert any(line.startswith("out of use: ") for line in told)
    narrow = picture_text(artist("czar/dutch").state(after("czar/dutch", 20, 2), 0), width=50).split("\n")
    assert max(map(len, narrow)) <= 50 and "unnamed inn 2  .    R    .    R" in narrow
