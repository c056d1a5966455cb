"""Forms of either kind: names, elements of cells and tables, choices, calls, `After`; and positions seen before."""

from __future__ import annotations

from collections.abc import Callable

from ...machine import program as m
from .addresses import Ring, element
from .kinds import kind_of, span_of, with_span
from .layout import Array
from .opcodes import I32, I64
from .registers import register
from .saving import restore, save
from .writer import NUMBERS, SETS, Variable, Words, Writer, words

# ------------------------------------------------------------------------------------------------------ names and cells


def const(w: Writer, expr: m.Const) -> None:
    w.body.i32(expr.value)


def local(w: Writer, expr: m.Local) -> None:
    w.body.get(w.scope[expr.name].locals[0])


def local_set(w: Writer, expr: m.Local) -> Words:
    return w.scope[expr.name].locals


def load(w: Writer, expr: m.Load) -> None:
    kept = register(w, expr.cell, expr.index)
    if kept is not None:
        w.body.get(kept[0])
        return
    array = w.unit.memory.cells[expr.cell]
    w.body.memory(array.width.load, element(w, array, expr.index))
    if array.width.bytes == 8:
        w.body.op("i32.wrap_i64")


def lookup(w: Writer, expr: m.Lookup) -> None:
    array = w.unit.memory.tables[expr.table]
    w.body.memory(array.width.load, element(w, array, expr.index))


def load_set(w: Writer, expr: m.Load) -> Words:
    kept = register(w, expr.cell, expr.index)
    return kept if kept is not None else load_words(w, w.unit.memory.cells[expr.cell], expr.index)


def lookup_set(w: Writer, expr: m.Lookup) -> Words:
    return load_words(w, w.unit.memory.tables[expr.table], expr.index)


def load_words(w: Writer, array: Array, index: tuple[m.Expr, ...]) -> Words:
    address = w.local(I32)
    offset = element(w, array, index)
    w.body.set(address)
    found = tuple(w.local(I64) for _ in range(array.words))
    for i, word in enumerate(found):
        w.body.get(address)
        w.body.memory("i64.load", offset + 8 * i)
        w.body.set(word)
    return found


def ring_size(w: Writer, expr: m.RingSize) -> None:
    Ring(w, expr.cell, expr.index).size()


def ring_at(w: Writer, expr: m.RingAt) -> None:
    """What lies above a ring's size is 0 in memory, so only the ends of the array need a test."""
    ring = Ring(w, expr.cell, expr.index)
    position = w.keep(expr.position, m.NUMBER)[0]
    w.body.get(position)
    w.body.i32(ring.capacity)
    w.body.op("i32.lt_u")
    w.body.if_(I32)
    w.body.memory(ring.array.width.load, ring.place(position))
    w.body.else_()
    w.body.i32(0)
    w.body.end()


# -------------------------------------------------------------------------------------------------------------- choices


def if_(w: Writer, expr: m.If) -> None:
    w.number(expr.condition)
    w.body.if_(I32)
    w.number(expr.then)
    w.body.else_()
    w.number(expr.otherwise)
    w.body.end()


def if_set(w: Writer, expr: m.If) -> Words:
    kind = kind_of(w, expr)
    into = w.room(kind)
    if isinstance(expr.then, m.SetConst) and isinstance(expr.otherwise, m.SetConst):  # no jump for one of two constants
        condition = w.keep(expr.condition, m.NUMBER)[0]
        for i, word in enumerate(into):
            w.body.i64(expr.then.bits >> (64 * i))
            w.body.i64(expr.otherwise.bits >> (64 * i))
            w.body.get(condition)
            w.body.op("select")
            w.body.set(word)
        return into
    w.number(expr.condition)
    w.body.if_()
    w.keep(expr.then, kind, into)
    w.body.else_()
    w.keep(expr.otherwise, kind, into)
    w.body.end()
    return into


def test(w: Writer, expr: m.Check) -> None:
    w.number(expr.condition)
    w.body.op("i32.eqz")
    w.fault_if(expr.fault)


def check(w: Writer, expr: m.Check) -> None:
    test(w, expr)
    w.number(expr.value)


