"""Intervals for the difference of two paired samples: numbers in, numbers and the method's name out.

Means and shares: the differences of the pairs, normal approximation; where no pair differs, the rule of three.  Medians
and ratios: the pairs are drawn anew many times (bootstrap).  What the samples are is `figures.py`'s.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt

from attrs import frozen

from ..play.simulate import NORMAL

PAIRED = "paired differences, normal approximation"
THREE = "rule of three (no pair differs)"
SAME = "no pair differs"
BOOTSTRAP = "paired bootstrap"


@frozen
class ConfidenceInterval:
    """A difference (second less first) with a 95 % interval; None where there are too few pairs for one."""

    difference: float | None
    low: float | None
    high: float | None
    pairs: int
    method: str

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def mean_difference(first: Sequence[float], second: Sequence[float], share: bool = False) -> ConfidenceInterval:
    """Of two lists of as many numbers, the n-th of both from the same chance; `share`: of zeros and ones."""
    n = len(first)
    differences = [b - a for a, b in zip(first, second, strict=True)]
    if n < 2:
        return ConfidenceInterval(sum(differences) / n if n else None, None, None, n, PAIRED)
    mean = sum(differences) / n
    if not any(differences):
        if not share:
            return ConfidenceInterval(
                0.0, None, None, n, SAME
            )  # of a count without a bound no pair says how far off it may be
        reach = min(1.0, 3 / n)
        return ConfidenceInterval(0.0, -reach, reach, n, THREE)
    reach = NORMAL * sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1) / n)
    low, high = mean - reach, mean + reach
    if share:
        low, high = max(-1.0, low), min(1.0, high)
    return ConfidenceInterval(mean, low, high, n, PAIRED)


Statistic = Callable[[Sequence[int]], float | None]
"""A figure of the games with these places in the sample."""


def bootstrap(first: Statistic, second: Statistic, n: int, seed: int) -> ConfidenceInterval:
    """Of two figures of the same n pairs; `seed` makes the answer the same each time."""

    def difference(places: Sequence[int]) -> float | None:
        a, b = first(places), second(places)
        return None if a is None or b is None else b - a

    whole = difference(range(n))
    if n < 2 or whole is None:
        return ConfidenceInterval(whole, None, None, n, BOOTSTRAP)
    source = random.Random(seed)
    times = 1000 if n <= 1000 else 300
    drawn = sorted(d for d in (difference(source.choices(range(n), k=n)) for _ in range(times)) if d is not None)
    if not drawn:
        return ConfidenceInterval(whole, None, None, n, BOOTSTRAP)
    low, high = (drawn[min(len(drawn) - 1, int(q * len(drawn)))] for q in (0.025, 0.975))
    return ConfidenceInterval(whole, low, high, n, BOOTSTRAP)
