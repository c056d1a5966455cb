"""What the module counts over playouts, read out of its memory into `Playouts`."""

from __future__ import annotations

import ctypes
import struct
from collections import Counter

from ..interface import Playouts
from .layout import LENGTHS, LISTED, Memory


class Counts:
    """The counts in a module's memory, and the games that it listed one by one."""

    def __init__(
        self, memory: Memory, players: int, clauses: tuple[str, ...], buffer: ctypes.Array[ctypes.c_ubyte]
    ) -> None:
        self._memory = memory
        self._players = players
        self._clauses = clauses
        self._buffer = buffer
        self._long: Counter[int] = Counter()
        self._payoffs: list[tuple[int, ...]] = []

    def clear(self) -> None:
        start, end = self._memory.payoffs, self._memory.rows
        ctypes.memset(ctypes.addressof(self._buffer) + start, 0, end - start)

    def collect(self, each: bool) -> None:
        """The games listed since the last call of the module."""
        width = 1 + self._players
        count = struct.unpack_from("<i", self._buffer, LISTED)[0]
        flat = struct.unpack_from(f"<{count * width}i", self._buffer, self._memory.rows)
        for at in range(0, len(flat), width):
            if flat[at] >= LENGTHS:
                self._long[flat[at]] += 1
            if each:
                self._payoffs.append(flat[at + 1 : at + width])

    def result(self, each: bool) -> Playouts:
        memory, players = self._memory, self._players
        sums = [self._words(memory.payoffs + 32 * player, 4) for player in range(players)]
        finished, unfinished, draws, branching_sum, branching_count = self._words(memory.totals, 5)
        lengths = {i: count for i, count in enumerate(self._words(memory.lengths, LENGTHS)) if count}
        marks = zip(self._clauses, self._words(memory.marks, len(self._clauses)), strict=True)
        return Playouts(
            games=finished + unfinished,
            unfinished=unfinished,
            payoff_sum=tuple(s[0] for s in sums),
            payoff_square_sum=tuple(s[1] + (s[2] << 32) for s in sums),
            wins=tuple(s[3] for s in sums),
            draws=draws,
            lengths=lengths | dict(sorted(self._long.items())),
            branching_sum=branching_sum,
            branching_count=branching_count,
            marks={clause: count for clause, count in marks if count},
            payoffs=tuple(self._payoffs) if each else None,
        )

    def _words(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f"<{count}q", self._buffer, at)
