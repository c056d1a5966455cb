"""Recognises shuffles in a machine: chance nodes that pick the pieces of a place one by one, to put them into a new
order."""

from __future__ import annotations

from collections.abc import Iterable

from .expressions import Const, Load, Op
from .flow_nodes import Chance, Node, StepNode
from .statements import Pull


def is_shuffle(node: Node) -> bool:
    """Return whether a node is the chance node of a shuffle. It is visited several times: each time it picks one of the
    pieces not yet mixed, and the next step puts that piece on top."""
    if not isinstance(node, Chance) or not isinstance(node.weight, Op):
        return False
    return node.stream.startswith("shuffle ") and node.weight.op == "lt"


def shuffled_place(node: Node, nodes: Iterable[Node]) -> Pull | None:
    """Return the statement that takes the picked piece out of the place that a node shuffles. Return None if the node
    is not a shuffle, or if the index of the place may change during the shuffle. `nodes` are all nodes of the
    machine."""
    if not isinstance(node, Chance) or not is_shuffle(node):
        return None
    step = next((one for one in nodes if one.id == node.target), None)
    pull = next((s for s in step.body if isinstance(s, Pull)), None) if isinstance(step, StepNode) else None
    if pull is None or not all(isinstance(i, Const) or (isinstance(i, Load) and not i.index) for i in pull.index):
        return None
    return pull
