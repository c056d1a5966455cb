"""The layout of a book: pictures in frames, and cards in a grid."""

from __future__ import annotations

from rulekit.render import page_blocks as d
from rulekit.render.rules_page import COLUMN, arrange_blocks


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
