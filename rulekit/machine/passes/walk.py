"""Where control may go from a node, and nodes with their targets renamed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from .. import program as m


def targets(node: m.Node) -> Iterator[str]:
    match node:
        case m.Step(next=m.Jump(target)):
            yield target
        case m.Step(next=m.Fork(_, then, otherwise)):
            yield then
            yield otherwise
        case m.Step(next=m.Switch(_, several)):
            yield from several
        case m.Decision():
            yield from (a.target for a in node.alternatives)
            if node.otherwise is not None:
                yield node.otherwise
        case m.Chance():
            yield node.target


def renamed(node: m.Node, name: Callable[[str], str]) -> m.Node:
    match node:
        case m.Step(next=m.Jump(target)):
            return evolve(node, next=m.Jump(name(target)))
        case m.Step(next=m.Fork(condition, then, otherwise)):
            return evolve(node, next=m.Fork(condition, name(then), name(otherwise)))
        case m.Step(next=m.Switch(value, several)):
            return evolve(node, next=m.Switch(value, tuple(map(name, several))))
        case m.Decision():
            alternatives = tuple(evolve(a, target=name(a.target)) for a in node.alternatives)
            return evolve(
                node, alternatives=alternatives, otherwise=None if node.otherwise is None else name(node.otherwise)
            )
        case m.Chance():
            return evolve(node, target=name(node.target))
    return node
