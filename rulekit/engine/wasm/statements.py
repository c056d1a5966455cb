"""Effects: each statement as code.

`Show` changes nothing; unless the module records it, there is only what could fault in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeGuard

from attrs import evolve

from ...machine import program as m
from ...machine.intervals import inside
from ...machine.traversal import statements_of
from .addresses import Ring, element
from .code_generation import STATEMENT_EMITTERS, CodeGenerator, Variable, Words, words
from .loops import each_value, passing
from .opcodes import I32
from .recording_code import address_to_record, record_element_change, record_ring_change, record_show
from .register_promotion import register
from .sets import bit_in_word
from .value_ranges import interval_of, kind_of, speculatable


def statements(gen: CodeGenerator, body: Sequence[m.Stmt]) -> None:
    """One after the other; what they define stays in the generator's scope."""
    for statement in body:
        STATEMENT_EMITTERS[type(statement)](gen, statement)


# -------------------------------------------------------------------------------------------------------------- writing


def assign(gen: CodeGenerator, s: m.Assign) -> None:
    cell = gen.unit.cells[s.cell]
    array = gen.unit.memory.cells[s.cell]
    if s.cell in gen.unit.unread and speculatable(gen, s.value) and all(isinstance(i, m.Const) for i in s.index):
        if cell.kind == "number" and inside(interval_of(gen, s.value), cell.low, cell.high):
            return
    kept = register(gen, s.cell, s.index)
    if kept is not None and cell.kind == "number":
        gen.number(s.value)
        if s.fault is not None and not inside(interval_of(gen, s.value), cell.low, cell.high):
            in_range(gen, cell.low, cell.high, s.fault)
        gen.body.set(kept[0])
        return
    offset = 0 if kept is not None else element(gen, array, s.index)
    variable = None if kept is not None else address_to_record(gen, s.cell)
    if cell.kind == "set":
        assign_set(gen, s, cell.high + 1, offset, kept)
        record_element_change(gen, s.cell, offset, variable)
        return
    gen.number(s.value)
    if s.fault is not None and not inside(interval_of(gen, s.value), cell.low, cell.high):
        in_range(gen, cell.low, cell.high, s.fault)
    if array.width.bytes == 8:
        gen.body.op("i64.extend_i32_s")
    gen.body.memory(array.width.store, offset)
    record_element_change(gen, s.cell, offset, variable)


def in_range(gen: CodeGenerator, low: int, high: int, fault: int) -> None:
    """Takes a number and leaves it, or faults outside low..high."""
    value = gen.local(I32)
    gen.body.tee(value)
    gen.body.i32(low)
    gen.body.op("i32.lt_s")
    gen.body.get(value)
    gen.body.i32(high)
    gen.body.op("i32.gt_s", "i32.or")
    gen.fault_if(fault)
    gen.body.get(value)


def assign_set(gen: CodeGenerator, s: m.Assign, size: int, offset: int, kept: Words | None) -> None:
    address = gen.local(I32)
    if kept is None:
        gen.body.set(address)
    kind = kind_of(gen, s.value)
    value = gen.members_as(s.value, max(words(kind), words(size)))
    if s.fault is not None and kind > size:
        for i, word in enumerate(value):
            outside = ~((1 << size) - 1) >> (64 * i) & ((1 << 64) - 1)
            if outside:
                gen.body.get(word)
                gen.body.i64(outside)
                gen.body.op("i64.and", "i64.eqz", "i32.eqz")
                gen.fault_if(s.fault)
    if kept is not None:
        for place, word in zip(kept, value, strict=False):
            gen.body.get(word)
            gen.body.set(place)
        return
    for i, word in enumerate(value[: words(size)]):
        gen.body.get(address)
        gen.body.get(word)
        gen.body.memory("i64.store", offset + 8 * i)


def insert(gen: CodeGenerator, s: m.Insert) -> None:
    kept = register(gen, s.cell, s.index)
    if kept is not None:
        member = gen.to_locals(s.member, m.NUMBER)[0]
        for i, word in enumerate(kept):
            gen.body.get(word)
            bit_in_word(gen, member, i, len(kept))
            if s.drop:
                gen.body.i64(-1)
                gen.body.op("i64.xor", "i64.and")
            else:
                gen.body.op("i64.or")
            gen.body.set(word)
        return
    array = gen.unit.memory.cells[s.cell]
    address = gen.local(I32)
    offset = element(gen, array, s.index)
    variable = address_to_record(gen, s.cell)
    gen.body.set(address)
    member = gen.to_locals(s.member, m.NUMBER)[0]
    if array.words > 1:
        gen.body.get(address)
        gen.body.get(member)
        gen.body.i32(6)
        gen.body.op("i32.shr_u")
        gen.body.i32(8)
        gen.body.op("i32.mul", "i32.add")
        gen.body.set(address)
    gen.body.get(address)
    gen.body.get(address)
    gen.body.memory("i64.load", offset)
    bit_in_word(gen, member, 0, 1)
    if s.drop:
        gen.body.i64(-1)
        gen.body.op("i64.xor", "i64.and")
    else:
        gen.body.op("i64.or")
    gen.body.memory("i64.store", offset)
    record_element_change(gen, s.cell, offset, variable)


