"""Closure compilation: the dispatch table of expression forms, and what all compilers of forms need.

Each form has a compiler, in `EXPRESSIONS` by the form's class, that makes the closure of an expression out of the
closures of its parts.  The forms themselves are in `expressions`, which fills the table.  That numbers stand where
numbers belong and sets where sets do is for `machine.verify` to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from ...machine import program as m
from .context import Closure, ExecutionContext, MachineIndex, NumberClosure, Scope, SetClosure

LEAST, GREATEST = -(1 << 31), (1 << 31) - 1

EXPRESSIONS: dict[type, Callable[..., Closure]] = {}


def compile_expression(index: MachineIndex, expr: m.Expr) -> Closure:
    return EXPRESSIONS[type(expr)](index, expr)


def compile_number(index: MachineIndex, expr: m.Expr) -> NumberClosure:
    return cast(NumberClosure, EXPRESSIONS[type(expr)](index, expr))


def compile_set(index: MachineIndex, expr: m.Expr) -> SetClosure:
    return cast(SetClosure, EXPRESSIONS[type(expr)](index, expr))


def always(context: ExecutionContext, scope: Scope) -> int:
    return 1


def compile_condition(index: MachineIndex, expr: m.Expr | None) -> NumberClosure:
    """Holds unless it gives 0; no condition holds always."""
    return always if expr is None else compile_number(index, expr)


def compile_numbers(
    index: MachineIndex, exprs: Sequence[m.Expr]
) -> Callable[[ExecutionContext, Scope], tuple[int, ...]]:
    """Several numbers, found one after the other."""
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
