"""Expressions taken apart and put together again, whatever their form; which names they leave free, and fresh names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast, get_args

import attrs

from .. import program as m
from ..walk import holding, parts_of
from .child_mapping import CHANGED, INSIDE, LEAVES, Change, changed_over, each

FORMS: frozenset[type] = frozenset(get_args(m.Expr))
BINDERS: frozenset[type] = frozenset({m.Bind, m.Fold, m.SetBuild, m.Reach, m.Grow})
"""The forms in which a name is bound."""
NONE: frozenset[str] = frozenset()


def children(expr: m.Expr | m.Over) -> Sequence[m.Expr]:
    """The expressions directly inside one, in the order of its fields."""
    return INSIDE[type(expr)](expr)


def mapped(node: Any, change: Change) -> Any:
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


def _mapped(part: Any, change: Change) -> Any:
    form = type(part)
    if form in FORMS:
        return change(cast(m.Expr, part))
    if form is m.Over:
        return changed_over(part, change)
    return each(part, change) if form is tuple and part and type(part[0]) in FORMS else part


def scopes(expr: m.Expr) -> list[tuple[m.Expr, frozenset[str]]]:
    """Each expression directly inside, with the names that `expr` binds for it."""
    if type(expr) not in BINDERS:
        return [(x, NONE) for x in children(expr)]
    match expr:
        case m.Bind(name, value, body):
            return [(value, NONE), (body, frozenset({name}))]
        case m.Fold(_, name, over, where, body, otherwise):
            inner = frozenset({name})
            outer = [(x, NONE) for x in (*children(over), *([otherwise] if otherwise is not None else []))]
            return outer + [(x, inner) for x in (where, body) if x is not None]
        case m.SetBuild(_, name, over, where, image):
            inner = frozenset({name})
            return [(x, NONE) for x in children(over)] + [(x, inner) for x in (where, image) if x is not None]
        case m.Reach(_, seed, source, target, over, where):
            near, far = frozenset({source}), frozenset({source, target})
            inside = [(x, near) for x in children(over)]
            return [(seed, NONE), *inside, *([(where, far)] if where is not None else [])]
        case m.Grow(_, name, seed, more):
            return [(seed, NONE), (more, frozenset({name}))]
    raise TypeError(f"{type(expr).__name__} binds no name")


def conjuncts(expr: m.Expr | None) -> list[m.Expr]:
    """The parts of a condition that must all hold, in order."""
    if expr is None:
        return []
    if isinstance(expr, m.Op) and expr.op == "and":
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def parts(expr: m.Expr, names: Names) -> list[m.Expr]:
    """The same, also through names for plain values: such a name goes with each part that uses it."""
    match expr:
        case m.Op("and", args):
            return [part for arg in args for part in parts(arg, names)]
        case m.Bind(name, value, body) if plain(value):
            inside = parts(body, names)
            if len(inside) > 1:
                return [m.Bind(name, value, p) if name in names.free(p) else p for p in inside]
            if name not in names.free(body):
                return inside
        case m.Op("ne" | "gt", (inner, m.Const(0))) if isinstance(inner, m.Op) and inner.op == "and":
            return parts(inner, names)
    return [expr]


def plain(value: m.Expr) -> bool:
    """Whether it may be left out or worked out again without anybody noticing."""
    match value:
        case m.Const() | m.Local():
            return True
        case m.Load(_, index):
            return all(isinstance(i, m.Const) for i in index)
        case m.Lookup(_, index):
            return all(isinstance(i, m.Local) for i in index)
    return False


class Loops:
    """Which expressions go through values one by one, remembered: most do not, and most passes are about loops."""

    FORMS: frozenset[type] = frozenset({m.Fold, m.SetBuild, m.Reach, m.Grow})

    def __init__(self) -> None:
        self._known: dict[int, tuple[m.Expr, bool]] = {}

    def inside(self, expr: m.Expr) -> bool:
        """Whether it is one, or has one in it."""
        form = type(expr)
        if form in LEAVES:
            return False
        if form in self.FORMS:
            return True
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = (expr, any(map(self.inside, children(expr))))
        return known[1]


class Names:
    """Free names of expressions, remembered; and names that occur nowhere else."""

    def __init__(self, program: m.Machine | None = None) -> None:
        """Fresh names begin behind those that earlier passes gave: one that they gave may stand around a new one."""
        self._known: dict[int, tuple[m.Expr, frozenset[str]]] = {}
        self._count = 0 if program is None else _greatest(program)

    def free(self, expr: m.Expr) -> frozenset[str]:
        known = self._known.get(id(expr))
        if known is not None:
            return known[1]
        if isinstance(expr, m.Local):
            return frozenset({expr.name})
        if type(expr) in BINDERS:
            found = NONE.union(*[self.free(child) - bound for child, bound in scopes(expr)])
        else:
            found = NONE.union(*map(self.free, children(expr)))
        self._known[id(expr)] = (expr, found)  # the expression is kept, so that its id stays its own
        return found

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem.partition('^')[0]}^{self._count}"


_LAST: list[tuple[m.Machine, int]] = []
"""The machine that was looked through last: a pass asks for it several times."""


def _greatest(program: m.Machine) -> int:
    """The greatest number of a fresh name in a machine."""
    if not _LAST or _LAST[0][0] is not program:
        _LAST[:] = [(program, max(map(_number, _given(program)), default=0))]
    return _LAST[0][1]


def _given(program: m.Machine) -> Iterator[str]:
    for part in parts_of((program.functions, program.routines, program.nodes)):
        if isinstance(part, m.Reach):
            yield from (part.source, part.target)
        else:
            name = getattr(part, "name", None)
            if name:
                yield name


def _number(name: str) -> int:
    """Of a fresh name; 0 of one that a rulebook gave."""
    number = name.rpartition("^")[2]
    return int(number) if "^" in name and number.isdecimal() else 0


def renamed(expr: m.Expr, names: Mapping[str, m.Expr], fresh: Names) -> m.Expr:
    """The expression with its free names replaced; every name it binds gets a fresh one, so that nothing is
    captured.
    """
    return _renaming(names, fresh)(expr)


def _renaming(names: Mapping[str, m.Expr], fresh: Names) -> Change:
    def change(expr: m.Expr) -> m.Expr:
        form = type(expr)
        if isinstance(expr, m.Local):
            return names.get(expr.name, expr)
        if form in BINDERS:
            return _rebound(expr, names, fresh, change)
        changed: m.Expr = CHANGED[form](expr, change)
        return changed

    return change


def _rebound(expr: m.Expr, names: Mapping[str, m.Expr], fresh: Names, outer: Change) -> m.Expr:
    """A form that binds, with a new name for each that it binds; `outer` is the change to what these are not for."""

    def maybe(part: m.Expr | None, change: Change) -> m.Expr | None:
        return None if part is None else change(part)

    match expr:
        case m.Bind(name, value, body):
            new = fresh.fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            return m.Bind(new, outer(value), inner(body))
        case m.Fold(kind, name, over, where, body, otherwise, fault):
            new = fresh.fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            over = changed_over(over, outer)
            return m.Fold(kind, new, over, maybe(where, inner), maybe(body, inner), maybe(otherwise, outer), fault)
        case m.SetBuild(size, name, over, where, image):
            new = fresh.fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            # without an image the member is the loop's own value
            return m.SetBuild(size, new, changed_over(over, outer), maybe(where, inner), maybe(image, inner))
        case m.Reach(size, seed, source, target, over, where):
            near, far = fresh.fresh(source), fresh.fresh(target)
            known = {**names, source: m.Local(near)}
            both = {**known, target: m.Local(far)}
            seed, over = outer(seed), changed_over(over, _renaming(known, fresh))
            return m.Reach(size, seed, near, far, over, maybe(where, _renaming(both, fresh)))
        case m.Grow(size, name, seed, more):
            new = fresh.fresh(name)
            inner = _renaming({**names, name: m.Local(new)}, fresh)
            return m.Grow(size, new, outer(seed), inner(more))
    raise TypeError(f"{type(expr).__name__} binds no name")
