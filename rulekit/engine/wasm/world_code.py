"""Builds the sampling of worlds into a module that records what players see.

A *world* is a game up to the present position in which one player, the observer, was told the same as in the true one:
what was hidden from them may differ. The worlds form a Markov chain (Metropolis and others 1953). A proposal changes
one hidden pick or outcome, or swaps two pieces that a shuffle has just ordered, and plays all later choices again. It
is kept if they are all possible and the observer's log stays the same; outcomes of unequal weight are kept with the
ratio of their probabilities. All hidden picks of other players count as equally likely.

`learn(rests) -> found` plays the true game; its choices are in memory. `resample(tries)` makes proposals. The first
world is the true one, so a caller makes many before using one. `world_sampler.py` calls both.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ...machine import program as m
from ...machine.option_labels import option_count
from ...machine.shuffles import is_shuffle, shuffled_place
from ..log import DRAWN, PICKED, named_alternative, named_chance
from ..packing import INT, WORD
from .code_generation import CodeGenerator, MachineLocal, Ring, Unit, load_number, store_number, word_count
from .emitted import CHANCE, MOVE, DispatchTables
from .encoding import F64, I32, I64
from .function_builder import Body
from .memory_layout import NODE, WROTE, Recording, Vector
from .operands import (
    FunctionTable,
    LocalVariable,
    MemoryPlace,
    Operand,
    call,
    call_indirect,
    f64,
    i32,
    i64,
    select,
)
from .runtime_support import HASH_FACTOR, add_support_function
from .search_steps import number_below
from .sets import has_player
from .world_memory import FIXED, PICK, SHUFFLE, WorldMemory

HIDDEN = -1
"""What is added to the log for a parameter that the observer does not see."""
ATTEMPTS = 8
"""How often another outcome is drawn, until one differs from the present one and is possible."""


def add_worlds(unit: Unit, tables: DispatchTables) -> None:
    """Add `learn` and `resample` to a module that goes step by step and records what players see."""
    worlds = WorldMemory.of(unit.memory, len(unit.machine.nodes))
    unit.assembly.pages = worlds.pages
    add_support_function(unit, "log", _log_body(worlds))
    add_support_function(unit, "below", _below_body(worlds))
    add_support_function(unit, "log records", _log_records_body(unit, worlds))
    nodes = unit.machine.nodes
    pulls = [shuffled_place(node, nodes) for node in nodes]
    for vector, numbers in (
        (worlds.lows, [node.low if isinstance(node, m.Chance) else 0 for node in nodes]),
        (worlds.widths, [node.high - node.low + 1 if isinstance(node, m.Chance) else 0 for node in nodes]),
        (worlds.hides, [_hides(node, pull) for node, pull in zip(nodes, pulls, strict=True)]),
    ):
        unit.assembly.data.append((vector.base, struct.pack(f"<{len(numbers)}i", *numbers)))
    tell = unit.assembly.table([unit.assembly.add(_tell_body(unit, worlds, node)) for node in nodes])
    swap = unit.assembly.table([unit.assembly.add(_swap_body(unit, pull)) for pull in pulls])
    add_support_function(unit, "walk", _Walk(unit, worlds, tables, tell).code)
    add_support_function(unit, "learn", _learn_body(unit, worlds), export="learn")
    add_support_function(unit, "propose", _propose_body(unit, worlds, tables, swap))
    add_support_function(unit, "resample", _resample_body(unit, worlds), export="resample")


def _hides(node: m.Node, pull: m.Pull | None) -> int:
    """Return what can be changed at a node if the observer does not see it."""
    if is_shuffle(node):
        return FIXED if pull is None else SHUFFLE
    return PICK if isinstance(node, m.Decision | m.Chance) else FIXED


# --------------------------------------------------------------------------------------------- random numbers, the log


def _below_body(worlds: WorldMemory) -> Body:
    """Build the function `(n) -> number`, which draws a number below n."""
    code = Body("below", (I32,), (I32,))
    (n,) = code.arguments
    code.push(number_below(code, worlds.random, n))
    return code


def _log_body(worlds: WorldMemory) -> Body:
    """Build the function `(number)`, which adds a number to the hash of the log."""
    code = Body("log", (I32,), ())
    (number,) = code.arguments
    mixed = code.local(I64)
    code.set(mixed, (worlds.log.load() ^ number.extend_u()) * HASH_FACTOR)
    code.store(worlds.log, mixed ^ mixed.shr_u(32))
    return code


def _log_records_body(unit: Unit, worlds: WorldMemory) -> Body:
    """Build the function `()`, which adds to the log what the observer sees of the records of a step: contents and
    shows, and for those who only see sizes, that a size changed. `observe` adds the sizes themselves."""
    recording, words = unit.recording, word_count(unit.machine.players)
    assert recording is not None
    code = Body("log records", (), ())
    at, end, part, player = (code.local(I32) for _ in range(4))
    code.set(player, worlds.observer.load())
    code.set(at, recording.region.records)
    log = unit.support["log"]
    with code.forever() as done:
        code.br_if(done, at.ge_u(recording.at))
        code.set(end, (MemoryPlace(INT, at).load() << 2) + at)
        wrote = MemoryPlace(INT, at, 4).load() == WROTE
        code.set(part, select(i32(24), i32(16), wrote) + at)
        with code.if_(has_player(_words_at(part, words), player)):
            code.call(log, MemoryPlace(INT, at, 4).load())
            code.call(log, MemoryPlace(INT, at, 8).load())
            code.call(log, MemoryPlace(INT, at, 12).load())
            code.set(part, part + select(i32(16 * words), i32(8 * words), wrote))
            with code.forever() as told:
                code.br_if(told, part.ge_u(end))
                code.call(log, MemoryPlace(INT, part).load())
                code.increase(part, INT.bytes)
        code.set(at, end)
    return code


def _words_at(address: Operand, words: int) -> list[Operand]:
    return [MemoryPlace(WORD, address, WORD.bytes * i).load() for i in range(words)]


# ---------------------------------------------------------------------------------------- what a choice tells, shuffles


def _tell_body(unit: Unit, worlds: WorldMemory, node: m.Node) -> Body:
    """Build the function `(choice) -> hidden`, which adds to the log what the observer sees of a pick or an outcome,
    and returns whether anything of it was hidden."""
    gen = CodeGenerator(unit, Body("tell", (I32,), (I32,)))
    if isinstance(node, m.Chance):
        _tell_outcome(gen, worlds, node)
    elif isinstance(node, m.Decision):
        _tell_pick(gen, worlds, node)
    else:
        gen.body.unreachable()
    return gen.body


def _tell_outcome(gen: CodeGenerator, worlds: WorldMemory, node: m.Chance) -> None:
    code, form = gen.body, _recording(gen.unit).form
    (value,) = code.arguments
    gen.scope[node.name] = MachineLocal(m.NUMBER, (value,), node.low, node.high)
    _stop_unless_seen(gen, worlds, node.audience)
    _log(gen, i32(DRAWN), i32(form.name_numbers[named_chance(node)]), value)
    code.push(i32(0))


def _tell_pick(gen: CodeGenerator, worlds: WorldMemory, node: m.Decision) -> None:
    code, form = gen.body, _recording(gen.unit).form
    (option,) = code.arguments
    _stop_unless_seen(gen, worlds, node.audience)
    hidden, rest = code.local(I32), code.local(I32)
    for one in node.alternatives:
        with code.if_(rest.tee(option - one.base).lt_u(option_count(one))):
            inner = gen.inner()
            _log(gen, i32(PICKED), i32(form.name_numbers[named_alternative(one)]))
            for level in reversed(one.levels):
                value, size = code.local(I32), level.high - level.low + 1
                code.set(value, rest.rem_u(size) + level.low)
                code.set(rest, rest.div_u(size))
                inner.scope[level.name] = MachineLocal(m.NUMBER, (value,), level.low, level.high)
            values = [inner.scope[level.name].locals[0] for level in one.levels]
            for level, value in zip(one.levels, values, strict=True):
                if level.seen is None:
                    _log(gen, value)
                    continue
                seen = code.local(I32)
                code.set(seen, has_player(_audience_of_parameter(gen, level.seen, values), _observer(gen, worlds)))
                _log(gen, select(value, i32(HIDDEN), seen))
                code.set(hidden, hidden | seen.eqz())
            code.return_(hidden)
    code.unreachable()


def _audience_of_parameter(gen: CodeGenerator, name: str, values: Sequence[LocalVariable]) -> Sequence[Operand]:
    """Emit the call of a parameter's audience function; return the words of its set."""
    function = gen.unit.callees[name]
    gen.body.call(gen.unit.functions[name], *values)
    if function.kind == m.NUMBER:  # no set: nobody
        gen.body.drop()
        return [i64(0)]
    found = tuple(gen.local(I64) for _ in range(word_count(function.kind)))
    gen.body.take(found)
    return found


