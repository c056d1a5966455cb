"""Builds the function that records a changed element of a cell: who sees it, its old and new size, its contents.

Audiences are evaluated when the cell is written, without using the game's fuel. A copy of the cells contains the values
last recorded. Each write is compared with it, so only changes are recorded. Nothing is recorded during a trial
(`After`). `memory_layout.py` has the layout of a record, `recording_code.py` the other records.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ...machine import program as m
from ..log import RecordFormat
from ..observe import has_size, observable
from ..packing import INT, WORD
from .code_generation import Unit, WordLocals, call_audience, load_number, word_count
from .encoding import I32, I64
from .function_builder import Body
from .memory_layout import WROTE, Array, Recording, Region
from .operands import LocalVariable, MemoryPlace, Operand, i32, i64, select, union
from .runtime_support import fuel_limit


def new_recording(unit: Unit) -> Recording:
    """Lay out the region for records, and declare a recording function for each observable cell; return both as a
    `Recording`."""
    region = Region.of(unit.memory)
    unit.assembly.pages = region.pages
    recording = Recording(region, RecordFormat.of(unit.machine), unit.assembly.global_i32(region.records))
    for cell in observable(unit.machine):
        recording.on_change[cell.name] = unit.assembly.declare((I32,), ())
    return recording


class NumberWriter(ABC):
    """Emits code that writes numbers one after the other; a subclass says where to."""

    def __init__(self, code: Body) -> None:
        self.code = code

    @abstractmethod
    def number(self, number: Operand | int) -> None:
        """Emit the write of a 32-bit number."""

    @abstractmethod
    def word(self, word: Operand) -> None:
        """Emit the write of a 64-bit word of a set."""

    def words(self, words: Iterable[Operand]) -> None:
        for word in words:
            self.word(word)

    def row(self, array: Array, address: LocalVariable, count: LocalVariable) -> None:
        """Emit the write of `count` numbers of an array, from `address` on. The generated code advances `address`; both
        are locals."""
        code, left = self.code, self.code.local(I32)
        code.set(left, count)
        with code.forever() as done:
            code.br_if(done, left.eqz())
            self.number(load_number(array.at(address)))
            code.increase(address, array.width.bytes)
            code.increase(left, -1)


class RecordWriter(NumberWriter):
    """Emits code that writes one record: its length, then its numbers."""

    def __init__(self, unit: Unit, code: Body) -> None:
        super().__init__(code)
        recording = unit.recording
        assert recording is not None
        self.recording = recording
        self.to = code.local(I32)
        self.first = code.local(I32)

    @contextmanager
    def record(self, fixed: int, more: LocalVariable | None = None) -> Iterator[None]:
        """Begin a record of `fixed` numbers and, if `more` is given, further items, whose number is in this local. Code
        written in the `with` block runs only if there is room for the record."""
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
        self.code.store(MemoryPlace(WORD, self.to), word)
        self.code.increase(self.to, WORD.bytes)


class ChangeRecorder:
    """Builds a function `(element) -> ()` that records an element of a cell if it has changed."""

    def __init__(self, unit: Unit, recording: Recording, cell: m.Cell) -> None:
        self.unit, self.recording, self.cell = unit, recording, cell
        self.array = unit.memory.cells[cell.name]
        self.plus = recording.region.copy - unit.memory.start
        code = self.body = Body(f"wrote {cell.name}", (I32,), ())
        (self.element,) = code.arguments
        self.at, self.old, self.new = code.local(I32), code.local(I32), code.local(I32)
        with code.block() as outside:
            code.br_if(outside, unit.save != unit.memory.save)
            code.set(self.at, self.element * self.array.stride)
            if cell.kind == "ring":
                self._ring_sizes()
            else:
                code.br_if(outside, self._has_changed().eqz())
                self._sizes()
            self._record()

    def _record(self) -> None:
        code = self.body
        seen, counted = self._audiences()
        many = self._row_length(seen)
        writer = RecordWriter(self.unit, code)
        fixed = (
            0 if many is not None else 2 * self.array.words + (self.cell.shape[-1] if self._records_whole_heap else 0)
        )
        with writer.record(6 + 4 * len(seen) + fixed, many):
            writer.number(WROTE)
            writer.number(self.recording.form.cell_numbers[self.cell.name])
            for local in (self.element, self.old, self.new):
                writer.number(local)
            writer.words(seen)
            writer.words(counted)
            self._content(writer, many)

    def _row_length(self, seen: WordLocals) -> LocalVariable | None:
        """Return the local with the number of items to record for a row: 0 if nobody sees the row. Return None if the
        cell is not a row."""
        if self.cell.kind != "ring":
            return None
        many = self.body.local(I32)
        # always record all items: players who see only the size also see the open attributes of the pieces
        if self.cell.open is not None:
            return self.new
        self.body.set(many, select(self.new, 0, union((i64(0), *seen)) != 0))
        return many

    def _words(self, moved: int = 0) -> list[Operand]:
        """Return the operands for the element's value: its number, or the words of its set. With `moved`, they are read
        that many bytes further on, in the copy of the cells."""
        count = self.array.words if self.cell.kind == "set" else 1
        return [self.array.at(self.at, moved + 8 * i).load() for i in range(count)]

    def _has_changed(self) -> Operand:
        """Return an operand that is not 0 if the element differs from the value last recorded."""
        pairs = zip(self._words(), self._words(self.plus), strict=True)
        return union((i32(0), *(now != before for now, before in pairs)))

    def _sizes(self) -> None:
        """Emit code that sets `old` and `new` to the old and new size of a set, heap (place without order) or single
        place, and then updates the copy of the cells."""
        code, array = self.body, self.array
        if self.cell.kind == "set":
            for local, moved in ((self.old, self.plus), (self.new, 0)):
                code.set(local, sum([word.popcnt().wrap() for word in self._words(moved)], i32(0)))
        elif self.cell.heap:
            self._heap_sizes()
        elif has_size(self.cell):
            for local, moved in ((self.old, self.plus), (self.new, 0)):
                code.set(local, array.at(self.at, moved).load() != 0)
        code.copy(self.at + (array.base + self.plus), self.at + array.base, array.stride)

    @property
    def _records_whole_heap(self) -> bool:
        """Return whether a record contains all kinds of pieces in a heap (place without order). It does if players who
        see the heap's size also see open attributes of its pieces."""
        return self.cell.heap and self.cell.open is not None

    def _first_kind(self) -> LocalVariable:
        """Emit the computation of where the heap's first kind of piece is in memory. Return the local with the variable
        part of this address."""
        kinds, place = self.cell.shape[-1], self.body.local(I32)
        self.body.set(place, self.element.div_u(kinds) * (kinds * self.array.stride))
        return place

    def _heap_sizes(self) -> None:
        """Emit code that sets `new` to the number of all pieces in the heap, and `old` to their number before this
        change."""
        code, array = self.body, self.array
        place, left = self._first_kind(), code.local(I32)
        code.set(left, self.cell.shape[-1])
        code.set(self.new, 0)
        with code.loop() as again:
            code.increase(self.new, load_number(array.at(place)))
            code.increase(place, array.stride)
            code.br_if(again, left.tee(left - 1))
        now, before = load_number(array.at(self.at)), load_number(array.at(self.at, self.plus))
        code.set(self.old, self.new - now + before)

    def _ring_sizes(self) -> None:
        code, place = self.body, self.body.local(I32)
        size = MemoryPlace(INT, place, self.array.sizes)
        code.set(self.old, MemoryPlace(INT, place.tee(self.element * INT.bytes), self.array.sizes + self.plus).load())
        code.store(size.plus(self.plus), self.new.tee(size.load()))

    def _content(self, writer: RecordWriter, many: LocalVariable | None) -> None:
        if many is not None:
            writer.row(self.array, self.at, many)
        elif self.cell.kind == "set":
            writer.words(self._words())
        else:
            writer.number(load_number(self.array.at(self.at)))
        if self._records_whole_heap:
            count = self.body.local(I32)
            self.body.set(count, self.cell.shape[-1])
            writer.row(self.array, self._first_kind(), count)

    # ----------------------------------------------------------------------------------------- audiences of the element

    def _audiences(self) -> tuple[WordLocals, WordLocals]:
        """Emit the evaluation of two sets of players: who sees the contents, and who sees the size. Return their words.
        The emitted code restores fuel and call depths afterwards."""
        code, unit = self.body, self.unit
        fuel = code.local(I32)
        depths = [(depth, code.local(I32)) for depth in unit.depths.values()]
        code.set(fuel, unit.fuel)
        code.set(unit.fuel, fuel_limit(unit))
        for depth, kept in depths:
            code.set(kept, depth)
            code.set(depth, 0)
        found = self._ask_audience(self.cell.seen), self._ask_audience(self.cell.counted)
        code.set(unit.fuel, fuel)
        for depth, kept in depths:
            code.set(depth, kept)
        return found

    def _ask_audience(self, name: str | None) -> WordLocals:
        code, shape = self.body, self.cell.shape
        element = self.element, self.array.count
        found: WordLocals = () if name is None else call_audience(self.unit, code, name, *element, shape)
        if not found:  # all players if there is no function; nobody if the function does not return a set
            found = tuple(code.local(I64) for _ in range(word_count(self.unit.machine.players)))
            for local in found:
                code.set(local, -1 if name is None else 0)
        return found
