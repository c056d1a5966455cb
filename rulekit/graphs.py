"""Graphs: reachable nodes, and reversed edges."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
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
