"""Effects: each statement as code.  `Show` changes nothing, and unless the module tells it only keeps what could fault
in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeGuard

from attrs import evolve

from ...machine import program as m
from ...machine.walk import statements_of
from .addresses import Ring, element
from .kinds import inside, kind_of, span_of, total
from .loops import each_value, passing
from .opcodes import I32
from .registers import register
from .sets import bit_in_word
from .telling import element_told, noted, ring_told, show_told
from .writer import STATEMENTS, Variable, Words, Writer, words


def statements(w: Writer, body: Sequence[m.Stmt]) -> None:
    """One after the other; what they define stays in the writer's scope."""
    for statement in body:
        STATEMENTS[type(statement)](w, statement)


# -------------------------------------------------------------------------------------------------------------- writing


def assign(w: Writer, s: m.Assign) -> None:
    cell = w.unit.cells[s.cell]
    array = w.unit.memory.cells[s.cell]
    if s.cell in w.unit.unread and total(w, s.value) and all(isinstance(i, m.Const) for i in s.index):
        if cell.kind == "number" and inside(span_of(w, s.value), cell.low, cell.high):
            return
    kept = register(w, s.cell, s.index)
    if kept is not None and cell.kind == "number":
        w.number(s.value)
        if s.fault is not None and not inside(span_of(w, s.value), cell.low, cell.high):
            in_range(w, cell.low, cell.high, s.fault)
        w.body.set(kept[0])
        return
    offset = 0 if kept is not None else element(w, array, s.index)
    variable = None if kept is not None else noted(w, s.cell)
    if cell.kind == "set":
        assign_set(w, s, cell.high + 1, offset, kept)
        element_told(w, s.cell, offset, variable)
        return
    w.number(s.value)
    if s.fault is not None and not inside(span_of(w, s.value), cell.low, cell.high):
        in_range(w, cell.low, cell.high, s.fault)
    if array.width.bytes == 8:
        w.body.op("i64.extend_i32_s")
    w.body.memory(array.width.store, offset)
    element_told(w, s.cell, offset, variable)


def in_range(w: Writer, low: int, high: int, fault: int) -> None:
    """Takes a number and leaves it, or faults outside low..high."""
    value = w.local(I32)
    w.body.tee(value)
    w.body.i32(low)
    w.body.op("i32.lt_s")
    w.body.get(value)
    w.body.i32(high)
    w.body.op("i32.gt_s", "i32.or")
    w.fault_if(fault)
    w.body.get(value)


def assign_set(w: Writer, s: m.Assign, size: int, offset: int, kept: Words | None) -> None:
    address = w.local(I32)
    if kept is None:
        w.body.set(address)
    kind = kind_of(w, s.value)
    value = w.members_as(s.value, max(words(kind), words(size)))
    if s.fault is not None and kind > size:
        for i, word in enumerate(value):
            outside = ~((1 << size) - 1) >> (64 * i) & ((1 << 64) - 1)
            if outside:
                w.body.get(word)
                w.body.i64(outside)
                w.body.op("i64.and", "i64.eqz", "i32.eqz")
                w.fault_if(s.fault)
    if kept is not None:
        for place, word in zip(kept, value, strict=False):
            w.body.get(word)
            w.body.set(place)
        return
    for i, word in enumerate(value[: words(size)]):
        w.body.get(address)
        w.body.get(word)
        w.body.memory("i64.store", offset + 8 * i)


def insert(w: Writer, s: m.Insert) -> None:
    kept = register(w, s.cell, s.index)
    if kept is not None:
        member = w.keep(s.member, m.NUMBER)[0]
        for i, word in enumerate(kept):
            w.body.get(word)
            bit_in_word(w, member, i, len(kept))
            if s.drop:
                w.body.i64(-1)
                w.body.op("i64.xor", "i64.and")
            else:
                w.body.op("i64.or")
            w.body.set(word)
        return
    array = w.unit.memory.cells[s.cell]
    address = w.local(I32)
    offset = element(w, array, s.index)
    variable = noted(w, s.cell)
    w.body.set(address)
    member = w.keep(s.member, m.NUMBER)[0]
    if array.words > 1:
        w.body.get(address)
        w.body.get(member)
        w.body.i32(6)
        w.body.op("i32.shr_u")
        w.body.i32(8)
        w.body.op("i32.mul", "i32.add")
        w.body.set(address)
    w.body.get(address)
    w.body.get(address)
    w.body.memory("i64.load", offset)
    bit_in_word(w, member, 0, 1)
    if s.drop:
        w.body.i64(-1)
        w.body.op("i64.xor", "i64.and")
    else:
        w.body.op("i64.or")
    w.body.memory("i64.store", offset)
    element_told(w, s.cell, offset, variable)


