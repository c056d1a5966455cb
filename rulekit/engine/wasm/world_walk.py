"""Builds the function that plays a world from one of its rests to the present position."""

from __future__ import annotations

from ..packing import INT
from .code_generation import Unit
from .emitted import CHANCE, MOVE, DispatchTables
from .encoding import I32
from .function_builder import Body
from .memory_layout import NODE, Vector
from .operands import FunctionTable, MemoryPlace, Operand, call_indirect, f64, i32
from .world_log import recording_of
from .world_memory import FIXED, SHUFFLE, WorldMemory


class Walk:
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
        code.set(at, 0)
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
        code, support, recording = self.code, self.unit.support, recording_of(self.unit)
        code.call(support["begin_recording"])
        code.drop()
        with code.if_(self.kind == CHANCE):
            code.set(self.node, call_indirect(self.tables.store_outcome, self.node, self.choice))
        with code.else_():
            code.set(self.node, call_indirect(self.tables.take, self.node, self.choice))
        code.call(support["run_until_standing"], self.node, 0, 0)
        self._refuse_unless(recording.region.overflow.load().eqz())
        code.call(support["log records"])
