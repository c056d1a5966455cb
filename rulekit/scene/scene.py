"""Defines what a picture is made of: shapes in a tree of groups, and the palette of colours.

Lengths are in units; a square of a board is 40 wide.  x grows to the right, y grows downwards.  Colours are names of
the palette, which differ on a dark page, or CSS colours.  A group says what it is (`role`, `key`) and gives the words
for screen readers and text pictures (`title`, `sign`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from colorsys import hls_to_rgb
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


@frozen
class Tint:
    """A colour of the palette on a light and on a dark page."""

    light: str
    dark: str


PALETTE = {
    "page": Tint("#ffffff", "#22262b"),
    "panel": Tint("#f4f5f7", "#2c3138"),
    "ink": Tint("#24292e", "#e6e6e6"),
    "soft": Tint("#6a737d", "#a0a8b0"),
    "edge": Tint("#8a8f96", "#77808a"),
    "site": Tint("#f2e6cf", "#8a7a5e"),
    "shade": Tint("#dcc59e", "#6f6049"),
    "rule": Tint("#9b8a6c", "#c0ae8c"),
    "blank": Tint("#faf7f0", "#d9d4c8"),
    "back": Tint("#7d8aa3", "#5b6880"),
    "lace": Tint("#b9c2d3", "#8692a8"),
    "mark": Tint("#d97706", "#ffb454"),
    "glow": Tint("#fde68a", "#7a5a12"),
}
"""Everything that is not the colour of somebody or something."""

NAMED = {
    "white": "#f7f4ea",
    "black": "#33363b",
    "red": "#c8372d",
    "blue": "#2f6db5",
    "green": "#2f8f4e",
    "yellow": "#ecc12f",
    "orange": "#e07b28",
    "purple": "#7d4ba0",
    "violet": "#7d4ba0",
    "pink": "#e08bb0",
    "brown": "#8a5a34",
    "grey": "#8d9299",
    "gray": "#8d9299",
    "gold": "#d8a520",
    "silver": "#b9bec4",
    "cyan": "#2fa3b5",
    "turquoise": "#35b0a4",
    "beige": "#e6d8b8",
    "ivory": "#f5efdc",
}
"""What is called by a colour has it: these are fair to look at beside one another on either page."""

SEATS = ("#2f6db5", "#d2691e", "#2f8f4e", "#a83f7b", "#b8931f", "#3aa0a8", "#6a57b5", "#8a5a34")
"""The colours of players whose names say none."""

LIGHT = frozenset(
    re.findall(
        r"\w+",
        """
    aliceblue antiquewhite aqua aquamarine azure beige bisque blanchedalmond burlywood chartreuse coral cornflowerblue
    cornsilk cyan darkgray darkgrey darkkhaki darkorange darksalmon darkseagreen darkturquoise deepskyblue floralwhite
    gainsboro ghostwhite gold goldenrod greenyellow honeydew hotpink ivory khaki lavender lavenderblush lawngreen
    lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink
    lightsalmon lightskyblue lightsteelblue lightyellow lime limegreen linen mediumaquamarine mediumspringgreen
    mediumturquoise mintcream mistyrose moccasin navajowhite oldlace orange orchid palegoldenrod palegreen
    paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue rosybrown salmon sandybrown seashell
    silver skyblue snow springgreen tan thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
    """,
    )
)
"""The colours of CSS on which dark letters are read better."""

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")
_HSL = re.compile(r"hsl\(\s*([\d.]+)(?:deg)?\s*[, ]\s*([\d.]+)%\s*[, ]\s*([\d.]+)%\s*\)\Z")
_RGB = re.compile(r"rgb\(\s*(\d+)\s*[, ]\s*(\d+)\s*[, ]\s*(\d+)\s*\)\Z")


def css(colour: str) -> str:
    """A colour as it is drawn: a name for which there is a fairer one is that one."""
    return NAMED.get(colour.lower(), colour)


def seat_colour(label: str, number: int) -> str:
    """The colour of a player of this name and number."""
    return NAMED.get(label.lower(), SEATS[number % len(SEATS)])


def readable_on(colour: str) -> str:
    """The colour of letters on this one."""
    if colour in PALETTE:
        return {"blank": "#24292e", "back": "#ffffff", "mark": "#24292e"}.get(colour, "ink")
    return "#24292e" if brightness(colour) > 0.55 else "#ffffff"


def edge_of(colour: str) -> str:
    """The colour of the edge of what has this one: seen on a light page and on a dark one."""
    if colour in PALETTE:
        return "edge"
    if brightness(colour) < 0.25:
        return "#a9adb3"
    if css(colour).isalpha():
        return "#5a554c" if brightness(colour) > 0.5 else "#24292e"
    red, green, blue = (round(255 * 0.58 * part) for part in _parts(css(colour)))
    return f"#{red:02x}{green:02x}{blue:02x}"


def brightness(colour: str) -> float:
    """From 0 to 1, as an eye sees it; of a name of CSS whether it is light."""
    drawn = css(colour)
    if drawn.isalpha():
        return 0.8 if drawn.lower() in LIGHT else 0.35
    red, green, blue = _parts(drawn)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _parts(colour: str) -> tuple[float, float, float]:
    if _HEX.match(colour):
        digits = colour[1:]
        pairs = [d * 2 for d in digits[:3]] if len(digits) < 6 else [digits[i : i + 2] for i in (0, 2, 4)]
        red, green, blue = (int(pair, 16) / 255 for pair in pairs)
        return red, green, blue
    if found := _RGB.match(colour):
        red, green, blue = (int(part) / 255 for part in found.groups())
        return red, green, blue
    if found := _HSL.match(colour):
        hue, saturation, light = (float(part) for part in found.groups())
        return hls_to_rgb(hue / 360, light / 100, saturation / 100)
    return 0.5, 0.5, 0.5
