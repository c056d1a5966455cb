"""perft: how many sequences of d moves there are, the count by which two implementations of rules are compared.

A move is all the decisions up to where the next move begins; `by decision` counts each.  Chance is drawn from the seed,
or with `chance` every outcome is followed.  A sequence of depth d ends where its d-th move ends: chance that only the
next move waits for is not counted.  Games that end earlier count only at the depths they reach.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from attrs import field, frozen

from ..engine.interface import Engine, State
from ..machine.program import Chance, Decision, End, Fork, Jump, Machine, Node
from .chance import drawn

By = Literal["move", "decision"]


def perft(engine: Engine, depth: int, *, chance: bool = False, by: By = "move", seed: int = 1) -> list[int]:
    """The counts at depth 1, 2, …, `depth`."""
    walk = _Walk(engine, chance, by == "decision", _Graph(engine.machine))
    counts = [0] * depth
    if depth > 0:
        walk.down(engine.start(seed), 0, counts)
    return counts


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
                for target in _targets(node):
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


def _targets(node: Node) -> tuple[str, ...]:
    if isinstance(node, Decision):
        return (*(a.target for a in node.alternatives), *((node.otherwise,) if node.otherwise else ()))
    if isinstance(node, Chance):
        return (node.target,)
    if isinstance(node, End):
        return ()
    if isinstance(node.next, Jump):
        return (node.next.target,)
    if isinstance(node.next, Fork):
        return (node.next.then, node.next.otherwise)
    return node.next.targets


@frozen(eq=False)
class _Walk:
    engine: Engine
    chance: bool
    each: bool
    graph: _Graph

    def down(self, state: State, done: int, counts: list[int]) -> None:
        """Counts the sequences that go on from a state reached by `done` whole moves, or in the middle of one more."""
        node = self.graph.nodes[state.node]
        if isinstance(node, Chance):
            for after in self._after_chance(state):
                self.down(after, done, counts)
        elif isinstance(node, Decision):
            options = self.engine.options(state)
            if done + 1 == len(counts) and (self.each or self.graph.ends(node)):
                counts[done] += len(options)
                return
            for option in options:
                after = self.engine.apply(state, option)
                if not self.each and self._goes_on(after):
                    self._inside(after, done, counts)
                else:
                    counts[done] += 1
                    if done + 1 < len(counts):
                        self.down(after, done + 1, counts)

    def _inside(self, state: State, done: int, counts: list[int]) -> None:
        """From the middle of a move: through chance, until the move has ended or its next decision is there."""
        node = self.graph.nodes[state.node]
        if isinstance(node, Decision) and not node.move:
            self.down(state, done, counts)
        elif isinstance(node, Chance) and self._goes_on(state):
            for after in self._after_chance(state):
                self._inside(after, done, counts)
        else:
            counts[done] += 1
            if done + 1 < len(counts):
                self.down(state, done + 1, counts)

    def _goes_on(self, state: State) -> bool:
        """Whether the move that led here has a decision yet to come."""
        node = self.graph.nodes[state.node]
        if isinstance(node, Decision):
            return not node.move
        if not isinstance(node, Chance) or node.id not in self.graph.may_go_on:
            return False
        return any(self._goes_on(after) for after in self._after_chance(state))

    def _after_chance(self, state: State) -> list[State]:
        if not self.chance:
            return [drawn(self.engine, state)]
        return [self.engine.chance(state, value) for value, _ in self.engine.outcomes(state)]
