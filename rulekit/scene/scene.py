"""The data types of pictures: shapes in a tree of groups, and the palette of colours.

Lengths are in pixels of a picture that is not scaled; a square of a board is 40 wide. x grows to the right, y grows
downwards. A colour is a CSS colour or the name of a palette colour, which is different on a dark page. A group says
what it is (`role`, `key`) and has words for screen readers and text pictures (`title`, `sign`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Literal

from attrs import evolve, field, frozen

Point = tuple[float, float]

PRINTED = 470.0
"""The width in pixels of pictures on pages and in booklets; wider pictures are scaled down to it."""
MARGIN = 5.0
"""The margin around a picture."""
WIDEST = PRINTED - 2 * MARGIN
"""The greatest width of the inside of a picture that is not scaled down."""
LETTER = 13.0
"""The size of the letters that name things."""
READABLE = 11.0
"""The least size, in pixels on the page, of any letter in a picture."""


def enlarge(width: float) -> float:
    """Return the factor for the size of letters on a board of this width. On a board that is scaled down for print,
    they then have their usual size."""
    return max(1.0, width / WIDEST)


Role = Literal["", "board", "site", "bar", "link", "token", "heading", "entry"]
"""`board`: contains sites.  `site`: one site of a board.  `bar`: an edge with its contents.  `link`: a line between
sites.  `token`: a thing.  `heading`: a line of text above others.
`entry`: the contents of a place beside the boards, or a value."""


@frozen(kw_only=True)
class PaintedShape:
    """The base class of shapes that have a fill and an edge. If a colour is "", this part is not drawn."""

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
    """A shape whose outline is SVG path data."""

    data: str


@frozen
class Stroke(PaintedShape):
    """A line through points. If `arrow` is True, it has an arrowhead at its end. With `bend`, it is a curve between two
    points, and `bend` is its control point."""

    points: tuple[Point, ...]
    arrow: bool = False
    bend: Point | None = None


@frozen
class Card(PaintedShape):
    """A rectangle with rounded corners."""

    x: float
    y: float
    w: float
    h: float
    r: float = 3


@frozen
class Lettering(PaintedShape):
    """One line of text. `y` is the position of its baseline."""

    x: float
    y: float
    text: str
    size: float = 12
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False


@frozen
class Group:
    """A group of shapes, scaled, then rotated clockwise by `turn` degrees, and moved to (x, y). If a group has a `key`,
    its middle is its origin. `reach` is half its width and half its height. A `faint` group is half transparent."""

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
    faint: bool = False


Shape = Disc | Polygon | Path | Stroke | Card | Lettering | Group


def move_group(group: Group, x: float, y: float) -> Group:
    """Return a group moved to (x, y)."""
    return evolve(group, x=x, y=y)


@frozen(slots=False)
class Scene:
    """A picture with its size and its words for screen readers. `viewer` is the name of the player whose view it shows;
    None for other views. `arrived` are the keys of sites where something has just arrived."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = field(repr=False)
    title: str
    description: str = ""
    viewer: str | None = None
    arrived: frozenset[str] = frozenset()

    @cached_property
    def placed(self) -> tuple[PlacedGroup, ...]:
        """Return every group that has a key or a role, with its place; outer groups come before inner ones."""
        return tuple(one for one in groups_with_places(self.shapes) if one[0].key or one[0].role)

    @cached_property
    def shown(self) -> tuple[tuple[str, Group, float, float, float], ...]:
        """Return all things that a player may point at, as `shown_things` yields them."""
        return tuple(shown_things(self.shapes))


def groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    """Yield all groups in the shapes; outer groups come before inner ones."""
    waiting = [shape for shape in reversed(shapes) if isinstance(shape, Group)]  # a stack: recursion would be too deep
    while waiting:
        group = waiting.pop()
        yield group
        waiting += [shape for shape in reversed(group.shapes) if isinstance(shape, Group)]


PlacedGroup = tuple[Group, float, float, float]
"""A group, the x and y of its origin in the picture, and its total scale."""


