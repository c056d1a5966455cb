"""Emits code for statements.

A `Reveal` changes no cell. Unless the module records what is shown, its code only evaluates parts that could fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TypeGuard

from attrs import evolve

from ...machine import program as m
from ...machine.form_table import statements_of
from ...machine.operator_intervals import interval_inside
from ..packing import INT
from .code_generation import (
    CodeGenerator,
    MachineLocal,
    WordLocals,
    element_in_local,
    element_place,
    interval_of,
    kind_of,
    speculatable,
    store_number,
    word_count,
)
from .encoding import I32
from .function_builder import BlockLabel
from .loop_code import each_value, skip_unless
from .operands import ZERO, LocalVariable, MemoryPlace, Operand, call, i64, select
from .recording_code import address_to_record, record_element_change, record_ring_change, record_show
from .register_promotion import find_locals
from .rings import Ring
from .sets import bit_in_word
from .telling import tell_show
from .undo_log import emit_note

MANY_WAYS = (m.IfStatement, m.Each, m.While, m.Run)
"""Statements after which a profile does not know the clause at work: paths meet, or another routine ran."""


def emit_statements(gen: CodeGenerator, body: Sequence[m.Stmt]) -> None:
    """Emit statements in order. Their new variables remain in the generator's scope afterwards."""
    probe = gen.unit.probe
    if probe is None:
        for statement in body:
            gen.unit.emitters.statements[type(statement)](gen, statement)
        return
    clause = probe.enter_block(gen.body)
    for statement in body:
        probe.enter_statement(gen.body, statement)
        gen.unit.emitters.statements[type(statement)](gen, statement)
        if isinstance(statement, MANY_WAYS):
            probe.forget(gen.body)
    probe.leave_block(gen.body, clause)


# ------------------------------------------------------------------------------------------ statements that write cells


def emit_write(gen: CodeGenerator, s: m.Write) -> None:
    cell = gen.unit.cells[s.cell]
    if s.cell in gen.unit.unread and speculatable(gen, s.value) and all(isinstance(i, m.Const) for i in s.index):
        if cell.kind == "number" and interval_inside(interval_of(gen, s.value), cell.low, cell.high):
            return
    kept = find_locals(gen, s.cell, s.index)
    if kept is not None:
        if cell.kind == "number":
            gen.body.set(kept[0], emit_in_range(gen, s, cell))
        else:
            for local, word in zip(kept, emit_value_in_range(gen, s, cell.high + 1), strict=False):
                gen.body.set(local, word)
        return
    place = noted_place(gen, s.cell, s.index)
    address = address_to_record(gen, s.cell, place)
    if cell.kind == "set":
        at = gen.local(I32)
        gen.body.set(at, place.address)
        for i, word in enumerate(emit_value_in_range(gen, s, cell.high + 1)[: word_count(cell.high + 1)]):
            gen.body.store(place.with_address(at).plus(8 * i), word)
    else:
        store_number(gen, place, emit_in_range(gen, s, cell))
    record_element_change(gen, s.cell, place, address)


def noted_place(gen: CodeGenerator, cell: str, index: Sequence[m.Expr]) -> MemoryPlace:
    """Push the variable part of an element's address and return the element's place. In a trial (`After`), the code
    first saves the old content for `undo_log.py`."""
    array = gen.unit.memory.cells[cell]
    if not (gen.tried and cell in gen.unit.undone):
        return element_place(gen, array, index)
    place = element_in_local(gen, array, index)
    emit_note(gen, place.whole_address, array.stride)
    return place.with_address(gen.body.push(place.address))


def noted_ring(gen: CodeGenerator, cell: str, index: Sequence[m.Expr]) -> Ring:
    """Return a ring for writing. In a trial (`After`), the code first saves its old content and size for
    `undo_log.py`."""
    ring = Ring(gen, cell, index)
    if gen.tried and cell in gen.unit.undone:
        emit_note(gen, ring.place(gen.constant_local(0)).whole_address, ring.array.stride)
        emit_note(gen, ring.size.whole_address, INT.bytes)
    return ring


def emit_in_range(gen: CodeGenerator, s: m.Write, cell: m.Cell) -> Operand:
    """Emit the number to be assigned onto the stack; the code faults if it is outside the cell's range."""
    number = gen.number(s.value)
    if s.fault is None or interval_inside(interval_of(gen, s.value), cell.low, cell.high):
        return number
    value = gen.local(I32)
    gen.fault_if(s.fault, (value.tee(number) < cell.low) | (value > cell.high))
    return gen.body.push(value)


