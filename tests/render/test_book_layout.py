"""The layout of a book: what stands beside what."""

from __future__ import annotations

from rulekit.render import page_blocks as d
from rulekit.render.book_layout import HALF, LINE, SMALL, arrange_blocks


def text(words: str) -> d.PageParagraph:
    return d.PageParagraph((words,))


def picture(width: int, height: int = 30) -> d.Box:
    return d.Box("rk-shown", (d.Figure("one.svg", "one", width=width, height=height), text("below")))


FIRST, SECOND, THIRD, LONG = text("first " * 12), text("second " * 12), text("third " * 12), text("long " * LINE)
NOTE = d.Box("rk-note", (text("note " * 12),))


def row(before: tuple[d.PageBlock, ...], beside: tuple[d.PageBlock, ...], *after: d.PageBlock) -> d.Box:
    boxes = (d.Box("rk-text", before), d.Box("rk-side", beside))
    return d.Box("rk-row", (*boxes, d.Box("rk-text", after)) if after else boxes)


def test_a_small_picture_stands_beside_all_text_below_its_heading() -> None:
    heading, small = d.Heading(2, ("Part",), "part"), picture(SMALL)
    assert tuple(arrange_blocks((heading, FIRST, SECOND, small, THIRD))) == (
        heading,
        row((FIRST, SECOND), (small,), THIRD),
    )


def test_a_second_picture_takes_its_paragraph_with_it() -> None:
    one, other = picture(SMALL), picture(SMALL - 1)
    made = tuple(arrange_blocks((FIRST, one, SECOND, THIRD, other)))
    assert made == (row((FIRST,), (one,), SECOND), row((THIRD,), (other,)))


def test_a_picture_much_higher_than_the_text_stands_below_it_with_its_caption_beside() -> None:
    high = picture(SMALL, 300)
    assert tuple(arrange_blocks((FIRST, high))) == (FIRST, d.Box("rk-shown rk-abreast", high.blocks))
    assert tuple(arrange_blocks((LONG, LONG, LONG, high))) == (row((LONG, LONG, LONG), (high,)),)


def test_a_note_stands_beside_the_paragraph_before_it() -> None:
    assert tuple(arrange_blocks((FIRST, SECOND, NOTE))) == (FIRST, row((SECOND,), (NOTE,)))


def test_a_longer_note_stands_beside_as_many_paragraphs_as_are_about_as_long() -> None:
    note = d.Box("rk-note", (text("longer note " * 10),))
    assert tuple(arrange_blocks((FIRST, SECOND, THIRD, note))) == (FIRST, row((SECOND, THIRD), (note,)))


def test_a_note_that_follows_nothing_stands_alone() -> None:
    card = d.Box("rk-printed-card", (FIRST,))
    assert tuple(arrange_blocks((card, NOTE))) == (d.Box("rk-cards", (card,)), NOTE)


def test_a_note_after_a_picture_stands_below_it() -> None:
    small = picture(SMALL)
    assert tuple(arrange_blocks((FIRST, SECOND, small, NOTE))) == (row((FIRST, SECOND), (small, NOTE)),)


def test_a_note_after_a_long_list_beside_a_picture_stands_below_the_list() -> None:
    small = picture(SMALL)
    assert tuple(arrange_blocks((FIRST, small, LONG, NOTE))) == (row((FIRST,), (small,), LONG, NOTE),)


def test_a_large_picture_stands_beside_much_text_alone() -> None:
    large, huge = picture(HALF, 200), picture(HALF + 1)
    assert tuple(arrange_blocks((FIRST, large))) == (FIRST, large)
    (halves,) = arrange_blocks((LONG, large))
    assert isinstance(halves, d.Box) and halves.kind == "rk-row rk-halves"
    assert tuple(arrange_blocks((LONG, huge))) == (LONG, huge)


def test_cards_that_follow_one_another_are_a_grid() -> None:
    cards = (d.Box("rk-printed-card", (FIRST,)), d.Box("rk-printed-card", (SECOND,)))
    assert tuple(arrange_blocks((FIRST, *cards))) == (FIRST, d.Box("rk-cards", cards))
