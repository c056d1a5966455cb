"""Emits code for expressions whose value may be a number or a set: names, elements of cells and tables, conditionals,
calls, `After`. It also emits the test whether a position has occurred before.
"""

from __future__ import annotations

from ...machine import program as m
from . import operands
from .code_generation import (
    CodeGenerator,
    MachineLocal,
    WordLocals,
    element_in_local,
    element_place,
    interval_of,
    kind_of,
    load_number,
    member_list,
    with_interval,
)
from .encoding import I32, I64
from .loop_code import LISTED, emit_set_build
from .memory_layout import Array
from .operands import LocalVariable, i32, i64, select
from .register_promotion import find_locals
from .rings import Ring
from .runtime_support import restore, save_checkpoint

# ------------------------------------------------------------------------------------ local variables, cells and tables


def emit_const(gen: CodeGenerator, expr: m.Const) -> None:
    gen.body.push(i32(expr.value))


def emit_local(gen: CodeGenerator, expr: m.Local) -> None:
    gen.body.push(gen.scope[expr.name].locals[0])


def emit_local_set(gen: CodeGenerator, expr: m.Local) -> WordLocals:
    return gen.scope[expr.name].locals


def emit_load(gen: CodeGenerator, expr: m.Load) -> None:
    kept = find_locals(gen, expr.cell, expr.index)
    if kept is not None:
        gen.body.push(kept[0])
        return
    gen.body.push(load_number(element_place(gen, gen.unit.memory.cells[expr.cell], expr.index)))


def emit_lookup(gen: CodeGenerator, expr: m.Lookup) -> None:
    gen.body.push(element_place(gen, gen.unit.memory.tables[expr.table], expr.index).load())


def emit_load_set(gen: CodeGenerator, expr: m.Load) -> WordLocals:
    kept = find_locals(gen, expr.cell, expr.index)
    return kept if kept is not None else emit_load_words(gen, gen.unit.memory.cells[expr.cell], expr.index)


def emit_lookup_set(gen: CodeGenerator, expr: m.Lookup) -> WordLocals:
    if member_list(gen, expr) is not None:
        return emit_set_build(gen, m.SetBuild(kind_of(gen, expr), LISTED, m.LoopDomain(within=expr)))
    return emit_load_words(gen, gen.unit.memory.tables[expr.table], expr.index)


def emit_load_words(gen: CodeGenerator, array: Array, index: tuple[m.Expr, ...]) -> WordLocals:
    place = element_in_local(gen, array, index)
    found = tuple(gen.local(I64) for _ in range(array.words))
    for i, word in enumerate(found):
        gen.body.set(word, place.plus(8 * i).load())
    return found


def emit_ring_size(gen: CodeGenerator, expr: m.RingSize) -> None:
    gen.body.push(Ring(gen, expr.cell, expr.index).size.load())


def emit_ring_at(gen: CodeGenerator, expr: m.RingAt) -> None:
    """Emit an item of a ring onto the stack. Places after the last item are 0 in memory, so the code tests only whether
    the index is inside the array."""
    ring = Ring(gen, expr.cell, expr.index)
    position = gen.number_local(expr.position)
    with gen.body.if_(position.lt_u(ring.capacity), I32):
        gen.body.push(ring.place(position).load())
    with gen.body.else_():
        gen.body.push(i32(0))


# ------------------------------------------------------------------------- conditional expressions, checks and bindings


def emit_if_else(gen: CodeGenerator, expr: m.IfElse) -> None:
    with gen.body.if_(gen.number(expr.condition), I32):
        gen.number(expr.then)
    with gen.body.else_():
        gen.number(expr.otherwise)


def emit_if_else_set(gen: CodeGenerator, expr: m.IfElse) -> WordLocals:
    kind = kind_of(gen, expr)
    into = gen.fresh_locals(kind)
    # both values are constants: a `select` instruction needs no jump
    if isinstance(expr.then, m.SetConst) and isinstance(expr.otherwise, m.SetConst):
        condition = gen.number_local(expr.condition)
        for i, word in enumerate(into):
            then, otherwise = i64(expr.then.bits >> (64 * i)), i64(expr.otherwise.bits >> (64 * i))
            gen.body.set(word, select(then, otherwise, condition))
        return into
    with gen.body.if_(gen.number(expr.condition)):
        gen.to_locals(expr.then, kind, into)
    with gen.body.else_():
        gen.to_locals(expr.otherwise, kind, into)
    return into


