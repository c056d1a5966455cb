"""View maintenance: a set that follows from cells lies in a cell of its own, and every write to those keeps it in step.

`{x in Spot where empty(tile[x]) and some y in adjacent(x): taken(tile[y])}` asks something of every site of the board
whenever it is asked.  Which elements the question about a site reads is known beforehand where tables tell them: then a
write to an element can only concern the few sites whose questions read it, and these alone are asked again.  Only for
playouts: states have more cells.
"""

from __future__ import annotations

from attrs import frozen

from .. import program as m
from ..analyses.compile_time import InitialValues
from ..analyses.evaluators import NotCompileTime
from ..analyses.free_names import FreeNames
from ..analyses.fresh_names import fresh_names
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import SpeculationSafety
from ..child_mapping import mapped
from . import rewriter
from .kept_in_step import Concerned, Kept, NotKept, concerned_by_writes, kept_in_step, resting, unsteady_cells
from .substitution import substituted

LEAST = 64
"""Values of a loop that is kept."""


def view_maintenance(analyses: Analyses, why: list[str]) -> m.Machine:
    keeper = ViewKeeper(analyses)
    result = rewriter.machine(analyses.machine, lambda expr, _: keeper.expression(expr))
    made = [keeper.kept(view) for view in keeper.views.values() if view is not None]
    if made:
        result = analyses.with_added(rewriter.statements(result, lambda stmt: kept_in_step(stmt, made, analyses)))
    why.append(f"view_maintenance: {len(made)} sets are kept in step by writes{resting(made)}")
    return result


@frozen
class MaintainedSet:
    """A set kept in `cell`: the values of `name` that pass `where`."""

    cell: str
    name: str
    where: m.Expr
    concerned: Concerned


class ViewKeeper:
    def __init__(self, analyses: Analyses) -> None:
        self.analyses = analyses
        self.free = analyses.get(FreeNames)
        self.speculation = analyses.get(SpeculationSafety)
        self.initial = analyses.get(InitialValues)
        self.unsteady = unsteady_cells(analyses)
        self.views: dict[m.Expr, MaintainedSet | None] = {}

    def expression(self, expr: m.Expr) -> m.Expr:
        if isinstance(expr, m.SetBuild) and not self.free.of(expr):
            key = substituted(expr, {}, fresh_names())
            if key not in self.views:
                self.views[key] = self.view(expr)
            view = self.views[key]
            if view is not None:
                return m.Load(view.cell)
        changed: m.Expr = mapped(expr, self.expression)
        return changed

    def view(self, expr: m.SetBuild) -> MaintainedSet | None:
        match expr:
            case m.SetBuild(size, name, m.LoopDomain(m.Const(0), m.Const(high), None), where, image):
                if where is None or image not in (None, m.Local(name)) or not LEAST <= size == high + 1:
                    return None
            case _:
                return None
        if not self.speculation.total(where, {name: (0, high)}):
            return None
        try:
            concerned = concerned_by_writes(self.analyses, where, name, size, self.unsteady)
            known = self.initial.known(where)
            bits = sum(1 << x for x in range(size) if known({name: x}))
        except (NotKept, NotCompileTime):
            return None
        cell = self.analyses.add_cell(m.Cell("view 1", "set", (), (), 0, high, 0, (bits,), "", "control"))
        return MaintainedSet(cell.name, name, where, concerned)

    def kept(self, view: MaintainedSet) -> Kept:
        def anew(value: str) -> tuple[m.Stmt, ...]:
            holds = substituted(view.where, {view.name: m.Local(value)}, self.analyses.fresh)
            put, drop = (m.Insert(view.cell, (), m.Local(value), drop=drop) for drop in (False, True))
            return (m.IfStatement(holds, (put,), (drop,)),)

        return Kept(view.concerned, anew)