def push(gen: CodeGenerator, s: m.Push) -> None:
    ring = Ring(gen, s.cell, s.index)
    value = gen.to_locals(s.value, m.NUMBER)[0]
    size, bottom = gen.local(I32), gen.constant_local(0)
    ring.size()
    gen.body.tee(size)
    gen.body.i32(ring.capacity)
    gen.body.op("i32.ge_u")
    gen.fault_if(s.fault)
    if s.end == "bottom":
        above = gen.constant_local(1)
        ring.address(above)
        ring.address(bottom)
        _bytes(gen, ring, size)
        gen.body.memory_copy()
    offset = ring.place(bottom if s.end == "bottom" else size)
    gen.body.get(value)
    gen.body.memory(ring.array.width.store, offset)
    _step(gen, size, 1)
    ring.set_size(size)
    record_ring_change(gen, s.cell, ring.number, ring.fixed)


def pull(gen: CodeGenerator, s: m.Pull) -> None:
    ring = Ring(gen, s.cell, s.index)
    position = gen.to_locals(s.position, m.NUMBER)[0]
    size, above = gen.local(I32), gen.local(I32)
    gen.body.get(position)
    ring.size()
    gen.body.tee(size)
    gen.body.op("i32.ge_u")
    gen.fault_if(s.fault)
    _step(gen, size, -1)
    gen.body.get(position)
    gen.body.i32(1)
    gen.body.op("i32.add")
    gen.body.set(above)
    moved = gen.local(I32)
    gen.body.get(size)
    gen.body.get(position)
    gen.body.op("i32.sub")
    gen.body.tee(moved)
    gen.body.if_()
    ring.address(position)
    ring.address(above)
    _bytes(gen, ring, moved)
    gen.body.memory_copy()
    gen.body.end()
    offset = ring.place(size)
    gen.body.i32(0)
    gen.body.memory(ring.array.width.store, offset)
    ring.set_size(size)
    record_ring_change(gen, s.cell, ring.number, ring.fixed)


def _bytes(gen: CodeGenerator, ring: Ring, count: int) -> None:
    gen.body.get(count)
    gen.body.i32(ring.array.width.bytes)
    gen.body.op("i32.mul")


def _step(gen: CodeGenerator, local: int, by: int) -> None:
    gen.body.get(local)
    gen.body.i32(by)
    gen.body.op("i32.add")
    gen.body.set(local)


def note(gen: CodeGenerator, s: m.Note) -> None:
    history = gen.unit.memory.cells[f"history.{s.position}"]
    count = gen.unit.memory.cells[f"history.{s.position}.size"]
    size = gen.local(I32)
    gen.body.i32(0)
    gen.body.memory(count.width.load, count.base)
    gen.body.set(size)
    if s.forget:
        gen.body.i32(history.base)
        gen.body.i32(0)
        gen.body.get(size)
        gen.body.i32(8)
        gen.body.op("i32.mul")
        gen.body.memory_fill()
        gen.body.i32(0)
        gen.body.i32(0)
        gen.body.memory(count.width.store, count.base)
        return
    position = next(p for p in gen.unit.machine.positions if p.name == s.position)
    gen.consume_fuel_for(gen.unit.memory.numbers(position.cells))
    gen.body.get(size)
    gen.body.i32(position.capacity)
    gen.body.op("i32.ge_s")
    gen.fault_if(position.fault)
    gen.body.get(size)
    gen.body.i32(8)
    gen.body.op("i32.mul")
    gen.body.call(gen.unit.hashes[s.position])
    gen.body.memory("i64.store", history.base)
    gen.body.i32(0)
    gen.body.get(size)
    gen.body.i32(1)
    gen.body.op("i32.add")
    gen.body.memory(count.width.store, count.base)


# -------------------------------------------------------------------------------------------------------------- control


def define(gen: CodeGenerator, s: m.Define) -> None:
    kind = kind_of(gen, s.value)
    put_local(gen, s.name, kind, gen.to_locals(s.value, kind))


