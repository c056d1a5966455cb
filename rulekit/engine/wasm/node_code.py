"""Builds the functions of nodes: a step's effects; the options of a decision, and taking one; the weights of a chance,
storing an outcome, and drawing one.

The host calls them through tables by node number (`module.py`). They are separate functions, since hosts and playouts
combine them differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ...machine.form_table import parts_of
from ...machine.option_labels import option_count
from ..cell_layout import streams
from ..interface import ARITHMETIC
from ..packing import INT
from .code_generation import CodeGenerator, MachineLocal, Unit, element_place, store_number
from .encoding import I32, I64
from .function_builder import BlockLabel, Body
from .loop_code import each_value
from .operands import FunctionReference, LocalVariable, MemoryPlace, Operand, call, i32, select
from .recording_code import address_to_record, record_element_change
from .register_promotion import find_locals
from .statement_code import emit_statements
from .value_code import emit_variable

MOST_WEIGHT = (1 << 31) - 1
"""The greatest sum of weights: the largest number of a machine."""


def step_body(unit: Unit, node: m.StepNode) -> Body:
    """Build the function `() -> next node` of a step."""
    gen = CodeGenerator(unit, Body(node.id, (), (I32,)))
    with gen.body.block() as gen.exit:
        emit_statements(gen, node.body)
    emit_next(gen, node.next)
    return gen.body


def emit_next(gen: CodeGenerator, way: m.Next) -> None:
    """Emit the number of the next node onto the stack."""
    code, nodes = gen.body, gen.unit.nodes
    if isinstance(way, m.Jump):
        code.push(i32(nodes[way.target]))
    elif isinstance(way, m.Fork):
        then, otherwise = code.push(i32(nodes[way.then])), code.push(i32(nodes[way.otherwise]))
        code.push(select(then, otherwise, gen.number(way.condition)))
    else:
        cases = code.cases(way.targets)
        code.br_table(gen.number(way.value), cases.labels, cases.labels[-1])
        for target in cases:
            code.return_(i32(nodes[target]))
        code.unreachable()


def who_body(unit: Unit, node: m.Decision) -> Body:
    """Build the function `() -> player` of a decision."""
    gen = CodeGenerator(unit, Body(f"{node.id} who", (), (I32,)))
    gen.number(node.who)
    return gen.body


def picks_body(unit: Unit, node: m.Decision) -> Body:
    """Build the function `() -> members still to pick` of a decision: how many more members of a set the player
    picks."""
    gen = CodeGenerator(unit, Body(f"{node.id} picks", (), (I32,)))
    gen.number(node.picks or m.Const(1))
    return gen.body


# ------------------------------------------------------------------------------------------------- options of decisions


def options_body(unit: Unit, node: m.Decision) -> Body:
    """Build the function `(mask, wanted) -> count`, which lists the options of a decision. It stops after the first
    option with `option & mask == wanted`."""
    gen = CodeGenerator(unit, Body(f"{node.id} options", (I32, I32), (I32,)))
    end = gen.constant_local(unit.memory.list.base)
    for alternative in node.alternatives:
        with gen.body.block() as skip:
            inner = gen.inner()
            emit_tests(inner, alternative.tests, skip)
            base = gen.constant_local(0)
            emit_level(inner, alternative, 0, base, end)
    gen.body.push(list_length(gen, end))
    return gen.body


def emit_level(
    gen: CodeGenerator, alternative: m.Alternative, at: int, before: LocalVariable, end: LocalVariable
) -> None:
    """Emit the loops over the levels (parameters) from index `at` on. The local `before` is the part of the option's
    number that the outer levels contribute."""
    if at == len(alternative.levels):
        emit_offer(gen, alternative.base, before, end)
        return
    this_level = alternative.levels[at]
    so_far = gen.local(I32)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        emit_tests(inner, this_level.tests, following)
        inner.body.set(so_far, option_number(this_level, before, value))
        emit_level(inner, alternative, at + 1, so_far, end)

    each_value(gen, this_level.name, this_level.over, one)


def option_number(level: m.Level, before: LocalVariable, value: LocalVariable) -> Operand:
    """Return the mixed-radix number of the parameters up to this level: `before` has the parameters before it, `value`
    this one."""
    return before * (level.high - level.low + 1) + value - level.low


def emit_offer(gen: CodeGenerator, base: int, inside: LocalVariable, end: LocalVariable) -> None:
    """Emit code that lists an option, and returns from the function if it is the wanted one."""
    code, option = gen.body, gen.local(I32)
    mask, wanted = code.arguments
    code.store(MemoryPlace(INT, end), option.tee(inside + base))
    code.increase(end, INT.bytes)
    with code.if_((option & mask) == wanted):
        code.return_(list_length(gen, end))


def list_length(gen: CodeGenerator, end: LocalVariable) -> Operand:
    """Return the operand for the number of options listed so far; `end` is the address after the last."""
    return (end - gen.unit.memory.list.base).shr_u(2)


def emit_tests(gen: CodeGenerator, given: Sequence[m.Test], skip: BlockLabel) -> None:
    """Emit tests in order. The code jumps to `skip` if one fails. A test with a name adds its value to the generator's
    scope instead."""
    for test in given:
        if test.name is not None:
            bind_test(gen, test)
        else:
            gen.body.br_if(skip, gen.number(test.value).eqz())


def bind_test(gen: CodeGenerator, test: m.Test) -> None:
    """Emit the computation of the value that a test names, and add it to the generator's scope."""
    assert test.name is not None
    gen.scope[test.name] = emit_variable(gen, test.value)


