"""Global dead-code elimination: removes branches that never run, and functions, routines and tables that no node needs.

The settings of a game decide many branches: `if swap == once: …` is `if 0 == 1` in a game without the swap. This pass
also removes examples, and invariants unless the playouts test them; figures are removed earlier
(`machine/optimise.py`). It is only for playouts, because a host may call any function by its name.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.effects import Callee, Effects
from ..analyses.manager import Analyses
from . import rewriter
from .constant_folding import Folder


def live_names(analyses: Analyses) -> set[Callee]:
    """Return the names of the functions, routines and tables that nodes, invariants or figures need."""
    program = analyses.machine
    asked = [m.Call(i.function, ()) for i in program.invariants]
    asked += [m.Call(name, ()) for f in program.figures for name in (f.function, f.where) if name is not None]
    return analyses.get(Effects).callees_from([program.nodes, *asked])


def without_dead_branches(analyses: Analyses) -> m.Machine:
    """Return the machine with each `if` statement on constants replaced by the statements of the arm that runs."""
    folder = Folder(analyses.fresh)

    def decide(stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        if isinstance(stmt, m.IfStatement):
            condition = folder.expression(stmt.condition)
            if isinstance(condition, m.Const):
                return stmt.then if condition.value else stmt.otherwise
        return (stmt,)

    return rewriter.statements(analyses.machine, decide)


def unseen(node: m.Node) -> m.Node:
    """Return the node without the functions that compute who sees a pick, because playouts have no observers."""
    if not isinstance(node, m.Decision) or all(x.seen is None for a in node.alternatives for x in a.levels):
        return node
    alternatives = (
        attrs.evolve(a, levels=tuple(attrs.evolve(x, seen=None) for x in a.levels)) for a in node.alternatives
    )
    return attrs.evolve(node, alternatives=tuple(alternatives))


def dead_code_elimination(analyses: Analyses, why: list[str]) -> m.Machine:
    return eliminate_dead_code(analyses.after(attrs.evolve(analyses.machine, invariants=())), why)


def eliminate_dead_code(analyses: Analyses, why: list[str]) -> m.Machine:
    analyses = analyses.after(without_dead_branches(analyses))
    program, found = analyses.machine, live_names(analyses)
    kept = attrs.evolve(
        program,
        functions=tuple(f for f in program.functions if ("function", f.name) in found),
        routines=tuple(r for r in program.routines if ("routine", r.name) in found),
        tables=tuple(t for t in program.tables if ("table", t.name) in found),
        cells=tuple(attrs.evolve(c, seen=None, counted=None, open=None) for c in program.cells),
        nodes=tuple(unseen(n) for n in program.nodes),
        examples=(),
        step_starts=(),
    )
    gone = len(program.functions) + len(program.routines) - len(kept.functions) - len(kept.routines)
    why.append(f"dead_code_elimination: {gone} functions and routines that playouts do not need are left out")
    return kept
