"""Composes blocks, which are parts of a picture of known size. They are put side by side, below one another, or on
panels.

The shapes of a block lie between (0, 0) at its upper left and (width, height).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import evolve, field, frozen

from .scene import LETTER, Card, Group, Lettering, Path, Role, Shape, readable_on

WORD_PART = re.compile(r"(\s*)([^\s-]*-+|[^\s-]+)")
"""Matches a part of a word that must stay in one line, and the space before it."""
WIDE = 0.63
"""The average width of a letter in a wide font, as a share of the font size."""


@frozen
class PictureBlock:
    shapes: tuple[Shape, ...] = field(repr=False)
    width: float
    height: float


EMPTY = PictureBlock((), 0, 0)


def text_width(text: str, size: float) -> float:
    """Return the estimated width of a text."""
    narrow = sum(sign in " .,:;'il|!()[]jtfr" for sign in text)
    return size * (WIDE * (len(text) - narrow) + 0.37 * narrow)


def line(text: str, size: float = LETTER, fill: str = "ink", bold: bool = False, role: Role = "") -> PictureBlock:
    """Return a block with a line of text. A line with a role also appears in text pictures."""
    words: Shape = Lettering(0, size, text, size, bold=bold, fill=fill)
    if role:
        words = Group((words,), role=role, sign=text)
    return PictureBlock((words,), text_width(text, size) * (1.06 if bold else 1), size * 1.35)


def lines(
    text: str, width: float, size: float = LETTER, fill: str = "ink", bold: bool = False, most: int = 3
) -> PictureBlock:
    """Return a block with a text in at most `most` lines; an ellipsis replaces the words that do not fit."""
    return column([line(row, size, fill, bold) for row in shorten_lines(text, width, size, most)], 0)


def middle_lines(text: str, width: float, size: float, fill: str = "ink", most: int = 3) -> PictureBlock:
    """Return a block with a text in at most `most` centred lines. The browser centres them, since fonts differ in
    width."""
    rows = shorten_lines(text, width, size, most)
    shapes = (
        Lettering(width / 2, size + 1.35 * size * at, row, size, "middle", fill=fill) for at, row in enumerate(rows)
    )
    return PictureBlock(tuple(shapes), width if rows else 0, 1.35 * size * len(rows))


def shorten_lines(text: str, width: float, size: float, most: int) -> list[str]:
    """Return the lines of a wrapped text, at most `most`; an ellipsis replaces the words that do not fit."""
    rows = break_lines(text, width, size)
    return rows if len(rows) <= most else [*rows[: most - 1], cut_text(rows[most - 1] + " …", width, size)]


def break_lines(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text wrapped to this width. Lines end between words or after hyphens."""
    rows: list[str] = []
    for space, part in WORD_PART.findall(text.strip()):
        apart = " " if space else ""
        if rows and text_width(f"{rows[-1]}{apart}{part}", size) <= width:
            rows[-1] += f"{apart}{part}"
        else:
            rows.append(part)
    return rows


def word_parts(text: str) -> list[str]:
    """Return the parts of a text that must stay in one line: words, and the parts of words between hyphens."""
    return [part for _, part in WORD_PART.findall(text)]


