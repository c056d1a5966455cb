"""What a pass makes of a small machine, as text: fresh names without their numbers, ends and clauses left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes import rewriter
from rulekit.machine.passes.constant_folding import Folder
from rulekit.machine.text import expression, node_lines
from rulekit.machine.verify import verify
from tests.machine.build import end, machine

Pass = Callable[[m.Machine, list[str]], m.Machine]


def plain(text: str) -> str:
    """Which number a fresh name has is of no interest."""
    return re.sub(r"(\^|where#)\d+", r"\1", text)


def folding(analyses: Analyses, why: list[str]) -> m.Machine:
    """Fold every expression of a machine."""
    folder = Folder(analyses.fresh, analyses.tables)
    return rewriter.machine(analyses.machine, lambda expr, _: folder.expression(expr))


def function_after(
    change: Pass,
    body: m.Expr,
    kind: int = 0,
    params: Sequence[m.Parameter] = (),
    cells: Sequence[m.Cell] = (),
    tables: Sequence[m.Table] = (),
) -> str:
    """A function with this body behind the pass, and the tables that the pass made."""
    made = machine([end()], cells, functions=(m.Function("it", "it", tuple(params), kind, body, 0),), tables=tables)
    assert verify(made) == []
    changed = change(Analyses(made), [])
    assert verify(changed) == []
    new = [f"{t.name} = {' '.join(f'{v:b}' for v in t.values)}" for t in changed.tables if t not in tables]
    return plain("; ".join([expression(changed.functions[0].body), *new]))


def nodes_after(change: Pass, made: m.Machine) -> list[str]:
    """Its nodes behind the pass, a text each, without clauses and without the ends."""
    assert verify(made) == []
    changed = change(Analyses(made), [])
    assert verify(changed) == []
    return [
        plain("\n".join(re.sub(r"  # .*", "", line) for line in node_lines(node)))
        for node in changed.nodes
        if not isinstance(node, m.End)
    ]
