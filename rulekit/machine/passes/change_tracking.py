"""Change tracking: `whenever` rules are tested again only after something was written that their conditions read.

They are tested before every decision, and mostly nothing has happened since that could make one of them true.  A cell
says whether something has: every write to what they read sets it, and a test that comes to rest clears it.  It begins
set, so whatever comes first is tested.  How they are tested is lowering's to say (`lower/triggers.py`): a routine, or
nodes that are left alone while the cell is clear.  Only for playouts: states have one more cell.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.effects import WRITES, Effects
from ..analyses.manager import Analyses
from ..child_mapping import mapped
from ..traversal import parts_of
from . import rewriter


def change_tracking(analyses: Analyses, why: list[str]) -> m.Machine:
    machine = analyses.machine
    watched = watched_cells(analyses)
    if watched:
        changed = analyses.add_cell(m.Cell("changed 1", "number", (), (), 0, 1, 0, (1,), "", "control")).name
        machine = analyses.with_added(tested_after_changes(machine, changed, watched))
    why.append(f"change_tracking: rules are tested again after writes to {len(watched)} cells")
    return machine


def watched_cells(analyses: Analyses) -> frozenset[str]:
    """What the tests read, but for the frames of the tests themselves; nothing where that is picked or drawn."""
    machine, effects = analyses.machine, analyses.get(Effects)
    tests: list[object] = [r.body for r in machine.routines if r.name == m.SETTLE]
    tests += [(n.body, n.next) for n in machine.nodes if isinstance(n, m.StepNode) and n.clause == m.SETTLE]
    read = frozenset().union(*map(effects.reads, tests))
    if read & picked_cells(machine):
        return frozenset()
    return frozenset(cell for cell in read if analyses.cells[cell].role != "frame")


def picked_cells(machine: m.Machine) -> set[str]:
    """Cells that are written by decisions and by chance, and not by statements."""
    return {n.cell for n in machine.nodes if isinstance(n, m.Chance)} | {
        level.cell for level in parts_of(machine.nodes) if isinstance(level, m.Level)
    }


def tested_after_changes(machine: m.Machine, changed: str, watched: frozenset[str]) -> m.Machine:
    set_, clear = (m.Assign(changed, (), m.Const(value)) for value in (1, 0))

    def marked(stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        return (stmt, set_) if isinstance(stmt, WRITES) and stmt.cell in watched else (stmt,)

    def idle(expr: m.Expr) -> m.Expr:
        """`settling`, also while nothing has changed."""
        if expr == m.Load(m.SETTLING):
            return m.Op("or", (expr, m.Op("not", (m.Load(changed),))))
        found: m.Expr = mapped(expr, idle)
        return found

    machine = rewriter.machine(rewriter.statements(machine, marked), lambda expr, _: idle(expr))
    return attrs.evolve(
        machine,
        routines=tuple(
            attrs.evolve(r, body=(m.IfStatement(m.Load(changed), (*r.body, clear)),)) if r.name == m.SETTLE else r
            for r in machine.routines
        ),
        nodes=tuple(
            attrs.evolve(n, body=(*n.body, clear)) if isinstance(n, m.StepNode) and at_rest(n) else n
            for n in machine.nodes
        ),
    )


def at_rest(node: m.StepNode) -> bool:
    """Whether a whole test that found nothing ends here."""
    return node.clause == m.SETTLE and any(
        isinstance(stmt, m.Assign) and stmt.cell == m.SETTLING and stmt.value == m.Const(0) for stmt in node.body
    )
