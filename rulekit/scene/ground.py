"""Computes where sites lie: on boards of squares, hexagons, triangles or points, and in grids of boxes.

A ground is geometry only. `sheets.py` decides what lies on it and how large boxes are. A graph without coordinates is
laid out by stress majorization (Gansner, Koren, North 2004) from a fixed start. This code uses only sums, products and
square roots of floats, which give the same layout on every machine.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist

from attrs import field, frozen

from ..model.types import Domain, DomainType, NumberType
from .cell_shapes import HEXAGON_ROW, TRIANGLE_HALF, TRIANGLE_ROW, TRIANGLE_THIRD, UNIT, cell_outline
from .scene import LETTER, Point, enlarge
from .site_names import SiteNames, bends, fit_names

OVER = (14.0, -22.0)
"""The offset of a slanting column's name from its last cell."""
POINT_UNIT = 46.0
WIDEST = 8
"""The greatest number of members of an enumeration in one row."""
_NAMED = re.compile(r"([a-z])(\d{1,2})$")

_SQUARE = re.compile(r"([a-z]+)(\d+)$")

SitePoints = Mapping[int, Point]
"""The column and row of each site, by its index; row 0 is on top."""


@frozen
class Ground:
    """The geometry of a type whose members are sites. `sites` has the middle of each site, `lines` has pairs of sites
    with a line between them, and `edges` has names along the edge with their places. `wrapped` is True for a board
    without edges, on which each direction continues at the opposite side."""

    outline: str  # square, hexagon, triangle, point or box
    sites: Mapping[int, Point] = field(repr=False)
    unit: float
    width: float
    height: float
    lines: tuple[tuple[int, int], ...] = ()
    edges: tuple[tuple[Point, str], ...] = ()
    wrapped: bool = False
    names: SiteNames | None = None  # names below the sites, if names of columns and rows are not enough
    bends: Mapping[tuple[int, int], Point] = field(factory=dict, repr=False)
    """A mapping from lines to the control point by which they bend around other sites."""
    inverted: frozenset[int] = frozenset()
    """The sites that are triangles pointing down."""

    @property
    def letters(self) -> float:
        """Return the size of the letters of names along the edge."""
        return LETTER * enlarge(self.width)


def is_wrapped(domain: Domain) -> bool:
    """Return whether a board has no edges: from every site, each direction leads to another site."""
    board = domain.board
    return bool(board and board.next and not board.capacity and all(None not in way for way in board.next))


def board_ground(
    domain: Domain,
    layout: SitePoints | None,
    lines: bool | None,
    used: Iterable[int],
    margin: bool = True,
    title: Callable[[Domain, int], str] = lambda domain, site: domain.labels[site],
) -> Ground:
    """Return the ground of a board: for an open board the `used` sites and, if `margin`, a margin of one cell. `layout`
    and `lines` are what a look sets, None for nothing. `title` returns the name of a site."""
    assert domain.board is not None
    if layout is not None:
        return _points(domain, layout, lines is not False, title)
    if domain.board.directions is None:
        return _points(domain, _coordinates(domain) or _graph_places(domain), lines is not False, title)
    columns, rows = (_numbers(domain, name) for name in ("column", "row"))
    members = list(range(len(domain)))
    if domain.board.capacity is not None:
        seen = list(used) or [0]
        columns, rows = _unwrap(columns, seen), _unwrap(rows, seen)
        members = _around(domain, columns, rows, seen) if margin else sorted(seen)
    left, low = min(columns[i] for i in members), min(rows[i] for i in members)
    top = max(rows[i] for i in members)
    cells = cell_outline(domain)
    inverted = frozenset(i for i in members if (columns[i] + rows[i]) % 2) if cells == "triangle" else frozenset()
    sites: dict[int, Point]
    if cells == "triangle":
        sites = {
            i: (
                TRIANGLE_HALF * (columns[i] - left + 1),
                TRIANGLE_THIRD * (3 * (top - rows[i]) + (1 if i in inverted else 2)),
            )
            for i in members
        }
        width = max(x for x, _ in sites.values()) + TRIANGLE_HALF
        height = TRIANGLE_ROW * (top - low + 1)
    else:
        hexagonal = cells == "hexagon"
        down = HEXAGON_ROW if hexagonal else UNIT
        shift = UNIT / 2 if hexagonal else 0
        sites = {i: (UNIT * columns[i] + shift * rows[i], down * (top - rows[i]) + UNIT / 2) for i in members}
        # the left edge: on a hexagonal board, rows need not begin at the first column
        start = min(x for x, _ in sites.values()) - UNIT / 2
        sites = {i: (x - start, y) for i, (x, y) in sites.items()}
        width = max(x for x, _ in sites.values()) + UNIT / 2
        height = max(y for _, y in sites.values()) + UNIT / 2
    outline = "point" if lines else cells
    found = _lines(domain, members) if lines else ()
    edges = () if domain.board.capacity is not None else tuple(_edges(domain, sites, cells, (width, height)))
    return Ground(outline, sites, UNIT, width, height, found, edges, is_wrapped(domain), inverted=inverted)


