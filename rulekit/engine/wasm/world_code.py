"""Builds the sampling of worlds into a module that records what players see.

A *world* is a game up to the present position in which one player, the observer, was told the same as in the true game;
facts that were hidden from the observer may differ. A search of information sets begins each simulation in one of these
worlds (Cowling, Powley and Whitehouse 2012).

The worlds form a Markov chain (Metropolis and others 1953, Hastings 1970). A proposal changes one hidden pick or
outcome of the present world, or swaps two pieces in a place that was just shuffled, and plays all later choices again.
If one of these has become impossible, another is drawn (`world_redraws.py`). A proposal is refused unless the
observer's log stays the same. It is accepted with probability P(new) Q(new to old) / (P(old) Q(old to new)). P is the
product of the probabilities of outcomes, with all picks of other players equally likely; Q is the probability of making
the proposal. So each change happens as often as the reverse change (detailed balance), and in the long run worlds occur
with the probabilities P.

`learn(rests) -> found` plays the true game; its choices must be in memory. `resample(tries)` makes proposals. The first
world is the true one, so a caller makes many proposals before using a world. `world_sampler.py` calls both.
"""

from __future__ import annotations

import struct

from ...machine import program as m
from ...machine.shuffles import is_shuffle, shuffled_place
from .code_generation import CodeGenerator, Unit, load_number, store_number
from .emitted import CHANCE, DispatchTables
from .encoding import I32
from .function_builder import Body
from .memory_layout import NODE
from .operands import (
    FunctionTable,
    call,
    call_indirect,
    f64,
    i32,
)
from .rings import Ring
from .runtime_support import add_support_function
from .search_steps import below_body
from .world_log import log_body, log_records_body, tell_body
from .world_memory import FIXED, PICK, SHUFFLE, WorldMemory
from .world_redraws import add_redraws
from .world_walk import Walk


def add_worlds(unit: Unit, tables: DispatchTables) -> None:
    """Add the functions `learn` and `resample` to a stepping module that records what players see."""
    worlds = WorldMemory.of(unit.memory, len(unit.machine.nodes))
    unit.assembly.pages = worlds.pages
    add_support_function(unit, "log", log_body(worlds))
    add_support_function(unit, "below", below_body(worlds.random))
    add_support_function(unit, "log records", log_records_body(unit, worlds))
    nodes = unit.machine.nodes
    pulls = [shuffled_place(node, nodes) for node in nodes]
    for vector, numbers in (
        (worlds.lows, [node.low if isinstance(node, m.Chance) else 0 for node in nodes]),
        (worlds.widths, [node.high - node.low + 1 if isinstance(node, m.Chance) else 0 for node in nodes]),
        (worlds.hides, [_hides(node, pull) for node, pull in zip(nodes, pulls, strict=True)]),
    ):
        unit.assembly.data.append((vector.base, struct.pack(f"<{len(numbers)}i", *numbers)))
    tell = unit.assembly.table([unit.assembly.add(tell_body(unit, worlds, node)) for node in nodes])
    swap = unit.assembly.table([unit.assembly.add(_swap_body(unit, pull)) for pull in pulls])
    add_redraws(unit, worlds, tables)
    add_support_function(unit, "walk", Walk(unit, worlds, tables, tell).code)
    add_support_function(unit, "learn", _learn_body(unit, worlds), export="learn")
    add_support_function(unit, "propose", _propose_body(unit, worlds, tables, swap))
    add_support_function(unit, "resample", _resample_body(unit, worlds), export="resample")


def _hides(node: m.Node, pull: m.Pull | None) -> int:
    """Return what can be changed at a node if the observer does not see it: FIXED (nothing), PICK or SHUFFLE."""
    if is_shuffle(node):
        return FIXED if pull is None else SHUFFLE
    return PICK if isinstance(node, m.Decision | m.Chance) else FIXED


def _swap_body(unit: Unit, pull: m.Pull | None) -> Body:
    """Build the function `() -> changed`, which swaps two random pieces of a place that was just shuffled. It returns 0
    if they are equal."""
    gen = CodeGenerator(unit, Body("swap", (), (I32,)))
    code, below = gen.body, unit.support["below"]
    if pull is None:
        code.unreachable()
        return code
    ring = Ring(gen, pull.cell, pull.index)
    size, one, other, first, second = (code.local(I32) for _ in range(5))
    with code.if_(size.tee(ring.size.load()).eqz()):
        code.return_(i32(0))
    code.set(one, call(below, size))
    code.set(other, call(below, size))
    code.set(first, load_number(ring.place(one)))
    code.set(second, load_number(ring.place(other)))
    store_number(gen, ring.place(one), second)
    store_number(gen, ring.place(other), first)
    code.push(first != second)
    return code


def _learn_body(unit: Unit, worlds: WorldMemory) -> Body:
    """Build the function `(rests) -> found`, which plays the true game from the node and cells in memory, with the
    choices in memory. It makes this game the present world, and returns 0 if that is impossible."""
    code = Body("learn", (I32,), (I32,))
    (rests,) = code.arguments
    code.store(worlds.rests, rests)
    code.store(worlds.log, 0)
    code.push(call(unit.support["walk"], 0, rests, 0))
    _list_places(code, worlds)
    return code


