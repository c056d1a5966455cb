"""Searches a whole game, visiting every position once however many ways lead to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import Engine, State
from rulekit.machine.program import PAYOFF, End

T = TypeVar("T")

Payoffs = tuple[int, ...]


def gather(engine: Engine, board: str, end: Callable[[Payoffs], T], join: Callable[[int, list[T]], T]) -> tuple[T, int]:
    """Return the value of the start, and the number of different contents of cell `board` in the whole game.

    The value of a final position is `end` of its payoffs. That of another one is `join` of the player who decides and
    the values after each option.
    """
    ends = {node.id for node in engine.machine.nodes if isinstance(node, End)}
    slots = CellLayout.of(engine.machine).slots
    known: dict[tuple[str, tuple[int, ...]], T] = {}
    boards: set[tuple[int, ...]] = set()

    def worth(state: State) -> T:
        key = state.node, state.cells
        if key not in known:
            boards.add(state.cells[slots[board].offset : slots[board].end])
            if state.node in ends:
                known[key] = end(state.cells[slots[PAYOFF].offset : slots[PAYOFF].end])
            else:
                after = [worth(engine.apply(state, option)) for option in engine.options(state)]
                known[key] = join(engine.who(state), after)
        return known[key]

    return worth(engine.start(1)), len(boards)


def best(who: int, after: list[Payoffs]) -> Payoffs:
    """Return the payoffs after the option that is best for the player who decides."""
    return max(after, key=lambda payoffs: payoffs[who])