def _unwrap(places: Sequence[int], seen: Iterable[int]) -> list[int]:
    """Return new numbers for the columns or rows of an open board, which the machine stores as a torus. They begin
    after the widest gap between used sites."""
    around = max(places) - min(places) + 1
    used = sorted({places[i] for i in seen})
    free = [(after - before, after) for before, after in zip([used[-1] - around, *used], used, strict=False)]
    first = max(free, key=lambda gap: gap[0])[1] - 1
    return [first + (place - first) % around for place in places]


def _around(domain: Domain, columns: Sequence[int], rows: Sequence[int], seen: Sequence[int]) -> list[int]:
    """Return the sites in the bounding box of the used ones, with a margin of one cell; for hexagons, only the used
    sites and their neighbours."""
    if domain.board is not None and cell_outline(domain) == "hexagon":
        return sorted({*seen, *(near for site in seen for near in domain.board.adjacent[site])})
    left, right = min(columns[i] for i in seen) - 1, max(columns[i] for i in seen) + 1
    low, high = min(rows[i] for i in seen) - 1, max(rows[i] for i in seen) + 1
    return [i for i in range(len(columns)) if left <= columns[i] <= right and low <= rows[i] <= high]


@lru_cache(maxsize=64)
def _numbers(domain: Domain, name: str) -> Sequence[int]:
    found = domain.attribute(name)
    assert found is not None
    return [int(value) for value in found.values if isinstance(value, int)]


def _edges(domain: Domain, sites: Mapping[int, Point], cells: str, whole: Point) -> Iterable[tuple[Point, str]]:
    """Yield the names of columns and rows with their places: below the columns and before the rows.

    Slanting columns that do not all begin in the lowest row have their names above them."""
    columns: dict[str, list[int]] = {}
    rows: dict[str, list[int]] = {}
    for i in sites:  # their order is row by row from the lowest, and in a row from the left
        match = _SQUARE.match(domain.labels[i])
        if match is not None:
            columns.setdefault(match[1], []).append(i)
            rows.setdefault(match[2], []).append(i)
    letters, height = LETTER * enlarge(whole[0]), whole[1]
    lowest = max(y for _, y in sites.values())
    over = cells == "hexagon" and any(sites[there[0]][1] < lowest for there in columns.values())
    beginnings = [(there[0], 0, name, there) for name, there in columns.items()]
    beginnings += [(there[0], 1, name, there) for name, there in rows.items()]
    for first, of_row, name, there in sorted(beginnings):
        x, y = sites[first]
        if of_row:
            middle = sum(sites[i][1] for i in there) / len(there)
            left = x - UNIT / 2 if cells == "hexagon" else 0.0
            yield (left - 0.8 * letters, middle + 0.35 * letters), name
        elif over:
            yield (sites[there[-1]][0] + OVER[0], sites[there[-1]][1] + OVER[1] + 0.35 * letters - 4), name
        else:
            yield (x, (y + 24 if cells == "hexagon" else height) + letters), name


def _lines(domain: Domain, members: Iterable[int]) -> tuple[tuple[int, int], ...]:
    assert domain.board is not None
    there = set(members)
    near = domain.board.adjacent
    return tuple((i, j) for i in sorted(there) for j in sorted(near[i]) if j in there and (i < j or i not in near[j]))


# ------------------------------------------------------------------------------------ boards drawn as points with lines


