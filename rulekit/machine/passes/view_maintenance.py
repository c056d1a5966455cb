"""View maintenance: stores results that are computed from cells in cells of their own, which each write updates.

A set such as `{x in Spot where empty(tile[x]) and some y in adjacent(x): taken(tile[y])}` tests every site each time it
is computed. If a write to an element affects only few sites (`kept_questions.py`), it is enough to test these again
after the write. The pass `view_maintenance` stores such sets.

`choose here in Spot, quarters in 0..3 where fits(drawn.kind, quarters, here)` tests the neighbours of each site for
each rotation. The pass `row_maintenance` stores a row for each site: the set of all pairs of a kind and a rotation that
fit, computed by operations on whole sets. If the test has no parameter beside the site, the row is one truth value.

Both passes are only for playouts, because they add cells.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Literal

import attrs

from .. import program as m
from ..analyses.compile_time import InitialValues
from ..analyses.effects import Effects
from ..analyses.evaluators import NotCompileTime
from ..analyses.manager import Analyses, fresh_names
from ..analyses.value_ranges import Scope
from ..clause_origins import keep_origin
from ..form_table import map_children, parts_of
from . import rewriter
from .inline import replace_names
from .kept_questions import AnswerSets, Concerned, Few, NoAnswerSet, NotMaintained, unsteady_cells, values_of_writes
from .set_expressions import common, conjuncts, join_conditions

LEAST = 64
"""The least number of values of a loop or parameter whose results are worth storing."""
FEWEST = 12
"""The least number of values of a loop or parameter for which one of several conditions is worth storing."""
WIDEST = 256
"""The greatest number of members of a row."""
OF = "#of"
"""The standard name of the parameter in a stored test."""


def view_maintenance(analyses: Analyses, why: list[str]) -> m.Machine:
    keeper = ViewKeeper(analyses)
    result = keeper.maintain(rewriter.machine(analyses.machine, keeper.expression, keeper.alternative))
    why.append(f"view_maintenance: {len(keeper.views)} sets are kept in step by writes{keeper.read_cells()}")
    return result


def row_maintenance(analyses: Analyses, why: list[str]) -> m.Machine:
    keeper = RowKeeper(analyses)
    result = keeper.maintain(rewriter.decisions(analyses.machine, keeper.alternative))
    told = f"{len(keeper.views)} questions about a parameter of decisions are kept answered by writes"
    why.append(f"row_maintenance: {told}{keeper.read_cells()}")
    return result


@attrs.frozen
class MaintainedView:
    """A stored result. `concerned` has the values that each write affects. `refresh` takes the name of such a value and
    returns the statements that update the result for it."""

    concerned: Concerned
    refresh: Callable[[str], tuple[m.Stmt, ...]]


class Keeper(rewriter.WithAnalyses):
    """The stored results (views) of a machine. `cells` maps each condition examined so far to the name of the cell with
    its results, or to None if its results cannot be stored."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.initial = analyses.get(InitialValues)
        self.unsteady = unsteady_cells(analyses)
        self.cells: dict[Any, str | None] = {}
        self.views: list[MaintainedView] = []

    def initial_answers(self, question: m.Expr, name: str, size: int) -> tuple[Concerned, tuple[int, ...]] | None:
        """Return the values that each write affects, and the results at the start of a game for all values of `name`.
        Return None if these cannot be computed at compile time."""
        try:
            concerned = values_of_writes(self.analyses, question, name, size, self.unsteady)
            known = self.initial.evaluator(question)
            return concerned, tuple(int(known({name: x})) for x in range(size))
        except (NotMaintained, NotCompileTime):
            return None

    def read_cells(self) -> str:
        """Return a text for people that lists, for each stored result, the cells on which it depends."""
        told = [f"one by {' and '.join(sorted(view.concerned))}" for view in self.views]
        return ": " + ", ".join(told) if told else ""

    def maintain(self, machine: m.Machine) -> m.Machine:
        """Return the machine with statements after each write that update the stored results."""
        return self.analyses.with_added(rewriter.statements(machine, self.refresh_after)) if self.views else machine

    def refresh_after(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        """Return the statement. If it is a write, return after it the statements that update the stored results that
        depend on its cell."""
        if not isinstance(stmt, m.Write):
            return (stmt,)
        views = [view for view in self.views if stmt.cell in view.concerned]
        if not views:
            return (stmt,)
        found: list[m.Stmt] = []
        (site,) = stmt.index
        if not isinstance(site, m.Local | m.Const):
            name = self.analyses.fresh("site")
            found.append(m.Define(name, site))
            site = m.Local(name)
        found.append(attrs.evolve(stmt, index=(site,)))
        return (*found, *(one for view in views for one in self.again(view, view.concerned[stmt.cell], site)))

    def again(self, view: MaintainedView, concerned: tuple[tuple[int, ...], ...], site: m.Expr) -> tuple[m.Stmt, ...]:
        """Return statements that update a stored result after a write to the element `site`. `concerned` has, for each
        element, the values that the write affects."""
        most = max(map(len, concerned))
        at, value = self.analyses.fresh("at"), self.analyses.fresh("concerned")
        rows = [row + (0,) * (most - len(row)) for row in concerned]
        flat = tuple(x for row in rows for x in row)
        among = self.analyses.add_table("concerned", m.NUMBER, (len(rows), most), flat)
        if all(len(row) == 1 for row in concerned):
            return m.Define(value, m.Lookup(among, (site, m.Const(0)))), *view.refresh(value)
        last: m.Expr = m.Const(most - 1)
        if any(len(row) != most for row in concerned):
            lasts = tuple(len(row) - 1 for row in concerned)
            last = m.Lookup(self.analyses.add_table("last concerned", m.NUMBER, (len(rows),), lasts), (site,))
        body = (m.Define(value, m.Lookup(among, (site, m.Local(at)))), *view.refresh(value))
        return (m.Each(at, m.LoopDomain(m.Const(0), last), None, body),)


class ViewKeeper(Keeper):
    """Stores sets in cells: all values of a name for which a condition holds."""

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if not self.loops.inside(expr):
            return expr
        match expr:
            case m.SetBuild(size, name, m.LoopDomain(m.Const(0), m.Const(high), None), where, image) if (
                where is not None and image in (None, m.Local(name)) and size == high + 1 >= LEAST
            ):
                cell = self.view(where, name, size)
                if cell is not None:
                    return m.Load(cell)
        expr = self.ranges.map_children(expr, scope, self.expression)
        match expr:
            case m.SetBuild(name=name, over=over, where=where) | m.Fold(name=name, over=over, where=where) if where:
                found = self.split(name, over, conjuncts(where), scope)
                if found is not None:
                    return attrs.evolve(expr, over=found[0], where=join_conditions(found[1]))
            case m.Fold("some", name, over, None, body) if body is not None:
                found = self.split(name, over, conjuncts(body), scope)
                if found is not None:
                    return attrs.evolve(expr, over=found[0], body=join_conditions(found[1]) or m.Const(1))
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        a = rewriter.alternative_in_scope(a, self.expression, self.ranges)
        levels = []
        for level, outer, _ in self.ranges.levels_in_scope(a):
            if level.low >= 0 and all(test.name is None for test in level.tests):
                tests = [part for test in level.tests for part in conjuncts(test.value)]
                found = self.split(level.name, level.over, tests, outer)
                if found is not None:
                    level = attrs.evolve(level, within=found[0].within, tests=tuple(map(m.Test, found[1])))
            levels.append(level)
        return attrs.evolve(a, levels=tuple(levels))

    def split(
        self, name: str, over: m.LoopDomain, parts: list[m.Expr], scope: Scope
    ) -> tuple[m.LoopDomain, list[m.Expr]] | None:
        """Return the loop over only those values for which all stored conditions among `parts` hold, and the conditions
        that are left. Return None if no condition is stored."""
        low, high = self.ranges.over(over, scope)
        if low < 0 or high + 1 < FEWEST or (over.within is None and not isinstance(over.low, m.Const)):
            return None
        size = high + 1
        among = over.within if over.within is not None else m.SetConst(size, (1 << size) - (1 << low))
        rest: list[m.Expr] = []
        for at, part in enumerate(parts):
            asked = part.args[0] if isinstance(part, m.Op) and part.op == "not" else part
            costs = self.free.of(asked) == {name} and self.speculation.costs(asked)
            cell = self.view(asked, name, size) if costs else None
            if cell is None:
                rest.append(part)
                if not self.speculation.total(part, {**scope, name: (low, high)}):
                    rest += parts[at + 1 :]
                    break
            elif asked is part:
                among = common(among, m.Load(cell))
            else:
                among = m.SetOp("minus", among, m.Load(cell))
        return (m.LoopDomain(within=among), rest) if len(rest) < len(parts) else None

    def view(self, where: m.Expr, name: str, size: int) -> str | None:
        """Return the name of the cell with the set of all values of `name` for which a condition holds. The first call
        makes the cell. Return None if the set cannot be updated with each write."""
        key = replace_names(where, {name: m.Local(OF)}, fresh_names()), size
        if key not in self.cells:
            self.cells[key] = self.new_view(where, name, size) if self.free.of(where) <= {name} else None
        return self.cells[key]

    def new_view(self, where: m.Expr, name: str, size: int) -> str | None:
        total = self.speculation.total(where, {name: (0, size - 1)})
        found = self.initial_answers(where, name, size) if total else None
        if found is None:
            return None
        bits = sum(1 << x for x, passes in enumerate(found[1]) if passes)
        cell = self.analyses.add_cell(m.Cell("view 1", "set", (), (), 0, size - 1, 0, (bits,), "", "control")).name

        def refresh(value: str) -> tuple[m.Stmt, ...]:
            holds = replace_names(where, {name: m.Local(value)}, self.analyses.fresh)
            put, drop = (m.Insert(cell, (), m.Local(value), drop=drop) for drop in (False, True))
            return (m.IfStatement(holds, (put,), (drop,)),)

        self.views.append(MaintainedView(found[0], refresh))
        return cell


class RowKeeper(Keeper):
    """Stores the results of a decision's tests for each value of a wide parameter: one with many values."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)

    # --------------------------------------------------------------------------------- rewriting the tests of decisions

    def alternative(self, a: m.Alternative) -> m.Alternative:
        levels, wide = [], list[str]()
        for level, _, inner in self.ranges.levels_in_scope(a):
            if level.low == 0 and level.high + 1 >= LEAST:
                wide.append(level.name)
            tests = [
                test if test.name is not None else m.Test(self.condition(test.value, wide, scope))
                for test, scope in self.ranges.tests_in_scope(level.tests, inner)
            ]
            levels.append(attrs.evolve(level, tests=tuple(tests)))
        return attrs.evolve(a, levels=tuple(levels))

    def condition(self, condition: m.Expr, wide: list[str], scope: Scope) -> m.Expr:
        """Return the condition with some of its parts replaced by lookups of stored results."""
        found = []
        for part in conjuncts(condition):
            free = self.free.of(part)
            names = [name for name in wide if name in free]
            found.append(part)
            if len(names) == 1 and self.speculation.costs(part):
                found[-1] = keep_origin(self.look_up_view(part, names[0], scope), part) or part
        return join_conditions(found) or condition

    def look_up_view(self, part: m.Expr, name: str, scope: Scope) -> m.Expr | None:
        few = self.few(part, name, scope)
        if few is None:
            return None
        told = self.plain_question(part, few, name)
        key = told, (scope[name], *((one.low, one.high) for one in few))
        if key not in self.cells:
            self.cells[key] = self.row(told, few, scope[name])
        cell = self.cells[key]
        if cell is None:
            return None
        kept = m.Load(cell, (m.Local(name),))
        if not few:
            return kept
        member: m.Expr = m.Const(0)
        for one in few:
            at = m.Op("sub", (one.asked, m.Const(one.low))) if one.low else one.asked
            scaled = m.Op("mul", (member, m.Const(one.high - one.low + 1)))
            member = at if member == m.Const(0) else m.Op("add", (scaled, at))
        return m.Has(kept, member)

    # ------------------------------------------------------------------------------------ storing the results of a test

    def few(self, part: m.Expr, name: str, scope: Scope) -> tuple[Few, ...] | None:
        """Return the names and cells, other than the wide parameter `name`, on which a test depends. Return None if
        they have too many combinations of values."""
        asked: dict[m.Expr, tuple[int, int]] = {}
        for free in sorted(self.free.of(part) - {name}):
            asked[m.Local(free)] = self.ranges.of(m.Local(free), scope)
        for inside in parts_of(part):
            match inside:
                case m.Load(cell, index) if all(isinstance(i, m.Const) for i in index):
                    if self.ranges.cells[cell].kind == "number":
                        asked[inside] = self.ranges.of(inside, scope)
        if prod(high - low + 1 for low, high in asked.values()) > WIDEST:
            return None
        return tuple(Few(f"#few {i}", key, *span) for i, (key, span) in enumerate(asked.items()))

    def plain_question(self, part: m.Expr, few: tuple[Few, ...], name: str) -> m.Expr:
        """Return the test with standard names, so that equal tests share a row. The parameter is `#of`; the names of
        `few` replace the expressions for which they stand."""
        of_state = {one.asked: m.Local(one.name) for one in few}

        def put(expr: m.Expr) -> m.Expr:
            found = of_state.get(expr)
            if found is not None:
                return found
            changed: m.Expr = map_children(expr, put)
            return changed

        return replace_names(put(part), {name: m.Local(OF)}, fresh_names())

    def row(self, told: m.Expr, few: tuple[Few, ...], span: tuple[int, int]) -> str | None:
        """Return the name of a new cell with the results of a test for each value of the parameter. Return None if the
        results cannot be updated with each write."""
        size, scope = span[1] + 1, {OF: span, **{one.name: (one.low, one.high) for one in few}}
        if not self.effects.reads(told) or not self.speculation.total(told, scope):
            return None
        try:
            value = AnswerSets(self.analyses, few).of(told, scope) if few else told
        except NoAnswerSet:
            return None
        found = self.initial_answers(value, OF, size)
        if found is None:
            return None
        most = prod(one.high - one.low + 1 for one in few) - 1 if few else 1
        kind: Literal["set", "number"] = "set" if few else "number"
        cell = self.analyses.add_cell(m.Cell("kept 1", kind, (size,), ("",), 0, most, 0, found[1], "", "control")).name

        def refresh(value_name: str) -> tuple[m.Stmt, ...]:
            made = replace_names(value, {OF: m.Local(value_name)}, self.analyses.fresh)
            return (m.Write(cell, (m.Local(value_name),), made),)

        self.views.append(MaintainedView(found[0], refresh))
        return cell