def push(w: Writer, s: m.Push) -> None:
    ring = Ring(w, s.cell, s.index)
    value = w.keep(s.value, m.NUMBER)[0]
    size, bottom = w.local(I32), w.put(0)
    ring.size()
    w.body.tee(size)
    w.body.i32(ring.capacity)
    w.body.op("i32.ge_u")
    w.fault_if(s.fault)
    if s.end == "bottom":
        above = w.put(1)
        ring.address(above)
        ring.address(bottom)
        _bytes(w, ring, size)
        w.body.memory_copy()
    offset = ring.place(bottom if s.end == "bottom" else size)
    w.body.get(value)
    w.body.memory(ring.array.width.store, offset)
    _step(w, size, 1)
    ring.set_size(size)
    ring_told(w, s.cell, ring.number, ring.fixed)


def pull(w: Writer, s: m.Pull) -> None:
    ring = Ring(w, s.cell, s.index)
    position = w.keep(s.position, m.NUMBER)[0]
    size, above = w.local(I32), w.local(I32)
    w.body.get(position)
    ring.size()
    w.body.tee(size)
    w.body.op("i32.ge_u")
    w.fault_if(s.fault)
    _step(w, size, -1)
    w.body.get(position)
    w.body.i32(1)
    w.body.op("i32.add")
    w.body.set(above)
    moved = w.local(I32)
    w.body.get(size)
    w.body.get(position)
    w.body.op("i32.sub")
    w.body.tee(moved)
    w.body.if_()
    ring.address(position)
    ring.address(above)
    _bytes(w, ring, moved)
    w.body.memory_copy()
    w.body.end()
    offset = ring.place(size)
    w.body.i32(0)
    w.body.memory(ring.array.width.store, offset)
    ring.set_size(size)
    ring_told(w, s.cell, ring.number, ring.fixed)


def _bytes(w: Writer, ring: Ring, count: int) -> None:
    w.body.get(count)
    w.body.i32(ring.array.width.bytes)
    w.body.op("i32.mul")


def _step(w: Writer, local: int, by: int) -> None:
    w.body.get(local)
    w.body.i32(by)
    w.body.op("i32.add")
    w.body.set(local)


def note(w: Writer, s: m.Note) -> None:
    history = w.unit.memory.cells[f"history.{s.position}"]
    count = w.unit.memory.cells[f"history.{s.position}.size"]
    size = w.local(I32)
    w.body.i32(0)
    w.body.memory(count.width.load, count.base)
    w.body.set(size)
    if s.forget:
        w.body.i32(history.base)
        w.body.i32(0)
        w.body.get(size)
        w.body.i32(8)
        w.body.op("i32.mul")
        w.body.memory_fill()
        w.body.i32(0)
        w.body.i32(0)
        w.body.memory(count.width.store, count.base)
        return
    position = next(p for p in w.unit.machine.positions if p.name == s.position)
    w.burn_for(w.unit.memory.numbers(position.cells))
    w.body.get(size)
    w.body.i32(position.capacity)
    w.body.op("i32.ge_s")
    w.fault_if(position.fault)
    w.body.get(size)
    w.body.i32(8)
    w.body.op("i32.mul")
    w.body.call(w.unit.hashes[s.position])
    w.body.memory("i64.store", history.base)
    w.body.i32(0)
    w.body.get(size)
    w.body.i32(1)
    w.body.op("i32.add")
    w.body.memory(count.width.store, count.base)


# -------------------------------------------------------------------------------------------------------------- control


def define(w: Writer, s: m.Define) -> None:
    kind = kind_of(w, s.value)
    put_local(w, s.name, kind, w.keep(s.value, kind))


