"""Unreachable-node removal: nodes that control can never reach go."""

from __future__ import annotations

from .. import program as m
from ..control_flow import targets


def unreachable_nodes(nodes: tuple[m.Node, ...], starts: frozenset[str], keep: frozenset[str]) -> tuple[m.Node, ...]:
    """What is reached from `starts`, in the order written; `keep` only says what must not be renamed, and is dropped
    too where nothing reaches it.
    """
    known = {n.id: n for n in nodes}
    reached: set[str] = set()
    work = [*starts, *(["end"] if "end" in known else [])]
    while work:
        here = work.pop()
        if here in reached:
            continue
        reached.add(here)
        work += targets(known[here])
    return tuple(n for n in nodes if n.id in reached)
