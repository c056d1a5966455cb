"""The layout of a book: the blocks in the margin, the text beside them, and their order in print."""

from __future__ import annotations

from rulekit.render import page_blocks as d
from rulekit.render.book_layout import COLUMN, LINE, SMALL, arrange_blocks, blocks_in_order


def text(words: str) -> d.PageParagraph:
    return d.PageParagraph((words,))


def picture(width: int, height: int = 30) -> d.Box:
    return d.Box("rk-shown", (d.Figure("one.svg", "one", width=width, height=height), text("below")))


FIRST, SECOND, LONG = text("first " * 12), text("second " * 12), text("long " * LINE)
NOTE = d.Box("rk-note", (text("note " * 12),))
SIDE = d.Box("rk-sidenote", (text("1. Who?"),))


def arranged(*blocks: d.PageBlock) -> tuple[d.PageBlock, ...]:
    return tuple(arrange_blocks((LONG, d.Heading(2, ("Part",), "part"), *blocks)))[2:]


def beside(aside: d.PageBlock, *blocks: d.PageBlock) -> d.Box:
    return d.Box("rk-beside", (d.Box("rk-margin", (aside,)), *blocks))


def test_a_small_picture_stands_in_the_margin_beside_the_paragraph_before_it() -> None:
    small = picture(SMALL)
    assert arranged(FIRST, SECOND, small) == (FIRST, beside(small, SECOND))


def test_a_higher_picture_stands_beside_as_many_paragraphs_as_are_about_as_high() -> None:
    small = picture(SMALL, 110)
    assert arranged(LONG, FIRST, SECOND, small) == (LONG, beside(small, FIRST, SECOND))


def test_text_of_the_same_part_that_follows_counts_but_that_of_the_next_part_does_not() -> None:
    small, heading = picture(SMALL, 200), d.Heading(3, ("Next",), "next")
    assert arranged(FIRST, small, LONG) == (beside(small, FIRST), LONG)
    assert arranged(FIRST, small, heading, LONG) == (
        FIRST,
        d.Box("rk-shown rk-abreast", small.blocks),
        heading,
        LONG,
    )


def test_a_second_picture_takes_no_paragraph_that_has_one_already() -> None:
    one, other = picture(SMALL), picture(SMALL - 1)
    assert arranged(LONG, one, LONG, other) == (beside(one, LONG), beside(other, LONG))
    assert arranged(FIRST, one, picture(SMALL, 500)) == (
        beside(one, FIRST),
        d.Box("rk-shown rk-abreast", picture(SMALL, 500).blocks),
    )


def test_a_larger_picture_stands_in_the_column_and_its_caption_in_the_margin() -> None:
    large = picture(COLUMN)
    figure, caption = large.blocks
    assert arranged(FIRST, large) == (FIRST, beside(caption, d.Box("rk-shown", (figure,))))


def test_a_picture_wider_than_the_text_spans_the_margin() -> None:
    huge = picture(COLUMN + 1)
    assert arranged(FIRST, huge) == (FIRST, d.Box("rk-shown rk-wide", huge.blocks))


def test_a_box_stands_beside_its_text_and_alone_where_there_is_none() -> None:
    assert arranged(FIRST, SECOND, NOTE) == (FIRST, beside(NOTE, SECOND))
    card = d.Box("rk-printed-card", (FIRST,))
    assert arranged(card, NOTE) == (d.Box("rk-cards", (card,)), NOTE)


def test_a_part_with_a_side_note_is_one_box_in_which_the_note_comes_before_its_paragraph() -> None:
    assert arranged(FIRST, SIDE, SECOND) == (d.Box("rk-part", (FIRST, SIDE, SECOND)),)


def test_a_box_stands_above_the_side_note_about_it_and_never_beside_a_list_that_has_notes() -> None:
    assert arranged(FIRST, SECOND, SIDE, NOTE) == (d.Box("rk-part", (FIRST, beside(NOTE, SECOND), SIDE)),)
    steps = d.Box("rk-items", (SIDE, d.Box("rk-numbered", (LONG,))))
    assert arranged(steps, NOTE) == (d.Box("rk-part", (steps, NOTE)),)


def test_cards_that_follow_one_another_are_a_grid_across_text_and_margin() -> None:
    cards = (d.Box("rk-printed-card", (FIRST,)), d.Box("rk-printed-card", (SECOND,)))
    assert arranged(FIRST, *cards) == (FIRST, d.Box("rk-cards rk-wide", cards))


def test_a_side_note_about_a_card_is_at_its_end() -> None:
    cards = (d.Box("rk-printed-card", (FIRST,)), d.Box("rk-printed-card", (SECOND,)))
    made = arranged(cards[0], SIDE, cards[1])
    noted = d.Box("rk-printed-card", (SECOND, SIDE))
    assert made == (d.Box("rk-cards rk-wide", (cards[0], noted)),)
    assert tuple(blocks_in_order(made)) == made


def test_in_print_side_notes_follow_their_part_and_what_was_in_the_margin_its_text() -> None:
    small = picture(SMALL)
    steps = d.Box("rk-items", (SIDE, d.Box("rk-numbered", (FIRST,))))
    blocks = (d.Box("rk-part", (beside(small, SECOND), steps)),)
    numbered, notes = d.Box("rk-items", (d.Box("rk-numbered", (FIRST,)),)), d.Box("rk-notes", (SIDE,))
    abreast = d.Box("rk-shown rk-abreast", small.blocks)
    assert tuple(blocks_in_order(blocks)) == (SECOND, abreast, numbered, notes)
    assert tuple(blocks_in_order(blocks, margin=True)) == (beside(small, SECOND), numbered, notes)
