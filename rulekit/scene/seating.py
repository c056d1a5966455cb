"""Arranges the trays of players in space: around a table, or around a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .blocks import PictureBlock, column, row, shift_block
from .scene import Card, Group, Point, Polygon

ROUND = 3  # the fewest players who sit round a table
SIDES = 4  # this many players sit at the four sides of a table
TABLE = 34.0  # the least height of a table
ACROSS = 60.0  # how much wider a table with players at four sides is than the things on it
APART = 40.0  # the gap between trays at one side of a table; an arrow between them fits in


def at_sides(panels: Sequence[PictureBlock], lying: PictureBlock, right: bool) -> PictureBlock:
    """Return a block with a table, the things `lying` on it, and four trays in seat order at its sides. The next player
    is to the left of each player or, if `right` is True, to the right."""
    far, left, near, at_right = panels if right else (panels[at] for at in (0, 3, 2, 1))
    top = _table_top(lying, lying.width + ACROSS, right, min(left.height, at_right.height))
    return column([far, row([left, top, at_right], 8), near], 8, middle=True)


def in_two_rows(panels: Sequence[PictureBlock], lying: PictureBlock, right: bool) -> PictureBlock:
    """Return a block with a table, the things `lying` on it, and trays in seat order in one row above and one row below
    it. `right` is the same as in `at_sides`."""
    half = -(-len(panels) // 2)
    rows = [list(panels[:half]), list(reversed(panels[half:]))]
    above, below = reversed(rows) if right else rows
    high = max(panel.height for panel in above)
    near = (PictureBlock(shift_block(panel, 0, high - panel.height), panel.width, high) for panel in above)
    sides = [row(near, APART), row(below, APART, middle=False)]
    wide = max(lying.width + 60, *(side.width for side in sides))
    return column([sides[0], _table_top(lying, wide, right), sides[1]], 8, middle=True)


def around_board(panels: Mapping[Point, PictureBlock], board: PictureBlock) -> PictureBlock | None:
    """Return a block with trays at their columns and rows, and the board in the only free place of this grid. Return
    None unless exactly one place is free."""
    across, down = (int(max(place[at] for place in panels)) + 1 for at in (0, 1))
    if len(panels) + 1 != across * down:
        return None
    lines = ([panels.get((x, y), board) for x in range(across)] for y in range(down))
    return column([row(line, 6) for line in lines], 6, middle=True)


def room_of(width: float, across: int, gap: float = 8) -> float:
    """Return the width inside each of `across` trays that share this width."""
    return (width - gap * (across - 1)) / across - 16


def _table_top(lying: PictureBlock, wide: float, right: bool, least: float = TABLE) -> PictureBlock:
    """Return a block with a table of this width and at least the height `least`, the things `lying` on it, and arrows
    at its ends that show the direction of turns."""
    high = max(least, lying.height + 12)
    top = Card(0, 0, wide, high, 14, fill="table", stroke="edge")
    up, down = ((-6, 4), (6, 4), (0, -6)), ((-6, -4), (6, -4), (0, 6))
    ways = ((14, down if right else up), (wide - 14, up if right else down))
    signs = (Group((Polygon(points, fill="edge"),), x, high / 2) for x, points in ways)
    middle = shift_block(lying, (wide - lying.width) / 2, (high - lying.height) / 2)
    return PictureBlock((top, *signs, *middle), wide, high)
