"""Functions of nodes: a step's effects; a decision's options and what taking one does; a chance's weights, outcome and
draw.

They are called through tables by the node's number (`module.py`), in pieces, since host and playouts put them together
differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ...machine.walk import parts_of
from ..state import streams
from .addresses import element
from .encode import Body
from .loops import each_value
from .opcodes import I32, I64
from .registers import register
from .statements import statements
from .telling import element_told, noted
from .values import variable
from .writer import Unit, Variable, Writer

MOST_WEIGHT = (1 << 31) - 1


def step(unit: Unit, node: m.Step) -> Body:
    """() -> the next node."""
    w = Writer(unit, Body(node.id, (), (I32,)))
    w.exit = w.body.block()
    statements(w, node.body)
    w.body.end()
    follow(w, node.next)
    return w.body


def follow(w: Writer, way: m.Next) -> None:
    nodes = w.unit.nodes
    if isinstance(way, m.Jump):
        w.body.i32(nodes[way.target])
    elif isinstance(way, m.Fork):
        w.body.i32(nodes[way.then])
        w.body.i32(nodes[way.otherwise])
        w.number(way.condition)
        w.body.op("select")
    else:
        labels = [w.body.block() for _ in way.targets]
        w.number(way.value)
        w.body.br_table(labels[::-1], labels[0])
        for target in way.targets:
            w.body.end()
            w.body.i32(nodes[target])
            w.body.op("return")
        w.body.op("unreachable")


def who(unit: Unit, node: m.Decision) -> Body:
    """() -> the player."""
    w = Writer(unit, Body(f"{node.id} who", (), (I32,)))
    w.number(node.who)
    return w.body


# -------------------------------------------------------------------------------------------------------------- options


def options(unit: Unit, node: m.Decision) -> Body:
    """(mask, wanted) -> how many options were listed: all, or up to the first whose number & mask is `wanted`."""
    w = Writer(unit, Body(f"{node.id} options", (I32, I32), (I32,)))
    end = w.put(unit.memory.list)
    for alternative in node.alternatives:
        skip = w.body.block()
        inner = w.inner()
        tests(inner, alternative.tests, skip)
        base = w.put(0)
        level(inner, alternative, 0, base, end)
        w.body.end()
    listed(w, end)
    return w.body


def level(w: Writer, alternative: m.Alternative, at: int, before: int, end: int) -> None:
    """The loops from level number `at` on; the local `before` is the option's number so far."""
    if at == len(alternative.levels):
        offer(w, alternative.base, before, end)
        return
    this = alternative.levels[at]
    so_far = w.local(I32)

    def one(inner: Writer, value: int, done: int, following: int) -> None:
        tests(inner, this.tests, following)
        number(inner, this, before, value, so_far)
        level(inner, alternative, at + 1, so_far, end)

    over = m.Over(m.Const(this.low), m.Const(this.high)) if this.within is None else m.Over(within=this.within)
    each_value(w, this.name, over, one)


def number(w: Writer, level: m.Level, before: int, value: int, into: int) -> None:
    """The number of the parameters `before`, one parameter more counted in: mixed radix, as options are numbered."""
    body = w.body
    body.get(before)
    body.i32(level.high - level.low + 1)
    body.op("i32.mul")
    body.get(value)
    body.op("i32.add")
    body.i32(level.low)
    body.op("i32.sub")
    body.set(into)


def offer(w: Writer, base: int, inside: int, end: int) -> None:
    """Lists an option, and stops if it is the one that was wanted."""
    body, option = w.body, w.local(I32)
    body.get(end)
    body.get(inside)
    body.i32(base)
    body.op("i32.add")
    body.tee(option)
    body.memory("i32.store")
    body.get(end)
    body.i32(4)
    body.op("i32.add")
    body.set(end)
    body.get(option)
    body.get(0)
    body.op("i32.and")
    body.get(1)
    body.op("i32.eq")
    body.if_()
    listed(w, end)
    body.op("return")
    body.end()


def listed(w: Writer, end: int) -> None:
    w.body.get(end)
    w.body.i32(w.unit.memory.list)
    w.body.op("i32.sub")
    w.body.i32(2)
    w.body.op("i32.shr_u")


def tests(w: Writer, given: Sequence[m.Test], skip: int) -> None:
    """One after the other; the values they name join the writer's scope."""
    for test in given:
        if test.name is not None:
            w.scope[test.name] = variable(w, test.value)
        else:
            w.number(test.value)
            w.body.op("i32.eqz")
            w.body.br_if(skip)


def take(unit: Unit, node: m.Decision) -> Body:
    """(option) -> the next node; the parameters are kept in their cells."""
    w = Writer(unit, Body(f"{node.id} take", (I32,), (I32,)))
    for alternative in node.alternatives:
        sizes = [v.high - v.low + 1 for v in alternative.levels]
        count = 1
        for size in sizes:
            count *= max(size, 0)
        rest = w.local(I32)
        w.body.get(0)
        w.body.i32(alternative.base)
        w.body.op("i32.sub")
        w.body.tee(rest)
        w.body.i32(count)
        w.body.op("i32.lt_u")
        w.body.if_()
        if count:
            keep_parameters(w.inner(), alternative, rest, sizes)
        w.body.i32(unit.nodes[alternative.target])
        w.body.op("return")
        w.body.end()
    w.body.op("unreachable")
    return w.body