def _points(domain: Domain, grid: SitePoints, lines: bool, title: Callable[[Domain, int], str]) -> Ground:
    """Return a ground whose sites are points at the places of a grid, as close together as is readable."""
    gap = min((dist(a, b) for a, b in _pairs(list(grid.values()))), default=1.0)
    unit = POINT_UNIT / min(1.0, max(gap, 0.35))
    names = None
    if not _edge_names(domain, grid, 0):
        names, unit = fit_names({i: title(domain, i) for i in grid}, grid, unit)
    margin = POINT_UNIT / 2
    sites = {i: (unit * x, unit * y) for i, (x, y) in grid.items()}
    found = _lines(domain, sites) if lines and domain.board is not None else ()
    bent = dict(bends(found, sites)) if names else {}
    corners = [
        ((sites[a][0] + 2 * x + sites[b][0]) / 4, (sites[a][1] + 2 * y + sites[b][1]) / 4)
        for (a, b), (x, y) in bent.items()
    ]
    for i, (x, y) in sites.items():
        beside, below = (names.width(i) / 2, names.height(i)) if names else (0.0, 0.0)
        corners += [(x - max(margin, beside), y - margin), (x + max(margin, beside), y + max(margin, below))]
    (left, width), (top, height) = ((min(c[n] for c in corners), max(c[n] for c in corners)) for n in (0, 1))
    sites = {i: (x - left, y - top) for i, (x, y) in sites.items()}
    bent = {ends: (x - left, y - top) for ends, (x, y) in bent.items()}
    edges = _edge_names(domain, sites, height - top)
    return Ground("point", sites, UNIT, width - left, height - top, found, edges, names=names, bends=bent)


