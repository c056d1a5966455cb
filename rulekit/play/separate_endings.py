"""A machine whose games tell by which `game over` they ended: each such step leads to an end of its own."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from ..diagnostics import Span
from ..machine.program import ENDED, End, Jump, Machine, Node, StepNode, Write
from ..model.rulebook import Rulebook
from ..syntax import nodes as s
from ..syntax.traversal import walk

SEPARATE = ".ending"
"""What the id of an end has after that of its step."""


@frozen
class GameEnding:
    """A way in which a game may end: the node of its end, the clause, and the `game over` there, if it is known which
    of the clause's it is."""

    node: str
    clause: str
    span: Span | None


def with_separate_endings(machine: Machine) -> Machine:
    """Return a machine with the same games, in which each step that ends the game has an end of its own."""
    ending = {node.id: End(node.id + SEPARATE, node.clause) for node in machine.nodes if _ends(node)}

    def redirect(node: Node) -> Node:
        found = ending.get(node.id)
        return evolve(node, next=Jump(found.id)) if found is not None and isinstance(node, StepNode) else node

    return evolve(machine, nodes=(*map(redirect, machine.nodes), *ending.values()))


def _ends(node: Node) -> bool:
    """Return whether a node is a step that ends the game."""
    return isinstance(node, StepNode) and any(isinstance(stmt, Write) and stmt.cell == ENDED for stmt in node.body)


def endings(machine: Machine, rulebook: Rulebook) -> list[GameEnding]:
    """Return the endings of a machine with separate ends, in the order of its nodes."""
    nodes: dict[str, list[End]] = {}
    for node in machine.nodes:
        if isinstance(node, End) and node.id.endswith(SEPARATE):
            nodes.setdefault(node.clause, []).append(node)
    return [ending for clause, ends in nodes.items() for ending in _of_clause(clause, ends, rulebook)]


def _of_clause(clause: str, ends: list[End], rulebook: Rulebook) -> Iterator[GameEnding]:
    """Yield the endings of a clause, whose steps have the order of its text; a flow also ends after its last line."""
    places: list[Span | None] = [
        stmt.span
        for placed in rulebook.clauses
        if clause in (placed.id, placed.clause.kind)
        for stmt in walk(placed.clause)
        if isinstance(stmt, s.Over)
    ]
    if len(places) == len(ends) - 1:
        places.append(None)
    known = len(places) == len(ends)
    for number, end in enumerate(ends):
        yield GameEnding(end.id, clause, places[number] if known else None)
