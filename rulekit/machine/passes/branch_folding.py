"""Branch folding: forks on constants become jumps, and statements under a constant condition stand alone or go."""

from __future__ import annotations

from attrs import evolve

from .. import program as m


def branch_folding(nodes: tuple[m.Node, ...]) -> tuple[m.Node, ...]:
    return tuple(folded(n) if isinstance(n, m.StepNode) else n for n in nodes)


def folded(node: m.StepNode) -> m.StepNode:
    next_ = node.next
    if isinstance(next_, m.Fork) and isinstance(next_.condition, m.Const):
        next_ = m.Jump(next_.then if next_.condition.value else next_.otherwise)
    return evolve(node, body=statements(node.body), next=next_)


def statements(body: tuple[m.Stmt, ...]) -> tuple[m.Stmt, ...]:
    found: list[m.Stmt] = []
    for stmt in body:
        if isinstance(stmt, m.IfStatement) and isinstance(stmt.condition, m.Const):
            found += statements(stmt.then if stmt.condition.value else stmt.otherwise)
        else:
            found.append(stmt)
    return tuple(found)
