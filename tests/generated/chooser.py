"""Supplies a generator's random decisions: from Hypothesis, which can shrink them, or from a seed, which is fast and
can be reported.

All generators draw only from a Chooser, so the same code serves the test suite and long runs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

Item = TypeVar("Item")

EDGES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256)
"""Small numbers, and numbers near powers of two, where words end and encodings change."""


class Chooser(ABC):
    @abstractmethod
    def below(self, n: int) -> int:
        """Return a number in 0..n-1; smaller numbers count as simpler when Hypothesis shrinks."""

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def one(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def maybe(self, percent: int) -> bool:
        """Return True in this percentage of cases; False counts as simpler."""
        return self.below(100) >= 100 - percent

    def some(self, items: Sequence[Item], most: int) -> list[Item]:
        """Return up to `most` of the items, each once, in their order."""
        left, found = list(range(len(items))), []
        for _ in range(self.below(min(most, len(items)) + 1)):
            found.append(left.pop(self.below(len(left))))
        return [items[i] for i in sorted(found)]

    def edge(self, most: int, least: int = 1) -> int:
        """Return a size that is deliberately at a boundary; small sizes are more likely."""
        fitting = [e for e in EDGES if least <= e <= most] or [least]
        if self.maybe(60):
            fitting = fitting[: max(1, len(fitting) // 2)]
        return self.one(fitting)


class Seeded(Chooser):
    def __init__(self, seed: int | str) -> None:
        self.random = Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)


class Drawn(Chooser):
    def __init__(self, draw: Any) -> None:
        self.draw = draw

    def below(self, n: int) -> int:
        return self.draw(st.integers(0, n - 1)) if n > 1 else 0
