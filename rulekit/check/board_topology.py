"""The sites of boards: labels, one step in each direction, neighbours.

Pure tables from numbers, kept for the next configuration; what they mean in a rulebook is `board_construction.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from attrs import field, frozen

SQUARE = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}
HEXAGONAL = {"n": (0, 1), "e": (1, 0), "se": (1, -1), "s": (0, -1), "w": (-1, 0), "nw": (-1, 1)}
NEAR_SQUARE = ("n", "e", "s", "w")
TRIANGULAR: Final = {
    "ne": ((1, 0), (0, 1)),
    "e": ((1, 0), (1, 0)),
    "se": ((0, -1), (1, 0)),
    "sw": ((0, -1), (-1, 0)),
    "w": ((-1, 0), (-1, 0)),
    "nw": ((-1, 0), (0, 1)),
}
"""Along the three bands of triangles in which a cell lies: a step from one that points up, and from one that points
down.  Each crosses an edge, so that a neighbour lies in two directions."""
GridForm = Literal["square", "hexagonal", "triangular"]
_STEPS: Final = {
    "square": {name: (step, step) for name, step in SQUARE.items()},
    "hexagonal": {name: (step, step) for name, step in HEXAGONAL.items()},
    "triangular": TRIANGULAR,
}
"""From cells of which column and row together are even, and odd."""
Coordinates = tuple[int, int]
"""The column and the row of a cell, from 1."""


@frozen
class Sites:
    """A regular board; `columns` and `rows` are the coordinates shown for each site."""

    labels: tuple[str, ...]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    directions: tuple[str, ...]
    next: tuple[tuple[int | None, ...], ...] = field(repr=False)
    adjacent: tuple[frozenset[int], ...] = field(repr=False)


def column_name(column: int) -> str:
    """1 -> a, 26 -> z, 27 -> aa."""
    name = ""
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return name


def column_number(name: str) -> int:
    """a -> 1, z -> 26, aa -> 27."""
    number = 0
    for letter in name:
        number = 26 * number + ord(letter) - 96
    return number


def hexagon(side: int) -> frozenset[Coordinates]:
    """Return the cells of a hexagon within the hexagonal rectangle around it, whose sides are 2 * side - 1."""
    whole = range(1, 2 * side)
    return frozenset((c, r) for r in whole for c in whole if side + 1 <= c + r <= 3 * side - 1)


def triangle(side: int) -> frozenset[Coordinates]:
    """Return the cells of a triangle that stands on row 1, within the hexagonal square around it."""
    return frozenset((c, r) for r in range(1, side + 1) for c in range(1, side + 2 - r))


@lru_cache(maxsize=32)
def grid(
    width: int, height: int, form: GridForm, wrapped: bool = False, kept: frozenset[Coordinates] | None = None
) -> Sites:
    """Return the cells of a rectangle, or those of it that are `kept`, row by row; row 1 is the bottom, column 1 the
    left.

    A step to a cell that is not kept leads nowhere, as over an edge.
    """
    steps = tuple(_STEPS[form])
    near = NEAR_SQUARE if form == "square" else steps
    sites = [(c, r) for r in range(1, height + 1) for c in range(1, width + 1) if kept is None or (c, r) in kept]
    at = {site: number for number, site in enumerate(sites)}

    def there(site: Coordinates, direction: str) -> int | None:
        c, r = site
        dx, dy = _STEPS[form][direction][(c + r) % 2]
        on = ((c + dx - 1) % width + 1, (r + dy - 1) % height + 1) if wrapped else (c + dx, r + dy)
        return at.get(on)

    tables = {d: tuple(there(site, d) for site in sites) for d in steps}
    return Sites(
        tuple(f"{column_name(c)}{r}" for c, r in sites),
        tuple(c for c, _ in sites),
        tuple(r for _, r in sites),
        steps,
        tuple(tables.values()),
        _adjacent([tables[d] for d in near], len(sites)),
    )


@lru_cache(maxsize=8)
def open_board(side: int) -> Sites:
    """Return a torus whose site 0 is the origin; coordinates are counted from there, in both directions."""
    tables = {d: _round(side, dx, dy) for d, (dx, dy) in SQUARE.items()}
    shown = [n if n <= side // 2 else n - side for n in range(side)]
    sites = [(shown[x], shown[y]) for y in range(side) for x in range(side)]
    return Sites(
        tuple(_bearing(x, y) for x, y in sites),
        tuple(x for x, _ in sites),
        tuple(y for _, y in sites),
        tuple(SQUARE),
        tuple(tables.values()),
        _adjacent([tables[d] for d in NEAR_SQUARE], len(sites)),
    )


def _bearing(x: int, y: int) -> str:
    """Return a name that can be written: `origin`, `e2`, `w1n3`."""
    across = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    along = f"{'n' if y > 0 else 's'}{abs(y)}" if y else ""
    return across + along or "origin"


def _round(side: int, dx: int, dy: int) -> tuple[int | None, ...]:
    return tuple((r + dy) % side * side + (c + dx) % side for r in range(side) for c in range(side))


def _adjacent(tables: list[tuple[int | None, ...]], sites: int) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(n for t in tables if (n := t[i]) is not None and n != i) for i in range(sites))
