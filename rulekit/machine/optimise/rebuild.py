"""Expressions taken apart and put together again, whatever their form; which names they leave free, and fresh names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast, get_args

import attrs

from .. import program as m
from ..walk import fields_of

FORMS: frozenset[type] = frozenset(get_args(m.Expr))
Change = Callable[[m.Expr], m.Expr]


def children(expr: m.Expr) -> Iterator[m.Expr]:
    """The expressions directly inside one, in the order of its fields."""
    for part in _fields(expr):
        yield from _inside(part)


def _fields(node: Any) -> list[Any]:
    return [getattr(node, name) for name in fields_of(type(node)) or ()]


def _inside(part: Any) -> Iterator[m.Expr]:
    form = type(part)
    if form in FORMS:
        yield cast(m.Expr, part)
    elif form is m.Over:
        for one in _fields(part):
            yield from _inside(one)
    elif form is tuple:
        for one in part:
            yield from _inside(one)


def mapped(node: Any, change: Change) -> Any:
    """The same expression or statement with `change` made to each expression directly inside it."""
    old = _fields(node)
    new = [_mapped(part, change) for part in old]
    if all(a is b for a, b in zip(new, old, strict=True)):
        return node
    return type(node)(*new)


def _mapped(part: Any, change: Change) -> Any:
    form = type(part)
    if form in FORMS:
        return change(cast(m.Expr, part))
    if form is m.Over:
        return mapped(part, change)
    if form is tuple and any(type(one) in FORMS or type(one) is m.Over for one in part):
        new = tuple([_mapped(one, change) for one in part])
        return new if any(a is not b for a, b in zip(new, part, strict=True)) else part
    return part


def scopes(expr: m.Expr) -> list[tuple[m.Expr, frozenset[str]]]:
    """Each expression directly inside, with the names that `expr` binds for it."""
    match expr:
        case m.Bind(name, value, body):
            return [(value, frozenset()), (body, frozenset({name}))]
        case m.Fold(_, name, over, where, body, otherwise):
            inner = frozenset({name})
            outer = [(x, frozenset[str]()) for x in _inside(over)] + [(x, frozenset[str]()) for x in _inside(otherwise)]
            return outer + [(x, inner) for x in (where, body) if x is not None]
        case m.SetBuild(_, name, over, where, image):
            inner = frozenset({name})
            return [(x, frozenset[str]()) for x in _inside(over)] + [
                (x, inner) for x in (where, image) if x is not None
            ]
        case m.Reach(_, seed, source, target, over, where):
            near, far = frozenset({source}), frozenset({source, target})
            inside = [(x, near) for x in _inside(over)]
            return [(seed, frozenset()), *inside, *([(where, far)] if where is not None else [])]
        case m.Grow(_, name, seed, more):
            return [(seed, frozenset()), (more, frozenset({name}))]
    return [(x, frozenset()) for x in children(expr)]


def conjuncts(expr: m.Expr | None) -> list[m.Expr]:
    """The parts of a condition that must all hold, in order."""
    if expr is None:
        return []
    if isinstance(expr, m.Op) and expr.op == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


class Names:
    """Free names of expressions, remembered; and names that occur nowhere else."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[m.Expr, frozenset[str]]] = {}
        self._count = 0

    def free(self, expr: m.Expr) -> frozenset[str]:
        known = self._known.get(id(expr))
        if known is not None:
            return known[1]
        found: frozenset[str] = frozenset({expr.name}) if isinstance(expr, m.Local) else frozenset()
        for child, bound in scopes(expr):
            found |= self.free(child) - bound
        self._known[id(expr)] = (expr, found)  # the expression is kept, so that its id stays its own
        return found

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem.partition('^')[0]}^{self._count}"


def renamed(expr: m.Expr, names: dict[str, m.Expr], fresh: Names) -> m.Expr:
    """The expression with its free names replaced; every name it binds gets a fresh one, so that nothing is
    captured.
    """
    match expr:
        case m.Local(name):
            return names.get(name, expr)
        case m.Bind(name, value, body):
            new = fresh.fresh(name)
            inner = {**names, name: m.Local(new)}
            return m.Bind(new, renamed(value, names, fresh), renamed(body, inner, fresh))
        case m.Fold(_, name, over, where, body, otherwise):
            new = fresh.fresh(name)
            inner = {**names, name: m.Local(new)}
            return attrs.evolve(
                expr,
                name=new,
                over=mapped(over, lambda e: renamed(e, names, fresh)),
                where=None if where is None else renamed(where, inner, fresh),
                body=None if body is None else renamed(body, inner, fresh),
                otherwise=None if otherwise is None else renamed(otherwise, names, fresh),
            )
        case m.SetBuild(_, name, over, where, image):
            new = fresh.fresh(name)
            inner = {**names, name: m.Local(new)}
            return attrs.evolve(
                expr,
                name=new,
                over=mapped(over, lambda e: renamed(e, names, fresh)),
                where=None if where is None else renamed(where, inner, fresh),
                # without an image the member is the loop's own value
                image=None if image is None else renamed(image, inner, fresh),
            )
        case m.Reach(_, seed, source, target, over, where):
            near, far = fresh.fresh(source), fresh.fresh(target)
            inner = {**names, source: m.Local(near)}
            outer = {**inner, target: m.Local(far)}
            return attrs.evolve(
                expr,
                seed=renamed(seed, names, fresh),
                source=near,
                target=far,
                over=mapped(over, lambda e: renamed(e, inner, fresh)),
                where=None if where is None else renamed(where, outer, fresh),
            )
        case m.Grow(size, name, seed, more):
            new = fresh.fresh(name)
            inner = {**names, name: m.Local(new)}
            return m.Grow(size, new, renamed(seed, names, fresh), renamed(more, inner, fresh))
    result: m.Expr = mapped(expr, lambda e: renamed(e, names, fresh))
    return result
