"""Draws the arrows that show moves, along curves that avoid names and pieces where possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, inf

from .blocks import text_width
from .scene import Card, Disc, Group, Lettering, Point, Shape, Stroke, readable_on

Box = tuple[Point, Point]
"""A box as a pair: its middle, and half its width and height."""
Obstacle = tuple[Box, int]
"""A box that an arrow should not cover, and the cost if it covers the box."""
BENDS = (0.0, 0.12, -0.12, 0.22, -0.22, 0.34, -0.34, 0.46, -0.46, 0.6, -0.6)
"""Bends to try: the distance of a curve's control point from the straight line, as shares of the line's length."""
LEANS = (0.5, 0.25, 0.75)
"""Where along the straight line the control point lies, as shares of the line's length."""
NUMBERED = (0.5, 0.36, 0.64, 0.24, 0.76)
"""Positions to try for an arrow's number, as shares of the curve."""
ALONG = (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
"""Where along a drawn arrow the points are that later arrows should avoid, as shares of the curve."""
ARROW, PIECE, NAME, NUMBER = 1, 3, 6, 4
STEPS = 20
SHORTEST = 24.0
"""The least length of an arrow between two boxes that are close together, in pixels."""
BADGE = 8.0
BEFORE, AFTER, WITHIN = 3.0, 7.0, 6.0
"""The gap between the box at an arrow's start and the arrow, that between the end of its line and a round target, and
how far the line reaches into a target with corners."""


def arrow(
    begin: Box, target: Box, number: int, obstacles: list[Obstacle], size: Point, onto: bool = True
) -> Iterator[Shape]:
    """Yield the shapes of an arrow and of its number. The arrow goes from the edge of one site or tray entry to the
    edge of another. It may cover pieces on these two, but not their names; if `onto` is False, it ends before the
    second one.

    If `number` is 0, no number is drawn. The arrow and its number are added to `obstacles`. `size` is the size of the
    picture."""
    (x, y), (x2, y2) = begin[0], target[0]
    if (x, y) == (x2, y2):
        return
    half, high = target[1]
    gap = AFTER if half == high or not onto else -min(WITHIN, half / 3, high / 3)
    ways = [_way(begin, target, bend, lean, gap) for bend in BENDS for lean in (LEANS if bend else LEANS[:1])]
    around = _near([point for way in ways for point in way], obstacles, BADGE)  # a curve stays between its three points
    ends = (begin, target)
    away = [(box, cost) for box, cost in around if cost == NAME or not any(is_inside(box[0], end) for end in ends)]
    start, bend, end = _best(ways, away, size)
    straight = bend == _aside(begin[0], target[0], 0, 0.5)
    for stroke, width in (("page", 8.0), ("mark", 4.0)):
        yield Stroke((start, end), stroke=stroke, width=width, arrow=stroke == "mark", bend=None if straight else bend)
    obstacles += [((_at((start, bend, end), share), (3, 3)), ARROW) for share in ALONG]
    if number:
        places = [_at((start, bend, end), share) for share in NUMBERED]
        at = min(places, key=lambda place: _covered([place], away, BADGE))
        obstacles.append(((at, (BADGE, BADGE)), NUMBER))
        yield Disc(*at, BADGE, fill="mark", stroke="page", width=1.5)
        yield Lettering(at[0], at[1] + 4, str(number), 11, "middle", bold=True, fill=readable_on("mark"))


def find_obstacles(
    shapes: Iterable[Shape], x: float = 0, y: float = 0, scale: float = 1, turn: float = 0
) -> Iterator[Obstacle]:
    """Yield the boxes of pieces and of lines of text in a picture, each with the cost of covering it."""
    for shape in shapes:
        match shape:
            case Group(role="token"):
                half, high = _reach(shape.shapes)
                inside = scale * shape.scale
                yield ((x + scale * shape.x, y + scale * shape.y), (inside * half, inside * high)), PIECE
            case Group(role="heading", key=key, reach=(half, high)) if key:  # the sign and name of a player
                yield ((x + scale * shape.x, y + scale * shape.y), (scale * half, scale * high)), NAME
            case Group():
                left, top, inside = x + scale * shape.x, y + scale * shape.y, scale * shape.scale
                yield from find_obstacles(shape.shapes, left, top, inside, shape.turn)
            case Lettering():
                yield letter_box(shape, x, y, scale, turn), NAME


def letter_box(text: Lettering, x: float, y: float, scale: float, turn: float = 0) -> Box:
    """Return the box around a line of text. The line is in a group at (x, y) that is scaled by `scale` and turned by
    `turn` degrees, 0 or -90."""
    half, high = scale * text_width(text.text, text.size) / 2, scale * 0.45 * text.size
    across = scale * text.x + {"start": half, "middle": 0.0, "end": -half}[text.anchor]
    down = scale * (text.y - 0.35 * text.size)
    return ((x + down, y - across), (high, half)) if turn == -90 else ((x + across, y + down), (half, high))


def _reach(shapes: Sequence[Shape]) -> Point:
    body = shapes[0] if shapes else None
    return (body.w / 2, body.h / 2) if isinstance(body, Card) else (14.0, 14.0)


Way = tuple[Point, Point, Point]
"""A possible curve of an arrow, a quadratic Bézier curve: its start, its control point, and its end."""


def _best(ways: Iterable[Way], obstacles: Sequence[Obstacle], size: Point) -> Way:
    """Return the first curve that covers nothing; if each covers something, the one with the least cost."""
    first, *others = ways
    best, least = first, _cost(first, obstacles, size)
    for way in others:
        if least < 1:
            break
        cost = _cost(way, obstacles, size, least)
        if cost < least:
            best, least = way, cost
    return best


def _way(begin: Box, target: Box, bend: float, lean: float, gap: float) -> Way:
    """Return the curve of an arrow that ends `gap` before the edge of its target."""
    aside = _aside(begin[0], target[0], bend, lean)
    return _leave(begin, aside, target, BEFORE), aside, _leave(target, aside, begin, gap)


def _aside(one: Point, other: Point, bend: float, lean: float) -> Point:
    """Return the control point of a curve: the point at the share `lean` of the straight line between two points, moved
    sideways by the share `bend` of the line's length."""
    across, along = other[0] - one[0], other[1] - one[1]
    return one[0] + lean * across - bend * along, one[1] + lean * along + bend * across


def _leave(box: Box, towards: Point, far: Box, gap: float) -> Point:
    """Return the point at which an arrow leaves a box: `gap` beyond its edge, in the direction of `towards`. If the box
    `far` at the other end is close, the point is nearer, so that the arrow does not get too short."""
    (x, y), whole = box[0], hypot(far[0][0] - box[0][0], far[0][1] - box[0][1])
    most = max(whole / 3, whole - _edge(far, box[0]) - AFTER - SHORTEST)
    out = min(_edge(box, towards) + gap, most)
    across, along = towards[0] - x, towards[1] - y
    length = hypot(across, along)
    return x + across * out / length, y + along * out / length


def _edge(box: Box, towards: Point) -> float:
    """Return the distance from the middle of a box to its edge, in the direction of `towards`. A square box counts as a
    disc."""
    (x, y), (half, high) = box
    across, along = abs(towards[0] - x), abs(towards[1] - y)
    if half == high:
        return 0.85 * half
    return hypot(across, along) * min(half / across if across else 1, high / along if along else 1)


def _at(way: Way, share: float) -> Point:
    """Return the point of a curve at a parameter from 0 to 1."""
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
    (x, y), (x2, y2), (x3, y3) = way
    return a * x + b * x2 + c * x3, a * y + b * y2 + c * y3


def _cost(way: Way, obstacles: Sequence[Obstacle], size: Point, most: float = inf) -> float:
    """Return the cost of a curve: of what it covers, of points outside the picture, and a little for its bend. If the
    cost is at least `most`, its computation may have stopped early."""
    points = [_at(way, step / STEPS) for step in range(STEPS + 1)]
    outside = sum(not (4 < x < size[0] - 4 and 4 < y < size[1] - 4) for x, y in points)
    start, bend, end = way
    aside = hypot(bend[0] - (start[0] + end[0]) / 2, bend[1] - (start[1] + end[1]) / 2)
    own = 10 * outside + 0.5 * aside / hypot(end[0] - start[0], end[1] - start[1])
    return own if own >= most else own + _covered(points, obstacles, 3.0, most - own)


def _covered(points: Sequence[Point], obstacles: Sequence[Obstacle], more: float, most: float = inf) -> int:
    """Return the total cost of obstacles whose boxes, enlarged by `more` at each side, contain one of the points. If
    the total is at least `most`, its computation may have stopped early."""
    total = 0
    for ((x, y), (half, high)), cost in _near(points, obstacles, more):
        left, right, over, under = x - half - more, x + half + more, y - high - more, y + high + more
        if any([left < px < right and over < py < under for px, py in points]):  # noqa: C419 (a list is twice as fast)
            total += cost
            if total >= most:
                break
    return total


def _near(points: Sequence[Point], obstacles: Sequence[Obstacle], more: float) -> list[Obstacle]:
    """Return the obstacles that overlap the rectangle around some points, enlarged by `more` at each side."""
    left, right = min(x for x, _ in points) - more, max(x for x, _ in points) + more
    over, under = min(y for _, y in points) - more, max(y for _, y in points) + more
    return [
        (box, cost)
        for box, cost in obstacles
        if left < box[0][0] + box[1][0]
        and box[0][0] - box[1][0] < right
        and over < box[0][1] + box[1][1]
        and box[0][1] - box[1][1] < under
    ]


def is_inside(point: Point, box: Box, more: float = 0) -> bool:
    (x, y), (half, high) = box
    return abs(point[0] - x) < half + more and abs(point[1] - y) < high + more
