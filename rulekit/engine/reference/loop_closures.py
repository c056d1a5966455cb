"""Compile expressions that loop.

The domain of a loop (the values over which it runs) is evaluated once, before the first pass, with the outer variables.
Each pass uses fuel. It has its own copy of the variables, to which the loop's name is added.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...machine import program as m
from ..interface import ARITHMETIC, Value
from .context import (
    GREATEST,
    LEAST,
    Closure,
    ExecutionContext,
    MachineIndex,
    Scope,
    compile_condition,
    compile_expression,
    compile_number,
    compile_set,
)


def compile_domain(index: MachineIndex, over: m.LoopDomain) -> Callable[[ExecutionContext, Scope], Sequence[int]]:
    """Return a closure for the values over which a loop runs, in rising order."""
    if over.within is not None:
        within = compile_set(index, over.within)
        return lambda context, scope: sorted(within(context, scope))
    assert over.low is not None and over.high is not None
    if isinstance(over.low, m.Const) and isinstance(over.high, m.Const):
        known = range(over.low.value, over.high.value + 1)
        return lambda context, scope: known
    low, high = compile_number(index, over.low), compile_number(index, over.high)
    return lambda context, scope: range(low(context, scope), high(context, scope) + 1)


# ----------------------------------------------------------------------- folds: loops that combine values to one result


def compile_fold(index: MachineIndex, expr: m.Fold) -> Closure:
    return FOLDS[expr.kind](index, expr)


def compile_some_or_all(index: MachineIndex, expr: m.Fold) -> Closure:
    """Return the closure of a `some` or `all` fold, which stops at the first value that decides the result."""
    name, values, where = expr.name, compile_domain(index, expr.over), compile_condition(index, expr.where)
    body, decisive = compile_condition(index, expr.body), expr.kind == "some"

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        inner = scope.copy()
        for value in values(context, scope):
            context.consume_fuel()
            inner[name] = value
            if where(context, inner) and bool(body(context, inner)) == decisive:
                return int(decisive)
        return int(not decisive)

    return evaluate


def compile_results(
    index: MachineIndex, expr: m.Fold, most: int | None = None
) -> Callable[[ExecutionContext, Scope], list[int]]:
    """Return a closure for the list of the body's values, one for each loop value that passes `where`. It stops after
    `most` values."""
    name, values, where = expr.name, compile_domain(index, expr.over), compile_condition(index, expr.where)
    body = compile_number(index, m.Local(name) if expr.body is None else expr.body)

    def evaluate(context: ExecutionContext, scope: Scope) -> list[int]:
        inner, results = scope.copy(), []
        for value in values(context, scope):
            context.consume_fuel()
            inner[name] = value
            if where(context, inner):
                results.append(body(context, inner))
                if len(results) == most:
                    break
        return results

    return evaluate


def compile_count(index: MachineIndex, expr: m.Fold) -> Closure:
    found = compile_results(index, expr)
    return lambda context, scope: len(found(context, scope))


def compile_sum(index: MachineIndex, expr: m.Fold) -> Closure:
    found = compile_results(index, expr)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        result = sum(found(context, scope))
        if LEAST <= result <= GREATEST:
            return result
        raise context.fault(ARITHMETIC)

    return evaluate


def compile_most_or_least(index: MachineIndex, expr: m.Fold) -> Closure:
    found, nothing = compile_results(index, expr), compile_otherwise(index, expr)
    pick = max if expr.kind == "most" else min

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        results = found(context, scope)
        return pick(results) if results else nothing(context, scope)

    return evaluate


def compile_first(index: MachineIndex, expr: m.Fold) -> Closure:
    found, nothing = compile_results(index, expr, most=1), compile_otherwise(index, expr)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        results = found(context, scope)
        return results[0] if results else nothing(context, scope)

    return evaluate


def compile_only(index: MachineIndex, expr: m.Fold) -> Closure:
    found, fault = compile_results(index, expr, most=2), expr.fault
    assert fault is not None

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        results = found(context, scope)
        if len(results) == 1:
            return results[0]
        raise context.fault(fault)

    return evaluate


def compile_otherwise(index: MachineIndex, expr: m.Fold) -> Closure:
    """Return a closure for what a fold does if no value passed `where`: return its default, or raise its fault."""
    if expr.otherwise is not None:
        return compile_expression(index, expr.otherwise)
    fault = expr.fault
    assert fault is not None

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        raise context.fault(fault)

    return evaluate


FOLDS: Mapping[m.FoldKind, Callable[[MachineIndex, m.Fold], Closure]] = {
    "some": compile_some_or_all,
    "all": compile_some_or_all,
    "count": compile_count,
    "sum": compile_sum,
    "most": compile_most_or_least,
    "least": compile_most_or_least,
    "first": compile_first,
    "only": compile_only,
}


# -------------------------------------------------------------------------------------------------- sets built by loops


def compile_set_build(index: MachineIndex, expr: m.SetBuild) -> Closure:
    name, size = expr.name, expr.size
    values, where = compile_domain(index, expr.over), compile_condition(index, expr.where)
    image = compile_expression(index, m.Local(name) if expr.image is None else expr.image)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        inner, found = scope.copy(), set[int]()
        for value in values(context, scope):
            context.consume_fuel()
            inner[name] = value
            if where(context, inner):
                one = image(context, inner)
                if isinstance(one, frozenset):
                    found |= one
                else:
                    found.add(one)
        return frozenset([x for x in found if 0 <= x < size])

    return evaluate


def compile_reach(index: MachineIndex, expr: m.Reach) -> Closure:
    seed, where = compile_expression(index, expr.seed), compile_condition(index, expr.where)
    source, target, size, values = expr.source, expr.target, expr.size, compile_domain(index, expr.over)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        begin = seed(context, scope)
        found = set(begin if isinstance(begin, frozenset) else {begin})
        waiting = set(found)
        inner, outer = scope.copy(), scope.copy()
        while waiting:
            inner[source] = outer[source] = least = min(waiting)
            waiting.remove(least)
            for value in values(context, outer):
                context.consume_fuel()
                inner[target] = value
                if 0 <= value < size and value not in found and where(context, inner):
                    found.add(value)
                    waiting.add(value)
        return frozenset(found)

    return evaluate


def compile_grow(index: MachineIndex, expr: m.Grow) -> Closure:
    name, seed, more = expr.name, compile_set(index, expr.seed), compile_set(index, expr.more)

    def evaluate(context: ExecutionContext, scope: Scope) -> Value:
        found, inner = seed(context, scope), scope.copy()
        while True:
            context.consume_fuel()
            inner[name] = found
            brought = more(context, inner)
            if brought <= found:
                return found
            found |= brought

    return evaluate
