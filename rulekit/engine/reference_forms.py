"""Expressions as functions: where the function of an expression is found, and what all translators need.

Each form has a translator, in `FORMS` by the form's class, that makes the function of an expression out of the
functions of its parts.  The forms themselves are in `reference_expressions`, which fills the table.  That numbers stand
where numbers belong and sets where sets do is for `machine.verify` to see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from ..machine import program as m
from .reference_work import Index, Meaning, Members, Number, Scope, Work

LEAST, GREATEST = -(1 << 31), (1 << 31) - 1

FORMS: dict[type, Callable[..., Meaning]] = {}


def meaning(index: Index, expr: m.Expr) -> Meaning:
    return FORMS[type(expr)](index, expr)


def number(index: Index, expr: m.Expr) -> Number:
    return cast(Number, FORMS[type(expr)](index, expr))


def members(index: Index, expr: m.Expr) -> Members:
    return cast(Members, FORMS[type(expr)](index, expr))


def always(work: Work, scope: Scope) -> int:
    return 1


def condition(index: Index, expr: m.Expr | None) -> Number:
    """Holds unless it gives 0; no condition holds always."""
    return always if expr is None else number(index, expr)


def numbers(index: Index, exprs: Sequence[m.Expr]) -> Callable[[Work, Scope], tuple[int, ...]]:
    """Several numbers, found one after the other."""
    parts = [number(index, expr) for expr in exprs]
    if not parts:
        return lambda work, scope: ()
    if len(parts) == 1:
        one = parts[0]
        return lambda work, scope: (one(work, scope),)

    def found(work: Work, scope: Scope) -> tuple[int, ...]:
        values = []
        for part in parts:
            values.append(part(work, scope))
        return tuple(values)

    return found
