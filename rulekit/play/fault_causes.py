"""Causes of faults in engine calls: which clauses used the steps, and which values the names in scope had.

A fault has a message and a location. To find more, the faulty call is repeated on the reference engine. For a fault of
the step limit (E705), the result has the clause that used most steps, and whether a position recurs, which means that
play never ends. For any other fault, it has the values of local names, and what the call had changed before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Literal, TypeVar

from attrs import define, evolve, field, frozen

from ..check.checked import CheckedModel
from ..engine.events import Entered, Event, Watch
from ..engine.interface import Engine, GameFault, State
from ..engine.reference import ReferenceEngine
from ..engine.reference.context import ExecutionContext, Scope
from ..engine.reference.recorder import StepRecorder
from ..machine.program import Decision, Fault, Function, Machine, Routine
from ..model.symbols import LocalSymbol
from ..model.types import DomainType, NumberType, Type
from ..syntax import nodes as s
from ..syntax.forms import does
from ..syntax.traversal import walk
from .position_text import changes

STEPS = 400_000
"""Steps of the second run: about a second, and enough to see where ten million go."""
MOSTLY = 0.5
"""The share of the steps of a faulty run from which on a message names the clause that used them."""


@frozen
class EngineCall:
    """A call of an engine: a method, and its arguments."""

    method: Literal["start", "at", "apply", "chance", "run", "call", "options"]
    args: tuple[Any, ...]

    def __call__(self, engine: Engine) -> None:
        getattr(engine, self.method)(*self.args)


@frozen
class StepsTaken:
    """Where the steps of a faulty run went. `mostly` is the clause that used at least half of them, or empty. `asking`
    is the source and line of a decision whose options were being computed. `circle` has the clauses that run again and
    again with the same position, or none; `turns` means that a turn begins in them."""

    mostly: str
    asking: tuple[str, int] | None = None
    circle: tuple[str, ...] = ()
    turns: bool = False


def steps_taken(machine: Machine, move: EngineCall) -> StepsTaken | None:
    """Repeat a call and count its steps. Return None if it does not exceed the step limit."""
    engine = _CountingEngine(evolve(machine, fuel=min(machine.fuel, STEPS)))
    circle: tuple[str, ...] = ()
    turns = False
    try:
        move(engine)
        return None
    except _CameBack as found:
        nodes = {node.id: node.clause for node in machine.nodes}
        circle = tuple(dict.fromkeys(nodes[node] for node in found.nodes))
        turns = bool(set(found.nodes) & set(machine.turn_starts))
    except GameFault as fault:
        if fault.index != machine.fuel_fault:
            return None
    counts = engine.counts
    node = next((n for n in machine.nodes if n.id == engine.node), None)
    asking = machine.faults[node.fault].place if isinstance(node, Decision) and node.fault is not None else None
    clause, most = max(counts.items(), key=lambda item: item[1], default=("", 0))
    return StepsTaken(clause if most >= MOSTLY * counts.total() else "", asking, circle, turns)


class _CameBack(Exception):
    """Raised if play reaches the same node with the same position again; `nodes` are the nodes between the two
    visits."""

    def __init__(self, nodes: Sequence[str]) -> None:
        super().__init__()
        self.nodes = tuple(nodes)


class _CountingEngine(ReferenceEngine):
    """A reference engine that counts steps for each clause and stops when a position recurs."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self.counts = Counter[str]()
        self.node = ""

    @contextmanager
    def _context(
        self, state: State, watch: Watch | None = None, recorder: StepRecorder | None = None
    ) -> Iterator[ExecutionContext]:
        with super()._context(state, watch, recorder) as plain:
            self.node = state.node
            yield _CountingContext(
                plain.index, plain.cells, plain.origin, None, plain.fuel, clause=plain.clause, engine=self
            )