def take_body(unit: Unit, node: m.Decision) -> Body:
    """Build the function `(option) -> next node` of a decision, which stores the parameters in their cells."""
    gen = CodeGenerator(unit, Body(f"{node.id} take", (I32,), (I32,)))
    code = gen.body
    (option,) = code.arguments
    for alternative in node.alternatives:
        count = option_count(alternative)
        rest = gen.local(I32)
        with code.if_(rest.tee(option - alternative.base).lt_u(count)):
            if count:
                store_parameters(gen.inner(), alternative, rest)
            code.return_(i32(unit.nodes[alternative.target]))
    code.unreachable()
    return code


def decode_parameters(gen: CodeGenerator, levels: Sequence[m.Level], rest: LocalVariable) -> list[LocalVariable]:
    """Emit code that decodes parameters from their mixed-radix number, and add them to the generator's scope. Return
    their locals. The code overwrites `rest`, the local with this number."""
    code, values = gen.body, []
    for level in reversed(levels):
        value, size = gen.local(I32), level.high - level.low + 1
        code.set(value, rest.rem_u(size) + level.low)
        code.set(rest, rest.div_u(size))
        gen.scope[level.name] = MachineLocal(m.NUMBER, (value,), level.low, level.high)
        values.append(value)
    return values[::-1]


def store_parameters(gen: CodeGenerator, alternative: m.Alternative, rest: LocalVariable) -> None:
    """Emit code that decodes the parameters from their mixed-radix number and stores them in their cells. It overwrites
    `rest`, the local with this number."""
    decode_parameters(gen, alternative.levels, rest)
    needed = {p.name for p in parts_of(tuple(v.index for v in alternative.levels)) if isinstance(p, m.Local)}
    named = [t for t in (*alternative.tests, *(t for v in alternative.levels for t in v.tests)) if t.name is not None]
    if needed & {t.name for t in named}:
        for test in named:
            bind_test(gen, test)
    for each in alternative.levels:
        emit_store(gen, each.cell, each.index, m.Local(each.name))


def emit_store(gen: CodeGenerator, cell: str, index: Sequence[m.Expr], value: m.Expr) -> None:
    """Emit code that stores a number (a parameter or an outcome) in a cell; the number must be in the cell's range."""
    kept = find_locals(gen, cell, index)
    if kept is not None:
        gen.body.set(kept[0], gen.number(value))
        return
    place = element_place(gen, gen.unit.memory.cells[cell], index)
    address = address_to_record(gen, cell, place)
    store_number(gen, place, gen.number(value))
    record_element_change(gen, cell, place, address)


