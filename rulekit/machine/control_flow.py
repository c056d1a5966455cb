"""The control-flow graph of a machine: successors of nodes, strongly connected components, and the simplification that
lowering runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Set

from attrs import evolve

from ..graphs import reachable, strong_components
from . import program as m


def targets(node: m.Node) -> tuple[str, ...]:
    """Return the successors of a node, in the order of its fields. A successor that two edges lead to occurs twice."""
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
    """Return the strongly connected components of a graph, a mapping from each node to its successors. The components
    and the nodes in each are sorted. Successors that are not keys of `edges` are ignored."""
    names = list(edges)
    numbers = {name: number for number, name in enumerate(names)}

    def successors(number: int) -> list[int]:
        return [numbers[other] for other in edges[names[number]] if other in numbers]

    return sorted(sorted(names[n] for n in group) for group in strong_components(len(names), successors))


Nodes = tuple[m.Node, ...]


def simplify_nodes(nodes: Nodes, start: str, keep: frozenset[str], beside: frozenset[str] = frozenset()) -> Nodes:
    """Return an equivalent, simpler control-flow graph: forks on constants are folded, jumps skip empty steps, steps in
    a row are merged, and unreachable nodes are removed. Nodes in `keep` stay and keep their names. So do those in
    `beside`; they count as reachable, too, because an example may begin there."""
    starts = frozenset({start}) | beside
    reached = reachable_nodes(fold_branches(nodes), starts)
    return reachable_nodes(thread_jumps(reached, start, keep | beside), starts)


def fold_branches(nodes: Nodes) -> Nodes:
    """Return the nodes without branches on constants: such a fork becomes a jump, and such an `if` statement becomes
    the statements of the arm that runs."""
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
    """Return the nodes after two changes: jumps to empty steps lead to what follows these, and a step is merged into
    the step before it if no other node leads to it. Nodes in `keep` are not removed."""
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
    """Return the nodes that control can reach from `starts`, in the order of `nodes`. The node `end`, if there is one,
    always counts as reached."""
    known = {n.id: n for n in nodes}
    reached = reachable(starts | ({"end"} & known.keys()), lambda name: targets(known[name]))
    return tuple(n for n in nodes if n.id in reached)
