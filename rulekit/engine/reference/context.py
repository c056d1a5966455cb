"""The execution context of the reference engine: a copy of the cells, the remaining fuel, the observer.

`MachineIndex` is the symbol table of a machine: its objects by name, and the closures compiled so far. `EXPRESSIONS`
maps each class of expressions to its compiler, which builds a closure from the closures of the parts. The compilers are
in `expression_closures`, `statement_closures` and `compiled_nodes`. Closures do not check whether a value is a number
or a set: tests verify that machines use them correctly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from attrs import define, evolve, field, frozen

from ...machine.option_labels import Labels
from ...machine.program import NUMBER, Chance, Decision, Expr, Function, Machine, Node, Position, Reveal, Routine, Table
from ...model.types import INT32
from ..cell_layout import CellLayout, Slot, bit_members, position_hash, words_of
from ..events import Audience, Event, Watch, Wrote
from ..interface import ARITHMETIC, ARITHMETIC_FAULT, NUMBERS_PER_STEP, GameFault, State, Value, add_place
from ..log import Audiences
from ..observe import Content
from ..packing import Width, pack_words, widths

Scope = dict[str, Value]
"""The local variables by name."""


@frozen
class BreakCompletion:
    """A completion (a way for control to leave a statement): control leaves the innermost loop."""


@frozen
class ReturnCompletion:
    """A completion (a way for control to leave a statement): control leaves the routine, with its result `value`."""

    value: Value | None


Completion = BreakCompletion | ReturnCompletion | None
"""How control leaves a statement (a completion record); None if it continues with the next statement."""

Closure = Callable[["ExecutionContext", Scope], Value]
"""A compiled expression.  A `NumberClosure` always gives a number, a `SetClosure` a set."""
NumberClosure = Callable[["ExecutionContext", Scope], int]
SetClosure = Callable[["ExecutionContext", Scope], frozenset[int]]
StatementClosure = Callable[["ExecutionContext", Scope], Completion]
"""A compiled statement or block."""


class CompiledNode(Protocol):
    """A node of the machine with its parts compiled; `compiled_nodes.py` has a class for each kind of node."""

    @property
    def node(self) -> Node: ...

    def advance(self, context: ExecutionContext) -> str | None:
        """Run the node and return the name of the next one; None if the game comes to rest at this node."""


class Recorder(Protocol):
    """Collects the records of what players see of a step (`recorder.py`)."""

    def record_pick(
        self, node: Decision, option: int, player: int, audience: Audience, parameters: Audiences
    ) -> None: ...

    def record_draw(self, node: Chance, value: int, audience: Audience) -> None: ...

    def record_show(self, show: Reveal, index: Sequence[int], content: Content, audience: Audience) -> None: ...

    def record_write(
        self, context: ExecutionContext, slot: Slot, index: Sequence[int], before: Content, now: Content
    ) -> None: ...


class SetEntries(dict[int, frozenset[int]]):
    """The sets of a table: a mapping from position in `Table.values` to set. Each set is made on first use, since few
    of many are read."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._values = table.values

    def __missing__(self, at: int) -> frozenset[int]:
        self[at] = found = bit_members(self._values[at])
        return found


@frozen(slots=False)
class MachineIndex:
    """A machine's objects by name. `entries` maps the name of each table to its values; they have the order of
    `Table.values`. Functions, routines and nodes are compiled on first use, and kept in `function_closures`,
    `routine_closures` and `compiled_nodes`."""

    machine: Machine
    layout: CellLayout
    labels: Labels
    tables: Mapping[str, Table]
    entries: Mapping[str, Sequence[int] | SetEntries]
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
            {t.name: t.values if t.kind == NUMBER else SetEntries(t) for t in machine.tables},
            {f.name: f for f in machine.functions},
            {r.name: r for r in machine.routines},
            {n.id: n for n in machine.nodes},
            {p.name: p for p in machine.positions},
            widths(machine),
        )

    def with_nodes_of(self, machine: Machine) -> MachineIndex:
        """Return an index for `machine`, which must differ from this one only in its nodes. Both share all other
        compiled parts."""
        nodes = {n.id: n for n in machine.nodes}
        kept = {name: node for name, node in self.compiled_nodes.items() if nodes[name] is self.nodes[name]}
        return evolve(self, machine=machine, labels=Labels.of(machine), nodes=nodes, compiled_nodes=kept)


