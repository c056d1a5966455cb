"""Loop detection: which expressions go through values one by one."""

from __future__ import annotations

from .. import program as m
from ..child_mapping import LEAVES, child_expressions
from .manager import Analyses, Analysis


class LoopDetection(Analysis):
    """Remembers it of each expression: most do not loop, and most passes are about loops."""

    FORMS: frozenset[type] = frozenset({m.Fold, m.SetBuild, m.Reach, m.Grow})

    def __init__(self, analyses: Analyses) -> None:
        self._known: dict[int, tuple[m.Expr, bool]] = {}

    def inside(self, expr: m.Expr) -> bool:
        """Whether it is one, or has one in it."""
        form = type(expr)
        if form in LEAVES:
            return False
        if form in self.FORMS:
            return True
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = (expr, any(map(self.inside, child_expressions(expr))))
        return known[1]
