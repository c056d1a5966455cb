"""Shows the effect of a pass on a small machine as text, without the numbers of fresh names, end nodes and clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes import rewriter
from rulekit.machine.passes.constant_folding import Folder
from rulekit.machine.text import expression, node_lines
from tests.machine.build import end, machine
from tests.machine.verify import verify

Pass = Callable[[m.Machine, list[str]], m.Machine]


def plain(text: str) -> str:
    """Return the text without the numbers of fresh names."""
    return re.sub(r"(\^|where#)\d+", r"\1", text)


def folding(analyses: Analyses, why: list[str]) -> m.Machine:
    """Fold the constants in every expression of a machine."""
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
    """Return a function with this body after the pass, as text, and the tables that the pass added."""
    made = machine([end()], cells, functions=(m.Function("it", "it", tuple(params), kind, body, 0),), tables=tables)
    assert verify(made) == []
    changed = change(Analyses(made), [])
    assert verify(changed) == []
    new = [f"{t.name} = {' '.join(f'{v:b}' for v in t.values)}" for t in changed.tables if t not in tables]
    return plain("; ".join([expression(changed.functions[0].body), *new]))


def nodes_after(change: Pass, made: m.Machine) -> list[str]:
    """Return each node of the machine after the pass as text, without clauses and end nodes."""
    assert verify(made) == []
    changed = change(Analyses(made), [])
    assert verify(changed) == []
    return [
        plain("\n".join(re.sub(r"  # .*", "", line) for line in node_lines(node)))
        for node in changed.nodes
        if not isinstance(node, m.End)
    ]
