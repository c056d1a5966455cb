"""The module that tells: stepping, with a record in memory of each thing written or shown on the way.

Here are the functions that the host calls for it, and what writers of statements add.  `teller.py` reads the records.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ..log import shown as shown_form
from ..observe import observable
from .encode import Body
from .kinds import kind_of
from .opcodes import I32
from .pen import HEADER, NUMBER, ROW, SET, SHOWN, SORTS, Pen, Telling
from .support import add
from .writer import Unit, Variable, Writer, words
from .wrote import Wrote


def add_telling(unit: Unit) -> None:
    """The functions that tell, and those that the host calls: `tell` before a step, and each node's audience."""
    telling = unit.telling
    assert telling is not None
    for cell in observable(unit.machine):
        unit.assembly.define(telling.wrote[cell.name], Wrote(unit, telling, cell).body)
    begin, memory = Body("tell", (), (I32,)), unit.memory
    begin.i32(telling.region.base + HEADER)
    begin.global_set(telling.at)
    begin.i32(telling.region.base)
    begin.i32(0)
    begin.memory("i32.store")
    begin.i32(telling.region.copy)
    begin.i32(memory.start)
    begin.i32(memory.end - memory.start)
    begin.memory_copy()
    begin.i32(0)
    add(unit, "tell", begin, export="tell")
    end = Body("told", (), (I32,))
    end.global_get(telling.at)
    add(unit, "told", end, export="told")
    for number, node in enumerate(unit.machine.nodes):
        if isinstance(node, m.Decision | m.Chance) and node.audience is not None:
            add(unit, f"audience {number}", _audience(unit, telling, node), export=f"audience {number}")


def _audience(unit: Unit, telling: Telling, node: m.Decision | m.Chance) -> Body:
    """(option or outcome) -> 0; who sees it is written down.  Of chance that may depend on the outcome."""
    w = Writer(unit, Body("audience", (I32,), (I32,)))
    if isinstance(node, m.Chance):
        w.scope[node.name] = Variable(m.NUMBER, (0,), node.low, node.high)
    assert node.audience is not None
    for i, word in enumerate(w.members_as(node.audience, words(unit.machine.players))):
        w.body.i32(0)
        w.body.get(word)
        w.body.memory("i64.store", telling.region.base + 8 + 8 * i)
    w.body.i32(0)
    return w.body


def element_told(w: Writer, cell: str, offset: int, variable: int | None) -> None:
    """After a write: the element whose address is a local and an offset, if anybody may see the cell."""
    if w.unit.telling is None or variable is None:
        return
    array = w.unit.memory.cells[cell]
    w.body.get(variable)
    w.body.i32(offset - array.base)
    w.body.op("i32.add")
    w.body.i32(array.stride)
    w.body.op("i32.div_u")
    w.body.call(w.unit.telling.wrote[cell])


def noted(w: Writer, cell: str) -> int | None:
    """Keeps the variable part of an address that stands on the stack, where the write is to be told of."""
    if w.unit.telling is None or cell not in w.unit.telling.wrote:
        return None
    variable = w.local(I32)
    w.body.tee(variable)
    return variable


def ring_told(w: Writer, cell: str, number: int, fixed: int) -> None:
    """After a change of a ring: its number is a local and a constant."""
    if w.unit.telling is None or cell not in w.unit.telling.wrote:
        return
    w.body.get(number)
    w.body.i32(fixed)
    w.body.op("i32.add")
    w.body.call(w.unit.telling.wrote[cell])


def show_told(w: Writer, s: m.Show) -> None:
    """The record of a `show`."""
    unit, body = w.unit, w.body
    assert unit.telling is not None
    index = [w.keep(i, m.NUMBER)[0] for i in s.index]
    kind = m.NUMBER if s.value is None else kind_of(w, s.value)
    value = () if s.value is None else w.keep(s.value, kind)
    audience = w.members_as(s.audience, words(unit.machine.players))
    whole = None if s.cell is None else _Whole(w, s.cell, index)
    body.global_get(unit.save)
    body.i32(unit.memory.save)
    body.op("i32.eq")
    body.if_()
    pen = Pen(unit, body)
    content = whole.fixed if whole is not None else 2 * len(value)
    pen.begin(4 + 2 * len(audience) + len(index) + content, None if whole is None else whole.count)
    pen.constant(SHOWN)
    pen.constant(unit.telling.form.show_numbers[shown_form(s)])
    pen.constant(NUMBER if whole is None and kind == m.NUMBER else SET if whole is None else whole.sort)
    pen.words(audience)
    for local in index:
        pen.number(local)
    if whole is not None:
        whole.write(pen)
    elif kind == m.NUMBER:
        pen.number(value[0])
    else:
        pen.words(value)
    pen.end()
    body.end()


class _Whole:
    """All that stands in an element, to be written down."""

    def __init__(self, w: Writer, cell: str, index: Sequence[int]) -> None:
        self.body, self.cell, self.array = w.body, w.unit.cells[cell], w.unit.memory.cells[cell]
        shape = self.cell.shape[:-1] if self.cell.heap else self.cell.shape
        self.number, self.at, self.count = w.local(I32), w.local(I32), w.local(I32)
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

    def write(self, pen: Pen) -> None:
        if self.cell.kind == "set":
            for i in range(self.array.words):
                pen.word_at(self.at, self.array.base + 8 * i)
        else:
            pen.row(self.array, self.at, self.count)
