"""Recording what players see: stepping, with a record in memory of each thing written or shown on the way.

Here are the functions that the host calls for it, and what emitters of statements add.  `recording_engine.py` reads the
records.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ..log import shown as shown_form
from ..observe import observable
from .change_recorder import ChangeRecorder
from .code_generation import CodeGenerator, Unit, Variable, words
from .encode import Body
from .opcodes import I32
from .record_writer import RecordWriter
from .recording_layout import HEADER, NUMBER, ROW, SET, SHOWN, SORTS, Recording
from .runtime_support import add
from .value_ranges import kind_of


def add_recording(unit: Unit) -> None:
    """The functions that tell, and those that the host calls: `tell` before a step, and each node's audience."""
    recording = unit.recording
    assert recording is not None
    for cell in observable(unit.machine):
        unit.assembly.define(recording.on_change[cell.name], ChangeRecorder(unit, recording, cell).body)
    begin, memory = Body("begin_recording", (), (I32,)), unit.memory
    begin.i32(recording.region.base + HEADER)
    begin.global_set(recording.at)
    begin.i32(recording.region.base)
    begin.i32(0)
    begin.memory("i32.store")
    begin.i32(recording.region.copy)
    begin.i32(memory.start)
    begin.i32(memory.end - memory.start)
    begin.memory_copy()
    begin.i32(0)
    add(unit, "begin_recording", begin, export="begin_recording")
    end = Body("records_end", (), (I32,))
    end.global_get(recording.at)
    add(unit, "records_end", end, export="records_end")
    for number, node in enumerate(unit.machine.nodes):
        if isinstance(node, m.Decision | m.Chance) and node.audience is not None:
            add(unit, f"audience {number}", _audience(unit, recording, node), export=f"audience {number}")


def _audience(unit: Unit, recording: Recording, node: m.Decision | m.Chance) -> Body:
    """(option or outcome) -> 0; who sees it is written down.  Of chance that may depend on the outcome."""
    gen = CodeGenerator(unit, Body("audience", (I32,), (I32,)))
    if isinstance(node, m.Chance):
        gen.scope[node.name] = Variable(m.NUMBER, (0,), node.low, node.high)
    assert node.audience is not None
    for i, word in enumerate(gen.members_as(node.audience, words(unit.machine.players))):
        gen.body.i32(0)
        gen.body.get(word)
        gen.body.memory("i64.store", recording.region.base + 8 + 8 * i)
    gen.body.i32(0)
    return gen.body


def record_element_change(gen: CodeGenerator, cell: str, offset: int, variable: int | None) -> None:
    """After a write: the element whose address is a local and an offset, if anybody may see the cell."""
    if gen.unit.recording is None or variable is None:
        return
    array = gen.unit.memory.cells[cell]
    gen.body.get(variable)
    gen.body.i32(offset - array.base)
    gen.body.op("i32.add")
    gen.body.i32(array.stride)
    gen.body.op("i32.div_u")
    gen.body.call(gen.unit.recording.on_change[cell])


def address_to_record(gen: CodeGenerator, cell: str) -> int | None:
    """Keeps the variable part of an address that stands on the stack, where the write is to be told of."""
    if gen.unit.recording is None or cell not in gen.unit.recording.on_change:
        return None
    variable = gen.local(I32)
    gen.body.tee(variable)
    return variable


def record_ring_change(gen: CodeGenerator, cell: str, number: int, fixed: int) -> None:
    """After a change of a ring: its number is a local and a constant."""
    if gen.unit.recording is None or cell not in gen.unit.recording.on_change:
        return
    gen.body.get(number)
    gen.body.i32(fixed)
    gen.body.op("i32.add")
    gen.body.call(gen.unit.recording.on_change[cell])


def record_show(gen: CodeGenerator, s: m.Show) -> None:
    """The record of a `show`."""
    unit, body = gen.unit, gen.body
    assert unit.recording is not None
    index = [gen.to_locals(i, m.NUMBER)[0] for i in s.index]
    kind = m.NUMBER if s.value is None else kind_of(gen, s.value)
    value = () if s.value is None else gen.to_locals(s.value, kind)
    audience = gen.members_as(s.audience, words(unit.machine.players))
    whole = None if s.cell is None else _Whole(gen, s.cell, index)
    body.global_get(unit.save)
    body.i32(unit.memory.save)
    body.op("i32.eq")
    body.if_()
    writer = RecordWriter(unit, body)
    content = whole.fixed if whole is not None else 2 * len(value)
    writer.begin(4 + 2 * len(audience) + len(index) + content, None if whole is None else whole.count)
    writer.constant(SHOWN)
    writer.constant(unit.recording.form.show_numbers[shown_form(s)])
    writer.constant(NUMBER if whole is None and kind == m.NUMBER else SET if whole is None else whole.sort)
    writer.words(audience)
    for local in index:
        writer.number(local)
    if whole is not None:
        whole.write(writer)
    elif kind == m.NUMBER:
        writer.number(value[0])
    else:
        writer.words(value)
    writer.end()
    body.end()


class _Whole:
    """All that stands in an element, to be written down."""

    def __init__(self, gen: CodeGenerator, cell: str, index: Sequence[int]) -> None:
        self.body, self.cell, self.array = gen.body, gen.unit.cells[cell], gen.unit.memory.cells[cell]
        shape = self.cell.shape[:-1] if self.cell.heap else self.cell.shape
        self.number, self.at, self.count = gen.local(I32), gen.local(I32), gen.local(I32)
        body = self.body
        body.i32(0)
        for size, local in zip(shape, index, strict=True):
            body.i32(size)
            body.op("i32.mul")
            body.get(local)
            body.op("i32.add")
        body.set(self.number)
        kinds = self.cell.shape[-1] if self.cell.heap else 1
        body.get(self.number)
        body.i32(kinds * self.array.stride)
        body.op("i32.mul")
        body.set(self.at)
        body.i32(kinds)
        if self.cell.kind == "ring":
            body.op("drop")
            body.get(self.number)
            body.i32(4)
            body.op("i32.mul")
            body.memory("i32.load", self.array.sizes)
        body.set(self.count)
        self.fixed = 2 * self.array.words if self.cell.kind == "set" else 0
        self.sort = ROW if self.cell.heap else SORTS[self.cell.kind]

    def write(self, writer: RecordWriter) -> None:
        if self.cell.kind == "set":
            for i in range(self.array.words):
                writer.word_at(self.at, self.array.base + 8 * i)
        else:
            writer.row(self.array, self.at, self.count)
