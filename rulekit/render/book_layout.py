"""Lays the page `The rules` out as a book: text with pictures, a margin for notes and boxes, and cards in a grid.

Every picture has a frame as wide as the column, with its caption inside: below it, or beside a small picture.

In a page, a block in the margin comes before its paragraph, because a browser floats it beside the next block.  On a
sheet or screen without a margin, the style sheet shows it after its paragraph, and side notes after their part.
`blocks_in_order` does the same for booklets.  Heights are estimated: only the author's text is known here, not the size
of the reader's letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Final, Literal

from attrs import define, evolve

from ..scene.scene import LETTER, PRINTED
from . import page_blocks as d
from .subject import line_text

ENLARGED: Final = 1.2
"""The factor by which pictures in the column are enlarged, so that their letters are as large as those of captions."""
READABLE: Final = 11
"""The size in pixels of the smallest letters of a picture on a narrow screen, where it can be moved sideways."""
SMALL: Final = 340
"""The width in pixels of a picture up to which its caption is beside it in its frame, not below it."""
COLUMN: Final = 580
"""The width of the column of text in pixels, inside a picture's frame; a wider picture also spans the margin."""
LINE, HIGH = 66, 28
"""Letters in a line of the column of text, and the line's height in pixels."""
SMALL_LINE, SMALL_HIGH = 46, 22
"""Letters in a line of the margin, and the line's height in pixels."""
HEADING: Final = 80
"""The height of a heading with the space around it, in pixels."""
FRONT: Final = 220
"""The height in pixels of the facts of the game (players, time, age), which are at the top of the margin."""
ENOUGH: Final = 0.6
"""The share of its height that must have text of its own part beside it before a block is put in the margin."""
DRIFT: Final = 120
"""The greatest distance, in pixels, of a block in the margin below the top of its paragraph."""


def arrange_blocks(blocks: Iterable[d.PageBlock]) -> Iterator[d.PageBlock]:
    """Yield the blocks of a book, with notes and boxes in the margin, pictures in frames, and cards in a grid."""
    sheet = _Sheet(margin=FRONT)
    for kind, run in groupby(_with_kinds(list(map(_framed, blocks))), lambda one: one[0]):
        part = tuple(block for _, block in run)
        if kind == "apart":
            sheet.text += HEADING
            yield from part
        elif kind == "card":
            sheet.clear()
            yield from _grid(part)
        else:
            placed = tuple(sheet.part(part))
            noted = any(is_side_note(one) for one in d.blocks_of(placed))
            yield from (d.Box("rk-part", placed),) if noted else placed


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


def _grid(blocks: Sequence[d.PageBlock]) -> Iterator[d.Box]:
    """Yield cards as a grid, then the side notes about them, so that a card can be cut out; a card alone ends with its
    notes."""
    notes = tuple(filter(is_side_note, blocks))
    cards = tuple(block for block in blocks if isinstance(block, d.Box) and not is_side_note(block))
    if len(cards) == 1:
        yield d.Box("rk-cards", (evolve(cards[0], blocks=(*cards[0].blocks, *notes)),))
        return
    yield d.Box("rk-cards rk-wide", cards)
    if notes:
        yield d.Box("rk-cards rk-wide rk-card-notes", notes)


def _with_kinds(blocks: Sequence[d.PageBlock]) -> Iterator[tuple[Literal["apart", "card", "text"], d.PageBlock]]:
    """Yield each block with its layout: `apart` for headings, `card` for the grid, `text`. A side note has that of the
    block after it."""
    for at, block in enumerate(blocks):
        about = next((one for one in blocks[at:] if not is_side_note(one)), block)
        kind = about.kind if isinstance(about, d.Box) else ""
        if isinstance(about, d.Heading) or kind == "rk-legend":
            yield "apart", block
        else:
            yield "card" if kind == "rk-printed-card" else "text", block


def is_side_note(block: d.PageBlock) -> bool:
    """Return whether a block is a note in the margin that a number in the text refers to."""
    return isinstance(block, d.Box) and block.kind == "rk-sidenote"


