"""The sites of boards: their labels, the steps between them in each direction, and their neighbours.

All functions compute tables from numbers only. The results are cached for the next configuration;
`board_construction.py` makes boards of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
Coordinates = tuple[int, int]
"""The column and the row of a cell, from 1."""
GridForm = Literal["square", "hexagonal", "triangular"]
_STEPS: Final[dict[GridForm, dict[str, tuple[Coordinates, Coordinates]]]] = {
    "square": {name: (step, step) for name, step in SQUARE.items()},
    "hexagonal": {name: (step, step) for name, step in HEXAGONAL.items()},
    "triangular": TRIANGULAR,
}
"""By form of grid and name of direction: the step from a cell whose column plus row is even, and from one where it is
odd."""


@frozen
class Sites:
    """The sites of a regular board: their `labels`, the `columns` and `rows` shown for them, the names of the board's
    `directions`, `next[d][s]` (the site one step from s in direction d, or None) and `adjacent[s]` (its neighbours).
    For edges and corners, `next` leads from the cells to them."""

    labels: tuple[str, ...]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    directions: tuple[str, ...]
    next: tuple[tuple[int | None, ...], ...] = field(repr=False)
    adjacent: tuple[frozenset[int], ...] = field(repr=False)
    rims: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    """The corners of each cell, clockwise from the end of its first edge, numbered in the order of the cells."""
    called: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Pairs of names of edges or corners, cell by cell and clockwise: the name after this cell, and the actual name."""


def column_name(column: int) -> str:
    """Return the letters of a column, as in a spreadsheet: 1 -> a, 26 -> z, 27 -> aa."""
    name = ""
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(97 + letter) + name
    return name


def column_number(name: str) -> int:
    """Return the number of a column from its letters: a -> 1, z -> 26, aa -> 27."""
    number = 0
    for letter in name:
        number = 26 * number + ord(letter) - 96
    return number


def hexagon(side: int) -> frozenset[Coordinates]:
    """Return the cells of a hexagon with this side, within the hexagonal grid of width 2 * side - 1 around it."""
    whole = range(1, 2 * side)
    return frozenset((c, r) for r in whole for c in whole if side + 1 <= c + r <= 3 * side - 1)


def triangle(side: int) -> frozenset[Coordinates]:
    """Return the cells of a triangle whose base is row 1, within the hexagonal grid around it."""
    return frozenset((c, r) for r in range(1, side + 1) for c in range(1, side + 2 - r))


@lru_cache(maxsize=32)
def grid(
    width: int, height: int, form: GridForm, wrapped: bool = False, kept: frozenset[Coordinates] | None = None
) -> Sites:
    """Return the cells of a rectangle, or those in `kept`, row by row; row 1 is the bottom, column 1 the left. A step
    to a cell that is not kept leads nowhere, as at the border. `wrapped`: the borders are connected (a torus)."""
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
        _rims(sites, form, (width, height) if wrapped else None),
    )


_EDGES: Final = {
    "square": (("n", "e", "s", "w"),) * 2,
    "hexagonal": (tuple(HEXAGONAL),) * 2,
    "triangular": (("ne", "se", "w"), ("ne", "e", "sw")),
}
"""By form of grid, the edges of a cell whose column plus row is even, and of one where it is odd. Edges are clockwise,
and each is named by the (first) direction that crosses it."""
_CORNERS: Final = {
    "square": (((1, 1), (1, -1), (-1, -1), (-1, 1)),) * 2,
    "hexagonal": (((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)),) * 2,
    "triangular": (((1, -1), (-1, -1), (0, 0)), ((1, 0), (0, -1), (-1, 0))),
}
"""The offset of the corner after each edge, in units of which a column or row has `_SCALE`; even cells, then odd
ones."""
_SCALE: Final = {"square": 2, "hexagonal": 3, "triangular": 1}
Rim = tuple[int, ...]
Rims = Sequence[Rim]


def _rims(cells: Sequence[Coordinates], form: GridForm, around: Coordinates | None) -> tuple[tuple[int, ...], ...]:
    """Return the corners of each cell as numbers. If cells share a corner, it has the same number in each. `around` is
    the size of the grid if its borders are connected."""
    numbers: dict[Coordinates, int] = {}
    scale = _SCALE[form]

    def number(x: int, y: int) -> int:
        at = (x, y) if around is None else (x % (scale * around[0]), y % (scale * around[1]))
        return numbers.setdefault(at, len(numbers))

    return tuple(tuple(number(scale * c + x, scale * r + y) for x, y in _CORNERS[form][(c + r) % 2]) for c, r in cells)


