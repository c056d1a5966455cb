"""Lays the page `The rules` out as a book: one column of text, pictures in frames, and cards in a grid.

Every picture has a frame as wide as the column, with its caption inside, below it.  Pictures wider than the column go
beyond it on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from attrs import evolve

from ..scene.scene import LETTER, PRINTED, READABLE
from . import page_blocks as d

ENLARGED: Final = 1.2
"""The factor by which pictures in the column are enlarged, so that their letters are as large as those of captions."""
COLUMN: Final = 620
"""The width of the column of text in pixels, inside a picture's frame."""


def arrange_blocks(blocks: Iterable[d.PageBlock]) -> Iterator[d.PageBlock]:
    """Yield the blocks of a book, with pictures in frames and cards that follow one another in a grid."""
    for is_grid, run in groupby(blocks, _is_card):
        part = tuple(run)
        yield from (d.Box("rk-cards", part),) if is_grid else map(_widened, part)


def enlarged(block: d.PageBlock) -> d.PageBlock:
    """Return a block with its pictures as elements of the page, at the size at which they are shown: enlarged, unless
    wider than the column."""
    match block:
        case d.Figure(width=width, height=height):
            scale = max(1, min(ENLARGED, COLUMN / max(1, width)))
            least = round(min(width, PRINTED) * READABLE / LETTER)
            return evolve(block, width=round(scale * width), height=round(scale * height), inside=least)
        case d.Box(blocks=inside):
            return evolve(block, blocks=tuple(map(enlarged, inside)))
    return block


def _is_card(block: d.PageBlock) -> bool:
    return isinstance(block, d.Box) and block.kind == "rk-printed-card"


def _widened(block: d.PageBlock) -> d.PageBlock:
    """Return a block that goes beyond the column if its picture is wider."""
    if isinstance(block, d.Box) and max(_widths(block), default=0) > COLUMN:
        return evolve(block, kind=f"{block.kind} rk-wide")
    return block


def _widths(block: d.PageBlock) -> list[int]:
    return [one.width for one in d.blocks_of((block,)) if isinstance(one, d.Figure)]