@define
class _CountingContext(ExecutionContext):
    """Counts steps for the innermost clause that is being called, the last of `calling`.

    Later positions are compared with `kept`. It is replaced each time that twice as many nodes were passed as before
    (Brent's cycle detection)."""

    engine: _CountingEngine = field(kw_only=True)
    calling: list[str] = field(factory=list)
    kept: tuple[str, list[int]] = ("", [])
    passed: list[str] = field(factory=list)
    most: int = 1

    def consume_fuel(self, steps: int = 1) -> None:
        self.engine.counts[self.calling[-1] if self.calling else self.clause] += steps
        super().consume_fuel(steps)

    def enter(self, callee: Function | Routine) -> None:
        super().enter(callee)
        self.calling.append(callee.clause)

    def leave(self, callee: Function | Routine) -> None:
        super().leave(callee)
        self.calling.pop()

    def notify(self, event: Event) -> None:
        if not isinstance(event, Entered):
            return
        if self.kept[0] == event.node and self.kept[1] == self.cells:
            raise _CameBack([event.node, *self.passed])
        self.engine.node = event.node
        self.passed.append(event.node)
        if len(self.passed) > self.most:
            self.kept, self.passed, self.most = (event.node, list(self.cells)), [], 2 * self.most


PIECE = "#piece"
"""The name that lowering gives to the local variable for the piece that is moved."""


NUMBER = "#i"
"""The name that lowering gives to the local variable for a number that is tested."""


def fault_values(model: CheckedModel, machine: Machine, fault: Fault, move: EngineCall) -> tuple[str, ...]:
    """Return lines such as `the piece is red_3`, `p is p2` and, for E702, `the number is 7`. Return none if the fault
    has no line of the rulebook."""
    clause = next((p.clause for p in model.rulebook.clauses if fault.clause in (p.id, p.clause.kind)), None)
    if clause is None or fault.place is None:
        return ()
    scope = next(_locals_at_fault(machine, move, "scope", dict), {})
    told = dict(_texts(model, clause, fault.place[1], scope))
    if fault.code == "E702":
        found = next(_locals_at_fault(machine, move, "new", int), scope.get(NUMBER))
        told |= {"the number": str(found)} if found is not None else {}
    return tuple(f"{name} is {text}" for name, text in told.items())


def _texts(model: CheckedModel, clause: s.Clause, line: int, scope: Scope) -> Iterator[tuple[str, str]]:
    moved = next((node for node in walk(clause) if _moves(node) and node.span.first.line == line), None)
    value = scope.get(PIECE)
    if moved is not None and isinstance(value, int):
        expr = getattr(getattr(moved, "take", moved), "value", None)
        text = _text(model.types.get(expr), value) if expr is not None else None
        if text is not None:
            yield "the piece", text
    types: Mapping[str, Type] = {
        symbol.name: symbol.type
        for node in walk(clause)
        if isinstance(symbol := model.binds.get(node), LocalSymbol) and node.span.first.line <= line
    }
    for name, held in scope.items():
        text = _text(types.get(name), held) if isinstance(held, int) else None
        if text is not None:
            yield name, text


def _moves(node: object) -> bool:
    return isinstance(node, s.Node) and does(node, "moves")


def _text(type_: Type | None, value: int) -> str | None:
    """Return a value in the words of the rulebook; None if its type is neither a number nor a domain."""
    if isinstance(type_, NumberType):
        return str(value)
    if isinstance(type_, DomainType) and 0 <= value < len(type_.domain):
        return type_.domain.labels[value]
    return None


def changes_until_fault(machine: Machine, move: EngineCall) -> tuple[str, ...]:
    """Return what a faulty call had changed before the fault, one line for each change."""
    context = next(_locals_at_fault(machine, move, "context", ExecutionContext), None)
    before = context.origin if context is not None else None
    if context is None or before is None:
        return ()
    return tuple(changes(machine, before, before.with_cells(tuple(context.cells))))


Local = TypeVar("Local")


def _locals_at_fault(machine: Machine, move: EngineCall, name: str, kind: type[Local]) -> Iterator[Local]:
    """Yield the values of the Python variables with this name and kind in the engine's frames when a call faults, the
    innermost first."""
    try:
        move(ReferenceEngine(machine))
    except GameFault as fault:
        yield from _locals(fault.__traceback__, name, kind)


def _locals(trace: TracebackType | None, name: str, kind: type[Local]) -> Iterator[Local]:
    if trace is not None:
        yield from _locals(trace.tb_next, name, kind)
        if isinstance(found := trace.tb_frame.f_locals.get(name), kind) and found != {}:
            yield found
