"""Times players in rounds: each plays once in a round, so that a change of load affects all equally; the best round
counts."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from attrs import frozen

from .samples import Lengths, Player, Sample

Key = TypeVar("Key", bound=Hashable)


@frozen
class Timed:
    """The results of all rounds of one player, the seconds of its preparation, and a note for readers."""

    samples: tuple[Sample, ...]
    prepared: float
    note: str

    @property
    def rate(self) -> float:
        """Return the games a second in the best round."""
        return max(sample.rate for sample in self.samples)

    @property
    def lengths(self) -> Lengths:
        return sum((sample.lengths for sample in self.samples), Lengths())


def measure(
    players: Mapping[Key, Player], seconds: float, rounds: int, tell: Callable[[str], None] | None = None
) -> dict[Key, Timed]:
    """Time each player `rounds` times for at least `seconds`, one after the other in each round. Return the results by
    key."""
    samples: dict[Key, list[Sample]] = {key: [] for key in players}
    for number in range(rounds):
        if tell is not None:
            tell(f"round {number + 1} of {rounds}, {len(players)} timings")
        for key, player in players.items():
            samples[key].append(player.play(seconds))
    return {key: Timed(tuple(samples[key]), player.prepared, player.note) for key, player in players.items()}


@contextmanager
def one_processor() -> Iterator[None]:
    """Keep this process, its threads and its children on one processor, if the system can do that."""
    try:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(before)})
    except (AttributeError, OSError):
        yield
        return
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
