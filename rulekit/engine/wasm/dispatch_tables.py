"""The tables of functions by node number, and the sorts of nodes."""

from __future__ import annotations

from attrs import frozen

STEP, DECISION, MOVE, CHANCE, END = range(5)  # what `kinds` says of each node; MOVE is a decision that begins a move


@frozen
class Tables:
    """The tables of functions by node number, and the types of what is in them."""

    step: int
    options: int
    take: int
    who: int
    weigh: int
    store_outcome: int
    draw: int
    none: int  # () -> i32
    one: int  # (i32) -> i32
    two: int  # (i32, i32) -> i32
