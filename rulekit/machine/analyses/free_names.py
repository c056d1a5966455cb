"""Free names: the names that an expression uses but does not bind. Also: the names that an expression binds."""

from __future__ import annotations

from .. import program as m
from ..form_table import BINDERS, child_expressions, form_of
from .manager import Analyses, Analysis

NONE: frozenset[str] = frozenset()


def scopes(expr: m.Expr) -> list[tuple[m.Expr, frozenset[str]]]:
    """Return each direct subexpression of an expression, paired with those names bound by the expression that it may
    use."""
    if type(expr) not in BINDERS:
        return [(x, NONE) for x in child_expressions(expr)]
    found = []
    for part in form_of(type(expr)).parts:
        names = frozenset([getattr(expr, name) for name in part.bound])
        found += [(x, names) for x in part.inside(expr)]
    return found


class FreeNames(Analysis):
    """Computes the free names of expressions. The result for each expression is stored."""

    def __init__(self, analyses: Analyses) -> None:
        self._known: dict[int, tuple[m.Expr, frozenset[str]]] = {}

    def of(self, expr: m.Expr) -> frozenset[str]:
        known = self._known.get(id(expr))
        if known is not None:
            return known[1]
        if isinstance(expr, m.Local):
            return frozenset({expr.name})
        if type(expr) in BINDERS:
            found = NONE.union(*[self.of(child) - bound for child, bound in scopes(expr)])
        else:
            found = NONE.union(*map(self.of, child_expressions(expr)))
        self._known[id(expr)] = (expr, found)  # the tuple keeps the expression alive, so that no other gets its id
        return found

    def of_domain(self, over: m.LoopDomain) -> frozenset[str]:
        return NONE.union(*map(self.of, child_expressions(over)))
