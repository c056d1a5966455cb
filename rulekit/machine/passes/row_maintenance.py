"""Row maintenance: what a decision asks of each value of a wide parameter is kept, and every write keeps it in step.

`choose here in Spot, quarters in 0..3 where fits(drawn.kind, quarters, here)` asks of every site what lies around it,
for each turning again.  A site has a row instead: the set of all pairs of a kind and a turning that fit there.  Which
elements a row rests on is known beforehand where tables tell them; a write to one of those makes the few rows anew that
rest on it, by operations on whole sets (`answer_sets.py`), and the decision looks its answers up.  What is asked
without further parameters has one answer for each value, which is kept as a number.  Only for playouts: states have
more cells.
"""

from __future__ import annotations

from math import prod

import attrs
from attrs import frozen

from .. import program as m
from ..analyses.compile_time import InitialValues
from ..analyses.effects import Effects
from ..analyses.evaluators import NotCompileTime
from ..analyses.free_names import FreeNames
from ..analyses.fresh_names import fresh_names
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import SpeculationSafety
from ..analyses.value_ranges import Scope, ValueRanges
from ..child_mapping import mapped
from ..clause_origins import handed_on
from ..operator_intervals import Interval
from ..traversal import parts_of
from . import rewriter
from .answer_sets import AnswerSets, Few, NoAnswerSet
from .conjuncts import conjuncts
from .kept_in_step import Concerned, Kept, NotKept, concerned_by_writes, kept_in_step, resting, unsteady_cells
from .loop_narrowing import conjoined
from .substitution import substituted

LEAST = 64
"""Values of a parameter that has rows."""
WIDEST = 256
"""Members of a row."""
OF = "#of"
"""The parameter, in what is asked of it."""


def row_maintenance(analyses: Analyses, why: list[str]) -> m.Machine:
    keeper = RowKeeper(analyses)
    result = rewriter.decisions(analyses.machine, keeper.alternative)
    made = [keeper.kept(row) for row in keeper.rows.values() if row is not None]
    if made:
        result = analyses.with_added(rewriter.statements(result, lambda stmt: kept_in_step(stmt, made, analyses)))
    told = f"{len(made)} questions about a parameter of decisions are kept answered by writes"
    why.append(f"row_maintenance: {told}{resting(made)}")
    return result


@frozen
class Row:
    """The answers kept in `cell`: for each value of the parameter what `value` gives."""

    cell: str
    value: m.Expr
    concerned: Concerned


class RowKeeper:
    def __init__(self, analyses: Analyses) -> None:
        self.analyses = analyses
        self.free = analyses.get(FreeNames)
        self.ranges = analyses.get(ValueRanges)
        self.speculation = analyses.get(SpeculationSafety)
        self.effects = analyses.get(Effects)
        self.initial = analyses.get(InitialValues)
        self.unsteady = unsteady_cells(analyses)
        self.rows: dict[tuple[m.Expr, tuple[Interval, ...]], Row | None] = {}

    # ------------------------------------------------------------------------------------------------------ decisions

    def alternative(self, a: m.Alternative) -> m.Alternative:
        scope: Scope = {}
        for test in a.tests:
            scope = self.ranges.passed(test, scope)
        levels, wide = [], list[str]()
        for level in a.levels:
            scope = {**scope, level.name: (level.low, level.high)}
            if level.low == 0 and level.high + 1 >= LEAST:
                wide.append(level.name)
            tests = []
            for test in level.tests:
                changed = test
                if test.name is None:
                    changed = attrs.evolve(test, value=self.condition(test.value, wide, scope))
                tests.append(changed)
                scope = self.ranges.passed(test, scope)
            levels.append(attrs.evolve(level, tests=tuple(tests)))
        return attrs.evolve(a, levels=tuple(levels))

    def condition(self, condition: m.Expr, wide: list[str], scope: Scope) -> m.Expr:
        """With those of its parts looked up for which there are rows."""
        found = []
        for part in conjuncts(condition):
            free = self.free.of(part)
            names = [name for name in wide if name in free]
            found.append(part)
            if len(names) == 1 and self.speculation.costs(part):
                found[-1] = handed_on(self.looked_up(part, names[0], scope), part) or part
        return conjoined(found) or condition

    def looked_up(self, part: m.Expr, name: str, scope: Scope) -> m.Expr | None:
        few = self.few(part, name, scope)
        if few is None:
            return None
        told = self.told(part, few, name)
        key = told, (scope[name], *((one.low, one.high) for one in few))
        if key not in self.rows:
            self.rows[key] = self.row(told, few, scope[name])
        row = self.rows[key]
        if row is None:
            return None
        kept = m.Load(row.cell, (m.Local(name),))
        if not few:
            return kept
        member: m.Expr = m.Const(0)
        for one in few:
            at = m.Op("sub", (one.asked, m.Const(one.low))) if one.low else one.asked
            scaled = m.Op("mul", (member, m.Const(one.high - one.low + 1)))
            member = at if member == m.Const(0) else m.Op("add", (scaled, at))
        return m.Has(kept, member)

    # ------------------------------------------------------------------------------------------------------- questions

    def few(self, part: m.Expr, name: str, scope: Scope) -> tuple[Few, ...] | None:
        """What it asks besides, each one of few values; None where those are too many."""
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

    def told(self, part: m.Expr, few: tuple[Few, ...], name: str) -> m.Expr:
        """The question with plain names: what it asks besides, and `#of` for the parameter; alike where it is alike."""
        of_state = {one.asked: m.Local(one.name) for one in few}

        def put(expr: m.Expr) -> m.Expr:
            found = of_state.get(expr)
            if found is not None:
                return found
            changed: m.Expr = mapped(expr, put)
            return changed

        return substituted(put(part), {name: m.Local(OF)}, fresh_names())

    def row(self, told: m.Expr, few: tuple[Few, ...], span: tuple[int, int]) -> Row | None:
        size, scope = span[1] + 1, {OF: span, **{one.name: (one.low, one.high) for one in few}}
        if not self.effects.reads(told) or not self.speculation.total(told, scope):
            return None
        try:
            value = AnswerSets(self.analyses, few).of(told, scope) if few else told
            concerned = concerned_by_writes(self.analyses, value, OF, size, self.unsteady)
            known = self.initial.known(value)
            initial = tuple(int(known({OF: x})) for x in range(size))
        except (NoAnswerSet, NotKept, NotCompileTime):
            return None
        if not few:
            cell = m.Cell("kept 1", "number", (size,), ("",), 0, 1, 0, initial, "", "control")
        else:
            most = prod(one.high - one.low + 1 for one in few) - 1
            cell = m.Cell("kept 1", "set", (size,), ("",), 0, most, 0, initial, "", "control")
        return Row(self.analyses.add_cell(cell).name, value, concerned)

    def kept(self, row: Row) -> Kept:
        def anew(value: str) -> tuple[m.Stmt, ...]:
            made = substituted(row.value, {OF: m.Local(value)}, self.analyses.fresh)
            return (m.Write(row.cell, (m.Local(value),), made),)

        return Kept(row.concerned, anew)
