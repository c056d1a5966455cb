"""Functions of nodes: a step's effects; a decision's options and what taking one does; a chance's weights, outcome and
draw.

They are called through tables by the node's number (`module.py`), in pieces, since host and playouts put them together
differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ...machine.traversal import parts_of
from ..state import streams
from .addresses import element
from .code_generation import CodeGenerator, Unit, Variable
from .encode import Body
from .loops import each_value
from .opcodes import I32, I64
from .recording_code import address_to_record, record_element_change
from .register_promotion import register
from .statements import statements
from .values import variable

MOST_WEIGHT = (1 << 31) - 1


def step(unit: Unit, node: m.Step) -> Body:
    """() -> the next node."""
    gen = CodeGenerator(unit, Body(node.id, (), (I32,)))
    gen.exit = gen.body.block()
    statements(gen, node.body)
    gen.body.end()
    follow(gen, node.next)
    return gen.body


def follow(gen: CodeGenerator, way: m.Next) -> None:
    nodes = gen.unit.nodes
    if isinstance(way, m.Jump):
        gen.body.i32(nodes[way.target])
    elif isinstance(way, m.Fork):
        gen.body.i32(nodes[way.then])
        gen.body.i32(nodes[way.otherwise])
        gen.number(way.condition)
        gen.body.op("select")
    else:
        labels = [gen.body.block() for _ in way.targets]
        gen.number(way.value)
        gen.body.br_table(labels[::-1], labels[0])
        for target in way.targets:
            gen.body.end()
            gen.body.i32(nodes[target])
            gen.body.op("return")
        gen.body.op("unreachable")


def who(unit: Unit, node: m.Decision) -> Body:
    """() -> the player."""
    gen = CodeGenerator(unit, Body(f"{node.id} who", (), (I32,)))
    gen.number(node.who)
    return gen.body


# -------------------------------------------------------------------------------------------------------------- options


def options(unit: Unit, node: m.Decision) -> Body:
    """(mask, wanted) -> how many options were listed: all, or up to the first whose number & mask is `wanted`."""
    gen = CodeGenerator(unit, Body(f"{node.id} options", (I32, I32), (I32,)))
    end = gen.constant_local(unit.memory.list)
    for alternative in node.alternatives:
        skip = gen.body.block()
        inner = gen.inner()
        tests(inner, alternative.tests, skip)
        base = gen.constant_local(0)
        level(inner, alternative, 0, base, end)
        gen.body.end()
    listed(gen, end)
    return gen.body


def level(gen: CodeGenerator, alternative: m.Alternative, at: int, before: int, end: int) -> None:
    """The loops from level number `at` on; the local `before` is the option's number so far."""
    if at == len(alternative.levels):
        offer(gen, alternative.base, before, end)
        return
    this_level = alternative.levels[at]
    so_far = gen.local(I32)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
        tests(inner, this_level.tests, following)
        number(inner, this_level, before, value, so_far)
        level(inner, alternative, at + 1, so_far, end)

    over = (
        m.Over(m.Const(this_level.low), m.Const(this_level.high))
        if this_level.within is None
        else m.Over(within=this_level.within)
    )
    each_value(gen, this_level.name, over, one)


def number(gen: CodeGenerator, level: m.Level, before: int, value: int, into: int) -> None:
    """The number of the parameters `before`, one parameter more counted in: mixed radix, as options are numbered."""
    body = gen.body
    body.get(before)
    body.i32(level.high - level.low + 1)
    body.op("i32.mul")
    body.get(value)
    body.op("i32.add")
    body.i32(level.low)
    body.op("i32.sub")
    body.set(into)


def offer(gen: CodeGenerator, base: int, inside: int, end: int) -> None:
    """Lists an option, and stops if it is the one that was wanted."""
    body, option = gen.body, gen.local(I32)
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
    listed(gen, end)
    body.op("return")
    body.end()


def listed(gen: CodeGenerator, end: int) -> None:
    gen.body.get(end)
    gen.body.i32(gen.unit.memory.list)
    gen.body.op("i32.sub")
    gen.body.i32(2)
    gen.body.op("i32.shr_u")


def tests(gen: CodeGenerator, given: Sequence[m.Test], skip: int) -> None:
    """One after the other; the values they name join the generator's scope."""
    for test in given:
        if test.name is not None:
            gen.scope[test.name] = variable(gen, test.value)
        else:
            gen.number(test.value)
            gen.body.op("i32.eqz")
            gen.body.br_if(skip)


def take(unit: Unit, node: m.Decision) -> Body:
    """(option) -> the next node; the parameters are stored in their cells."""
    gen = CodeGenerator(unit, Body(f"{node.id} take", (I32,), (I32,)))
    for alternative in node.alternatives:
        sizes = [v.high - v.low + 1 for v in alternative.levels]
        count = 1
        for size in sizes:
            count *= max(size, 0)
        rest = gen.local(I32)
        gen.body.get(0)
        gen.body.i32(alternative.base)
        gen.body.op("i32.sub")
        gen.body.tee(rest)
        gen.body.i32(count)
        gen.body.op("i32.lt_u")
        gen.body.if_()
        if count:
            keep_parameters(gen.inner(), alternative, rest, sizes)
        gen.body.i32(unit.nodes[alternative.target])
        gen.body.op("return")
        gen.body.end()
    gen.body.op("unreachable")
    return gen.body


