"""Where the sites of a graph lie when nobody has said it: its distances in the plane as near as may be to steps.

Stress majorization (Gansner, Koren, North 2004) from a fixed beginning: sums, products and square roots of floats,
which are the same on every machine.  Sites that lie in parts of their own are laid beside one another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from .scene import Point

MOST = 120
"""Larger graphs are laid out in rows."""
ROUNDS = 120


def graph_layout(neighbours: Sequence[frozenset[int]]) -> tuple[Point, ...]:
    """A place for each site, the nearest about one apart, the first at the left and high."""
    count = len(neighbours)
    if count > MOST:
        across = 1
        while across * across < count:
            across += 1
        return tuple((float(at % across), float(at // across)) for at in range(count))
    wanted = [_distances(neighbours, at) for at in range(count)]
    far = max((d for row in wanted for d in row if d is not None), default=1) + 1
    goal = [[float(far if d is None else d) for d in row] for row in wanted]
    xs, ys = _begun(count)
    for _ in range(ROUNDS):
        for at in range(count):
            xs[at], ys[at] = _moved(at, xs, ys, goal[at])
    return _upright(xs, ys)


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


def _begun(count: int) -> tuple[list[float], list[float]]:
    """Somewhere in a square, never twice at one place."""
    state, places = 12345, []
    for at in range(2 * count):
        state = (state * 1103515245 + 12345 + at) % 2**31
        places.append(state / 2**31 * (count**0.5 + 1))
    return places[:count], places[count:]


def _moved(at: int, xs: list[float], ys: list[float], goal: Sequence[float]) -> Point:
    """Where the others would have it, the near ones most."""
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


def _upright(xs: list[float], ys: list[float]) -> tuple[Point, ...]:
    """Wider than high, the first site high and at the left; rounded, so that what is next to nothing is nothing."""
    left, top = min(xs), min(ys)
    xs, ys = [x - left for x in xs], [y - top for y in ys]
    if max(ys) > max(xs):
        xs, ys = ys, xs
    if xs[0] > max(xs) / 2:
        xs = [max(xs) - x for x in xs]
    if ys[0] > max(ys) / 2:
        ys = [max(ys) - y for y in ys]
    return tuple((round(x, 2), round(y, 2)) for x, y in zip(xs, ys, strict=True))
