"""Results of timings: games, seconds, game lengths; how results are added, and when two mean lengths agree.

All figures are plain numbers, so that they can be stored as JSON.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Protocol

from attrs import frozen

AGREE = 4.0
"""The most standard errors by which two mean lengths may differ and still agree."""

clock = time.process_time
"""Seconds of processor time of this process, all threads together. Other work on the machine does not count."""


class Absent(Exception):
    """Raised if a program, or one of its games, is not available; the text says why."""


@frozen
class Lengths:
    """The number of whole games, the sum of their numbers of moves, and the sum of the squares of these numbers."""

    games: int = 0
    moves: int = 0
    squares: int = 0

    def __add__(self, other: Lengths) -> Lengths:
        return Lengths(self.games + other.games, self.moves + other.moves, self.squares + other.squares)

    @property
    def mean(self) -> float:
        return self.moves / self.games

    @property
    def error(self) -> float:
        """Return the standard error of the mean length."""
        variance = max(0.0, self.squares / self.games - self.mean**2)
        return math.sqrt(variance / self.games)


def lengths_of(numbers: Iterable[int]) -> Lengths:
    games = moves = squares = 0
    for n in numbers:
        games, moves, squares = games + 1, moves + n, squares + n * n
    return Lengths(games, moves, squares)


def apart(a: Lengths, b: Lengths) -> float:
    """Return the difference of two mean lengths in standard errors (0 if one has too few games)."""
    if not a.games or not b.games:
        return 0.0
    error = math.hypot(a.error, b.error)
    difference = abs(a.mean - b.mean)
    return difference / error if error else math.inf if difference else 0.0


@frozen
class Sample:
    """A timing: the games played, the seconds of processor time, and the lengths of the games that were counted."""

    games: float
    seconds: float
    lengths: Lengths = Lengths()

    @property
    def rate(self) -> float:
        return self.games / self.seconds


class Player(Protocol):
    """One program playing one game, ready to be timed: built, compiled, warm."""

    @property
    def prepared(self) -> float:
        """Return the wall-clock seconds that building and compiling took."""

    @property
    def note(self) -> str:
        """Return what a reader should know about this player, such as batch size or compiler flags; or ""."""

    def play(self, seconds: float) -> Sample:
        """Play for at least this many seconds."""
