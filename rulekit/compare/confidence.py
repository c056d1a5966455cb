"""Confidence intervals for the difference of two paired samples of numbers.

For means and shares, they are computed from paired differences with a normal approximation; if no pair differs, by the
rule of three. For medians and ratios, it is the paired bootstrap, which computes quantiles without sorting and ratios
with one sum for each resample. `paired_figures.py` supplies the samples.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import repeat, starmap
from math import erfc, sqrt
from operator import itemgetter, mul, sub

from attrs import frozen

from ..play.simulate import NORMAL

PAIRED = "paired differences, normal approximation"
THREE = "rule of three (no pair differs)"
SAME = "no pair differs"
BOOTSTRAP = "paired bootstrap"


@frozen
class ConfidenceInterval:
    """A difference (second minus first), with the ends of its 95 % interval, which are None if there are too few pairs.
    `method` says how the interval was computed."""

    difference: float | None
    low: float | None
    high: float | None
    pairs: int
    method: str

    @property
    def clear(self) -> bool:
        """Return whether the interval excludes 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def mean_difference(first: Sequence[float], second: Sequence[float], share: bool = False) -> ConfidenceInterval:
    """Return the interval for the mean difference of paired numbers. `share` means that the numbers are zeros and
    ones."""
    n = len(first)
    if len(second) != n:
        raise ValueError(f"{n} and {len(second)} numbers are no pairs")
    differences = list(map(sub, second, first))
    if n < 2:
        return ConfidenceInterval(sum(differences) / n if n else None, None, None, n, PAIRED)
    total = sum(differences)
    mean = total / n
    if not any(differences):
        if not share:
            return ConfidenceInterval(
                0.0, None, None, n, SAME
            )  # counts have no upper limit, so equal pairs do not limit the error
        reach = min(1.0, 3 / n)
        return ConfidenceInterval(0.0, -reach, reach, n, THREE)
    squares = n * sum(map(mul, differences, differences)) - total * total  # exact for whole numbers
    reach = NORMAL * sqrt(max(0, squares) / n / (n - 1) / n)
    low, high = mean - reach, mean + reach
    if share:
        low, high = max(-1.0, low), min(1.0, high)
    return ConfidenceInterval(mean, low, high, n, PAIRED)


Statistic = Callable[[Sequence[int]], float | None]
"""A function from the indexes of the games in a sample to one figure of these games."""


Both = tuple[Statistic, Statistic]
"""The same figure as a function of the games of the first and of the second side."""


def bootstrap(figures: Sequence[Both], n: int, seed: int) -> list[ConfidenceInterval]:
    """Return an interval for each statistic in `figures`, all computed from the same resamples of n pairs. Equal seeds
    give equal resamples."""
    wholes = [_difference(both, range(n)) for both in figures]
    found: list[list[float]] = [[] for _ in figures]
    if n >= 2 and any(whole is not None for whole in wholes):
        source = random.Random(seed)
        for _ in range(1000 if n <= 1000 else 300):
            places = _resample(source, n)
            for both, drawn in zip(figures, found, strict=True):
                difference = _difference(both, places)
                if difference is not None:
                    drawn.append(difference)
    return [_interval(whole, sorted(drawn), n) for whole, drawn in zip(wholes, found, strict=True)]


def _resample(source: random.Random, n: int) -> list[int]:
    """Return the same list as `source.choices(range(n), k=n)`, in a third of its time."""
    return list(map(int, map(float(n).__mul__, starmap(source.random, repeat((), n)))))


def _difference(both: Both, places: Sequence[int]) -> float | None:
    a, b = both[0](places), both[1](places)
    return None if a is None or b is None else b - a


def _interval(whole: float | None, drawn: list[float], n: int) -> ConfidenceInterval:
    if whole is None or not drawn:
        return ConfidenceInterval(whole, None, None, n, BOOTSTRAP)
    low, high = (drawn[min(len(drawn) - 1, int(q * len(drawn)))] for q in (0.025, 0.975))
    return ConfidenceInterval(whole, low, high, n, BOOTSTRAP)


def p_value(interval: ConfidenceInterval | None) -> float:
    """Return the probability of a difference at least this large if there is none in reality (two-sided, normal
    approximation); 1 without an interval."""
    if interval is None or interval.low is None or interval.high is None or interval.difference is None:
        return 1.0
    error = (interval.high - interval.low) / 2 / NORMAL
    if error == 0:
        return 0.0 if interval.difference else 1.0
    return erfc(abs(interval.difference) / error / sqrt(2))


def holm(values: Sequence[float], level: float = 0.05) -> list[bool]:
    """Return for each p-value whether the difference is significant. The chance that any of these is false is at most
    `level` (Holm's correction)."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    sure = [False] * len(values)
    for rank, at in enumerate(order):
        if values[at] > level / (len(values) - rank):
            break
        sure[at] = True
    return sure


MOST_CODES = 256
"""Different values up to which each value is coded as a byte."""
BITS = 64
"""Bits for each sum where several sums are computed as one large number."""


class RankedSample:
    """A sample of numbers from which quantiles of resamples are computed. A resample is a list of indexes into it."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = values
        self._known = sorted(set(values))
        codes = {value: code for code, value in enumerate(self._known)}
        self._codes = bytes(codes[value] for value in values) if len(self._known) <= MOST_CODES else None
        self._places: Sequence[int] | None = None  # the indexes for which `_sorted` or `_drawn` was computed
        self._sorted: list[int] = []
        self._drawn = b""

    def quantile(self, q: float, places: Sequence[int]) -> float | None:
        """Return the q-quantile of the values at these indexes; None if there are no indexes."""
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
        """Return the code of the value at position `at` of the sorted resample. It is found by bisection, without
        sorting."""
        low, high = 0, len(self._known) - 1
        while low < high:
            middle = (low + high) // 2
            beyond = len(self._drawn.translate(None, UP_TO[middle]))
            low, high = (low, middle) if len(self._drawn) - beyond > at else (middle + 1, high)
        return low


UP_TO = [bytes(range(code + 1)) for code in range(MOST_CODES)]


def at_places(places: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """Return the values at these indexes. For many indexes, this takes a third of the time of `map`."""
    return itemgetter(*places)(values) if len(places) > 1 else tuple(values[place] for place in places)


def paired_ratios(first: Sequence[tuple[int, int]], second: Sequence[tuple[int, int]]) -> Both:
    """Return two functions, one for each side. Each maps the indexes of games to the ratio of two sums over these
    games; `first` and `second` have the two terms for each game. No number may be negative."""
    packed = [a | b << BITS | c << 2 * BITS | d << 3 * BITS for (a, b), (c, d) in zip(first, second, strict=True)]
    sums: tuple[Sequence[int] | None, int] = (None, 0)

    def ratio(side: int, places: Sequence[int]) -> float | None:
        nonlocal sums
        if places is not sums[0]:
            sums = places, sum(at_places(places, packed))
        above, below = (sums[1] >> shift * BITS & (1 << BITS) - 1 for shift in (2 * side, 2 * side + 1))
        return above / below if below else None

    return partial(ratio, 0), partial(ratio, 1)
