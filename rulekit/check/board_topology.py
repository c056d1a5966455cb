"""The sites of boards: labels, one step in each direction, neighbours.

Pure tables from numbers, kept for the next configuration; what they mean in a rulebook is `domain_construction.py`.
"""

from __future__ import annotations

from functools import lru_cache

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


@lru_cache(maxsize=32)
def grid(width: int, height: int, hexagonal: bool, wrapped: bool) -> Sites:
    """Site (row-1)*width + (column-1); row 1 is the bottom, column 1 the left."""
    steps = HEXAGONAL if hexagonal else SQUARE
    near = tuple(steps) if hexagonal else NEAR_SQUARE
    tables = {d: _table(width, height, dx, dy, wrapped) for d, (dx, dy) in steps.items()}
    sites = [(c + 1, r + 1) for r in range(height) for c in range(width)]
    return Sites(
        tuple(f"{column_name(c)}{r}" for c, r in sites),
        tuple(c for c, _ in sites),
        tuple(r for _, r in sites),
        tuple(steps),
        tuple(tables.values()),
        _adjacent([tables[d] for d in near], len(sites)),
    )


@lru_cache(maxsize=8)
def open_board(tiles: int) -> Sites:
    """Room for `tiles` connected things: a torus of side tiles + 2, whose site 0 is the origin; coordinates are
    relative to it.
    """
    side = tiles + 2
    tables = {d: _table(side, side, dx, dy, True) for d, (dx, dy) in SQUARE.items()}
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
    """A name that can be written: `origin`, `e2`, `w1n3`."""
    across = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    along = f"{'n' if y > 0 else 's'}{abs(y)}" if y else ""
    return across + along or "origin"


def _table(width: int, height: int, dx: int, dy: int, wrapped: bool) -> tuple[int | None, ...]:
    if wrapped:
        return tuple((r + dy) % height * width + (c + dx) % width for r in range(height) for c in range(width))
    return tuple(
        (r + dy) * width + c + dx if 0 <= r + dy < height and 0 <= c + dx < width else None
        for r in range(height)
        for c in range(width)
    )


def _adjacent(tables: list[tuple[int | None, ...]], sites: int) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(n for t in tables if (n := t[i]) is not None and n != i) for i in range(sites))
