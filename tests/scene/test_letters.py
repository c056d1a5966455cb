"""Names in printed pictures are large enough and complete, and neither other names nor numbers of arrows cover them.

Signs on pieces, such as ★ or ♠, count as drawings. Letters on pieces may be covered, as a fan of cards covers the cards
below.
"""

from itertools import combinations

import pytest

from rulekit.scene import PictureMark
from rulekit.scene.arrows import NAME, PIECE, find_obstacles, letter_box
from rulekit.scene.blocks import break_lines, word_parts
from rulekit.scene.scene import PRINTED, Disc, Group, Lettering, Stroke
from rulekit.scene.sprites import Sprite, token

from .games import after, artist
from .test_games import each_game

LEAST = 11
"""The minimum size of letters in print, in pixels."""
MOMENTS = (0, 25)
"""The numbers of moves after which each game is drawn."""


def letters(shapes, on_pieces, x=0.0, y=0.0, scale=1.0, turn=0.0):
    """Yield each line of text with its origin, its scale and its turn in the picture."""
    for shape in shapes:
        if isinstance(shape, Group) and (on_pieces or shape.role != "token"):
            left, top, inside = x + scale * shape.x, y + scale * shape.y, scale * shape.scale
            yield from letters(shape.shapes, on_pieces, left, top, inside, shape.turn)
        elif isinstance(shape, Lettering):
            yield shape, x, y, scale, turn


def overlap(one, other, within=0.0):
    """Return whether two boxes overlap by more than `within` in both directions."""
    ((x, y), (half, high)), ((x2, y2), (half2, high2)) = one, other
    return half + half2 - abs(x - x2) > within and high + high2 - abs(y - y2) > within


def pictures(name):
    return [artist(name).state(after(name, moves)) for moves in MOMENTS]


@each_game
def test_no_letter_is_too_small_in_print(name):
    for scene in pictures(name):
        printed = min(1, PRINTED / scene.width)
        for text, _, _, scale, _ in letters(scene.shapes, on_pieces=True):
            if any(sign.isalnum() for sign in text.text):
                assert text.size * scale * printed >= LEAST - 0.05, text


@each_game
def test_no_name_is_over_another_or_outside(name):
    for scene in pictures(name):
        boxes = [(letter_box(*found), found[0].text) for found in letters(scene.shapes, on_pieces=False)]
        for (one, text), (other, text2) in combinations(boxes, 2):
            assert not overlap(one, other, 1.5), (text, text2)
        for ((x, y), (half, high)), text in boxes:
            assert half - 2 <= x <= scene.width - half + 2 and high <= y <= scene.height - high, text


@each_game
def test_the_number_of_an_arrow_covers_no_name(name):
    drawn = artist(name)
    plain = drawn.state(after(name, 12))
    places = [f"{domain.name} {label}" for domain in drawn.plan.grounds for label in domain.labels]
    marks = [PictureMark("arrow", places[0], places[-1], 1)] if len(places) > 2 else []
    shown = drawn.state(after(name, 12), marks=marks).shapes[len(plain.shapes) :]
    names = [letter_box(*found) for found in letters(plain.shapes, on_pieces=False)]
    for disc in (shape for shape in shown if isinstance(shape, Disc)):
        assert not any(overlap(((disc.x, disc.y), (disc.r, disc.r)), box, 2) for box in names)


def test_an_arrow_leads_past_a_name():
    """A straight arrow would cross the name of the inn in between, so the arrow is bent."""
    drawn = artist("czar/english")
    plain = drawn.state(after("czar/english", 0))
    mark = PictureMark("arrow", "Inn DatschaDomizil", "Inn Olga")
    *_, halo, line = drawn.state(after("czar/english", 0), marks=[mark]).shapes
    assert isinstance(line, Stroke) and line.arrow and line.bend is not None and halo.bend == line.bend
    assert {cost for _, cost in find_obstacles(plain.shapes)} == {PIECE, NAME}


@pytest.mark.parametrize(("text", "rows"), [("Datscha-Domizil", ["Datscha-", "Domizil"]), ("a b", ["a", "b"])])
def test_names_break_after_hyphens(text, rows):
    assert break_lines(text, 1, 10) == rows == word_parts(text)
    assert break_lines(text, 1000, 10) == [text]


@pytest.mark.parametrize(("signs", "ink"), [(("2",), "#24292e"), ((), "#ffffff")])
def test_the_sign_in_a_corner_can_be_read_on_a_blank_card_and_on_a_dark_one(signs, ink):
    card = token(Sprite("card", signs=signs, colour="#5a3a20", corner="!"), 0, 0)
    (corner,) = (found for found, *_ in letters([card], on_pieces=True) if found.text == "!")
    assert corner.fill == ink
