"""A change to expressions made everywhere in a machine: functions, routines, nodes.

A pass says what to do with one whole expression, and, for decisions, with one alternative; statements are walked here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import attrs

from .. import program as m
from ..walk import parts_of
from .rebuild import mapped
from .spans import Scope
from .total import params_of

STATEMENTS: tuple[type, ...] = get_args(m.Stmt)
Change = Callable[[m.Expr], m.Expr]
Scoped = Callable[[m.Expr, Scope], m.Expr]


def statement(stmt: m.Stmt, change: Change) -> m.Stmt:
    """The statement with all its expressions changed, those of statements inside it too."""
    found: dict[str, Any] = {}
    for field in attrs.fields(type(stmt)):
        part = getattr(stmt, field.name)
        if isinstance(part, tuple) and part and isinstance(part[0], STATEMENTS):
            found[field.alias] = tuple(statement(s, change) for s in part)
    changed: m.Stmt = mapped(stmt, change)
    return attrs.evolve(changed, **found) if found else changed


def alternative(a: m.Alternative, change: Change) -> m.Alternative:
    levels = tuple(
        attrs.evolve(
            mapped(level, change),
            tests=tuple(mapped(t, change) for t in level.tests),
        )
        for level in a.levels
    )
    return attrs.evolve(a, tests=tuple(mapped(t, change) for t in a.tests), levels=levels)


Arms = Callable[[m.Alternative], m.Alternative]


def node(n: m.Node, change: Change, arms: Arms | None = None) -> m.Node:
    match n:
        case m.Step(_, _, body, next_):
            return attrs.evolve(n, body=tuple(statement(s, change) for s in body), next=mapped(next_, change))
        case m.Decision(_, _, _, alternatives):
            each = arms or (lambda a: alternative(a, change))
            decision: m.Decision = mapped(n, change)
            return attrs.evolve(decision, alternatives=tuple(each(a) for a in alternatives))
        case m.Chance():
            changed: m.Node = mapped(n, change)
            return changed
    return n


def machine(program: m.Machine, change: Scoped, arms: Arms | None = None) -> m.Machine:
    """`change` is told what is known of the names in sight: the parameters of functions and routines."""

    def nowhere(expr: m.Expr) -> m.Expr:
        return change(expr, {})

    def body(r: m.Routine) -> tuple[m.Stmt, ...]:
        assigned = {s.name for s in parts_of(r.body) if isinstance(s, m.Define)}
        scope = {name: span for name, span in params_of(r).items() if name not in assigned}
        return tuple(statement(s, lambda e: change(e, scope)) for s in r.body)

    return attrs.evolve(
        program,
        functions=tuple(attrs.evolve(f, body=change(f.body, params_of(f))) for f in program.functions),
        routines=tuple(attrs.evolve(r, body=body(r)) for r in program.routines),
        nodes=tuple(node(n, nowhere, arms) for n in program.nodes),
    )
