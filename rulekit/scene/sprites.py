"""Draws one thing: a piece, a card, a marker or a back.

`resolved_looks.py` decides what it looks like; `contents.py` and `sheets.py` decide where it lies.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from .blocks import break_lines, text_width
from .declared_looks import DrawnProperties, Style
from .hatching import hatch_fill
from .part_figures import BOX, PartFigure, draw_parts
from .scene import LETTER, Card, Disc, Group, Lettering, Path, Point, Polygon, Shape, Stroke, edge_of, readable_on

SIZES: dict[str, Point] = {
    "disc": (32, 32),
    "square": (30, 30),
    "hexagon": (34, 32),
    "card": (30, 42),
    "tile": (38, 38),
    "cube": (28, 30),
    "figure": (30, 30),
    "house": (30, 30),
    "token": (22, 22),
    "cross": (30, 30),
    "none": (0, 0),
    "": (32, 32),
}
"""The width and height of each shape; the shape "" is for a drawing alone."""

CORNER = 11.0
"""The size of the letters in the corner of a thing."""

_FIGURE = (
    "M0 -15C4.5 -15 6.5 -11.5 5.5 -8C10 -6.5 15 -4.5 15 -1.5C15 1 11 1.5 7.5 1.5C8.5 6 13 10.5 13 13.5"
    "C13 15 10 15 4.5 15C2.5 15 2 10.5 0 10.5C-2 10.5 -2.5 15 -4.5 15C-10 15 -13 15 -13 13.5"
    "C-13 10.5 -8.5 6 -7.5 1.5C-11 1.5 -15 1 -15 -1.5C-15 -4.5 -10 -6.5 -5.5 -8C-6.5 -11.5 -4.5 -15 0 -15Z"
)


@frozen
class Sprite(DrawnProperties):
    """A thing that is ready to draw: a coloured shape with letters, or a drawing (SVG path data in a box of 100 by
    100). `signs` are its letters, one text for each line. `name` is for screen readers, `sign` for text pictures.
    `figures` are its drawn parts, and `hatch` is the pattern over its colour."""

    shape: str = "disc"
    name: str = ""
    sign: str = ""
    signs: tuple[str, ...] = ()
    figures: tuple[PartFigure, ...] = ()
    hatch: str = ""

    @staticmethod
    def of(style: Style, shape: str = "") -> Sprite:
        """Return a sprite with a style's properties, without letters. `shape` is used if the style sets no shape."""
        return Sprite(shape if style.shape is None else style.shape, **style.properties_to_draw())

    @property
    def extent(self) -> Point:
        """Return the width and height of the drawn thing."""
        width, height = (34.0, 34.0) if (self.drawing or self.figures) and not self.shape else SIZES[self.shape]
        return width * self.size / 100, height * self.size / 100


def token(sprite: Sprite, x: float, y: float) -> Group:
    """Return the group of a thing with its middle at (x, y)."""
    shapes: tuple[Shape, ...] = () if sprite.shape == "none" else (*_body(sprite), *_signs(sprite), *_corner(sprite))
    wide, high = (34.0, 34.0) if (sprite.drawing or sprite.figures) and not sprite.shape else SIZES[sprite.shape]
    reach = wide / 2, high / 2
    return Group(shapes, x, y, sprite.size / 100, sprite.turned, "token", "", sprite.name, sprite.sign, reach)


def back(colour: str, sign: str, x: float, y: float, like: str) -> Group:
    """Return the group of a thing's back; `like` is the shape of the thing. A square has no pattern, so that it does
    not look like a card."""
    width, height = SIZES[like]
    edge = "lace" if colour == "back" else edge_of(colour)
    body: tuple[Shape, ...]
    if like == "square":
        sign = sign or "?"
        body = (Card(-width / 2, -height / 2, width, height, 5, fill=colour, stroke=edge),)
    elif like in ("card", "tile"):
        w, h = width, height
        body = (
            Card(-w / 2, -h / 2, w, h, 3, fill=colour, stroke=edge),
            Card(
                *(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 2),
                fill=hatch_fill("woven", colour),
                stroke="lace" if colour == "back" else edge,
            ),
        )
    else:
        r = min(width, height) / 2
        body = (Disc(0, 0, r, fill=colour, stroke=edge), Disc(0, 0, r - 3, stroke=edge))
    letters = (Lettering(0, 4, sign, 11, "middle", bold=True, fill=readable_on(colour)),) if sign else ()
    return Group((*body, *letters), x, y, role="token", sign="?", reach=(width / 2, height / 2))


