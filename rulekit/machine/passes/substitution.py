"""Substitution: expressions put for names, without capture."""

from __future__ import annotations

from collections.abc import Mapping

from .. import program as m
from ..analyses.free_names import BINDERS
from ..analyses.fresh_names import Fresh
from ..child_mapping import CHANGED, ExprChange, changed_over
from ..clause_origins import handed_on


def substituted(expr: m.Expr, names: Mapping[str, m.Expr], fresh: Fresh) -> m.Expr:
    """The expression with its free names replaced; every name it binds gets a fresh one, so that nothing is
    captured.
    """
    return _renaming(names, fresh)(expr)


def _renaming(names: Mapping[str, m.Expr], fresh: Fresh) -> ExprChange:
    def change(expr: m.Expr) -> m.Expr:
        form = type(expr)
        if isinstance(expr, m.Local):
            return names.get(expr.name, expr)
        if form in BINDERS:
            return handed_on(_rebound(expr, names, fresh, change), expr)
        changed: m.Expr = CHANGED[form](expr, change)
        return changed

    return change


def _rebound(expr: m.Expr, names: Mapping[str, m.Expr], fresh: Fresh, outer: ExprChange) -> m.Expr:
    """A form that binds, with a new name for each that it binds; `outer` is the change to what these are not for."""

    def maybe(part: m.Expr | None, change: ExprChange) -> m.Expr | None:
        return None if part is None else change(part)

    match expr:
        case m.Bind(name, value, body):
            new = fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            return m.Bind(new, outer(value), inner(body))
        case m.Fold(kind, name, over, where, body, otherwise, fault):
            new = fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            over = changed_over(over, outer)
            return m.Fold(kind, new, over, maybe(where, inner), maybe(body, inner), maybe(otherwise, outer), fault)
        case m.SetBuild(size, name, over, where, image):
            new = fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            # without an image the member is the loop's own value
            return m.SetBuild(size, new, changed_over(over, outer), maybe(where, inner), maybe(image, inner))
        case m.Reach(size, seed, source, target, over, where):
            near, far = fresh(source), fresh(target)
            known = {**names, source: m.Local(near)}
            both = {**known, target: m.Local(far)}
            seed, over = outer(seed), changed_over(over, _renaming(known, fresh))
            return m.Reach(size, seed, near, far, over, maybe(where, _renaming(both, fresh)))
        case m.Grow(size, name, seed, more):
            new = fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            return m.Grow(size, new, outer(seed), inner(more))
    raise TypeError(f"{type(expr).__name__} binds no name")
