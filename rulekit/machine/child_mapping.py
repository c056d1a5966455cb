"""Child mapping: for each form of expression, what is directly inside it, and the same form anew with that changed.

Passes ask this of every part of a machine many times over, so each form says it for itself here, and nothing is looked
up in its fields.  Both keep the order of the fields.  A form in which nothing changed is given back as it is: by that
passes know, and share what they leave alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter, is_
from typing import Any, TypeVar, cast, get_args

import attrs

from . import program as m
from .traversal import holding

ExprChange = Callable[[m.Expr], m.Expr]
InnerExprs = tuple[m.Expr, ...]
T = TypeVar("T")


def _in_over(o: m.LoopDomain) -> InnerExprs:
    return tuple([part for part in (o.low, o.high, o.within) if part is not None])


def _in_fold(e: m.Fold) -> InnerExprs:
    return (*_in_over(e.over), *[part for part in (e.where, e.body, e.otherwise) if part is not None])


def _in_set_build(e: m.SetBuild) -> InnerExprs:
    return (*_in_over(e.over), *[part for part in (e.where, e.image) if part is not None])


def _in_reach(e: m.Reach) -> InnerExprs:
    return (e.seed, *_in_over(e.over), *(() if e.where is None else (e.where,)))


def _in_leaf(_: m.Expr) -> InnerExprs:
    return ()


LEAVES: frozenset[type] = frozenset({m.Const, m.Local, m.SetConst, m.Seen})

INSIDE: dict[type, Callable[[Any], InnerExprs]] = {
    **dict.fromkeys(LEAVES, _in_leaf),
    m.Load: attrgetter("index"),
    m.RingSize: attrgetter("index"),
    m.RingAt: lambda e: (*e.index, e.position),
    m.Op: attrgetter("args"),
    m.IfElse: attrgetter("condition", "then", "otherwise"),
    m.Call: attrgetter("args"),
    m.Bind: attrgetter("value", "body"),
    m.Fold: _in_fold,
    m.Lookup: attrgetter("index"),
    m.SetOp: attrgetter("left", "right"),
    m.SetBuild: _in_set_build,
    m.SetOf: attrgetter("items"),
    m.Has: attrgetter("set", "member"),
    m.SizeOf: lambda e: (e.set,),
    m.Compare: attrgetter("left", "right"),
    m.Reach: _in_reach,
    m.Shift: lambda e: (e.set,),
    m.Grow: attrgetter("seed", "more"),
    m.After: lambda e: (*e.args, e.body),
    m.Check: attrgetter("condition", "value"),
    m.LoopDomain: _in_over,
}
"""What is directly inside, by form; `LoopDomain`, which is no expression, among them."""


def each(parts: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
    """All changed; the same tuple where none did."""
    new = tuple(map(change, parts))
    return parts if all(map(is_, new, parts)) else new


def _same(e: m.Expr, change: ExprChange) -> m.Expr:
    return e


def _load(e: m.Load, change: ExprChange) -> m.Expr:
    index = each(e.index, change)
    return e if index is e.index else m.Load(e.cell, index)


def _ring_size(e: m.RingSize, change: ExprChange) -> m.Expr:
    index = each(e.index, change)
    return e if index is e.index else m.RingSize(e.cell, index)


def _ring_at(e: m.RingAt, change: ExprChange) -> m.Expr:
    index, position = each(e.index, change), change(e.position)
    return e if index is e.index and position is e.position else m.RingAt(e.cell, index, position)


def _op(e: m.Op, change: ExprChange) -> m.Expr:
    args = each(e.args, change)
    return e if args is e.args else m.Op(e.op, args)


def _if(e: m.IfElse, change: ExprChange) -> m.Expr:
    condition, then, otherwise = change(e.condition), change(e.then), change(e.otherwise)
    if condition is e.condition and then is e.then and otherwise is e.otherwise:
        return e
    return m.IfElse(condition, then, otherwise)


def _call(e: m.Call, change: ExprChange) -> m.Expr:
    args = each(e.args, change)
    return e if args is e.args else m.Call(e.function, args)


def _bind(e: m.Bind, change: ExprChange) -> m.Expr:
    value, body = change(e.value), change(e.body)
    return e if value is e.value and body is e.body else m.Bind(e.name, value, body)


def changed_over(o: m.LoopDomain, change: ExprChange) -> m.LoopDomain:
    low = None if o.low is None else change(o.low)
    high = None if o.high is None else change(o.high)
    within = None if o.within is None else change(o.within)
    return o if low is o.low and high is o.high and within is o.within else m.LoopDomain(low, high, within)


def _fold(e: m.Fold, change: ExprChange) -> m.Expr:
    over = changed_over(e.over, change)
    where = None if e.where is None else change(e.where)
    body = None if e.body is None else change(e.body)
    otherwise = None if e.otherwise is None else change(e.otherwise)
    if over is e.over and where is e.where and body is e.body and otherwise is e.otherwise:
        return e
    return m.Fold(e.kind, e.name, over, where, body, otherwise, e.fault)


def _lookup(e: m.Lookup, change: ExprChange) -> m.Expr:
    index = each(e.index, change)
    return e if index is e.index else m.Lookup(e.table, index)


def _set_op(e: m.SetOp, change: ExprChange) -> m.Expr:
    left, right = change(e.left), change(e.right)
    return e if left is e.left and right is e.right else m.SetOp(e.op, left, right)


def _set_build(e: m.SetBuild, change: ExprChange) -> m.Expr:
    over = changed_over(e.over, change)
    where = None if e.where is None else change(e.where)
    image = None if e.image is None else change(e.image)
    if over is e.over and where is e.where and image is e.image:
        return e
    return m.SetBuild(e.size, e.name, over, where, image)


def _set_of(e: m.SetOf, change: ExprChange) -> m.Expr:
    items = each(e.items, change)
    return e if items is e.items else m.SetOf(e.size, items)


def _has(e: m.Has, change: ExprChange) -> m.Expr:
    of, member = change(e.set), change(e.member)
    return e if of is e.set and member is e.member else m.Has(of, member)


def _size_of(e: m.SizeOf, change: ExprChange) -> m.Expr:
    of = change(e.set)
    return e if of is e.set else m.SizeOf(of)


def _compare(e: m.Compare, change: ExprChange) -> m.Expr:
    left, right = change(e.left), change(e.right)
    return e if left is e.left and right is e.right else m.Compare(e.op, left, right)


def _reach(e: m.Reach, change: ExprChange) -> m.Expr:
    seed, over = change(e.seed), changed_over(e.over, change)
    where = None if e.where is None else change(e.where)
    if seed is e.seed and over is e.over and where is e.where:
        return e
    return m.Reach(e.size, seed, e.source, e.target, over, where)


def _shift(e: m.Shift, change: ExprChange) -> m.Expr:
    of = change(e.set)
    return e if of is e.set else m.Shift(e.size, of, e.by)


def _grow(e: m.Grow, change: ExprChange) -> m.Expr:
    seed, more = change(e.seed), change(e.more)
    return e if seed is e.seed and more is e.more else m.Grow(e.size, e.name, seed, more)


def _after(e: m.After, change: ExprChange) -> m.Expr:
    args, body = each(e.args, change), change(e.body)
    return e if args is e.args and body is e.body else m.After(e.routine, args, body)


def _check(e: m.Check, change: ExprChange) -> m.Expr:
    condition, value = change(e.condition), change(e.value)
    return e if condition is e.condition and value is e.value else m.Check(condition, e.fault, value)


CHANGED: dict[type, Callable[[Any, ExprChange], Any]] = {
    **dict.fromkeys(LEAVES, _same),
    m.Load: _load, m.RingSize: _ring_size, m.RingAt: _ring_at, m.Op: _op, m.IfElse: _if, m.Call: _call, m.Bind: _bind,
    m.Fold: _fold, m.Lookup: _lookup, m.SetOp: _set_op, m.SetBuild: _set_build, m.SetOf: _set_of,
    m.Has: _has, m.SizeOf: _size_of, m.Compare: _compare, m.Reach: _reach, m.Shift: _shift, m.Grow: _grow,
    m.After: _after, m.Check: _check, m.LoopDomain: changed_over,
}  # fmt: skip
"""The form with each expression directly inside changed, the same one where none did."""


FORMS: frozenset[type] = frozenset(get_args(m.Expr))


def child_expressions(expr: m.Expr | m.LoopDomain) -> Sequence[m.Expr]:
    """The expressions directly inside one, in the order of its fields."""
    return INSIDE[type(expr)](expr)


def mapped(node: Any, change: ExprChange) -> Any:
    """The same expression or statement with `change` made to each expression directly inside it."""
    known = CHANGED.get(type(node))
    if known is not None:
        return known(node, change)
    new = {}
    for name in _held(type(node)):
        old = getattr(node, name)
        part = _mapped(old, change)
        if part is not old:
            new[name] = part
    return attrs.evolve(node, **new) if new else node


_HELD: dict[type, list[str]] = {}


def _held(form: type) -> list[str]:
    """The fields that a change may concern."""
    if form not in _HELD:
        _HELD[form] = holding(form)
    return _HELD[form]


def _mapped(part: Any, change: ExprChange) -> Any:
    form = type(part)
    if form in FORMS:
        return change(cast(m.Expr, part))
    if form is m.LoopDomain:
        return changed_over(part, change)
    return each(part, change) if form is tuple and part and type(part[0]) in FORMS else part
