"""Going through a whole game: every position once, however many ways lead to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import Engine, State
from rulekit.machine.program import PAYOFF, End

T = TypeVar("T")

Payoffs = tuple[int, ...]


def gather(engine: Engine, board: str, end: Callable[[Payoffs], T], join: Callable[[int, list[T]], T]) -> tuple[T, int]:
    """What the start is worth and how many contents of `board` there are in the whole game.

    An end is worth `end` of the payoffs, any other position `join` of who decides and what its options lead to.
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
    """What comes of it when everybody plays for himself as well as can be."""
    return max(after, key=lambda payoffs: payoffs[who])
