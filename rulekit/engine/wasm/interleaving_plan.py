"""Decide for which machines many games can be played at once, and lay out the slot in memory for one game.

Suited machines have small games that only go from decision to decision: numbers and sets in locals, no chance, and
nothing in memory except payoffs, which are written when no decision is left. `interleaved_playouts.py` writes the
function that plays the games.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from ...graphs import reachable
from ...machine import program as m
from ...machine.control_flow import targets
from ...machine.form_table import parts_of, statements_of
from ..cell_layout import clauses_with_decisions
from ..packing import INT, WORD
from .code_generation import Unit
from .emitted import MOST_SLOTS
from .playout_function import reachable_in_order
from .register_promotion import element_locals

MOST_BYTES = 1 << 14
"""The most bytes for all slots together, so that they stay in the processor's first-level cache."""
MOST_SLOT = 256
"""The most bytes of a slot: with more live values, loading and storing them costs what overlapping games gains."""
MOST_NODES = 100
"""The most nodes of a machine: with more, compiling takes longer than is gained."""
MOST_FORMS = 600
"""The most expression nodes between two decisions: longer code already keeps the processor busy within one game."""


@frozen
class InterleavingPlan:
    """The plan for interleaved games: the layout of a slot, and the code from each decision to the next."""

    start: tuple[m.Node, ...]  # the nodes from the start to the first decisions
    stretches: dict[str, tuple[m.Node, ...]]  # for each decision: its node, and all nodes up to the next decisions
    live: dict[str, frozenset[Element]]
    places: dict[Element, int]  # the offset of each live value in the slot
    words: dict[Element, int]  # the number of words of each live value
    stream_positions: int  # the offset in the slot of the positions of the players' random streams
    moves: int
    decisions: int
    size: int

    def stable_places(self, decision: str) -> frozenset[int]:
        """Return the slot offsets of the values that are live at a decision and do not change before the next
        decision."""
        elements = self.live[decision] - write_set(self.stretches[decision])
        return frozenset(self.places[e] + WORD.bytes * i for e in elements for i in range(self.words[e]))

    @property
    def slots(self) -> int:
        """Return the number of slots to use: MOST_SLOTS, halved until they fit in MOST_BYTES."""
        most = MOST_SLOTS
        while most * self.size > MOST_BYTES:
            most //= 2
        return most


def plan_of(unit: Unit) -> InterleavingPlan | None:
    """Return the plan for a machine, or None if the machine is not suited. Its cells must have been promoted to locals
    before."""
    machine, order = unit.machine, reachable_in_order(unit.machine)
    start = _stretch(machine, machine.start, followed=False)
    found = {n.id: _stretch(machine, n.id) for n in order if isinstance(n, m.Decision)}
    stretches = {decision: nodes for decision, nodes in found.items() if nodes is not None}
    if not stretches or not _is_suited(unit, order) or start is None or len(stretches) < len(found):
        return None
    live = live_elements(order, unit.registers)
    needed = sorted(frozenset().union(*(live[decision] for decision in stretches)))
    words = {element: len(element_locals(unit, *element)) for element in needed}
    places, at = dict[Element, int](), 0
    for element in needed:
        places[element] = at
        at += WORD.bytes * words[element]
    streams = len(clauses_with_decisions(machine)) * machine.players
    moves = at + WORD.bytes * streams
    size = 1 << (moves + 2 * INT.bytes - 1).bit_length()
    if size > MOST_SLOT or any(len(list(parts_of(nodes))) > MOST_FORMS for nodes in stretches.values()):
        return None
    return InterleavingPlan(start, stretches, live, places, words, at, moves, moves + INT.bytes, size)