def put_local(gen: CodeGenerator, name: str, kind: int, value: tuple[int, ...]) -> None:
    """A name in scope keeps its place, so that a loop sees what was written before; nothing is known of its value."""
    old = gen.scope.get(name)
    if old is None or len(old.locals) != len(value) or (old.kind == m.NUMBER) != (kind == m.NUMBER):
        gen.scope[name] = Variable(kind, value)
        return
    for new, place in zip(value, old.locals, strict=True):
        gen.body.get(new)
        gen.body.set(place)
    gen.scope[name] = Variable(old.kind, old.locals)


def when(gen: CodeGenerator, s: m.When) -> None:
    gen.number(s.condition)
    gen.body.if_()
    statements(gen.inner(), s.then)
    if s.otherwise:
        gen.body.else_()
        statements(gen.inner(), s.otherwise)
    gen.body.end()


def each(gen: CodeGenerator, s: m.Each) -> None:
    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        passing(inner, s.where, following)
        if any(s.name == (p.name if isinstance(p, m.Define) else p.into) for p in statements_of(s.body) if _defines(p)):
            inner.scope[s.name] = Variable(m.NUMBER, (value,))  # overwritten in some block: nothing is known of it
        statements(evolve(inner, breaks=[*gen.breaks, done]), s.body)

    each_value(gen, s.name, s.over, one)


def _defines(part: object) -> TypeGuard[m.Define | m.Run]:
    return isinstance(part, m.Define | m.Run)


def while_(gen: CodeGenerator, s: m.While) -> None:
    limit = None if s.limit is None else gen.to_locals(s.limit, m.NUMBER)[0]
    made = gen.constant_local(0)
    done, again = gen.body.block(), gen.body.loop()
    gen.number(s.condition)
    gen.body.op("i32.eqz")
    gen.body.br_if(done)
    if limit is not None:
        gen.body.get(made)
        gen.body.get(limit)
        gen.body.op("i32.eq")
        gen.fault_if(s.fault)
        _step(gen, made, 1)
    gen.consume_fuel()
    statements(evolve(gen.inner(), breaks=[*gen.breaks, done]), s.body)
    gen.body.br(again)
    gen.body.end()
    gen.body.end()


def break_(gen: CodeGenerator, s: m.Break) -> None:
    gen.body.br(gen.breaks[-1])


def run(gen: CodeGenerator, s: m.Run) -> None:
    routine = gen.unit.procedures[s.routine]
    for arg, parameter in zip(s.args, routine.params, strict=True):
        gen.value(arg, parameter.kind)
    gen.body.call(gen.unit.routines[s.routine])
    if routine.kind is None:
        return
    result = gen.fresh_locals(routine.kind)
    for local in reversed(result):
        gen.body.set(local)
    if s.into is not None:
        put_local(gen, s.into, routine.kind, result)


def return_(gen: CodeGenerator, s: m.Return) -> None:
    if s.value is not None and gen.results:
        gen.to_locals(s.value, gen.result_kind, gen.results)
    gen.body.br(gen.exit)


def raise_(gen: CodeGenerator, s: m.Raise) -> None:
    gen.fault(s.fault)


# -------------------------------------------------------------------------------------------------------------- telling


def show(gen: CodeGenerator, s: m.Show) -> None:
    if gen.unit.recording is not None:
        record_show(gen, s)
        return
    for value in s.index:
        if not speculatable(gen, value):
            gen.number(value)
            gen.body.op("drop")
    if s.value is not None and not speculatable(gen, s.value):
        gen.to_locals(s.value, kind_of(gen, s.value))
    if not speculatable(gen, s.audience):
        gen.members(s.audience)


def mark(gen: CodeGenerator, s: m.Mark) -> None:
    """A count in memory or a local, but not while something is only tried out."""
    counter = gen.unit.counters.get(s.clause)
    if counter is not None:
        gen.body.get(counter)
        gen.body.i64(1)
        gen.body.op("i64.add")
        gen.body.set(counter)
        return
    if gen.guarded:
        gen.body.global_get(gen.unit.save)
        gen.body.i32(gen.unit.memory.save)
        gen.body.op("i32.eq")
        gen.body.if_()
    at = gen.unit.marks[s.clause]
    gen.body.i32(0)
    gen.body.i32(0)
    gen.body.memory("i64.load", at)
    gen.body.i64(1)
    gen.body.op("i64.add")
    gen.body.memory("i64.store", at)
    if gen.guarded:
        gen.body.end()


forms: dict[type, Callable[..., None]] = {
    m.Assign: assign, m.Insert: insert, m.Push: push, m.Pull: pull, m.Define: define, m.When: when, m.Each: each,
    m.While: while_, m.Break: break_, m.Run: run, m.Return: return_, m.Raise: raise_, m.Note: note, m.Show: show,
    m.Mark: mark,
}  # fmt: skip
STATEMENT_EMITTERS.update(forms)
