"""What a board says besides what lies on it: crosses, arrows, badges, and the key of its letters and colours.

A cross lies over what its look calls crossed.  Arrows lead from each member of a turning enumeration to the next.  A
badge is the letter that a look gives a box.  The key says what letters and colours of boxes stand for; a terminal,
which writes names out, has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..model.types import Domain, DomainType
from .blocks import EMPTY, PictureBlock, line, row, wrapped
from .looks import Looks
from .plan import Nested
from .scene import Card, Disc, Group, Lettering, Point, Polygon, Shape, Stroke

BADGE = 10.0
"""Half the width of a badge."""
POINTER = 3.5
INK, PALE = "#24292e", "#57606a"
"""What is written on blank, which is light on every page."""


def cross(half: float, high: float) -> Iterator[Shape]:
    """From corner to corner, about the middle of what is crossed out; seen on whatever lies under it."""
    for stroke, width in (("blank", 5.0), (INK, 2.5)):
        for x in (half, -half):
            yield Stroke(((-x, -high), (x, high)), stroke=stroke, width=width)


def badge(text: str) -> tuple[Shape, ...]:
    """A letter or a number in a ring, about its middle."""
    size = 12.0 if len(text) < 2 else 10.5 if len(text) < 3 else 7.5
    ring = Disc(0, 0, BADGE, fill="blank", stroke="edge", width=1.5)
    return (ring, Lettering(0, 0.35 * size, text, size, "middle", bold=True, fill=INK))


def pointers(domain: Domain, sites: Mapping[int, Point], reach: Point) -> dict[int, Shape]:
    """For each site a small arrow at its edge, about its middle, towards that of the next member; `reach` is half a
    site's size."""
    following = {at: sites.get((at + 1) % len(domain)) for at in sites}
    ways = {at: (to[0] - sites[at][0], to[1] - sites[at][1]) for at, to in following.items() if to is not None}
    return {at: _pointer(across, along, reach) for at, (across, along) in ways.items() if across or along}


def _pointer(across: float, along: float, reach: Point) -> Shape:
    length = (across * across + along * along) ** 0.5
    x, y = across / length, along / length
    far = min((r - 1.5) / abs(part) for r, part in zip(reach, (x, y), strict=True) if abs(part) > 0.01)
    tip, foot = far, far - 1.3 * POINTER
    corners = ((tip, 0.0), (foot, POINTER), (foot, -POINTER))
    return Polygon(tuple((x * a - y * b, y * a + x * b) for a, b in corners), fill=PALE)


def legend(looks: Looks, domain: Domain, nested: Mapping[str, Nested], width: float) -> PictureBlock:
    """What the letters in the boxes of a domain stand for, and whose colours they have."""
    found: list[PictureBlock] = []
    for inner in (one.inner for one in nested.values() if one.outer is domain):
        for at in range(len(inner)):
            sign, title = looks.sign(inner, at), looks.title(inner, at)
            if sign != title:
                found.append(row([line(sign, 11, "soft", bold=True), line(title, 11, "soft")], 4))
    for field in domain.fields:
        if isinstance(field.type, DomainType) and _gives_colour(looks, domain, field.type.domain, field.values):
            other = field.type.domain
            found += [_chip(looks, other, at) for at in range(len(other)) if at in field.values]
    found += _explained(looks, domain)
    if not found:
        return EMPTY
    block = wrapped(found, width, 12)
    return PictureBlock((Group(block.shapes),), block.width, block.height)


def _explained(looks: Looks, domain: Domain) -> Iterator[PictureBlock]:
    """Badges and crosses that follow from a fact, with what that is called."""
    styles = [looks.style(domain, at) for at in range(len(domain))]
    ring = Disc(6.5, 7, 5.5, fill="blank", stroke="edge", width=1.5)
    crossed = Group(tuple(cross(4.5, 4.5)), 6.5, 7)
    for key, shape, shown in (
        ("letter", ring, any(style.letter for style in styles)),
        ("crossed", crossed, any(style.crossed for style in styles)),
    ):
        if shown and (title := looks.reason(domain, key)):
            yield row([PictureBlock((shape,), 13, 13), line(title, 11, "soft")], 4)


def _gives_colour(looks: Looks, domain: Domain, other: Domain, values: tuple[object, ...]) -> bool:
    """Whether all have the colour of what this attribute of theirs names, and that is not a player, who is named."""
    if other.sort == "player":
        return False
    own = [looks.style(domain, at).colour for at in range(len(domain))]
    theirs = [looks.style(other, value).colour if isinstance(value, int) else None for value in values]
    return own == theirs and None not in own


def _chip(looks: Looks, domain: Domain, at: int) -> PictureBlock:
    square = Card(0, 1, 11, 11, 2, fill=looks.style(domain, at).colour or "panel", stroke="edge")
    return row([PictureBlock((square,), 11, 13), line(looks.title(domain, at), 11, "soft")], 4)
