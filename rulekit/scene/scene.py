"""What a picture is made of: shapes at places, in a tree of groups, and nothing about who draws them.

Lengths are in units of which a square of a board has 40; x goes right, y goes down.  Colours are names of the palette
(`colours.py`) or CSS colours.  A group says what it is (`role`, `key`) and, for screen readers and terminals, what
stands there (`title`, `sign`).  `svg.py` and `terminal.py` draw a scene; `artist.py` makes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import field, frozen

Point = tuple[float, float]

Role = Literal["", "board", "site", "token", "heading", "entry"]
"""`board`: its sites are drawn side by side; `site`: a place on one; `token`: a thing that lies somewhere; `heading`: a
line of text above others; `entry`: what lies in a place beside the boards, or a value."""


@frozen(kw_only=True)
class PaintedShape:
    """How a shape is filled and its edge drawn; an empty name is nothing."""

    fill: str = ""
    stroke: str = ""
    width: float = 1
    dashed: bool = False


@frozen
class Disc(PaintedShape):
    x: float
    y: float
    r: float


@frozen
class Polygon(PaintedShape):
    points: tuple[Point, ...]


@frozen
class Path(PaintedShape):
    """SVG path data."""

    data: str


@frozen
class Stroke(PaintedShape):
    """A line through these points; `arrow` at its end."""

    points: tuple[Point, ...]
    arrow: bool = False


@frozen
class Card(PaintedShape):
    """A rectangle with round corners."""

    x: float
    y: float
    w: float
    h: float
    r: float = 3


@frozen
class Lettering(PaintedShape):
    """One line of text; `y` is its baseline."""

    x: float
    y: float
    text: str
    size: float = 12
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False


@frozen
class Group:
    """Shapes moved to (x, y), there made larger and turned clockwise by so many degrees.  What has a `key` can be found
    by it, and lies around its origin: `reach` is half its width and height."""

    shapes: tuple[Shape, ...]
    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0
    role: Role = ""
    key: str = ""
    title: str = ""
    sign: str = ""
    reach: Point = (0, 0)


Shape = Disc | Polygon | Path | Stroke | Card | Lettering | Group


@frozen
class Scene:
    """A picture of this size, with words for who cannot see it; `viewer` is the seat whose eyes it is seen with."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = field(repr=False)
    title: str
    description: str = ""
    viewer: str | None = None


def groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    """Every group, outer ones first."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from groups(shape.shapes)


def placed(
    shapes: tuple[Shape, ...], x: float = 0, y: float = 0, scale: float = 1
) -> Iterator[tuple[Group, float, float, float]]:
    """Every group with where its origin lies in the picture, and how many times larger it is drawn there (turns left
    out: nothing that has a key lies in a turned group)."""
    for shape in shapes:
        if isinstance(shape, Group):
            at_x, at_y, inside = x + scale * shape.x, y + scale * shape.y, scale * shape.scale
            yield shape, at_x, at_y, inside
            yield from placed(shape.shapes, at_x, at_y, inside)
