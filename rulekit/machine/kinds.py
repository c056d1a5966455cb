"""Kinds: whether an expression of a machine is a number, or a set of how many members."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from . import program as m
from .forms import EXPRESSIONS, form_of
from .program import NUMBER

Kind = int | None
"""NUMBER, or how many members a set may have; None if it is not known."""
SIZED = frozenset(form for form in EXPRESSIONS if any(form_of(form).role("SetSize")))
"""The forms whose size is the kind."""
NUMBERS = EXPRESSIONS - SIZED - {m.Local, m.Load, m.Lookup, m.Call, m.IfElse, m.SetOp, m.Bind, m.Check, m.After}
"""The forms that are numbers whatever is in them; the others are looked at one by one."""


def unknown(name: str) -> Kind:
    """Tell no local's kind."""
    return None


@frozen
class Kinds:
    """The kinds of what is declared in a machine, and of expressions over it."""

    cells: Mapping[str, m.Cell]
    tables: Mapping[str, m.Table]
    functions: Mapping[str, m.Function]

    def of(self, expr: m.Expr, local: Callable[[str], Kind] = unknown) -> Kind:
        """Return the kind of an expression; `local` gives that of a name around it."""
        if type(expr) in SIZED:
            size: int = expr.size  # type: ignore[union-attr]
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


def kind_text(kind: int) -> str:
    return "a number" if kind == NUMBER else f"a set over {kind}"
