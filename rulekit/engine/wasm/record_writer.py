"""Emit the code that writes a record into memory, number by number.

`recording_layout.py` has the layout; `recording_code.py` and `change_recorder.py` have the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ..log import RecordFormat
from ..observe import observable
from ..packing import INT, WORD
from .addresses import load_number
from .code_generation import Unit
from .encoding import I32
from .function_builder import Body
from .memory_layout import Array
from .operands import LocalVariable, MemoryPlace, Operand
from .recording_layout import Recording, Region


def new_recording(unit: Unit) -> Recording:
    """Lay out the region for records, and declare a function for each observable cell."""
    region = Region.of(unit.memory)
    unit.assembly.pages = region.pages
    recording = Recording(region, RecordFormat.of(unit.machine), unit.assembly.global_i32(region.records))
    for cell in observable(unit.machine):
        recording.on_change[cell.name] = unit.assembly.declare((I32,), ())
    return recording


class RecordWriter:
    """Writes one record: its length, then its numbers."""

    def __init__(self, unit: Unit, code: Body) -> None:
        recording = unit.recording
        assert recording is not None
        self.recording, self.code = recording, code
        self.to = code.local(I32)
        self.first = code.local(I32)

    @contextmanager
    def record(self, fixed: int, more: LocalVariable | None = None) -> Iterator[None]:
        """Write a record if there is room for `fixed` numbers and `more` 64-bit words (a local)."""
        code, region = self.code, self.recording.region
        with code.block() as full:
            code.set(self.first, self.to.tee(self.recording.at))
            end = self.to + 4 * fixed
            with code.if_((end if more is None else end + more * 8).gt_u(region.copy)):
                code.store(region.overflow, 1)
                code.br(full)
            code.increase(self.to, INT.bytes)
            yield
            code.store(MemoryPlace(INT, self.first), (self.to - self.first).shr_u(2))
            code.set(self.recording.at, self.to)

    def number(self, number: Operand | int) -> None:
        """Write a 32-bit number."""
        self.code.store(MemoryPlace(INT, self.to), number)
        self.code.increase(self.to, INT.bytes)

    def word(self, word: Operand) -> None:
        """Write a 64-bit word of a set."""
        self.code.store(MemoryPlace(WORD, self.to), word)
        self.code.increase(self.to, WORD.bytes)

    def words(self, words: Iterable[Operand]) -> None:
        for word in words:
            self.word(word)

    def row(self, array: Array, address: LocalVariable, count: LocalVariable) -> None:
        """Write `count` numbers (a local) of an array from this address on, which is moved."""
        code, left = self.code, self.code.local(I32)
        code.set(left, count)
        with code.forever() as done:
            code.br_if(done, left.eqz())
            self.number(load_number(array.at(address)))
            code.increase(address, array.width.bytes)
            code.increase(left, -1)
