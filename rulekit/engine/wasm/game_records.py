"""Read the counts of single games from the module's memory, and return them as columns (`GameColumns`).

After each game, the memory that contains counts is copied and then cleared for the next game. At the end, the columns
are extracted from all copies at once.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable

from ..interface import Column, GameColumns, MeasuredColumn, game_column
from ..packing import INT, WORD
from .detail_code import GAME_SUMS, SUM, VALUE, figures_at
from .memory_layout import BRANCHING, BRANCHINGS, FINISHED, LISTED, PAYOFF_SUM, PAYOFF_SUMS, Memory
from .playout_results import CountedNames


class GameRecords:
    """The counts of single games, collected while a module that counts details runs."""

    def __init__(self, memory: Memory, players: int, names: CountedNames, buffer: ctypes.Array[ctypes.c_ubyte]) -> None:
        self._memory, self._players, self._names = memory, players, names
        self._parts = (memory.payoffs.base, memory.lengths.base), (memory.marks.base, memory.rows.base)
        self._whole = memoryview(buffer).cast("B")
        self._zeros = [bytes(end - start) for start, end in self._parts]
        self._ints = self._whole[: (len(buffer) // INT.bytes) * INT.bytes].cast("i")
        self._told = bytearray()
        self._moves = game_column()

    def clear(self) -> None:
        """Set all counts in the module's memory to 0."""
        for (start, end), zeros in zip(self._parts, self._zeros, strict=True):
            self._whole[start:end] = zeros

    def collect(self) -> None:
        """Copy the counts of the game that just ended, and clear them for the next."""
        for start, end in self._parts:
            self._told += self._whole[start:end]
        listed = self._ints[LISTED.offset // INT.bytes]
        self._moves.append(self._ints[self._memory.rows.base // INT.bytes] if listed else 0)

    def columns(self, clauses: Iterable[str]) -> GameColumns:
        """Return the counts of all games as columns. Each of these clauses gets a column, even if the module does not
        count it."""
        assert self._names.sorts is not None
        sorts = self._names.sorts.names
        details, totals = self._memory.details, self._memory.totals.base
        figures = figures_at(details, self._names.sorts)
        counted = {name: at for at, name in enumerate(self._names.clauses)}

        def of_sorts(begin: int) -> dict[str, Column]:
            return {name: self._column(details + SUM * (begin + at)) for at, name in enumerate(sorts)}

        decisions, turns, rounds = (self._column(details + SUM * number) for number in range(GAME_SUMS))
        return GameColumns(
            self._column(totals + WORD.bytes * FINISHED),
            self._moves,
            tuple(
                self._column(self._memory.payoffs[PAYOFF_SUMS * player + PAYOFF_SUM].offset)
                for player in range(self._players)
            ),
            self._column(totals + WORD.bytes * BRANCHING),
            self._column(totals + WORD.bytes * BRANCHINGS),
            decisions,
            turns,
            rounds,
            {
                name: self._column(self._memory.marks[counted[name]].offset)
                if name in counted
                else game_column(bytes(len(self._moves)))
                for name in clauses
            },
            of_sorts(GAME_SUMS),
            of_sorts(GAME_SUMS + len(sorts)),
            {
                name: MeasuredColumn(
                    self._column(figures + VALUE * at), self._column(figures + VALUE * at + WORD.bytes)
                )
                for at, name in enumerate(self._names.figures)
            },
        )

    def _column(self, address: int) -> Column:
        """Return the column with the values of the 64-bit word at this address, one for each game."""
        before = 0
        for start, end in self._parts:
            if start <= address < end:
                words = memoryview(self._told).cast("q")
                found: Column = array("q")
                width = sum(end - start for start, end in self._parts) // WORD.bytes
                found.frombytes(words[(before + address - start) // WORD.bytes :: width].tobytes())
                return found
            before += end - start
        raise ValueError(f"nothing is counted at {address}")
