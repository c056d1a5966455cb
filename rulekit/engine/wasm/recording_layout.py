"""Where a recording module keeps its records: the region of memory, and the codes used there.

`engine/log.py` defines records.  Here one consists of 32-bit numbers: its length, its sort, its subject, and the rest.
`change_recorder.py` writes them, `recording_engine.py` reads them.
"""

from __future__ import annotations

from attrs import define, field, frozen

from ..log import RecordFormat
from ..packing import INT, WORD
from .memory_layout import PAGE, Memory, Vector
from .operands import FunctionReference, Global, MemoryPlace, i32

WROTE, SHOWN = 0, 1
NUMBER, SET, ROW = 0, 1, 2
SORTS = {"number": NUMBER, "set": SET, "ring": ROW}
RECORD_BYTES = 1 << 20
"""Bytes for the records of one step; if they are not enough, the reference engine records the step."""
HEADER = 32
"""Bytes before the records: whether they overflowed, and, from byte 8, a set of players."""


@frozen
class Region:
    """The header, the records and the copy of the cells, after all other memory."""

    base: int
    copy: int
    pages: int

    @staticmethod
    def of(memory: Memory) -> Region:
        base = memory.pages * PAGE
        copy = base + HEADER + RECORD_BYTES
        return Region(base, copy, -(-(copy + memory.end - memory.start) // PAGE))

    @property
    def overflow(self) -> MemoryPlace:
        """Not 0 if the records of a step did not fit."""
        return MemoryPlace(INT, i32(self.base))

    @property
    def players(self) -> Vector:
        """Return who sees what is picked or drawn: the words of a set."""
        return Vector(self.base + 8, WORD)

    @property
    def records(self) -> int:
        """Return the address of the first record."""
        return self.base + HEADER


@define
class Recording:
    """What emitters need: the address of the next record (`at`, a global), and the function that records a change of
    each cell."""

    region: Region
    form: RecordFormat
    at: Global
    on_change: dict[str, FunctionReference] = field(factory=dict)