def _body(sprite: Sprite) -> tuple[Shape, ...]:
    fill, edge = sprite.colour, edge_of(sprite.colour)
    if sprite.figures:
        return _draw_parts(sprite, fill, edge)
    if sprite.drawing and not sprite.shape:
        lines = hatch_fill(sprite.hatch, fill, 0.34, sprite.turned)
        hatched = (_draw_path(sprite, lines, "", 0.34),) if lines else ()
        return (_draw_path(sprite, fill, edge, 0.34), *hatched)
    if _is_blank(sprite):
        fill, edge = "blank", "edge"
    body = _outline(sprite.shape, fill, edge)
    if sprite.hatch:
        body = (*body, *_outline(sprite.shape, hatch_fill(sprite.hatch, fill, 1, sprite.turned), "")[:1])
    if sprite.drawing:
        ink = fill if sprite.shape == "card" and sprite.colour != "blank" else readable_on(fill)
        return (*body, _draw_path(sprite, sprite.colour if sprite.shape == "card" else ink, "", 0.2))
    return body


def _is_blank(sprite: Sprite) -> bool:
    """Return whether a card is drawn blank, because its colour is shown by its drawing or letters."""
    return sprite.shape == "card" and not sprite.title and bool(sprite.drawing or any(sprite.signs))


def _draw_path(sprite: Sprite, fill: str, stroke: str, scale: float) -> Group:
    path = Path(sprite.drawing, fill=fill, stroke=stroke, width=4)
    return Group((path,), -50 * scale, -50 * scale, scale)


def _draw_parts(sprite: Sprite, fill: str, edge: str) -> tuple[Shape, ...]:
    """Return the shapes of a thing's parts. Its own shape is under them, and the shape's edge over them. On a tile,
    parts reach into the corners."""
    side = 34.0 if not sprite.shape else min(SIZES[sprite.shape])
    under: tuple[Shape, ...] = _outline(sprite.shape, fill, edge) if sprite.shape else ()
    over: tuple[Shape, ...] = ()
    if sprite.shape in ("tile", "square"):
        under = (Card(-side / 2, -side / 2, side, side, 0, fill=fill),)
        over = (Card(-side / 2, -side / 2, side, side, 0, stroke=edge),)
    inside = Group(draw_parts(sprite.figures, sprite.turned), -side / 2, -side / 2, side / BOX)
    if sprite.drawing and sprite.shape:
        over = (_draw_path(sprite, readable_on(fill), "", 0.2), *over)
    elif sprite.drawing and not any(figure.drawing for figure in sprite.figures):
        under = (_draw_path(sprite, fill, edge, 0.34),)
    return (*under, inside, *over)


def _outline(shape: str, fill: str, edge: str) -> tuple[Shape, ...]:
    width, height = SIZES[shape]
    match shape:
        case "disc" | "":
            return (Disc(0, 0, 15, fill=fill, stroke=edge, width=1.5), Disc(0, 0, 11.5, stroke=edge))
        case "token":
            return (Disc(0, 0, 10, fill=fill, stroke=edge, width=1.5),)
        case "card":
            return (Card(-width / 2, -height / 2, width, height, 3, fill=fill, stroke=edge),)
        case "tile" | "square":
            return (Card(-width / 2, -height / 2, width, height, 2, fill=fill, stroke=edge, width=1.5),)
        case "hexagon":
            six = ((0, -17), (15, -8.5), (15, 8.5), (0, 17), (-15, 8.5), (-15, -8.5))
            return (Polygon(six, fill=fill, stroke=edge, width=1.5),)
        case "cube":
            whole = ((0, -14), (13, -7), (13, 8), (0, 15), (-13, 8), (-13, -7))
            inside = Path("M-13 -7L0 0L13 -7M0 0L0 15", stroke=edge)
            return (Polygon(whole, fill=fill, stroke=edge, width=1.5), inside)
        case "figure":
            return (Path(_FIGURE, fill=fill, stroke=edge, width=1.5),)
        case "cross":
            return closed_sign(14)
        case "house":
            points = ((0, -15), (14, -4), (14, 14), (-14, 14), (-14, -4))
            return (Polygon(points, fill=fill, stroke=edge, width=1.5),)
    return ()


