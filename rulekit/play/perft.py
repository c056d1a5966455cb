"""perft: how many sequences of d moves there are, the count by which two implementations of rules are compared.

A move is all the decisions up to where the next move begins; `by decision` counts each.  Chance is drawn from the seed,
or with `chance` every outcome is followed.  A sequence of depth d ends where its d-th move ends: chance that only the
next move waits for is not counted.  Games that end earlier count only at the depths they reach.

Positions that several sequences lead to are gone on from once, with the number of those sequences: what chess programs
do with a hash table (https://www.chessprogramming.org/Perft, "Hashing"), but layer by layer and by the whole state, so
that the counts are exact.  Equal states have equal futures: a state is canonical, and holds the node, every cell (also
a history of positions, where rules keep one), the seed and the draws made from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

from attrs import field, frozen

from ..diagnostics import Diagnostic, Help, RulekitError
from ..engine.interface import Engine, State
from ..machine.control_flow import targets
from ..machine.program import Chance, Decision, Machine, Node
from .game_steps import resolve_chances

CountedBy = Literal["move", "decision"]

MEMORY = 1 << 29
"""About how many bytes the positions that wait may take."""

BESIDES = 500
"""About how many bytes a position that waits takes besides its cells."""

MOST_FOLLOWED = 200
"""Chances that may follow one another without a decision where every outcome is followed."""


def perft(
    engine: Engine,
    depth: int,
    *,
    chance: bool = False,
    by: CountedBy = "move",
    seed: int = 1,
    start: Mapping[State, int] | None = None,
    most: int | None = None,
) -> list[int]:
    """The counts at depth 1, 2, …, `depth`.  A question of many sides, so all but the first two are said by name.

    `start`: count from these states instead, each as often as it says.  About `most` positions wait at a time (default:
    what MEMORY holds); where there are more, some are gone through again, and the counts are the same.

    Raises RulekitError where every outcome is to be followed and chance may go on without a decision: there is no end
    to such sequences.
    """
    walk = _Walk(engine, chance, by == "decision", _Graph(engine.machine))
    counts = [0] * depth
    start = {engine.start(seed): 1} if start is None else start
    if start and depth > 0:
        bytes_each = BESIDES + len(next(iter(start)).packed)
        walk.count(start, 0, counts, MEMORY // bytes_each if most is None else most)
    return counts


def positions(
    engine: Engine,
    depth: int,
    *,
    chance: bool = False,
    by: CountedBy = "move",
    seed: int = 1,
    start: Mapping[State, int] | None = None,
) -> dict[State, int]:
    """The positions after `depth` moves, each with the number of sequences that lead to it; all are held at once."""
    walk = _Walk(engine, chance, by == "decision", _Graph(engine.machine))
    found = {engine.start(seed): 1} if start is None else dict(start)
    for _ in range(depth):
        found = walk.layer(found)
    return found


@frozen(eq=False, slots=False)
class _Graph:
    """What a look at the nodes alone can tell."""

    machine: Machine = field(repr=False)

    @cached_property
    def nodes(self) -> dict[str, Node]:
        return {node.id: node for node in self.machine.nodes}

    @cached_property
    def may_go_on(self) -> frozenset[str]:
        """The nodes from which a decision inside a move may come before the next move begins."""
        found = {n.id for n in self.machine.nodes if isinstance(n, Decision) and not n.move}
        before: dict[str, set[str]] = {}
        for node in self.machine.nodes:
            if not (isinstance(node, Decision) and node.move):
                for target in targets(node):
                    before.setdefault(target, set()).add(node.id)
        todo = list(found)
        while todo:
            for node_id in before.get(todo.pop(), ()):
                if node_id not in found:
                    found.add(node_id)
                    todo.append(node_id)
        return frozenset(found)

    def ends(self, decision: Decision) -> bool:
        """Whether every option of it surely ends a move."""
        return not any(a.target in self.may_go_on for a in decision.alternatives)


@frozen(eq=False)
class _Walk:
    engine: Engine
    chance: bool
    each: bool
    graph: _Graph

    def count(self, start: Mapping[State, int], done: int, counts: list[int], most: int) -> None:
        """Adds the sequences that go on from states reached by `done` moves, each counted so many times.

        At most so many wait at a time: each layer takes up to half of what is left; when that is full, what it holds is
        counted to the end before it goes on.
        """
        if done + 1 == len(counts):
            counts[done] += sum(times * self.ways(state) for state, times in start.items())
            return
        waiting: dict[State, int] = {}
        for state, times in start.items():
            for after in self.reached(state):
                counts[done] += times
                waiting[after] = waiting.get(after, 0) + times
            if 2 * len(waiting) > most:
                self.count(waiting, done + 1, counts, most - len(waiting))
                waiting = {}
        self.count(waiting, done + 1, counts, most - len(waiting))

    def layer(self, start: Mapping[State, int]) -> dict[State, int]:
        """The states one move further, each with its number of sequences."""
        found: dict[State, int] = {}
        for state, times in start.items():
            for after in self.reached(state):
                found[after] = found.get(after, 0) + times
        return found

    def reached(self, state: State, begun: bool = False, row: int = 0) -> Iterator[State]:
        """The states in which one move ends, once for each way there.

        `begun`: a decision of it has been made; `row`: how many chances lie between the state and the decision before.
        """
        if begun and not self._goes_on(state, row):
            yield state
            return
        begun, row = self._after(state, begun, row)
        for after in self._next(state, row):
            yield from self.reached(after, begun, row)

    def ways(self, state: State, begun: bool = False, row: int = 0) -> int:
        """How many states `reached` would give; decisions that surely end the move are not played."""
        if begun and not self._goes_on(state, row):
            return 1
        node = self.graph.nodes[state.node]
        if isinstance(node, Decision) and (self.each or self.graph.ends(node)):
            return len(self.engine.options(state))
        begun, row = self._after(state, begun, row)
        return sum(self.ways(after, begun, row) for after in self._next(state, row))

    def _after(self, state: State, begun: bool, row: int) -> tuple[bool, int]:
        """`begun` and `row` for what follows a state."""
        return (True, 0) if isinstance(self.graph.nodes[state.node], Decision) else (begun, row + 1)

    def _next(self, state: State, row: int) -> list[State]:
        """What one decision leads to, or one chance, the `row`th in a row; nothing at the end."""
        node = self.graph.nodes[state.node]
        if isinstance(node, Decision):
            return [self.engine.apply(state, option) for option in self.engine.options(state)]
        return self._after_chance(state, row) if isinstance(node, Chance) else []

    def _goes_on(self, state: State, row: int) -> bool:
        """Whether the move that led here has a decision yet to come."""
        node = self.graph.nodes[state.node]
        if self.each:
            return False
        if isinstance(node, Decision):
            return not node.move
        if not isinstance(node, Chance) or node.id not in self.graph.may_go_on:
            return False
        return any(self._goes_on(after, row + 1) for after in self._after_chance(state, row + 1))

    def _after_chance(self, state: State, row: int) -> list[State]:
        """`row` counts this chance too."""
        if not self.chance:
            return [resolve_chances(self.engine, state)]
        if row > MOST_FOLLOWED:
            raise _without_end(self.graph.nodes[state.node].clause)
        return [self.engine.chance(state, value) for value, _ in self.engine.outcomes(state)]


def _without_end(clause: str) -> RulekitError:
    message = f"{clause}: more than {MOST_FOLLOWED} chances may follow one another without a decision"
    advice = Help("with `--chance` every outcome is followed, and these never end; without it those of a seed are")
    return RulekitError(Diagnostic("E705", message, help=(advice,)))
