"""The shapes of a board's cells: squares, hexagons and triangles, with their sizes, corners and outlines."""

from __future__ import annotations

from collections.abc import Mapping

from ..check.board_topology import SQUARE, TRIANGULAR
from ..model.types import Domain
from .scene import Point

UNIT = 40.0
HEXAGON_RADIUS = 23.09  # from the middle to a corner of a hexagon that is UNIT wide; also the length of a side
HEXAGON_HALF_SIDE = 11.55
HEXAGON_ROW = 34.64  # the distance between rows: 1.5 radii
TRIANGLE_SIDE = 72.0
# the height of a triangle; its inscribed circle, with a third of this as radius, is as large as a thing for a square
TRIANGLE_ROW = 62.35
TRIANGLE_HALF, TRIANGLE_THIRD = TRIANGLE_SIDE / 2, TRIANGLE_ROW / 3
CELL_CORNERS: Mapping[str, tuple[Point, ...]] = {
    "square": tuple((x * UNIT / 2, y * UNIT / 2) for x, y in ((1, -1), (1, 1), (-1, 1), (-1, -1))),
    "hexagon": (
        (UNIT / 2, -HEXAGON_HALF_SIDE),
        (UNIT / 2, HEXAGON_HALF_SIDE),
        (0, HEXAGON_RADIUS),
        (-UNIT / 2, HEXAGON_HALF_SIDE),
        (-UNIT / 2, -HEXAGON_HALF_SIDE),
        (0, -HEXAGON_RADIUS),
    ),
    "triangle": ((TRIANGLE_HALF, TRIANGLE_THIRD), (-TRIANGLE_HALF, TRIANGLE_THIRD), (0, -2 * TRIANGLE_THIRD)),
    "inverted": ((TRIANGLE_HALF, -TRIANGLE_THIRD), (0, 2 * TRIANGLE_THIRD), (-TRIANGLE_HALF, -TRIANGLE_THIRD)),
}
"""The corners of each kind of cell, as offsets from its middle, in the order of `BoardInfo.rims`."""


def cell_outline(domain: Domain) -> str:
    """Return the outline of a board's cells, square, triangle or hexagon. It follows from the directions."""
    assert domain.board is not None and domain.board.directions is not None
    ways = domain.board.directions.labels
    return "square" if len(ways) == len(SQUARE) else "triangle" if ways == tuple(TRIANGULAR) else "hexagon"


def site_outline(outline: str, x: float, y: float, inverted: bool) -> str:
    """Return the outline of a cell with this middle, as an SVG path."""
    if outline == "hexagon":
        half, low, side = UNIT / 2, HEXAGON_HALF_SIDE, HEXAGON_RADIUS
        right, left = f"l{half:g} {low:g}v{side:g}", f"l{-half:g} {low:g}l{-half:g}{-low:g}v{-side:g}"
        return f"M{x:g} {y - side:.2f}{right}{left}z"
    if outline == "triangle":
        half, up = TRIANGLE_HALF, -1 if inverted else 1
        return f"M{x - half:g} {y + up * TRIANGLE_THIRD:.2f}h{TRIANGLE_SIDE:g}l{-half:g} {-up * TRIANGLE_ROW:g}z"
    return f"M{x - UNIT / 2:g} {y - UNIT / 2:g}h{UNIT:g}v{UNIT:g}h-{UNIT:g}z"
