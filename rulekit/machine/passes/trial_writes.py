"""Trial writes: a routine that is only tried out does not write what nobody reads.

`after go(a, b): in_check(p)` need not count the moves without a capture: the question does not read them, and the
trial restores every cell. So it runs a copy of `go` without such writes, if they cannot fault. The engine then also
saves fewer cells.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import attrs

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, params_of
from ..form_table import parts_of
from ..operator_intervals import interval_inside
from . import rewriter

Cells = frozenset[str]


def trial_writes(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = TrialWrites(analyses)
    result = analyses.machine
    if any(isinstance(part, m.After) for part in parts_of((result.nodes, result.functions, result.routines))):
        result = rewriter.machine(result, finder.expression, finder.alternative)
    why.append(f"trial_writes: {finder.done} writes of routines that are tried out are left out")
    return analyses.with_added(result)


class TrialWrites(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)
        self.copies: dict[tuple[str, Cells], str] = {}

    def alternative(self, a: m.Alternative) -> m.Alternative:
        return rewriter.alternative_in_scope(a, self.expression, self.ranges)

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with copies of routines in its `after` expressions."""
        expr = self.ranges.map_children(expr, scope, self.expression)
        if not isinstance(expr, m.After):
            return expr
        routine = self.analyses.routines[expr.routine]
        asked = frozenset(self.effects.reads(expr.body) & self.effects.writes_of(routine.name))
        key = routine.name, asked
        if key not in self.copies:
            self.copies[key] = self.copy(routine, asked)
        return attrs.evolve(expr, routine=self.copies[key]) if self.copies[key] != routine.name else expr

    def copy(self, routine: m.Routine, asked: Cells) -> str:
        """Add a copy of the routine without writes that neither it reads later nor anybody asks for afterwards. Return
        its name, or that of the routine if it has no such writes."""
        scope = self.scope(routine)
        body: tuple[m.Stmt, ...] = ()
        for stmt in reversed(routine.body):
            kept: tuple[m.Stmt, ...] = (stmt,)
            for cell in sorted(self.effects.writes(stmt) - asked - self.effects.reads(body)):
                less = rewriter.rewritten(kept, partial(self.without, cell, scope))
                if less != kept and cell not in self.effects.reads(less):
                    kept = less
                    self.done += 1
            body = kept + body
        if body == routine.body:
            return routine.name
        name = next(n for i in range(1, 1 << 16) if (n := f"{routine.name} tried {i}") not in self.analyses.routines)
        self.analyses.add_routine(attrs.evolve(routine, name=name, body=body))
        return name

    def without(self, cell: str, scope: Scope, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        """Return the statement, or none if it writes to the cell, cannot fault, and does nothing else."""
        if isinstance(stmt, m.Write | m.Insert) and stmt.cell == cell:
            value = stmt.value if isinstance(stmt, m.Write) else stmt.member
            fits = stmt.fault is None if isinstance(stmt, m.Write) else self.is_member(value, cell, scope)
            if fits and all(self.speculation.total(part, scope) for part in (m.Load(cell, stmt.index), value)):
                return ()
        return (stmt,)

    def is_member(self, value: m.Expr, cell: str, scope: Scope) -> bool:
        return interval_inside(self.ranges.of(value, scope), 0, self.analyses.cells[cell].high)

    def scope(self, routine: m.Routine) -> Scope:
        """Return the ranges of the parameters and of the locals that get a value in one place only."""
        times = Counter(part.name for part in parts_of(routine.body) if isinstance(part, m.Define | m.Each))
        scope = dict(params_of(routine))
        for part in parts_of(routine.body):
            if isinstance(part, m.Define) and times[part.name] == 1:
                scope = dict(self.ranges.bind(part.name, part.value, scope))
            elif isinstance(part, m.Each) and times[part.name] == 1:
                scope[part.name] = self.ranges.over(part.over, scope)
        return scope
