"""Finds the parts of a thing as they are drawn, and room on them: for a part's own drawing, and for things that lie on
a part.

A drawing on an area is put as near to a corner as it fits, so that something can stand beside it. A thing on an area is
put as near to its middle as possible; if there is room, it covers no drawing, no band and no edge of the area.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import dist
from typing import Final, Protocol

from attrs import evolve

from ..model.types import Domain
from .declared_looks import Members, Style
from .part_figures import BAND, BOX, PartFigure, PartOutline, area, band, fill_box
from .scene import Point, readable_on

GRID: Final = 6.0
"""The distance between neighbouring places that are tried, in units of the box."""
CORNERS: Final = tuple(product((0.0, BOX), repeat=2))
EDGE: Final = 3.0
"""The least distance of a drawing from the edge of the box."""
ROUNDED: Final = 0.8
"""Things are nearly round: the corners that are tested are at this share of half their width and height."""


def place_drawing(figure: PartFigure, figures: Sequence[PartFigure]) -> Point:
    """Return the place for the drawing of an area: the one nearest to a corner of the box at which the drawing is
    inside the area and covers no other part. If there is none, return the area's middle."""
    half = figure.drawing_size / 2
    others = [one for one in figures if one is not figure]
    places = sorted(_grid(half + EDGE), key=lambda at: (min(dist(at, corner) for corner in CORNERS), at))
    return next((at for at in places if not _cost(at, half, figure, others)), figure.middle)


@lru_cache(maxsize=1000)
def place_on(figure: PartFigure, figures: tuple[PartFigure, ...], size: float) -> Point:
    """Return the place for a thing of this size on an area: the one at which it covers least. Of equal places, take the
    one nearest to the area's middle."""
    half = size / 2
    places = [figure.middle, *sorted(_grid(half), key=lambda at: dist(at, figure.middle))]
    best, least = figure.middle, float("inf")
    for at in places:
        cost = _cost(at, half, figure, figures)
        if cost < least:
            best, least = at, cost
        if not cost:
            break
    return best


def _grid(margin: float) -> Iterator[Point]:
    """Yield a grid of places in the box, at least `margin` away from its edge."""
    steps = int((BOX - 2 * margin) / GRID)
    line = [BOX / 2 + GRID * (at - steps / 2) for at in range(steps + 1)]
    yield from product(line, line)


def _cost(at: Point, half: float, figure: PartFigure, figures: Sequence[PartFigure]) -> float:
    """Return how much a square around a place (`half` is half its side) covers: points outside the area, drawings, and
    bands."""
    (x, y), sides = at, (-ROUNDED * half, 0.0, ROUNDED * half)
    points = [(x + across, y + down) for across in sides for down in sides]
    cost = float(sum(not _is_within(point, figure.line) for point in points))
    for one in figures:
        if one.drawing:
            near = half + one.drawing_size / 2
            over = min(near - abs(one.mark[0] - x), near - abs(one.mark[1] - y))
            cost += max(0.0, over)
        if one.band:
            cost += sum(abs(px - x) < sides[2] + BAND / 2 and abs(py - y) < sides[2] + BAND / 2 for px, py in one.line)
    return cost


def _is_within(point: Point, corners: Sequence[Point]) -> bool:
    """Return whether a point is inside a polygon."""
    (x, y), inside = point, False
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


class Styled(Protocol):
    def style(self, domain: Domain, index: int) -> Style:
        """Return the style of a member of a domain."""

    def layout(self, domain: Domain) -> dict[int, Point] | None:
        """Return a mapping from the indexes of a type's members to their positions; None if no look declares a
        layout."""


def figures_of(looks: Styled, domain: Domain, index: int, style: Style) -> tuple[PartFigure, ...]:
    """Return the figures of a thing's own area and band, and of its parts. Parts of its parts are not drawn."""
    found = []
    # on a shape of its own, outlines need another colour; its drawing is left out, since the shape shows it
    if style.area or style.band:
        own = _figure(looks, style, (domain.name, index))
        found.append(evolve(own, colour=readable_on(own.colour), drawing="") if style.shape else own)
    parts = style.parts
    if parts is not None:
        found += [_figure(looks, looks.style(parts.domain, at), (parts.domain.name, at)) for at in sorted(parts.at)]
    ordered = tuple(sorted(found, key=lambda one: one.member))
    return tuple(
        evolve(one, drawing_at=place_drawing(one, ordered)) if one.area and one.drawing else one for one in ordered
    )


def _figure(looks: Styled, style: Style, member: tuple[str, int]) -> PartFigure:
    figure = PartFigure(member, hidden=style.shape == "none", **style.properties_to_draw())
    along = _outline(looks, style.band, False)
    if along is not None:
        figure = evolve(figure, band=along.data, middle=along.middle, line=along.line)
    within = _outline(looks, style.area, True)
    if within is not None:
        figure = evolve(figure, area=within.data, wall=within.wall, middle=within.middle, line=within.line)
    return figure


def _outline(looks: Styled, members: Members | None, filled: bool) -> PartOutline | None:
    """Return the outline of an area (if `filled`) or a band; None if there are no members or no layout."""
    layout = looks.layout(members.domain) if members is not None and members.at else None
    if members is None or layout is None:
        return None
    places: Mapping[int, Point] = fill_box(layout)
    if filled:
        return area(places, members.at, members.domain.turning)
    return band([places[at] for at in sorted(members.at)])
