"""The control-flow graph of a machine: where control may go from a node, and nodes with their targets renamed."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from . import program as m


def targets(node: m.Node) -> tuple[str, ...]:
    """The successors of a node, in the order of its fields; one to which two ways lead stands there twice."""
    match node:
        case m.StepNode(next=m.Jump(target)):
            return (target,)
        case m.StepNode(next=m.Fork(_, then, otherwise)):
            return (then, otherwise)
        case m.StepNode(next=m.Switch(_, ways)):
            return ways
        case m.Decision():
            taken = tuple(a.target for a in node.alternatives)
            return taken if node.otherwise is None else (*taken, node.otherwise)
        case m.Chance():
            return (node.target,)
    return ()


def with_targets_renamed(node: m.Node, name: Callable[[str], str]) -> m.Node:
    match node:
        case m.StepNode(next=m.Jump(target)):
            return evolve(node, next=m.Jump(name(target)))
        case m.StepNode(next=m.Fork(condition, then, otherwise)):
            return evolve(node, next=m.Fork(condition, name(then), name(otherwise)))
        case m.StepNode(next=m.Switch(value, several)):
            return evolve(node, next=m.Switch(value, tuple(map(name, several))))
        case m.Decision():
            alternatives = tuple(evolve(a, target=name(a.target)) for a in node.alternatives)
            return evolve(
                node, alternatives=alternatives, otherwise=None if node.otherwise is None else name(node.otherwise)
            )
        case m.Chance():
            return evolve(node, target=name(node.target))
    return node
