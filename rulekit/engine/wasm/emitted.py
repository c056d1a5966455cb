"""The result of emitting a module, its function tables, and questions about a machine that emitters and engines ask.

Running a cached module needs only this file, not `module.py`.
"""

from __future__ import annotations

from attrs import frozen

from ...machine.analyses.effects import Effects
from ...machine.form_table import statements_of
from ...machine.program import PAYOFF, Machine, Mark, StepNode
from .memory_layout import Memory
from .operands import FunctionTable

PLAY_MANY = "play many"
"""The exported function that plays many games at once."""
MOST_SLOTS = 256
"""The most games that are played at once."""


@frozen
class Emitted:
    """A module that is not compiled yet: its bytes and memory layout, the `clauses` whose applications it counts, and
    whether it can play many games at once (`interleaved`). `entries` are the nodes at which an interrupted game can
    continue."""

    bytes: bytes
    memory: Memory
    clauses: tuple[str, ...]
    interleaved: bool = False
    entries: tuple[str, ...] = ()


# the numbers by which memory stores the kind of each node; MOVE is a decision that begins a move
STEP, DECISION, MOVE, CHANCE, END = range(5)


@frozen
class DispatchTables:
    """A table of functions for each operation on nodes; the function of a node is at the node's number. The comments
    show the arguments and results of these functions."""

    step: FunctionTable  # () -> next node
    options: FunctionTable  # (mask, wanted) -> count
    take: FunctionTable  # (option) -> next node
    who: FunctionTable  # () -> player
    picks: FunctionTable  # () -> members still to pick
    weigh: FunctionTable  # () -> sum of the weights
    store_outcome: FunctionTable  # (value) -> next node
    draw: FunctionTable  # () -> next node


def clauses_with_marks(machine: Machine) -> tuple[str, ...]:
    """Return the clauses that `Mark` statements name, sorted."""
    bodies = [r.body for r in machine.routines] + [n.body for n in machine.nodes if isinstance(n, StepNode)]
    return tuple(sorted({s.clause for body in bodies for s in statements_of(body) if isinstance(s, Mark)}))


def trial_routines(machine: Machine, effects: Effects) -> set[str]:
    """Return the routines that may run inside an `After` expression."""
    return set().union(*(effects.routines_of_trials(part) for part in _parts(machine)))


def unread_cells(machine: Machine, effects: Effects) -> frozenset[str]:
    """Return the cells that no code reads if the module only plays games and counts payoffs."""
    return frozenset(c.name for c in machine.cells).difference({PAYOFF}, *map(effects.reads, _parts(machine)))


def _parts(machine: Machine) -> list[object]:
    return [*(f.body for f in machine.functions), *(r.body for r in machine.routines), *machine.nodes]
