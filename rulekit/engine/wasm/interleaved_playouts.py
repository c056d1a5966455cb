"""Play many games at once in one function: all games that wait at the same decision are run one after another.

A game with a small state is one chain of dependent instructions, while a processor can overlap the instructions of
independent games. So each game has a slot in memory with its live values, and each decision has a queue of slots. The
code from one decision to the next is a loop over the decision's queue. A game's draws depend on its number, so each
game is the same as if it were played alone.

Games end in a different order than they began, so only sums are counted in this way. If a game breaks off, all are
played again one after another, to find the first that does (`playout_runner.py`). `interleaving_plan.py` decides which
machines are suited.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import ClassVar

from attrs import define, field, frozen

from ...machine import program as m
from ...machine.program import PAYOFF
from ..packing import INT, WORD
from . import register_promotion
from .code_generation import CodeGenerator, Unit
from .emitted import PLAY_MANY
from .encoding import I32, I64
from .function_builder import BlockLabel, Body
from .interleaving_plan import InterleavingPlan, plan_of
from .memory_layout import GAME, LAST, LISTED, PAGE, PLAYING, ROWS, Vector
from .operands import LocalVariable, MemoryPlace, constant_place
from .playout_code import add_counts, node_code, set_decision_limit
from .playout_function import PlayoutFunction, reachable_in_order
from .register_promotion import element_locals
from .runtime_support import add_support_function, begin_streams


@frozen
class Queue:
    """The queue of games that wait at a decision. `slots` lists the addresses of their slots. The local `end` is the
    list's size in bytes; `kept` saves it between two calls of the module."""

    kept: MemoryPlace
    slots: Vector
    end: LocalVariable


@define
class InterleavedFunction(PlayoutFunction):
    """The function that plays many games at once, while its code is being written stretch by stretch. A stretch is the
    code from one decision to the next. Memory from `base` on has the games' slots, the list of free slots, and the
    queues."""

    interleaves: ClassVar[bool] = True
    plan: InterleavingPlan = field(kw_only=True)
    base: int = field(kw_only=True)
    slot: LocalVariable = field(init=False)  # the address of the current game's slot
    free: LocalVariable = field(init=False)  # the size of the list of free slots, in bytes
    queues: dict[str, Queue] = field(init=False)
    following: BlockLabel = field(init=False)  # the label to jump to when the current game waits again
    unchanged: frozenset[int] = frozenset()  # slot offsets of the values that the current stretch does not change

    def __attrs_post_init__(self) -> None:
        PlayoutFunction.__attrs_post_init__(self)
        local, slots = self.body.local, self.plan.slots
        self.slot, self.free = local(I32), local(I32)
        first = self.free_slots[slots].offset
        each = INT.bytes * (1 + slots)
        self.queues = {
            decision: Queue(constant_place(INT, at), Vector(at + INT.bytes, INT), local(I32))
            for decision, at in zip(self.plan.stretches, count(first, each), strict=False)
        }

    @property
    def free_kept(self) -> MemoryPlace:
        """Return the memory place that saves `free` (the size of the list of free slots) between two calls."""
        return constant_place(INT, self.base + self.plan.slots * self.plan.size)

    @property
    def free_slots(self) -> Vector:
        """Return the vector in memory that lists the addresses of free slots."""
        return Vector(self.free_kept.offset + INT.bytes, INT)

    @property
    def room(self) -> int:
        """Return the number of bytes of memory for all slots and queues."""
        slots = self.plan.slots
        return self.free_slots[slots].offset - self.base + INT.bytes * len(self.queues) * (1 + slots)

    def write_stretch(self, nodes: Sequence[m.Node]) -> None:
        """Emit the code of these nodes. It jumps out of the stretch when the game waits at a decision again or ends."""
        self.order = list(nodes)
        self.numbers = {node.id: i for i, node in enumerate(nodes)}
        cases = self.body.cases(self.order)
        self.labels = cases.labels
        for number, node in enumerate(cases):
            self.at = number
            node_code(self, node, {})

    def stream_position(self, stream: LocalVariable | int) -> MemoryPlace:
        if isinstance(stream, int):
            return MemoryPlace(WORD, self.slot, self.plan.stream_positions + WORD.bytes * stream)
        return MemoryPlace(WORD, self.slot + stream * WORD.bytes, self.plan.stream_positions)

    def go(self, target: str, last: bool = False, picked: bool = False) -> None:
        if target in self.queues:
            self.wait(target)
        elif not last or self.numbers[target] != self.at + 1:
            self.body.br(self.labels[self.numbers[target]])

    def wait(self, decision: str) -> None:
        """Emit code that stores the current game's live values in its slot, except those that the slot has already, and
        puts the game into the queue of this decision."""
        code, queue = self.body, self.queues[decision]
        for local, place in self.live_places(decision):
            if place.offset not in self.unchanged:
                code.store(place, local)
        code.store(MemoryPlace(INT, queue.end, queue.slots.base), self.slot)
        code.increase(queue.end, INT.bytes)
        code.br(self.following)

    def live_places(self, decision: str) -> list[tuple[LocalVariable, MemoryPlace]]:
        """Return the values that a game needs at a decision: pairs of the local that contains the value while the game
        runs, and its place while the game waits."""
        found = [(self.moves, MemoryPlace(INT, self.slot, self.plan.moves))]
        if self.decisions is not self.moves:
            found.append((self.decisions, MemoryPlace(INT, self.slot, self.plan.decisions)))
        for element in sorted(self.plan.live[decision]):
            for i, local in enumerate(element_locals(self.unit, *element)):
                at = self.plan.places[element] + i * WORD.bytes
                found.append((local, MemoryPlace(WORD if local.type == I64 else INT, self.slot, at)))
        return found


