"""The function that writes down what a player sees, as `engine/observation.py` packs it.

`observe(player)` copies what all may see, and asks the audiences of the rest, once for each index that they take.  Of
what is only counted it writes what is open.
"""

from __future__ import annotations

from collections.abc import Callable

from ...machine.program import NUMBER, Cell, Function
from ..observation import ObservationFormat, Part
from ..observe import in_row, sized
from .code_generation import Unit, words
from .encode import Body
from .layout import Array
from .opcodes import I32, I64
from .runtime_support import add

FULL = 0xFF
"""The byte of which -1 (seen) is made."""


def add_sight(unit: Unit) -> None:
    body = Body("observe", (I32,), (I32,))
    memory, form = unit.memory, ObservationFormat.of(unit.machine)
    body.i32(memory.sight)
    body.i32(0)
    body.i32(form.size)
    body.memory_fill()
    for part in form.parts:
        array = memory.cells[part.cell.name]
        if part.known is None:
            body.i32(memory.sight + part.at)
            body.i32(array.base)
            body.i32(part.count * part.stride)
            body.memory_copy()
        elif part.count:
            _Masked(unit, body, part, array).write()
    body.i32(0)
    add(unit, "observe", body, export="observe")


class _Masked:
    """A cell that not all may see.  Elements that differ only in what no audience takes are a group."""

    def __init__(self, unit: Unit, body: Body, part: Part, array: Array) -> None:
        self.unit, self.body, self.part, self.array = unit, body, part, array
        functions = {f.name: f for f in unit.machine.functions}
        cell = part.cell
        assert cell.seen is not None and part.known is not None
        self.seen = functions[cell.seen]
        self.counted = functions[cell.counted] if cell.counted is not None else None
        self.sized = sized(cell)
        takes = max(len(self.seen.params), len(self.counted.params) if self.counted else 0)
        self.lead = cell.shape[:takes]
        self.groups = 1
        for size in self.lead:
            self.groups *= size
        self.of_group = part.count // self.groups
        self.values = unit.memory.sight + part.at
        self.known = unit.memory.sight + part.known
        self.open = unit.memory.sight + part.open
        self.group, self.place = body.local(I32), body.local(I32)

    def write(self) -> None:
        body, part = self.body, self.part

        def one() -> None:
            self._sees(self.seen)
            body.if_()
            self._scaled(self.group, self.of_group * part.stride, self.values)
            self._scaled(self.group, self.of_group * part.stride, self.array.base)
            body.i32(self.of_group * part.stride)
            body.memory_copy()
            self._scaled(self.group, self.of_group * 4, self.known)
            body.i32(FULL)
            body.i32(self.of_group * 4)
            body.memory_fill()
            if self.sized:
                body.else_()
                self._sizes()
            body.end()

        self._each(self.group, 0, self.groups, one)

    def _sizes(self) -> None:
        """Of a group that is not seen, if its sizes are."""
        body, cell = self.body, self.part.cell
        if self.counted is not None:
            self._sees(self.counted)
            body.if_()
        self._scaled(self.group, self.of_group, 0)
        body.set(self.place)
        again = body.loop()
        if cell.heap:
            self._heap(cell)
        else:
            self._scaled(self.place, 4, 0)
            self._size(cell)
            body.i32(1)
            body.op("i32.add")
            body.memory("i32.store", self.known)
        body.get(self.place)
        body.i32(1)
        body.op("i32.add")
        body.tee(self.place)
        body.get(self.group)
        body.i32(1)
        body.op("i32.add")
        body.i32(self.of_group)
        body.op("i32.mul", "i32.lt_u")
        body.br_if(again)
        body.end()
        if cell.open is not None and self.part.shows:
            self._open(cell, cell.open)
        if self.counted is not None:
            body.end()

    def _size(self, cell: Cell) -> None:
        """Leaves how much is in the place of one, ring or set at `place`."""
        body = self.body
        if cell.kind == "ring":
            self._scaled(self.place, 4, 0)
            body.memory("i32.load", self.array.sizes)
            return
        if cell.kind == "number":
            self._scaled(self.place, self.array.stride, 0)
            body.memory(self.array.width.load, self.array.base)
            body.i32(0)
            body.op("i32.ne")
            return
        body.i32(0)
        for word in range(self.array.words):
            self._scaled(self.place, self.array.stride, 0)
            body.memory("i64.load", self.array.base + 8 * word)
            body.op("i64.popcnt", "i32.wrap_i64", "i32.add")

    def _heap(self, cell: Cell) -> None:
        """The copies of all kinds together, told with the first."""
        body, kinds, width = self.body, cell.shape[-1], self.array.width
        body.get(self.place)
        body.i32(kinds)
        body.op("i32.rem_u", "i32.eqz")
        body.if_()
        total, kind = body.local(I32), body.local(I32)
        body.i32(1)
        body.set(total)

        def one() -> None:
            body.get(total)
            body.get(self.place)
            body.get(kind)
            body.op("i32.add")
            body.i32(width.bytes)
            body.op("i32.mul")
            body.memory(width.load, self.array.base)
            body.op("i32.add")
            body.set(total)

        self._each(kind, 0, kinds, one)
        self._scaled(self.place, 4, 0)
        body.get(total)
        body.memory("i32.store", self.known)
        body.end()

    def _open(self, cell: Cell, name: str) -> None:
        """What is open of all that stands in the group: of rows one after the other, otherwise how many show each."""
        body, table = self.body, self.unit.memory.tables[name]
        row, elements = in_row(cell), self.of_group // self.part.kinds
        kinds = self.array.words if row else cell.shape[-1] if cell.heap else cell.high + 1
        kind, many = body.local(I32), body.local(I32)

        def each() -> None:
            if cell.kind == "set":
                self._member(kind)
            else:
                self._numbered(kinds, kind, self.array.width.bytes)
                body.memory(self.array.width.load, self.array.base)
            body.set(many)
            if row:
                self._numbered(self.part.shows, kind, 4)
                self._scaled(many, table.width.bytes, 0)
                body.memory(table.width.load, table.base)
                body.memory("i32.store", self.open)
            else:
                self._more(table, kind, many)

        self._scaled(self.group, elements, 0)
        body.set(self.place)
        again = body.loop()
        self._each(kind, 0, kinds, each)
        body.get(self.place)
        body.i32(1)
        body.op("i32.add")
        body.tee(self.place)
        self._scaled(self.group, elements, elements)
        body.op("i32.lt_u")
        body.br_if(again)
        body.end()

    def _member(self, kind: int) -> None:
        """Leaves whether the set at `place` has the kind."""
        body = self.body
        self._scaled(self.place, self.array.stride, 0)
        body.get(kind)
        body.i32(6)
        body.op("i32.shr_u")
        body.i32(8)
        body.op("i32.mul", "i32.add")
        body.memory("i64.load", self.array.base)
        body.get(kind)
        body.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64")
        body.i32(1)
        body.op("i32.and")

    def _more(self, table: Array, kind: int, many: int) -> None:
        """So many more pieces at `place` show what this kind shows, which is numbered from 1."""
        body, to = self.body, self.body.local(I32)
        self._scaled(self.place, self.part.shows, 0)
        self._scaled(kind, table.width.bytes, 0)
        body.memory(table.width.load, table.base + table.width.bytes)
        body.op("i32.add")
        body.i32(4)
        body.op("i32.mul")
        body.tee(to)
        body.get(to)
        body.memory("i32.load", self.open - 4)
        body.get(many)
        body.op("i32.add")
        body.memory("i32.store", self.open - 4)

    def _numbered(self, size: int, number: int, by: int) -> None:
        """Leaves the distance to a number of those at `place`, of which each has so many."""
        self._scaled(self.place, size, 0)
        self.body.get(number)
        self.body.op("i32.add")
        self.body.i32(by)
        self.body.op("i32.mul")

    def _sees(self, audience: Function) -> None:
        """Leaves whether the player is in an audience of this group; each is asked as if nothing had been before."""
        body = self.body
        body.call(self.unit.support["reset"])
        step = self.groups
        for size in self.lead[: len(audience.params)]:
            step //= size
            body.get(self.group)
            body.i32(step)
            body.op("i32.div_u")
            body.i32(size)
            body.op("i32.rem_u")
        body.call(self.unit.functions[audience.name])
        if audience.kind == NUMBER:
            body.op("drop")
            body.i32(0)
            return
        found = [body.local(I64) for _ in range(words(audience.kind))]
        for local in reversed(found):
            body.set(local)
        body.i32(0)
        for number, local in enumerate(found):
            body.get(local)
            body.get(0)
            body.op("i64.extend_i32_u", "i64.shr_u", "i32.wrap_i64")
            body.i32(1)
            body.op("i32.and")
            body.get(0)
            body.i32(6)
            body.op("i32.shr_u")
            body.i32(number)
            body.op("i32.eq", "i32.and", "i32.or")

    # ----------------------------------------------------------------------------------------------------------- forms

    def _scaled(self, local: int, by: int, plus: int) -> None:
        self.body.get(local)
        self.body.i32(by)
        self.body.op("i32.mul")
        if plus:
            self.body.i32(plus)
            self.body.op("i32.add")

    def _each(self, local: int, first: int, end: int, one: Callable[[], None]) -> None:
        """One at least."""
        body = self.body
        body.i32(first)
        body.set(local)
        again = body.loop()
        one()
        body.get(local)
        body.i32(1)
        body.op("i32.add")
        body.tee(local)
        body.i32(end)
        body.op("i32.lt_u")
        body.br_if(again)
        body.end()
