"""Constant folding for passes: evaluates operations on constants, decides conditionals, and replaces names whose values
are constants or other names.

A pass that replaces names by constants folds only the expressions that it changes. Folding the whole machine again made
no game faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import program as m
from ..analyses.evaluators import compute, element
from ..analyses.manager import Fresh
from ..analyses.value_ranges import TRUTHS
from ..form_table import LEAVES, map_children
from .inline import replace_names

FOLDED: frozenset[type] = frozenset({m.Op, m.IfElse, m.Check, m.Bind, m.Fold, m.Lookup, m.Has})
ONE, ZERO = m.Const(1), m.Const(0)


class Folder:
    def __init__(self, fresh: Fresh, tables: Mapping[str, m.Table] | None = None) -> None:
        """Create a folder. If `tables` are given, it also folds lookups whose indexes are constants."""
        self.fresh = fresh
        self.tables = tables or {}

    def expression(self, expr: m.Expr) -> m.Expr:
        form = type(expr)
        if form in LEAVES:
            return expr
        expr = map_children(expr, self.expression)
        return self.one(expr) if form in FOLDED else expr

    def one(self, expr: m.Expr) -> m.Expr:
        if isinstance(expr, m.Op):
            return self.operation(expr, expr.op, expr.args)
        match expr:
            case m.IfElse(m.Const(value), then, otherwise):
                return then if value else otherwise
            case m.Check(m.Const(value), _, inner) if value:
                return inner
            case m.Bind(name, m.Const() | m.Local() as value, body):
                return self.expression(replace_names(body, {name: value}, self.fresh))
            case m.Fold("some" | "all", _, m.LoopDomain(m.Const(low), m.IfElse(_, m.Const(one), m.Const(none)))) if (
                none < low == one
            ):
                return self.once(expr)
            case m.Lookup(name, index) if name in self.tables and all(isinstance(i, m.Const) for i in index):
                return self.look_up(expr, [i.value for i in index if isinstance(i, m.Const)])
            case m.Fold("some" | "count" | "sum", _, m.LoopDomain(m.Const(low), m.Const(high))) if high < low:
                return ZERO
            case m.Has(m.SetConst(size, bits), m.Const(member)):
                return m.Const(int(0 <= member < size and bits >> member & 1))
        return expr

    def look_up(self, expr: m.Lookup, index: list[int]) -> m.Expr:
        table = self.tables[expr.table]
        value = element(table.values, table.shape, index)
        return expr if value is None else m.SetConst(table.kind, value) if table.kind else m.Const(value)

    def once(self, expr: m.Fold) -> m.Expr:
        """Return a `some` or `all` loop over an optional value, which has at most one pass, as a condition without a
        loop."""
        assert isinstance(expr.over.low, m.Const) and isinstance(expr.over.high, m.IfElse)
        put: dict[str, m.Expr] = {expr.name: expr.over.low}
        there = as_truth(expr.over.high.condition)
        where = None if expr.where is None else replace_names(expr.where, put, self.fresh)
        body = ONE if expr.body is None else replace_names(expr.body, put, self.fresh)
        if expr.kind == "some":
            found = m.Op("and", (there, *([where] if where is not None else []), body))
        else:
            found = m.Op("or", (m.Op("not", (there,)), *([m.Op("not", (where,))] if where is not None else []), body))
        return self.expression(found)

    def unfold_fold(self, fold: m.Fold, values: Iterable[int]) -> list[m.Expr]:
        """Return, for each of the values, what the body of a `some` or `all` is for it, including the loop's
        `where`."""
        one = ONE if fold.body is None else fold.body
        if fold.where is not None:
            passed = m.Op("not", (fold.where,))
            one = m.Op("and", (fold.where, one)) if fold.kind == "some" else m.Op("or", (passed, one))
        return [self.expression(replace_names(one, {fold.name: m.Const(x)}, self.fresh)) for x in values]

    def operation(self, expr: m.Op, op: m.NumberOp, args: tuple[m.Expr, ...]) -> m.Expr:
        if all(isinstance(a, m.Const) for a in args):
            value = compute(op, [a.value for a in args if isinstance(a, m.Const)])
            return expr if value is None else m.Const(value)
        match op, args:
            case "and", (m.Const(value), other) | (other, m.Const(value)) if value and len(args) == 2:
                return other if is_truth(other) else expr
            case "or", (m.Const(0), other) | (other, m.Const(0)):
                return other if is_truth(other) else expr
            case "and", (m.Const(0), _):
                return ZERO
            case "or", (m.Const(value), _) if value:
                return ONE
            case "add" | "sub", (other, m.Const(0)):
                return other
            case "ne", (other, m.Const(0)) if is_truth(other):
                return other
        return expr


def as_truth(expr: m.Expr) -> m.Expr:
    """Return an expression that is 1 if the value of `expr` is not 0, otherwise 0."""
    return expr if is_truth(expr) else m.Op("ne", (expr, ZERO))


def is_truth(expr: m.Expr) -> bool:
    """Return whether the value of an expression certainly is 0 or 1."""
    match expr:
        case m.Op(op, _):
            return op in TRUTHS
        case m.Fold(kind):
            return kind in ("some", "all")
        case m.Const(value):
            return value in (0, 1)
        case m.Bind(_, _, body):
            return is_truth(body)
        case m.IfElse(_, then, otherwise):
            return is_truth(then) and is_truth(otherwise)
    return isinstance(expr, m.Has | m.Compare)
