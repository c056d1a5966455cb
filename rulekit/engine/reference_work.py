"""One piece of work of the reference engine: a copy of the cells, the fuel left, who listens.

Beside it stands all that the interpreter keeps of a machine: its objects by name, and what those of them mean that were
needed so far.  What things mean is said in `reference_expressions`, `reference_statements` and `reference_nodes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ..machine.labels import Labels
from ..machine.program import NUMBER, Function, Machine, Node, Position, Routine, Table
from .events import Event, Watch, Wrote
from .interface import ARITHMETIC, ARITHMETIC_FAULT, NUMBERS_PER_STEP, GameFault, State, Value, going_on
from .packing import Width, packed_words, widths
from .state import Layout, Slot, bit_members, position_hash, streams, words_of

if TYPE_CHECKING:
    from .reference_nodes import Stage
    from .reference_told import Teller

Scope = dict[str, Value]
"""The locals."""


@frozen
class Broken:
    """Out of the innermost loop."""


@frozen
class Returned:
    """Out of the routine."""

    value: Value | None


Leaving = Broken | Returned | None

Meaning = Callable[["Work", Scope], Value]
"""What an expression means; of a `Number` and of `Members` it is known which of the two it gives."""
Number = Callable[["Work", Scope], int]
Members = Callable[["Work", Scope], frozenset[int]]
Effect = Callable[["Work", Scope], Leaving]
"""What a statement or a block means."""


@frozen(slots=False)
class Index:
    """A machine's objects by name; `entries` are the elements of its tables as values, flat as in `Table.values`.

    `bodies`, `effects` and `stages` are what functions, routines and nodes mean, each from when it was first needed.
    """

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
    widths: Mapping[str, Width]
    bodies: dict[str, Meaning] = field(factory=dict, repr=False)
    effects: dict[str, Effect] = field(factory=dict, repr=False)
    stages: dict[str, Stage] = field(factory=dict, repr=False)

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
            widths(machine),
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
    teller: Teller | None = None

    # ----------------------------------------------------------------------------------------------------------- faults

    def fault(self, number: int) -> GameFault:
        fault = ARITHMETIC_FAULT if number == ARITHMETIC else self.index.machine.faults[number]
        if number in (self.index.machine.fuel_fault, ARITHMETIC):
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
            self.tell(Wrote(slot.cell.name, tuple(index), before, value))
            if self.teller is not None:
                self.teller.wrote(self, slot, index, before, value)

    def position_hash(self, name: str) -> int:
        """The hash of the position as it is now."""
        words: list[int] = []
        numbers = 0
        for cell in self.index.positions[name].cells:
            slot = self.index.layout.slots[cell]
            numbers += slot.end - slot.offset
            words.extend(packed_words(self.cells[slot.offset : slot.end], self.index.widths[cell]))
        self.burn(numbers // NUMBERS_PER_STEP)
        return position_hash(words)

    # -------------------------------------------------------------------------------------------------------- listening

    def tell(self, event: Event) -> None:
        if self.watch is not None:
            self.watch(event)