@define
class ExecutionContext:
    """The state of one run of the interpreter. `origin` is the state before the step. `depth` counts the active calls
    of each callee with a limit of nested calls. `clause` is the clause of the node being run. `watch` is the observer,
    or None."""

    index: MachineIndex
    cells: list[int]
    origin: State | None
    watch: Watch | None
    fuel: int
    depth: dict[str, int] = field(factory=dict)
    clause: str = ""
    recorder: Recorder | None = None

    # ----------------------------------------------------------------------------- faults, and limits on fuel and calls

    def fault(self, number: int) -> GameFault:
        """Return the exception to raise for the fault with this number in `machine.faults`, or for ARITHMETIC."""
        fault = ARITHMETIC_FAULT if number == ARITHMETIC else self.index.machine.faults[number]
        if number in (self.index.machine.fuel_fault, ARITHMETIC):
            fault = add_place(fault, self.clause)
        return GameFault(fault, number, self.origin)

    def consume_fuel(self, steps: int = 1) -> None:
        """Use up fuel: each node, loop pass or call costs one unit. The game gets new fuel whenever it comes to
        rest."""
        self.fuel -= steps
        if self.fuel < 0:
            raise self.fault(self.index.machine.fuel_fault)

    def enter(self, callee: Function | Routine) -> None:
        """Begin a call: use fuel and check the limit of nested calls.  `leave` ends it."""
        self.consume_fuel()
        if callee.nested:
            depth = self.depth.get(callee.name, 0)
            if depth >= callee.nested:
                raise self.fault(callee.fault)
            self.depth[callee.name] = depth + 1

    def leave(self, callee: Function | Routine) -> None:
        """End a call that `enter` began."""
        if callee.nested:
            self.depth[callee.name] -= 1

    # ---------------------------------------------------------------------------------- writing cells, and hashing them

    def store(self, slot: Slot, index: Sequence[int], value: Value | tuple[int, ...]) -> None:
        """Write a value to an element of a cell, and report this if the value changed."""
        before = slot.read(self.cells, index)
        self.write(slot, index, value)
        if before != value:
            self.notify(Wrote(slot.cell.name, tuple(index), before, value))
            if self.recorder is not None:
                self.recorder.record_write(self, slot, index, before, value)

    def write(self, slot: Slot, index: Sequence[int], value: Value | tuple[int, ...]) -> None:
        """Write a value to an element of a cell without a report: a number, a set, or all items of a ring."""
        at = slot.at(index)
        if isinstance(value, int):
            self.cells[at] = value
        elif isinstance(value, frozenset):
            self.cells[at : at + slot.width] = words_of(value, slot.cell.high + 1)
        else:
            self.cells[at : at + slot.width] = [*value, *[0] * (slot.width - len(value))]

    def position_hash(self, name: str) -> int:
        """Return the hash of the position of this name in the present state."""
        words: list[int] = []
        numbers = 0
        for cell in self.index.positions[name].cells:
            slot = self.index.layout.slots[cell]
            numbers += slot.end - slot.offset
            words.extend(pack_words(self.cells[slot.offset : slot.end], self.index.widths[cell]))
        self.consume_fuel(numbers // NUMBERS_PER_STEP)
        return position_hash(words)

    # ------------------------------------------------------------------------------------------ reports to the observer

    def notify(self, event: Event) -> None:
        """Report an event to the observer, if there is one."""
        if self.watch is not None:
            self.watch(event)


# ------------------------------------------------------------------------------------------------- closure compilation

LEAST, GREATEST = INT32

EXPRESSIONS: dict[type, Callable[..., Closure]] = {}


def compile_expression(index: MachineIndex, expr: Expr) -> Closure:
    """Return the closure of an expression, whether its value is a number or a set."""
    return EXPRESSIONS[type(expr)](index, expr)


def compile_number(index: MachineIndex, expr: Expr) -> NumberClosure:
    """Return the closure of an expression whose value is a number."""
    return cast(NumberClosure, EXPRESSIONS[type(expr)](index, expr))


def compile_set(index: MachineIndex, expr: Expr) -> SetClosure:
    """Return the closure of an expression whose value is a set."""
    return cast(SetClosure, EXPRESSIONS[type(expr)](index, expr))


def always(context: ExecutionContext, scope: Scope) -> int:
    """Return 1, as a condition that always holds."""
    return 1


def compile_condition(index: MachineIndex, expr: Expr | None) -> NumberClosure:
    """Return the closure of a condition: it holds if its value is not 0. Return `always` if there is no condition."""
    return always if expr is None else compile_number(index, expr)


def compile_numbers(index: MachineIndex, exprs: Sequence[Expr]) -> Callable[[ExecutionContext, Scope], tuple[int, ...]]:
    """Return a closure that evaluates several number expressions in order and returns their values as a tuple."""
    parts = [compile_number(index, expr) for expr in exprs]
    if not parts:
        return lambda context, scope: ()
    if len(parts) == 1:
        one = parts[0]
        return lambda context, scope: (one(context, scope),)

    def evaluate(context: ExecutionContext, scope: Scope) -> tuple[int, ...]:
        values = []
        for part in parts:
            values.append(part(context, scope))
        return tuple(values)

    return evaluate