def groups_with_places(shapes: tuple[Shape, ...]) -> Iterator[PlacedGroup]:
    """Yield every group with its origin in the picture and its total scale.

    Rotations are ignored, because no group with a key is inside a rotated group."""
    waiting = [(shape, 0.0, 0.0, 1.0) for shape in reversed(shapes) if isinstance(shape, Group)]
    while waiting:
        group, x, y, scale = waiting.pop()
        x, y, inside = x + scale * group.x, y + scale * group.y, scale * group.scale
        yield group, x, y, inside
        waiting += [(shape, x, y, inside) for shape in reversed(group.shapes) if isinstance(shape, Group)]


def shown_things(shapes: tuple[Shape, ...]) -> Iterator[tuple[str, Group, float, float, float]]:
    """Yield all things that a player may point at: the key, the group, the x and y of its origin in the picture, and
    its total scale. These are groups with a key, and named things in places beside the boards, such as a card in a
    hand."""
    waiting = [(shape, 0.0, 0.0, 1.0, "") for shape in reversed(shapes) if isinstance(shape, Group)]
    while waiting:
        group, x, y, scale, place = waiting.pop()
        x, y, inside = x + scale * group.x, y + scale * group.y, scale * group.scale
        if group.key:
            yield group.key, group, x, y, inside
            place = group.key if group.role == "entry" else ""
        elif place and group.role == "token" and group.title:
            yield thing_key(place, group.title), group, x, y, inside
        waiting += [(shape, x, y, inside, place) for shape in reversed(group.shapes) if isinstance(shape, Group)]


def thing_key(place: str, title: str) -> str:
    """Return the key of a thing with this title in the place with this key."""
    return f"{place}: {title}"


@frozen
class Tint:
    """A colour of the palette: its value on a light page and on a dark page."""

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
    "table": Tint("#faf7f0", "#3b3a33"),
    "back": Tint("#7d8aa3", "#5b6880"),
    "lace": Tint("#b9c2d3", "#8692a8"),
    "mark": Tint("#d97706", "#ffb454"),
    "glow": Tint("#fde68a", "#7a5a12"),
}
"""The colours of everything that has neither a player's colour nor one set by a look."""

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
"""A mapping from names of colours to the values drawn for them, which look good together on light and dark pages."""

SEATS = ("#2f6db5", "#d2691e", "#2f8f4e", "#a83f7b", "#b8931f", "#3aa0a8", "#6a57b5", "#8a5a34")
"""The colours of players whose names are not those of colours."""

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
"""The CSS colours on which dark letters are easier to read than white ones."""


def css(colour: str) -> str:
    """Return the CSS value of a colour. For a name in NAMED, it is the value there, since the standard one is too
    bright."""
    return NAMED.get(colour.lower(), colour)


def seat_colour(label: str, number: int) -> str:
    """Return the colour of a player: the one that the player is named after, else one by the player's number."""
    return NAMED.get(label.lower(), SEATS[number % len(SEATS)])


def readable_on(colour: str) -> str:
    """Return a colour of letters that can be read on this colour."""
    if colour in PALETTE:
        return {"blank": "#24292e", "back": "#ffffff", "mark": "#24292e"}.get(colour, "ink")
    return "#24292e" if brightness(colour) > 0.55 else "#ffffff"


def edge_of(colour: str) -> str:
    """Return a colour for the edge of a thing with this colour; it is visible on light and dark pages."""
    if colour in PALETTE:
        return "edge"
    if brightness(colour) < 0.25:
        return "#a9adb3"
    if css(colour).isalpha():
        return "#5a554c" if brightness(colour) > 0.5 else "#24292e"
    red, green, blue = (round(255 * 0.58 * part) for part in colour_parts(css(colour)))
    return f"#{red:02x}{green:02x}{blue:02x}"


def brightness(colour: str) -> float:
    """Return the perceived brightness of a colour, from 0 to 1. For a CSS name, return just one value for light and one
    for dark colours."""
    drawn = css(colour)
    if drawn.isalpha():
        return 0.8 if drawn.lower() in LIGHT else 0.35
    red, green, blue = colour_parts(drawn)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def colour_parts(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of `#rgb` or `#rrggbb`, each from 0 to 1."""
    digits = colour[1:]
    pairs = [d * 2 for d in digits] if len(digits) == 3 else [digits[i : i + 2] for i in (0, 2, 4)]
    red, green, blue = (int(pair, 16) / 255 for pair in pairs)
    return red, green, blue