# -------------------------------------------------------------------------------------------------- outcomes of chances


def weigh_body(unit: Unit, node: m.Chance) -> Body:
    """Build the function `() -> total` of a chance. It lists the weight of every value, 0 for an impossible one, and
    returns their sum. It faults if the sum is 0 or too large."""
    gen = CodeGenerator(unit, Body(f"{node.id} weigh", (), (I32,)))
    if unit.probe is not None:
        unit.probe.begin_function(gen.body, node.clause, weighs=True)
    code, total, end, weight = gen.body, gen.local(I64), gen.constant_local(unit.memory.list.base), gen.local(I32)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        place = MemoryPlace(INT, code.push(end))
        code.store(place, weight.tee(inner.number(m.Op("max", (node.weight, m.Const(0))))))
        code.increase(total, weight.extend_u())
        code.increase(end, INT.bytes)

    each_value(gen, node.name, m.LoopDomain(m.Const(node.low), m.Const(node.high)), one)
    gen.fault_if(node.fault, total.eqz())
    gen.fault_if(ARITHMETIC, total.lt_u(MOST_WEIGHT + 1).eqz())
    code.push(total.wrap())
    return code


def store_outcome_body(unit: Unit, node: m.Chance) -> Body:
    """Build the function `(value) -> next node` of a chance, which stores the value in its cell."""
    gen = CodeGenerator(unit, Body(f"{node.id} store outcome", (I32,), (I32,)))
    gen.scope[node.name] = MachineLocal(m.NUMBER, gen.body.arguments, node.low, node.high)
    if unit.probe is not None:
        unit.probe.begin_function(gen.body, node.clause)
    emit_store(gen, node.cell, node.index, m.Local(node.name))
    gen.body.push(i32(unit.nodes[node.target]))
    return gen.body


def draw_body(unit: Unit, node: m.Chance, weigh: FunctionReference, store: FunctionReference) -> Body:
    """Build the function `() -> next node` of a chance, which draws an outcome from the node's stream and stores it.
    `weigh` and `store` are the other functions of this node."""
    gen = CodeGenerator(unit, Body(f"{node.id} draw", (), (I32,)))
    if unit.probe is not None:
        unit.probe.begin_function(gen.body, node.clause)
    code, stream, bounded = gen.body, i32(streams(unit.machine).index(node.stream)), unit.support["bounded"]
    count = node.high - node.low + 1
    if isinstance(node.weight, m.Const) and 0 < node.weight.value * count <= MOST_WEIGHT:
        drawn = call(bounded, stream, node.weight.value * count)
        code.call(store, drawn.div_u(node.weight.value) + node.low)
        return code
    first = _uniform_count(node)
    if first is not None:
        found, total = gen.number(m.Op("min", (first, m.Const(count)))), gen.local(I32)
        gen.fault_if(node.fault, total.tee(found) <= 0)
        code.call(store, call(bounded, stream, total))
        return code
    rest, value = gen.local(I32), gen.local(I32)
    code.set(rest, call(bounded, stream, call(weigh)))
    with code.forever() as done:
        weight = gen.local(I32)
        code.br_if(done, rest.lt_u(weight.tee(unit.memory.list[value].load())))
        code.set(rest, rest - weight)
        code.increase(value, 1)
    code.call(store, value + node.low)
    return code


def _uniform_count(node: m.Chance) -> m.Expr | None:
    """Return an expression for the number of possible values if the weight has the form `value < limit`, as for a
    shuffle: the first `limit` values are equally likely. Otherwise return None."""
    match node.weight:
        case m.Op("lt", (m.Local(name), limit)) if name == node.name and node.low == 0:
            if not any(p == m.Local(name) for p in parts_of(limit)):
                return limit
    return None