def _is_suited(unit: Unit, order: list[m.Node]) -> bool:
    """Return whether a machine is suited. Games may use only numbers and sets in locals. After payoffs are written, and
    after a decision without options, no decision may follow, since such a game might loop forever."""
    machine, effects = unit.machine, unit.effects
    if len(order) > MOST_NODES or machine.positions or any(isinstance(node, m.Chance) for node in order):
        return False
    part = tuple(order)
    written = effects.writes(part) - {m.PAYOFF}
    kinds = {cell.name: cell.kind for cell in machine.cells}
    if not effects.reads(part) <= set(unit.registers) or any(kinds.get(name) == "ring" for name in written):
        return False
    last = [n.id for n in order if isinstance(n, m.StepNode) and m.PAYOFF in effects.writes(n)]
    last += [n.otherwise for n in order if isinstance(n, m.Decision) and n.otherwise is not None]
    nodes = {n.id: n for n in order}
    return not any(isinstance(nodes[name], m.Decision) for name in reachable(last, lambda one: targets(nodes[one])))


def _stretch(machine: m.Machine, first: str, followed: bool = True) -> tuple[m.Node, ...] | None:
    """Return the node `first` and all nodes up to the next decisions, in topological order. Return None if they form a
    cycle. If `first` is a decision and `followed` is false, return ()."""
    nodes = {n.id: n for n in machine.nodes}
    if not followed and isinstance(nodes[first], m.Decision):
        return ()
    done, seen = dict[str, m.Node](), set[str]()

    def goes_round(name: str) -> bool:
        if name in done or (seen and isinstance(nodes[name], m.Decision)):
            return False
        if name in seen:
            return True
        seen.add(name)
        if any(map(goes_round, targets(nodes[name]))):
            return True
        done[name] = nodes[name]
        return False

    return None if goes_round(first) else tuple(done.values())[::-1]


Element = tuple[str, tuple[int, ...]]
"""A cell, and the index of one of its elements."""


@frozen
class _Accesses:
    """The elements of cells that a step reads before it writes them (`read`), and those that it always writes
    (`written`)."""

    read: frozenset[Element]
    written: frozenset[Element] = frozenset()


def live_elements(order: Sequence[m.Node], cells: Collection[str]) -> dict[str, frozenset[Element]]:
    """Return the elements that are live at each node (liveness analysis). `order` must be a reverse postorder of the
    nodes."""
    live: dict[str, frozenset[Element]] = {node.id: frozenset() for node in order}
    own = {node.id: _step_accesses(node, cells) for node in order if isinstance(node, m.StepNode)}
    changed = True
    while changed:
        changed = False
        for node in reversed(order):
            if isinstance(node, m.Decision):
                found = _live_at_decision(node, live, cells)
            else:
                behind = frozenset().union(*(live[target] for target in targets(node)))
                found = behind if node.id not in own else (behind - own[node.id].written) | own[node.id].read
            if found != live[node.id]:
                live[node.id], changed = found, True
    return live


def _step_accesses(node: m.StepNode, cells: Collection[str]) -> _Accesses:
    leaves_early = any(isinstance(s, m.ReturnResult) for s in statements_of(node.body))
    read, written = set[Element](), set[Element]()
    for statement in node.body:
        read |= _read_set(statement, cells) - written
        if isinstance(statement, m.Write) and statement.cell in cells and not leaves_early:
            written.add(_element(statement.cell, statement.index))
    return _Accesses(frozenset(read | _read_set(node.next, cells) - written), frozenset(written))


def _live_at_decision(
    node: m.Decision, live: dict[str, frozenset[Element]], cells: Collection[str]
) -> frozenset[Element]:
    found = _read_set(node, cells)
    for a in node.alternatives:
        found |= live[a.target] - {_element(v.cell, v.index) for v in a.levels if v.cell in cells}
    return frozenset(found if node.otherwise is None else found | live[node.otherwise])


def _read_set(part: object, cells: Collection[str]) -> set[Element]:
    """Return the elements that a part of the machine reads. Inserting or removing a member counts as reading the
    set."""
    touching = (p for p in parts_of(part) if isinstance(p, (m.Load, m.Insert)))
    return {_element(p.cell, p.index) for p in touching if p.cell in cells}


def write_set(part: object) -> frozenset[Element]:
    """Return the elements that a part of the machine may write."""
    writing = (p for p in parts_of(part) if isinstance(p, (m.Write, m.Insert, m.Level)))
    return frozenset(_element(p.cell, p.index) for p in writing)


def _element(cell: str, index: Sequence[m.Expr]) -> Element:
    return cell, tuple(expr.value for expr in index if isinstance(expr, m.Const))
