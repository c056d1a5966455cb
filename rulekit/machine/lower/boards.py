"""Tables of board geometry: single and several steps, rays, neighbours, sites between two sites, directions, distances.

Each table is made on first use, from the board's own steps and neighbours.
"""

from __future__ import annotations

from collections import deque

from ...model.types import BoardInfo, Domain, touching_sites
from .. import program as m
from .builder import Builder, check_table


def board_of(domain: Domain) -> BoardInfo:
    assert domain.board is not None, domain.name
    return domain.board


def farthest(domain: Domain) -> int:
    """Return the greatest number of steps in one direction that tables cover. On an open board (one without edges),
    that is how far apart pieces can lie."""
    capacity = board_of(domain).capacity
    return len(domain) if capacity is None else capacity + 1


def mask(sites: set[int] | frozenset[int]) -> int:
    return sum(1 << s for s in sites)


def step_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [direction, site] -> 1 + the next site in that direction, or 0 if there is none."""
    board = board_of(domain)
    values = [0 if t is None else t + 1 for row in board.next for t in row]
    return b.table(f"{domain.name}.next", (len(board.next), len(domain)), m.NUMBER, values)


def rim_table(b: Builder, rim: Domain) -> str:
    """Return the name of the table [direction, cell] -> 1 + the cell's edge or corner in that direction, or 0. `rim` is
    the board of the edges or corners."""
    board = board_of(rim)
    values = [0 if t is None else t + 1 for row in board.of_cells for t in row]
    return b.table(f"{rim.name}.of", (len(board.of_cells), len(board.of_cells[0])), m.NUMBER, values)


def steps_table(b: Builder, domain: Domain, most: int) -> str:
    """Return the name of the table [direction, site, n] -> 1 + the site n steps away, or 0; n in 0..most."""
    board = board_of(domain)
    check_table(f"board {domain.name}", f"up to {most} steps", len(board.next) * len(domain) * (most + 1))
    values = []
    reached = farthest(domain) if board.capacity is not None else most
    for row in board.next:
        for site in range(len(domain)):
            here: int | None = site
            for count in range(most + 1):
                values.append(0 if here is None or count > reached else here + 1)
                here = None if here is None else row[here]
    return b.table(f"{domain.name}.steps{most}", (len(board.next), len(domain), most + 1), m.NUMBER, values)


def walk(row: tuple[int | None, ...], site: int, most: int) -> list[int]:
    """Return the sites passed from `site` in one direction: at most `most`, up to the edge or before `site` comes
    again."""
    met: list[int] = []
    here = row[site]
    while here is not None and here != site and len(met) < most:
        met.append(here)
        here = row[here]
    return met


def ray_table(b: Builder, domain: Domain) -> str:
    board, most = board_of(domain), farthest(domain)
    check_table(f"board {domain.name}", "every ray", len(board.next) * len(domain), len(domain))
    values = [mask(set(walk(row, site, most))) for row in board.next for site in range(len(domain))]
    return b.table(f"{domain.name}.ray", (len(board.next), len(domain)), len(domain), values)


def between_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [s, t] -> set of sites strictly between s and t, along the first direction from s to
    t. Only for boards with edges."""
    board = board_of(domain)
    n = len(domain)
    check_table(f"board {domain.name}", "what lies between", n * n, n)
    values = [0] * (n * n)
    found: set[tuple[int, int]] = set()
    for row in board.next:
        for site in range(n):
            met = walk(row, site, n)
            for i, other in enumerate(met):
                if (site, other) not in found:
                    found.add((site, other))
                    values[site * n + other] = mask(set(met[:i]))
    return b.table(f"{domain.name}.between", (n, n), n, values)


def starts(domain: Domain) -> range:
    """Return the sites that are the first index of tables of pairs: all; or, on an open board, only the origin, because
    the board looks the same from every site."""
    return range(len(domain) if board_of(domain).capacity is None else 1)


def direction_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [s, t] -> 1 + the first direction in which t lies from s, or 0; s in `starts`."""
    board = board_of(domain)
    n, begun = len(domain), starts(domain)
    check_table(f"board {domain.name}", "every direction", n * len(begun))
    values = [0] * (n * len(begun))
    for d, row in enumerate(board.next):
        for site in begun:
            for other in walk(row, site, farthest(domain)):
                if not values[site * n + other]:
                    values[site * n + other] = d + 1
    return b.table(f"{domain.name}.direction", (len(begun), n), m.NUMBER, values)


def distance_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [s, t] -> number of steps between neighbours, or the number of sites if t is
    unreachable; s in `starts`."""
    board = board_of(domain)
    n, begun = len(domain), starts(domain)
    check_table(f"board {domain.name}", "every distance", n * len(begun))
    values: list[int] = []
    for site in begun:
        far = [n] * n
        far[site] = 0
        queue = deque([site])
        while queue:
            here = queue.popleft()
            for other in board.adjacent[here]:
                if far[other] == n:
                    far[other] = far[here] + 1
                    queue.append(other)
        values += far
    return b.table(f"{domain.name}.distance", (len(begun), n), m.NUMBER, values)


def adjacent_table(b: Builder, domain: Domain) -> str:
    board = board_of(domain)
    return b.table(f"{domain.name}.adjacent", (len(domain),), len(domain), [mask(a) for a in board.adjacent])


def touching_table(b: Builder, domain: Domain, other: Domain) -> str:
    """Return the name of the table [s] -> set of the sites of another board of the grid that touch s."""
    values = [mask(sites) for sites in touching_sites(domain, other)]
    return b.table(f"{domain.name}.touching {other.name}", (len(domain),), len(other), values)


def around_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [s] -> set of the sites one step away in any direction; on a board without
    directions, the neighbours of s."""
    board = board_of(domain)
    if not board.next:
        return adjacent_table(b, domain)
    sites = [{t for row in board.next if (t := row[s]) is not None and t != s} for s in range(len(domain))]
    return b.table(f"{domain.name}.around", (len(domain),), len(domain), [mask(s) for s in sites])
