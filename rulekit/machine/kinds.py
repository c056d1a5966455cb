"""The kinds of expressions: whether the value of an expression is a number or a set, and of which size the set is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from . import program as m
from .form_table import EXPRESSIONS, form_of
from .program import NUMBER

Kind = int | None
"""NUMBER, or the size n of a set with members 0..n-1; None if it is unknown."""
SIZED = frozenset(form for form in EXPRESSIONS if any(form_of(form).role("SetSize")))
"""The classes of expressions that give a set of the size in their field `size`."""
NUMBERS = EXPRESSIONS - SIZED - {m.Local, m.Load, m.Lookup, m.Call, m.IfElse, m.SetOp, m.Bind, m.Check, m.After}
"""The classes of expressions that always give a number. The kind of the remaining ones depends on their parts."""


def unknown(name: str) -> Kind:
    """Return None for every local, which means that its kind is unknown."""
    return None


@frozen
class Kinds:
    """Computes the kinds of expressions of a machine from the kinds of its cells, tables and functions."""

    cells: Mapping[str, m.Cell]
    tables: Mapping[str, m.Table]
    functions: Mapping[str, m.Function]

    def of(self, expr: m.Expr, local: Callable[[str], Kind] = unknown) -> Kind:
        """Return the kind of an expression, None if it is unknown. `local` returns the kind of a local that the
        expression uses but does not bind."""
        if type(expr) in SIZED:
            size: int = expr.size  # type: ignore[union-attr]  # all classes in SIZED have this field
            return size if size > 0 else None
        if type(expr) in NUMBERS:
            return NUMBER
        match expr:
            case m.Local(name):
                return local(name)
            case m.Load(name):
                cell = self.cells.get(name)
                return None if cell is None or cell.kind == "ring" else cell.high + 1 if cell.kind == "set" else NUMBER
            case m.Lookup(name):
                return self.tables[name].kind if name in self.tables else None
            case m.Call(name):
                return self.functions[name].kind if name in self.functions else None
            case m.IfElse(_, then, otherwise):
                kind = self.of(then, local)
                return self.of(otherwise, local) if kind is None else kind
            case m.SetOp(_, left, right):
                return self.of(left, local) or self.of(right, local) or None
            case m.Bind(name, value, body):
                bound = self.of(value, local)
                return self.of(body, lambda inner: bound if inner == name else local(inner))
            case m.Check(value=value) | m.After(body=value):
                return self.of(value, local)
        return NUMBER
