"""Operations on sets: a compiler for each, as in `expressions`."""

from __future__ import annotations

from ...machine import program as m
from ..cell_layout import bit_members
from ..interface import Value
from .closures import compile_number, compile_numbers, compile_set
from .context import Closure, ExecutionContext, MachineIndex, Scope


def set_const(index: MachineIndex, expr: m.SetConst) -> Closure:
    value = bit_members(expr.bits)
    return lambda context, scope: value


def set_op(index: MachineIndex, expr: m.SetOp) -> Closure:
    left, right = compile_set(index, expr.left), compile_set(index, expr.right)
    if expr.op == "union":
        return lambda context, scope: left(context, scope) | right(context, scope)
    if expr.op == "common":
        return lambda context, scope: left(context, scope) & right(context, scope)
    return lambda context, scope: left(context, scope) - right(context, scope)


def shift(index: MachineIndex, expr: m.Shift) -> Closure:
    found, by, inside = compile_set(index, expr.set), expr.by, range(expr.size)
    return lambda context, scope: frozenset([x + by for x in found(context, scope) if x + by in inside])


def set_of(index: MachineIndex, expr: m.SetOf) -> Closure:
    items = compile_numbers(index, expr.items)
    return lambda context, scope: frozenset(items(context, scope))


def has(index: MachineIndex, expr: m.Has) -> Closure:
    found, member = compile_set(index, expr.set), compile_number(index, expr.member)

    def asked(context: ExecutionContext, scope: Scope) -> Value:
        inside = found(context, scope)
        return 1 if member(context, scope) in inside else 0

    return asked


def size_of(index: MachineIndex, expr: m.SizeOf) -> Closure:
    found = compile_set(index, expr.set)
    return lambda context, scope: len(found(context, scope))


def compare(index: MachineIndex, expr: m.Compare) -> Closure:
    left, right = compile_set(index, expr.left), compile_set(index, expr.right)
    if expr.op == "same":
        return lambda context, scope: 1 if left(context, scope) == right(context, scope) else 0
    return lambda context, scope: 1 if left(context, scope) <= right(context, scope) else 0
