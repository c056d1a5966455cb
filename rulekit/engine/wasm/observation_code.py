"""Builds the function that writes what a player sees of a state, in the format of `engine/observation.py`.

`observe(player)` copies the cells that all players see. For other cells it evaluates audience functions, once for each
combination of their arguments, and writes sizes and open attributes of hidden pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import reduce
from math import prod
from operator import and_

from ...machine.program import Cell, Function
from ..observation import ObservationFormat, ObservedCell
from ..observe import has_size, is_row
from ..packing import INT, WORD
from .code_generation import Unit, call_audience, load_number
from .encoding import I32
from .function_builder import Body
from .memory_layout import Array, Vector
from .operands import LocalVariable, MemoryPlace, Operand, i32
from .runtime_support import add_support_function
from .sets import bit, has_player

FULL = 0xFF
"""A byte with all bits set; four of them are -1, the code for a seen element."""


def add_sight(unit: Unit, players: int = 1) -> None:
    """Add the function `observe(player) -> 0`, which writes what the player sees to memory at `memory.sight`. If
    `players` is greater than 1, the function takes this number of players and writes only what all of them see."""
    code = Body("observe", (I32,) * players, (I32,))
    memory, form = unit.memory, ObservationFormat.of(unit.machine)
    code.fill(memory.sight, 0, form.size)
    for part in form.parts:
        array = memory.cells[part.cell.name]
        if part.known is None:
            code.copy(memory.sight + part.at, array.base, part.count * part.stride)
        elif part.count:
            _Masked(unit, code, part, array).write()
    code.push(i32(0))
    add_support_function(unit, "observe", code, export="observe")


class _Masked:
    """Emits code for a cell that not all players see. Elements for which the audience functions get the same arguments
    form a group."""

    def __init__(self, unit: Unit, code: Body, part: ObservedCell, array: Array) -> None:
        self.unit, self.code, self.part, self.array = unit, code, part, array
        cell = part.cell
        assert cell.seen is not None and part.known is not None
        self.seen = unit.callees[cell.seen]
        self.counted = unit.callees[cell.counted] if cell.counted is not None else None
        self.sized = has_size(cell)
        takes = max(len(self.seen.params), len(self.counted.params) if self.counted else 0)
        self.lead = cell.shape[:takes]
        self.groups = prod(self.lead)
        self.of_group = part.count // self.groups
        self.values = unit.memory.sight + part.at
        self.known = Vector(unit.memory.sight + part.known, INT)
        self.open = Vector(unit.memory.sight + part.open, INT)
        self.group, self.place = code.local(I32), code.local(I32)

    def write(self) -> None:
        code, size = self.code, self.of_group * self.part.stride
        with self._each(self.group, self.groups):
            with code.if_(self._sees(self.seen)):
                code.copy(self.group * size + self.values, self.group * size + self.array.base, size)
                known = INT.bytes * self.of_group
                code.fill(self.group * known + self.known.base, FULL, known)
            if self.sized:
                with code.else_():
                    self._sizes()

    def _sizes(self) -> None:
        """Emit code for a group that the player does not see: it writes the sizes of the elements if the player may see
        these."""
        code, cell = self.code, self.part.cell
        with code.if_(self._sees(self.counted)) if self.counted is not None else nullcontext():
            code.set(self.place, self.group * self.of_group)
            with code.loop() as again:
                if cell.heap:
                    self._heap(cell)
                else:
                    code.store(self.known[self.place], self._size(cell) + 1)
                code.br_if(again, self.place.tee(self.place + 1).lt_u((self.group + 1) * self.of_group))
            if cell.open is not None and self.part.shows:
                self._open(cell, self.unit.memory.tables[cell.open])

    def _size(self, cell: Cell) -> Operand:
        """Return the operand for the number of pieces in the element with number `place`: a single place, ring or
        set."""
        if cell.kind == "ring":
            return self.array.size_of(self.place).load()
        element = self.array.at(self.place * self.array.stride)
        if cell.kind == "number":
            return element.load() != 0
        counts = (element.plus(WORD.bytes * word).load().popcnt().wrap() for word in range(self.array.words))
        return sum(counts, i32(0))

    def _heap(self, cell: Cell) -> None:
        """Emit code that writes the number of all pieces in a heap (a place without order), if `place` is its first
        kind of piece."""
        code, kinds = self.code, cell.shape[-1]
        with code.if_(self.place.rem_u(kinds).eqz()):
            total, kind = code.local(I32), code.local(I32)
            code.set(total, 1)
            with self._each(kind, kinds):
                copies = self.array.at((self.place + kind) * self.array.width.bytes)
                code.increase(total, load_number(copies))
            code.store(self.known[self.place], total)

    def _open(self, cell: Cell, table: Array) -> None:
        """Emit code that writes the open (visible) attributes of a group: in order for rows, otherwise the number of
        pieces with each value."""
        code, array = self.code, self.array
        row, elements = is_row(cell), self.of_group // self.part.kinds
        kinds = array.words if row else cell.shape[-1] if cell.heap else cell.high + 1
        kind, many = code.local(I32), code.local(I32)
        code.set(self.place, self.group * elements)
        with code.loop() as again:
            with self._each(kind, kinds):
                if cell.kind == "set":
                    code.set(many, self._member(kind))
                else:
                    code.set(many, load_number(array.at((self.place * kinds + kind) * array.width.bytes)))
                if row:
                    shown = table.at(many * table.width.bytes).load()
                    code.store(self.open[self.place * self.part.shows + kind], shown)
                else:
                    self._more(table, kind, many)
            code.br_if(again, self.place.tee(self.place + 1).lt_u(self.group * elements + elements))

    def _member(self, kind: LocalVariable) -> Operand:
        """Return the operand for whether the set with number `place` has this kind of piece."""
        place = self.array.at(self.place * self.array.stride + kind.shr_u(6) * WORD.bytes)
        return bit(place.load(), kind)

    def _more(self, table: Array, kind: LocalVariable, many: LocalVariable) -> None:
        """Emit code that adds `many` to the number of pieces at `place` that have the open attribute of this kind.
        Attributes are numbered from 1."""
        code, to = self.code, self.code.local(I32)
        shown = table.at(kind * table.width.bytes, table.width.bytes).load()
        count = MemoryPlace(INT, to, self.open.base - INT.bytes)
        address = to.tee((self.place * self.part.shows + shown) * INT.bytes)
        code.store(count.with_address(address), count.load() + many)

    def _sees(self, audience: Function) -> Operand:
        """Return the operand for whether all players are in an audience of this group. Each evaluation has full
        fuel."""
        code = self.code
        code.call(self.unit.support["reset"])
        found = call_audience(self.unit, code, audience.name, self.group, self.groups, self.lead)
        if not found:
            return i32(0)
        here = [has_player(found, player) for player in code.arguments]
        return reduce(and_, here)

    @contextmanager
    def _each(self, local: LocalVariable, end: int) -> Iterator[None]:
        """Emit a loop over the numbers from 0 to `end` - 1; there is at least one."""
        code = self.code
        code.set(local, 0)
        with code.loop() as again:
            yield
            code.br_if(again, local.tee(local + 1).lt_u(end))