def put_local(w: Writer, name: str, kind: int, value: tuple[int, ...]) -> None:
    """A name in scope keeps its place, so that a loop sees what was written before; nothing is known of its value."""
    old = w.scope.get(name)
    if old is None or len(old.locals) != len(value) or (old.kind == m.NUMBER) != (kind == m.NUMBER):
        w.scope[name] = Variable(kind, value)
        return
    for new, place in zip(value, old.locals, strict=True):
        w.body.get(new)
        w.body.set(place)
    w.scope[name] = Variable(old.kind, old.locals)


def when(w: Writer, s: m.When) -> None:
    w.number(s.condition)
    w.body.if_()
    statements(w.inner(), s.then)
    if s.otherwise:
        w.body.else_()
        statements(w.inner(), s.otherwise)
    w.body.end()


def each(w: Writer, s: m.Each) -> None:
    def one(inner: Writer, value: int, done: int, following: int) -> None:
        passing(inner, s.where, following)
        if any(s.name == (p.name if isinstance(p, m.Define) else p.into) for p in statements_of(s.body) if _defines(p)):
            inner.scope[s.name] = Variable(m.NUMBER, (value,))  # overwritten in some block: nothing is known of it
        statements(evolve(inner, breaks=[*w.breaks, done]), s.body)

    each_value(w, s.name, s.over, one)


def _defines(part: object) -> TypeGuard[m.Define | m.Run]:
    return isinstance(part, m.Define | m.Run)


def while_(w: Writer, s: m.While) -> None:
    limit = None if s.limit is None else w.keep(s.limit, m.NUMBER)[0]
    made = w.put(0)
    done, again = w.body.block(), w.body.loop()
    w.number(s.condition)
    w.body.op("i32.eqz")
    w.body.br_if(done)
    if limit is not None:
        w.body.get(made)
        w.body.get(limit)
        w.body.op("i32.eq")
        w.fault_if(s.fault)
        _step(w, made, 1)
    w.burn()
    statements(evolve(w.inner(), breaks=[*w.breaks, done]), s.body)
    w.body.br(again)
    w.body.end()
    w.body.end()


def break_(w: Writer, s: m.Break) -> None:
    w.body.br(w.breaks[-1])


def run(w: Writer, s: m.Run) -> None:
    routine = w.unit.procedures[s.routine]
    for arg, parameter in zip(s.args, routine.params, strict=True):
        w.value(arg, parameter.kind)
    w.body.call(w.unit.routines[s.routine])
    if routine.kind is None:
        return
    result = w.room(routine.kind)
    for local in reversed(result):
        w.body.set(local)
    if s.into is not None:
        put_local(w, s.into, routine.kind, result)


def return_(w: Writer, s: m.Return) -> None:
    if s.value is not None and w.results:
        w.keep(s.value, w.result_kind, w.results)
    w.body.br(w.exit)


def raise_(w: Writer, s: m.Raise) -> None:
    w.fault(s.fault)


# -------------------------------------------------------------------------------------------------------------- telling


def show(w: Writer, s: m.Show) -> None:
    if w.unit.telling is not None:
        show_told(w, s)
        return
    for value in s.index:
        if not total(w, value):
            w.number(value)
            w.body.op("drop")
    if s.value is not None and not total(w, s.value):
        w.keep(s.value, kind_of(w, s.value))
    if not total(w, s.audience):
        w.members(s.audience)


def mark(w: Writer, s: m.Mark) -> None:
    """A count in memory or a local, but not while something is only tried out."""
    counter = w.unit.counters.get(s.clause)
    if counter is not None:
        w.body.get(counter)
        w.body.i64(1)
        w.body.op("i64.add")
        w.body.set(counter)
        return
    if w.guarded:
        w.body.global_get(w.unit.save)
        w.body.i32(w.unit.memory.save)
        w.body.op("i32.eq")
        w.body.if_()
    at = w.unit.marks[s.clause]
    w.body.i32(0)
    w.body.i32(0)
    w.body.memory("i64.load", at)
    w.body.i64(1)
    w.body.op("i64.add")
    w.body.memory("i64.store", at)
    if w.guarded:
        w.body.end()


forms: dict[type, Callable[..., None]] = {
    m.Assign: assign, m.Insert: insert, m.Push: push, m.Pull: pull, m.Define: define, m.When: when, m.Each: each,
    m.While: while_, m.Break: break_, m.Run: run, m.Return: return_, m.Raise: raise_, m.Note: note, m.Show: show,
    m.Mark: mark,
}  # fmt: skip
STATEMENTS.update(forms)
