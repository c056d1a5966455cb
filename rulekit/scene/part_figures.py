"""Draws the parts of a thing: areas and bands between positions. A look declares the layout of these positions.

The parts share a box of 100 by 100, which the layout fills. An area encloses its members' positions. Along the rim of
the box it extends half way to the neighbouring members. Between separate runs of members, its edge is a curve bent
towards the middle, which is drawn as a wall. Along the rim there is no wall, since the area continues in the next
thing. A band leads from each position to the middle; a band of two positions is one curve. Bands are drawn first, then
areas, then the drawing of each part. It is in the part's middle or, on an area with room for it (`part_rooms.py`), near
a corner, so that something can stand on the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist

from attrs import frozen

from .declared_looks import DrawnProperties
from .scene import Group, Path, Point, Shape, edge_of, readable_on

BOX = 100.0
MIDDLE: Point = (BOX / 2, BOX / 2)
BAND, EDGED = 11.0, 17.0
"""The width of a band without its edge, and with its edge."""
WALL = 4.0
"""Width of the wall of an area."""
OUTLINE = 5.0
"""How much wider than usual the edge of an outlined part is."""
MARK = 0.34
"""The scale of a part's drawing whose size is 100 per cent."""
END = 0.65
"""Where a thing stands on a band with one end, as a share of the band from the middle, where a drawing may be."""
STEPS = 8
"""The number of straight lines that replace a curve when an area's centre is computed."""


@frozen
class PartFigure(DrawnProperties):
    """A part as it is drawn. `member` is its type's name and its index. `area`, its `wall`, and `band` are SVG path
    data. Its drawing is at `drawing_at`, by default in its `middle`. `line` has the corners of the area or points along
    the band; it is empty if the part is only a drawing. A hidden part is not drawn, but has a middle. If `outlined` is
    True, the part has a strong edge, even if it is hidden."""

    member: tuple[str, int]
    area: str = ""
    wall: str = ""
    band: str = ""
    middle: Point = MIDDLE
    line: tuple[Point, ...] = ()
    drawing_at: Point | None = None
    hidden: bool = False
    outlined: bool = False

    @property
    def edge(self) -> str:
        return "mark" if self.outlined else edge_of(self.colour)

    @property
    def mark(self) -> Point:
        """Return the middle of the part's drawing."""
        return self.middle if self.drawing_at is None else self.drawing_at

    @property
    def drawing_size(self) -> float:
        """Return the width and height of the part's drawing in the box; 0 if it has no drawing."""
        return MARK * self.size if self.drawing else 0.0


@frozen
class PartOutline:
    """The outline of a part: SVG path data, its middle, and the corners of an area or points along a band. `wall` is
    the path data of an area's wall."""

    data: str
    middle: Point
    line: tuple[Point, ...]
    wall: str = ""


def fill_box(layout: Mapping[int, Point]) -> Mapping[int, Point]:
    """Return the positions of a layout, scaled so that they fill the box."""
    spans = [(min(at), max(at) - min(at) or 1.0) for at in zip(*layout.values(), strict=True)]
    (left, wide), (top, high) = spans
    return {i: (BOX * (x - left) / wide, BOX * (y - top) / high) for i, (x, y) in layout.items()}


# ---------------------------------------------------------------------------------------------------- outlines of bands


def band(places: Sequence[Point]) -> PartOutline:
    """Return the outline of a band: a line from each position to the middle or, for two positions, one curve between
    them."""
    if len(places) == 2:
        data = f"M{_at(places[0])}Q{_at(MIDDLE)} {_at(places[1])}"
        one, other = places
        return PartOutline(data, _curve_point(one, other, 0.5), (one, *_curve_points(one, other), other))
    data = "".join(f"M{_at(place)}L{_at(MIDDLE)}" for place in places)
    half = [_between(MIDDLE, place, END if len(places) == 1 else 0.5) for place in places]
    line = tuple(point for place, middle in zip(places, half, strict=True) for point in (place, middle, MIDDLE))
    return PartOutline(data, half[0] if len(places) == 1 else MIDDLE, line)


# ---------------------------------------------------------------------------------------------------- outlines of areas


def area(layout: Mapping[int, Point], members: Iterable[int], turning: bool) -> PartOutline:
    """Return the outline of the area that these members enclose. `layout` has the positions of all members. If
    `turning` is True, the last member is next to the first."""
    inside = sorted(members)
    if len(inside) == len(layout):
        corners = [point for i in inside for point in _path_between(layout[i], layout[(i + 1) % len(layout)])[:-1]]
        return PartOutline(f"M{'L'.join(map(_at, corners))}Z", _centre(corners), tuple(corners))
    edges = [_edge(layout, run, turning) for run in _runs(inside, len(layout), turning)]
    data, wall, corners = f"M{_at(edges[0][0])}", "", []
    for edge, following in zip(edges, [*edges[1:], edges[0]], strict=True):
        curve = f"Q{_at(MIDDLE)} {_at(following[0])}"
        data += "".join(f"L{_at(point)}" for point in edge[1:]) + curve
        wall += f"M{_at(edge[-1])}{curve}"
        corners += [*edge, *_curve_points(edge[-1], following[0])]
    return PartOutline(f"{data}Z", _centre(corners), tuple(corners), wall)


