"""Where the records of a module that tells lie in its memory, and what writes them there.

What a record means is `engine/log.py`'s; here it is numbers of 32 bits: how many there are, what sort, of what, and
the rest.  Which records there are is `telling.py`'s and `wrote.py`'s.
"""

from __future__ import annotations

from attrs import define, field, frozen

from ...machine import program as m
from ..log import RecordFormat
from ..observe import observable
from .encode import Body
from .layout import PAGE, Array, Memory
from .opcodes import I32
from .writer import Unit, Words

WROTE, SHOWN = 0, 1
NUMBER, SET, ROW = 0, 1, 2
SORTS = {"number": NUMBER, "set": SET, "ring": ROW}
ROOM = 1 << 20
"""Bytes for the records of one step; of more the reference engine tells."""
HEADER = 32
"""Whether they did not fit, and, from byte 8, a set of players."""


@frozen
class Region:
    """Where the header, the records and the copy of the cells lie, behind all other memory."""

    base: int
    copy: int
    pages: int

    @staticmethod
    def of(memory: Memory) -> Region:
        base = memory.pages * PAGE
        copy = base + HEADER + ROOM
        return Region(base, copy, -(-(copy + memory.end - memory.start) // PAGE))


@define
class Telling:
    """What writers need: where records go (`at`, a global), and the function that tells of each cell."""

    region: Region
    form: RecordFormat
    at: int
    wrote: dict[str, int] = field(factory=dict)

    @staticmethod
    def of(unit: Unit, machine: m.Machine) -> Telling:
        region = Region.of(unit.memory)
        unit.assembly.pages = region.pages
        telling = Telling(region, RecordFormat.of(machine), unit.assembly.global_i32(region.base + HEADER))
        for cell in observable(machine):
            telling.wrote[cell.name] = unit.assembly.declare((I32,), ())
        return telling


class Pen:
    """Writes one record: numbers one after the other, and how many they are at its beginning."""

    def __init__(self, unit: Unit, body: Body) -> None:
        telling = unit.telling
        assert telling is not None
        self.telling, self.body = telling, body
        self.to = body.local(I32)
        self.first = body.local(I32)

    def begin(self, fixed: int, more: int | None = None) -> int:
        """Goes on only if there is room for `fixed` numbers and so many words of 64 bits as the local `more` says; the
        label of the block that ends the record."""
        body, region = self.body, self.telling.region
        block = body.block()
        body.global_get(self.telling.at)
        body.tee(self.to)
        body.set(self.first)
        body.get(self.to)
        body.i32(4 * fixed)
        body.op("i32.add")
        if more is not None:
            body.get(more)
            body.i32(8)
            body.op("i32.mul", "i32.add")
        body.i32(region.base + HEADER + ROOM)
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
        body.global_set(self.telling.at)
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
