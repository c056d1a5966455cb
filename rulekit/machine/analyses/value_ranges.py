"""Value-range analysis: between which numbers an expression surely lies; and what names mean inside loops.

A scope maps names to their ranges; a name it does not know may be any number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import program as m
from ..child_mapping import children, mapped
from ..intervals import INT32, TRUTH, Interval, exact_interval, hull
from .free_names import BINDERS, scopes
from .manager import Analyses, Analysis

Scope = Mapping[str, Interval]
ANY = INT32
TRUTHS = frozenset({"not", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"})
"""Operations that give 0 or 1."""

TELLING: frozenset[type] = frozenset({m.Local, m.Op})
"""Conditions that may say something of names."""


class ValueRanges(Analysis):
    PARTS = frozenset({"cells", "tables", "functions"})

    def __init__(self, analyses: Analyses) -> None:
        self.cells, self.tables, self.functions = analyses.cells, analyses.tables, analyses.functions

    def of(self, expr: m.Expr, scope: Scope) -> Interval:
        if isinstance(expr, m.Const):
            return expr.value, expr.value
        if isinstance(expr, m.Local):
            return scope.get(expr.name, ANY)
        if isinstance(expr, m.Op):
            if expr.op in TRUTHS:
                return TRUTH
            return self.operation(expr.op, [self.of(a, scope) for a in expr.args])
        match expr:
            case m.Load(cell) if self.cells[cell].kind == "number":
                return self.cells[cell].low, self.cells[cell].high
            case m.RingAt(cell):
                return 0, self.cells[cell].high
            case m.RingSize(cell):
                return 0, self.cells[cell].capacity
            case m.Lookup(table) if self.tables[table].kind == m.NUMBER and self.tables[table].values:
                return min(self.tables[table].values), max(self.tables[table].values)
            case m.Has() | m.Compare() | m.Fold("some" | "all"):
                return TRUTH
            case m.SizeOf(of):
                return 0, self.size(of) or ANY[1]
            case m.Fold("count", over=over):
                low, high = self.over(over, scope)
                return 0, min(max(high - low + 1, 0), ANY[1])
            case m.Fold("first" | "only", over=over, body=None, otherwise=otherwise):
                found = self.over(over, scope)
                return found if otherwise is None else hull(found, self.of(otherwise, scope))
            case m.Check(_, _, value):
                return self.of(value, scope)
            case m.If(condition, then, otherwise):
                return hull(self.of(then, refined(condition, scope)), self.of(otherwise, scope))
            case m.Bind(name, value, body):
                return self.of(body, {**scope, name: self.of(value, scope)})
        return ANY

    def operation(self, op: m.NumberOp, args: list[Interval]) -> Interval:
        least, most = args[-1]
        if op in ("div", "mod") and not least == most > 0:
            return ANY
        return exact_interval(op, args)

    def over(self, over: m.Over, scope: Scope) -> Interval:
        """Of the variable of a loop."""
        if over.within is not None:
            size = self.size(over.within)
            return ANY if size is None else (0, size - 1)
        assert over.low is not None and over.high is not None
        return self.of(over.low, scope)[0], self.of(over.high, scope)[1]

    def size(self, expr: m.Expr) -> int | None:
        """How many members a set may have; None where that is not plain to see."""
        match expr:
            case m.SetConst(size) | m.SetOf(size) | m.SetBuild(size) | m.Reach(size) | m.Shift(size) | m.Grow(size):
                return size
            case m.SetOp(_, left, right):
                return self.size(left) or self.size(right)
            case m.If(_, then, otherwise):
                return self.size(then) or self.size(otherwise)
            case m.Load(cell) if self.cells[cell].kind == "set":
                return self.cells[cell].high + 1
            case m.Lookup(table) if self.tables[table].kind:
                return self.tables[table].kind
            case m.Call(function):
                return self.functions[function].kind or None
            case m.Bind(_, _, body) | m.Check(_, _, body):
                return self.size(body)
        return None

    def inside(self, expr: m.Expr, scope: Scope) -> list[tuple[m.Expr, Scope]]:
        """Each expression directly inside, with the scope it stands in."""
        if type(expr) in BINDERS:
            return [
                (child, {**scope, **self.named(expr, names, scope)} if names else scope)
                for child, names in scopes(expr)
            ]
        match expr:
            case m.If(condition, then, otherwise):
                return [(condition, scope), (then, refined(condition, scope)), (otherwise, scope)]
            case m.Op("and", args):
                found: list[tuple[m.Expr, Scope]] = []
                for arg in args:
                    found.append((arg, scope))
                    scope = refined(arg, scope)
                return found
        return [(child, scope) for child in children(expr)]

    def mapped(self, expr: m.Expr, scope: Scope, change: Callable[[m.Expr, Scope], m.Expr]) -> m.Expr:
        """The expression with each one directly inside changed, which is told the scope it stands in."""
        changed: m.Expr
        if type(expr) in BINDERS or (isinstance(expr, m.Op) and expr.op == "and") or isinstance(expr, m.If):
            inner = {id(child): known for child, known in self.inside(expr, scope)}
            changed = mapped(expr, lambda child: change(child, inner[id(child)]))
        else:
            changed = mapped(expr, lambda child: change(child, scope))
        return changed

    def named(self, expr: m.Expr, names: frozenset[str], scope: Scope) -> dict[str, Interval]:
        """What the names bound by an expression may be; a name with no known range hides one outside all the same."""
        match expr:
            case m.Bind(name, value):
                return {name: self.of(value, scope)}
            case m.Fold(name=name, over=over) | m.SetBuild(name=name, over=over):
                return {name: self.over(over, scope)}
            case m.Reach(size=size, source=source, target=target, over=over):
                near = {source: (0, size - 1)}
                far = {target: self.over(over, {**scope, **near})}
                return {k: v for k, v in {**near, **far}.items() if k in names}
        return dict.fromkeys(names, ANY)

    def passed(self, test: m.Test, scope: Scope) -> Scope:
        """What is known behind a test of a decision: what it names, or that it holds."""
        if test.name is None:
            return refined(test.value, scope)
        return {**scope, test.name: self.of(test.value, scope)}


def refined(condition: m.Expr, scope: Scope) -> Scope:
    """The scope where a condition holds: a name that is not 0, or compared with a constant."""
    if type(condition) not in TELLING:
        return scope
    match condition:
        case m.Local(name) if scope.get(name, ANY)[0] == 0:
            return {**scope, name: (1, scope[name][1])}
        case m.Op("ne", (m.Local(name), m.Const(0))) if scope.get(name, ANY)[0] == 0:
            return {**scope, name: (1, scope[name][1])}
        case m.Op("lt", (m.Local(name), m.Const(value))):
            low, high = scope.get(name, ANY)
            return {**scope, name: (low, min(high, value - 1))}
        case m.Op("and", args):
            for arg in args:
                scope = refined(arg, scope)
    return scope
