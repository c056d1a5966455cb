"""What a timing gives: games, seconds, lengths; how samples are joined, and when two mean lengths agree.

All figures are plain numbers, so that they go into JSON and come back.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from typing import Protocol

from attrs import frozen

AGREE = 4.0
"""Standard errors of their difference by which two mean lengths may differ."""

clock = time.process_time
"""Seconds of processor time of this process, all threads together: what else runs on the machine does not count."""


class Absent(Exception):
    """A peer, or one of its games, is not here; the text says why."""


@frozen
class Lengths:
    """How many whole games were counted, and their numbers of moves: added up, and their squares added up."""

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
        """The standard error of the mean."""
        variance = max(0.0, self.squares / self.games - self.mean**2)
        return math.sqrt(variance / self.games)


def lengths_of(numbers: Iterable[int]) -> Lengths:
    games = moves = squares = 0
    for n in numbers:
        games, moves, squares = games + 1, moves + n, squares + n * n
    return Lengths(games, moves, squares)


def apart(a: Lengths, b: Lengths) -> float:
    """By how many standard errors two means differ (0 where there is nothing to compare)."""
    if not a.games or not b.games:
        return 0.0
    error = math.hypot(a.error, b.error)
    difference = abs(a.mean - b.mean)
    return difference / error if error else math.inf if difference else 0.0


@frozen
class Sample:
    """One timing: games played in so many seconds of processor time, and the lengths of those that were counted."""

    games: float
    seconds: float
    lengths: Lengths = Lengths()

    @property
    def rate(self) -> float:
        return self.games / self.seconds


class Player(Protocol):
    """One peer playing one game, ready to be timed: built, compiled, warm."""

    @property
    def prepared(self) -> float:
        """Wall seconds that building and compiling took."""

    @property
    def note(self) -> str:
        """What a reader should know about this player: a batch size, flags; or nothing."""

    def play(self, seconds: float) -> Sample:
        """Plays for at least so many seconds."""