def emit_value_in_range(gen: CodeGenerator, s: m.Write, size: int) -> WordLocals:
    """Emit the set to be assigned and return its locals; the code faults if the set has a member outside 0..size-1."""
    kind = kind_of(gen, s.value)
    value = gen.members_as(s.value, max(word_count(kind), word_count(size)))
    if s.fault is not None and kind > size:
        for i, word in enumerate(value):
            outside = ~((1 << size) - 1) >> (64 * i) & ((1 << 64) - 1)
            if outside:
                gen.fault_if(s.fault, (word & outside).nonzero())
    return value


def emit_insert(gen: CodeGenerator, s: m.Insert) -> None:
    """Emit code that adds a member to a set in a cell, or removes it if `s.drop`."""
    change_member(gen, s, lambda word, bit: word & ~bit if s.drop else word | bit)


def emit_membership(gen: CodeGenerator, condition: m.Expr, s: m.Insert) -> None:
    """Emit code that adds a member to a set in a cell if a condition holds, and otherwise removes it. The code has no
    jump."""
    holds = gen.number_local(condition)
    change_member(gen, s, lambda word, bit: word & ~bit | select(bit, i64(0), holds))


def change_member(gen: CodeGenerator, s: m.Insert, change: Callable[[Operand, Operand], Operand]) -> None:
    """Emit a change of a set in a cell. `change` returns the operand for the new word, given the old word and the
    member's bit."""
    code = gen.body
    kept = find_locals(gen, s.cell, s.index)
    if kept is not None:
        member = gen.number_local(s.member)
        for i, word in enumerate(kept):
            code.set(word, change(word, bit_in_word(member, i, len(kept))))
        return
    array = gen.unit.memory.cells[s.cell]
    at = gen.local(I32)
    place = noted_place(gen, s.cell, s.index)
    address = address_to_record(gen, s.cell, place)
    code.set(at, place.address)
    member = gen.number_local(s.member)
    if array.words > 1:
        code.set(at, at + member.shr_u(6) * 8)
    place = place.with_address(at)
    code.store(place, change(place.load(), bit_in_word(member, 0, 1)))
    record_element_change(gen, s.cell, place, address)


def emit_push(gen: CodeGenerator, s: m.Push) -> None:
    code, ring = gen.body, noted_ring(gen, s.cell, s.index)
    value = gen.number_local(s.value)
    size, bottom = gen.local(I32), gen.constant_local(0)
    gen.fault_if(s.fault, size.tee(ring.size.load()).ge_u(ring.capacity))
    if s.end == "bottom":
        above = gen.constant_local(1)
        code.copy(ring.place(above).whole_address, ring.place(bottom).whole_address, size * ring.array.width.bytes)
    code.store(ring.place(bottom if s.end == "bottom" else size), value)
    code.increase(size, 1)
    code.store(ring.size, size)
    record_ring_change(gen, s.cell, ring.number, ring.fixed)


def emit_pull(gen: CodeGenerator, s: m.Pull) -> None:
    code, ring = gen.body, noted_ring(gen, s.cell, s.index)
    position = gen.number_local(s.position)
    size, above = gen.local(I32), gen.local(I32)
    gen.fault_if(s.fault, position.ge_u(size.tee(ring.size.load())))
    code.increase(size, -1)
    code.set(above, position + 1)
    moved = gen.local(I32)
    with code.if_(moved.tee(size - position)):
        code.copy(ring.place(position).whole_address, ring.place(above).whole_address, moved * ring.array.width.bytes)
    code.store(ring.place(size), 0)
    code.store(ring.size, size)
    record_ring_change(gen, s.cell, ring.number, ring.fixed)


def emit_record(gen: CodeGenerator, s: m.Note) -> None:
    code, cells = gen.body, gen.unit.memory.cells
    history, count = cells[f"history.{s.position}"], cells[f"history.{s.position}.size"].at(ZERO)
    size = gen.local(I32)
    code.set(size, count.load())
    if s.forget:
        code.fill(history.base, 0, size * history.stride)
        code.store(count, 0)
        return
    position = next(p for p in gen.unit.machine.positions if p.name == s.position)
    gen.consume_fuel_for(gen.unit.memory.numbers(position.cells))
    gen.fault_if(position.fault, size >= position.capacity)
    code.store(history.at(size * history.stride), call(gen.unit.hashes[s.position]))
    code.store(count, size + 1)


# ------------------------------------------------------------------------------------ control flow, variables and calls


def emit_define(gen: CodeGenerator, s: m.Define) -> None:
    kind = kind_of(gen, s.value)
    put_local(gen, s.name, kind, gen.to_locals(s.value, kind))


