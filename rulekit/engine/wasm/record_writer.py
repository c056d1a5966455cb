"""Emits the code that writes a record into memory, number by number.

Where records lie is `recording_layout.py`'s; which records there are is `recording_code.py`'s and
`change_recorder.py`'s.
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
    """The region laid out in the module's memory, and a function declared for each cell that anybody may see."""
    region = Region.of(unit.memory)
    unit.assembly.pages = region.pages
    recording = Recording(region, RecordFormat.of(unit.machine), unit.assembly.global_i32(region.records))
    for cell in observable(unit.machine):
        recording.on_change[cell.name] = unit.assembly.declare((I32,), ())
    return recording


class RecordWriter:
    """Writes one record: numbers one after the other, and how many they are at its beginning."""

    def __init__(self, unit: Unit, code: Body) -> None:
        recording = unit.recording
        assert recording is not None
        self.recording, self.code = recording, code
        self.to = code.local(I32)
        self.first = code.local(I32)

    @contextmanager
    def record(self, fixed: int, more: LocalVariable | None = None) -> Iterator[None]:
        """What is written inside is a record; only if there is space for `fixed` numbers and so many words of 64 bits
        as the local `more` says."""
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
        self.code.store(MemoryPlace(INT, self.to), number)
        self.code.increase(self.to, INT.bytes)

    def word(self, word: Operand) -> None:
        """64 bits of a set."""
        self.code.store(MemoryPlace(WORD, self.to), word)
        self.code.increase(self.to, WORD.bytes)

    def words(self, words: Iterable[Operand]) -> None:
        for word in words:
            self.word(word)

    def row(self, array: Array, address: LocalVariable, count: LocalVariable) -> None:
        """So many numbers (a local) of an array, from the variable part of an address on; that part is used up."""
        code, left = self.code, self.code.local(I32)
        code.set(left, count)
        with code.forever() as done:
            code.br_if(done, left.eqz())
            self.number(load_number(array.at(address)))
            code.increase(address, array.width.bytes)
            code.increase(left, -1)
