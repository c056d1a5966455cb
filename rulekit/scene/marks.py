"""What is marked in a picture: where something came from and went to, with an arrow between.

A mark names what it marks by its key: `Square e4`, `place hand 0`.  `Artist.moved` gives those of what has moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from attrs import frozen

from .scene import Card, Disc, Point, Shape, Stroke, placed

MarkKind = Literal["from", "to", "ring", "arrow"]
AROUND = 3.0
"""How far from what is written in a tray its mark is."""
MOST_ARROWS = 3
"""More would lie across one another, and say less than the marks at their ends."""


@frozen
class PictureMark:
    """`from`: what was there has gone; `to`: it has come here; `ring`: look here; `arrow`: it went from `key` to
    `there`."""

    kind: MarkKind
    key: str
    there: str = ""


def mark_shapes(marks: Iterable[PictureMark], shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    """The shapes of marks on a picture, to be laid on it; marks of what is not in it are none."""
    wanted = list(marks)
    if not wanted:
        return
    where: dict[str, tuple[Point, Point]] = {}
    for group, x, y, scale in placed(shapes):
        if group.key:
            where.setdefault(group.key, ((x, y), (group.reach[0] * scale, group.reach[1] * scale)))
    for mark in wanted:
        if mark.key not in where:
            continue
        (x, y), (half, high) = where[mark.key]
        if mark.kind == "arrow":
            if mark.there in where:
                yield from _arrow((x, y), where[mark.there][0], min(half, high))
        elif half == high:
            yield Disc(x, y, half - 1.5, stroke="mark", width=3, dashed=mark.kind == "from")
        else:
            half, high = half + AROUND, high + AROUND
            yield Card(x - half, y - high, 2 * half, 2 * high, 6, stroke="mark", width=3, dashed=mark.kind == "from")


def _arrow(start: Point, end: Point, half: float) -> Iterator[Shape]:
    """From the edge of one site to the edge of another."""
    across, along = end[0] - start[0], end[1] - start[1]
    length = (across * across + along * along) ** 0.5
    if length == 0:
        return
    first, last = min(half * 0.9, length / 3) / length, 1 - min(half * 0.8, length / 3) / length
    points = (
        (start[0] + first * across, start[1] + first * along),
        (start[0] + last * across, start[1] + last * along),
    )
    yield Stroke(points, stroke="mark", width=4, arrow=True)


Lying = Mapping[str, Counter[str]]
"""What lies at each key, by name."""


def movement_marks(before: Lying, after: Lying) -> tuple[PictureMark, ...]:
    """What has moved between two states.  What left one place and came to one other, as the only one of its name, has
    an arrow, as long as these are few."""
    left = {key: gone for key, things in before.items() if (gone := things - after.get(key, Counter()))}
    come = {key: new for key, things in after.items() if (new := things - before.get(key, Counter()))}
    marks = [PictureMark("from", key) for key in left if key not in come] + [PictureMark("to", key) for key in come]
    arrows: list[PictureMark] = []
    for thing in dict.fromkeys(name for things in come.values() for name in things):
        sources = [key for key, things in left.items() if thing in things]
        targets = [key for key, things in come.items() if thing in things]
        if len(sources) == len(targets) == 1:
            arrows.append(PictureMark("arrow", sources[0], targets[0]))
    ways = {(arrow.key, arrow.there) for arrow in arrows}
    return (*marks, *(arrows if len(ways) <= MOST_ARROWS else ()))
