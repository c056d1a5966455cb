"""Where the steps go when there are too many between two decisions (E705), and whether the same position comes back.

A fault of the step limit says only how many steps there were.  Here the move is made once more, on the reference engine
and up to fewer steps, which are counted for each clause.  If a position comes back meanwhile, play never ends: nobody
is asked, and nothing is drawn, so all goes on as before.  Otherwise nothing is said of how it would end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from attrs import define, evolve, field, frozen

from ..engine.events import Entered, Event, Watch
from ..engine.interface import Engine, GameFault, State
from ..engine.reference import ReferenceEngine
from ..engine.reference.context import ExecutionContext
from ..engine.reference.recorder import StepRecorder
from ..machine.program import Decision, Function, Machine, Routine

STEPS = 400_000
"""Steps of the second run: about a second, and enough to see where the ten millions go."""
MOSTLY = 0.5
"""The share of the steps from which on a clause is named."""


@frozen
class EngineCall:
    """What an engine was asked when it ran out of steps: a method, and what it was given."""

    method: Literal["start", "at", "apply", "chance", "run", "call", "options"]
    args: tuple[Any, ...]

    def __call__(self, engine: Engine) -> None:
        getattr(engine, self.method)(*self.args)


@frozen
class StepsTaken:
    """The clause that took most of the steps (empty if none took half of them).

    `asking`: the source and line of the decision whose options were looked for then, if it was one.  `circle`: the
    clauses of the nodes that are passed again and again with the same position; `turns`: a turn begins there.
    """

    mostly: str
    asking: tuple[str, int] | None = None
    circle: tuple[str, ...] = ()
    turns: bool = False


def steps_taken(machine: Machine, move: EngineCall) -> StepsTaken | None:
    """Make a move again and count its steps; None if it ends within them."""
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
    """The same position stands before the same node again; `nodes` are passed on the way."""

    def __init__(self, nodes: Sequence[str]) -> None:
        super().__init__()
        self.nodes = tuple(nodes)


class _CountingEngine(ReferenceEngine):
    """An engine that counts steps for each clause and stops where a position comes back."""

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
    """`calling` are the clauses of the calls under way; `kept` is the position that later ones are compared with, a
    further one each time that twice as many nodes were passed (Brent's way of finding a circle)."""

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
