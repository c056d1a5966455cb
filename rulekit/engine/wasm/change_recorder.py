"""The function that records a change of an element of a cell: who sees it, how much it held, what it holds.

Who sees an element is asked when it is written, without cost to the game.  What the cells held before the step, or at
the last record, stands in a copy, so that only what has changed is recorded; nothing is while something is only tried
out.
"""

from __future__ import annotations

from ...machine import program as m
from ..observe import sized
from .code_generation import Unit, Words, words
from .encode import Body
from .opcodes import I32, I64
from .record_writer import RecordWriter, step_by
from .recording_layout import WROTE, Recording
from .runtime_support import full


class ChangeRecorder:
    """(element) -> (): records an element of a cell, if it has changed."""

    def __init__(self, unit: Unit, recording: Recording, cell: m.Cell) -> None:
        self.unit, self.recording, self.cell = unit, recording, cell
        self.array = unit.memory.cells[cell.name]
        self.moved = recording.region.copy - unit.memory.start
        body = self.body = Body(f"wrote {cell.name}", (I32,), ())
        self.at, self.old, self.new = body.local(I32), body.local(I32), body.local(I32)
        outside = body.block()
        body.global_get(unit.save)
        body.i32(unit.memory.save)
        body.op("i32.ne")
        body.br_if(outside)
        body.get(0)
        body.i32(self.array.stride)
        body.op("i32.mul")
        body.set(self.at)
        if cell.kind == "ring":
            self._ring_sizes()
        else:
            self._changed(outside)
            self._sizes()
        seen, counted = self._audiences()
        many = self._many(seen)
        writer = RecordWriter(unit, body)
        fixed = 0 if many is not None else 2 * self.array.words + (cell.shape[-1] if self._row else 0)
        writer.begin(6 + 4 * len(seen) + fixed, many)
        writer.constant(WROTE)
        writer.constant(recording.form.cell_numbers[cell.name])
        for local in (0, self.old, self.new):
            writer.number(local)
        writer.words(seen)
        writer.words(counted)
        self._content(writer, many)
        writer.end()
        body.end()

    def _many(self, seen: Words) -> int | None:
        """Of a row, how much of it is written down: nothing where nobody sees it."""
        if self.cell.kind != "ring":
            return None
        body, many = self.body, self.body.local(I32)
        if self.cell.open is not None:  # those who count it see something of it
            return self.new
        body.get(self.new)
        body.i32(0)
        body.i64(0)
        for word in seen:
            body.get(word)
            body.op("i64.or")
        body.i64(0)
        body.op("i64.ne", "select")
        body.set(many)
        return many

    def _changed(self, outside: int) -> None:
        """Leaves if the element is as it was; else the copy is renewed, and the local `old` has what a number was."""
        body, array = self.body, self.array
        load, count = ("i64.load", array.words) if self.cell.kind == "set" else (array.width.load, 1)
        body.i32(0)
        for i in range(count):
            body.get(self.at)
            body.memory(load, array.base + 8 * i)
            body.get(self.at)
            body.memory(load, array.base + self.moved + 8 * i)
            body.op("i64.ne" if load.startswith("i64") else "i32.ne", "i32.or")
        body.op("i32.eqz")
        body.br_if(outside)

    def _sizes(self) -> None:
        """How many stood and stand there: of sets, heaps and places of one; then the copy is renewed."""
        body, array = self.body, self.array
        if self.cell.kind == "set":
            for local, moved in ((self.old, self.moved), (self.new, 0)):
                body.i32(0)
                for i in range(array.words):
                    body.get(self.at)
                    body.memory("i64.load", array.base + moved + 8 * i)
                    body.op("i64.popcnt", "i32.wrap_i64", "i32.add")
                body.set(local)
        elif self.cell.heap:
            self._total()
        elif sized(self.cell):
            for local, moved in ((self.old, self.moved), (self.new, 0)):
                body.get(self.at)
                body.memory(array.width.load, array.base + moved)
                body.i32(0)
                body.op("i32.ne")
                body.set(local)
        body.get(self.at)
        body.i32(array.base + self.moved)
        body.op("i32.add")
        body.get(self.at)
        body.i32(array.base)
        body.op("i32.add")
        body.i32(array.stride)
        body.memory_copy()

    @property
    def _row(self) -> bool:
        """Whether the whole heap is written down, since something of it is seen by those who count it."""
        return self.cell.heap and self.cell.open is not None

    def _first(self) -> int:
        """The variable part of the address of the heap's first kind."""
        body, kinds, place = self.body, self.cell.shape[-1], self.body.local(I32)
        body.get(0)
        body.i32(kinds)
        body.op("i32.div_u")
        body.i32(kinds * self.array.stride)
        body.op("i32.mul")
        body.set(place)
        return place

    def _total(self) -> None:
        """The copies of all kinds: `new`, and `old`, before this element changed."""
        body, array, kinds = self.body, self.array, self.cell.shape[-1]
        place, left = self._first(), body.local(I32)
        body.i32(kinds)
        body.set(left)
        body.i32(0)
        body.set(self.new)
        again = body.loop()
        body.get(self.new)
        body.get(place)
        body.memory(array.width.load, array.base)
        body.op("i32.add")
        body.set(self.new)
        step_by(body, place, array.stride)
        body.get(left)
        body.i32(1)
        body.op("i32.sub")
        body.tee(left)
        body.br_if(again)
        body.end()
        body.get(self.new)
        body.get(self.at)
        body.memory(array.width.load, array.base)
        body.op("i32.sub")
        body.get(self.at)
        body.memory(array.width.load, array.base + self.moved)
        body.op("i32.add")
        body.set(self.old)

    def _ring_sizes(self) -> None:
        body, place = self.body, self.body.local(I32)
        body.get(0)
        body.i32(4)
        body.op("i32.mul")
        body.tee(place)
        body.memory("i32.load", self.array.sizes + self.moved)
        body.set(self.old)
        body.get(place)
        body.get(place)
        body.memory("i32.load", self.array.sizes)
        body.tee(self.new)
        body.memory("i32.store", self.array.sizes + self.moved)

    def _content(self, writer: RecordWriter, many: int | None) -> None:
        if many is not None:
            writer.row(self.array, self.at, many)
        elif self.cell.kind == "set":
            for i in range(self.array.words):
                writer.word_at(self.at, self.array.base + 8 * i)
        else:
            writer.loaded(self.array.width.load, self.at, self.array.base)
        if self._row:
            count = self.body.local(I32)
            self.body.i32(self.cell.shape[-1])
            self.body.set(count)
            writer.row(self.array, self._first(), count)

    # ------------------------------------------------------------------------------------------------------- audiences

    def _audiences(self) -> tuple[Words, Words]:
        """Who sees the contents, and who the size, asked as if nothing had been."""
        body, unit = self.body, self.unit
        fuel = body.local(I32)
        depths = [(depth, body.local(I32)) for depth in unit.depths.values()]
        body.global_get(unit.fuel)
        body.set(fuel)
        body.i32(full(unit))
        body.global_set(unit.fuel)
        for depth, kept in depths:
            body.global_get(depth)
            body.set(kept)
            body.i32(0)
            body.global_set(depth)
        found = self._asked(self.cell.seen), self._asked(self.cell.counted)
        body.get(fuel)
        body.global_set(unit.fuel)
        for depth, kept in depths:
            body.get(kept)
            body.global_set(depth)
        return found

    def _asked(self, name: str | None) -> Words:
        body = self.body
        found = tuple(body.local(I64) for _ in range(words(self.unit.machine.players)))
        if name is None:
            for local in found:
                body.i64(-1)
                body.set(local)
            return found
        function = self.unit.callees[name]
        step = self.array.count
        for size in self.cell.shape[: len(function.params)]:
            step //= size
            body.get(0)
            body.i32(step)
            body.op("i32.div_u")
            body.i32(size)
            body.op("i32.rem_u")
        body.call(self.unit.functions[name])
        if function.kind == m.NUMBER:
            body.op("drop")
            for local in found:
                body.i64(0)
                body.set(local)
            return found
        for local in reversed(found):
            body.set(local)
        return found
