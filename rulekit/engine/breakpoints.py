"""Breakpoints: the same machine, but that its games end at some of its steps, so that one finds out that play came to a
place which is only passed through.

Each engine's `ending_at` is made of this; states of both machines are the same, since no cell and no stream differs.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve

from ..machine.program import End, Machine, Node, StepNode


def with_breakpoints(machine: Machine, nodes: Collection[str]) -> Machine:
    def one(node: Node) -> Node:
        return End(node.id, node.clause) if node.id in nodes and isinstance(node, StepNode) else node

    return evolve(machine, nodes=tuple(map(one, machine.nodes)))
