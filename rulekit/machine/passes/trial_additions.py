"""Tried additions: simplifies an `after` expression whose routine only adds one member to a set. Instead of changing
the state, it reads the set plus that member.

For example, `after lay(p, c): wins(p)`, where `lay` only adds c to a set, need not save and restore cells any more. So
loops around it can become operations on whole sets, also if `after` expressions are nested. This pass is only for
playouts, because expressions may become longer.
"""

from __future__ import annotations

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from ..form_table import map_children, parts_of
from . import rewriter
from .inline import expression_size, inline_body, replace_names
from .set_expressions import join_conditions

LONGEST = 400
"""The greatest number of expression nodes in the body of an `after`, with all functions that it calls."""
UNSEEN = (m.Seen, m.After, m.Run, m.RingAt, m.RingSize)
"""Forms that prevent the replacement, because they may depend on the changed state in other ways."""


def trial_additions(analyses: Analyses, why: list[str]) -> m.Machine:
    trier = Trier(analyses)
    result = analyses.machine
    if any(isinstance(part, m.After) for part in parts_of((result.nodes, result.functions, result.routines))):
        result = rewriter.machine(result, trier.expression, trier.alternative)
    why.append(f"trial_additions: {trier.done} things tried out are asked of sets with one member more")
    return result


class Trier(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.routines, self.cells = analyses.routines, analyses.cells

    def alternative(self, a: m.Alternative) -> m.Alternative:
        return rewriter.alternative_in_scope(a, self.expression, self.ranges)

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with `after` expressions replaced if possible, inner ones first."""
        changed = self.ranges.map_children(expr, scope, self.expression)
        if isinstance(changed, m.After):
            return self.evaluate_trial(changed, scope) or changed
        return changed

    def evaluate_trial(self, expr: m.After, scope: Scope) -> m.Expr | None:
        routine = self.routines[expr.routine]
        effects = [s for s in routine.body if not isinstance(s, m.Mark)]
        if len(effects) != 1 or not isinstance(effects[0], m.Insert) or effects[0].drop or routine.kind is not None:
            return None
        added = effects[0]
        plain = (m.Const, m.Local)
        if not all(isinstance(part, plain) for part in (*added.index, added.member)):
            return None
        body = self.inline_calls_of_sum(expr.body, [LONGEST])
        if body is None:
            return None
        names: dict[str, m.Expr] = {}
        binds: list[tuple[str, m.Expr]] = []
        for param, arg in zip(routine.params, expr.args, strict=True):
            if param.kind != m.NUMBER:
                return None
            if isinstance(arg, plain):
                names[param.name] = arg
            else:
                binds.append((self.fresh(param.name), arg))
                names[param.name] = m.Local(binds[-1][0])
        index = tuple(replace_names(part, names, self.fresh) for part in added.index)
        member = replace_names(added.member, names, self.fresh)
        inner = dict(scope)
        for name, arg in binds:
            inner[name] = self.ranges.of(arg, scope)
        size = self.cells[added.cell].high + 1
        low, high = self.ranges.of(member, inner)
        if low < 0 or high >= size or not self.speculation.total(m.Load(added.cell, index), inner):
            return None
        # rename what the body binds, so that it captures no name in the index or in the member
        body = replace_names(body, {}, self.fresh)
        result: m.Expr = self.read(body, added.cell, index, m.SetOf(size, (member,)))
        for name, arg in reversed(binds):
            result = m.Bind(name, arg, result)
        self.done += 1
        return result

    def inline_calls_of_sum(self, expr: m.Expr, left: list[int]) -> m.Expr | None:
        """Return the expression with all calls inlined. Return None if it would be too large, or if it contains a form
        that cannot be replaced. `left` contains the number of nodes that it may still have."""
        left[0] -= 1
        if left[0] < 0 or isinstance(expr, UNSEEN):
            return None
        if isinstance(expr, m.Call):
            function = self.functions[expr.function]
            left[0] -= expression_size(function.body)
            if function.nested or left[0] < 0:
                return None
            return self.inline_calls_of_sum(inline_body(function, expr.args, self.fresh), left)
        whole = True

        def change(part: m.Expr) -> m.Expr:
            nonlocal whole
            found = self.inline_calls_of_sum(part, left) if whole else None
            whole = whole and found is not None
            return part if found is None else found

        result: m.Expr = map_children(expr, change)
        return result if whole else None

    def read(self, expr: m.Expr, cell: str, index: tuple[m.Expr, ...], added: m.Expr) -> m.Expr:
        """Return the expression with each read of one element of a cell replaced by the union of the element and
        `added`."""
        result: m.Expr = map_children(expr, lambda part: self.read(part, cell, index, added))
        if not isinstance(result, m.Load) or result.cell != cell:
            return result
        here: list[m.Expr] = []
        for one, other in zip(result.index, index, strict=True):
            if one == other:
                continue
            if isinstance(one, m.Const) and isinstance(other, m.Const):
                return result
            here.append(m.Op("eq", (one, other)))
        more = m.SetOp("union", result, added)
        same = join_conditions(here)
        return more if same is None else m.IfElse(same, more, result)
