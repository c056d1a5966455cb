"""Builds the code for choices of a proposed world for which the choices of the present world do not fit.

Each choice that is drawn changes the probability of accepting the proposal (Hastings 1970). The change depends on the
probability of drawing this choice, and on the probability that the reverse proposal draws the choice that was replaced.
The reverse proposal must draw at the same rests (decisions and chances). So only choices that were impossible in the
present world may be drawn. Outcomes are drawn with their own probabilities, which cancel out; picks are drawn evenly.
"""

from __future__ import annotations

from .code_generation import Unit
from .emitted import CHANCE, DispatchTables
from .encoding import I32
from .function_builder import Body
from .operands import Operand, call, call_indirect, i32, select
from .runtime_support import add_support_function
from .world_memory import WorldMemory


def add_redraws(unit: Unit, worlds: WorldMemory, tables: DispatchTables) -> None:
    """Add the functions `reach`, `redraw` and `drop`."""
    add_support_function(unit, "reach", _reach_body(unit, worlds, tables), export="reach")
    add_support_function(unit, "redraw", _redraw_body(unit, worlds, tables))
    add_support_function(unit, "drop", _drop_body(unit, worlds, tables))


def _redraw_body(unit: Unit, worlds: WorldMemory, tables: DispatchTables) -> Body:
    """Build the function `(rest, old) -> found`, which draws the choice at a rest (decision or chance) of the proposed
    world, whose cells must be in memory. `old` is the corresponding rest of the present world, whose choice is
    impossible here; -1 if there is none. The function returns 0 if the reverse proposal would be impossible."""
    code, memory, below = Body("redraw", (I32, I32), (I32,)), unit.memory, unit.support["below"]
    rest, old = code.arguments
    node, index, left, count, new = (code.local(I32) for _ in range(5))
    code.set(node, worlds.nodes[rest].plus(worlds.other).load())
    code.call(unit.support["reset"])
    with code.if_(memory.kinds[node].load() == CHANCE):
        code.set(left, call(below, call_indirect(tables.weigh, node)))
        with code.forever() as drawn:
            code.br_if(drawn, left < memory.list[index].load())
            code.set(left, left - memory.list[index].load())
            code.increase(index, 1)
        code.set(new, index + worlds.lows[node].load())
    with code.else_():
        code.set(count, call_indirect(tables.options, node, 0, -1))
        code.set(new, memory.list[call(below, count)].load())
        code.store(worlds.ratio, worlds.ratio.load() * count.to_float())
    code.store(worlds.choices[rest].plus(worlds.other), new)
    with code.if_(_is_exchanged(worlds, node, new)):
        code.return_(i32(0))
    with code.if_(old >= 0):
        with code.if_(_is_exchanged(worlds, node, worlds.choices[old].load())):
            code.return_(i32(0))
        code.copy(i32(worlds.aside), memory.start, worlds.cells)
        code.call(unit.support["reach"], old)
        with code.if_(memory.kinds[node].load() == CHANCE):
            code.push(call_indirect(tables.weigh, node))
            code.drop()
            with code.if_(memory.list[index].load()):
                code.return_(i32(0))
        with code.else_():
            code.set(count, call_indirect(tables.options, node, 0, -1))
            code.store(worlds.ratio, worlds.ratio.load() / count.to_float())
            with code.loop() as again:
                code.increase(count, -1)
                with code.if_(memory.list[count].load() == new):
                    code.return_(i32(0))
                code.br_if(again, count)
        _load(unit, code, worlds, i32(worlds.aside))
    code.push(i32(1))
    return code


def _drop_body(unit: Unit, worlds: WorldMemory, tables: DispatchTables) -> Body:
    """Build the function `(start, stop, began, rest) -> found` for rests (decisions and chances) of the present world
    that the proposed world no longer has. It compares rests `start` to `stop` - 1 of the present world with rests
    `began` to `rest` - 1 of the proposed one. It adjusts `worlds.ratio`, since the reverse proposal must draw the
    choices at the rests without a counterpart. It returns 0 if the reverse proposal would be impossible."""
    code, memory = Body("drop", (I32, I32, I32, I32), (I32,)), unit.memory
    start, stop, began, rest = code.arguments
    at, node, other, surplus = (code.local(I32) for _ in range(4))
    code.copy(i32(worlds.aside), memory.start, worlds.cells)
    code.set(at, start)
    with code.loop() as again:
        code.set(node, worlds.nodes[at].load())
        code.set(surplus, 1)
        for first, last, by, shift in ((start, at, 1, 0), (began, rest, -1, worlds.other)):
            code.set(other, first)
            with code.forever() as counted:
                code.br_if(counted, other == last)
                code.increase(surplus, (worlds.nodes[other].plus(shift).load() == node) * by)
                code.increase(other, 1)
        with code.if_(surplus > 0):
            with code.if_(_is_exchanged(worlds, node, worlds.choices[at].load())):
                code.return_(i32(0))
            with code.if_(memory.kinds[node].load() != CHANCE):
                code.call(unit.support["reach"], at)
                count = call_indirect(tables.options, node, 0, -1)
                code.store(worlds.ratio, worlds.ratio.load() / count.to_float())
        code.br_if(again, at.tee(at + 1).lt_u(stop))
    _load(unit, code, worlds, i32(worlds.aside))
    code.push(i32(1))
    return code


def _reach_body(unit: Unit, worlds: WorldMemory, tables: DispatchTables) -> Body:
    """Build the function `(rest)`, which puts the cells of the present world at this rest (decision or chance) into
    memory. It plays from the last earlier rest whose cells are stored."""
    code = Body("reach", (I32,), ())
    (rest,) = code.arguments
    at, node = code.local(I32), code.local(I32)
    _load(unit, code, worlds, worlds.state(at.tee(worlds.kept[rest].load())))
    with code.forever() as there:
        code.br_if(there, at == rest)
        code.set(node, worlds.nodes[at].load())
        code.set(node, select(~node, node, node < 0))
        code.call(unit.support["begin_recording"])
        code.drop()
        with code.if_(unit.memory.kinds[node].load() == CHANCE):
            code.push(call_indirect(tables.weigh, node))
            code.drop()
            code.set(node, call_indirect(tables.store_outcome, node, worlds.choices[at].load()))
        with code.else_():
            code.set(node, call_indirect(tables.take, node, worlds.choices[at].load()))
        code.call(unit.support["run_until_standing"], node, 0, 0)
        code.call(unit.support["reset"])
        code.increase(at, 1)
    return code


def _is_exchanged(worlds: WorldMemory, node: Operand, choice: Operand) -> Operand:
    """Return the operand for whether this choice at this node is one of the two that a proposal may exchange. If such a
    choice is drawn or dropped, the reverse proposal would make a different exchange."""
    first = worlds.choices[worlds.first.load()]
    either = (first.load() == choice) | (first.plus(worlds.other).load() == choice)
    return (worlds.alike.load() == node) & either


def _load(unit: Unit, code: Body, worlds: WorldMemory, address: Operand) -> None:
    """Emit code that copies the cells at this address into the present state and resets fuel and depths."""
    code.copy(unit.memory.start, address, worlds.cells)
    code.call(unit.support["reset"])
