"""The control-flow graph of a machine: where control may go from a node, nodes with other targets, and circles.

Circles of nodes and of calls are strongly connected components.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

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


def components(edges: Mapping[str, Set[str]]) -> list[list[str]]:
    """The components of a graph in the order of their first member (Tarjan 1972, with an explicit stack); targets that
    are no key are ignored.
    """
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    on: set[str] = set()
    found: list[list[str]] = []
    for root in edges:
        if root in number:
            continue
        work = [(root, iter(sorted(edges[root])))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in edges:
                    continue
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(sorted(edges[other]))))
                    break
                if other in on:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    group: list[str] = []
                    while not group or group[-1] != node:
                        group.append(stack.pop())
                        on.discard(group[-1])
                    found.append(sorted(group))
    return sorted(found)
