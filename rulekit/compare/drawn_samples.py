"""Figures of a sample that is drawn anew hundreds of times: ranks and ratios, without sorting and with one sum a draw.

Several figures are asked of the same places one after the other; what they share is worked out once.  What is drawn,
and what becomes of the figures, is `confidence.py`'s.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import accumulate

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
        self._codes = [codes[value] for value in values] if len(self._known) <= MOST_CODES else None
        self._places: Sequence[int] | None = None  # of which the rest is
        self._sorted: list[int] = []
        self._below: list[int] = []

    def rank(self, q: float, places: Sequence[int]) -> float | None:
        """The least value that at least the share q of those at these places does not pass."""
        if not places:
            return None
        if places is not self._places:
            self._places = places
            if self._codes is None:
                self._sorted = sorted(map(self._values.__getitem__, places))
            else:  # to count each value in bytes takes a tenth of what it takes to sort them
                drawn = bytes(map(self._codes.__getitem__, places))
                self._below = list(accumulate(map(drawn.count, range(len(self._known)))))
        at = max(0, -int(-q * len(places) // 1) - 1)
        return float(self._sorted[at] if self._codes is None else self._known[bisect_right(self._below, at)])


def paired_ratios(first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> Both:
    """For either side, the sum of the one over the sum of the other, of the games at given places; none is negative."""
    packed = [a | b << BITS | c << 2 * BITS | d << 3 * BITS for (a, b), (c, d) in zip(first, second, strict=True)]
    sums: tuple[Sequence[int] | None, int] = (None, 0)

    def ratio(side: int, places: Sequence[int]) -> float | None:
        nonlocal sums
        if places is not sums[0]:
            sums = places, sum(map(packed.__getitem__, places))
        above, below = (sums[1] >> shift * BITS & (1 << BITS) - 1 for shift in (2 * side, 2 * side + 1))
        return above / below if below else None

    return partial(ratio, 0), partial(ratio, 1)