def _list_places(code: Body, worlds: WorldMemory) -> None:
    """Emit code that lists the rests (decisions and chances) of the present world at which something can be changed."""
    rest, count = code.local(I32), code.local(I32)
    code.set(rest, 0)
    code.set(count, 0)
    with code.forever() as done:
        code.br_if(done, rest.ge_u(worlds.rests.load()))
        with code.if_(worlds.sorts[rest].load() != FIXED):
            code.store(worlds.places[count], rest)
            code.increase(count, 1)
        code.increase(rest, 1)
    code.store(worlds.free, count)


def _propose_body(unit: Unit, worlds: WorldMemory, tables: DispatchTables, swap: FunctionTable) -> Body:
    """Build the function `(rest) -> made`, which begins a proposal that changes the choice at this rest (decision or
    chance). It leaves the cells of the proposed world at this rest in memory. It returns 0 if nothing would change."""
    code, memory, below = Body("propose", (I32,), (I32,)), unit.memory, unit.support["below"]
    (rest,) = code.arguments
    node, old, new, count, later = (code.local(I32) for _ in range(5))
    code.copy(memory.start, worlds.state(rest), worlds.cells)
    code.set(node, worlds.nodes[rest].load())
    code.store(NODE, node)
    code.store(worlds.log, worlds.logs[rest].load())
    code.store(worlds.first, rest)
    code.store(worlds.exchanged, -1)
    code.store(worlds.alike, -1)
    code.store(worlds.ratio, f64(1.0))
    code.set(old, worlds.choices[rest].load())
    with code.if_(worlds.sorts[rest].load() == SHUFFLE):
        code.store(worlds.choices[rest].plus(worlds.other), old)
        code.return_(call_indirect(swap, node))
    code.store(worlds.alike, node)
    code.call(unit.support["reset"])
    with code.if_(memory.kinds[node].load() == CHANCE):
        code.push(call_indirect(tables.weigh, node))
        code.drop()
        code.set(count, worlds.widths[node].load())
        code.set(new, call(below, count))
        with code.if_(memory.list[new].load().eqz()):
            code.return_(i32(0))
        code.increase(new, worlds.lows[node].load())
    with code.else_():
        code.set(count, call_indirect(tables.options, node, 0, -1))
        code.set(new, memory.list[call(below, count)].load())
    code.store(worlds.choices[rest].plus(worlds.other), new)
    code.set(later, rest)
    # if the new choice was made later in the present world, both choices are exchanged, since it cannot be made twice
    with code.forever() as done:
        code.br_if(done, later.tee(later + 1).ge_u(worlds.rests.load()))
        one = worlds.choices[later]
        alike = (worlds.nodes[later].load() == node) & (worlds.sorts[later].load() == PICK)
        with code.if_(alike & (one.load() == new)):
            code.store(worlds.exchanged, later)
            code.br(done)
        with code.if_(alike & (one.load() == old)):
            code.return_(i32(0))  # the reverse proposal would exchange another pair
    code.push(new != old)
    return code


def _resample_body(unit: Unit, worlds: WorldMemory) -> Body:
    """Build the function `(tries)`, which makes this number of proposals. It counts down `worlds.tries`, so that the
    host can make the remaining ones after a trap."""
    code, below = Body("resample", (I32,), ()), unit.support["below"]
    (tries,) = code.arguments
    rest, many, free, rests = (code.local(I32) for _ in range(4))
    code.store(worlds.tries, tries)
    with code.forever() as done:
        code.br_if(done, worlds.tries.load().eqz() | worlds.free.load().eqz())
        code.increase(worlds.tries, -1)
        with code.block() as refused:
            code.set(rest, worlds.places[call(below, worlds.free.load())].load())
            code.br_if(refused, call(unit.support["propose"], rest).eqz())
            code.br_if(refused, call(unit.support["walk"], rest, worlds.rests.load(), worlds.other).eqz())
            code.set(free, worlds.free.load())
            for end, shift, by in ((worlds.rests, 0, -1), (worlds.made, worlds.other, 1)):
                code.set(many, rest)
                code.set(rests, end.load())
                with code.loop() as again:
                    code.increase(free, (worlds.sorts[many].plus(shift).load() != FIXED) * by)
                    code.br_if(again, many.tee(many + 1).lt_u(rests))
            # `free` is now the number of changeable rests from which the reverse proposal picks one
            code.br_if(refused, free.eqz())
            kept = worlds.ratio.load() * worlds.free.load().to_float() / free.to_float()
            drawn = call(below, 1 << 30).to_float()
            code.br_if(refused, (drawn < kept * f64(float(1 << 30))).eqz())
            code.set(many, worlds.made.load() - rest + 1)
            code.store(worlds.rests, worlds.made.load())
            for vector in (worlds.nodes, worlds.choices, worlds.sorts, worlds.kept, worlds.chances, worlds.logs):
                place = vector[rest].whole_address
                code.copy(place, place + worlds.other, many * vector.width.bytes)
            code.set(many, rest)
            with code.loop() as further:
                with code.if_(worlds.kept[many].load() == many):
                    code.copy(worlds.state(many), worlds.state(many) + worlds.other, worlds.cells)
                code.br_if(further, many.tee(many + 1).le_u(worlds.made.load()))
            code.increase(worlds.changed, 1)
            _list_places(code, worlds)
    return code
