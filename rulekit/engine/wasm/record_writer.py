"""Emits the code that writes a record into memory, number by number.

Where records lie is `recording_layout.py`'s; which records there are is `recording_code.py`'s and
`change_recorder.py`'s.
"""

from __future__ import annotations

from ..log import RecordFormat
from ..observe import observable
from .code_generation import Unit, Words
from .encode import Body
from .layout import Array
from .opcodes import I32
from .recording_layout import HEADER, Recording, Region


def new_recording(unit: Unit) -> Recording:
    """The region laid out in the module's memory, and a function declared for each cell that anybody may see."""
    region = Region.of(unit.memory)
    unit.assembly.pages = region.pages
    recording = Recording(region, RecordFormat.of(unit.machine), unit.assembly.global_i32(region.base + HEADER))
    for cell in observable(unit.machine):
        recording.on_change[cell.name] = unit.assembly.declare((I32,), ())
    return recording


class RecordWriter:
    """Writes one record: numbers one after the other, and how many they are at its beginning."""

    def __init__(self, unit: Unit, body: Body) -> None:
        recording = unit.recording
        assert recording is not None
        self.recording, self.body = recording, body
        self.to = body.local(I32)
        self.first = body.local(I32)

    def begin(self, fixed: int, more: int | None = None) -> int:
        """Goes on only if there is space for `fixed` numbers and so many words of 64 bits as the local `more` says; the
        label of the block that ends the record."""
        body, region = self.body, self.recording.region
        block = body.block()
        body.global_get(self.recording.at)
        body.tee(self.to)
        body.set(self.first)
        body.get(self.to)
        body.i32(4 * fixed)
        body.op("i32.add")
        if more is not None:
            body.get(more)
            body.i32(8)
            body.op("i32.mul", "i32.add")
        body.i32(region.copy)
        body.op("i32.gt_u")
        body.if_()
        body.i32(region.base)
        body.i32(1)
        body.memory("i32.store")
        body.br(block)
        body.end()
        self._on(4)
        return block

    def end(self) -> None:
        body = self.body
        body.get(self.first)
        body.get(self.to)
        body.get(self.first)
        body.op("i32.sub")
        body.i32(2)
        body.op("i32.shr_u")
        body.memory("i32.store")
        body.get(self.to)
        body.global_set(self.recording.at)
        body.end()

    def constant(self, value: int) -> None:
        self.body.get(self.to)
        self.body.i32(value)
        self._stored()

    def number(self, local: int) -> None:
        self.body.get(self.to)
        self.body.get(local)
        self._stored()

    def words(self, locals_: Words) -> None:
        for local in locals_:
            self.body.get(self.to)
            self.body.get(local)
            self.body.memory("i64.store")
            self._on(8)

    def loaded(self, load: str, address: int, offset: int) -> None:
        """The number at a local address and an offset."""
        self.body.get(self.to)
        self.body.get(address)
        self.body.memory(load, offset)
        self._stored()

    def word_at(self, address: int, offset: int) -> None:
        self.body.get(self.to)
        self.body.get(address)
        self.body.memory("i64.load", offset)
        self.body.memory("i64.store")
        self._on(8)

    def row(self, array: Array, address: int, count: int) -> None:
        """So many numbers (a local) of an array, from the variable part of an address on; that part is used up."""
        body, left = self.body, self.body.local(I32)
        body.get(count)
        body.set(left)
        done, again = body.block(), body.loop()
        body.get(left)
        body.op("i32.eqz")
        body.br_if(done)
        self.loaded(array.width.load, address, array.base)
        step_by(body, address, array.width.bytes)
        step_by(body, left, -1)
        body.br(again)
        body.end()
        body.end()

    def _stored(self) -> None:
        self.body.memory("i32.store")
        self._on(4)

    def _on(self, by: int) -> None:
        step_by(self.body, self.to, by)


def step_by(body: Body, local: int, by: int) -> None:
    body.get(local)
    body.i32(by)
    body.op("i32.add")
    body.set(local)