CLOSED = "#a33527"


def closed_sign(r: float) -> tuple[Shape, ...]:
    """Return the shapes of a round sign with a cross, whose middle is (0, 0). It is visible on any background."""
    arms = (Stroke(((-x, -0.45 * r), (x, 0.45 * r)), stroke="#ffffff", width=0.26 * r) for x in (0.45 * r, -0.45 * r))
    return (Disc(0, 0, r, fill=CLOSED, stroke="blank", width=r / 6), *arms)


def _signs(sprite: Sprite) -> tuple[Shape, ...]:
    """Return the letters on a thing, as large as fits, in a colour that is readable on its shape."""
    signs = [sign for sign in sprite.signs if sign]
    if sprite.title and sprite.shape:
        return tuple(_title_lines(sprite))
    if not signs or sprite.figures or sprite.shape == "cross" or (sprite.drawing and not sprite.shape):
        return ()
    if sprite.shape == "card":
        return _card_signs(sprite, signs)
    ink = readable_on(sprite.colour)
    if len(signs) > 1:
        signs = ["".join(signs)] if sum(map(len, signs)) <= 3 else [signs[0]]
    room = 16 if sprite.shape == "token" else 22
    size = min(20.0, room / (0.62 * max(1, len(signs[0]))))
    low = {"house": 4.0, "figure": 2.0}.get(sprite.shape, 0.0)
    letters = Lettering(0, low + 0.35 * size, signs[0], round(size, 1), "middle", bold=True, fill=ink)
    return (Disc(0, low, min(10, room / 2), fill=sprite.colour), letters) if sprite.hatch else (letters,)


def _corner(sprite: Sprite) -> Iterator[Shape]:
    """Yield the letters in the upper right corner of a thing, if it has any."""
    if sprite.corner and sprite.shape:
        (width, height), share = SIZES[sprite.shape], sprite.size / 100
        size = round(CORNER / share, 1)
        ink = readable_on("blank" if _is_blank(sprite) else sprite.colour)
        yield Lettering(width / 2 - 2, 1.1 * size - height / 2, sprite.corner, size, "end", bold=True, fill=ink)


def _title_lines(sprite: Sprite) -> Iterator[Shape]:
    """Yield the lines of a title in the middle of a thing. The letters are as large as fits, but not larger than those
    of names."""
    share = sprite.size / 100
    width, height = (side * share for side in SIZES[sprite.shape])
    room, size = width - 3, LETTER
    while size > 4 and not _fits(rows := break_lines(sprite.title, room, 1.06 * size), room, height - 6, size):
        size -= 0.5
    ink = readable_on(sprite.colour)
    for at, row in enumerate(rows):
        y = size * (1.2 * (at - (len(rows) - 1) / 2) + 0.35)
        yield Lettering(0, y / share, row, round(size / share, 1), "middle", bold=True, fill=ink)


def _fits(rows: list[str], width: float, height: float, size: float) -> bool:
    return 1.2 * size * len(rows) <= height and max(text_width(row, 1.06 * size) for row in rows) <= width


def _card_signs(sprite: Sprite, signs: list[str]) -> tuple[Shape, ...]:
    """Return the letters of a card, in the card's colour: all of them small in the upper corner, and the last one
    large."""
    ink = "#24292e" if sprite.colour == "blank" else sprite.colour
    index = [
        Lettering(-8, -9 + 11 * at, sign, 13, "middle", bold=True, fill=ink)
        if len(sign) < 2
        else Lettering(-14.5, -9 + 11 * at, sign, 11.5, fill=ink)  # it fits into the part that a fan shows
        for at, sign in enumerate(signs[:3])
    ]
    if sprite.drawing:
        return tuple(index)
    size = 20 if len(signs[-1]) < 2 else 13
    return (*index, Lettering(5, 15, signs[-1], size, "middle", fill=ink))
