"""Child mapping: return the expressions directly inside a form, or the same form with those changed.

Passes ask this of every part of a machine many times over.  So both functions of a form are written out field by field
and compiled once, as attrs does with `__init__`.  Both keep the order of the fields.  A form in which nothing changed
is returned itself: so passes see that nothing changed, and share what they leave alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from typing import Any, TypeVar, get_args

import attrs

from . import program as m
from .forms import EXPRESSIONS, STATEMENTS, form_of

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
