"""The table of the machine's forms (classes of expressions, statements and nodes), and functions that traverse or
change them: the direct parts of a form, and copies of it with changed parts.

The table says what each field of a form contains. It is computed from the annotations of the classes. Traversal, child
mapping, scopes, the verifier and the kinds of expressions all use it. So a new form needs only its class, with the
roles of its fields.

Passes ask for the children of a form many times. So the functions that return or change the children are generated as
source text and compiled once for each class, as attrs does with `__init__`. Both keep the order of the fields. An
unchanged form is returned as the same object, so that passes share unchanged parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter, is_
from typing import Any, Literal, TypeVar, get_args

import attrs
from attrs import frozen

from . import expressions, statements
from . import program as m
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
"""From the annotation of a field that contains expressions to its shape and the kind of its expressions."""
NAMES = frozenset(name for one in (expressions, statements) for name, value in vars(one).items() if value in (str, int))
"""The annotations that are aliases of `str` or `int`, such as `ValueCell`; each tells what its field is for."""


@frozen
class Part:
    """A field `name` of a form that contains expressions. `kind` is their annotation, such as `SetExpr`. `shape` says
    how many expressions the field contains. `bound` lists the fields of the form that bind a local which these
    expressions may use."""

    name: str
    shape: Shape
    kind: str
    bound: tuple[str, ...]

    def inside(self, form: object) -> tuple[Expr, ...]:
        """Return the expressions in this field of a form, in order."""
        value = getattr(form, self.name)
        if self.shape == "domain":
            return tuple([part for part in (value.low, value.high, value.within) if part is not None])
        if self.shape == "many":
            return value  # type: ignore[no-any-return]  # getattr returns Any
        return () if value is None else (value,)

    def map_expressions(self, form: object, change: Callable[[Expr], Expr]) -> object:
        """Return the field's value after applying `change` to each expression in it. The form stays as it is."""
        value = getattr(form, self.name)
        if self.shape == "domain":
            return LoopDomain(*(None if x is None else change(x) for x in (value.low, value.high, value.within)))
        if self.shape == "many":
            return tuple(map(change, value))
        return None if value is None else change(value)


@frozen
class Form:
    fields: tuple[tuple[str, str], ...]  # for each field, its name and its annotation without `| None`
    parts: tuple[Part, ...]
    blocks: tuple[str, ...]  # names of the fields that contain blocks of statements
    holding: tuple[str, ...]  # names of the fields that may contain other forms: expressions, statements, tests …
    binds: tuple[str, ...]

    def role(self, role: str) -> Iterator[str]:
        return (name for name, found in self.fields if found == role)


_ROWS: dict[type, Form] = {}


def form_of(form: type) -> Form:
    """Return the row of the table for a class: the names and roles of its fields."""
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
    """Return whether a field with this annotation contains only strings, numbers and truth values, and so no other
    form."""
    role = role.removeprefix("tuple[").removesuffix(", ...]")
    return role in ("str", "int", "bool") or role in NAMES


LEAVES = frozenset(form for form in EXPRESSIONS if not form_of(form).parts)
BINDERS = frozenset(form for form in EXPRESSIONS if form_of(form).binds)
"""The forms of expression in which a name is bound."""


InnerParts = Callable[[Any], Iterable[object]]
_INSIDE: dict[type, InnerParts | None] = {}


def _inside(form: type) -> InnerParts | None:
    """Return a function that takes a form of this class and returns the values of its fields that may contain other
    forms, the last field first. Return None for a class without attrs fields, such as `str`."""
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
    """Yield a form and all forms inside it, at any depth. Each form comes before its parts, and these in the order of
    its fields."""
    waiting = [part]
    while waiting:
        part = waiting.pop()
        form = type(part)
        if form is tuple:
            waiting.extend(part[::-1])  # type: ignore[index]  # mypy does not conclude from `form` that it is a tuple
            continue
        try:
            inside = _INSIDE[form]
        except KeyError:
            inside = _INSIDE[form] = _inside(form)
        if inside is not None:
            yield part
            waiting.extend(inside(part))


def statements_of(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """Yield the statements of a body and the statements nested in them, each before those inside it. Expressions are
    skipped."""
    for stmt in body:
        yield stmt
        for name in form_of(type(stmt)).blocks:
            yield from statements_of(getattr(stmt, name))


ExprChange = Callable[[m.Expr], m.Expr]
T = TypeVar("T")


def each(parts: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
    """Return a tuple with `change` applied to each item, or the same tuple object if no item changed."""
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
"""For each shape of a field, the source text of its changed value; `READ` has the text that reads it."""


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
    }  # fmt: skip  # several entries on a line
    exec("\n".join(lines), known)
    INSIDE[form], CHANGED[form] = known["inside"], known["changed"]


INSIDE: dict[type, Callable[[Any], Sequence[m.Expr]]] = {}
"""For each class, the generated function from a form to its direct subexpressions. `LoopDomain` has an entry, too,
although it is no expression."""
CHANGED: dict[type, Callable[[Any, ExprChange], Any]] = {}
"""For each class, the generated function that applies a change to each direct subexpression. It returns the same object
if none changed."""

for _form in (m.LoopDomain, *EXPRESSIONS, *STATEMENTS, *get_args(m.Node), *get_args(m.Next), m.Level, m.Test):
    _compile(_form)


def child_expressions(expr: m.Expr | m.LoopDomain) -> Sequence[m.Expr]:
    """Return the direct subexpressions of an expression, in the order of its fields."""
    return INSIDE[type(expr)](expr)


def map_children(node: Any, change: ExprChange) -> Any:
    """Return a copy of a form with `change` applied to each direct subexpression; the same object if none changed.
    Nested blocks of statements stay as they are."""
    return CHANGED[type(node)](node, change)


def map_domain(over: m.LoopDomain, change: ExprChange) -> m.LoopDomain:
    changed: m.LoopDomain = CHANGED[m.LoopDomain](over, change)
    return changed
