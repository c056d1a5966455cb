"""Value-range analysis: computes the least and the greatest value of each expression, depending on the ranges of names.

A scope maps names of locals to their ranges. A name that is not in the scope may be any number. For a name that is a
set, the scope contains the range of its members; the key is `MEMBERS` followed by the name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Generic, TypeVar

from .. import program as m
from ..form_table import BINDERS, child_expressions, map_children
from ..kinds import Kinds
from ..operator_intervals import INT32, TRUTH, Interval, clamp, exact_interval, hull
from .free_names import scopes
from .manager import Analyses, Analysis

Scope = Mapping[str, Interval]
ANY = INT32
MEMBERS = "members of "
TRUTHS = frozenset({"not", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"})
"""Operations that give 0 or 1."""

TELLING: frozenset[type] = frozenset({m.Local, m.Op})
"""The forms of condition that may restrict the range of a name."""


SCOPED: frozenset[type] = frozenset({*BINDERS, m.IfElse, m.Check})
"""Forms in which a subexpression may have a narrower scope than the form itself. `and` and `or` are further ones."""

E = TypeVar("E")


class RangeAnalysis(ABC, Generic[E]):
    """Computes the value ranges of expressions, for passes and for emitters. The ranges of names come from an
    environment of class `E`: for passes a `Scope`, for the WebAssembly engine its code generator."""

    def of(self, expr: m.Expr, names: E) -> Interval:
        """Return the least and the greatest value that an expression may have if it does not fault."""
        if isinstance(expr, m.Const):
            return expr.value, expr.value
        if isinstance(expr, m.Local):
            return self.local(expr.name, names)
        if isinstance(expr, m.Op):
            if expr.op in TRUTHS:
                return TRUTH
            return clamp(exact_interval(expr.op, [self.of(a, names) for a in expr.args]))
        match expr:
            case m.Load(name):
                cell = self.cell(name, names)
                return clamp((cell.low, cell.high)) if cell.kind == "number" else ANY
            case m.RingAt(name):
                return 0, self.cell(name, names).high
            case m.RingSize(name):
                return 0, self.cell(name, names).capacity
            case m.Lookup(table):
                return self.entries(table, names)
            case m.Has() | m.Compare():
                return TRUTH
            case m.SizeOf(of):
                return 0, self.members(of, names) or ANY[1]
            case m.Fold():
                return self.fold(expr, names)
            case m.Check(condition, _, value):
                return self.of(value, self.where(condition, names))
            case m.Call(function):
                return self.result(function, names)
            case m.IfElse(condition, then, otherwise):
                return hull(self.of(then, self.where(condition, names)), self.of(otherwise, names))
            case m.Bind(name, value, body):
                return self.of(body, self.bind(name, value, names))
        return ANY

    def fold(self, fold: m.Fold, names: E) -> Interval:
        if fold.kind in ("some", "all"):
            return TRUTH
        over = self.over(fold.over, names)
        passes = max(0, over[1] - over[0] + 1)
        if fold.kind == "count":
            return clamp((0, passes))
        found = over
        if fold.body is not None and fold.kind in ("sum", "most", "least"):
            found = self.of(fold.body, self.bind_loop(fold.name, over, names))
        if fold.kind == "sum":
            return clamp((min(0, found[0] * passes), max(0, found[1] * passes)))
        return found if fold.otherwise is None else hull(found, self.of(fold.otherwise, names))

    def over(self, over: m.LoopDomain, names: E) -> Interval:
        """Return the range of a loop's values."""
        if over.within is not None:
            size = self.members(over.within, names)
            return ANY if size is None else (0, size - 1)
        assert over.low is not None and over.high is not None
        low, high = self.of(over.low, names)[0], self.of(over.high, names)[1]
        return low, max(low, high)

    # -------------------------------------------------------------- methods that depend on the class of the environment

    @abstractmethod
    def local(self, name: str, names: E) -> Interval: ...

    @abstractmethod
    def cell(self, name: str, names: E) -> m.Cell: ...

    @abstractmethod
    def shape(self, table: str, names: E) -> tuple[int, ...]: ...

    @abstractmethod
    def entries(self, table: str, names: E) -> Interval:
        """Return the range of the numbers in a table."""

    @abstractmethod
    def result(self, function: str, names: E) -> Interval:
        """Return the range of the results that a function may have, for any arguments."""

    @abstractmethod
    def members(self, expr: m.Expr, names: E) -> int | None:
        """Return the size n of a set expression, whose members are in 0..n-1. Return None if it is unknown, or for a
        number."""

    @abstractmethod
    def bind(self, name: str, value: m.Expr, names: E) -> E:
        """Return an environment in which `name` also has the range of `value`."""

    @abstractmethod
    def bind_loop(self, name: str, over: Interval, names: E) -> E:
        """Return an environment in which `name` also is the variable of a loop with the range `over`."""

    @abstractmethod
    def where(self, condition: m.Expr, names: E) -> E:
        """Return an environment in which the ranges are narrower, given that `condition` holds."""


