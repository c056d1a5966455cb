"""Substitution: put expressions for names, without capture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from .. import program as m
from ..analyses.fresh_names import Fresh
from ..child_mapping import CHANGED, ExprChange
from ..clause_origins import keep_origin
from ..forms import BINDERS, form_of


def replace_names(expr: m.Expr, names: Mapping[str, m.Expr], fresh: Fresh) -> m.Expr:
    """Return the expression with its free names replaced; each name that it binds gets a fresh one."""
    return _renaming(names, fresh)(expr)


def _renaming(names: Mapping[str, m.Expr], fresh: Fresh) -> ExprChange:
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
    """A form that binds, with a new name for each that it binds; `outer` is the change to what these are not for."""
    form = form_of(type(expr))
    new: dict[str, Any] = {field: fresh(getattr(expr, field)) for field in form.binds}
    for part in form.parts:
        inner = {getattr(expr, field): m.Local(new[field]) for field in part.bound}
        new[part.name] = part.map_expressions(expr, _renaming({**names, **inner}, fresh) if inner else outer)
    return evolve(expr, **new)
