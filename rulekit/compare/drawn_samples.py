"""Figures of a sample that is drawn anew hundreds of times: ranks and ratios, without sorting and with one sum a draw.

Several figures are asked of the same places one after the other; what they share is worked out once.  What is drawn,
and what becomes of the figures, is `confidence.py`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import itemgetter

from .confidence import Both

MOST_CODES = 256
"""Values that are told apart by a byte."""
BITS = 64
"""Room for each of the sums that are added up as one number."""


class RankedSample:
    """Numbers by their places in a sample, of which ranks are asked among those at given places."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = values
        self._known = sorted(set(values))
        codes = {value: code for code, value in enumerate(self._known)}
        self._codes = bytes(codes[value] for value in values) if len(self._known) <= MOST_CODES else None
        self._places: Sequence[int] | None = None  # of which the rest is
        self._sorted: list[int] = []
        self._drawn = b""

    def rank(self, q: float, places: Sequence[int]) -> float | None:
        """The least value that at least the share q of those at these places does not pass."""
        if not places:
            return None
        if places is not self._places:
            self._places = places
            if self._codes is None:
                self._sorted = sorted(map(self._values.__getitem__, places))
            else:
                self._drawn = bytes(at_places(places, self._codes))
        at = max(0, -int(-q * len(places) // 1) - 1)
        return float(self._sorted[at] if self._codes is None else self._known[self._code(at)])

    def _code(self, at: int) -> int:
        """The code at this place of the drawn ones, if they were sorted: to leave out bytes takes a hundredth of it."""
        low, high = 0, len(self._known) - 1
        while low < high:
            middle = (low + high) // 2
            beyond = len(self._drawn.translate(None, UP_TO[middle]))
            low, high = (low, middle) if len(self._drawn) - beyond > at else (middle + 1, high)
        return low


UP_TO = [bytes(range(code + 1)) for code in range(MOST_CODES)]


def at_places(places: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """The values at these places: for many, in a third of what `map` takes."""
    return itemgetter(*places)(values) if len(places) > 1 else tuple(values[place] for place in places)


def paired_ratios(first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> Both:
    """For either side, the sum of the one over the sum of the other, of the games at given places; none is negative."""
    packed = [a | b << BITS | c << 2 * BITS | d << 3 * BITS for (a, b), (c, d) in zip(first, second, strict=True)]
    sums: tuple[Sequence[int] | None, int] = (None, 0)

    def ratio(side: int, places: Sequence[int]) -> float | None:
        nonlocal sums
        if places is not sums[0]:
            sums = places, sum(at_places(places, packed))
        above, below = (sums[1] >> shift * BITS & (1 << BITS) - 1 for shift in (2 * side, 2 * side + 1))
        return above / below if below else None

    return partial(ratio, 0), partial(ratio, 1)
