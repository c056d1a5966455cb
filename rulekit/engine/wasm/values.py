"""Forms of either kind: names, elements of cells and tables, choices, calls, `After`; and positions seen before."""

from __future__ import annotations

from collections.abc import Callable

from ...machine import program as m
from . import operands
from .addresses import Ring, element_in_local, element_place, listed_table, load_number
from .checkpoint import restore, save_checkpoint
from .code_generation import NUMBER_EMITTERS, SET_EMITTERS, CodeGenerator, MachineLocal, WordLocals
from .encoding import I32, I64
from .expression_properties import interval_of, kind_of, with_interval
from .loops import LISTED, built_set
from .memory_layout import Array
from .operands import LocalVariable, i32, i64, select
from .register_promotion import register

# ------------------------------------------------------------------------------------------------------ names and cells


def const(gen: CodeGenerator, expr: m.Const) -> None:
    gen.body.push(i32(expr.value))


def local(gen: CodeGenerator, expr: m.Local) -> None:
    gen.body.push(gen.scope[expr.name].locals[0])


def local_set(gen: CodeGenerator, expr: m.Local) -> WordLocals:
    return gen.scope[expr.name].locals


def load(gen: CodeGenerator, expr: m.Load) -> None:
    kept = register(gen, expr.cell, expr.index)
    if kept is not None:
        gen.body.push(kept[0])
        return
    gen.body.push(load_number(element_place(gen, gen.unit.memory.cells[expr.cell], expr.index)))


def lookup(gen: CodeGenerator, expr: m.Lookup) -> None:
    gen.body.push(element_place(gen, gen.unit.memory.tables[expr.table], expr.index).load())


def load_set(gen: CodeGenerator, expr: m.Load) -> WordLocals:
    kept = register(gen, expr.cell, expr.index)
    return kept if kept is not None else load_words(gen, gen.unit.memory.cells[expr.cell], expr.index)


def lookup_set(gen: CodeGenerator, expr: m.Lookup) -> WordLocals:
    if listed_table(gen, expr) is not None:
        return built_set(gen, m.SetBuild(kind_of(gen, expr), LISTED, m.LoopDomain(within=expr)))
    return load_words(gen, gen.unit.memory.tables[expr.table], expr.index)


def load_words(gen: CodeGenerator, array: Array, index: tuple[m.Expr, ...]) -> WordLocals:
    place = element_in_local(gen, array, index)
    found = tuple(gen.local(I64) for _ in range(array.words))
    for i, word in enumerate(found):
        gen.body.set(word, place.moved(8 * i).load())
    return found


def ring_size(gen: CodeGenerator, expr: m.RingSize) -> None:
    gen.body.push(Ring(gen, expr.cell, expr.index).size.load())


def ring_at(gen: CodeGenerator, expr: m.RingAt) -> None:
    """What lies above a ring's size is 0 in memory, so only the ends of the array need a test."""
    ring = Ring(gen, expr.cell, expr.index)
    position = gen.number_local(expr.position)
    with gen.body.if_(position.lt_u(ring.capacity), I32):
        gen.body.push(ring.place(position).load())
    with gen.body.else_():
        gen.body.push(i32(0))


# -------------------------------------------------------------------------------------------------------------- choices


def if_(gen: CodeGenerator, expr: m.IfElse) -> None:
    with gen.body.if_(gen.number(expr.condition), I32):
        gen.number(expr.then)
    with gen.body.else_():
        gen.number(expr.otherwise)


def if_set(gen: CodeGenerator, expr: m.IfElse) -> WordLocals:
    kind = kind_of(gen, expr)
    into = gen.fresh_locals(kind)
    if isinstance(expr.then, m.SetConst) and isinstance(expr.otherwise, m.SetConst):  # no jump for one of two constants
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


def test(gen: CodeGenerator, expr: m.Check) -> None:
    gen.fault_if(expr.fault, gen.number(expr.condition).eqz())


def check(gen: CodeGenerator, expr: m.Check) -> None:
    test(gen, expr)
    gen.number(expr.value)


def check_set(gen: CodeGenerator, expr: m.Check) -> WordLocals:
    test(gen, expr)
    return gen.members(expr.value)


def variable(gen: CodeGenerator, value: m.Expr) -> MachineLocal:
    """The value in a local, with what is known of it."""
    kind = kind_of(gen, value)
    interval = interval_of(gen, value) if kind == m.NUMBER else None
    made = MachineLocal(kind, gen.to_locals(value, kind))
    return with_interval(made, interval) if interval else made


def bind(gen: CodeGenerator, expr: m.Bind) -> None:
    gen.bound(expr.name, variable(gen, expr.value)).number(expr.body)


def bind_set(gen: CodeGenerator, expr: m.Bind) -> WordLocals:
    return gen.bound(expr.name, variable(gen, expr.value)).members(expr.body)


# ---------------------------------------------------------------------------------------------------------------- calls


def call(gen: CodeGenerator, expr: m.Call) -> None:
    """( -> all words of the result)"""
    for arg, parameter in zip(expr.args, gen.unit.callees[expr.function].params, strict=True):
        gen.value(arg, parameter.kind)
    gen.body.call(gen.unit.functions[expr.function])
    if gen.unit.probe is not None:
        gen.unit.probe.called(gen.body)


def call_set(gen: CodeGenerator, expr: m.Call) -> WordLocals:
    call(gen, expr)
    into = gen.fresh_locals(gen.unit.callees[expr.function].kind)
    gen.body.take(into)
    return into


def after(gen: CodeGenerator, expr: m.After) -> None:
    gen.body.push(as_if(gen, expr, m.NUMBER)[0])


def after_set(gen: CodeGenerator, expr: m.After) -> WordLocals:
    return as_if(gen, expr, kind_of(gen, expr))


def as_if(gen: CodeGenerator, expr: m.After, kind: int) -> WordLocals:
    """The arguments, then the cells set aside, the routine, the value, the cells put back."""
    routine = gen.unit.procedures[expr.routine]
    args: list[LocalVariable] = []
    for arg, parameter in zip(expr.args, routine.params, strict=True):
        args.extend(gen.to_locals(arg, parameter.kind))
    saved = save_checkpoint(gen, gen.unit.effects.tried(expr))
    function = gen.unit.routines[expr.routine]
    gen.body.call(function, *args)
    for _ in function.results:
        gen.body.drop()
    if gen.unit.probe is not None:
        gen.unit.probe.called(gen.body)
    value = gen.to_locals(expr.body, kind)
    restore(gen, saved)
    return value


def seen(gen: CodeGenerator, expr: m.Seen) -> None:
    """Counts the history's words that equal the present hash."""
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


number_forms: dict[type, Callable[..., None]] = {
    m.Const: const, m.Local: local, m.Load: load, m.Lookup: lookup, m.RingSize: ring_size, m.RingAt: ring_at,
    m.IfElse: if_, m.Check: check, m.Bind: bind, m.Call: call, m.After: after, m.Seen: seen,
}  # fmt: skip
set_forms: dict[type, Callable[..., WordLocals]] = {
    m.Local: local_set, m.Load: load_set, m.Lookup: lookup_set, m.IfElse: if_set, m.Check: check_set, m.Bind: bind_set,
    m.Call: call_set, m.After: after_set,
}  # fmt: skip
NUMBER_EMITTERS.update(number_forms)
SET_EMITTERS.update(set_forms)
