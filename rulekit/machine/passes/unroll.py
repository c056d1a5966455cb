"""Loop unrolling: a loop over a handful of values is written out, so that it neither counts nor jumps.

`some` and `all` stop early as before.  The others ask every value, so there nothing may fault that a loop would not
have come to.  A loop of assignments becomes those of each value: where they lie is then known beforehand.
"""

from __future__ import annotations

from functools import reduce

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import LoopDetection, SpeculationSafety
from ..analyses.value_ranges import Scope, ValueRanges
from ..traversal import parts_of, statements_of
from . import rewriter
from .constant_folding import Folder, is_truth
from .inline import expression_size
from .substitution import substituted

FEW = 5
"""Values that are written out."""
SMALL = 24
"""Forms in what is written out for each."""
GROWTH = 600
"""Forms that one whole expression may grow by."""


def unroll(analyses: Analyses, why: list[str]) -> m.Machine:
    unroller = Unroller(analyses)
    result = rewriter.machine(analyses.machine, unroller.whole)
    if any(isinstance(part, m.Each) for part in parts_of((result.routines, result.nodes))):
        result = rewriter.statements(result, unroller.statement)
    why.append(f"unroll: {unroller.done} loops of at most {FEW} passes are written out")
    return result


class Unroller:
    def __init__(self, analyses: Analyses) -> None:
        self.fresh = analyses.fresh
        self.folder = Folder(self.fresh)
        self.ranges = analyses.get(ValueRanges)
        self.speculation = analyses.get(SpeculationSafety)
        self.loops = analyses.get(LoopDetection)
        self.done = 0
        self.left = 0

    def statement(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        match stmt:
            case m.Each(name, m.LoopDomain(m.Const(low), m.Const(high)), where, body) if 0 < high - low + 1 <= FEW:
                simple = all(isinstance(s, (m.Write, m.IfStatement)) for s in statements_of(body))
                if not simple or len(list(parts_of(body))) > SMALL:
                    return (stmt,)
                self.done += 1
                return tuple(s for value in range(low, high + 1) for s in self.passed(name, value, where, body))
        return (stmt,)

    def passed(self, name: str, value: int, where: m.Expr | None, body: tuple[m.Stmt, ...]) -> tuple[m.Stmt, ...]:
        """One pass of a loop of statements."""

        def put(part: m.Expr) -> m.Expr:
            return self.folder.expression(substituted(part, {name: m.Const(value)}, self.fresh))

        found = rewriter.block(body, put)
        return found if where is None else (m.IfStatement(put(where), found),)

    def whole(self, expr: m.Expr, scope: Scope) -> m.Expr:
        self.left = GROWTH
        return self.expression(expr, scope)

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if not self.loops.inside(expr):
            return expr
        expr = self.ranges.mapped(expr, scope, self.expression)
        match expr:
            case m.Fold(kind, name, m.LoopDomain(m.Const(low), m.Const(high)), where, body) if (
                0 < high - low + 1 <= FEW
            ):
                values = range(low, high + 1)
                parts = [p for p in (where, body) if p is not None]
                size = sum(expression_size(p) for p in parts) * len(values)
                if size > SMALL * len(values) or size > self.left:
                    return expr
                inside: Scope = {**scope, name: (low, high)}
                new = self.written(expr, kind, name, values, inside)
                if new is not None:
                    self.left -= size
                    self.done += 1
                    return new
        return expr

    def written(self, expr: m.Fold, kind: m.FoldKind, name: str, values: range, scope: Scope) -> m.Expr | None:
        def put(part: m.Expr, value: int) -> m.Expr:
            return self.folder.expression(substituted(part, {name: m.Const(value)}, self.fresh))

        where, body = expr.where, expr.body
        if kind == "some":
            parts = [p for p in (where, body) if p is not None] or [m.Const(1)]
            ways = [put(m.Op("and", tuple(parts)) if len(parts) > 1 else truth(parts[0]), value) for value in values]
            return joined("or", ways)
        if kind == "all" and body is not None:
            each = [truth(body)] if where is None else [m.Op("or", (m.Op("not", (where,)), body))]
            return joined("and", [put(each[0], value) for value in values])
        if where is not None and not self.speculation.total(where, scope):
            return None
        if kind == "count" and where is not None:
            return self.sum_of([put(truth(where), value) for value in values])
        if kind in ("most", "least") and where is None:
            term = m.Local(name) if body is None else body
            if not self.speculation.total(term, scope):
                return None
            best: m.NumberOp = "max" if kind == "most" else "min"
            return reduce(lambda one, other: m.Op(best, (one, other)), [put(term, value) for value in values])
        if kind == "sum":
            term = m.Local(name) if body is None else body
            if not self.speculation.total(term, scope):
                return None
            terms = [put(term if where is None else m.IfElse(where, term, m.Const(0)), value) for value in values]
            ranges = [self.ranges.of(term, {**scope, name: (value, value)}) for value in values]
            least, most = sum(min(0, low) for low, _ in ranges), sum(max(0, high) for _, high in ranges)
            return self.sum_of(terms) if least >= -(2**31) and most < 2**31 else None
        if kind == "only" and where is not None and expr.fault is not None:
            held = [self.fresh("held") for _ in values]
            there: list[m.Expr] = [m.Local(h) for h in held]
            which = self.sum_of(
                [
                    m.Op("mul", (m.Const(value), one)) if value != 1 else one
                    for value, one in zip(values, there, strict=True)
                ]
            )
            one = m.Op("eq", (self.sum_of(list(there)), m.Const(1)))
            result: m.Expr = m.Check(one, expr.fault, which)
            for name_, value in reversed(list(zip(held, values, strict=True))):
                result = m.Bind(name_, put(truth(where), value), result)
            return result
        return None

    def sum_of(self, terms: list[m.Expr]) -> m.Expr:
        result = terms[0]
        for term in terms[1:]:
            result = m.Op("add", (result, term))
        return result


def truth(expr: m.Expr) -> m.Expr:
    return expr if is_truth(expr) else m.Op("ne", (expr, m.Const(0)))


def joined(op: m.NumberOp, parts: list[m.Expr]) -> m.Expr:
    return truth(parts[0]) if len(parts) == 1 else m.Op(op, tuple(parts))