def edge_sites(labels: Sequence[str], cells: Sequence[Coordinates], rims: Rims, form: GridForm) -> Sites:
    """Return the edges of a grid's cells as sites. An edge is named after its first cell and the direction from there:
    `a1_n`."""
    names: list[tuple[Rim, str]] = []
    toward: list[dict[str, Rim]] = []
    for label, (c, r), rim in zip(labels, cells, rims, strict=True):
        steps = {way: both[(c + r) % 2] for way, both in _STEPS[form].items()}
        toward.append({})
        for n, way in enumerate(_EDGES[form][(c + r) % 2]):
            edge = tuple(sorted((rim[n - 1], rim[n])))
            names.append((edge, f"{label}_{way}"))
            toward[-1] |= {other: edge for other, step in steps.items() if step == steps[way]}
    at: dict[int, set[int]] = {}
    ends = list(dict(names))
    for number, pair in enumerate(ends):
        for end in pair:
            at.setdefault(end, set()).add(number)
    near = tuple(frozenset(n for end in pair for n in at[end] if n != number) for number, pair in enumerate(ends))
    return _named_sites(names, near, form, toward)


def corner_sites(labels: Sequence[str], cells: Sequence[Coordinates], rims: Rims, form: GridForm) -> Sites:
    """Return the corners of a grid's cells as sites: `a1_ne`, or `a1_n_e` for a corner between two edges of a hexagon
    or triangle."""
    names: list[tuple[Rim, str]] = []
    toward: list[dict[str, Rim]] = []
    near: dict[int, set[int]] = {}
    for label, (c, r), rim in zip(labels, cells, rims, strict=True):
        ways = _EDGES[form][(c + r) % 2]
        toward.append({})
        for n, corner in enumerate(rim):
            pair = ways[n], ways[(n + 1) % len(ways)]
            between = "".join(sorted(pair, key="nsew".index)) if form == "square" else "_".join(pair)
            names.append(((corner,), f"{label}_{between}"))
            toward[-1][between] = (corner,)
            near.setdefault(corner, set()).add(rim[n - 1])
            near.setdefault(rim[n - 1], set()).add(corner)
    return _named_sites(names, tuple(frozenset(near[n]) for n in range(len(near))), form, toward)


def _named_sites(
    names: Sequence[tuple[Rim, str]],
    near: tuple[frozenset[int], ...],
    form: GridForm,
    toward: Sequence[Mapping[str, Rim]],
) -> Sites:
    """Return the sites of a board of edges or corners. `names` pairs each site, given by its corners, with a name; its
    first name counts. `near` has the neighbours of each site; `toward` has, for each cell, a mapping from directions to
    the sites around it."""
    first = dict(reversed(names))
    labels = {rim: first[rim] for rim, _ in names}
    called = tuple((name, labels[rim]) for rim, name in names)
    at = {rim: number for number, rim in enumerate(labels)}
    of_cells = tuple(tuple(at[of[way]] if way in of else None for of in toward) for way in _STEPS[form])
    return Sites(tuple(labels.values()), (), (), (), of_cells, near, tuple(labels), called)


def form_of(directions: Sequence[str]) -> GridForm:
    """Return the form of the grid that has these directions."""
    return next(form for form, steps in _STEPS.items() if tuple(steps) == tuple(directions))


@lru_cache(maxsize=8)
def open_board(side: int, hexagonal: bool = False) -> Sites:
    """Return the sites of an open board. It is stored as a torus; site 0 is the origin. Coordinates are relative to the
    origin, and may be negative."""
    steps = HEXAGONAL if hexagonal else SQUARE
    tables = {d: _round(side, dx, dy) for d, (dx, dy) in steps.items()}
    shown = [n if n <= side // 2 else n - side for n in range(side)]
    sites = [(shown[x], shown[y]) for y in range(side) for x in range(side)]
    return Sites(
        tuple(_bearing(x, y) for x, y in sites),
        tuple(x for x, _ in sites),
        tuple(y for _, y in sites),
        tuple(steps),
        tuple(tables.values()),
        _adjacent([tables[d] for d in (steps if hexagonal else NEAR_SQUARE)], len(sites)),
    )


def _bearing(x: int, y: int) -> str:
    """Return the name of a site by its offset from the origin: `origin`, `e2`, `w1n3`."""
    across = f"{'e' if x > 0 else 'w'}{abs(x)}" if x else ""
    along = f"{'n' if y > 0 else 's'}{abs(y)}" if y else ""
    return across + along or "origin"


def _round(side: int, dx: int, dy: int) -> tuple[int | None, ...]:
    return tuple((r + dy) % side * side + (c + dx) % side for r in range(side) for c in range(side))


def _adjacent(tables: list[tuple[int | None, ...]], sites: int) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(n for t in tables if (n := t[i]) is not None and n != i) for i in range(sites))