def put_local(gen: CodeGenerator, name: str, kind: int, value: WordLocals) -> None:
    """Emit the assignment of a variable. If the variable is in scope already, it keeps its locals, so that a loop sees
    assignments of earlier passes; its interval becomes unknown."""
    old = gen.scope.get(name)
    if old is None or len(old.locals) != len(value) or (old.kind == m.NUMBER) != (kind == m.NUMBER):
        gen.scope[name] = MachineLocal(kind, value)
        return
    for new, place in zip(value, old.locals, strict=True):
        gen.body.set(place, new)
    gen.scope[name] = MachineLocal(old.kind, old.locals)


def emit_if(gen: CodeGenerator, s: m.IfStatement) -> None:
    match s.then, s.otherwise:
        case (m.Insert(drop=False) as put,), (m.Insert() as other,) if other == evolve(put, drop=True):
            emit_membership(gen, s.condition, put)
            return
    with gen.body.if_(gen.number(s.condition)):
        emit_statements(gen.inner(), s.then)
    if s.otherwise:
        with gen.body.else_():
            emit_statements(gen.inner(), s.otherwise)


def emit_each(gen: CodeGenerator, s: m.Each) -> None:
    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        if gen.unit.probe is not None:
            gen.unit.probe.forget(gen.body)  # the previous pass may have left another clause in the sampled word
        skip_unless(inner, s.where, following)
        if any(s.name == (p.name if isinstance(p, m.Define) else p.into) for p in statements_of(s.body) if _defines(p)):
            # the interval is unknown, because the body assigns to the variable
            inner.scope[s.name] = MachineLocal(m.NUMBER, (value,))
        emit_statements(inner.with_scope(inner.scope, [*gen.breaks, done]), s.body)

    each_value(gen, s.name, s.over, one, steady=False)


def _defines(part: object) -> TypeGuard[m.Define | m.Run]:
    return isinstance(part, m.Define | m.Run)


def emit_while(gen: CodeGenerator, s: m.While) -> None:
    code, limit = gen.body, None if s.limit is None else gen.number_local(s.limit)
    made = gen.constant_local(0)
    with code.forever() as done:
        if gen.unit.probe is not None:
            gen.unit.probe.forget(code)  # the previous pass may have left another clause in the sampled word
        code.br_if(done, gen.number(s.condition).eqz())
        if limit is not None:
            gen.fault_if(s.fault, made == limit)
            code.increase(made, 1)
        gen.consume_fuel()
        emit_statements(gen.with_scope(dict(gen.scope), [*gen.breaks, done]), s.body)


def emit_break(gen: CodeGenerator, s: m.Break) -> None:
    gen.body.br(gen.breaks[-1])


def emit_run(gen: CodeGenerator, s: m.Run) -> None:
    routine = gen.unit.procedures[s.routine]
    for arg, parameter in zip(s.args, routine.params, strict=True):
        gen.value(arg, parameter.kind)
    gen.body.call(gen.unit.routines[s.routine])
    if routine.kind is None:
        return
    result = gen.fresh_locals(routine.kind)
    gen.body.take(result)
    if s.into is not None:
        put_local(gen, s.into, routine.kind, result)


def emit_return(gen: CodeGenerator, s: m.ReturnResult) -> None:
    if s.value is not None and gen.results:
        gen.to_locals(s.value, gen.result_kind, gen.results)
    assert gen.exit is not None
    gen.body.br(gen.exit)


def emit_raise(gen: CodeGenerator, s: m.Raise) -> None:
    gen.fault(s.fault)


# ----------------------------------------------------------------- statements that show something to players, and marks


def emit_reveal(gen: CodeGenerator, s: m.Reveal) -> None:
    """Emit code that records what is shown. In a module that does not record, evaluate only parts that could fault."""
    if gen.unit.recording is not None:
        record_show(gen, s)
        return
    if gen.unit.search is not None and gen.unit.search.informed:
        tell_show(gen, s)
    for value in s.index:
        if not speculatable(gen, value):
            gen.number(value)
            gen.body.drop()
    if s.value is not None and not speculatable(gen, s.value):
        gen.to_locals(s.value, kind_of(gen, s.value))
    if not speculatable(gen, s.audience):
        gen.members(s.audience)


def emit_mark(gen: CodeGenerator, s: m.Mark) -> None:
    """Emit code that counts one application of a clause, in memory or in a local. Applications inside a trial (`After`)
    do not count."""
    code, unit = gen.body, gen.unit
    counter = unit.counters.get(s.clause)
    if counter is not None:
        code.increase(counter, 1)
        return
    with code.if_(unit.save == unit.memory.save) if gen.tried else nullcontext():
        code.increase(unit.marks[s.clause], 1)
