"""A board drawn with letters: sites as far apart as they lie, lines between those that are joined, names at the edges.

Callers give the sites and what is on them: `terminal.py` from a scene, `play/position_text.py` from names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from string import ascii_letters, digits

from attrs import define, field, frozen

from .scene import Point

EMPTY = "."
WIDEST = 3
"""Texts up to this long stand on the board as they are."""


@frozen
class PlacedText:
    """Something that stands at a place: `y` goes down."""

    x: float
    y: float
    text: str


def drawing(
    spots: Sequence[PlacedText],
    links: Sequence[tuple[Point, Point]] = (),
    below: Sequence[PlacedText] = (),
    beside: Sequence[PlacedText] = (),
    beyond: Sequence[PlacedText] = (),
) -> Iterator[str]:
    """The rows of a board; names `below` stand under columns, those `beside` before rows, those `beyond` where another
    site would be.
    """
    canvas = _Canvas.of([*spots, *beyond], links, below)
    for a, b in links:
        canvas.link(a, b)
    for spot in (*spots, *beyond):
        canvas.write(canvas.column(spot.x), canvas.row(spot.y), spot.text or EMPTY)
    bottom = canvas.row(max(canvas.levels)) + 1
    for name in below:
        canvas.write(canvas.column(name.x), bottom, name.text)
    names = {canvas.row(name.y): name.text for name in beside}
    margin = max(map(len, names.values()), default=-1) + 1
    for y, row in enumerate(canvas.rows()):
        front = f"{names[y]:>{margin - 1}} " if y in names else " " * margin
        yield f"{front}{row}".rstrip()


def key(signs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A line that says what signs stand for, where that is not themselves."""
    told = [f"{sign} {text}" for sign, text in signs if sign != text]
    if told:
        yield f"({', '.join(told)})"


def signs_of(texts: Iterable[str]) -> dict[str, str]:
    """Each text as it is where all are short; otherwise the first letters of its parts, all different."""
    texts = list(dict.fromkeys(texts))
    if all(len(text) <= WIDEST and " " not in text for text in texts):
        return {text: text for text in texts}
    found: dict[str, str] = {}
    for text in texts:
        parts = re.findall(r"\w+", text.replace("_", " ")) or ["?"]
        before = "".join(part[0] for part in parts[:-1][:2])
        letters = [*parts[-1], *parts[-1].upper(), *ascii_letters, *digits]
        taken = set(found.values())
        found[text] = next((before + letter for letter in letters if before + letter not in taken), text)
    return found


@define
class _Canvas:
    """Letters at places.  `step` is the least distance of two sites in a row, `cell` how many letters that is."""

    left: float
    step: float
    cell: int
    high: int
    levels: list[float]
    letters: dict[Point, str] = field(factory=dict)

    @staticmethod
    def of(spots: Sequence[PlacedText], links: Sequence[object], below: Sequence[PlacedText]) -> _Canvas:
        wide = max([1, *(len(spot.text) for spot in (*spots, *below))])
        left = min(spot.x for spot in spots)
        step = _step(spots)
        cell = wide + 1 + (2 if links else 0)
        halves = any(0.2 < abs((spot.x - left) / step % 1 - 0.0) < 0.8 for spot in spots)
        return _Canvas(left, step, cell + (cell % 2 if halves else 0), 2 if links else 1, _levels(spots))

    def column(self, x: float) -> int:
        return round((x - self.left) / self.step * self.cell)

    def row(self, y: float) -> int:
        nearest = min(range(len(self.levels)), key=lambda at: abs(self.levels[at] - y))
        return self.high * nearest

    def write(self, x: int, y: int, text: str) -> None:
        for n, letter in enumerate(text):
            self.letters[x + n, y] = letter

    def link(self, a: Point, b: Point) -> None:
        """A line between two places; of a slanting one the middle."""
        x, y, x2, y2 = self.column(a[0]), self.row(a[1]), self.column(b[0]), self.row(b[1])
        if y == y2:
            for column in range(min(x, x2) + 1, max(x, x2)):
                self.letters.setdefault((column, y), "─")
        elif x == x2:
            for row in range(min(y, y2) + 1, max(y, y2)):
                self.letters.setdefault((x, row), "│")
        else:
            sign = "╲" if (x2 - x) * (y2 - y) > 0 else "╱"
            self.letters.setdefault(((x + x2) // 2, (y + y2) // 2), sign)

    def rows(self) -> Iterator[str]:
        for y in range(int(max(row for _, row in self.letters)) + 1):
            here = {x: sign for (x, row), sign in self.letters.items() if row == y}
            yield "".join(here.get(x, " ") for x in range(int(max(here, default=-1)) + 1))


def _step(spots: Sequence[PlacedText]) -> float:
    """The least distance of two sites of one row."""
    rows: dict[float, list[float]] = {}
    for spot in spots:
        rows.setdefault(round(spot.y, 1), []).append(spot.x)
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row)) if b - a > 0.01]
    return min(gaps, default=1.0)


def _levels(spots: Sequence[PlacedText]) -> list[float]:
    """The heights at which sites lie; what differs by little is one."""
    values = sorted({spot.y for spot in spots})
    near = 0.2 * min(
        (b - a for a, b in pairwise(values) if b - a > 0.3 * (values[-1] - values[0] + 1) / len(values)), default=1
    )
    found: list[float] = []
    for value in values:
        if not found or value - found[-1] > near:
            found.append(value)
    return found
