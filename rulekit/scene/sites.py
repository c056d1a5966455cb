"""One site: its edge, what lies on it, and the words for that.

What is tiled, a piece with parts, fills the site; what lies on rows that are parts of it (`upon.py`) lies in their
middles.  Anything else is made as small as the site.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from .blocks import EMPTY, PictureBlock, fitted, translated, wrapped
from .contents import DescribedBlock
from .ground import TRIANGLE_ROW, TRIANGLE_SIDE, UNIT
from .scene import Disc, Group, Point
from .signs import cross
from .styles import Style
from .upon import Upon
from .wording import Wording

CORNER = 15.0
"""What lies beside a tile on its site is so large."""
FOLLOWING, SHIFT = 14.0, 4.0
"""What lies on a part of one is, and so far beside the last one there."""


def arranged(here: Sequence[DescribedBlock]) -> PictureBlock:
    """Several things on one site: the first, one more small at its corner, many small beside one another."""
    blocks = [content.block for content in here]
    if len(blocks) == 1:
        return blocks[0]
    if len(blocks) == 2:  # the middle of the first, where its letter stands, stays free
        first, second = fitted(blocks[0], 32, 32), fitted(blocks[1], 17, 17)
        under = Disc(32, 32, 11.5, fill="blank", stroke="edge")
        return PictureBlock((*translated(first, 0, 0), under, *translated(second, 23.5, 23.5)), 44, 44)
    small = [fitted(block, 18, 18) for block in blocks]
    return wrapped(small, 38 if len(small) <= 4 else 58, 1)


def on_site(here: Sequence[DescribedBlock]) -> PictureBlock:
    """What lies on a site itself; the block is as large as that."""
    tile = _tile(here)
    if tile is None:
        low = fitted(arranged(here), UNIT - 4, UNIT - 4) if here else EMPTY
        shapes = translated(low, 2, 2) if here else ()
    else:
        side = max(tile.block.width, tile.block.height)
        shapes = (Group(tile.block.shapes, 0, 0, UNIT / side),)
        beside = [content for content in here if content is not tile]
        if beside:
            corner = UNIT - CORNER - 1
            shapes = (*shapes, *translated(fitted(arranged(beside), CORNER, CORNER), corner, corner))
    return PictureBlock(shapes, UNIT, UNIT)


def on_parts(here: Sequence[DescribedBlock], upon: Sequence[Upon], at: Point) -> Iterator[Group]:
    """What lies on rows on a site with this middle: to be drawn over all sites, for it may stand out."""
    tile = _tile(here)
    places = [one.place(None if tile is None else tile.sprite) for one in upon]
    for number, (one, (x, y)) in enumerate(zip(upon, places, strict=True)):
        under = places[:number].count((x, y))  # of several on one part each is seen
        yield one.drawn(at[0] + UNIT * x + SHIFT * under, at[1] + UNIT * y, FOLLOWING)


def _tile(here: Sequence[DescribedBlock]) -> DescribedBlock | None:
    return next((content for content in here if content.sprite is not None and content.sprite.figures), None)


def site_title(label: str, here: Sequence[DescribedBlock], wording: Wording, crossed: bool = False) -> str:
    words = ", ".join([*(content.words for content in here), *([wording.phrase("crossed")] if crossed else [])])
    return wording.phrase("here", site=label, content=words) if words else label


@frozen
class DrawnSite:
    """A site with what lies there.  What has a heading, so high, is a box, and told by name also where nothing lies."""

    key: str
    label: str
    here: Sequence[DescribedBlock]
    style: Style
    heading: float | None = None

    def drawn(self, wording: Wording, block: PictureBlock, at: Point, reach: Point) -> Group:
        """The site around its middle."""
        crossed = self.style.crossed is True
        named = self.heading is not None or crossed or self.here
        title = site_title(self.label, self.here, wording, crossed) if named else ""
        sign = self.here[0].sign if len(self.here) == 1 else "".join(c.sign for c in self.here)[:3]
        shapes = translated(block, -block.width / 2, -block.height / 2)
        if crossed:  # of a box what is under its name
            under = (self.heading or 0) / 2
            half, high = 0.75 * reach[0], 0.8 * (reach[1] - under)
            shapes = (*shapes, Group(tuple(cross(half, high)), 0, under))
        sign = sign or ("×" if crossed else "")
        return Group(shapes, *at, role="site", key=self.key, title=title, sign=sign, reach=reach)


def site_outline(outline: str, x: float, y: float, inverted: bool) -> str:
    if outline == "hexagon":
        return f"M{x:g} {y - 23.09:.2f}l20 11.55v23.09l-20 11.55l-20-11.55v-23.09z"
    if outline == "triangle":
        half, third = TRIANGLE_SIDE / 2, TRIANGLE_ROW / 3
        up = -1 if inverted else 1
        return f"M{x - half:g} {y + up * third:.2f}h{TRIANGLE_SIDE:g}l{-half:g} {-up * TRIANGLE_ROW:g}z"
    return f"M{x - UNIT / 2:g} {y - UNIT / 2:g}h{UNIT:g}v{UNIT:g}h-{UNIT:g}z"
