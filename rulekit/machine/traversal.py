"""Traverse a machine: every part of it; the expressions directly inside a form; the same form with those changed.

`forms.py` says which fields of a form can hold further forms.  Passes ask for the children of a form many times.  So
both functions of a form are generated field by field and compiled once, as attrs does with `__init__`.  Both keep the
order of the fields.  An unchanged form is returned as the same object, so that passes share what they leave alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter, is_
from typing import Any, TypeVar, get_args

import attrs

from . import program as m
from .forms import EXPRESSIONS, STATEMENTS, form_of
from .statements import Stmt

InnerParts = Callable[[Any], Iterable[object]]
_INSIDE: dict[type, InnerParts | None] = {}


def _inside(form: type) -> InnerParts | None:
    """Return a function to the fields of a form that may hold forms, the last field first; None if no attrs class."""
    if not attrs.has(form):
        return None
    names = form_of(form).holding[::-1]
    if not names:
        return lambda part: ()
    if len(names) == 1:
        name = names[0]
        return lambda part: (getattr(part, name),)
    return attrgetter(*names)


def parts_of(part: object) -> Iterator[object]:
    """Yield the attrs values inside `part` and itself, outermost first, in the order of their fields."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        form = type(part)
        if form is tuple:
            waiting.extend(part[::-1])  # type: ignore[index]
            continue
        try:
            inside = _INSIDE[form]
        except KeyError:
            inside = _INSIDE[form] = _inside(form)
        if inside is not None:
            yield part
            waiting.extend(inside(part))


def statements_of(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """Yield the statements of a body and all inside them, outermost first; expressions are not looked into."""
    for stmt in body:
        yield stmt
        for name in form_of(type(stmt)).blocks:
            yield from statements_of(getattr(stmt, name))


N = TypeVar("N", bound=Hashable)


def reachable(seed: Iterable[N], successors: Callable[[N], AbstractSet[N]]) -> set[N]:
    """Return all that is reached from the seed, and the seed."""
    found = set(seed)
    waiting = list(found)
    while waiting:
        for one in successors(waiting.pop()) - found:
            found.add(one)
            waiting.append(one)
    return found


ExprChange = Callable[[m.Expr], m.Expr]
T = TypeVar("T")


def each(parts: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
    """Return all of them changed; the same tuple if none did."""
    new = tuple(map(change, parts))
    return parts if all(map(is_, new, parts)) else new


READ = {
    "one": "e.{0},",
    "optional": "*(() if e.{0} is None else (e.{0},)),",
    "many": "*e.{0},",
    "domain": "*in_domain(e.{0}),",
}
CHANGE = {
    "one": "change(e.{0})",
    "optional": "None if e.{0} is None else change(e.{0})",
    "many": "each(e.{0}, change)",
    "domain": "change_domain(e.{0}, change)",
}
"""What both functions say of a field, by its shape."""


def _compile(form: type) -> None:
    parts = form_of(form).parts
    if len(parts) == 1 and parts[0].shape == "many":
        read = f"e.{parts[0].name}"
    else:
        read = f"({' '.join(READ[part.shape].format(part.name) for part in parts)})"
    changed = [part.name for part in parts]
    arguments = ", ".join(f.name if f.name in changed else f"e.{f.name}" for f in attrs.fields(form))
    lines = [
        f"def inside(e): return {read}",
        "def changed(e, change):",
        *(f"    {part.name} = {CHANGE[part.shape].format(part.name)}" for part in parts),
        f"    if {' and '.join(f'{name} is e.{name}' for name in changed) or True}: return e",
        f"    return form({arguments})",
    ]
    known: dict[str, Any] = {
        "form": form, "each": each, "in_domain": INSIDE.get(m.LoopDomain), "change_domain": CHANGED.get(m.LoopDomain)
    }  # fmt: skip
    exec("\n".join(lines), known)
    INSIDE[form], CHANGED[form] = known["inside"], known["changed"]


INSIDE: dict[type, Callable[[Any], Sequence[m.Expr]]] = {}
"""What is directly inside, by form; `LoopDomain`, which is no expression, among them."""
CHANGED: dict[type, Callable[[Any, ExprChange], Any]] = {}
"""The form with each expression directly inside changed, the same one if none did."""

for _form in (m.LoopDomain, *EXPRESSIONS, *STATEMENTS, *get_args(m.Node), *get_args(m.Next), m.Level, m.Test):
    _compile(_form)


def child_expressions(expr: m.Expr | m.LoopDomain) -> Sequence[m.Expr]:
    """Return the expressions directly inside one, in the order of its fields."""
    return INSIDE[type(expr)](expr)


def map_children(node: Any, change: ExprChange) -> Any:
    """Return the same form with `change` made to each expression directly inside it; blocks stay as they are."""
    return CHANGED[type(node)](node, change)


def map_domain(over: m.LoopDomain, change: ExprChange) -> m.LoopDomain:
    changed: m.LoopDomain = CHANGED[m.LoopDomain](over, change)
    return changed