def check_set(w: Writer, expr: m.Check) -> Words:
    test(w, expr)
    return w.members(expr.value)


def variable(w: Writer, value: m.Expr) -> Variable:
    """The value in a local, with what is known of it."""
    kind = kind_of(w, value)
    span = span_of(w, value) if kind == m.NUMBER else None
    made = Variable(kind, w.keep(value, kind))
    return with_span(made, span) if span else made


def bind(w: Writer, expr: m.Bind) -> None:
    w.bound(expr.name, variable(w, expr.value)).number(expr.body)


def bind_set(w: Writer, expr: m.Bind) -> Words:
    return w.bound(expr.name, variable(w, expr.value)).members(expr.body)


# ---------------------------------------------------------------------------------------------------------------- calls


def call(w: Writer, expr: m.Call) -> None:
    """Leaves all words of the result on the stack."""
    for arg, parameter in zip(expr.args, w.unit.callees[expr.function].params, strict=True):
        w.value(arg, parameter.kind)
    w.body.call(w.unit.functions[expr.function])


def call_set(w: Writer, expr: m.Call) -> Words:
    call(w, expr)
    into = w.room(w.unit.callees[expr.function].kind)
    for word in reversed(into):
        w.body.set(word)
    return into


def after(w: Writer, expr: m.After) -> None:
    w.body.get(as_if(w, expr, m.NUMBER)[0])


def after_set(w: Writer, expr: m.After) -> Words:
    return as_if(w, expr, kind_of(w, expr))


def as_if(w: Writer, expr: m.After, kind: int) -> Words:
    """The arguments, then the cells set aside, the routine, the value, the cells put back."""
    routine = w.unit.procedures[expr.routine]
    args: list[int] = []
    for arg, parameter in zip(expr.args, routine.params, strict=True):
        args.extend(w.keep(arg, parameter.kind))
    saved = save(w, w.unit.effects.tried(expr))
    for arg_local in args:
        w.body.get(arg_local)
    w.body.call(w.unit.routines[expr.routine])
    for _ in range(words(routine.kind) or 1 if routine.kind is not None else 0):
        w.body.op("drop")
    value = w.keep(expr.body, kind)
    restore(w, saved)
    return value


def seen(w: Writer, expr: m.Seen) -> None:
    """Counts the history's words that equal the present hash."""
    history = w.unit.memory.cells[f"history.{expr.position}"]
    position = next(p for p in w.unit.machine.positions if p.name == expr.position)
    w.burn_for(w.unit.memory.numbers(position.cells) + position.capacity)
    present, at, times = w.local(I64), w.local(I32), w.put(0)
    w.body.call(w.unit.hashes[expr.position])
    w.body.set(present)
    w.number(m.Load(f"history.{expr.position}.size"))
    w.body.i32(8)
    w.body.op("i32.mul")
    w.body.set(at)
    done, again = w.body.block(), w.body.loop()
    w.body.get(at)
    w.body.op("i32.eqz")
    w.body.br_if(done)
    w.body.get(at)
    w.body.i32(8)
    w.body.op("i32.sub")
    w.body.tee(at)
    w.body.memory("i64.load", history.base)
    w.body.get(present)
    w.body.op("i64.eq")
    w.body.get(times)
    w.body.op("i32.add")
    w.body.set(times)
    w.body.br(again)
    w.body.end()
    w.body.end()
    w.body.get(times)


number_forms: dict[type, Callable[..., None]] = {
    m.Const: const, m.Local: local, m.Load: load, m.Lookup: lookup, m.RingSize: ring_size, m.RingAt: ring_at, m.If: if_,
    m.Check: check, m.Bind: bind, m.Call: call, m.After: after, m.Seen: seen,
}  # fmt: skip
set_forms: dict[type, Callable[..., Words]] = {
    m.Local: local_set, m.Load: load_set, m.Lookup: lookup_set, m.If: if_set, m.Check: check_set, m.Bind: bind_set,
    m.Call: call_set, m.After: after_set,
}  # fmt: skip
NUMBERS.update(number_forms)
SETS.update(set_forms)
