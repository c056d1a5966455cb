"""Emit the recording of what players see: a record for each element written or shown during a step.

This file has the functions that the host calls, and the code that emitters of statements add. `recording_engine.py`
reads the records.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ..log import showable_of as shown_form
from ..observe import observable
from .change_recorder import ChangeRecorder, NumberWriter, RecordWriter
from .code_generation import CodeGenerator, MachineLocal, Unit, kind_of, word_count
from .encoding import I32
from .function_builder import Body
from .memory_layout import NUMBER_SORT, ROW_SORT, SET_SORT, SHOWN, SORTS, Recording
from .operands import LocalVariable, MemoryPlace, i32
from .runtime_support import add_support_function


def add_recording(unit: Unit) -> None:
    """Add the functions that record changes. Also add those for the host: `begin_recording`, to call before a step;
    `records_end`, to call after it; and for each node a function that writes the audience of its choice."""
    recording = unit.recording
    assert recording is not None
    for cell in observable(unit.machine):
        unit.assembly.define(recording.on_change[cell.name], ChangeRecorder(unit, recording, cell).body)
    add_support_function(unit, "begin_recording", _begin(unit, recording), export="begin_recording")
    end = Body("records_end", (), (I32,))
    end.push(recording.at)
    add_support_function(unit, "records_end", end, export="records_end")
    for number, node in enumerate(unit.machine.nodes):
        if isinstance(node, m.Decision | m.Chance) and node.audience is not None:
            add_support_function(
                unit, f"audience {number}", _audience(unit, recording, node), export=f"audience {number}"
            )


def _begin(unit: Unit, recording: Recording) -> Body:
    """Build the function `() -> 0`, which copies the cells, so that later writes can be compared with the old
    contents."""
    code, memory, region = Body("begin_recording", (), (I32,)), unit.memory, recording.region
    code.set(recording.at, region.records)
    code.store(region.overflow, 0)
    code.copy(region.copy, memory.start, memory.end - memory.start)
    code.push(i32(0))
    return code


def _audience(unit: Unit, recording: Recording, node: m.Decision | m.Chance) -> Body:
    """Build the function `(option or outcome) -> 0`, which writes the audience of a pick or an outcome to memory. The
    audience of an outcome may depend on its value."""
    gen = CodeGenerator(unit, Body("audience", (I32,), (I32,)))
    if isinstance(node, m.Chance):
        gen.scope[node.name] = MachineLocal(m.NUMBER, gen.body.arguments, node.low, node.high)
    assert node.audience is not None
    for i, word in enumerate(gen.members_as(node.audience, word_count(unit.machine.players))):
        gen.body.store(recording.region.players[i], word)
    gen.body.push(i32(0))
    return gen.body


def record_element_change(gen: CodeGenerator, cell: str, place: MemoryPlace, address: LocalVariable | None) -> None:
    """Emit code that records a write to an element of an observable cell. `address` comes from `address_to_record`; if
    it is None, emit nothing."""
    if gen.unit.recording is None or address is None:
        return
    array = gen.unit.memory.cells[cell]
    gen.body.call(gen.unit.recording.on_change[cell], (address + (place.offset - array.base)).div_u(array.stride))


def address_to_record(gen: CodeGenerator, cell: str, place: MemoryPlace) -> LocalVariable | None:
    """Emit code that keeps the variable part of an address in a local and leaves it on the stack: (address -> address).
    Return the local. If writes to this cell are not recorded, emit nothing and return None."""
    if gen.unit.recording is None or cell not in gen.unit.recording.on_change:
        return None
    address = gen.local(I32)
    gen.body.push(address.tee(place.address))
    return address


def record_ring_change(gen: CodeGenerator, cell: str, number: LocalVariable, fixed: int) -> None:
    """Emit code that records a change of a ring. The ring's number in its cell is the local `number` plus the constant
    `fixed`."""
    if gen.unit.recording is None or cell not in gen.unit.recording.on_change:
        return
    gen.body.call(gen.unit.recording.on_change[cell], number + fixed)


def record_show(gen: CodeGenerator, s: m.Reveal) -> None:
    """Emit code that records what a `show` statement shows."""
    unit, code = gen.unit, gen.body
    assert unit.recording is not None
    index = [gen.number_local(i) for i in s.index]
    kind = m.NUMBER if s.value is None else kind_of(gen, s.value)
    value = () if s.value is None else gen.to_locals(s.value, kind)
    audience = gen.members_as(s.audience, word_count(unit.machine.players))
    whole = None if s.cell is None else Whole(gen, s.cell, index)
    with code.if_(unit.save == unit.memory.save):
        writer = RecordWriter(unit, code)
        content = whole.fixed if whole is not None else 2 * len(value)
        numbers = 4 + 2 * len(audience) + len(index) + content
        with writer.record(numbers, None if whole is None else whole.count):
            writer.number(SHOWN)
            writer.number(unit.recording.form.show_numbers[shown_form(s)])
            own = NUMBER_SORT if kind == m.NUMBER else SET_SORT
            writer.number(own if whole is None else whole.sort)
            writer.words(audience)
            for local in index:
                writer.number(local)
            if whole is not None:
                whole.write(writer)
            elif kind == m.NUMBER:
                writer.number(value[0])
            else:
                writer.words(value)


class Whole:
    """Emits code that writes the whole contents of an element into a record. For a heap (a place without order), this
    is the number of pieces of each kind."""

    def __init__(self, gen: CodeGenerator, cell: str, index: Sequence[LocalVariable]) -> None:
        self.cell, self.array = gen.unit.cells[cell], gen.unit.memory.cells[cell]
        shape = self.cell.shape[:-1] if self.cell.heap else self.cell.shape
        self.number, self.at, self.count = gen.local(I32), gen.local(I32), gen.local(I32)
        code = gen.body
        element = i32(0)
        for size, local in zip(shape, index, strict=True):
            element = element * size + local
        code.set(self.number, element)
        kinds = self.cell.shape[-1] if self.cell.heap else 1
        code.set(self.at, self.number * (kinds * self.array.stride))
        code.set(self.count, self.array.size_of(self.number).load() if self.cell.kind == "ring" else kinds)
        self.fixed = 2 * self.array.words if self.cell.kind == "set" else 0
        self.sort = ROW_SORT if self.cell.heap else SORTS[self.cell.kind]

    def write(self, writer: NumberWriter) -> None:
        if self.cell.kind == "set":
            for i in range(self.array.words):
                writer.word(self.array.at(self.at, 8 * i).load())
        else:
            writer.row(self.array, self.at, self.count)
