"""One piece of work of the reference engine: a copy of the cells, the fuel left, who listens.

It holds the only thing the interpreter keeps of a machine, its objects by name.  What runs on it:
`reference_expressions`, `reference_statements`, `reference_nodes`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field, frozen

from ..machine.labels import Labels
from ..machine.program import NUMBER, Cell, Function, Machine, Node, Position, Routine, Table
from .events import Event, Watch, Wrote
from .interface import ARITHMETIC, ARITHMETIC_FAULT, NUMBERS_PER_STEP, GameFault, State, Value, going_on
from .state import Layout, bit_members, members_of, position_hash, ring_items, streams, words_of


@frozen(slots=False)
class Index:
    """A machine's objects by name; `entries` are the elements of its tables as values, flat as in `Table.values`."""

    machine: Machine
    layout: Layout
    labels: Labels
    tables: Mapping[str, Table]
    entries: Mapping[str, tuple[Value, ...]]
    functions: Mapping[str, Function]
    routines: Mapping[str, Routine]
    nodes: Mapping[str, Node]
    positions: Mapping[str, Position]
    streams: tuple[str, ...]

    @staticmethod
    def of(machine: Machine) -> Index:
        return Index(
            machine,
            Layout.of(machine),
            Labels.of(machine),
            {t.name: t for t in machine.tables},
            {t.name: t.values if t.kind == NUMBER else tuple(map(bit_members, t.values)) for t in machine.tables},
            {f.name: f for f in machine.functions},
            {r.name: r for r in machine.routines},
            {n.id: n for n in machine.nodes},
            {p.name: p for p in machine.positions},
            streams(machine),
        )


@define
class Work:
    """`origin` is the state the work set out from; `depth` counts the calls in progress of what may recur; `clause` is
    whose node is being gone through.
    """

    index: Index
    cells: list[int]
    origin: State | None
    watch: Watch | None
    fuel: int
    depth: dict[str, int] = field(factory=dict)
    clause: str = ""

    # ------------------------------------------------------------------------------------------------------ faults

    def fault(self, number: int) -> GameFault:
        fault = ARITHMETIC_FAULT if number == ARITHMETIC else self.index.machine.faults[number]
        if number == self.index.machine.fuel_fault:
            fault = going_on(fault, self.clause)
        return GameFault(fault, number, self.origin)

    def burn(self, steps: int = 1) -> None:
        """One more node, pass or call since the game last stood still."""
        self.fuel -= steps
        if self.fuel < 0:
            raise self.fault(self.index.machine.fuel_fault)

    def enter(self, callee: Function | Routine) -> None:
        """Begins a call; `leave` ends it."""
        self.burn()
        if callee.nested:
            depth = self.depth.get(callee.name, 0)
            if depth >= callee.nested:
                raise self.fault(callee.fault)
            self.depth[callee.name] = depth + 1

    def leave(self, callee: Function | Routine) -> None:
        if callee.nested:
            self.depth[callee.name] -= 1

    # ------------------------------------------------------------------------------------------------------- cells

    def cell(self, name: str) -> Cell:
        return self.index.layout.slots[name].cell

    def load(self, name: str, index: Sequence[int]) -> Value:
        """A number or a set."""
        slot = self.index.layout.slots[name]
        at = slot.at(index)
        return self.cells[at] if slot.cell.kind == "number" else members_of(self.cells[at : at + slot.width])

    def ring(self, name: str, index: Sequence[int]) -> tuple[int, ...]:
        """What stands in a ring, from the bottom."""
        slot = self.index.layout.slots[name]
        at = slot.at(index)
        return ring_items(self.cells[at : at + slot.width])

    def store(self, name: str, index: Sequence[int], value: Value | tuple[int, ...]) -> None:
        """Writes an element: a number, a set, or all that stands in a ring."""
        slot = self.index.layout.slots[name]
        at = slot.at(index)
        before = self.index.layout.read(self.cells, name, index)
        if isinstance(value, int):
            self.cells[at] = value
        elif isinstance(value, frozenset):
            self.cells[at : at + slot.width] = words_of(value, slot.cell.high + 1)
        else:
            self.cells[at : at + slot.width] = [*value, *[0] * (slot.width - len(value))]
        if before != value:
            self.tell(Wrote(name, tuple(index), before, value))

    def position_hash(self, name: str) -> int:
        """The hash of the position as it is now."""
        flat: list[int] = []
        for cell in self.index.positions[name].cells:
            slot = self.index.layout.slots[cell]
            flat.extend(self.cells[slot.offset : slot.end])
        self.burn(len(flat) // NUMBERS_PER_STEP)
        return position_hash(flat)

    # --------------------------------------------------------------------------------------------------- listening

    def tell(self, event: Event) -> None:
        if self.watch is not None:
            self.watch(event)
