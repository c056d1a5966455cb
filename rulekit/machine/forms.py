"""The table of the machine's forms: what each field holds, read from how the classes declare it.

Traversal, child mapping, scopes, the verifier and the kinds of expressions all come from this table, so a new form is
its class with the roles of its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, get_args

import attrs
from attrs import frozen

from . import expressions, statements
from .expressions import Expr, LoopDomain
from .statements import Stmt

EXPRESSIONS: frozenset[type] = frozenset(get_args(Expr))
STATEMENTS: frozenset[type] = frozenset(get_args(Stmt))

Shape = Literal["one", "optional", "many", "domain"]
SHAPES: dict[str, Shape] = {"{}": "one", "{} | None": "optional", "tuple[{}, ...]": "many"}
KINDS = ("Expr", "NumberExpr", "SetExpr")
HOLDING: dict[str | type | None, tuple[Shape, str]] = {
    "LoopDomain": ("domain", ""),
    **{shape.format(kind): (how, kind) for shape, how in SHAPES.items() for kind in KINDS},
}
"""By annotation, the shape and the kind of a field with expressions in it."""
NAMES = frozenset(name for one in (expressions, statements) for name, value in vars(one).items() if value in (str, int))
"""The annotations that say what a string or a number is for."""


@frozen
class Part:
    """A field with expressions in it, and the fields whose bound names are known there."""

    name: str
    shape: Shape
    kind: str
    bound: tuple[str, ...]

    def inside(self, form: object) -> tuple[Expr, ...]:
        """Return the expressions in this field."""
        value = getattr(form, self.name)
        if self.shape == "domain":
            return tuple([part for part in (value.low, value.high, value.within) if part is not None])
        if self.shape == "many":
            return value  # type: ignore[no-any-return]
        return () if value is None else (value,)

    def map_expressions(self, form: object, change: Callable[[Expr], Expr]) -> object:
        """Return the contents of this field with each expression changed."""
        value = getattr(form, self.name)
        if self.shape == "domain":
            return LoopDomain(*(None if x is None else change(x) for x in (value.low, value.high, value.within)))
        if self.shape == "many":
            return tuple(map(change, value))
        return None if value is None else change(value)


@frozen
class Form:
    fields: tuple[tuple[str, str], ...]  # name and role of each, the role without `| None`
    parts: tuple[Part, ...]
    blocks: tuple[str, ...]  # fields with statements
    holding: tuple[str, ...]  # fields in which further forms may be
    binds: tuple[str, ...]

    def role(self, role: str) -> Iterator[str]:
        return (name for name, found in self.fields if found == role)


_ROWS: dict[type, Form] = {}


def form_of(form: type) -> Form:
    """Return the row of a class."""
    row = _ROWS.get(form)
    if row is None:
        row = _ROWS[form] = _row(form)
    return row


def _row(form: type) -> Form:
    fields = attrs.fields(form)
    roles = tuple((f.name, str(f.type).removesuffix(" | None")) for f in fields)
    return Form(
        roles,
        tuple(Part(f.name, *HOLDING[f.type], f.metadata.get("bound", ())) for f in fields if f.type in HOLDING),
        tuple(f.name for f in fields if f.type == "tuple[Stmt, ...]"),
        tuple(name for name, role in roles if not _is_plain(role)),
        tuple(name for name, role in roles if role == "BoundName"),
    )


def _is_plain(role: str) -> bool:
    """Return whether a field so declared holds only strings, numbers and truths."""
    role = role.removeprefix("tuple[").removesuffix(", ...]")
    return role in ("str", "int", "bool") or role in NAMES


LEAVES = frozenset(form for form in EXPRESSIONS if not form_of(form).parts)
BINDERS = frozenset(form for form in EXPRESSIONS if form_of(form).binds)
"""The forms of expression in which a name is bound."""
