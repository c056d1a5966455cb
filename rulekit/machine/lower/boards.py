"""Makes the tables of a board's geometry: steps, rays, neighbours, sites between two sites, directions and distances.

A table is made when it is first needed, from the steps and neighbours that the board declares. In docstrings, an arrow
leads from a table's indexes to its values.
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
    """Return the greatest number of steps in one direction that the tables contain. On an open board (one without
    edges), this is the greatest possible distance between two pieces."""
    capacity = board_of(domain).capacity
    return len(domain) if capacity is None else capacity + 1


def mask(sites: set[int] | frozenset[int]) -> int:
    return sum(1 << s for s in sites)


def step_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [direction, site] -> 1 + the next site in this direction, or 0 if there is none."""
    board = board_of(domain)
    values = [0 if t is None else t + 1 for row in board.next for t in row]
    return b.table(f"{domain.name}.next", (len(board.next), len(domain)), m.NUMBER, values)


def rim_table(b: Builder, rim: Domain) -> str:
    """Return the name of the table [direction, cell] -> 1 + the edge or corner of the cell in this direction, or 0 if
    there is none. `rim` is the board that consists of the edges or corners."""
    board = board_of(rim)
    values = [0 if t is None else t + 1 for row in board.of_cells for t in row]
    return b.table(f"{rim.name}.of", (len(board.of_cells), len(board.of_cells[0])), m.NUMBER, values)


def steps_table(b: Builder, domain: Domain, most: int) -> str:
    """Return the name of the table [direction, site, n] -> 1 + the site n steps away in this direction, or 0 if there
    is none. n is in 0..most."""
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
    """Return the sites that one passes from `site` in one direction. The walk ends at the edge of the board, before it
    returns to `site`, or after `most` steps. `row` maps each site to the next one in this direction."""
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
    """Return the name of the table [s, t] -> set of the sites strictly between s and t, along the first direction that
    leads from s to t. The board must have edges."""
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
    """Return the sites s that have rows in the tables [s, t]: all sites or, on an open board (one without edges), only
    the first one, because the board looks the same from every site."""
    return range(len(domain) if board_of(domain).capacity is None else 1)


def direction_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [s, t] -> 1 + the first direction that leads from s to t, or 0 if none does. s is in
    `starts`."""
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
    """Return the name of the table [s, t] -> the smallest number of steps between neighbours from s to t, or the number
    of all sites if t cannot be reached. s is in `starts`."""
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
    """Return the name of the table [s] -> set of the sites of the board `other` that touch s. Both boards belong to one
    grid: its cells, edges or corners."""
    values = [mask(sites) for sites in touching_sites(domain, other)]
    return b.table(f"{domain.name}.touching {other.name}", (len(domain),), len(other), values)


def around_table(b: Builder, domain: Domain) -> str:
    """Return the name of the table [s] -> set of the sites one step away from s in any direction. On a board without
    directions, these are the neighbours of s."""
    board = board_of(domain)
    if not board.next:
        return adjacent_table(b, domain)
    sites = [{t for row in board.next if (t := row[s]) is not None and t != s} for s in range(len(domain))]
    return b.table(f"{domain.name}.around", (len(domain),), len(domain), [mask(s) for s in sites])
