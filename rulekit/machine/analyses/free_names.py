"""Free names: which names an expression leaves free, and what each form binds."""

from __future__ import annotations

from .. import program as m
from ..child_mapping import child_expressions
from .manager import Analyses, Analysis

BINDERS: frozenset[type] = frozenset({m.Bind, m.Fold, m.SetBuild, m.Reach, m.Grow})
"""The forms in which a name is bound."""
NONE: frozenset[str] = frozenset()


def scopes(expr: m.Expr) -> list[tuple[m.Expr, frozenset[str]]]:
    """Each expression directly inside, with the names that `expr` binds for it."""
    if type(expr) not in BINDERS:
        return [(x, NONE) for x in child_expressions(expr)]
    match expr:
        case m.Bind(name, value, body):
            return [(value, NONE), (body, frozenset({name}))]
        case m.Fold(_, name, over, where, body, otherwise):
            inner = frozenset({name})
            outer = [(x, NONE) for x in (*child_expressions(over), *([otherwise] if otherwise is not None else []))]
            return outer + [(x, inner) for x in (where, body) if x is not None]
        case m.SetBuild(_, name, over, where, image):
            inner = frozenset({name})
            return [(x, NONE) for x in child_expressions(over)] + [(x, inner) for x in (where, image) if x is not None]
        case m.Reach(_, seed, source, target, over, where):
            near, far = frozenset({source}), frozenset({source, target})
            inside = [(x, near) for x in child_expressions(over)]
            return [(seed, NONE), *inside, *([(where, far)] if where is not None else [])]
        case m.Grow(_, name, seed, more):
            return [(seed, NONE), (more, frozenset({name}))]
    raise TypeError(f"{type(expr).__name__} binds no name")


class FreeNames(Analysis):
    """Remembers them of each expression."""

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
        self._known[id(expr)] = (expr, found)  # the expression is kept, so that its id stays its own
        return found

    def of_domain(self, over: m.LoopDomain) -> frozenset[str]:
        return NONE.union(*map(self.of, child_expressions(over)))