def keep_parameters(gen: CodeGenerator, alternative: m.Alternative, rest: int, sizes: Sequence[int]) -> None:
    body = gen.body
    for playout, size in reversed(list(zip(alternative.levels, sizes, strict=True))):
        value = gen.local(I32)
        body.get(rest)
        body.i32(size)
        body.op("i32.rem_u")
        body.i32(playout.low)
        body.op("i32.add")
        body.set(value)
        body.get(rest)
        body.i32(size)
        body.op("i32.div_u")
        body.set(rest)
        gen.scope[playout.name] = Variable(m.NUMBER, (value,), playout.low, playout.high)
    needed = {p.name for p in parts_of(tuple(v.index for v in alternative.levels)) if isinstance(p, m.Local)}
    everything = [*alternative.tests, *(t for v in alternative.levels for t in v.tests)]
    if needed & {t.name for t in everything}:
        tests(gen, [t for t in everything if t.name is not None], 0)
    for each in alternative.levels:
        store(gen, each.cell, each.index, m.Local(each.name))


def store(gen: CodeGenerator, cell: str, index: Sequence[m.Expr], value: m.Expr) -> None:
    kept = register(gen, cell, index)
    if kept is not None:
        gen.number(value)
        gen.body.set(kept[0])
        return
    array = gen.unit.memory.cells[cell]
    offset = element(gen, array, index)
    variable = address_to_record(gen, cell)
    gen.number(value)
    if array.width.bytes == 8:
        gen.body.op("i64.extend_i32_s")
    gen.body.memory(array.width.store, offset)
    record_element_change(gen, cell, offset, variable)


# --------------------------------------------------------------------------------------------------------------- chance


def weigh(unit: Unit, node: m.Chance) -> Body:
    """() -> the total weight; the weights are listed, those of what cannot come as 0."""
    gen = CodeGenerator(unit, Body(f"{node.id} weigh", (), (I32,)))
    body, total, end, weight = gen.body, gen.local(I64), gen.constant_local(unit.memory.list), gen.local(I32)

    def one(inner: CodeGenerator, value: int, done: int, following: int) -> None:
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

    each_value(gen, node.name, m.Over(m.Const(node.low), m.Const(node.high)), one)
    body.get(total)
    body.i64(1)
    body.op("i64.sub")
    body.i64(MOST_WEIGHT)
    body.op("i64.lt_u", "i32.eqz")
    gen.fault_if(node.fault)
    body.get(total)
    body.op("i32.wrap_i64")
    return body


def store_outcome(unit: Unit, node: m.Chance) -> Body:
    """(value) -> the next node; the value is stored in its cell."""
    gen = CodeGenerator(unit, Body(f"{node.id} store outcome", (I32,), (I32,)))
    gen.scope[node.name] = Variable(m.NUMBER, (0,), node.low, node.high)
    store(gen, node.cell, node.index, m.Local(node.name))
    gen.body.i32(unit.nodes[node.target])
    return gen.body


def draw(unit: Unit, node: m.Chance, weigh_index: int, store_index: int) -> Body:
    """() -> the next node, after the outcome that the node's stream draws."""
    gen = CodeGenerator(unit, Body(f"{node.id} draw", (), (I32,)))
    body, stream = gen.body, streams(unit.machine).index(node.stream)
    count = node.high - node.low + 1
    if isinstance(node.weight, m.Const) and 0 < node.weight.value * count <= MOST_WEIGHT:
        body.i32(stream)
        body.i32(node.weight.value * count)
        body.call(unit.support["bounded"])
        body.i32(node.weight.value)
        body.op("i32.div_u")
        body.i32(node.low)
        body.op("i32.add")
        body.call(store_index)
        return body
    first = _first_ones(node)
    if first is not None:
        gen.number(m.Op("min", (first, m.Const(count))))
        total = gen.local(I32)
        body.tee(total)
        body.i32(0)
        body.op("i32.le_s")
        gen.fault_if(node.fault)
        body.i32(stream)
        body.get(total)
        body.call(unit.support["bounded"])
        body.call(store_index)
        return body
    rest, value = gen.local(I32), gen.local(I32)
    body.i32(stream)
    body.call(weigh_index)
    body.call(unit.support["bounded"])
    body.set(rest)
    done, again = body.block(), body.loop()
    weight = gen.local(I32)
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
    body.call(store_index)
    return body


def _first_ones(node: m.Chance) -> m.Expr | None:
    """How many values there are if they are the first ones, each as likely: a shuffle's weight is `position < left`."""
    match node.weight:
        case m.Op("lt", (m.Local(name), limit)) if name == node.name and node.low == 0:
            if not any(p == m.Local(name) for p in parts_of(limit)):
                return limit
    return None
