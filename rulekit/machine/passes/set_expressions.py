"""Constructors of conditions and set expressions that simplify their results: conjunctions, intersections, unions,
masks.
"""

from __future__ import annotations

from collections.abc import Iterable

from .. import program as m
from ..analyses.free_names import FreeNames


def full_set(size: int) -> m.SetConst:
    return m.SetConst(size, (1 << size) - 1)


def empty_set(size: int) -> m.SetConst:
    return m.SetConst(size, 0)


def common(*sets: m.Expr) -> m.Expr:
    """Return the intersection of sets. Full sets are dropped; an empty set is the result; complements are subtracted
    last."""
    kept: list[m.Expr] = []
    taken: list[m.Expr] = []
    for one in sets:
        match one:
            case m.SetConst(_, 0):
                return one
            case m.SetConst(size, bits) if bits == (1 << size) - 1:
                pass
            case m.SetOp("minus", m.SetConst(size, bits), other) if bits == (1 << size) - 1:
                taken.append(other)
            case _:
                kept.append(one)
    if not kept:
        kept = [next(s.left if isinstance(s, m.SetOp) else s for s in sets)]
    result = kept[0]
    for one in kept[1:]:
        result = m.SetOp("common", result, one)
    for one in taken:
        result = m.SetOp("minus", result, one)
    return result


def set_union(size: int, sets: Iterable[m.Expr]) -> m.Expr:
    result: m.Expr | None = None
    for one in sets:
        if isinstance(one, m.SetConst) and one.bits == 0:
            continue
        result = one if result is None else m.SetOp("union", result, one)
    return empty_set(size) if result is None else result


def without(size: int, of: m.Expr) -> m.Expr:
    if isinstance(of, m.SetConst):
        return m.SetConst(size, ((1 << size) - 1) & ~of.bits)
    match of:
        case m.SetOp("minus", m.SetConst(_, bits), other) if bits == (1 << size) - 1:
            return other
    return m.SetOp("minus", full_set(size), of)


def restrict(of: m.Expr, mask: m.SetConst) -> m.Expr:
    """Return the intersection of a set with a constant mask, without those parts of its expression that only affect
    members outside the mask."""
    inside = inside_of(of, mask.bits)
    match inside:
        case m.SetConst(size, bits):
            return m.SetConst(size, bits & mask.bits)
        case m.SetOp("minus", m.SetConst(_, bits)) if not bits & ~mask.bits:
            return inside
    return common(mask, inside)


def inside_of(of: m.Expr, mask: int) -> m.Expr:
    """Return a possibly simpler set that has the same members as `of` within the mask."""
    match of:
        case m.SetConst(size, bits):
            return m.SetConst(size, bits & mask)
        case m.SetOp("common", m.SetConst(size, bits), other) | m.SetOp("common", other, m.SetConst(size, bits)):
            if not bits & mask:
                return empty_set(size)
            inside = inside_of(other, bits & mask)
            return inside if not mask & ~bits else common(m.SetConst(size, bits), inside)
        case m.SetOp(op, left, right):
            one, other = inside_of(left, mask), inside_of(right, mask)
            for each in (one, other):
                if op == "union" and isinstance(each, m.SetConst) and not mask & ~each.bits:
                    return each
            match one, other:
                case (m.SetConst(_, 0), _) if op == "union":
                    return other
                case (_, m.SetConst(_, 0)) if op != "common":
                    return one
            return m.SetOp(op, one, other)
    return of


def conjuncts(expr: m.Expr | None) -> list[m.Expr]:
    """Return the conjuncts of a condition, in order; empty for None."""
    if expr is None:
        return []
    if isinstance(expr, m.Op) and expr.op == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def join_conditions(conditions: Iterable[m.Expr | None]) -> m.Expr | None:
    """Return the conjunction of the conditions that are not None; None if all are."""
    given = tuple(condition for condition in conditions if condition is not None)
    return m.Op("and", given) if len(given) > 1 else given[0] if given else None


def parts(expr: m.Expr, free: FreeNames) -> list[m.Expr]:
    """Return the conjuncts of a condition, also through bindings of plain values: each conjunct binds the names that it
    uses."""
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
    """Return whether an expression may be dropped or evaluated twice without any effect on results or faults."""
    match value:
        case m.Const() | m.Local():
            return True
        case m.Load(_, index):
            return all(isinstance(i, m.Const) for i in index)
        case m.Lookup(_, index):
            return all(isinstance(i, m.Local) for i in index)
    return False
