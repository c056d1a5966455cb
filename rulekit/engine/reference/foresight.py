"""Play an option as far as the deciding player can predict its effects, until an unknown value would matter.

Cells that the player does not see are veiled: reading one stops the run, and writing one lifts its veil. So the cells
written until then depend only on what the player may know.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from attrs import define, field, frozen

from ...deep_calls import DEEP
from ...machine.program import Function, Machine
from ..cell_layout import Slot
from ..events import Entered, Event, Marked
from ..interface import GameFault, State, Value
from .compiled_nodes import run_until_standing
from .context import Closure, ExecutionContext, MachineIndex, Scope, compile_expression
from .interpreter import ReferenceEngine


class VeiledRead(Exception):
    """Raised when a veiled cell is read: one that the player does not see."""


class VeiledCells(list[int]):
    """A list of cells. Reading a position in `veiled` raises VeiledRead. `read` and `written` collect the positions
    that were read and written, `copies` counts the copies made."""

    def __init__(self, cells: Sequence[int], veiled: Collection[int] = ()) -> None:
        super().__init__(cells)
        self.veiled, self.read, self.written = set(veiled), set[int](), set[int]()
        self.copies = 0

    def copy(self) -> VeiledCells:
        self.copies += 1
        return VeiledCells(self, self.veiled)

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int:  # the usual case
            if at in self.veiled:
                raise VeiledRead
            self.read.add(at)
            return super().__getitem__(at)
        asked = range(*at.indices(len(self))) if isinstance(at, slice) else (at,)
        if not self.veiled.isdisjoint(asked):
            raise VeiledRead
        self.read.update(asked)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        asked = range(*at.indices(len(self))) if isinstance(at, slice) else (at,)
        self.written.update(asked)
        self.veiled.difference_update(asked)
        super().__setitem__(at, value)


def remembered(
    index: MachineIndex, function: Function, kept: dict[tuple[Value | str, ...], tuple[Value, dict[int, int]]]
) -> Closure:
    """Return the closure of a function that caches its values in `kept`. A key is the function's name and the
    arguments. An entry is a value and the cells read for it; it is valid as long as these cells have the same
    contents."""
    bodies: list[Closure] = []

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        if not bodies:
            bodies.append(compile_expression(index, function.body))
        cells = context.cells
        if not isinstance(cells, VeiledCells):
            return bodies[0](context, scope)
        key = function.name, *scope.values()
        found, value_at = kept.get(key), list[int].__getitem__
        if found is not None and cells.veiled.isdisjoint(found[1]):
            if all(value_at(cells, at) == value for at, value in found[1].items()):
                cells.read.update(found[1])
                return found[0]
        before, copies = cells.read, cells.copies
        cells.read = set()
        value = bodies[0](context, scope)
        if copies == cells.copies:  # otherwise cells were read in a copy, which `read` does not include
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[key] = value, {at: value_at(cells, at) for at in cells.read}
        before |= cells.read
        cells.read = before
        return value

    return evaluate


CellWrite = tuple[str, tuple[int, ...], Value | tuple[int, ...]]
"""A write: the cell, the index, and the new value."""


@define
class VeiledContext(ExecutionContext):
    """An execution context that adds each write to `writes`. It does not report writes: for that, it would have to read
    the old value, which may be veiled."""

    writes: list[CellWrite] = field(factory=list)

    def store(self, slot: Slot, index: Sequence[int], value: Value | tuple[int, ...]) -> None:
        self.writes.append((slot.cell.name, tuple(index), value))
        self.write(slot, index, value)


@frozen
class Foreseen:
    """What a player can foresee of an option: the state reached, the positions of the cells written on the way, the
    positions still veiled, and the writes in order. `node` is the node where the game comes to rest; None if it depends
    on an unknown value how the game continues, or if the run faults. `clause` is the clause of the last node; `begun`
    has the clauses that began on the way."""

    state: State
    written: frozenset[int]
    veiled: frozenset[int]
    node: str | None
    clause: str
    writes: tuple[CellWrite, ...]
    begun: frozenset[str]


MOST_KEPT = 20_000
"""Values of calls that are kept: a few megabytes."""


class ForesightEngine(ReferenceEngine):
    """An engine that plays options as far as the deciding player can foresee their effects.

    Options of a decision evaluate the same functions again and again. So values of calls are cached together with the
    cells read for them, and reused in every state in which these cells have the same contents."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        kept: dict[tuple[Value | str, ...], tuple[Value, dict[int, int]]] = {}
        for function in machine.functions:
            if not function.nested:  # the faults of nested functions depend on the active calls
                self._index.function_closures[function.name] = remembered(self._index, function, kept)

    def read_for_offer(self, state: State) -> frozenset[int]:
        """Return the positions of the cells that determine who decides, and which options are offered. The player knows
        their contents."""
        cells = VeiledCells(state.cells)
        context = VeiledContext(self._index, cells, state, None, self.machine.fuel)
        with DEEP:
            decision = self._decision(state)
            decision.who(context, {})
            tuple(decision.options(context))
        return frozenset(cells.read)

    def foresee(self, state: State, option: int, veiled: Collection[int]) -> Foreseen:
        """Play an option until the game rests, faults, or reads a veiled cell that was not written before. Return what
        was foreseen."""
        cells = VeiledCells(state.cells)
        entered: list[str] = []
        begun: set[str] = set()

        def watch(event: Event) -> None:
            if isinstance(event, Entered):
                entered.append(event.node)
            elif isinstance(event, Marked):
                begun.add(event.clause)

        context = VeiledContext(self._index, cells, state, watch, self.machine.fuel)
        rests = True
        with DEEP:
            target = self._decision(state).take(context, option)
            cells.veiled = set(veiled) - cells.written
            try:
                run_until_standing(context, target)
            except (VeiledRead, GameFault, RecursionError):
                rests = False
        after = state._replace(packed=state.packing.pack(list(cells)))
        node = entered[-1] if rests else None
        after = after._replace(node=node or state.node)
        written, still = frozenset(cells.written), frozenset(cells.veiled)
        return Foreseen(after, written, still, node, context.clause, tuple(context.writes), frozenset(begun))
