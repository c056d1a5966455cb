"""Jump threading: jumps through empty steps go straight on, a step that one other alone jumps to is joined to it."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from .. import program as m
from ..control_flow import targets, with_targets_renamed


def jump_threading(nodes: tuple[m.Node, ...], start: str, keep: frozenset[str]) -> tuple[m.Node, ...]:
    known = {n.id: n for n in nodes}
    fixed = keep | {start}

    def through(name: str) -> str:
        seen = {name}
        while True:
            match known[name]:
                case m.StepNode(body=(), next=m.Jump(target)) if name not in fixed and target not in seen:
                    name = target
                    seen.add(name)
                case _:
                    return name

    known = {n.id: with_targets_renamed(n, through) for n in nodes}
    uses = Counter(t for n in known.values() for t in targets(n))
    gone: set[str] = set()
    for name in list(known):
        node = known[name]
        while name not in gone and isinstance(node, m.StepNode) and isinstance(node.next, m.Jump):
            other = known[node.next.target]
            joinable = (
                isinstance(other, m.StepNode) and other.id not in fixed and uses[other.id] == 1 and other.id != name
            )
            if not joinable or other.clause != node.clause or other.id in gone:
                break
            assert isinstance(other, m.StepNode)
            node = evolve(node, body=(*node.body, *other.body), next=other.next)
            known[name] = node
            gone.add(other.id)
    return tuple(known[n.id] for n in nodes if n.id not in gone)
