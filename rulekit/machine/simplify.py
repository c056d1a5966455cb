"""Simplify the control-flow graph that lowering made, for both engines; no game can tell.

Passes that make machines faster, for the fast engine alone, are in `passes/` and are ordered by `optimise.py`.
"""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from . import program as m
from .control_flow import targets, with_targets_renamed
from .traversal import reachable

Nodes = tuple[m.Node, ...]


def simplify_nodes(nodes: Nodes, start: str, keep: frozenset[str], beside: frozenset[str] = frozenset()) -> Nodes:
    """Fold forks on constants, thread jumps through empty steps, join straight runs, remove unreachable nodes.

    Nodes in `keep` are not renamed; play may also begin at those in `beside`.
    """
    starts = frozenset({start}) | beside
    reached = reachable_nodes(fold_branches(nodes), starts)
    return reachable_nodes(thread_jumps(reached, start, keep | beside), starts)


def fold_branches(nodes: Nodes) -> Nodes:
    """Make forks on constants jumps, and replace a statement under a constant condition by what it does."""
    return tuple(_fold(n) if isinstance(n, m.StepNode) else n for n in nodes)


def _fold(node: m.StepNode) -> m.StepNode:
    following = node.next
    if isinstance(following, m.Fork) and isinstance(following.condition, m.Const):
        following = m.Jump(following.then if following.condition.value else following.otherwise)
    return evolve(node, body=_decide(node.body), next=following)


def _decide(body: tuple[m.Stmt, ...]) -> tuple[m.Stmt, ...]:
    found: list[m.Stmt] = []
    for stmt in body:
        if isinstance(stmt, m.IfStatement) and isinstance(stmt.condition, m.Const):
            found += _decide(stmt.then if stmt.condition.value else stmt.otherwise)
        else:
            found.append(stmt)
    return tuple(found)


def thread_jumps(nodes: Nodes, start: str, keep: frozenset[str]) -> Nodes:
    """Send jumps through empty steps straight on, and join a step to the only one that jumps to it."""
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
            if not isinstance(other, m.StepNode) or other.id in fixed or other.id in gone or other.id == name:
                break
            if uses[other.id] != 1 or other.clause != node.clause:
                break
            node = evolve(node, body=(*node.body, *other.body), next=other.next)
            known[name] = node
            gone.add(other.id)
    return tuple(known[n.id] for n in nodes if n.id not in gone)


def reachable_nodes(nodes: Nodes, starts: frozenset[str]) -> Nodes:
    """Return the nodes that control can reach, in their order; `end` always counts as reached."""
    known = {n.id: n for n in nodes}
    reached = reachable(starts | ({"end"} & known.keys()), lambda name: set(targets(known[name])))
    return tuple(n for n in nodes if n.id in reached)
