"""Forms of either kind: names, elements of cells and tables, choices, calls, `After`; and positions seen before."""

from __future__ import annotations

from collections.abc import Callable

from ...machine import program as m
from .addresses import Ring, element
from .checkpoint import restore, save
from .code_generation import NUMBER_EMITTERS, SET_EMITTERS, CodeGenerator, Variable, Words, words
from .layout import Array
from .opcodes import I32, I64
from .register_promotion import register
from .value_ranges import interval_of, kind_of, with_interval

# ------------------------------------------------------------------------------------------------------ names and cells


def const(gen: CodeGenerator, expr: m.Const) -> None:
    gen.body.i32(expr.value)


def local(gen: CodeGenerator, expr: m.Local) -> None:
    gen.body.get(gen.scope[expr.name].locals[0])


def local_set(gen: CodeGenerator, expr: m.Local) -> Words:
    return gen.scope[expr.name].locals


def load(gen: CodeGenerator, expr: m.Load) -> None:
    kept = register(gen, expr.cell, expr.index)
    if kept is not None:
        gen.body.get(kept[0])
        return
    array = gen.unit.memory.cells[expr.cell]
    gen.body.memory(array.width.load, element(gen, array, expr.index))
    if array.width.bytes == 8:
        gen.body.op("i32.wrap_i64")


def lookup(gen: CodeGenerator, expr: m.Lookup) -> None:
    array = gen.unit.memory.tables[expr.table]
    gen.body.memory(array.width.load, element(gen, array, expr.index))


def load_set(gen: CodeGenerator, expr: m.Load) -> Words:
    kept = register(gen, expr.cell, expr.index)
    return kept if kept is not None else load_words(gen, gen.unit.memory.cells[expr.cell], expr.index)


def lookup_set(gen: CodeGenerator, expr: m.Lookup) -> Words:
    return load_words(gen, gen.unit.memory.tables[expr.table], expr.index)


def load_words(gen: CodeGenerator, array: Array, index: tuple[m.Expr, ...]) -> Words:
    address = gen.local(I32)
    offset = element(gen, array, index)
    gen.body.set(address)
    found = tuple(gen.local(I64) for _ in range(array.words))
    for i, word in enumerate(found):
        gen.body.get(address)
        gen.body.memory("i64.load", offset + 8 * i)
        gen.body.set(word)
    return found


def ring_size(gen: CodeGenerator, expr: m.RingSize) -> None:
    Ring(gen, expr.cell, expr.index).size()


def ring_at(gen: CodeGenerator, expr: m.RingAt) -> None:
    """What lies above a ring's size is 0 in memory, so only the ends of the array need a test."""
    ring = Ring(gen, expr.cell, expr.index)
    position = gen.to_locals(expr.position, m.NUMBER)[0]
    gen.body.get(position)
    gen.body.i32(ring.capacity)
    gen.body.op("i32.lt_u")
    gen.body.if_(I32)
    gen.body.memory(ring.array.width.load, ring.place(position))
    gen.body.else_()
    gen.body.i32(0)
    gen.body.end()


# -------------------------------------------------------------------------------------------------------------- choices


def if_(gen: CodeGenerator, expr: m.If) -> None:
    gen.number(expr.condition)
    gen.body.if_(I32)
    gen.number(expr.then)
    gen.body.else_()
    gen.number(expr.otherwise)
    gen.body.end()


def if_set(gen: CodeGenerator, expr: m.If) -> Words:
    kind = kind_of(gen, expr)
    into = gen.fresh_locals(kind)
    if isinstance(expr.then, m.SetConst) and isinstance(expr.otherwise, m.SetConst):  # no jump for one of two constants
        condition = gen.to_locals(expr.condition, m.NUMBER)[0]
        for i, word in enumerate(into):
            gen.body.i64(expr.then.bits >> (64 * i))
            gen.body.i64(expr.otherwise.bits >> (64 * i))
            gen.body.get(condition)
            gen.body.op("select")
            gen.body.set(word)
        return into
    gen.number(expr.condition)
    gen.body.if_()
    gen.to_locals(expr.then, kind, into)
    gen.body.else_()
    gen.to_locals(expr.otherwise, kind, into)
    gen.body.end()
    return into


def test(gen: CodeGenerator, expr: m.Check) -> None:
    gen.number(expr.condition)
    gen.body.op("i32.eqz")
    gen.fault_if(expr.fault)


def check(gen: CodeGenerator, expr: m.Check) -> None:
    test(gen, expr)
    gen.number(expr.value)


