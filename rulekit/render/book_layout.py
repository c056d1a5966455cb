"""Lays The rules out as a book: small pictures and notes stand beside the paragraphs around them, cards in a grid.

On a phone and on a small sheet everything stands in reading order, because the order of the blocks does not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from attrs import define, evolve, field

from . import page_blocks as d

SMALL = 380
"""A picture at most this wide stands beside the text, in units of a drawing."""
HALF = 620
"""A picture at most this wide takes half of the page, if there is enough text for the other half."""
LINE = 72
"""Letters in a line of text."""
HIGH = 27
"""Height of a line, in units of a drawing."""
LONG = 4
"""A note after a list beside a picture stands below the list, if that is so many times as long."""
ENOUGH = 0.6
"""A picture stands beside text that is at least so high, as a share of the picture with its caption."""


def arrange_blocks(blocks: Iterable[d.PageBlock]) -> Iterator[d.PageBlock]:
    """Return the blocks of a book in their places."""
    for kind, run in groupby(blocks, _kind):
        if kind == "heading":
            yield from run
        elif kind == "card":
            yield d.Box("rk-cards", tuple(run))
        else:
            yield from _part(tuple(run))


def _kind(block: d.PageBlock) -> Literal["heading", "card", "text"]:
    if isinstance(block, d.Heading):
        return "heading"
    return "card" if isinstance(block, d.Box) and block.kind == "rk-printed-card" else "text"


@define
class _Row:
    """What stands beside one another: text before, pictures and notes, and the text that follows them."""

    before: list[d.PageBlock] = field(factory=list)
    beside: list[d.PageBlock] = field(factory=list)
    after: list[d.PageBlock] = field(factory=list)
    kind: str = "rk-row"

    def blocks(self) -> Iterator[d.PageBlock]:
        """Return the row as a box; without pictures and notes it is only text."""
        if not self.beside:
            yield from self.before
            return
        before, after = (((d.Box("rk-text", tuple(text)),) if text else ()) for text in (self.before, self.after))
        yield d.Box(self.kind, (*before, d.Box("rk-side", tuple(self.beside)), *after))


def _part(blocks: tuple[d.PageBlock, ...]) -> Iterator[d.PageBlock]:
    """Return what stands below one heading."""
    row, room = _Row(), _letters(blocks)
    for block in blocks:
        wide = _width(block)
        beside = wide is not None and wide <= HALF and (wide == 0 or _is_enough(room, block, wide))
        if wide is None:
            (row.after if row.beside else row.before).append(block)
        elif not beside:
            yield from row.blocks()
            yield _abreast(block) if wide <= SMALL else block
            row = _Row()
        else:
            text = row.after if row.beside else row.before if wide == 0 else []
            if wide == 0 and not text and not row.beside:  # a note that follows nothing
                yield block
                continue
            letters = _letters((block,))
            if text and wide == 0 and row.beside and _letters((text[-1],)) > LONG * letters:
                text.append(block)
                continue
            if text:  # it stands beside the last paragraphs, as many as are about as long
                last = _last(text, letters)
                yield from row.blocks()
                row = _Row(last)
            row.beside.append(block)
            row.kind = "rk-row rk-halves" if wide > SMALL else row.kind
    yield from row.blocks()


def _is_enough(room: int, block: d.PageBlock, wide: int) -> bool:
    """Return whether so many letters are about as high as a picture with its caption beside them."""
    pictures = [one for one in d.blocks_of((block,)) if isinstance(one, d.Figure)]
    across, aside = (LINE, 38) if wide <= SMALL else (LINE * 0.6, 54)
    beside = sum(one.height for one in pictures) + HIGH * 0.8 * _letters((block,)) / aside
    return HIGH * room / across > ENOUGH * beside


def _abreast(block: d.PageBlock) -> d.PageBlock:
    """Return a small picture with its caption beside it."""
    return evolve(block, kind=f"{block.kind} rk-abreast") if isinstance(block, d.Box) else block


def _last(text: list[d.PageBlock], letters: int) -> list[d.PageBlock]:
    """Take the last blocks away that have so many letters together."""
    at = len(text) - 1
    while at > 0 and _letters(tuple(text[at:])) < letters:
        at -= 1
    taken, text[at:] = text[at:], []
    return taken


def _width(block: d.PageBlock) -> int | None:
    """Return how much room a picture or note needs; None for text."""
    if not isinstance(block, d.Box):
        return None
    if block.kind == "rk-note":
        return 0
    inside = tuple(d.blocks_of((block,)))
    pictures = [one.width for one in inside if isinstance(one, d.Figure)]
    return max(pictures) if pictures and block.kind == "rk-shown" else None


def _letters(blocks: tuple[d.PageBlock, ...]) -> int:
    """Return how many letters the paragraphs have."""
    lines = (one.line for one in d.blocks_of(blocks) if isinstance(one, d.PageParagraph))
    return sum(len(piece) for line in lines for piece in line if isinstance(piece, str))
