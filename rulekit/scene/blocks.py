"""Parts of a picture of a known size, set beside and under one another.

A block's shapes lie from (0, 0) at its upper left to (width, height).  What is in one is everybody else's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, field, frozen

from .scene import Card, Group, Lettering, Role, Shape

WIDE = 0.63
"""How wide a letter is on average in a wide font, of its size."""


@frozen
class PictureBlock:
    shapes: tuple[Shape, ...] = field(repr=False)
    width: float
    height: float


EMPTY = PictureBlock((), 0, 0)


def text_width(text: str, size: float) -> float:
    """How wide a text is, more or less."""
    narrow = sum(sign in " .,:;'il|!()[]jtfr1" for sign in text)
    return size * (WIDE * (len(text) - narrow) + 0.37 * narrow)


def line(text: str, size: float = 12, fill: str = "ink", bold: bool = False, role: Role = "") -> PictureBlock:
    """A line of text; with a role, one that a terminal has too."""
    words: Shape = Lettering(0, size, text, size, bold=bold, fill=fill)
    if role:
        words = Group((words,), role=role, sign=text)
    return PictureBlock((words,), text_width(text, size) * (1.06 if bold else 1), size * 1.35)


def lines(
    text: str, width: float, size: float = 12, fill: str = "ink", bold: bool = False, most: int = 3
) -> PictureBlock:
    """A text in as many lines as it needs; what does not fit into `most` is left off with a sign of it."""
    return column([line(row, size, fill, bold) for row in shortened(text, width, size, most)], 0)


def shortened(text: str, width: float, size: float, most: int) -> list[str]:
    """The lines of a text, no more than `most`."""
    rows = broken(text, width, size)
    return rows if len(rows) <= most else [*rows[: most - 1], cut(rows[most - 1] + " …", width, size)]


def broken(text: str, width: float, size: float) -> list[str]:
    """The lines of a text that is so wide."""
    rows: list[str] = []
    for word in text.split():
        if rows and text_width(f"{rows[-1]} {word}", size) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows


def cut(text: str, width: float, size: float) -> str:
    """A text that fits into a width."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def translated(block: PictureBlock, x: float, y: float) -> tuple[Shape, ...]:
    return (Group(block.shapes, x, y),) if block.shapes and (x or y) else block.shapes


def row(blocks: Iterable[PictureBlock], gap: float = 4, middle: bool = True) -> PictureBlock:
    """Side by side."""
    here = [block for block in blocks if block.width or block.shapes]
    high = max((block.height for block in here), default=0)
    shapes: list[Shape] = []
    x = 0.0
    for block in here:
        shapes += translated(block, x, (high - block.height) / 2 if middle else 0)
        x += block.width + gap
    return PictureBlock(tuple(shapes), max(0, x - gap), high)


def column(blocks: Iterable[PictureBlock], gap: float = 4, middle: bool = False) -> PictureBlock:
    """One under the other."""
    here = [block for block in blocks if block.height or block.shapes]
    wide = max((block.width for block in here), default=0)
    shapes: list[Shape] = []
    y = 0.0
    for block in here:
        shapes += translated(block, (wide - block.width) / 2 if middle else 0, y)
        y += block.height + gap
    return PictureBlock(tuple(shapes), wide, max(0, y - gap))


def wrapped(blocks: Sequence[PictureBlock], width: float, gap: float = 8) -> PictureBlock:
    """Side by side, and on where no room is left under them."""
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


def packed(blocks: Sequence[PictureBlock], width: float, gap: float) -> PictureBlock:
    """Return the blocks in rows at most `width` wide, in the rows that leave them largest.

    Blocks that need more are made smaller, to be at most as high as wide.
    """
    beside = row(blocks, gap)
    if beside.width <= width:
        return beside
    trials = [wrapped(blocks, width * scale, gap) for scale in (1.0, 1.25, 1.5, 2.0, 3.0, 4.0)]
    if trials[0].width <= width and trials[0].height <= width:
        return trials[0]
    best = min(trials, key=lambda trial: max(trial.width, trial.height))
    scale = min(1.0, width / max(best.width, best.height))
    return PictureBlock((Group(best.shapes, 0, 0, scale),), scale * best.width, scale * best.height)


def padded_to(block: PictureBlock, width: float, height: float) -> PictureBlock:
    """With room at the right and below."""
    return PictureBlock(block.shapes, max(width, block.width), max(height, block.height))


def panel(block: PictureBlock, fill: str = "panel", stroke: str = "", pad: float = 8) -> PictureBlock:
    """On a card of its own."""
    width, height = block.width + 2 * pad, block.height + 2 * pad
    return PictureBlock(
        (Card(0, 0, width, height, 6, fill=fill, stroke=stroke), *translated(block, pad, pad)), width, height
    )


def fitted(block: PictureBlock, width: float, height: float) -> PictureBlock:
    """Made smaller where it is larger than that, in the middle of it."""
    scale = min(1.0, width / block.width if block.width else 1.0, height / block.height if block.height else 1.0)
    x, y = (width - scale * block.width) / 2, (height - scale * block.height) / 2
    return PictureBlock((Group(block.shapes, x, y, scale),) if block.shapes else (), width, height)


def inked(block: PictureBlock, ink: str) -> PictureBlock:
    """With its plain letters in this colour: for what stands on a colour that is the same on every page."""
    return PictureBlock(tuple(_inked(shape, ink) for shape in block.shapes), block.width, block.height)


def _inked(shape: Shape, ink: str) -> Shape:
    if isinstance(shape, Group):
        return evolve(shape, shapes=tuple(_inked(inner, ink) for inner in shape.shapes))
    return evolve(shape, fill=ink) if isinstance(shape, Lettering) and shape.fill in ("ink", "soft") else shape
