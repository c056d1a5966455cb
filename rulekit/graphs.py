"""Graphs: reachable nodes, reversed edges, strongly connected components."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def reachable(seed: Iterable[N], successors: Callable[[N], Iterable[N]]) -> set[N]:
    """Return the seed and all nodes reachable from it."""
    found = set(seed)
    waiting = list(found)
    while waiting:
        for one in successors(waiting.pop()):
            if one not in found:
                found.add(one)
                waiting.append(one)
    return found


def reached_by(seed: Iterable[N], edges: Mapping[N, Iterable[N]]) -> set[N]:
    """Return the seed and all nodes reachable from it by these edges."""
    return reachable(seed, lambda one: edges.get(one, ()))


def reverse_edges(edges: Mapping[N, Iterable[N]]) -> dict[N, set[N]]:
    """Return, for each node, the nodes that have an edge to it."""
    found: dict[N, set[N]] = {}
    for source, targets in edges.items():
        for target in targets:
            found.setdefault(target, set()).add(source)
    return found


def strong_components(count: int, successors: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components of a graph whose nodes are 0 to count-1. The components that a
    component's edges lead to come before it (Tarjan 1972)."""
    order = [0] * count  # when each node was visited, counted from 1; 0 before, `done` once its component is known
    least = [0] * count
    done, visited = count + 1, 0
    stack: list[int] = []
    for root in range(count):
        if order[root]:
            continue
        visited += 1
        order[root] = least[root] = visited
        stack.append(root)
        path = [(root, iter(successors(root)))]
        while path:
            node, rest = path[-1]
            for other in rest:
                if not order[other]:
                    visited += 1
                    order[other] = least[other] = visited
                    stack.append(other)
                    path.append((other, iter(successors(other))))
                    break
                least[node] = min(least[node], order[other])
            else:
                path.pop()
                if path:
                    least[path[-1][0]] = min(least[path[-1][0]], least[node])
                if least[node] == order[node]:
                    component: list[int] = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        order[component[-1]] = done
                    yield component
