"""Loop unrolling: replaces a loop over a few constants by its passes, without a counter and jumps.

A `some` becomes an `or` and an `all` an `and`, which stop early as the loops do. A loop of statements becomes the
statements of all its passes.
"""

from __future__ import annotations

from .. import program as m
from ..analyses.manager import Analyses
from ..form_table import map_children, parts_of, statements_of
from . import rewriter
from .constant_folding import Folder, as_truth
from .inline import expression_size, replace_names

FEW = 5
"""The greatest number of values of a loop that is unrolled."""
SMALL = 24
"""The greatest number of expression nodes in the body of a loop that is unrolled."""
GROWTH = 600
"""The greatest number of expression nodes by which one whole expression may grow."""


def unroll(analyses: Analyses, why: list[str]) -> m.Machine:
    unroller = Unroller(analyses)
    result = rewriter.machine(analyses.machine, lambda expr, _: unroller.whole(expr))
    if any(isinstance(part, m.Each) for part in parts_of((result.routines, result.nodes))):
        result = rewriter.statements(result, unroller.statement)
    why.append(f"unroll: {unroller.done} loops of at most {FEW} passes are written out")
    return result


class Unroller(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.folder = Folder(self.fresh)
        self.left = 0

    def statement(self, stmt: m.Stmt) -> tuple[m.Stmt, ...]:
        match stmt:
            case m.Each(name, m.LoopDomain(m.Const(low), m.Const(high)), where, body) if 0 < high - low + 1 <= FEW:
                simple = all(isinstance(s, (m.Write, m.IfStatement)) for s in statements_of(body))
                if not simple or len(list(parts_of(body))) > SMALL:
                    return (stmt,)
                self.done += 1
                one = body if where is None else (m.IfStatement(where, body),)
                return tuple(
                    s for value in range(low, high + 1) for s in self.statements_for(one, name, m.Const(value))
                )
        return (stmt,)

    def statements_for(self, body: tuple[m.Stmt, ...], name: str, value: m.Const) -> tuple[m.Stmt, ...]:
        """Return the statements of a loop's body with `value` instead of the loop's variable."""
        return rewriter.block(body, lambda e: self.folder.expression(replace_names(e, {name: value}, self.fresh)))

    def whole(self, expr: m.Expr) -> m.Expr:
        self.left = GROWTH
        return self.expression(expr)

    def expression(self, expr: m.Expr) -> m.Expr:
        if not self.loops.inside(expr):
            return expr
        expr = map_children(expr, self.expression)
        match expr:
            case m.Fold("some" | "all" as kind, _, m.LoopDomain(m.Const(low), m.Const(high)), where, body) if (
                0 < high - low + 1 <= FEW
            ):
                size = sum(expression_size(p) for p in (where, body) if p is not None)
                if size > SMALL or size * (high - low + 1) > self.left:
                    return expr
                self.left -= size * (high - low + 1)
                self.done += 1
                ways = self.folder.unfold_fold(expr, range(low, high + 1))
                return as_truth(ways[0]) if low == high else m.Op("or" if kind == "some" else "and", tuple(ways))
        return expr
