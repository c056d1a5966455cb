"""Closure compilation: the dispatch table of expression forms, and helpers for the compilers of forms.

`EXPRESSIONS` has a compiler for each form, by its class.  A compiler builds the closure of an expression from the
closures of its parts.  `expressions` fills the table.  `machine.verify` has already checked that numbers and sets are
where they belong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from ...machine import program as m
from .context import Closure, ExecutionContext, MachineIndex, NumberClosure, Scope, SetClosure

LEAST, GREATEST = -(1 << 31), (1 << 31) - 1

EXPRESSIONS: dict[type, Callable[..., Closure]] = {}


def compile_expression(index: MachineIndex, expr: m.Expr) -> Closure:
    """Return the closure of an expression of either kind."""
    return EXPRESSIONS[type(expr)](index, expr)


def compile_number(index: MachineIndex, expr: m.Expr) -> NumberClosure:
    """Return the closure of an expression whose value is a number."""
    return cast(NumberClosure, EXPRESSIONS[type(expr)](index, expr))


def compile_set(index: MachineIndex, expr: m.Expr) -> SetClosure:
    """Return the closure of an expression whose value is a set."""
    return cast(SetClosure, EXPRESSIONS[type(expr)](index, expr))


def always(context: ExecutionContext, scope: Scope) -> int:
    """Return 1, as a condition that always holds."""
    return 1


def compile_condition(index: MachineIndex, expr: m.Expr | None) -> NumberClosure:
    """Return the closure of a condition, which holds unless it gives 0.  Without a condition, return `always`."""
    return always if expr is None else compile_number(index, expr)


def compile_numbers(
    index: MachineIndex, exprs: Sequence[m.Expr]
) -> Callable[[ExecutionContext, Scope], tuple[int, ...]]:
    """Return a closure that evaluates several numbers in order."""
    parts = [compile_number(index, expr) for expr in exprs]
    if not parts:
        return lambda context, scope: ()
    if len(parts) == 1:
        one = parts[0]
        return lambda context, scope: (one(context, scope),)

    def evaluate(context: ExecutionContext, scope: Scope) -> tuple[int, ...]:
        values = []
        for part in parts:
            values.append(part(context, scope))
        return tuple(values)

    return evaluate
