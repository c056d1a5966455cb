"""Conjuncts: take a condition apart into the parts that must all hold, and join such parts again."""

from __future__ import annotations

from collections.abc import Iterable

from .. import program as m
from ..analyses.free_names import FreeNames


def conjuncts(expr: m.Expr | None) -> list[m.Expr]:
    """Return the parts of a condition that must all hold, in order."""
    if expr is None:
        return []
    if isinstance(expr, m.Op) and expr.op == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def join_conditions(conditions: Iterable[m.Expr | None]) -> m.Expr | None:
    """Return the condition that those of them that are given all hold; None if none is."""
    given = tuple(condition for condition in conditions if condition is not None)
    return m.Op("and", given) if len(given) > 1 else given[0] if given else None


def parts(expr: m.Expr, free: FreeNames) -> list[m.Expr]:
    """Return the same, also of a condition with names for plain values: each part takes the names that it uses."""
    match expr:
        case m.Op("and", args):
            return [part for arg in args for part in parts(arg, free)]
        case m.Bind(name, value, body) if plain(value):
            inside = parts(body, free)
            if len(inside) > 1:
                return [m.Bind(name, value, p) if name in free.of(p) else p for p in inside]
            if name not in free.of(body):
                return inside
        case m.Op("ne" | "gt", (inner, m.Const(0))) if isinstance(inner, m.Op) and inner.op == "and":
            return parts(inner, free)
    return [expr]


def plain(value: m.Expr) -> bool:
    """Return whether it may be left out or evaluated again without anybody noticing."""
    match value:
        case m.Const() | m.Local():
            return True
        case m.Load(_, index):
            return all(isinstance(i, m.Const) for i in index)
        case m.Lookup(_, index):
            return all(isinstance(i, m.Local) for i in index)
    return False
