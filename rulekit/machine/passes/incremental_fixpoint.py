"""Incremental fixpoints: a transitive closure that can only grow is computed from its previous value.

For example, the sites reachable from a side through stones that are never removed contain all sites that were reachable
earlier. The closure is a `Grow`, which `bitset_vectorisation.py` makes from `reach`. This pass stores its last value in
a cell. The next computation starts with that value and usually adds little. It is only for playouts, because it adds
cells.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.effects import WRITES
from ..analyses.manager import Analyses
from ..form_table import map_children, parts_of
from . import rewriter


def incremental_fixpoint(analyses: Analyses, why: list[str]) -> m.Machine:
    keeper = FixpointKeeper(analyses)
    result = analyses.machine
    if keeper.growing:
        result = rewriter.statements(result, keeper.statement)
        nodes = tuple(keeper.node(n) if isinstance(n, m.StepNode) else n for n in result.nodes)
        result = analyses.with_added(attrs.evolve(result, nodes=nodes))
    why.append(f"incremental_fixpoint: {keeper.done} sets grow from what they were")
    return result


def only_grow(program: m.Machine) -> frozenset[str]:
    """Return the names of the set cells from which no statement ever removes a member."""
    shrinking = {w.cell for w in parts_of((program.nodes, program.routines)) if isinstance(w, WRITES) and not _adds(w)}
    return frozenset(c.name for c in program.cells if c.kind == "set" and c.name not in shrinking)


def _adds(write: object) -> bool:
    match write:
        case m.Insert(drop=False):
            return True
        case m.Write(cell, index, m.SetOp("union", left, right)):
            return m.Load(cell, index) in (left, right)
    return False


class FixpointKeeper(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.growing = only_grow(analyses.machine)
        self.before: list[m.Stmt] = []

    def statement(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        """Return a statement with its closures computed from stored values, after the statements that compute them. The
        condition of a loop stays as it is, because it is evaluated in each pass."""
        if isinstance(stmt, m.Define | m.Write | m.Insert):
            changed: m.Stmt = map_children(stmt, self.expression)
        elif isinstance(stmt, m.IfStatement):
            changed = attrs.evolve(stmt, condition=self.expression(stmt.condition))
        else:
            return (stmt,)
        before, self.before = self.before, []
        return *before, changed

    def node(self, step: m.StepNode) -> m.StepNode:
        following: m.Next = map_children(step.next, self.expression)
        before, self.before = self.before, []
        return attrs.evolve(step, body=(*step.body, *before), next=following) if before else step

    def expression(self, expr: m.Expr) -> m.Expr:
        """Return the expression with each closure replaced by a local. The statements that compute this local from the
        stored value are added to `before`."""
        if isinstance(expr, m.Grow | m.Bind) and not self.free.of(expr):
            found = self.from_before(expr)
            if found is not None:
                return found
        if isinstance(expr, m.After):  # inside `after`, cells have other values, which are undone
            return expr
        result: m.Expr = map_children(expr, self.expression)
        return result

    def from_before(self, expr: m.Expr) -> m.Expr | None:
        names: list[tuple[str, m.Expr]] = []
        inner = expr
        while isinstance(inner, m.Bind):
            names.append((inner.name, inner.value))
            inner = inner.body
        if not isinstance(inner, m.Grow) or not self.grows(expr, frozenset()) or not self.speculation.total(expr, {}):
            return None
        self.done += 1
        cell = m.Cell("lasting 1", "set", (), (), 0, inner.size - 1, 0, (0,), "", "control")
        kept = self.analyses.add_cell(cell).name
        grown: m.Expr = attrs.evolve(inner, seed=m.SetOp("union", inner.seed, m.Load(kept)))
        for name, value in reversed(names):
            grown = m.Bind(name, value, grown)
        name = self.analyses.fresh("lasting")
        self.before += [m.Define(name, grown), m.Write(kept, (), m.Local(name))]
        return m.Local(name)

    def grows(self, expr: m.Expr, bound: frozenset[str]) -> bool:
        """Return whether a set never loses members, given that the cells in `growing` never do. `bound` has the names
        of sets that never lose members."""
        match expr:
            case m.SetConst():
                return True
            case m.Local(name):
                return name in bound
            case m.Load(cell, index):
                return cell in self.growing and all(isinstance(i, m.Const) for i in index)
            case m.Lookup(_, index):
                return all(isinstance(i, m.Const) for i in index)
            case m.SetOp("minus", left, right):
                return self.grows(left, bound) and isinstance(right, m.SetConst)
            case m.SetOp(_, left, right):
                return self.grows(left, bound) and self.grows(right, bound)
            case m.Shift(_, of, _):
                return self.grows(of, bound)
            case m.Bind(name, value, body):
                return self.grows(value, bound) and self.grows(body, bound | {name})
            case m.Grow(_, name, seed, more):
                return self.grows(seed, bound) and self.grows(more, bound | {name})
        return False
