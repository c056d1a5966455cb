"""Builds the function that plays a world from one of its rests (decisions and chances) to the present position."""

from __future__ import annotations

from ..packing import INT
from .code_generation import Unit
from .emitted import CHANCE, MOVE, DispatchTables
from .encoding import I32
from .function_builder import Body
from .memory_layout import NODE, Vector
from .operands import FunctionTable, MemoryPlace, Operand, call, call_indirect, f64, i32, select
from .world_log import recording_of
from .world_memory import FIXED, MOST_RESTS, SHUFFLE, WorldMemory


class Walk:
    """Builds the function `(rest, end, other) -> found`, which plays the choices of a world from this rest on. A rest
    is a decision or a chance; its cells must be in memory. If `other` is 0, it plays the present world up to rest
    `end`. Otherwise it plays a proposed world, and stores everything `other` bytes after the present one. It returns 0
    if a proposed world is impossible, or if the observer would be told something else.

    Consecutive rests before which the observer was told the same form a *run*. Both worlds have the same sequence of
    runs. Within a run, the nth rest at a node corresponds to the nth rest at this node in the present world, and takes
    its choice. If this choice is impossible, or there is no corresponding rest, a choice is drawn
    (`world_redraws.py`)."""

    def __init__(self, unit: Unit, worlds: WorldMemory, tables: DispatchTables, tell: FunctionTable) -> None:
        self.unit, self.worlds, self.tables, self.tell = unit, worlds, tables, tell
        code = self.code = Body("walk", (I32, I32, I32), (I32,))
        self.rest, self.end, self.other = code.arguments
        self.node, self.kind, self.choice, self.total, self.before = (code.local(I32) for _ in range(5))
        self.here, self.wide = code.local(I32), code.local(I32)
        # the current run: in the present world from `start` to before `stop`; in the proposed world it began at `began`
        self.start, self.stop, self.began = (code.local(I32) for _ in range(3))
        self.old, self.matched, self.apart = (code.local(I32) for _ in range(3))
        self.hidden, self.kept = code.local(I32), code.local(I32)
        code.set(self.start, self.rest)
        code.set(self.stop, self.rest)
        code.set(self.kept, self.rest)
        with code.loop() as again:
            self._arrive()
            with code.block() as met:
                with code.if_(self.kind == CHANCE):
                    self._choose()
                    self._meet_chance()
                    code.br(met)
                code.set(self.before, 0)
                self._refuse_unless(self.kind.le_u(MOVE))
                with code.if_(call_indirect(tables.who, self.node) == worlds.observer.load()):
                    self._meet_own_decision()
                    code.br(met)
                self._choose()
                self._meet_other_decision()
            self._keep_cells()
            self._go_on()
            code.increase(self.rest, 1)
            code.br(again)
        code.unreachable()

    def _at(self, vector: Vector) -> MemoryPlace:
        """Return the place for the present rest in this vector of the world that is being played."""
        return MemoryPlace(vector.width, self.wide if vector.width.bytes == 8 else self.here, vector.base)

    def _refuse_unless(self, condition: Operand) -> None:
        with self.code.if_(condition.eqz()):
            self.code.return_(i32(0))

    def _arrive(self) -> None:
        """Emit code that stores the facts about a rest on arrival, and finds the run of the present world to which it
        belongs."""
        code, worlds, rest = self.code, self.worlds, self.rest
        self._refuse_unless(rest.le_u(MOST_RESTS))
        code.set(self.here, (rest << 2) + self.other)
        code.set(self.wide, (rest << 3) + self.other)
        code.set(self.node, NODE.load())
        code.store(self._at(worlds.nodes), self.node)
        code.store(self._at(worlds.logs), worlds.log.load())
        code.store(self._at(worlds.sorts), FIXED)
        code.store(self._at(worlds.chances), f64(1.0))
        code.call(self.unit.support["reset"])
        code.set(self.hidden, 0)
        code.set(self.kind, self.unit.memory.kinds[self.node].load())
        code.set(self.choice, self._at(worlds.choices).load())
        known, log = worlds.logs, worlds.log.load()
        of_another = (self.start == self.stop) | (known[self.start].load() != log)
        of_next = self.stop.le_u(self.end) & (known[self.stop].load() == log)
        with code.if_(self.other.nonzero() & of_another):
            self._leave_run()
            self._refuse_unless(of_next)
            code.set(self.start, self.stop)
            code.set(self.began, rest)
            code.set(self.matched, 0)
            code.set(self.apart, 0)
            with code.loop() as further:
                code.increase(self.stop, 1)
                code.br_if(further, of_next)

    def _leave_run(self) -> None:
        """Emit code that calls `drop` if some rests of this run in the present world have no corresponding rest."""
        with self.code.if_(self.matched != self.stop - self.start):
            self._refuse_unless(call(self.unit.support["drop"], self.start, self.stop, self.began, self.rest))

    def _choose(self) -> None:
        """Emit code that finds the corresponding rest of the present world (`old`) and its choice. If there is none, a
        choice is drawn. The first rest of a proposed world already has its choice."""
        code, worlds = self.code, self.worlds
        with code.if_(self.other.eqz()):
            self._refuse_unless(self.rest != self.end)
        with code.else_():
            self._find_old()
            with code.if_((self.old >= 0) & (self.rest != worlds.first.load())):
                old = worlds.choices[worlds.first.load()].load()
                code.set(self.choice, select(old, worlds.choices[self.old].load(), self.old == worlds.exchanged.load()))
            with code.if_(self.old < 0):
                self._draw()

    def _find_old(self) -> None:
        code, worlds = self.code, self.worlds
        at, seen = code.local(I32), code.local(I32)
        code.set(self.old, self.start + self.rest - self.began)
        apart = self.apart | self.old.ge_u(self.stop) | (worlds.nodes[self.old].load() != self.node)
        with code.if_(apart.nonzero()):
            code.set(self.apart, 1)
            code.set(at, self.began)
            code.set(seen, 0)
            with code.forever() as counted:
                code.br_if(counted, at == self.rest)
                code.increase(seen, worlds.nodes[at].plus(worlds.other).load() == self.node)
                code.increase(at, 1)
            code.set(self.old, self.start)
            with code.forever() as found:
                with code.if_(self.old == self.stop):
                    code.set(self.old, -1)
                    code.br(found)
                with code.if_(worlds.nodes[self.old].load() == self.node):
                    code.br_if(found, seen.eqz())
                    code.increase(seen, -1)
                code.increase(self.old, 1)
        code.increase(self.matched, self.old >= 0)

    def _draw(self) -> None:
        """Emit code that draws a choice for this rest, or refuses the proposed world if that is impossible."""
        self._refuse_unless(self.other.nonzero())
        self._refuse_unless(call(self.unit.support["redraw"], self.rest, self.old))
        self.code.set(self.choice, self._at(self.worlds.choices).load())

    def _meet_chance(self) -> None:
        """Emit code for a chance: it stores the outcome, its probability, and whether it can be changed."""
        code, worlds, node = self.code, self.worlds, self.node
        weights = self.unit.memory.list
        index, weight = code.local(I32), code.local(I32)
        code.set(self.total, call_indirect(self.tables.weigh, node))
        code.set(index, self.choice - worlds.lows[node].load())
        self._refuse_unless(index.lt_u(worlds.widths[node].load()))
        with code.if_(weight.tee(weights[index].load()).eqz()):
            self._draw()
            code.set(self.total, call_indirect(self.tables.weigh, node))
            code.set(weight, weights[self.choice - worlds.lows[node].load()].load())
            code.set(self.old, -1)  # outcomes are drawn with their own probabilities, which cancel out
        code.store(self._at(worlds.choices), self.choice)
        code.store(self._at(worlds.chances), weight.to_float() / self.total.to_float())
        with code.if_(self.other.nonzero() & (self.old >= 0)):
            ratio = self._at(worlds.chances).load() / worlds.chances[self.old].load()
            code.store(worlds.ratio, worlds.ratio.load() * ratio)
        with code.if_(self.hidden.tee(call_indirect(self.tell, node, self.choice))):
            code.store(self._at(worlds.sorts), worlds.hides[node].load())
            # only the last pick of a shuffle can be changed
            same = self._at(worlds.nodes).plus(-INT.bytes).load() == node
            with code.if_((worlds.hides[node].load() == SHUFFLE) & (self.before == self.total + 1) & same):
                code.store(self._at(worlds.sorts).plus(-INT.bytes), FIXED)
        code.set(self.before, self.total)

    def _meet_own_decision(self) -> None:
        """Emit code for a decision of the observer: it adds what the observer sees, and the options, to the log. At the
        end of the walk, it returns from the function."""
        code, memory, log = self.code, self.unit.memory, self.unit.support["log"]
        log_now = self.worlds.log.load()
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
        code.store(self._at(self.worlds.nodes), ~self.node)
        with code.if_(self.other.eqz()), code.if_(self.rest == self.end):
            code.store(self.worlds.final, log_now)
            code.set(self.hidden, 1)
            self._keep_cells()
            code.return_(i32(1))
        with code.if_(self.other.nonzero()):
            last = self.stop - 1
            self._refuse_unless(self.worlds.nodes[last].load() == ~self.node)
            with code.if_(last == self.end):
                self._refuse_unless(self.worlds.final.load() == log_now)
                code.set(self.stop, last)
                self._leave_run()
                code.store(self.worlds.made, self.rest)
                code.set(self.hidden, 1)
                self._keep_cells()
                code.return_(i32(1))
            code.increase(self.matched, 1)
            code.set(self.choice, self.worlds.choices[last].load())
            code.store(self._at(self.worlds.choices), self.choice)

    def _meet_other_decision(self) -> None:
        """Emit code for a decision of another player: it stores the pick, and whether the pick can be changed."""
        code, picks = self.code, self.unit.memory.list
        code.set(self.total, call_indirect(self.tables.options, self.node, -1, self.choice))
        offered = select(picks[self.total - 1].load() == self.choice, i32(0), self.total)
        with code.if_(offered.eqz()):
            self._draw()
        code.store(self._at(self.worlds.choices), self.choice)
        code.set(self.hidden, call_indirect(self.tell, self.node, self.choice))
        code.store(self._at(self.worlds.sorts), self.hidden)

    def _keep_cells(self) -> None:
        """Emit code that stores the cells before the first rest, before rests with a hidden choice, and at the end.
        Storing all would take half of the time; `reach` computes the others."""
        code, worlds = self.code, self.worlds
        with code.if_(self.hidden | (self.kept == self.rest)):
            code.set(self.kept, self.rest)
            code.copy(worlds.state(self.rest) + self.other, self.unit.memory.start, worlds.cells)
        code.store(self._at(worlds.kept), self.kept)

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