def add_interleaved(unit: Unit) -> bool:
    """Add the function that plays many games at once, if the machine is suited. Return whether the machine is
    suited."""
    body = Body(PLAY_MANY, (I32, I32, I32, I32), (I32,))
    register_promotion.promote_cells(CodeGenerator(unit, body))
    plan = plan_of(unit)
    if plan is not None:
        base = unit.assembly.pages * PAGE
        playout = InterleavedFunction(unit, body, reachable_in_order(unit.machine), plan=plan, base=base)
        unit.assembly.pages += -(-playout.room // PAGE)
        _play_many(playout)
        add_support_function(unit, PLAY_MANY, body, export=PLAY_MANY)
    return plan is not None


def _play_many(playout: InterleavedFunction) -> None:
    """Build the function `(games, most, steps, each) -> played`. It returns the number of games finished in this call,
    which may exceed `games` by a few. One of the `steps` goes through all queues once."""
    code, plan = playout.body, playout.plan
    register_promotion.promote_counters(playout.generator())
    code.call(playout.unit.support["reset"])
    set_decision_limit(playout)
    _resume(playout)
    with code.forever() as playout.stop:
        code.br_if(playout.stop, playout.steps.eqz() | playout.played.ge_u(playout.games))
        code.br_if(playout.stop, LISTED.load().gt_u(ROWS - plan.slots))  # there must be room to list every running game
        code.increase(playout.steps, -1)
        _begin_games(playout)
        code.br_if(playout.stop, playout.free == plan.slots * INT.bytes)
        for decision, nodes in plan.stretches.items():
            _go_through(playout, decision, nodes)
    _suspend(playout)
    code.push(playout.played)


def _begin_games(playout: InterleavedFunction) -> None:
    """Emit code that starts games in all free slots while games are left to play."""
    code, game = playout.body, playout.body.local(I64)
    code.set(game, GAME.load())
    with code.forever() as filled:
        code.br_if(filled, playout.free.eqz() | (game == LAST.load()))
        code.increase(playout.free, -INT.bytes)
        code.set(playout.slot, MemoryPlace(INT, playout.free, playout.free_slots.base).load())
        begin_streams(playout.unit, playout.body, game, playout.stream_position)
        code.increase(game, 1)
        register_promotion.set_initial_values(playout.generator())
        code.set(playout.moves, 0)
        code.set(playout.decisions, 0)
        with code.block() as playout.following:
            with code.block() as playout.over:
                if playout.plan.start:
                    playout.write_stretch(playout.plan.start)
                else:
                    playout.wait(playout.unit.machine.start)
            _end_game(playout)
    code.store(GAME, game)


def _go_through(playout: InterleavedFunction, decision: str, nodes: Sequence[m.Node]) -> None:
    """Emit code that runs the games in the queue of this decision, each until it waits again or ends. A game that
    returns to this decision waits for the next step. It goes to a place at the start of the same queue, which has
    already been read."""
    code, queue = playout.body, playout.queues[decision]
    at, last = code.local(I32), code.local(I32)
    needed = {local.index: place.offset for local, place in playout.live_places(decision)}
    playout.unchanged = playout.plan.stable_places(decision)
    code.set(last, queue.end)
    code.set(queue.end, 0)
    code.set(at, 0)
    with code.forever() as done:
        code.br_if(done, at == last)
        code.set(playout.slot, MemoryPlace(INT, at, queue.slots.base).load())
        code.increase(at, INT.bytes)
        for elements in playout.unit.registers.values():
            for local in (word for words in elements for word in words if word.index not in needed):
                code.set(local, 0)  # locals may still contain values of another game
        for local, place in playout.live_places(decision):
            code.set(local, place.load())
        with code.block() as playout.following:
            with code.block() as playout.over:
                playout.write_stretch(nodes)
            _end_game(playout)


def _end_game(playout: InterleavedFunction) -> None:
    """Emit code that frees the slot of the finished game and resets the payoffs."""
    code, memory = playout.body, playout.unit.memory
    code.store(MemoryPlace(INT, playout.free, playout.free_slots.base), playout.slot)
    code.increase(playout.free, INT.bytes)
    code.increase(playout.played, 1)
    payoffs = memory.cells[PAYOFF]
    initial = memory.initial_bytes[payoffs.base - memory.start :]
    for at in range(0, payoffs.end - payoffs.base, payoffs.width.bytes):
        value = int.from_bytes(initial[at : at + payoffs.width.bytes], "little", signed=True)
        code.store(constant_place(payoffs.width, payoffs.base + at), value)


# ------------------------------------------------------------------------ beginning and stopping a call of the function


def _resume(playout: InterleavedFunction) -> None:
    """Emit code for the start of a call: restore the queues of games that are in progress; if there are none, make all
    slots free."""
    code, slots, number = playout.body, playout.plan.slots, playout.body.local(I32)
    with code.if_(PLAYING.load()):
        code.set(playout.free, playout.free_kept.load())
        for queue in playout.queues.values():
            code.set(queue.end, queue.kept.load())
    with code.else_():
        with code.forever() as done:
            code.br_if(done, number == slots)
            code.store(playout.free_slots[number], number * playout.plan.size + playout.base)
            code.increase(number, 1)
        code.set(playout.free, slots * INT.bytes)


def _suspend(playout: InterleavedFunction) -> None:
    """Emit code for the end of a call: save the queues."""
    code = playout.body
    add_counts(playout)
    code.store(PLAYING, playout.free != playout.plan.slots * INT.bytes)
    code.store(playout.free_kept, playout.free)
    for queue in playout.queues.values():
        code.store(queue.kept, queue.end)
