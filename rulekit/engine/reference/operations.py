"""Compile operations on numbers and sets."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from ...machine import program as m
from ...machine.operator_intervals import ON_NUMBERS
from ..cell_layout import bit_members
from ..interface import ARITHMETIC, Value
from .context import (
    GREATEST,
    LEAST,
    Closure,
    ExecutionContext,
    MachineIndex,
    NumberClosure,
    Scope,
    compile_number,
    compile_numbers,
    compile_set,
)

COMPARISONS: Mapping[str, Callable[[NumberClosure, NumberClosure], NumberClosure]] = {
    "eq": lambda left, right: lambda context, scope: 1 if left(context, scope) == right(context, scope) else 0,
    "ne": lambda left, right: lambda context, scope: 1 if left(context, scope) != right(context, scope) else 0,
    "lt": lambda left, right: lambda context, scope: 1 if left(context, scope) < right(context, scope) else 0,
    "le": lambda left, right: lambda context, scope: 1 if left(context, scope) <= right(context, scope) else 0,
    "gt": lambda left, right: lambda context, scope: 1 if left(context, scope) > right(context, scope) else 0,
    "ge": lambda left, right: lambda context, scope: 1 if left(context, scope) >= right(context, scope) else 0,
}


def compile_operator(index: MachineIndex, expr: m.Op) -> Closure:
    if expr.op in ("and", "or"):
        return compile_logical(index, expr)
    args = [compile_number(index, arg) for arg in expr.args]
    if expr.op in COMPARISONS:
        return COMPARISONS[expr.op](*args)
    if expr.op == "not":
        denied = args[0]
        return lambda context, scope: 0 if denied(context, scope) else 1
    if expr.op == "neg":
        return compile_combination(operator.sub, lambda context, scope: 0, args[0])
    if expr.op in ("div", "mod"):
        return compile_division(ON_NUMBERS[expr.op], *args)
    return compile_combination(ON_NUMBERS[expr.op], *args)


def compile_combination(combine: Callable[[int, int], int], left: NumberClosure, right: NumberClosure) -> Closure:
    """Return the closure of an operation on two numbers. It raises an arithmetic fault if the result does not fit in 32
    bits."""

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        result = combine(left(context, scope), right(context, scope))
        if LEAST <= result <= GREATEST:
            return result
        raise context.fault(ARITHMETIC)

    return evaluate


def compile_division(divide: Callable[[int, int], int], left: NumberClosure, right: NumberClosure) -> Closure:
    """Return the closure of a division. It faults if the divisor is zero, or if the least number is divided by -1."""

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        a, b = left(context, scope), right(context, scope)
        if b != 0:
            result = divide(a, b)
            if result <= GREATEST:
                return result
        raise context.fault(ARITHMETIC)

    return evaluate


def compile_logical(index: MachineIndex, expr: m.Op) -> Closure:
    """Return the closure of an `and` or `or`, which stops at the first argument that decides the result."""
    parts = [compile_number(index, arg) for arg in expr.args]
    first, second = parts[0], parts[-1]
    if len(parts) == 2 and expr.op == "and":
        return lambda context, scope: 1 if first(context, scope) and second(context, scope) else 0
    if len(parts) == 2:
        return lambda context, scope: 1 if first(context, scope) or second(context, scope) else 0
    decisive = expr.op == "or"

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        for part in parts:
            if bool(part(context, scope)) == decisive:
                return int(decisive)
        return int(not decisive)

    return evaluate


def compile_set_const(index: MachineIndex, expr: m.SetConst) -> Closure:
    value = bit_members(expr.bits)
    return lambda context, scope: value


def compile_set_op(index: MachineIndex, expr: m.SetOp) -> Closure:
    left, right = compile_set(index, expr.left), compile_set(index, expr.right)
    if expr.op == "union":
        return lambda context, scope: left(context, scope) | right(context, scope)
    if expr.op == "common":
        return lambda context, scope: left(context, scope) & right(context, scope)
    return lambda context, scope: left(context, scope) - right(context, scope)


def compile_shift(index: MachineIndex, expr: m.Shift) -> Closure:
    found, by, inside = compile_set(index, expr.set), expr.by, range(expr.size)
    return lambda context, scope: frozenset([x + by for x in found(context, scope) if x + by in inside])


def compile_set_of(index: MachineIndex, expr: m.SetOf) -> Closure:
    items = compile_numbers(index, expr.items)
    return lambda context, scope: frozenset(items(context, scope))


def compile_has(index: MachineIndex, expr: m.Has) -> Closure:
    found, member = compile_set(index, expr.set), compile_number(index, expr.member)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        inside = found(context, scope)
        return 1 if member(context, scope) in inside else 0

    return evaluate


def compile_size_of(index: MachineIndex, expr: m.SizeOf) -> Closure:
    found = compile_set(index, expr.set)
    return lambda context, scope: len(found(context, scope))


def compile_compare(index: MachineIndex, expr: m.Compare) -> Closure:
    left, right = compile_set(index, expr.left), compile_set(index, expr.right)
    if expr.op == "same":
        return lambda context, scope: 1 if left(context, scope) == right(context, scope) else 0
    return lambda context, scope: 1 if left(context, scope) <= right(context, scope) else 0