def check_set(gen: CodeGenerator, expr: m.Check) -> Words:
    test(gen, expr)
    return gen.members(expr.value)


def variable(gen: CodeGenerator, value: m.Expr) -> Variable:
    """The value in a local, with what is known of it."""
    kind = kind_of(gen, value)
    interval = interval_of(gen, value) if kind == m.NUMBER else None
    made = Variable(kind, gen.to_locals(value, kind))
    return with_interval(made, interval) if interval else made


def bind(gen: CodeGenerator, expr: m.Bind) -> None:
    gen.bound(expr.name, variable(gen, expr.value)).number(expr.body)


def bind_set(gen: CodeGenerator, expr: m.Bind) -> Words:
    return gen.bound(expr.name, variable(gen, expr.value)).members(expr.body)


# ---------------------------------------------------------------------------------------------------------------- calls


def call(gen: CodeGenerator, expr: m.Call) -> None:
    """Leaves all words of the result on the stack."""
    for arg, parameter in zip(expr.args, gen.unit.callees[expr.function].params, strict=True):
        gen.value(arg, parameter.kind)
    gen.body.call(gen.unit.functions[expr.function])


def call_set(gen: CodeGenerator, expr: m.Call) -> Words:
    call(gen, expr)
    into = gen.fresh_locals(gen.unit.callees[expr.function].kind)
    for word in reversed(into):
        gen.body.set(word)
    return into


def after(gen: CodeGenerator, expr: m.After) -> None:
    gen.body.get(as_if(gen, expr, m.NUMBER)[0])


def after_set(gen: CodeGenerator, expr: m.After) -> Words:
    return as_if(gen, expr, kind_of(gen, expr))


def as_if(gen: CodeGenerator, expr: m.After, kind: int) -> Words:
    """The arguments, then the cells set aside, the routine, the value, the cells put back."""
    routine = gen.unit.procedures[expr.routine]
    args: list[int] = []
    for arg, parameter in zip(expr.args, routine.params, strict=True):
        args.extend(gen.to_locals(arg, parameter.kind))
    saved = save(gen, gen.unit.effects.tried(expr))
    for arg_local in args:
        gen.body.get(arg_local)
    gen.body.call(gen.unit.routines[expr.routine])
    for _ in range(words(routine.kind) or 1 if routine.kind is not None else 0):
        gen.body.op("drop")
    value = gen.to_locals(expr.body, kind)
    restore(gen, saved)
    return value


def seen(gen: CodeGenerator, expr: m.Seen) -> None:
    """Counts the history's words that equal the present hash."""
    history = gen.unit.memory.cells[f"history.{expr.position}"]
    position = next(p for p in gen.unit.machine.positions if p.name == expr.position)
    gen.consume_fuel_for(gen.unit.memory.numbers(position.cells) + position.capacity)
    present, at, times = gen.local(I64), gen.local(I32), gen.constant_local(0)
    gen.body.call(gen.unit.hashes[expr.position])
    gen.body.set(present)
    gen.number(m.Load(f"history.{expr.position}.size"))
    gen.body.i32(8)
    gen.body.op("i32.mul")
    gen.body.set(at)
    done, again = gen.body.block(), gen.body.loop()
    gen.body.get(at)
    gen.body.op("i32.eqz")
    gen.body.br_if(done)
    gen.body.get(at)
    gen.body.i32(8)
    gen.body.op("i32.sub")
    gen.body.tee(at)
    gen.body.memory("i64.load", history.base)
    gen.body.get(present)
    gen.body.op("i64.eq")
    gen.body.get(times)
    gen.body.op("i32.add")
    gen.body.set(times)
    gen.body.br(again)
    gen.body.end()
    gen.body.end()
    gen.body.get(times)


number_forms: dict[type, Callable[..., None]] = {
    m.Const: const, m.Local: local, m.Load: load, m.Lookup: lookup, m.RingSize: ring_size, m.RingAt: ring_at, m.If: if_,
    m.Check: check, m.Bind: bind, m.Call: call, m.After: after, m.Seen: seen,
}  # fmt: skip
set_forms: dict[type, Callable[..., Words]] = {
    m.Local: local_set, m.Load: load_set, m.Lookup: lookup_set, m.If: if_set, m.Check: check_set, m.Bind: bind_set,
    m.Call: call_set, m.After: after_set,
}  # fmt: skip
NUMBER_EMITTERS.update(number_forms)
SET_EMITTERS.update(set_forms)
