"""View maintenance: a set that follows from cells lies in a cell of its own, and every write to those keeps it in step.

`{x in Spot where empty(tile[x]) and some y in adjacent(x): taken(tile[y])}` asks something of every site of the board
whenever it is asked.  Which elements the question about a site reads is known beforehand where tables tell them: then a
write to an element can only concern the few sites whose questions read it, and these alone are asked again.  Only for
playouts: states have more cells.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs
from attrs import frozen

from .. import program as m
from ..analyses.compile_time import KnownNames, NotCompileTime
from ..analyses.effects import Effects
from ..analyses.free_names import FreeNames
from ..analyses.fresh_names import fresh_names
from ..analyses.initial_values import InitialValues
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import SpeculationSafety
from ..child_mapping import child_expressions, mapped
from ..traversal import parts_of
from . import rewriter
from .substitution import substituted

LEAST = 64
"""Values of a loop that is kept."""
CONCERNED = 12
"""Values that one write may concern."""
LOOKED = 1 << 17
"""Forms looked at to find them."""


def view_maintenance(analyses: Analyses, why: list[str]) -> m.Machine:
    keeper = ViewKeeper(analyses)
    result = rewriter.machine(analyses.machine, lambda expr, _: keeper.expression(expr))
    made = [view for view in keeper.views.values() if view is not None]
    if made:
        result = analyses.with_added(rewriter.statements(result, keeper.kept))
    why.append(f"view_maintenance: {len(made)} sets are kept in step by writes")
    return result


class NoView(Exception):
    """What a question reads is not known beforehand, or a write concerns too many."""


@frozen
class MaintainedSet:
    """A set kept in `cell`: the values of `name` that pass `where`; by cell, whom each element concerns."""

    cell: str
    name: str
    where: m.Expr
    concerned: Mapping[str, tuple[tuple[int, ...], ...]]


class ViewKeeper:
    def __init__(self, analyses: Analyses) -> None:
        self.analyses = analyses
        self.free = analyses.get(FreeNames)
        self.speculation = analyses.get(SpeculationSafety)
        self.initial = analyses.get(InitialValues)
        effects, machine = analyses.get(Effects), analyses.machine
        tried = effects.trying((machine.functions, machine.routines, machine.nodes))
        self.unsteady = {n.cell for n in machine.nodes if isinstance(n, m.Chance)}
        self.unsteady |= {level.cell for level in parts_of(machine.nodes) if isinstance(level, m.Level)}
        self.unsteady = self.unsteady.union(*map(effects.written, tried))  # also by what is only tried out
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

    # --------------------------------------------------------------------------------------------------------- finding

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
            concerned = {cell: self.turned(cell, found) for cell, found in Touched(self).of(where, name, size).items()}
            known = self.initial.known(where)
            bits = sum(1 << x for x in range(size) if known({name: x}))
        except (NoView, NotCompileTime):
            return None
        if not concerned:
            return None
        cell = self.analyses.add_cell(m.Cell("view 1", "set", (), (), 0, high, 0, (bits,), "", "control"))
        return MaintainedSet(cell.name, name, where, concerned)

    def turned(self, cell: str, read: list[set[int]]) -> tuple[tuple[int, ...], ...]:
        """For each element, the values whose questions read it."""
        found: list[list[int]] = [[] for _ in range(self.analyses.cells[cell].shape[0])]
        for x, elements in enumerate(read):
            for element in elements:
                found[element].append(x)
        if max(map(len, found)) > CONCERNED:
            raise NoView
        return tuple(map(tuple, found))

    # --------------------------------------------------------------------------------------------------------- writing

    def kept(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        """A write, and behind it the sets that it may concern in step with it."""
        if not isinstance(stmt, m.Assign):
            return (stmt,)
        views = [view for view in self.views.values() if view is not None and stmt.cell in view.concerned]
        if not views:
            return (stmt,)
        site = self.analyses.fresh("site")
        found: list[m.Stmt] = [m.Define(site, stmt.index[0]), attrs.evolve(stmt, index=(m.Local(site),))]
        for view in views:
            found += self.again(view, view.concerned[stmt.cell], site)
        return tuple(found)

    def again(self, view: MaintainedSet, concerned: tuple[tuple[int, ...], ...], site: str) -> list[m.Stmt]:
        """The values that a write to one element concerns are asked again."""
        fresh, most = self.analyses.fresh, max(map(len, concerned))
        at, value, here = fresh("at"), fresh(view.name), m.Local(site)
        rows = [row + (0,) * (most - len(row)) for row in concerned]
        among = self.analyses.add_table("concerned", m.NUMBER, (len(rows), most), tuple(x for row in rows for x in row))
        last: m.Expr = m.Const(most - 1)
        if any(len(row) != most for row in concerned):
            lasts = tuple(len(row) - 1 for row in concerned)
            last = m.Lookup(self.analyses.add_table("last concerned", m.NUMBER, (len(rows),), lasts), (here,))
        holds = substituted(view.where, {view.name: m.Local(value)}, fresh)
        body = (
            m.Define(value, m.Lookup(among, (here, m.Local(at)))),
            m.IfStatement(
                holds,
                (m.Insert(view.cell, (), m.Local(value)),),
                (m.Insert(view.cell, (), m.Local(value), drop=True),),
            ),
        )
        return [m.Each(at, m.LoopDomain(m.Const(0), last), None, body)]


class Touched:
    """Which elements of cells a question about one value may read."""

    def __init__(self, keeper: ViewKeeper) -> None:
        self.keeper, self.values = keeper, keeper.initial.without_state
        self.left = LOOKED
        self.found: dict[str, list[set[int]]] = {}

    def of(self, where: m.Expr, name: str, size: int) -> dict[str, list[set[int]]]:
        """For each cell, for each value the elements that are read.  Raises NoView, NotCompileTime."""
        self.values.begin()
        for x in range(size):
            for elements in self.found.values():
                elements.append(set())
            self.look(where, {name: x}, x)
        return self.found

    def look(self, expr: m.Expr, names: KnownNames, x: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise NoView
        match expr:
            case m.Const() | m.Local() | m.SetConst():
                return
            case m.Load(cell, (index,)):
                self.element(cell, self.values.value(index, names), x)
            case m.Load() | m.RingAt() | m.RingSize() | m.After() | m.Seen() | m.Call() | m.Reach() | m.Grow():
                raise NoView
            case m.Op("and" | "or" as op, args):
                for arg in args:
                    self.look(arg, names, x)
                    value = self.known(arg, names)
                    if value is not None and bool(value) == (op == "or"):
                        return
            case m.If(condition, then, otherwise):
                value = self.known(condition, names)
                for part in (condition, then, otherwise) if value is None else (then,) if value else (otherwise,):
                    self.look(part, names, x)
            case m.Bind(name, value_of, body):
                self.look(value_of, names, x)
                value = self.known(value_of, names)
                inner = {k: v for k, v in names.items() if k != name}
                self.look(body, inner if value is None else {**inner, name: value}, x)
            case m.Fold(name=name, over=over) | m.SetBuild(name=name, over=over):
                rest = [part for part in child_expressions(expr) if part not in child_expressions(over)]
                for value in self.values.values_of(over, names):
                    for part in rest:
                        self.look(part, {**names, name: value}, x)
            case _:
                for part in child_expressions(expr):
                    self.look(part, names, x)

    def known(self, expr: m.Expr, names: KnownNames) -> int | None:
        try:
            return self.values.value(expr, names)
        except NotCompileTime:
            return None

    def element(self, name: str, at: int, x: int) -> None:
        cell = self.keeper.analyses.cells[name]
        if cell.kind != "number" or len(cell.shape) != 1 or name in self.keeper.unsteady or not 0 <= at < cell.shape[0]:
            raise NoView
        if name not in self.found:
            self.found[name] = [set() for _ in range(x + 1)]
        self.found[name][x].add(at)
