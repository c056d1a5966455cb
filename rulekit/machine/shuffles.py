"""Shuffles in a machine: a chance that picks, one by one, the pieces of a place in a new order."""

from __future__ import annotations

from collections.abc import Iterable

from .expressions import Const, Load, Op
from .flow_nodes import Chance, Node, StepNode
from .statements import Pull


def is_shuffle(node: Node) -> bool:
    """Return whether a node is the chance of a shuffle: each pick takes one of the pieces not yet mixed and puts it on
    top."""
    if not isinstance(node, Chance) or not isinstance(node.weight, Op):
        return False
    return node.stream.startswith("shuffle ") and node.weight.op == "lt"


def shuffled_place(node: Node, nodes: Iterable[Node]) -> Pull | None:
    """Return the statement that takes each piece from the place that a node shuffles. The result is None if it is
    another kind of node, or if the place may be another one in the middle of the shuffle. `nodes` are those of the
    machine."""
    if not isinstance(node, Chance) or not is_shuffle(node):
        return None
    step = next((one for one in nodes if one.id == node.target), None)
    pull = next((s for s in step.body if isinstance(s, Pull)), None) if isinstance(step, StepNode) else None
    if pull is None or not all(isinstance(i, Const) or (isinstance(i, Load) and not i.index) for i in pull.index):
        return None
    return pull