def _stop_unless_seen(gen: CodeGenerator, worlds: WorldMemory, audience: m.Expr | None) -> None:
    """Emit code that returns 1 (hidden) if the observer is not in the audience; None means all players."""
    if audience is None:
        return
    found = gen.members_as(audience, word_count(gen.unit.machine.players))
    with gen.body.if_(has_player(found, _observer(gen, worlds)).eqz()):
        gen.body.return_(i32(1))


def _observer(gen: CodeGenerator, worlds: WorldMemory) -> LocalVariable:
    player = gen.local(I32)
    gen.body.set(player, worlds.observer.load())
    return player


def _log(gen: CodeGenerator, *numbers: Operand) -> None:
    for number in numbers:
        gen.body.call(gen.unit.support["log"], number)


def _recording(unit: Unit) -> Recording:
    assert unit.recording is not None
    return unit.recording


def _swap_body(unit: Unit, pull: m.Pull | None) -> Body:
    """Build the function `() -> changed`, which swaps two pieces of a place that was shuffled; 0 if they are equal."""
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


# ------------------------------------------------------------------------------------------------------ playing a world


class _Walk:
    """Builds the function `(rest, end, other) -> found`: play the choices of a world from a rest on, whose cells are in
    memory, and note everything `other` bytes after the present world. It returns 0 where a proposed world is
    impossible, or the observer would have been told something else."""

    def __init__(self, unit: Unit, worlds: WorldMemory, tables: DispatchTables, tell: FunctionTable) -> None:
        self.unit, self.worlds, self.tables, self.tell = unit, worlds, tables, tell
        code = self.code = Body("walk", (I32, I32, I32), (I32,))
        self.rest, self.end, self.other = code.arguments
        self.node, self.kind, self.choice, self.total, self.before = (code.local(I32) for _ in range(5))
        self.here, self.wide = code.local(I32), code.local(I32)
        with code.loop() as again:
            self._arrive()
            with code.block() as met:
                with code.if_(self.kind == CHANCE):
                    self._refuse_unless(self.rest != self.end)
                    self._meet_chance()
                    code.br(met)
                code.set(self.before, 0)
                self._refuse_unless(self.kind.le_u(MOVE))
                with code.if_(call_indirect(tables.who, self.node) == worlds.observer.load()):
                    self._meet_own_decision()
                    code.br(met)
                self._refuse_unless(self.rest != self.end)
                self._meet_other_decision()
            self._go_on()
            code.increase(self.rest, 1)
            code.br(again)
        code.unreachable()

    def _at(self, vector: Vector) -> MemoryPlace:
        """Return the place in a vector of the world that is played."""
        return MemoryPlace(vector.width, self.wide if vector.width.bytes == 8 else self.here, vector.base)

    def _refuse_unless(self, condition: Operand) -> None:
        with self.code.if_(condition.eqz()):
            self.code.return_(i32(0))

    def _arrive(self) -> None:
        """Emit code that compares a rest with that of the present world, and notes it."""
        code, worlds, rest = self.code, self.worlds, self.rest
        code.set(self.here, (rest << 2) + self.other)
        code.set(self.wide, (rest << 3) + self.other)
        code.set(self.node, NODE.load())
        with code.if_(self.other):
            self._refuse_unless(worlds.nodes[rest].load() == self.node)
            self._refuse_unless(worlds.logs[rest].load() == worlds.log.load())
        code.store(self._at(worlds.nodes), self.node)
        code.store(self._at(worlds.logs), worlds.log.load())
        code.store(self._at(worlds.sorts), FIXED)
        code.store(self._at(worlds.chances), f64(1.0))
        code.copy(worlds.state(rest) + self.other, self.unit.memory.start, worlds.cells)
        code.call(self.unit.support["reset"])
        code.set(self.choice, self._at(worlds.choices).load())
        code.set(self.kind, self.unit.memory.kinds[self.node].load())

    def _meet_chance(self) -> None:
        """Emit code that notes an outcome, its probability, and whether it can be changed; an impossible one is
        refused."""
        code, worlds, node = self.code, self.worlds, self.node
        index, weight = code.local(I32), code.local(I32)
        code.set(self.total, call_indirect(self.tables.weigh, node))
        code.set(index, self.choice - worlds.lows[node].load())
        self._refuse_unless(index.lt_u(worlds.widths[node].load()))
        self._refuse_unless(weight.tee(self.unit.memory.list[index].load()))
        code.store(self._at(worlds.chances), weight.to_float() / self.total.to_float())
        with code.if_(call_indirect(self.tell, node, self.choice)):
            code.store(self._at(worlds.sorts), worlds.hides[node].load())
            # a shuffle is changed after its last pick only
            same = self._at(worlds.nodes).plus(-INT.bytes).load() == node
            with code.if_((worlds.hides[node].load() == SHUFFLE) & (self.before == self.total + 1) & same):
                code.store(self._at(worlds.sorts).plus(-INT.bytes), FIXED)
        code.set(self.before, self.total)

    def _meet_own_decision(self) -> None:
        """Emit code that adds what the observer sees, and their options, to the log. At the end, it returns from the
        function."""
        code, memory, log = self.code, self.unit.memory, self.unit.support["log"]
        at = code.local(I32)
        code.call(self.unit.support["observe"], self.worlds.observer.load())
        code.drop()
        with code.forever() as seen:
            code.br_if(seen, at.ge_u(memory.sight_bytes))
            code.call(log, MemoryPlace(INT, at, memory.sight).load())
            code.increase(at, INT.bytes)
        code.call(self.unit.support["reset"])
        code.set(self.total, call_indirect(self.tables.options, self.node, 0, -1))
        code.set(at, 0)
        with code.forever() as listed:
            code.br_if(listed, at.ge_u(self.total))
            code.call(log, memory.list[at].load())
            code.increase(at, 1)
        with code.if_(self.rest == self.end):
            with code.if_(self.other.eqz()):
                code.store(self.worlds.final, self.worlds.log.load())
            code.return_(self.worlds.final.load() == self.worlds.log.load())

    def _meet_other_decision(self) -> None:
        """Emit code that notes whether a pick of another player can be changed; one that is not offered is refused."""
        code = self.code
        code.set(self.total, call_indirect(self.tables.options, self.node, -1, self.choice))
        self._refuse_unless(self.total)
        self._refuse_unless(self.unit.memory.list[self.total - 1].load() == self.choice)
        code.store(self._at(self.worlds.sorts), call_indirect(self.tell, self.node, self.choice))

    def _go_on(self) -> None:
        """Emit code that takes the choice, runs to the next rest, and adds what the observer is told to the log."""
        code, support, recording = self.code, self.unit.support, _recording(self.unit)
        code.call(support["begin_recording"])
        code.drop()
        with code.if_(self.kind == CHANCE):
            code.set(self.node, call_indirect(self.tables.store_outcome, self.node, self.choice))
        with code.else_():
            code.set(self.node, call_indirect(self.tables.take, self.node, self.choice))
        code.call(support["run_until_standing"], self.node, 0, 0)
        self._refuse_unless(recording.region.overflow.load().eqz())
        code.call(support["log records"])