def emit_condition_check(gen: CodeGenerator, expr: m.Check) -> None:
    """Emit code that faults unless the condition holds."""
    gen.fault_if(expr.fault, gen.number(expr.condition).eqz())


def emit_check(gen: CodeGenerator, expr: m.Check) -> None:
    emit_condition_check(gen, expr)
    gen.number(expr.value)


def emit_check_set(gen: CodeGenerator, expr: m.Check) -> WordLocals:
    emit_condition_check(gen, expr)
    return gen.members(expr.value)


def emit_variable(gen: CodeGenerator, value: m.Expr) -> MachineLocal:
    """Emit code that puts a value into locals; return it as a variable with its kind and interval."""
    kind = kind_of(gen, value)
    interval = interval_of(gen, value) if kind == m.NUMBER else None
    made = MachineLocal(kind, gen.to_locals(value, kind))
    return with_interval(made, interval) if interval else made


def emit_bind(gen: CodeGenerator, expr: m.Bind) -> None:
    gen.bind(expr.name, emit_variable(gen, expr.value)).number(expr.body)


def emit_bind_set(gen: CodeGenerator, expr: m.Bind) -> WordLocals:
    return gen.bind(expr.name, emit_variable(gen, expr.value)).members(expr.body)


# --------------------------------------------------------------------------------------- calls of functions, and trials


def emit_call(gen: CodeGenerator, expr: m.Call) -> None:
    """Emit a call of a function; its result, a number or all words of a set, stays on the stack."""
    for arg, parameter in zip(expr.args, gen.unit.callees[expr.function].params, strict=True):
        gen.value(arg, parameter.kind)
    gen.body.call(gen.unit.functions[expr.function])
    if gen.unit.probe is not None:
        gen.unit.probe.after_call(gen.body)


def emit_call_set(gen: CodeGenerator, expr: m.Call) -> WordLocals:
    emit_call(gen, expr)
    into = gen.fresh_locals(gen.unit.callees[expr.function].kind)
    gen.body.take(into)
    return into


def emit_after(gen: CodeGenerator, expr: m.After) -> None:
    gen.body.push(emit_trial(gen, expr, m.NUMBER)[0])


def emit_after_set(gen: CodeGenerator, expr: m.After) -> WordLocals:
    return emit_trial(gen, expr, kind_of(gen, expr))


def emit_trial(gen: CodeGenerator, expr: m.After, kind: int) -> WordLocals:
    """Emit an `After`: evaluate the arguments, save the cells, run the routine, evaluate the value, restore the cells.
    Return the locals of the value."""
    routine = gen.unit.procedures[expr.routine]
    args: list[LocalVariable] = []
    for arg, parameter in zip(expr.args, routine.params, strict=True):
        args.extend(gen.to_locals(arg, parameter.kind))
    saved = save_checkpoint(gen, gen.unit.effects.writes_of(expr.routine))
    function = gen.unit.routines[expr.routine]
    gen.body.call(function, *args)
    for _ in function.results:
        gen.body.drop()
    if gen.unit.probe is not None:
        gen.unit.probe.after_call(gen.body)
    value = gen.to_locals(expr.body, kind)
    restore(gen, saved)
    return value


def emit_seen(gen: CodeGenerator, expr: m.Seen) -> None:
    """Emit onto the stack how many words of the history equal the hash of the present position."""
    history = gen.unit.memory.cells[f"history.{expr.position}"]
    position = next(p for p in gen.unit.machine.positions if p.name == expr.position)
    gen.consume_fuel_for(gen.unit.memory.numbers(position.cells) + position.capacity)
    code = gen.body
    present, at, times = gen.local(I64), gen.local(I32), gen.constant_local(0)
    code.set(present, operands.call(gen.unit.hashes[expr.position]))
    code.set(at, gen.number(m.Load(f"history.{expr.position}.size")) * history.stride)
    with code.forever() as done:
        code.br_if(done, at.eqz())
        word = history.at(at.tee(at - history.stride))
        code.set(times, (word.load() == present) + times)
    code.push(times)
