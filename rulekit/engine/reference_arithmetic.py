"""What each operation on numbers means: a translator for each, as in `reference_expressions`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from ..machine import program as m
from .interface import ARITHMETIC, Value
from .reference_forms import GREATEST, LEAST, number
from .reference_work import Index, Meaning, Number, Scope, Work

ARITHMETICAL: Mapping[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
}
COMPARISONS: Mapping[str, Callable[[Number, Number], Number]] = {
    "eq": lambda left, right: lambda work, scope: 1 if left(work, scope) == right(work, scope) else 0,
    "ne": lambda left, right: lambda work, scope: 1 if left(work, scope) != right(work, scope) else 0,
    "lt": lambda left, right: lambda work, scope: 1 if left(work, scope) < right(work, scope) else 0,
    "le": lambda left, right: lambda work, scope: 1 if left(work, scope) <= right(work, scope) else 0,
    "gt": lambda left, right: lambda work, scope: 1 if left(work, scope) > right(work, scope) else 0,
    "ge": lambda left, right: lambda work, scope: 1 if left(work, scope) >= right(work, scope) else 0,
}


def op(index: Index, expr: m.Op) -> Meaning:
    if expr.op in ("and", "or"):
        return logical(index, expr)
    args = [number(index, arg) for arg in expr.args]
    if expr.op in COMPARISONS:
        return COMPARISONS[expr.op](*args)
    if expr.op == "not":
        denied = args[0]
        return lambda work, scope: 0 if denied(work, scope) else 1
    if expr.op == "neg":
        return combination(operator.sub, lambda work, scope: 0, args[0])
    if expr.op in ("div", "mod"):
        return division(ARITHMETICAL[expr.op], *args)
    return combination(ARITHMETICAL[expr.op], *args)


def combination(combine: Callable[[int, int], int], left: Number, right: Number) -> Meaning:
    """Outside 32 bits there is no result but a fault."""

    def combined(work: Work, scope: Scope) -> Value:
        result = combine(left(work, scope), right(work, scope))
        if LEAST <= result <= GREATEST:
            return result
        raise work.fault(ARITHMETIC)

    return combined


def division(divide: Callable[[int, int], int], left: Number, right: Number) -> Meaning:
    """By 0 is a fault; the one result outside 32 bits is that of the least number by -1."""

    def divided(work: Work, scope: Scope) -> Value:
        a, b = left(work, scope), right(work, scope)
        if b != 0:
            result = divide(a, b)
            if result <= GREATEST:
                return result
        raise work.fault(ARITHMETIC)

    return divided


def logical(index: Index, expr: m.Op) -> Meaning:
    """Stops at the first argument that decides."""
    parts = [number(index, arg) for arg in expr.args]
    first, second = parts[0], parts[-1]
    if len(parts) == 2 and expr.op == "and":
        return lambda work, scope: 1 if first(work, scope) and second(work, scope) else 0
    if len(parts) == 2:
        return lambda work, scope: 1 if first(work, scope) or second(work, scope) else 0
    decisive = expr.op == "or"

    def decided(work: Work, scope: Scope) -> Value:
        for part in parts:
            if bool(part(work, scope)) == decisive:
                return int(decisive)
        return int(not decisive)

    return decided
