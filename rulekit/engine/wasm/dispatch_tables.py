"""The tables of functions by node number, and the sorts of nodes."""

from __future__ import annotations

from attrs import frozen

from .operands import FunctionTable

STEP, DECISION, MOVE, CHANCE, END = range(5)  # what `kinds` says of each node; MOVE is a decision that begins a move


@frozen
class DispatchTables:
    """The tables of functions by node number."""

    step: FunctionTable  # () -> node
    options: FunctionTable  # (mask, wanted) -> count
    take: FunctionTable  # (option) -> node
    who: FunctionTable  # () -> player
    weigh: FunctionTable  # () -> weight
    store_outcome: FunctionTable  # (value) -> node
    draw: FunctionTable  # () -> node