def cut_text(text: str, width: float, size: float) -> str:
    """Return a text, shortened with an ellipsis if it is wider than this."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def shift_block(block: PictureBlock, x: float, y: float) -> tuple[Shape, ...]:
    return (Group(block.shapes, x, y),) if block.shapes and (x or y) else block.shapes


def row(blocks: Iterable[PictureBlock], gap: float = 4, middle: bool = True) -> PictureBlock:
    """Return a block with these blocks side by side. If `middle` is True, they are centred vertically."""
    here = [block for block in blocks if block.width or block.shapes]
    high = max((block.height for block in here), default=0)
    shapes: list[Shape] = []
    x = 0.0
    for block in here:
        shapes += shift_block(block, x, (high - block.height) / 2 if middle else 0)
        x += block.width + gap
    return PictureBlock(tuple(shapes), max(0, x - gap), high)


def column(blocks: Iterable[PictureBlock], gap: float = 4, middle: bool = False) -> PictureBlock:
    """Return a block with these blocks below one another. If `middle` is True, they are centred horizontally."""
    here = [block for block in blocks if block.height or block.shapes]
    wide = max((block.width for block in here), default=0)
    shapes: list[Shape] = []
    y = 0.0
    for block in here:
        shapes += shift_block(block, (wide - block.width) / 2 if middle else 0, y)
        y += block.height + gap
    return PictureBlock(tuple(shapes), wide, max(0, y - gap))


def wrap_blocks(blocks: Sequence[PictureBlock], width: float, gap: float = 8) -> PictureBlock:
    """Return a block with these blocks side by side, in as many rows of this width as needed."""
    rows: list[list[PictureBlock]] = []
    used = 0.0
    for block in blocks:
        if not block.width and not block.shapes:
            continue
        if rows and used + gap + block.width <= width:
            rows[-1].append(block)
            used += gap + block.width
        else:
            rows.append([block])
            used = block.width
    return column([row(blocks_of, gap, middle=False) for blocks_of in rows], gap)


def grid_blocks(groups: Sequence[Sequence[PictureBlock]], width: float, gap: float) -> PictureBlock:
    """Return a block with groups of blocks in rows. All columns have the same width. If a group fits into the last row
    of the group before it, it begins there."""
    wide = max((block.width for blocks in groups for block in blocks), default=0)
    most = max(1, int((width + gap) // (wide + gap)))
    across = max((len(blocks) for blocks in groups if len(blocks) <= most), default=most)
    rows: list[list[PictureBlock]] = []
    for blocks in groups:
        if rows and len(rows[-1]) + len(blocks) <= across:
            rows[-1] += blocks
        else:
            rows += [list(blocks[at : at + across]) for at in range(0, len(blocks), across)]
    padded = ([pad_block(block, wide, block.height) for block in blocks] for blocks in rows)
    return column([row(blocks, gap) for blocks in padded], gap / 2)


def pack_blocks(blocks: Sequence[PictureBlock], width: float, gap: float) -> PictureBlock:
    """Return a block with these blocks in rows that are at most `width` wide and together at most twice as high. If
    they do not fit, they are scaled down, in the arrangement that needs the least scaling."""
    beside = row(blocks, gap)
    if beside.width <= width:
        return beside
    trials = [wrap_blocks(blocks, width * scale, gap) for scale in (1.0, 1.25, 1.5, 2.0, 3.0, 4.0)]
    best = min(trials, key=lambda trial: max(trial.width, trial.height / 2, width))
    return scale_block(best, min(1.0, width / max(best.width, best.height / 2)))


def scale_block(block: PictureBlock, scale: float) -> PictureBlock:
    """Return a block scaled by this factor; its upper left corner stays where it is."""
    if scale == 1:
        return block
    return PictureBlock((Group(block.shapes, 0, 0, scale),), scale * block.width, scale * block.height)


def shrink_block(block: PictureBlock, width: float, height: float = 10_000) -> PictureBlock:
    """Return a block scaled down to fit into this size; unchanged if it fits."""
    scale = min(1.0, width / block.width if block.width else 1.0, height / block.height if block.height else 1.0)
    return scale_block(block, scale)


def pad_block(block: PictureBlock, width: float, height: float) -> PictureBlock:
    """Return a block with empty room added at the right and below, so that it has at least this size."""
    return PictureBlock(block.shapes, max(width, block.width), max(height, block.height))


def panel(
    block: PictureBlock, fill: str = "panel", stroke: str = "", pad: float = 8, dashed: bool = False
) -> PictureBlock:
    """Return a block on a filled rectangle, with a margin of `pad` around it. If `dashed` is True, the rectangle's edge
    is dashed."""
    width, height = block.width + 2 * pad, block.height + 2 * pad
    return PictureBlock(
        (Card(0, 0, width, height, 6, fill=fill, stroke=stroke, dashed=dashed), *shift_block(block, pad, pad)),
        width,
        height,
    )


def fit_block(block: PictureBlock, width: float, height: float) -> PictureBlock:
    """Return a block centred in a box of this size. It is scaled down if it does not fit."""
    scale = min(1.0, width / block.width if block.width else 1.0, height / block.height if block.height else 1.0)
    x, y = (width - scale * block.width) / 2, (height - scale * block.height) / 2
    return PictureBlock((Group(block.shapes, x, y, scale),) if block.shapes else (), width, height)


def recolour_letters(block: PictureBlock, ink: str) -> PictureBlock:
    """Return a block in which letters of the usual colours have the colour `ink`. This is for a background that has the
    same colour on light and dark pages."""
    return PictureBlock(tuple(_recolour(shape, ink) for shape in block.shapes), block.width, block.height)


def _recolour(shape: Shape, ink: str) -> Shape:
    if isinstance(shape, Group):
        return evolve(shape, shapes=tuple(_recolour(inner, ink) for inner in shape.shapes))
    return evolve(shape, fill=ink) if isinstance(shape, Lettering) and shape.fill in ("ink", "soft") else shape


def without_count(block: PictureBlock) -> PictureBlock:
    """Return the block of a pile without the number (such as ×5) next to it."""
    return evolve(block, shapes=tuple(one for one in block.shapes if not _is_count(one)))


def _is_count(shape: Shape) -> bool:
    inside = shape.shapes if isinstance(shape, Group) else ()
    return len(inside) == 1 and isinstance(inside[0], Lettering) and inside[0].text.startswith("×")


def before_drawing(block: PictureBlock, drawing: str) -> PictureBlock:
    """Return a block in front of a drawing, on its lower half."""
    scale = max(0.9, (block.width + 16) / 100)
    side = 100 * scale
    under = Group((Path(drawing, fill="blank", stroke="edge", width=1.5),), 0, 0, scale)
    lying = recolour_letters(block, readable_on("blank"))
    return PictureBlock(
        (under, *shift_block(lying, (side - block.width) / 2, 0.72 * side - block.height / 2)), side, side
    )
