"""The execution context of the reference engine: a copy of the cells, the fuel left, who listens.

Beside it stands `MachineIndex`, the symbol table of a machine: its objects by name, and the closures that those needed
so far were compiled to.  What each form compiles to is said in `expressions`, `statements` and `nodes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from attrs import define, evolve, field, frozen

from ...machine.option_labels import Labels
from ...machine.program import NUMBER, Chance, Decision, Function, Machine, Node, Position, Reveal, Routine, Table
from ..cell_layout import CellLayout, Slot, bit_members, position_hash, words_of
from ..events import Audience, Event, Watch, Wrote
from ..interface import ARITHMETIC, ARITHMETIC_FAULT, NUMBERS_PER_STEP, GameFault, State, Value, going_on
from ..log import Audiences
from ..observe import Content
from ..packing import Width, pack_words, widths

Scope = dict[str, Value]
"""The locals."""


@frozen
class BreakCompletion:
    """Control leaves the innermost loop."""


@frozen
class ReturnCompletion:
    """Control leaves the routine."""

    value: Value | None


Completion = BreakCompletion | ReturnCompletion | None
"""How control leaves a statement (a completion record): None where it goes on with the next one."""

Closure = Callable[["ExecutionContext", Scope], Value]
"""A compiled expression; of a `NumberClosure` and of a `SetClosure` it is known which of the two it gives."""
NumberClosure = Callable[["ExecutionContext", Scope], int]
SetClosure = Callable[["ExecutionContext", Scope], frozenset[int]]
StatementClosure = Callable[["ExecutionContext", Scope], Completion]
"""A compiled statement or block."""


class CompiledNode(Protocol):
    """A node of the machine with its parts compiled (`nodes.py` has one for each sort of node)."""

    @property
    def node(self) -> Node: ...

    def advance(self, context: ExecutionContext) -> str | None:
        """Goes through the node; the one that follows, None where the game stands still."""


class Recorder(Protocol):
    """Keeps what players see of a step (`recorder.py`)."""

    def record_pick(
        self, node: Decision, option: int, player: int, audience: Audience, parameters: Audiences
    ) -> None: ...

    def record_draw(self, node: Chance, value: int, audience: Audience) -> None: ...

    def record_show(self, show: Reveal, index: Sequence[int], content: Content, audience: Audience) -> None: ...

    def record_write(
        self, context: ExecutionContext, slot: Slot, index: Sequence[int], before: Content, now: Content
    ) -> None: ...


@frozen(slots=False)
class MachineIndex:
    """A machine's objects by name; `entries` are the elements of its tables as values, flat as in `Table.values`.

    Functions, routines and nodes are compiled lazily: `function_closures`, `routine_closures` and `compiled_nodes` hold
    those that were needed so far.
    """

    machine: Machine
    layout: CellLayout
    labels: Labels
    tables: Mapping[str, Table]
    entries: Mapping[str, tuple[Value, ...]]
    functions: Mapping[str, Function]
    routines: Mapping[str, Routine]
    nodes: Mapping[str, Node]
    positions: Mapping[str, Position]
    widths: Mapping[str, Width]
    function_closures: dict[str, Closure] = field(factory=dict, repr=False)
    routine_closures: dict[str, StatementClosure] = field(factory=dict, repr=False)
    compiled_nodes: dict[str, CompiledNode] = field(factory=dict, repr=False)

    @staticmethod
    def of(machine: Machine) -> MachineIndex:
        return MachineIndex(
            machine,
            CellLayout.of(machine),
            Labels.of(machine),
            {t.name: t for t in machine.tables},
            {t.name: t.values if t.kind == NUMBER else tuple(map(bit_members, t.values)) for t in machine.tables},
            {f.name: f for f in machine.functions},
            {r.name: r for r in machine.routines},
            {n.id: n for n in machine.nodes},
            {p.name: p for p in machine.positions},
            widths(machine),
        )

    def with_nodes_of(self, machine: Machine) -> MachineIndex:
        """The index of a machine that differs in nodes alone; what was compiled of all else serves both."""
        nodes = {n.id: n for n in machine.nodes}
        kept = {name: node for name, node in self.compiled_nodes.items() if nodes[name] is self.nodes[name]}
        return evolve(self, machine=machine, labels=Labels.of(machine), nodes=nodes, compiled_nodes=kept)


@define
class ExecutionContext:
    """`origin` is the state that the engine set out from; `depth` counts the calls in progress of what may recur;
    `clause` is whose node is being gone through; `watch` is the observer (None: nobody).
    """

    index: MachineIndex
    cells: list[int]
    origin: State | None
    watch: Watch | None
    fuel: int
    depth: dict[str, int] = field(factory=dict)
    clause: str = ""
    recorder: Recorder | None = None

    # ----------------------------------------------------------------------------------------------------------- faults

    def fault(self, number: int) -> GameFault:
        fault = ARITHMETIC_FAULT if number == ARITHMETIC else self.index.machine.faults[number]
        if number in (self.index.machine.fuel_fault, ARITHMETIC):
            fault = going_on(fault, self.clause)
        return GameFault(fault, number, self.origin)

    def consume_fuel(self, steps: int = 1) -> None:
        """One more node, pass or call since the game last stood still."""
        self.fuel -= steps
        if self.fuel < 0:
            raise self.fault(self.index.machine.fuel_fault)

    def enter(self, callee: Function | Routine) -> None:
        """Begins a call; `leave` ends it."""
        self.consume_fuel()
        if callee.nested:
            depth = self.depth.get(callee.name, 0)
            if depth >= callee.nested:
                raise self.fault(callee.fault)
            self.depth[callee.name] = depth + 1

    def leave(self, callee: Function | Routine) -> None:
        if callee.nested:
            self.depth[callee.name] -= 1

    # ------------------------------------------------------------------------------------------------------------ cells

    def store(self, slot: Slot, index: Sequence[int], value: Value | tuple[int, ...]) -> None:
        """Writes an element: a number, a set, or all that stands in a ring."""
        before = slot.read(self.cells, index)
        at = slot.at(index)
        if isinstance(value, int):
            self.cells[at] = value
        elif isinstance(value, frozenset):
            self.cells[at : at + slot.width] = words_of(value, slot.cell.high + 1)
        else:
            self.cells[at : at + slot.width] = [*value, *[0] * (slot.width - len(value))]
        if before != value:
            self.notify(Wrote(slot.cell.name, tuple(index), before, value))
            if self.recorder is not None:
                self.recorder.record_write(self, slot, index, before, value)

    def position_hash(self, name: str) -> int:
        """The hash of the position as it is now."""
        words: list[int] = []
        numbers = 0
        for cell in self.index.positions[name].cells:
            slot = self.index.layout.slots[cell]
            numbers += slot.end - slot.offset
            words.extend(pack_words(self.cells[slot.offset : slot.end], self.index.widths[cell]))
        self.consume_fuel(numbers // NUMBERS_PER_STEP)
        return position_hash(words)

    # -------------------------------------------------------------------------------------------------------- listening

    def notify(self, event: Event) -> None:
        if self.watch is not None:
            self.watch(event)
