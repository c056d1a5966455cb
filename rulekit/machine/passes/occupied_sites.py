"""Occupied sites: loops over all sites become loops over the sites that are occupied.

`{s in Spot where taken(hive[s])}` tests each of 2,209 sites, of which 22 are occupied. If a cell has a row or a number
for each site, this pass adds a cell with the set of the occupied sites: those whose row is not empty, or whose number
is not 0. Each write updates the set. If the condition of a loop is false for all empty sites, the loop also gets the
condition that the site is in this set. `loop_narrowing.py` then runs the loop over the set. This pass is only for
playouts, because it adds cells.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.free_names import scopes
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, refine
from ..form_table import map_children, parts_of
from . import rewriter
from .constant_folding import Folder
from .set_expressions import conjuncts, join_conditions

LEAST = 64
"""The least number of sites for which the set is worth its updates; a loop over fewer is fast anyway."""
NOTHING = m.Const(0)


def occupied_name(cell: str) -> str:
    """Return the name of the additional cell with the set of the occupied sites of `cell`."""
    return f"{cell} occupied"


def occupied_sites(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = OccupiedSites(analyses)
    result = rewriter.machine(analyses.machine, finder.expression, finder.alternative)
    if finder.kept:
        result = analyses.with_added(rewriter.statements(result, finder.update_set))
    kept = f" of {', '.join(sorted(finder.kept))}" if finder.kept else ""
    why.append(f"occupied_sites: {finder.done} loops skip empty sites{kept}")
    return result


class OccupiedSites(rewriter.WithAnalyses):
    """Adds the condition that the site is occupied to loops over sites, and the sets of occupied sites to the
    machine."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.folder = Folder(self.fresh)
        self.cells = _cells_of_sites(analyses)
        self.kept: dict[str, str] = {}  # from a cell's name to the name of the cell with its set of occupied sites

    # ---------------------------------------------------------------------------------------------- conditions of loops

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if not self.cells or not self.loops.inside(expr):
            return expr
        expr = self.ranges.map_children(expr, scope, self.expression)
        match expr:
            case m.Fold("some", name, over, None, body) if body is not None:
                found = self.occupied(conjuncts(body), name, over, scope)
                return expr if found is None else attrs.evolve(expr, body=join_conditions(found))
            case m.Fold(name=name, over=over, where=where) | m.SetBuild(name=name, over=over, where=where):
                found = self.occupied(conjuncts(where), name, over, scope)
                if found is not None:
                    return attrs.evolve(expr, where=join_conditions(found))
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        """Return the alternative with its expressions rewritten. Its levels over all sites get the condition that the
        site is occupied, if their tests imply it."""
        a = rewriter.alternative_in_scope(a, self.expression, self.ranges)
        levels = []
        for level, scope, _ in self.ranges.levels_in_scope(a):
            plain = next((i for i, test in enumerate(level.tests) if test.name is not None), len(level.tests))
            parts = [part for test in level.tests[:plain] for part in conjuncts(test.value)]
            if level.within is None:
                found = self.occupied(parts, level.name, level.over, scope)
                if found is not None:
                    level = attrs.evolve(level, tests=(*map(m.Test, found), *level.tests[plain:]))
            levels.append(level)
        return attrs.evolve(a, levels=tuple(levels))

    def occupied(self, parts: list[m.Expr], name: str, over: m.LoopDomain, scope: Scope) -> list[m.Expr] | None:
        """Return the parts of a loop's condition after the new condition that the site is occupied. Return None if the
        parts do not imply that it is.
        """
        match over:
            case m.LoopDomain(m.Const(0), m.Const(high), None):
                cells = {c for c in self.cells.values() if c.shape[0] == high + 1}
            case _:
                return None
        inner: Scope = {**scope, name: (0, high)}
        for part in parts:
            if not self.speculation.total(part, inner):
                return None
            for cell in sorted(_asked(part, name) & {c.name for c in cells}):
                empty = self.folder.expression(_when_empty(part, cell, name))
                if empty == NOTHING or self.ranges.of(empty, inner) == (0, 0):
                    self.done += 1
                    lies = m.Has(m.Load(self.set_of(cell)), m.Local(name))
                    return [lies, *(one for one in parts if not _asks_only_this(one, cell, name))]
            inner = refine(part, inner)
        return None

    # ------------------------------------------------------------------------------------------- sets of occupied sites

    def set_of(self, cell: str) -> str:
        """Return the name of the cell with the set of the occupied sites of `cell`. The first call makes it."""
        if cell not in self.kept:
            sites = self.cells[cell]
            held = sites.initial or (0,)
            bits = sum(1 << x for x in range(sites.shape[0]) if held[x % len(held)])
            made = m.Cell(occupied_name(cell), "set", (), (), 0, sites.shape[0] - 1, 0, (bits,), "", "control")
            self.kept[cell] = self.analyses.add_cell(made).name
        return self.kept[cell]

    def update_set(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        """Return the statement. If it writes a cell that has a set of occupied sites, return after it statements that
        update the set."""
        if not isinstance(stmt, m.Write | m.Push | m.Pull) or stmt.cell not in self.kept:
            return (stmt,)
        (site,), into = stmt.index, self.kept[stmt.cell]
        before: list[m.Stmt] = []
        if not isinstance(site, m.Local | m.Const):
            before.append(m.Define(self.analyses.fresh("site"), site))
            site = m.Local(before[0].name)  # type: ignore[union-attr]  # a `Define`
        join, leave = m.Insert(into, (), site), m.Insert(into, (), site, drop=True)
        after: m.Stmt = join
        match stmt:
            case m.Pull():
                after = m.IfStatement(m.RingSize(stmt.cell, (site,)), (), (leave,))
            case m.Write(value=m.Const(value)):
                after = join if value else leave
            case m.Write():
                after = m.IfStatement(m.Load(stmt.cell, (site,)), (join,), (leave,))
        return *before, attrs.evolve(stmt, index=(site,)), after


def _cells_of_sites(analyses: Analyses) -> dict[str, m.Cell]:
    """Return the cells that may get a set of occupied sites, keyed by name. They have a row, or a number from 0, for
    each of at least `LEAST` sites, and only statements write them."""
    picks = analyses.get(Effects).picks(analyses.machine.nodes)
    return {
        c.name: c
        for c in analyses.machine.cells
        if (c.kind == "ring" or (c.kind == "number" and c.low == 0))
        and len(c.shape) == 1
        and c.shape[0] >= LEAST
        and c.name not in picks
        and not c.name.startswith("history.")
        and f"{c.name} planes" not in analyses.cells
    }


def _asked(part: m.Expr, name: str) -> set[str]:
    """Return the names of the cells of which a condition reads the element at the site `name`."""
    return {
        found.cell
        for found in parts_of(part)
        if isinstance(found, m.Load | m.RingSize | m.RingAt) and found.index == (m.Local(name),)
    }


def _when_empty(expr: m.Expr, cell: str, name: str) -> m.Expr:
    """Return the condition with 0 instead of each read of the cell's element at the site `name`, as if the site were
    empty."""
    if isinstance(expr, m.Load | m.RingSize | m.RingAt) and expr.cell == cell and expr.index == (m.Local(name),):
        return NOTHING
    if any(name in names for _, names in scopes(expr)):
        return expr
    changed: m.Expr = map_children(expr, lambda e: _when_empty(e, cell, name))
    return changed


def _asks_only_this(part: m.Expr, cell: str, name: str) -> bool:
    """Return whether a condition is just that the cell's element at the site `name` is not empty."""
    site = (m.Local(name),)
    return part in [
        m.Op(op, (held, NOTHING)) for op in ("ne", "gt") for held in (m.Load(cell, site), m.RingSize(cell, site))
    ]
