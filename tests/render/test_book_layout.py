"""The layout of a book: the blocks in the margin, the text beside them, and their order in print."""

from __future__ import annotations

from rulekit.render import page_blocks as d
from rulekit.render.book_layout import COLUMN, LINE, SMALL, arrange_blocks, blocks_in_order


def text(words: str) -> d.PageParagraph:
    return d.PageParagraph((words,))


def picture(width: int, height: int = 30, kind: str = "rk-shown") -> d.Box:
    figure = d.Figure("one.svg", "one", width=width, height=height)
    return d.Box(kind, (figure, d.PageParagraph(("below",), "rk-caption")))


FIRST, SECOND, LONG = text("first " * 12), text("second " * 12), text("long " * LINE)
NOTE = d.Box("rk-note", (text("note " * 12),))
SIDE = d.Box("rk-sidenote", (text("1. Who?"),))


def arranged(*blocks: d.PageBlock) -> tuple[d.PageBlock, ...]:
    return tuple(arrange_blocks((LONG, d.Heading(2, ("Part",), "part"), *blocks)))[2:]


def beside(aside: d.PageBlock, *blocks: d.PageBlock) -> d.Box:
    return d.Box("rk-beside", (d.Box("rk-margin", (aside,)), *blocks))


def test_every_picture_stands_in_the_column_in_a_frame_with_its_caption() -> None:
    small, large, huge = SMALL, SMALL + 1, COLUMN + 1
    made = arranged(FIRST, picture(small), SECOND, picture(large), picture(huge))
    beside_it, below = picture(small, kind="rk-shown rk-abreast"), picture(large)
    assert made == (FIRST, beside_it, SECOND, below, picture(huge, kind="rk-shown rk-wide"))


def test_a_small_picture_in_a_step_has_its_caption_beside_it_too() -> None:
    steps = d.Box("rk-items", (d.Box("rk-numbered", (FIRST, picture(SMALL))),))
    (made,) = arranged(steps)
    assert made == d.Box("rk-items", (d.Box("rk-numbered", (FIRST, picture(SMALL, kind="rk-shown rk-abreast"))),))


def test_a_picture_without_a_caption_is_in_the_middle_of_its_frame() -> None:
    bare = d.Box("rk-shown", picture(SMALL).blocks[:1])
    assert arranged(FIRST, bare) == (FIRST, bare)


def test_a_list_of_signs_stands_in_the_margin_beside_the_paragraph_before_it() -> None:
    signs = d.Box("rk-shown", (d.PageTable((), ((("sign",),),), "rk-grid"),))
    assert arranged(FIRST, SECOND, signs) == (FIRST, beside(signs, SECOND))


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


def test_side_notes_about_cards_follow_their_grid_and_that_about_one_card_is_at_its_end() -> None:
    cards = (d.Box("rk-printed-card", (FIRST,)), d.Box("rk-printed-card", (SECOND,)))
    made = arranged(cards[0], SIDE, cards[1])
    assert made == (d.Box("rk-cards rk-wide", cards), d.Box("rk-cards rk-wide rk-card-notes", (SIDE,)))
    assert tuple(blocks_in_order(made)) == made
    alone = (d.Box("rk-cards", (d.Box("rk-printed-card", (SECOND, SIDE)),)),)
    assert arranged(SIDE, cards[1]) == alone
    assert tuple(blocks_in_order(alone)) == alone


def test_in_print_side_notes_follow_their_part_and_what_was_in_the_margin_its_text() -> None:
    steps = d.Box("rk-items", (SIDE, d.Box("rk-numbered", (FIRST,))))
    blocks = (d.Box("rk-part", (beside(NOTE, SECOND), steps)),)
    numbered, notes = d.Box("rk-items", (d.Box("rk-numbered", (FIRST,)),)), d.Box("rk-notes", (SIDE,))
    assert tuple(blocks_in_order(blocks)) == (SECOND, NOTE, numbered, notes)
    assert tuple(blocks_in_order(blocks, margin=True)) == blocks
