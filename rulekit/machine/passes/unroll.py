"""Loop unrolling: write `some` and `all` over a handful of values out as `or` and `and`.

They then neither count nor jump, and stop early as before.
"""

from __future__ import annotations

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import LoopDetection
from ..child_mapping import mapped
from . import rewriter
from .constant_folding import Folder, as_truth
from .inline import expression_size

FEW = 5
"""Values that are written out."""
SMALL = 24
"""Forms in what is written out for each value."""
GROWTH = 600
"""Forms by which one whole expression may grow."""


def unroll(analyses: Analyses, why: list[str]) -> m.Machine:
    unroller = Unroller(analyses)
    result = rewriter.machine(analyses.machine, lambda expr, _: unroller.whole(expr))
    why.append(f"unroll: {unroller.done} loops of at most {FEW} passes are written out")
    return result


class Unroller:
    def __init__(self, analyses: Analyses) -> None:
        self.folder = Folder(analyses.fresh)
        self.loops = analyses.get(LoopDetection)
        self.done = 0
        self.left = 0

    def whole(self, expr: m.Expr) -> m.Expr:
        self.left = GROWTH
        return self.expression(expr)

    def expression(self, expr: m.Expr) -> m.Expr:
        if not self.loops.inside(expr):
            return expr
        expr = mapped(expr, self.expression)
        match expr:
            case m.Fold("some" | "all" as kind, _, m.LoopDomain(m.Const(low), m.Const(high)), where, body) if (
                0 < high - low + 1 <= FEW
            ):
                size = sum(expression_size(p) for p in (where, body) if p is not None)
                if size > SMALL or size * (high - low + 1) > self.left:
                    return expr
                self.left -= size * (high - low + 1)
                self.done += 1
                ways = self.folder.written_out(expr, range(low, high + 1))
                return as_truth(ways[0]) if low == high else m.Op("or" if kind == "some" else "and", tuple(ways))
        return expr
