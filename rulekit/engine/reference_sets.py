"""What each operation on sets means: a translator for each, as in `reference_expressions`."""

from __future__ import annotations

from ..machine import program as m
from .interface import Value
from .reference_forms import members, number, numbers
from .reference_work import Index, Meaning, Scope, Work
from .state import bit_members


def set_const(index: Index, expr: m.SetConst) -> Meaning:
    value = bit_members(expr.bits)
    return lambda work, scope: value


def set_op(index: Index, expr: m.SetOp) -> Meaning:
    left, right = members(index, expr.left), members(index, expr.right)
    if expr.op == "union":
        return lambda work, scope: left(work, scope) | right(work, scope)
    if expr.op == "common":
        return lambda work, scope: left(work, scope) & right(work, scope)
    return lambda work, scope: left(work, scope) - right(work, scope)


def shift(index: Index, expr: m.Shift) -> Meaning:
    found, by, inside = members(index, expr.set), expr.by, range(expr.size)
    return lambda work, scope: frozenset([x + by for x in found(work, scope) if x + by in inside])


def set_of(index: Index, expr: m.SetOf) -> Meaning:
    items = numbers(index, expr.items)
    return lambda work, scope: frozenset(items(work, scope))


def has(index: Index, expr: m.Has) -> Meaning:
    found, member = members(index, expr.set), number(index, expr.member)

    def asked(work: Work, scope: Scope) -> Value:
        inside = found(work, scope)
        return 1 if member(work, scope) in inside else 0

    return asked


def size_of(index: Index, expr: m.SizeOf) -> Meaning:
    found = members(index, expr.set)
    return lambda work, scope: len(found(work, scope))


def compare(index: Index, expr: m.Compare) -> Meaning:
    left, right = members(index, expr.left), members(index, expr.right)
    if expr.op == "same":
        return lambda work, scope: 1 if left(work, scope) == right(work, scope) else 0
    return lambda work, scope: 1 if left(work, scope) <= right(work, scope) else 0
