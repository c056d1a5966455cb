"""Places the names of sites below them, on boards whose sites have no names of columns and rows, and bends lines around
sites.

Names are broken into lines, and sites move apart until no name reaches another site or its name. A wide board is made
smaller in print; its names have larger letters if there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot

from attrs import frozen

from .blocks import break_lines, text_width, word_parts
from .scene import LETTER, Point, enlarge

ROOM = 18.0
"""Half the side of the square around a site's middle that is kept free for the things on it."""
LINE = 1.15
"""The height of a line of a name, as a multiple of the size of its letters."""
GAP = 4.0
"""The least distance between two names."""


@frozen
class SiteNames:
    """The names of sites: a mapping from sites to lines of text, all with letters of one size."""

    lines: Mapping[int, Sequence[str]]
    letters: float = LETTER

    @staticmethod
    def of(names: Mapping[int, str], letters: float) -> SiteNames:
        """Return names broken into lines that are about as wide as the longest word."""
        longest = max((text_width(word, letters) for name in names.values() for word in word_parts(name)), default=0.0)
        return SiteNames({site: break_lines(name, longest, letters) for site, name in names.items()}, letters)

    def width(self, site: int) -> float:
        return max((text_width(row, self.letters) for row in self.lines[site]), default=0.0)

    def height(self, site: int) -> float:
        """Return the distance from the middle of a site to the lower end of its name."""
        return ROOM + LINE * self.letters * len(self.lines[site])

    def baselines(self, site: int) -> Iterator[tuple[float, str]]:
        """Yield the lines of a site's name, each with the distance of its baseline below the site's middle."""
        for at, row in enumerate(self.lines[site]):
            yield ROOM + (LINE * at + 0.8) * self.letters, row

    def unit(self, places: Mapping[int, Point]) -> float:
        """Return the least factor by which distances between sites must be multiplied so that no name reaches another
        site or its name."""
        widths = {site: max(2 * ROOM, self.width(site)) for site in places}
        order, least = sorted(places, key=lambda site: places[site][1]), 1.0
        for at, upper in enumerate(order):
            for lower in order[at + 1 :]:
                across, down = abs(places[lower][0] - places[upper][0]), places[lower][1] - places[upper][1]
                beside = ((widths[upper] + widths[lower]) / 2 + GAP) / across if across else float("inf")
                below = (self.height(upper) + ROOM) / down if down else float("inf")
                least = max(least, min(beside, below))
        return least


def fit_names(names: Mapping[int, str], places: Mapping[int, Point], unit: float) -> tuple[SiteNames, float]:
    """Return the names of sites and the factor for the distances between sites, which is at least `unit`."""
    across = max((x for x, _ in places.values()), default=0.0) - min((x for x, _ in places.values()), default=0.0)
    unit = max(unit, SiteNames.of(names, LETTER).unit(places))
    letters = max(LETTER, int(LETTER * enlarge(unit * across)))
    while letters > LETTER and SiteNames.of(names, letters).unit(places) > unit:
        letters = max(LETTER, letters - 1)
    return SiteNames.of(names, letters), unit


def bends(lines: Iterable[tuple[int, int]], sites: Mapping[int, Point]) -> Iterator[tuple[tuple[int, int], Point]]:
    """Yield each line that would cross a site between its two ends, with the control point of a curve around it."""
    for a, b in lines:
        (x, y), (x2, y2) = sites[a], sites[b]
        length = hypot(x2 - x, y2 - y) or 1.0
        along, across = ((x2 - x) / length, (y2 - y) / length), ((y2 - y) / length, (x - x2) / length)
        bend = 0.0
        for other in sites.keys() - {a, b}:
            right, down = sites[other][0] - x, sites[other][1] - y
            share = (right * along[0] + down * along[1]) / length
            aside = right * across[0] + down * across[1]
            if 0 < share < 1 and abs(aside) < ROOM:
                away = (ROOM - abs(aside) + GAP) / (2 * share * (1 - share))
                bend = max(bend, away) if aside <= 0 else min(bend, -away) if bend <= 0 else bend
        if bend:
            yield (a, b), ((x + x2) / 2 + bend * across[0], (y + y2) / 2 + bend * across[1])