# --------------------------------------------------------------------------------------------------------- for the host


def _learn_body(unit: Unit, worlds: WorldMemory) -> Body:
    """Build the function `(rests) -> found`: play the true game from the cells and the node in memory, with the choices
    in memory."""
    code = Body("learn", (I32,), (I32,))
    (rests,) = code.arguments
    code.store(worlds.rests, rests)
    code.store(worlds.log, 0)
    code.push(call(unit.support["walk"], 0, rests, 0))
    _list_places(code, worlds)
    return code


def _list_places(code: Body, worlds: WorldMemory) -> None:
    """Emit code that lists the rests of the present world that can be changed."""
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
    """Build the function `(rest) -> made`: put a proposal together, whose cells at that rest are then in memory; 0 if
    nothing would change."""
    code, memory, below = Body("propose", (I32,), (I32,)), unit.memory, unit.support["below"]
    (rest,) = code.arguments
    node, old, new, count, later = (code.local(I32) for _ in range(5))
    code.copy(memory.start, worlds.state(rest), worlds.cells)
    code.set(node, worlds.nodes[rest].load())
    code.store(NODE, node)
    code.store(worlds.log, worlds.logs[rest].load())
    here = worlds.choices[rest]
    code.copy(here.whole_address + worlds.other, here.whole_address, (worlds.rests.load() - rest) << 2)
    with code.if_(worlds.sorts[rest].load() == SHUFFLE):
        code.return_(call_indirect(swap, node))
    code.call(unit.support["reset"])
    code.set(old, here.load())
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
    code.store(here.plus(worlds.other), new)
    code.set(later, rest)
    with code.forever() as done:  # what was drawn later cannot be drawn twice, so the two are exchanged
        code.br_if(done, later.tee(later + 1).ge_u(worlds.rests.load()))
        one = worlds.choices[later]
        alike = (worlds.nodes[later].load() == node) & (worlds.sorts[later].load() == PICK)
        with code.if_(alike & (one.load() == new)):
            code.store(one.plus(worlds.other), old)
            code.br(done)
        with code.if_(alike & (one.load() == old)):
            code.return_(i32(0))  # the way back would exchange another pair
    code.push(new != old)
    return code