@define
class _Sheet:
    """The heights, in pixels, to which the column of text and the margin are filled."""

    text: float = 0
    margin: float = 0

    def clear(self) -> None:
        """Continue both columns below whichever reaches lower."""
        self.text = self.margin = max(self.text, self.margin)

    def part(self, blocks: Sequence[d.PageBlock]) -> Iterator[d.PageBlock]:
        """Yield the blocks below one heading; each block of the margin is grouped with the paragraphs beside it."""
        end = self.text + sum(_high(block) for block in blocks if not _is_small(block))
        made: list[d.PageBlock] = []
        notes: list[d.PageBlock] = []
        for block in blocks:
            if is_side_note(block):
                notes.append(block)
                continue
            since = self._since(made, block, end) if _is_small(block) else None
            if since is None:
                made += self._notes(notes)
                end += _high(block) if _is_small(block) else 0
                made += self._column(block)
            else:
                text = tuple(made[since:])
                self._put(block, self.text - sum(map(_high, text)))
                aside = d.Box("rk-margin", (block,))
                made[since:] = [d.Box("rk-beside", (aside, *text)) if text else aside, *self._notes(notes)]
            notes = []
        yield from made

    def _notes(self, notes: Sequence[d.PageBlock]) -> Sequence[d.PageBlock]:
        """Add the heights of side notes to the margin, and return them."""
        for note in notes:
            self._put(note, self.text)
        return notes

    def _put(self, block: d.PageBlock, top: float) -> None:
        """Add the height of a block to the margin, beside its paragraph at `top` or below earlier blocks."""
        self.margin = max(self.margin, top) + _small_high(block)

    def _column(self, block: d.PageBlock) -> Iterator[d.PageBlock]:
        """Yield a block of the column, or across column and margin if its picture is wider than the column."""
        top = self.text
        self.text += _high(block)
        for note in filter(is_side_note, d.blocks_of((block,))):
            self._put(note, top)
        if isinstance(block, d.Box) and max(_widths(block), default=0) > COLUMN:
            self.clear()
            block = evolve(block, kind=f"{block.kind} rk-wide")
        yield block

    def _since(self, made: Sequence[d.PageBlock], block: d.PageBlock, end: float) -> int | None:
        """Return the index in `made` of the first paragraph to set beside a block of the margin; the paragraphs from
        there are about as high. Return None if there is too little text or the margin is full. `end` is where this
        part's text ends."""
        top, since, high = self.text, len(made), _small_high(block)
        while True:
            begin = max(top, self.margin)
            if begin + ENOUGH * high <= end and begin - top <= DRIFT and since < len(made):
                return since
            if since == 0 or _is_set(made[since - 1]):
                return since if since == len(made) and begin + ENOUGH * high <= end and begin - top <= DRIFT else None
            since -= 1
            top -= _high(made[since])


def _is_small(block: d.PageBlock) -> bool:
    """Return whether a block belongs in the margin: a note, or a list of signs without a picture."""
    if not isinstance(block, d.Box) or block.kind not in ("rk-note", "rk-shown"):
        return False
    signs = any(getattr(one, "kind", "") in ("rk-grid", "rk-chips") for one in d.blocks_of(block.blocks))
    return block.kind == "rk-note" or (signs and not _widths(block))


def _is_set(block: d.PageBlock) -> bool:
    """Return whether nothing can be put beside a block: its margin is taken, or it spans text and margin."""
    if not isinstance(block, d.Box):
        return False
    own = {"rk-margin", "rk-beside", "rk-wide"} & set(block.kind.split())
    return bool(own) or any(is_side_note(one) for one in d.blocks_of((block,)))


def _framed(block: d.PageBlock) -> d.PageBlock:
    """Return a block in which the frame of each small picture has the caption beside the picture."""
    if not isinstance(block, d.Box):
        return block
    if block.kind == "rk-shown":
        captioned = any(getattr(one, "kind", "") == "rk-caption" for one in block.blocks)
        small = captioned and 0 < max(_widths(block), default=0) <= SMALL
        return evolve(block, kind="rk-shown rk-abreast") if small else block
    return evolve(block, blocks=tuple(map(_framed, block.blocks)))


def _widths(block: d.PageBlock) -> list[int]:
    return [one.width for one in d.blocks_of((block,)) if isinstance(one, d.Figure)]


def _high(block: d.PageBlock) -> float:
    """Return the estimated height of a block in the column of text, in pixels."""
    return _height(block, LINE, HIGH)


def _small_high(block: d.PageBlock) -> float:
    """Return the estimated height of a block in the margin with the space below it, in pixels."""
    return _height(block, SMALL_LINE, SMALL_HIGH) + SMALL_HIGH


def _height(block: d.PageBlock, line: int, high: int) -> float:
    """Return the height of all paragraphs, tables and pictures in a block, except side notes. Lines have `line` letters
    and are `high` pixels high."""
    found = 0.0
    inside = tuple(one for one in block.blocks if not is_side_note(one)) if isinstance(block, d.Box) else (block,)
    for one in d.blocks_of(inside):
        match one:
            case d.PageParagraph(line=words):
                found += high * (ceil(len(line_text(words)) / line) + 0.4)
            case d.PageTable(rows=rows):
                found += 38 * (len(rows) + 1)
            case d.Figure(height=drawn):
                found += drawn + high
    return found


def blocks_in_order(blocks: Sequence[d.PageBlock], margin: bool = False) -> Iterator[d.PageBlock]:
    """Yield blocks in print order. If there is no `margin`, side notes come after their part, and other margin blocks
    after their text."""
    for block in blocks:
        match block:
            case d.Box(kind="rk-part", blocks=inside) if not margin:
                yield from blocks_in_order(inside, margin)
                yield d.Box("rk-notes", tuple(one for one in d.blocks_of(inside) if is_side_note(one)))
            case d.Box(kind="rk-sidenote") if not margin:
                pass
            case d.Box(kind="rk-printed-card" | "rk-cards rk-wide rk-card-notes"):
                yield block
            case d.Box(kind="rk-beside", blocks=(aside, *text)) if not margin:
                yield from blocks_in_order((*text, aside))
            case d.Box(kind="rk-margin", blocks=inside) if not margin:
                yield from inside
            case d.Box(blocks=inside):
                yield evolve(block, blocks=tuple(blocks_in_order(inside, margin)))
            case _:
                yield block
