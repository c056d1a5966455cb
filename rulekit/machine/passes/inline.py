"""Inlining: replaces calls of small functions by the functions' bodies. Also: substitution for names in expressions,
which never captures a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from attrs import evolve

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses, Fresh
from ..clause_origins import keep_origin
from ..form_table import BINDERS, CHANGED, ExprChange, child_expressions, form_of, map_children
from . import rewriter


def replace_names(expr: m.Expr, names: Mapping[str, m.Expr], fresh: Fresh) -> m.Expr:
    """Return the expression with its free names replaced as `names` says. The names that it binds itself are renamed to
    fresh ones, so that they capture nothing."""
    return _new_names(names, fresh)(expr)


def _new_names(names: Mapping[str, m.Expr], fresh: Fresh) -> ExprChange:
    def change(expr: m.Expr) -> m.Expr:
        form = type(expr)
        if isinstance(expr, m.Local):
            return names.get(expr.name, expr)
        if form in BINDERS:
            return keep_origin(_rebound(expr, names, fresh, change), expr)
        changed: m.Expr = CHANGED[form](expr, change)
        return changed

    return change


def _rebound(expr: m.Expr, names: Mapping[str, m.Expr], fresh: Fresh, outer: ExprChange) -> m.Expr:
    """Return an expression that binds names with fresh names for these. `outer` is applied to the parts in which the
    names are not in scope."""
    form = form_of(type(expr))
    new: dict[str, Any] = {field: fresh(getattr(expr, field)) for field in form.binds}
    for part in form.parts:
        inner = {getattr(expr, field): m.Local(new[field]) for field in part.bound}
        new[part.name] = part.map_expressions(expr, _new_names({**names, **inner}, fresh) if inner else outer)
    return evolve(expr, **new)


def replace_part(expr: m.Expr, old: m.Expr, new: m.Expr, name: str) -> m.Expr:
    """Return the expression with each part that equals `old` replaced by `new`. Parts inside a form that binds `name`
    stay as they are."""
    if expr == old:
        return new
    if name in names_introduced(expr):
        return expr
    result: m.Expr = map_children(expr, lambda e: replace_part(e, old, new, name))
    return result


def names_introduced(expr: m.Expr) -> tuple[str, ...]:
    """Return the names that a form itself binds."""
    match expr:
        case m.Bind(name) | m.Fold(name=name) | m.SetBuild(name=name) | m.Grow(name=name):
            return (name,)
        case m.Reach(source=source, target=target):
            return source, target
    return ()


SMALL = 48
"""The greatest number of expression nodes in a body that is inlined."""
GROWTH = 400
"""The greatest number of expression nodes that inlining may add to one whole expression."""


def inline(analyses: Analyses, why: list[str]) -> m.Machine:
    inliner = Inliner(analyses)
    result = rewriter.machine(analyses.machine, lambda expr, _: inliner.whole(expr))
    why.append(f"inline: {inliner.done} calls of {len(inliner.small)} small functions")
    return result


def expression_size(expr: m.Expr) -> int:
    total, waiting = 0, [expr]
    while waiting:
        total += 1
        waiting.extend(child_expressions(waiting.pop()))
    return total


class Inliner:
    def __init__(self, analyses: Analyses) -> None:
        self.fresh = analyses.fresh
        self.done = 0
        self.left = 0
        self.small: dict[str, m.Function] = {}
        # Callees come before their callers. So when a body is inlined, small calls in it are already inlined.
        for function in analyses.get(Effects).callees_first():
            body = self.whole(function.body)
            if function.nested == 0 and not function.remembered and expression_size(body) <= SMALL:
                self.small[function.name] = attrs.evolve(function, body=body)
        self.done = 0

    def whole(self, expr: m.Expr) -> m.Expr:
        self.left = GROWTH
        return self.expression(expr)

    def expression(self, expr: m.Expr) -> m.Expr:
        expr = map_children(expr, self.expression)
        if not isinstance(expr, m.Call) or expr.function not in self.small:
            return expr
        function = self.small[expr.function]
        size = expression_size(function.body)
        if size > self.left:
            return expr
        self.left -= size
        self.done += 1
        return inline_body(function, expr.args, self.fresh)


def inline_body(function: m.Function, args: tuple[m.Expr, ...], fresh: Fresh) -> m.Expr:
    """Return a function's body for these arguments. An argument other than a constant or local is first bound to a
    fresh name, so that it is evaluated once."""
    names: dict[str, m.Expr] = {}
    binds: list[tuple[str, m.Expr]] = []
    for param, arg in zip(function.params, args, strict=True):
        if isinstance(arg, m.Const | m.Local):
            names[param.name] = arg
        else:
            name = fresh(param.name)
            binds.append((name, arg))
            names[param.name] = m.Local(name)
    result = replace_names(function.body, names, fresh)
    for name, value in reversed(binds):
        result = m.Bind(name, value, result)
    return result


def inline_calls(expr: m.Expr, functions: Mapping[str, m.Function], fresh: Fresh, left: list[int]) -> m.Expr:
    """Return the expression with calls replaced by the functions' bodies, up to a limit on their size (`left`)."""
    if isinstance(expr, m.Call):
        function = functions[expr.function]
        left[0] -= expression_size(function.body)
        if function.nested or function.remembered or left[0] < 0:
            return expr
        expr = inline_body(function, expr.args, fresh)
    result: m.Expr = map_children(expr, lambda inner: inline_calls(inner, functions, fresh, left))
    return result