class ValueRanges(Analysis, RangeAnalysis[Scope]):
    PARTS = frozenset({"cells", "tables", "functions"})

    def __init__(self, analyses: Analyses) -> None:
        self.cells, self.tables, self.functions = analyses.cells, analyses.tables, analyses.functions
        self.kinds = Kinds(self.cells, self.tables, self.functions)
        self._entries: dict[str, Interval] = {}
        self._results: dict[str, Interval] = {}

    def local(self, name: str, names: Scope) -> Interval:
        return names.get(name, ANY)

    def cell(self, name: str, names: Scope) -> m.Cell:
        return self.cells[name]

    def shape(self, table: str, names: Scope) -> tuple[int, ...]:
        return self.tables[table].shape

    def entries(self, table: str, names: Scope) -> Interval:
        if table not in self._entries:
            found = self.tables[table]
            of_numbers = found.kind == m.NUMBER and found.values
            self._entries[table] = clamp((min(found.values), max(found.values))) if of_numbers else ANY
        return self._entries[table]

    def result(self, function: str, names: Scope) -> Interval:
        if function not in self._results:
            self._results[function] = ANY  # what a recursive call inside the body gets
            found = self.functions[function]
            if found.kind == m.NUMBER and not found.nested:
                self._results[function] = self.of(found.body, params_of(found))
        return self._results[function]

    def members(self, expr: m.Expr, names: Scope) -> int | None:
        def local(name: str) -> int | None:
            found = names.get(MEMBERS + name, ANY)
            return None if found == ANY else found[1] + 1

        return self.kinds.of(expr, local) or None

    def bind(self, name: str, value: m.Expr, names: Scope) -> Scope:
        return {**names, **self.scope_of_name(name, value, names)}

    def scope_of_name(self, name: str, value: m.Expr, names: Scope) -> Scope:
        """Return a scope with only the range of `name`, given that it is bound to `value`, a number or a set."""
        size = self.members(value, names)
        return {name: self.of(value, names), MEMBERS + name: ANY if size is None else (0, size - 1)}

    def bind_loop(self, name: str, over: Interval, names: Scope) -> Scope:
        return {**names, name: over}

    def where(self, condition: m.Expr, names: Scope) -> Scope:
        return refine(condition, names)

    def size(self, expr: m.Expr) -> int | None:
        """Return the size n of a set expression, whose members are in 0..n-1. Return None for a number, or if the size
        is unknown."""
        return self.kinds.of(expr) or None

    def inside(self, expr: m.Expr, scope: Scope) -> list[tuple[m.Expr, Scope]]:
        """Return each direct subexpression of an expression, paired with the scope in which it is evaluated. `scope` is
        that of the expression."""
        found: list[tuple[m.Expr, Scope]]
        if type(expr) in BINDERS:
            found = [
                (child, {**scope, **self.bind_names(expr, names, scope)} if names else scope)
                for child, names in scopes(expr)
            ]
            if isinstance(expr, m.Fold | m.SetBuild) and expr.where is not None:
                found = [
                    (child, known if known is scope or child is expr.where else refine(expr.where, known))
                    for child, known in found
                ]
            return found
        match expr:
            case m.IfElse(condition, then, otherwise):
                return [(condition, scope), (then, refine(condition, scope)), (otherwise, refute(condition, scope))]
            case m.Check(condition, _, value):
                return [(condition, scope), (value, refine(condition, scope))]
            case m.Op("and" | "or" as op, args):
                found = []
                for arg in args:
                    found.append((arg, scope))
                    scope = refine(arg, scope) if op == "and" else refute(arg, scope)
                return found
        return [(child, scope) for child in child_expressions(expr)]

    def map_children(self, expr: m.Expr, scope: Scope, change: Callable[[m.Expr, Scope], m.Expr]) -> m.Expr:
        """Return a copy of an expression in which each direct subexpression is replaced. `change` is called with the
        subexpression and its scope."""
        changed: m.Expr
        if type(expr) in SCOPED or (isinstance(expr, m.Op) and expr.op in ("and", "or")):
            inner = {id(child): known for child, known in self.inside(expr, scope)}
            changed = map_children(expr, lambda child: change(child, inner[id(child)]))
        else:
            changed = map_children(expr, lambda child: change(child, scope))
        return changed

    def bind_names(self, expr: m.Expr, names: frozenset[str], scope: Scope) -> Scope:
        """Return a scope with only the `names` that an expression binds. If the range of a name is unknown, the scope
        contains the full range, so that it replaces the range of an outer name."""
        match expr:
            case m.Bind(name, value):
                return self.scope_of_name(name, value, scope)
            case m.Fold(name=name, over=over) | m.SetBuild(name=name, over=over):
                return {name: self.over(over, scope)}
            case m.Reach(size=size, source=source, target=target, over=over):
                near = {source: (0, size - 1)}
                far = {target: self.over(over, {**scope, **near})}
                return {k: v for k, v in {**near, **far}.items() if k in names}
        return dict.fromkeys(names, ANY)

    def scope_after(self, test: m.Test, scope: Scope) -> Scope:
        """Return the scope after an option has passed a test of a decision. It contains the name that the test binds;
        if the test binds none, its condition holds."""
        if test.name is None:
            return refine(test.value, scope)
        return self.bind(test.name, test.value, scope)

    def tests_in_scope(self, tests: Iterable[m.Test], scope: Scope) -> Iterator[tuple[m.Test, Scope]]:
        """Yield each test with the scope in which it is evaluated, given the scope of the first test."""
        for test in tests:
            yield test, scope
            scope = self.scope_after(test, scope)

    def levels_in_scope(self, a: m.Alternative) -> Iterator[tuple[m.Level, Scope, Scope]]:
        """Yield each level of an alternative, with the scope before its parameter gets a value and the scope of its
        first test."""
        inner: Scope = {}
        tests = a.tests
        for level in a.levels:
            outer = reduce(lambda scope, test: self.scope_after(test, scope), tests, inner)
            inner, tests = {**outer, level.name: (level.low, level.high)}, level.tests
            yield level, outer, inner


