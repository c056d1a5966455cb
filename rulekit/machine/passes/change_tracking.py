"""Change tracking: `whenever` rules are tested again only after a write to a cell that their conditions read.

These rules are tested before every decision, mostly without any change since the last test. This pass adds a cell that
records whether there was a change: every write to a cell that the conditions read sets it, and a finished test clears
it. It is set initially, so that the first test runs. The tests are a routine or nodes, as `lower/triggers.py` decides;
nodes are skipped while the cell is clear. This pass is only for playouts, because it adds a cell.

It runs before the passes that copy nodes for known values of cells: in such a copy, a condition depends on the cell but
no longer reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import attrs

from ...graphs import reachable
from .. import program as m
from ..analyses.effects import WRITES, Effects
from ..analyses.manager import Analyses
from ..form_table import map_children, statements_of
from . import rewriter


def change_tracking(analyses: Analyses, why: list[str]) -> m.Machine:
    machine = analyses.machine
    watched = frozenset[str]() if m.CHANGED in analyses.cells else cells_of_conditions(analyses)
    if watched:
        analyses.add_cell(m.Cell(m.CHANGED, "number", (), (), 0, 1, 0, (1,), "", "control"))
        machine = analyses.with_added(test_after_changes(analyses, watched))
    why.append(f"change_tracking: rules are tested again after writes to {len(watched)} cells")
    return machine


# ------------------------------------------------------------------------------------------- cells that conditions read


def cells_of_conditions(analyses: Analyses) -> frozenset[str]:
    """Return the cells that the conditions of `whenever` rules read, without the frames of the tests themselves. The
    result is empty if a pick of a player or of chance is stored in one of these cells; then changes cannot be
    tracked."""
    machine, effects = analyses.machine, analyses.get(Effects)
    read = frozenset[str]().union(*map(effects.reads, conditions(machine)))
    if not read.isdisjoint(effects.picks(machine.nodes)):
        return frozenset()
    own = frozenset[str]().union(*(effects.writes(n.body) for n in tests_of(machine)))
    return frozenset(cell for cell in read if cell not in own or analyses.cells[cell].role != "frame")


def tests_of(machine: m.Machine) -> Iterator[m.StepNode]:
    """Yield the nodes that test `whenever` rules, without the nodes of the bodies of these rules."""
    return (n for n in machine.nodes if isinstance(n, m.StepNode) and n.clause == m.SETTLE)


def conditions(machine: m.Machine) -> Iterator[m.Expr]:
    """Yield the expressions that decide whether a `whenever` rule runs. Expressions for the order in which a rule tests
    the values of its variable are left out: the order does not matter if no rule runs."""
    for routine in machine.routines:
        if routine.name == m.SETTLE:
            yield from conditions_in(routine.body)
    for node in tests_of(machine):
        yield from conditions_in(node.body)
        if isinstance(node.next, m.Fork):
            yield node.next.condition


def conditions_in(body: tuple[m.Stmt, ...]) -> Iterator[m.Expr]:
    """Yield the conditions in a body. Conditions inside an `if` statement are left out."""
    for stmt in body:
        match stmt:
            case m.IfStatement(condition):
                yield condition
            case m.Each(body=inside) | m.While(body=inside):
                yield from conditions_in(inside)


# --------------------------------------------------------------------------------------- adding the cell and its writes


def test_after_changes(analyses: Analyses, watched: frozenset[str]) -> m.Machine:
    machine, effects = analyses.machine, analyses.get(Effects)
    tried = only_tried(analyses)
    set_, clear = (m.Write(m.CHANGED, (), m.Const(value)) for value in (1, 0))

    def mark_writes(stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        changes = isinstance(stmt, (*WRITES, m.Note)) and not watched.isdisjoint(effects.writes(stmt))
        return (stmt, set_) if changes else (stmt,)

    idle = m.Op("or", (m.Load(m.SETTLING), m.Op("not", (m.Load(m.CHANGED),))))

    def skipped(expr: m.Expr) -> m.Expr:
        """Return the condition of a test of `whenever` rules with `idle` instead of the cell SETTLING. So the test is
        skipped if nothing has changed."""
        if expr == m.Load(m.SETTLING):
            return idle
        found: m.Expr = map_children(expr, skipped)
        return found

    def kept(stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        """Undo the replacement in a statement that only copies the cell SETTLING at the start of a turn or round,
        because it is no test."""
        if isinstance(stmt, m.Write) and stmt.value == idle:
            return (attrs.evolve(stmt, value=m.Load(m.SETTLING)),)
        return (stmt,)

    def routine(one: m.Routine) -> m.Routine:
        body = one.body if one.name in tried else rewriter.rewritten(one.body, mark_writes)
        if one.name == m.SETTLE:
            body = (m.IfStatement(m.Load(m.CHANGED), (*body, clear)),)
        return attrs.evolve(one, body=body)

    def node(one: m.Node) -> m.Node:
        if not isinstance(one, m.StepNode):
            return one
        body = rewriter.rewritten(one.body, mark_writes)
        return attrs.evolve(one, body=(*body, clear) if at_rest(one) else body)

    machine = attrs.evolve(
        machine, routines=tuple(map(routine, machine.routines)), nodes=tuple(map(node, machine.nodes))
    )
    return rewriter.statements(rewriter.machine(machine, lambda expr, _: skipped(expr)), kept)


def only_tried(analyses: Analyses) -> AbstractSet[str]:
    """Return the names of the routines that run only inside `after`. There no rules are tested, and all writes are
    undone."""
    machine, effects = analyses.machine, analyses.get(Effects)
    tried = effects.routines_of_trials((machine.functions, machine.routines, machine.nodes))
    if m.SETTLE in tried:
        return frozenset()

    def run_by(body: tuple[m.Stmt, ...]) -> set[str]:
        return {stmt.routine for stmt in statements_of(body) if isinstance(stmt, m.Run)}

    begun = set[str]().union(*(run_by(n.body) for n in machine.nodes if isinstance(n, m.StepNode)))
    run = reachable(begun, lambda name: run_by(analyses.routines[name].body))
    return tried - run


def at_rest(node: m.StepNode) -> bool:
    """Return whether this node ends a test of all `whenever` rules in which no rule ran."""
    return node.clause == m.SETTLE and any(
        isinstance(stmt, m.Write) and stmt.cell == m.SETTLING and stmt.value == m.Const(0) for stmt in node.body
    )
