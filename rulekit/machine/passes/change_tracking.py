"""Change tracking: test `whenever` rules again only after a write to something that their conditions read.

They are tested before every decision, and mostly nothing has happened since that could make one of them true.  A cell
says whether something has: every write to what they read sets it, and a test that comes to rest clears it.  It begins
set, so whatever comes first is tested.  How they are tested is lowering's to say (`lower/triggers.py`): a routine, or
nodes that are left alone while the cell is clear.  Only for playouts: states have one more cell.

This pass comes before those that copy nodes for what they know of cells: in a copy a condition no longer reads what is
known there, and still rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import attrs

from ...graphs import reachable
from .. import program as m
from ..analyses.effects import WRITES, Effects
from ..analyses.manager import Analyses
from ..form_table import map_children, parts_of, statements_of
from . import rewriter


def change_tracking(analyses: Analyses, why: list[str]) -> m.Machine:
    machine = analyses.machine
    watched = frozenset[str]() if m.CHANGED in analyses.cells else cells_of_conditions(analyses)
    if watched:
        analyses.add_cell(m.Cell(m.CHANGED, "number", (), (), 0, 1, 0, (1,), "", "control"))
        machine = analyses.with_added(test_after_changes(analyses, watched))
    why.append(f"change_tracking: rules are tested again after writes to {len(watched)} cells")
    return machine


# ------------------------------------------------------------------------------------------------------------- reading


def cells_of_conditions(analyses: Analyses) -> frozenset[str]:
    """Return the cells that conditions read, except frames of the tests; none if options or chance write one."""
    machine, effects = analyses.machine, analyses.get(Effects)
    read = frozenset[str]().union(*map(effects.reads, conditions(machine)))
    if read & cells_of_picks(machine):
        return frozenset()
    own = frozenset[str]().union(*(effects.writes(n.body) for n in tests_of(machine)))
    return frozenset(cell for cell in read if cell not in own or analyses.cells[cell].role != "frame")


def tests_of(machine: m.Machine) -> Iterator[m.StepNode]:
    """Yield the nodes in which rules are tested; those of their bodies are of other clauses."""
    return (n for n in machine.nodes if isinstance(n, m.StepNode) and n.clause == m.SETTLE)


def conditions(machine: m.Machine) -> Iterator[m.Expr]:
    """Yield what decides whether a rule runs. In which order the values of a binder are gone through (from the active
    seat on) decides nothing where none does.
    """
    for routine in machine.routines:
        if routine.name == m.SETTLE:
            yield from conditions_in(routine.body)
    for node in tests_of(machine):
        yield from conditions_in(node.body)
        if isinstance(node.next, m.Fork):
            yield node.next.condition


def conditions_in(body: tuple[m.Stmt, ...]) -> Iterator[m.Expr]:
    """Return the conditions in a body, except in the statements that a condition guards."""
    for stmt in body:
        match stmt:
            case m.IfStatement(condition):
                yield condition
            case m.Each(body=inside) | m.While(body=inside):
                yield from conditions_in(inside)


def cells_of_picks(machine: m.Machine) -> set[str]:
    """Return the cells that decisions and chance write."""
    return {n.cell for n in machine.nodes if isinstance(n, m.Chance)} | {
        level.cell for level in parts_of(machine.nodes) if isinstance(level, m.Level)
    }


# ------------------------------------------------------------------------------------------------------------- writing


def test_after_changes(analyses: Analyses, watched: frozenset[str]) -> m.Machine:
    machine, effects = analyses.machine, analyses.get(Effects)
    tried = only_tried(analyses)
    set_, clear = (m.Write(m.CHANGED, (), m.Const(value)) for value in (1, 0))

    def mark_writes(stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        changes = isinstance(stmt, (*WRITES, m.Note)) and not watched.isdisjoint(effects.writes(stmt))
        return (stmt, set_) if changes else (stmt,)

    def idle(expr: m.Expr) -> m.Expr:
        """`settling`, also while nothing has changed."""
        if expr == m.Load(m.SETTLING):
            return m.Op("or", (expr, m.Op("not", (m.Load(m.CHANGED),))))
        found: m.Expr = map_children(expr, idle)
        return found

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
    return rewriter.machine(machine, lambda expr, _: idle(expr))


def only_tried(analyses: Analyses) -> AbstractSet[str]:
    """Routines that run inside `after` alone, where no rule is tested: what they write is put back, and nobody sees."""
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
    """Return whether a test of all rules that found nothing ends in this node."""
    return node.clause == m.SETTLE and any(
        isinstance(stmt, m.Write) and stmt.cell == m.SETTLING and stmt.value == m.Const(0) for stmt in node.body
    )
