"""Draws the parts of a thing: areas and bands between the places of members that a look lays out.

The parts share a box of 100 by 100, which the layout fills.  An area encloses its members' places.  Along the rim it
reaches half way to the neighbouring members; between two of its runs its edge is a curve bent towards the middle.  A
band leads from each place to the middle; a band of two places is one curve.  Bands are drawn first, then areas, then
the drawing of each part in the part's middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from attrs import evolve, frozen

from ..model.types import Domain
from .declared_looks import Members, Style
from .scene import Group, Path, Point, Shape, edge_of, readable_on

BOX = 100.0
MIDDLE: Point = (BOX / 2, BOX / 2)
BAND, EDGED = 11.0, 16.0
"""How wide a band is, and with its edge."""
MARK = 0.34
"""How large a drawing is that is as large as usual."""
NEAR = 15.0
"""Parts whose middles are no further apart than this would lie on one another."""
STEPS = 8
"""Lines that stand for a curve where its middle is reckoned."""


@frozen
class PartFigure:
    """One part: `member` of the domain of this name.  What is `hidden` has a middle, and is not drawn."""

    member: tuple[str, int]
    colour: str = "blank"
    area: str = ""
    band: str = ""
    drawing: str = ""
    size: float = 100
    turned: float = 0
    middle: Point = MIDDLE
    toward: Point = MIDDLE
    hidden: bool = False


@frozen
class PartOutline:
    """SVG path data, the middle of it, and a place on it."""

    data: str
    middle: Point
    toward: Point


def filled_box(layout: Mapping[int, Point]) -> Mapping[int, Point]:
    """The places of a layout, made as wide and high as the box."""
    spans = [(min(at), max(at) - min(at) or 1.0) for at in zip(*layout.values(), strict=True)]
    (left, wide), (top, high) = spans
    return {i: (BOX * (x - left) / wide, BOX * (y - top) / high) for i, (x, y) in layout.items()}


# -------------------------------------------------------------------------------------------------------------- bands


def band(places: Sequence[Point]) -> PartOutline:
    """From each place to the middle; of two places one curve."""
    (x, y), toward = MIDDLE, places[0]
    if len(places) == 2:
        (x1, y1), (x2, y2) = places
        data = f"M{_at(places[0])}Q{_at(MIDDLE)} {_at(places[1])}"
        return PartOutline(data, ((x1 + 2 * x + x2) / 4, (y1 + 2 * y + y2) / 4), toward)
    data = "".join(f"M{_at(place)}L{_at(MIDDLE)}" for place in places)
    return PartOutline(data, ((x + toward[0]) / 2, (y + toward[1]) / 2) if len(places) == 1 else MIDDLE, toward)


# -------------------------------------------------------------------------------------------------------------- areas


def area(layout: Mapping[int, Point], members: Iterable[int], turning: bool) -> PartOutline:
    """What these members enclose; `layout` is of all of them, in the box."""
    inside = sorted(members)
    if len(inside) == len(layout):
        corners = [point for i in inside for point in _along(layout[i], layout[(i + 1) % len(layout)])[:-1]]
        return PartOutline(f"M{'L'.join(map(_at, corners))}Z", _centre(corners), layout[inside[0]])
    edges = [_edge(layout, run, turning) for run in _runs(inside, len(layout), turning)]
    data, corners = f"M{_at(edges[0][0])}", []
    for edge, following in zip(edges, [*edges[1:], edges[0]], strict=True):
        data += "".join(f"L{_at(point)}" for point in edge[1:]) + f"Q{_at(MIDDLE)} {_at(following[0])}"
        corners += [*edge, *_curved(edge[-1], following[0])]
    return PartOutline(f"{data}Z", _centre(corners), layout[inside[0]])


def _runs(inside: Sequence[int], count: int, turning: bool) -> Iterator[list[int]]:
    """Members that follow one another, in turn; the last goes on with the first where they turn."""
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
    """Along the rim from half way before the first to half way behind the last."""
    count = len(layout)
    points = [layout[run[0]]]
    for one, other in pairwise(run):
        points += _along(layout[one], layout[other])[1:]
    first, last = run[0] - 1, run[-1] + 1
    if turning or first >= 0:
        points = [*reversed(_half(_along(layout[run[0]], layout[first % count]))[1:]), *points]
    if turning or last < count:
        points += _half(_along(layout[run[-1]], layout[last % count]))[1:]
    return points


def _along(one: Point, other: Point) -> list[Point]:
    """The way from one place to another: straight, or round the corner of the box where they are on two sides of it."""
    for corner in ((one[0], other[1]), (other[0], one[1])):
        if corner not in (one, other) and all(part in (0.0, BOX) for part in corner):
            return [one, corner, other]
    return [one, other]


def _half(way: Sequence[Point]) -> list[Point]:
    """The first half of a way."""
    lengths = [_apart(a, b) for a, b in pairwise(way)]
    left, found = sum(lengths) / 2, [way[0]]
    for (a, b), length in zip(pairwise(way), lengths, strict=True):
        if left <= length:
            share = left / length if length else 0.0
            return [*found, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))] if share else found
        found.append(b)
        left -= length
    return found


def _curved(start: Point, end: Point) -> list[Point]:
    """Points on the curve round the middle, its ends left out."""
    parts = [step / STEPS for step in range(1, STEPS)]
    return [_on_curve(start, end, t) for t in parts]


def _on_curve(start: Point, end: Point, t: float) -> Point:
    a, b, c = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    x, y = (a * s + b * m + c * e for s, m, e in zip(start, MIDDLE, end, strict=True))
    return x, y


def _centre(corners: Sequence[Point]) -> Point:
    """The centre of gravity of a polygon."""
    whole = x = y = 0.0
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        part = x1 * y2 - x2 * y1
        whole, x, y = whole + part, x + (x1 + x2) * part, y + (y1 + y2) * part
    if abs(whole) < 1:
        return sum(p[0] for p in corners) / len(corners), sum(p[1] for p in corners) / len(corners)
    return x / (3 * whole), y / (3 * whole)


# ------------------------------------------------------------------------------------------------------------ drawing


def spread(figures: Iterable[PartFigure]) -> tuple[PartFigure, ...]:
    """The same with middles that are not on one another: what is outlined gives way, towards its first place."""
    found: list[PartFigure] = []
    for figure in sorted(figures, key=lambda one: bool(one.area)):
        (x, y), (x2, y2) = figure.middle, figure.toward
        taken = any(_apart(figure.middle, other.middle) < NEAR for other in found)
        found.append(evolve(figure, middle=((x + x2) / 2, (y + y2) / 2)) if taken else figure)
    return tuple(sorted(found, key=lambda one: one.member))


def drawn(figures: Sequence[PartFigure]) -> tuple[Shape, ...]:
    """All of them in the box."""
    seen = [figure for figure in figures if not figure.hidden]
    bands = [figure for figure in seen if figure.band]
    marks = [figure for figure in seen if figure.drawing]
    return (
        *(Path(one.band, stroke=edge_of(one.colour), width=EDGED) for one in bands),
        *(Path(one.band, stroke=one.colour, width=BAND) for one in bands),
        *(Path(one.area, fill=one.colour, stroke=edge_of(one.colour), width=2.5) for one in seen if one.area),
        *(_mark(one) for one in marks),
    )


def _mark(figure: PartFigure) -> Group:
    """The drawing of a part; in a colour of its own on what the part outlines."""
    ink = readable_on(figure.colour) if figure.area or figure.band else figure.colour
    scale = MARK * figure.size / 100
    path = Path(figure.drawing, fill=ink, stroke=edge_of(ink), width=4)
    inside = Group((path,), -MIDDLE[0], -MIDDLE[1])
    return Group((inside,), *figure.middle, scale, figure.turned)


def _apart(one: Point, other: Point) -> float:
    across, along = one[0] - other[0], one[1] - other[1]
    return float((across * across + along * along) ** 0.5)


def _at(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"


class Styled(Protocol):
    def style(self, domain: Domain, index: int) -> Style:
        """All that is said of a member or follows from its attributes."""

    def layout(self, domain: Domain) -> dict[int, Point] | None:
        """Where its members lie."""


def figures_of(looks: Styled, domain: Domain, index: int, said: Style) -> tuple[PartFigure, ...]:
    """What a thing itself outlines and its parts, one over another; the parts of a part are not drawn."""
    found = []
    if said.area or said.band:  # on a shape it is seen in another colour, and the drawing is the shape's
        own = _figure(looks, said, (domain.name, index))
        found.append(evolve(own, colour=readable_on(own.colour), drawing="") if said.shape else own)
    parts = said.parts
    if parts is not None:
        found += [_figure(looks, looks.style(parts.domain, at), (parts.domain.name, at)) for at in sorted(parts.at)]
    return spread(found)


def _figure(looks: Styled, said: Style, member: tuple[str, int]) -> PartFigure:
    figure = PartFigure(
        member,
        said.colour or "blank",
        drawing=said.drawing or "",
        size=100 if said.size is None else said.size,
        turned=said.turned or 0,
        hidden=said.shape == "none",
    )
    along = _outline(looks, said.band, False)
    if along is not None:
        figure = evolve(figure, band=along.data, middle=along.middle, toward=along.toward)
    within = _outline(looks, said.area, True)
    if within is not None:
        figure = evolve(figure, area=within.data, middle=within.middle, toward=within.toward)
    return figure


def _outline(looks: Styled, members: Members | None, filled: bool) -> PartOutline | None:
    """None where there is nothing to draw."""
    layout = looks.layout(members.domain) if members is not None and members.at else None
    if members is None or layout is None:
        return None
    places: Mapping[int, Point] = filled_box(layout)
    if filled:
        return area(places, members.at, members.domain.turning)
    return band([places[at] for at in sorted(members.at)])
