"""Read the counts of playouts from the module's memory, and return them as `Playouts`."""

from __future__ import annotations

import ctypes
import struct
from collections import Counter

from attrs import frozen

from ...machine.option_labels import Sorts
from ..interface import BrokenInvariant, Details, FigureTotals, Playouts, Sums
from .detail_code import GAME_SUMS, VALUE, figures_at
from .memory_layout import (
    BROKEN,
    LENGTHS,
    LISTED,
    PAYOFF_SUM,
    PAYOFF_SUMS,
    WINS,
    Memory,
    outcome_count,
)

SOME_LENGTHS = 32
"""The number of game lengths that are read at least; a power of two, since it is doubled until all are read."""


@frozen
class CountedNames:
    """The names of what a module counts, in the order of its counters: clauses, kinds of options (None without
    details), figures, invariants."""

    clauses: tuple[str, ...]
    sorts: Sorts | None = None
    figures: tuple[str, ...] = ()
    invariants: tuple[str, ...] = ()


class Counts:
    """The counts in a module's memory, and the games that it listed one by one. It lists games that are too long to be
    counted by length, or all games if the caller wants the payoffs of each."""

    def __init__(self, memory: Memory, players: int, names: CountedNames, buffer: ctypes.Array[ctypes.c_ubyte]) -> None:
        self._memory = memory
        self._players = players
        self._names = names
        self._buffer = buffer
        self._long: Counter[int] = Counter()
        self._payoffs: list[tuple[int, ...]] = []

    def clear(self) -> None:
        """Set all counts to 0."""
        start, end = self._memory.payoffs.base, self._memory.rows.base
        ctypes.memset(ctypes.addressof(self._buffer) + start, 0, end - start)

    def collect(self, each: bool) -> None:
        """Read the games that the last call of the module listed. `each` says whether all games are listed."""
        width = 1 + self._players
        count = struct.unpack_from("<i", self._buffer, LISTED.offset)[0]
        flat = struct.unpack_from(f"<{count * width}i", self._buffer, self._memory.rows.base)
        for at in range(0, len(flat), width):
            if flat[at] >= LENGTHS:
                self._long[flat[at]] += 1
            if each:
                self._payoffs.append(flat[at + 1 : at + width])

    def result(self, each: bool, game: int = 0) -> Playouts:
        """Return everything counted. `game` is the number of the game at which play stopped."""
        memory = self._memory
        sums = self._payoff_sums()
        finished, unfinished, draws, branching_sum, branching_count = self._words(memory.totals.base, 5)
        outcomes = self._outcomes()
        if outcomes:
            finished, draws = finished + sum(outcomes), draws + outcomes[len(outcomes) // 2]
        clauses = self._names.clauses
        marks = zip(clauses, self._words(memory.marks.base, len(clauses)), strict=True)
        (broken,) = struct.unpack_from("<i", self._buffer, BROKEN.offset)
        return Playouts(
            games=finished + unfinished,
            unfinished=unfinished,
            payoff_sum=tuple(s[0] for s in sums),
            wins=tuple(s[1] for s in sums),
            draws=draws,
            lengths=self._lengths() | dict(sorted(self._long.items())),
            branching_sum=branching_sum,
            branching_count=branching_count,
            marks={clause: count for clause, count in marks if count},
            payoffs=tuple(self._payoffs) if each else None,
            details=self._details() if self._names.sorts is not None else None,
            broken=BrokenInvariant(game, self._names.invariants[broken - 1]) if broken else None,
        )

    def _outcomes(self) -> tuple[int, ...]:
        return self._words(self._memory.outcomes.base, outcome_count(self._players))

    def _payoff_sums(self) -> list[list[int]]:
        """Return the sum of payoffs, the sum of their squares and the number of wins for each player. Games that were
        counted only by their combination of payoffs are included."""
        found = []
        for player in range(self._players):
            sums = list(self._words(self._memory.payoffs[PAYOFF_SUMS * player].offset, PAYOFF_SUMS))
            # in base 3, `number` has a digit for each player: the payoff + 1
            for number, count in enumerate(self._outcomes()):
                payoff = number // 3**player % 3 - 1
                sums[PAYOFF_SUM] += payoff * count
                sums[WINS] += (payoff > 0) * count
            found.append(sums)
        return found

    def _lengths(self) -> dict[int, int]:
        """Return a mapping from a number of moves to the number of games with this length. Only the counts up to the
        longest game are decoded, since all later ones are 0."""
        base, some = self._memory.lengths.base, SOME_LENGTHS
        told = ctypes.string_at(ctypes.addressof(self._buffer) + base, 8 * LENGTHS)
        while some < LENGTHS and not told.endswith(bytes(8 * (LENGTHS - some))):
            some *= 2
        return {i: count for i, count in enumerate(self._words(base, some)) if count}

    def _details(self) -> Details:
        assert self._names.sorts is not None
        sorts = self._names.sorts.names
        flat = self._words(self._memory.details, 3 * (GAME_SUMS + 2 * len(sorts)))
        sums = [Sums(flat[at], flat[at + 1] + (flat[at + 2] << 32)) for at in range(0, len(flat), 3)]
        options = sums[GAME_SUMS:]
        offered, taken = (
            dict(zip(sorts, part, strict=True)) for part in (options[: len(sorts)], options[len(sorts) :])
        )
        return Details(sums[0], sums[1], sums[2], offered, taken, self._figures(self._names.sorts))

    def _figures(self, sorts: Sorts) -> dict[str, FigureTotals]:
        at = figures_at(self._memory.details, sorts)
        found = {}
        for number, name in enumerate(self._names.figures):
            games, total, low, high = self._words(at + VALUE * number, 4)
            found[name] = FigureTotals(games, Sums(total, low + (high << 32)))
        return found

    def _words(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f"<{count}q", self._buffer, at)