def keep_parameters(w: Writer, alternative: m.Alternative, rest: int, sizes: Sequence[int]) -> None:
    body = w.body
    for this, size in reversed(list(zip(alternative.levels, sizes, strict=True))):
        value = w.local(I32)
        body.get(rest)
        body.i32(size)
        body.op("i32.rem_u")
        body.i32(this.low)
        body.op("i32.add")
        body.set(value)
        body.get(rest)
        body.i32(size)
        body.op("i32.div_u")
        body.set(rest)
        w.scope[this.name] = Variable(m.NUMBER, (value,), this.low, this.high)
    needed = {p.name for p in parts_of(tuple(v.index for v in alternative.levels)) if isinstance(p, m.Local)}
    everything = [*alternative.tests, *(t for v in alternative.levels for t in v.tests)]
    if needed & {t.name for t in everything}:
        tests(w, [t for t in everything if t.name is not None], 0)
    for this in alternative.levels:
        store(w, this.cell, this.index, m.Local(this.name))


def store(w: Writer, cell: str, index: Sequence[m.Expr], value: m.Expr) -> None:
    kept = register(w, cell, index)
    if kept is not None:
        w.number(value)
        w.body.set(kept[0])
        return
    array = w.unit.memory.cells[cell]
    offset = element(w, array, index)
    variable = noted(w, cell)
    w.number(value)
    if array.width.bytes == 8:
        w.body.op("i64.extend_i32_s")
    w.body.memory(array.width.store, offset)
    element_told(w, cell, offset, variable)


# --------------------------------------------------------------------------------------------------------------- chance


def weigh(unit: Unit, node: m.Chance) -> Body:
    """() -> the total weight; the weights are listed, those of what cannot come as 0."""
    w = Writer(unit, Body(f"{node.id} weigh", (), (I32,)))
    body, total, end, weight = w.body, w.local(I64), w.put(unit.memory.list), w.local(I32)

    def one(inner: Writer, value: int, done: int, following: int) -> None:
        body.get(end)
        inner.number(m.Op("max", (node.weight, m.Const(0))))
        body.tee(weight)
        body.memory("i32.store")
        body.get(total)
        body.get(weight)
        body.op("i64.extend_i32_u", "i64.add")
        body.set(total)
        body.get(end)
        body.i32(4)
        body.op("i32.add")
        body.set(end)

    each_value(w, node.name, m.Over(m.Const(node.low), m.Const(node.high)), one)
    body.get(total)
    body.i64(1)
    body.op("i64.sub")
    body.i64(MOST_WEIGHT)
    body.op("i64.lt_u", "i32.eqz")
    w.fault_if(node.fault)
    body.get(total)
    body.op("i32.wrap_i64")
    return body


def come(unit: Unit, node: m.Chance) -> Body:
    """(value) -> the next node; the value is kept in its cell."""
    w = Writer(unit, Body(f"{node.id} come", (I32,), (I32,)))
    w.scope[node.name] = Variable(m.NUMBER, (0,), node.low, node.high)
    store(w, node.cell, node.index, m.Local(node.name))
    w.body.i32(unit.nodes[node.target])
    return w.body


def draw(unit: Unit, node: m.Chance, weigh_index: int, come_index: int) -> Body:
    """() -> the next node, after the outcome that the node's stream draws."""
    w = Writer(unit, Body(f"{node.id} draw", (), (I32,)))
    body, stream = w.body, streams(unit.machine).index(node.stream)
    count = node.high - node.low + 1
    if isinstance(node.weight, m.Const) and 0 < node.weight.value * count <= MOST_WEIGHT:
        body.i32(stream)
        body.i32(node.weight.value * count)
        body.call(unit.support["bounded"])
        body.i32(node.weight.value)
        body.op("i32.div_u")
        body.i32(node.low)
        body.op("i32.add")
        body.call(come_index)
        return body
    first = _first_ones(node)
    if first is not None:
        w.number(m.Op("min", (first, m.Const(count))))
        total = w.local(I32)
        body.tee(total)
        body.i32(0)
        body.op("i32.le_s")
        w.fault_if(node.fault)
        body.i32(stream)
        body.get(total)
        body.call(unit.support["bounded"])
        body.call(come_index)
        return body
    rest, value = w.local(I32), w.local(I32)
    body.i32(stream)
    body.call(weigh_index)
    body.call(unit.support["bounded"])
    body.set(rest)
    done, again = body.block(), body.loop()
    weight = w.local(I32)
    body.get(rest)
    body.get(value)
    body.i32(4)
    body.op("i32.mul")
    body.memory("i32.load", unit.memory.list)
    body.tee(weight)
    body.op("i32.lt_u")
    body.br_if(done)
    body.get(rest)
    body.get(weight)
    body.op("i32.sub")
    body.set(rest)
    body.get(value)
    body.i32(1)
    body.op("i32.add")
    body.set(value)
    body.br(again)
    body.end()
    body.end()
    body.get(value)
    body.i32(node.low)
    body.op("i32.add")
    body.call(come_index)
    return body


def _first_ones(node: m.Chance) -> m.Expr | None:
    """How many values there are if they are the first ones, each as likely: a shuffle's weight is `position < left`."""
    match node.weight:
        case m.Op("lt", (m.Local(name), limit)) if name == node.name and node.low == 0:
            if not any(p == m.Local(name) for p in parts_of(limit)):
                return limit
    return None
