"""What one thing looks like: the shapes of a piece, a card, a mark or a back, about its middle.

What it is to look like is `resolved_looks.py`'s to say; where it lies, `contents.py`'s and `sheets.py`'s.
"""

from __future__ import annotations

from attrs import field, frozen

from .part_figures import BOX, PartFigure, drawn
from .scene import Card, Disc, Group, Lettering, Path, Point, Polygon, Shape, edge_of, readable_on

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
    "none": (0, 0),
    "": (32, 32),
}
"""How wide and high each shape is."""

_FIGURE = (
    "M0 -15C4.5 -15 6.5 -11.5 5.5 -8C10 -6.5 15 -4.5 15 -1.5C15 1 11 1.5 7.5 1.5C8.5 6 13 10.5 13 13.5"
    "C13 15 10 15 4.5 15C2.5 15 2 10.5 0 10.5C-2 10.5 -2.5 15 -4.5 15C-10 15 -13 15 -13 13.5"
    "C-13 10.5 -8.5 6 -7.5 1.5C-11 1.5 -15 1 -15 -1.5C-15 -4.5 -10 -6.5 -5.5 -8C-6.5 -11.5 -4.5 -15 0 -15Z"
)


@frozen
class Sprite:
    """What to draw: a shape in a colour with signs on it, or SVG path data in a box of 0..100 instead.

    `signs` are lines of letters; `name` is what it is called, `sign` what stands for it in a terminal."""

    shape: str = "disc"
    colour: str = "blank"
    signs: tuple[str, ...] = ()
    drawing: str = ""
    size: float = 100
    turned: float = 0
    name: str = ""
    sign: str = ""
    ink: str = field(default="")
    figures: tuple[PartFigure, ...] = ()

    @property
    def extent(self) -> Point:
        """How wide and high it is."""
        width, height = (34.0, 34.0) if (self.drawing or self.figures) and not self.shape else SIZES[self.shape]
        return width * self.size / 100, height * self.size / 100


def token(sprite: Sprite, x: float, y: float, scale: float = 1, title: str = "") -> Group:
    """The thing with its middle at (x, y)."""
    shapes: tuple[Shape, ...] = () if sprite.shape == "none" else (*_body(sprite), *_signs(sprite))
    name = title or sprite.name
    return Group(shapes, x, y, scale * sprite.size / 100, sprite.turned, "token", "", name, sprite.sign)


def back(colour: str, sign: str, x: float, y: float, like: str, scale: float = 1) -> Group:
    """Something of this shape seen from behind."""
    width, height = SIZES[like]
    edge = "lace" if colour == "back" else edge_of(colour)
    body: tuple[Shape, ...]
    if like in ("card", "tile", "square"):
        w, h = width, height
        body = (
            Card(-w / 2, -h / 2, w, h, 3, fill=colour, stroke=edge),
            Card(-w / 2 + 3, -h / 2 + 3, w - 6, h - 6, 2, stroke="lace" if colour == "back" else edge),
        )
    else:
        r = min(width, height) / 2
        body = (Disc(0, 0, r, fill=colour, stroke=edge), Disc(0, 0, r - 3, stroke=edge))
    letters = (Lettering(0, 4, sign, 11, "middle", bold=True, fill=readable_on(colour)),) if sign else ()
    return Group((*body, *letters), x, y, scale, role="token", sign="?")


def _body(sprite: Sprite) -> tuple[Shape, ...]:
    fill, edge = sprite.colour, edge_of(sprite.colour)
    if sprite.figures:
        return _figured(sprite, fill, edge)
    if sprite.drawing and not sprite.shape:
        return (_drawn(sprite, fill, edge, 0.34),)
    if sprite.shape == "card" and (sprite.drawing or any(sprite.signs)):  # which have its colour
        fill, edge = "blank", "edge"
    body = _outline(sprite.shape, fill, edge)
    if sprite.drawing:
        ink = sprite.ink or (fill if sprite.shape == "card" and sprite.colour != "blank" else readable_on(fill))
        return (*body, _drawn(sprite, sprite.colour if sprite.shape == "card" else ink, "", 0.2))
    return body


def _drawn(sprite: Sprite, fill: str, stroke: str, scale: float) -> Group:
    path = Path(sprite.drawing, fill=fill, stroke=stroke, width=4)
    return Group((path,), -50 * scale, -50 * scale, scale)


def _figured(sprite: Sprite, fill: str, edge: str) -> tuple[Shape, ...]:
    """The parts on the shape, whose edge is seen over them; a tile's corners are theirs."""
    side = 34.0 if not sprite.shape else min(SIZES[sprite.shape])
    under: tuple[Shape, ...] = _outline(sprite.shape, fill, edge) if sprite.shape else ()
    over: tuple[Shape, ...] = ()
    if sprite.shape in ("tile", "square"):
        under, over = (
            (Card(-side / 2, -side / 2, side, side, 0, fill=fill),),
            (Card(-side / 2, -side / 2, side, side, 0, stroke=edge),),
        )
    inside = Group(drawn(sprite.figures), -side / 2, -side / 2, side / BOX)
    if sprite.drawing and sprite.shape:
        over = (_drawn(sprite, readable_on(fill), "", 0.2), *over)
    elif sprite.drawing and not any(figure.drawing for figure in sprite.figures):
        under = (_drawn(sprite, fill, edge, 0.34),)
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
        case "house":
            points = ((0, -15), (14, -4), (14, 14), (-14, 14), (-14, -4))
            return (Polygon(points, fill=fill, stroke=edge, width=1.5),)
    return ()


def _signs(sprite: Sprite) -> tuple[Shape, ...]:
    """The letters, as large as they fit, so that they can be read on what they stand on."""
    signs = [sign for sign in sprite.signs if sign]
    if not signs or sprite.figures or (sprite.drawing and not sprite.shape):
        return ()
    if sprite.shape == "card":
        return _card_signs(sprite, signs)
    ink = sprite.ink or readable_on(sprite.colour)
    if len(signs) > 1:
        signs = ["".join(signs)] if sum(map(len, signs)) <= 3 else [signs[0]]
    room = 16 if sprite.shape == "token" else 22
    size = min(19.0, room / (0.62 * max(1, len(signs[0]))))
    low = {"house": 4.0, "figure": 2.0}.get(sprite.shape, 0.0)
    return (Lettering(0, low + 0.35 * size, signs[0], round(size, 1), "middle", bold=True, fill=ink),)


def _card_signs(sprite: Sprite, signs: list[str]) -> tuple[Shape, ...]:
    """In its colour: small in the upper corner, where they are seen of a card in a hand, and the last one large."""
    ink = sprite.ink or ("#24292e" if sprite.colour == "blank" else sprite.colour)
    index = [
        Lettering(-8, -9 + 11 * at, sign, 12 if len(sign) < 2 else 10, "middle", bold=True, fill=ink)
        for at, sign in enumerate(signs[:3])
    ]
    if sprite.drawing:
        return tuple(index)
    size = 20 if len(signs[-1]) < 2 else 13
    return (*index, Lettering(5, 15, signs[-1], size, "middle", fill=ink))