def _pairs(points: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    ordered = sorted(points)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other[0] - one[0] > 1:
                break
            yield one, other


def _coordinates(domain: Domain) -> SitePoints | None:
    """Return the columns and rows of sites with names such as `a7`; None if a site has another kind of name."""
    named = [_NAMED.match(label) for label in domain.labels]
    if not named or not all(named):
        return None
    top = max(int(name[2]) for name in named if name)
    return {i: (float(ord(name[1]) - 97), float(top - int(name[2]))) for i, name in enumerate(named) if name}


def _graph_places(domain: Domain) -> SitePoints:
    assert domain.board is not None
    return dict(enumerate(graph_layout(domain.board.adjacent)))


def _edge_names(domain: Domain, sites: Mapping[int, Point], height: float) -> tuple[tuple[Point, str], ...]:
    """Return the letters of columns and the numbers of rows with their places. Return () unless all names consist of
    both and agree with the places of the sites."""
    columns: dict[str, set[float]] = {}
    rows: dict[str, set[float]] = {}
    for i, (x, y) in sites.items():
        name = _NAMED.match(domain.labels[i])
        if name is None:
            return ()
        columns.setdefault(name[1], set()).add(x)
        rows.setdefault(name[2], set()).add(y)
    if any(len(places) > 1 for places in (*columns.values(), *rows.values())):
        return ()
    below = [((min(xs), height + LETTER - 3), name) for name, xs in sorted(columns.items())]
    return (*below, *(((-0.6 * LETTER, min(ys) + 0.35 * LETTER), name) for name, ys in sorted(rows.items())))


# ------------------------------------------------------------------------------------------------------- grids of boxes


def member_grid(domain: Domain) -> SitePoints:
    """Return the column and row of each member of an enumeration or table. They are the values of its two attributes,
    if both are numbers. Else the values of an attribute that are members have a row each, if there is one."""
    numbers = [f for f in domain.fields if isinstance(f.type, NumberType)]
    if domain.sort == "table" and len(numbers) == len(domain.fields) == 2:
        places = [(float(x), -float(y)) for x, y in zip(numbers[0].values, numbers[1].values, strict=True)]  # type: ignore[arg-type]  # numbers
        if len(set(places)) == len(places):
            return dict(enumerate(places))
    group = next((f for f in domain.fields if isinstance(f.type, DomainType)), None)
    if domain.sort == "table" and group is not None and len(set(group.values)) > 1:
        rows: dict[object, list[int]] = {}
        for i, value in sorted(enumerate(group.values), key=lambda item: (item[1], item[0])):
            rows.setdefault(value, []).append(i)
        return {i: (float(x), float(y)) for y, row in enumerate(rows.values()) for x, i in enumerate(row)}
    across = (
        len(domain) if len(domain) <= WIDEST else next(n for n in range(1, len(domain)) if 2 * n * n >= 3 * len(domain))
    )
    return {i: (float(i % across), float(i // across)) for i in range(len(domain))}


def box_grid(domain: Domain) -> SitePoints:
    """Return the grid of an enumeration inside a box, which is about square; four cyclic members go clockwise."""
    across = next(n for n in range(1, len(domain) + 1) if n * n >= len(domain))
    grid = {i: (float(i % across), float(i // across)) for i in range(len(domain))}
    if domain.turning and len(domain) == 4:
        grid[2], grid[3] = grid[3], grid[2]
    return grid


def compact_grid(grid: SitePoints, kept: frozenset[int]) -> SitePoints:
    """Return the places of the members in `kept`, without rows and columns that have none of them."""
    there = {i: at for i, at in grid.items() if i in kept}
    if len(there) == len(grid):
        return there
    across, down = ({at: float(n) for n, at in enumerate(sorted({at[d] for at in there.values()}))} for d in (0, 1))
    return {i: (across[x], down[y]) for i, (x, y) in there.items()}


def box_ground(grid: SitePoints, width: float, height: float | Mapping[int, float], gap: float) -> Ground:
    """Return a ground with boxes at the places of a grid, as close together as possible without overlap.

    The boxes in a row have one height. If rows are not equally spaced in the grid, all boxes have the greatest
    height."""
    rows: dict[float, list[float]] = {}
    for x, y in grid.values():
        rows.setdefault(y, []).append(x)
    steps = [b - a for row in rows.values() for a, b in pairwise(sorted(row)) if b > a]
    across = (width + gap) / min(steps, default=1.0)
    levels = sorted(rows)
    heights = dict.fromkeys(levels, 0.0)
    for i, (_, y) in grid.items():
        heights[y] = max(heights[y], height[i] if isinstance(height, Mapping) else height)
    downs = [b - a for a, b in pairwise(levels)]
    if len(set(downs)) > 1:
        heights = dict.fromkeys(levels, max(heights.values()))
    tops, least = {levels[0]: 0.0}, min(downs, default=1.0)
    for above, y in pairwise(levels):
        tops[y] = tops[above] + (heights[above] + gap) * (y - above) / least
    left = min(x for x, _ in grid.values())
    sites = {i: (across * (x - left) + width / 2, tops[y] + heights[y] / 2) for i, (x, y) in grid.items()}
    whole = max(x for x, _ in sites.values()) + width / 2
    return Ground("box", sites, UNIT, whole, tops[levels[-1]] + heights[levels[-1]])


MOST = 120
"""Graphs with more sites are laid out in rows, because the time for a layout grows with the square of their number."""
ROUNDS = 120


def graph_layout(neighbours: Sequence[frozenset[int]]) -> tuple[Point, ...]:
    """Return a position for each site of a graph. Neighbours are about 1 apart, and the first site is at the upper
    left."""
    count = len(neighbours)
    if count > MOST:
        across = 1
        while across * across < count:
            across += 1
        return tuple((float(at % across), float(at // across)) for at in range(count))
    wanted = [_distances(neighbours, at) for at in range(count)]
    far = max((d for row in wanted for d in row if d is not None), default=1) + 1
    goal = [[float(far if d is None else d) for d in row] for row in wanted]
    xs, ys = _start_places(count)
    for _ in range(ROUNDS):
        for at in range(count):
            xs[at], ys[at] = _target_place(at, xs, ys, goal[at])
    return _normalise(xs, ys)


def _distances(neighbours: Sequence[frozenset[int]], start: int) -> list[int | None]:
    found: list[int | None] = [None] * len(neighbours)
    found[start] = 0
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in sorted(neighbours[here]):
            if found[there] is None:
                found[there] = (found[here] or 0) + 1
                waiting.append(there)
    return found


def _start_places(count: int) -> tuple[list[float], list[float]]:
    """Return the x and y values of pseudo-random start positions, all different."""
    state, places = 12345, []
    for at in range(2 * count):
        state = (state * 1103515245 + 12345 + at) % 2**31
        places.append(state / 2**31 * (count**0.5 + 1))
    return places[:count], places[count:]


def _target_place(at: int, xs: list[float], ys: list[float], goal: Sequence[float]) -> Point:
    """Return the new position of a site: the mean of the positions at the wanted distances (`goal`) from all others,
    weighted with 1 / `goal`²."""
    x = y = weight = 0.0
    for other, wanted in enumerate(goal):
        if other == at:
            continue
        across, along = xs[at] - xs[other], ys[at] - ys[other]
        apart = (across * across + along * along) ** 0.5 or 0.001
        w = 1 / (wanted * wanted)
        x += w * (xs[other] + wanted * across / apart)
        y += w * (ys[other] + wanted * along / apart)
        weight += w
    return (x / weight, y / weight) if weight else (0.0, 0.0)


def _normalise(xs: list[float], ys: list[float]) -> tuple[Point, ...]:
    """Return the layout, flipped so that it is wider than high with the first site at the upper left, and rounded."""
    left, top = min(xs), min(ys)
    xs, ys = [x - left for x in xs], [y - top for y in ys]
    if max(ys) > max(xs):
        xs, ys = ys, xs
    if xs[0] > max(xs) / 2:
        xs = [max(xs) - x for x in xs]
    if ys[0] > max(ys) / 2:
        ys = [max(ys) - y for y in ys]
    return tuple((round(x, 2), round(y, 2)) for x, y in zip(xs, ys, strict=True))
