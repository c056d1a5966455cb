"""Conjuncts: a condition taken apart into the parts that must all hold; what may be worked out again for each."""

from __future__ import annotations

from .. import program as m
from ..analyses.free_names import FreeNames


def conjuncts(expr: m.Expr | None) -> list[m.Expr]:
    """The parts of a condition that must all hold, in order."""
    if expr is None:
        return []
    if isinstance(expr, m.Op) and expr.op == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def parts(expr: m.Expr, free: FreeNames) -> list[m.Expr]:
    """The same, also through names for plain values: such a name goes with each part that uses it."""
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
    """Whether it may be left out or worked out again without anybody noticing."""
    match value:
        case m.Const() | m.Local():
            return True
        case m.Load(_, index):
            return all(isinstance(i, m.Const) for i in index)
        case m.Lookup(_, index):
            return all(isinstance(i, m.Local) for i in index)
    return False
