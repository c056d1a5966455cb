"""The function that plays whole games, while its code is being written: its locals, labels, and jumps between nodes.

Nodes come in reverse postorder (`reachable_in_order`), so going to the next node is usually a forward jump or needs no
jump. Only back edges pass through the dispatch at the top. The dispatch leads only to the entries (the first node and
the targets of back edges), so the compiler can keep values across all other nodes. `playout_code.py` and
`selection_code.py` write the code of the nodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import define, field

from ...machine import program as m
from ...machine.control_flow import components, targets
from .code_generation import CodeGenerator, Unit
from .encoding import I32, I64
from .function_builder import BlockLabel, Body
from .operands import LocalVariable, MemoryPlace


@define
class PlayoutFunction:
    """The function that plays whole games, while its code is being written: its locals, labels and numbered nodes.

    `games`, `most` (moves), `steps` and `each` are its parameters (`playout_code.py`). `played` counts finished games;
    `branching` and `branchings` are the sum and number of branchings. `entries` are the nodes to which the label
    `dispatch` can jump. The label `over` ends the game, the label `stop` the call."""

    unit: Unit
    body: Body
    order: list[m.Node]
    numbers: dict[str, int] = field(init=False)
    cycle_numbers: dict[str, int] = field(init=False)
    entries: tuple[int, ...] = field(init=False)
    labels: tuple[BlockLabel, ...] = ()
    dispatch: BlockLabel = field(init=False)
    over: BlockLabel = field(init=False)
    stop: BlockLabel = field(init=False)
    at: int = 0  # the number of the node being written
    games: LocalVariable = field(init=False)
    most: LocalVariable = field(init=False)
    steps: LocalVariable = field(init=False)
    each: LocalVariable = field(init=False)
    played: LocalVariable = field(init=False)
    node: LocalVariable = field(init=False)  # the index in `entries` of the node to jump to
    moves: LocalVariable = field(init=False)
    decisions: LocalVariable = field(init=False)  # the same local as `moves` if every decision is a move
    most_decisions: LocalVariable = field(init=False)
    branching: LocalVariable = field(init=False)
    branchings: LocalVariable = field(init=False)
    # whether the function interleaves games: each in turn runs from one decision to the next
    interleaves: ClassVar[bool] = False
    turns: LocalVariable | None = None  # None unless details are counted
    rounds: LocalVariable | None = None

    def __attrs_post_init__(self) -> None:
        self.numbers = {n.id: i for i, n in enumerate(self.order)}
        self.cycle_numbers = cycle_numbers(self.order)
        self.games, self.most, self.steps, self.each = self.body.arguments
        back = (self.numbers[t] for i, n in enumerate(self.order) for t in targets(n) if self.numbers[t] <= i)
        stops = (i for i, n in enumerate(self.order) if isinstance(n, m.Decision) and self.unit.search is not None)
        self.entries = tuple(sorted({0, *back, *stops}))
        local = self.body.local
        self.played, self.node, self.moves, self.most_decisions = (local(I32) for _ in range(4))
        only_moves = all(n.move for n in self.order if isinstance(n, m.Decision))
        self.decisions = self.moves if only_moves else local(I32)
        self.branching, self.branchings = (local(I64) for _ in range(2))
        if self.unit.sorts:
            self.turns, self.rounds = local(I32), local(I32)

    def generator(self) -> CodeGenerator:
        """Return a code generator for this function."""
        return CodeGenerator(self.unit, self.body)

    def stream_position(self, stream: LocalVariable | int) -> MemoryPlace:
        """Return the memory place of a random player's stream in the current game: its counter times its key."""
        return self.unit.memory.stream_positions[stream]

    def go(self, target: str, last: bool = False, picked: bool = False) -> None:
        """Emit the jump to another node. `last` says that no more code of this node follows: then the node written next
        needs no jump. `picked` says that an option was picked, which renewed the fuel."""
        number = self.numbers[target]
        if last and number == self.at + 1:
            return
        if number > self.at:
            self.body.br(self.labels[number])
            return
        if not picked and self.may_cycle(target):
            self.generator().consume_fuel()
        self.body.set(self.node, self.entries.index(number))
        self.body.br(self.dispatch)

    def may_cycle(self, target: str) -> bool:
        """Return whether a cycle through this back edge is possible in which no option is picked. Such a cycle must use
        fuel."""
        return self.cycle_numbers[target] == self.cycle_numbers[self.order[self.at].id]


def cycle_numbers(order: Iterable[m.Node]) -> dict[str, int]:
    """Return a number for each node. Two nodes have the same number if each leads to the other without a picked
    option."""
    ways = {n.id: successors_without_pick(n) for n in order}
    return {name: i for i, group in enumerate(components(ways)) for name in group}


def successors_without_pick(node: m.Node) -> set[str]:
    """Return the successors of a node that are reached without picking an option."""
    if not isinstance(node, m.Decision):
        return set(targets(node))
    return set() if node.otherwise is None else {node.otherwise}


def reachable_in_order(machine: m.Machine) -> list[m.Node]:
    """Return the nodes that are reachable from the start, in reverse postorder."""
    nodes = {n.id: n for n in machine.nodes}
    seen, done = {machine.start}, list[m.Node]()
    waiting = [(nodes[machine.start], iter(targets(nodes[machine.start])))]
    while waiting:
        node, ways = waiting[-1]
        target = next(ways, None)
        if target is None:
            done.append(node)
            waiting.pop()
        elif target not in seen:
            seen.add(target)
            waiting.append((nodes[target], iter(targets(nodes[target]))))
    return done[::-1]
