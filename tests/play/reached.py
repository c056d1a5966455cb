"""The positions that a game reaches after some moves, each with the number of sequences that lead to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rulekit.engine.interface import Engine, State
from rulekit.play.perft import MoveWalk, NodeFacts


def positions(engine: Engine, depth: int, start: Mapping[State, int] | None = None) -> Mapping[State, int]:
    """Return the positions `depth` moves after the start, or after these states with their multiplicities."""
    walk = MoveWalk(engine, False, False, NodeFacts(engine.machine))
    found = Counter({engine.start(1): 1} if start is None else start)
    for _ in range(depth):
        after: Counter[State] = Counter()
        for state, times in found.items():
            for one in walk.results_of_move(state):
                after[one] += times
        found = after
    return found