def _resample_body(unit: Unit, worlds: WorldMemory) -> Body:
    """Build the function `(tries)`, which makes proposals; `tries` counts those left down, so that the host can go on
    after a trap."""
    code, below = Body("resample", (I32,), ()), unit.support["below"]
    (tries,) = code.arguments
    rest, more, ratio, many = code.local(I32), code.local(I32), code.local(F64), code.local(I32)
    code.store(worlds.tries, tries)
    with code.forever() as done:
        code.br_if(done, worlds.tries.load().eqz() | worlds.free.load().eqz())
        code.increase(worlds.tries, -1)
        with code.block() as refused:
            code.set(rest, worlds.places[call(below, worlds.free.load())].load())
            code.br_if(refused, call(unit.support["propose"], rest).eqz())
            code.br_if(refused, call(unit.support["walk"], rest, worlds.rests.load(), worlds.other).eqz())
            code.set(ratio, f64(1.0))
            code.set(more, rest)
            with code.loop() as again:
                proposed = worlds.chances[more].plus(worlds.other)
                code.set(ratio, ratio * proposed.load() / worlds.chances[more].load())
                code.br_if(again, more.tee(more + 1).lt_u(worlds.rests.load()))
            code.set(more, call(below, 1 << 30))
            code.br_if(refused, (more.to_float() < ratio * f64(float(1 << 30))).eqz())
            code.set(many, worlds.rests.load() - rest)
            for vector in (worlds.choices, worlds.sorts, worlds.chances):
                place = vector[rest].whole_address
                code.copy(place, place + worlds.other, many * vector.width.bytes)
            code.copy(worlds.state(rest), worlds.state(rest) + worlds.other, (many + 1) * worlds.block)
            code.increase(worlds.changed, 1)
            _list_places(code, worlds)
    return code