def _runs(inside: Sequence[int], count: int, turning: bool) -> Iterator[list[int]]:
    """Yield runs of consecutive members. If `turning` is True, the last member comes before the first."""
    found: list[list[int]] = []
    for member in inside:
        if found and found[-1][-1] == member - 1:
            found[-1].append(member)
        else:
            found.append([member])
    if turning and len(found) > 1 and found[0][0] == 0 and found[-1][-1] == count - 1:
        found[0] = found.pop() + found[0]
    yield from found


def _edge(layout: Mapping[int, Point], run: Sequence[int], turning: bool) -> list[Point]:
    """Return the points on the rim along a run of members, from half way before its first member to half way after its
    last."""
    count = len(layout)
    points = [layout[run[0]]]
    for one, other in pairwise(run):
        points += _path_between(layout[one], layout[other])[1:]
    first, last = run[0] - 1, run[-1] + 1
    if turning or first >= 0:
        points = [*reversed(_half(_path_between(layout[run[0]], layout[first % count]))[1:]), *points]
    if turning or last < count:
        points += _half(_path_between(layout[run[-1]], layout[last % count]))[1:]
    return points


def _path_between(one: Point, other: Point) -> list[Point]:
    """Return the path along the rim between two positions: straight, or round a corner of the box."""
    for corner in ((one[0], other[1]), (other[0], one[1])):
        if corner not in (one, other) and all(part in (0.0, BOX) for part in corner):
            return [one, corner, other]
    return [one, other]


def _half(way: Sequence[Point]) -> list[Point]:
    """Return the first half of a path, measured by its length."""
    lengths = [dist(a, b) for a, b in pairwise(way)]
    left, found = sum(lengths) / 2, [way[0]]
    for (a, b), length in zip(pairwise(way), lengths, strict=True):
        if left <= length:
            share = left / length if length else 0.0
            return [*found, _between(a, b, share)] if share else found
        found.append(b)
        left -= length
    return found


def _curve_points(start: Point, end: Point) -> list[Point]:
    """Return points on the curve between two points that bends towards the middle of the box; its ends are not
    included."""
    parts = [step / STEPS for step in range(1, STEPS)]
    return [_curve_point(start, end, t) for t in parts]


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _curve_point(start: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    x, y = (a * s + b * m + c * e for s, m, e in zip(start, MIDDLE, end, strict=True))
    return x, y


def _centre(corners: Sequence[Point]) -> Point:
    """Return the centroid of a polygon."""
    whole = x = y = 0.0
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        part = x1 * y2 - x2 * y1
        whole, x, y = whole + part, x + (x1 + x2) * part, y + (y1 + y2) * part
    if abs(whole) < 1:
        return sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners)
    return x / (3 * whole), y / (3 * whole)


# --------------------------------------------------------------------------------------------- drawing parts in the box


def draw_parts(figures: Sequence[PartFigure], turned: float = 0) -> tuple[Shape, ...]:
    """Return the shapes of all parts in the box. `turned` is the angle of the box in degrees; drawings are turned back
    so that they stay upright."""
    seen = [figure for figure in figures if not figure.hidden]
    bands = [figure for figure in seen if figure.band]
    marks = [figure for figure in seen if figure.drawing]
    return (
        *(Path(one.band, stroke=one.edge, width=EDGED + OUTLINE * one.outlined) for one in bands),
        *(Path(one.band, stroke=one.colour, width=BAND) for one in bands),
        *(Path(one.area, fill=one.colour) for one in seen if one.area),
        *(Path(one.wall, stroke=one.edge, width=WALL) for one in seen if one.wall and not one.outlined),
        *(Path(one.wall, stroke=one.edge, width=WALL + OUTLINE) for one in figures if one.wall and one.outlined),
        *(_mark(one, turned) for one in marks),
    )


def ink_of(figure: PartFigure) -> str:
    """Return the colour of a part's drawing. On an area or a band, it is a colour that is readable there."""
    return readable_on(figure.colour) if figure.area or figure.band else figure.colour


def _mark(figure: PartFigure, turned: float) -> Group:
    """Return the group with a part's drawing."""
    ink = ink_of(figure)
    scale = MARK * figure.size / 100
    alone = figure.outlined and not (figure.area or figure.band)
    edge, width = ("mark", WALL + OUTLINE) if alone else (edge_of(ink), WALL)
    path = Path(figure.drawing, fill=ink, stroke=edge, width=width)
    inside = Group((path,), -MIDDLE[0], -MIDDLE[1])
    return Group((inside,), *figure.mark, scale, figure.turned - turned)


def _at(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"
