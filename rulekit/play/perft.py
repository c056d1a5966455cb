"""perft: the number of sequences of d moves, by which two implementations of rules are compared.

A move is all decisions up to where the next move begins; `by decision` counts each decision as a move. Chance follows
from the seed, or with `chance` every outcome is followed. A sequence of depth d ends with its d-th move: chance before
the next move is not counted. Games that end earlier count only at the depths they reach.

If several sequences lead to the same position, play from it is counted once and multiplied by their number, as hash
tables of game programs do (https://www.chessprogramming.org/Perft, "Hashing"). Here this is done layer by layer and by
the whole state (node, cells, seed, random numbers used), so the counts are exact: equal states have equal futures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

from attrs import field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.interface import Engine, State
from ..graphs import reached_by, reverse_edges
from ..machine.control_flow import targets
from ..machine.program import Chance, Decision, Machine, Node
from .game_steps import resolve_chances

CountedBy = Literal["move", "decision"]

MEMORY = 1 << 29
"""About how many bytes the positions that wait to be continued may take."""
BESIDES = 500
"""About how many bytes a waiting position takes besides its cells."""
MOST_FOLLOWED = 200
"""The most chance events in a row without a decision, if every outcome is followed."""
WITHOUT_END = Help("with `--chance` every outcome is followed, and these never end; without it those of a seed are")


def perft(
    engine: Engine,
    depth: int,
    *,
    chance: bool = False,
    by: CountedBy = "move",
    seed: int = 1,
    start: Mapping[State, int] | None = None,
) -> list[int]:
    """Return the numbers of sequences at depths 1, 2, …, `depth`.

    If `start` is given, count from these states, each as many times as `start` says. If there are more positions than
    MEMORY can store, some are played again. Raise RulekitError if every outcome is to be followed and chance may never
    end."""
    walk = MoveWalk(engine, chance, by == "decision", NodeFacts(engine.machine))
    counts = [0] * depth
    start = {engine.start(seed): 1} if start is None else start
    if start and depth > 0:
        bytes_each = BESIDES + len(next(iter(start)).packed)
        walk.count(start, 0, counts, MEMORY // bytes_each)
    return counts


@frozen(eq=False, slots=False)
class NodeFacts:
    """Properties of the machine's nodes that are the same in every state."""

    machine: Machine = field(repr=False)

    @cached_property
    def nodes(self) -> dict[str, Node]:
        return {node.id: node for node in self.machine.nodes}

    @cached_property
    def may_go_on(self) -> frozenset[str]:
        """Return the nodes from which another decision of the same move may follow before a move begins."""
        found = {n.id for n in self.machine.nodes if isinstance(n, Decision) and not n.move}
        within = (n for n in self.machine.nodes if not (isinstance(n, Decision) and n.move))
        return frozenset(reached_by(found, reverse_edges({n.id: targets(n) for n in within})))

    def ends(self, decision: Decision) -> bool:
        """Return whether every option of a decision certainly ends the move."""
        return not any(a.target in self.may_go_on for a in decision.alternatives)


@frozen(eq=False)
class MoveWalk:
    """Walks through the moves from given states: every outcome if `chance`, and each decision as a move if `each`."""

    engine: Engine
    chance: bool
    each: bool
    graph: NodeFacts

    def count(self, start: Mapping[State, int], done: int, counts: list[int], most: int) -> None:
        """Add to `counts` the numbers of sequences from the `start` states, which are reached by `done` moves; `start`
        maps each state to its multiplicity. At most `most` states are stored at a time: each layer takes up to half of
        the space left, and a full half is counted to the end first."""
        if done + 1 == len(counts):
            counts[done] += sum(times * self.ways(state) for state, times in start.items())
            return
        waiting: dict[State, int] = {}
        for state, times in start.items():
            for after in self.results_of_move(state):
                counts[done] += times
                waiting[after] = waiting.get(after, 0) + times
            if 2 * len(waiting) > most:
                self.count(waiting, done + 1, counts, most - len(waiting))
                waiting = {}
        self.count(waiting, done + 1, counts, most - len(waiting))

    def results_of_move(self, state: State, begun: bool = False, row: int = 0) -> Iterator[State]:
        """Yield the states in which one move ends, once for each sequence of choices. `begun` says whether a decision
        of the move was made already, and `row` is the number of chance events since the last decision."""
        if begun and not self._goes_on(state, row):
            yield state
            return
        begun, row = self._after(state, begun, row)
        for after in self._next(state, row):
            yield from self.results_of_move(after, begun, row)

    def ways(self, state: State, begun: bool = False, row: int = 0) -> int:
        """Return the number of states that `results_of_move` would yield. Decisions that end the move are not
        played."""
        if begun and not self._goes_on(state, row):
            return 1
        node = self.graph.nodes[state.node]
        if isinstance(node, Decision) and (self.each or self.graph.ends(node)):
            return len(self.engine.options(state))
        begun, row = self._after(state, begun, row)
        return sum(self.ways(after, begun, row) for after in self._next(state, row))

    def _after(self, state: State, begun: bool, row: int) -> tuple[bool, int]:
        """Return whether the move has begun, and how many chance events came in a row, after the step from a state."""
        return (True, 0) if isinstance(self.graph.nodes[state.node], Decision) else (begun, row + 1)

    def _next(self, state: State, row: int) -> list[State]:
        """Return the states after a decision, or after the `row`th chance event in a row; none if the game is over."""
        node = self.graph.nodes[state.node]
        if isinstance(node, Decision):
            return [self.engine.apply(state, option) for option in self.engine.options(state)]
        return self._after_chance(state, row) if isinstance(node, Chance) else []

    def _goes_on(self, state: State, row: int) -> bool:
        """Return whether the move in progress has a further decision."""
        node = self.graph.nodes[state.node]
        if self.each:
            return False
        if isinstance(node, Decision):
            return not node.move
        if not isinstance(node, Chance) or node.id not in self.graph.may_go_on:
            return False
        return any(self._goes_on(after, row + 1) for after in self._after_chance(state, row + 1))

    def _after_chance(self, state: State, row: int) -> list[State]:
        """Return the states after a chance event that is the `row`th in a row."""
        if not self.chance:
            return [resolve_chances(self.engine, state)]
        if row > MOST_FOLLOWED:
            clause = self.graph.nodes[state.node].clause
            message = f"{clause}: more than {MOST_FOLLOWED} chances may follow one another without a decision"
            raise RulekitError(Diagnostic("E705", message, help=(WITHOUT_END,)))
        return [self.engine.chance(state, value) for value, _ in self.engine.outcomes(state)]