def params_of(function: m.Function | m.Routine) -> Scope:
    return {
        (p.name if p.kind == m.NUMBER else MEMBERS + p.name): (p.low, p.high) if p.kind == m.NUMBER else (0, p.kind - 1)
        for p in function.params
    }


def refine(condition: m.Expr, scope: Scope) -> Scope:
    """Return a scope in which names have narrower ranges, given that `condition` holds. This uses conditions that a
    name is not 0 and comparisons of a name with a constant."""
    if type(condition) not in TELLING:
        return scope
    match condition:
        case m.Local(name) | m.Op("ne", (m.Local(name), m.Const(0))) if scope.get(name, ANY)[0] == 0:
            return {**scope, name: (1, scope[name][1])}
        case m.Op("not", (inner,)):
            return refute(inner, scope)
        case m.Op("eq" | "lt" | "le" | "gt" | "ge" as op, (m.Local(name), m.Const(value))):
            return narrow_scope(name, *WITHIN[op](value), scope)
        case m.Op("ge" | "le" as op, (m.Const(value), m.Local(name))):
            return narrow_scope(name, *WITHIN["le" if op == "ge" else "ge"](value), scope)
        case m.Op("and", args):
            for arg in args:
                scope = refine(arg, scope)
    return scope


def refute(condition: m.Expr, scope: Scope) -> Scope:
    """Return a scope in which names have narrower ranges, given that `condition` does not hold."""
    if type(condition) not in TELLING:
        return scope
    match condition:
        case m.Local(name):
            return narrow_scope(name, 0, 0, scope)
        case m.Op("not", (inner,)):
            return refine(inner, scope)
        case m.Op("eq", (inner, m.Const(0))):
            return refine(inner, scope)
        case m.Op("lt" | "le" | "gt" | "ge" | "ne" as op, (m.Local() as left, m.Const() as right)):
            return refine(m.Op(OPPOSITE[op], (left, right)), scope)
        case m.Op("or", args):
            for arg in args:
                scope = refute(arg, scope)
    return scope


def narrow_scope(name: str, low: int, high: int, scope: Scope) -> Scope:
    """Return a scope in which the range of `name` is limited to low..high. If no number would be left, return the scope
    as it is."""
    least, most = scope.get(name, ANY)
    low, high = max(low, least), min(high, most)
    return {**scope, name: (low, high)} if low <= high else scope


WITHIN: dict[str, Callable[[int], Interval]] = {
    "eq": lambda value: (value, value),
    "lt": lambda value: (ANY[0], value - 1),
    "le": lambda value: (ANY[0], value),
    "gt": lambda value: (value + 1, ANY[1]),
    "ge": lambda value: (value, ANY[1]),
}
"""For each comparison, a function from a constant to the range of the numbers that compare so with it."""
OPPOSITE: dict[str, m.NumberOp] = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "ne": "eq"}
