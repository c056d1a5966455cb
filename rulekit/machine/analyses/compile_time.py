"""Compile-time evaluation: computes expressions that consist of constants, tables and names, given the values of the
names.

A set is represented as a whole number whose bits are its members. Whether an expression is a number or a set follows
from its form. Passes evaluate an expression for many values of its names. So each expression is translated into a
Python function once, which is then called for each of these values.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...identity_cache import cache_by_identity
from .. import program as m
from ..operator_intervals import bits_of
from .evaluators import (
    Domain,
    Evaluator,
    KnownNames,
    NotCompileTime,
    early_decision,
    fold_value,
    is_member_of,
    name_value,
    number_operation,
    set_of_members,
    set_operation,
    table_element,
    unknown,
    value_if,
)
from .manager import Analyses, Analysis
from .value_ranges import ValueRanges

MOST = 512
"""The greatest number of values of a loop that is evaluated at compile time; a longer loop would give a large table."""
PASSES = 1 << 18
"""The greatest number of loop passes for an expression with calls and folds, for all values of its names together."""
ALL_PASSES = 1 << 20
"""The greatest number of loop passes for all such expressions of one machine together."""


class CompileTime(Analysis):
    """Evaluates expressions of constants, tables and names. Calls and folds count as unknown: passes evaluate very many
    expressions, so this must be fast. `ConstantCalls` evaluates calls and folds, too."""

    PARTS = frozenset({"tables"})

    def __init__(self, analyses: Analyses) -> None:
        self.tables = analyses.tables
        self.evaluator = cache_by_identity(self._evaluator)

    def value(self, expr: m.Expr, names: KnownNames) -> int:
        """Return the value of an expression, given the values of its names. Raise NotCompileTime if it depends on
        anything else, or if it might fault."""
        return self.evaluator(expr)(names)

    def column(self, expr: m.Expr, name: str, size: int) -> list[int] | None:
        """Return the list of an expression's values if `name` is 0, 1, …, size-1. Return None if one of them cannot be
        computed."""
        known = self.evaluator(expr)
        try:
            return [known({name: x}) for x in range(size)]
        except NotCompileTime:
            return None

    # ---------------------------------------------------------------------------------- a Python function for each form

    def _evaluator(self, expr: m.Expr) -> Evaluator:
        """Return a Python function that takes the values of an expression's names and returns the expression's value.
        The function raises NotCompileTime if the expression depends on anything else, or might fault."""
        match expr:
            case m.Const(number) | m.SetConst(_, number):
                return lambda names: number
            case m.Local(name):
                return name_value(name)
            case m.Lookup(table, index):
                return table_element(
                    self.tables[table].values, self.tables[table].shape, [self.evaluator(i) for i in index]
                )
            case m.Op("and" | "or" as op, args):
                return early_decision([self.evaluator(a) for a in args], op == "or")
            case m.Op(op, args):
                return number_operation(op, [self.evaluator(a) for a in args])
            case m.IfElse(condition, then, otherwise):
                asked, one, other = self.evaluator(condition), self.evaluator(then), self.evaluator(otherwise)
                return lambda names: one(names) if asked(names) else other(names)
            case m.Bind(name, value, body):
                first, rest = self.evaluator(value), self.evaluator(body)
                return lambda names: rest({**names, name: first(names)})
            case m.Check(condition, _, value):
                return value_if(self.evaluator(condition), self.evaluator(value))
            case m.Has(of, member):
                return is_member_of(self.evaluator(of), self.evaluator(member))
            case m.SizeOf(of):
                members = self.evaluator(of)
                return lambda names: members(names).bit_count()
            case m.SetOf(size, items):
                return set_of_members(size, [self.evaluator(i) for i in items])
            case m.SetOp(op, left, right):
                return set_operation(op, self.evaluator(left), self.evaluator(right))
            case m.Compare(op, left, right):
                a, b = self.evaluator(left), self.evaluator(right)
                if op == "same":
                    return lambda names: int(a(names) == b(names))
                return lambda names: int(not a(names) & ~b(names))
            case m.SetBuild(_, name, _, _, image) if image is None or image == m.Local(name):
                # Other images are unknown: this class cannot say whether the value of an image is a number or a set.
                return self.build_set(expr, None)
            case m.Shift(size, of, by):
                moved, all_ = self.evaluator(of), (1 << size) - 1
                return lambda names: (moved(names) << by if by >= 0 else moved(names) >> -by) & all_
        return unknown

    def build_set(self, expr: m.SetBuild, bits_of_image: Evaluator | None) -> Evaluator:
        """Return a Python function that evaluates a set comprehension. `bits_of_image` evaluates the image as a set; if
        it is None, the members are the values for which `where` holds."""
        over, name, all_ = self._over(expr.over), expr.name, (1 << expr.size) - 1
        where = None if expr.where is None else self.evaluator(expr.where)

        def build(names: KnownNames) -> int:
            bits, inner = 0, dict(names)
            for x in over(names):
                inner[name] = x
                if where is None or where(inner):
                    bits |= 1 << x if bits_of_image is None else bits_of_image(inner)
            return bits & all_

        return build

    def _over(self, over: m.LoopDomain) -> Domain:
        if over.within is not None:
            within = self.evaluator(over.within)
            return lambda names: bits_of(within(names))
        assert over.low is not None and over.high is not None
        first, last = self.evaluator(over.low), self.evaluator(over.high)

        def values(names: KnownNames) -> range:
            low, high = first(names), last(names)
            if low < 0 or high - low > MOST:
                raise NotCompileTime
            return range(low, high + 1)

        return values


class ConstantCalls(CompileTime):
    """Evaluates calls and folds, too, so that a table can replace a whole fact. The fact is evaluated for all values of
    its parameters; a limit on the number of loop passes bounds the time."""

    PARTS = CompileTime.PARTS | ValueRanges.PARTS

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.functions = analyses.functions
        self.ranges = analyses.get(ValueRanges)
        self.left, self.all_left = PASSES, ALL_PASSES
        self._domain = cache_by_identity(self._over)
        self._results: dict[tuple[str, tuple[int, ...]], int] = {}

    def begin(self) -> None:
        """Allow PASSES loop passes for the next expression."""
        self.left = PASSES

    def values_of(self, over: m.LoopDomain, names: KnownNames) -> Sequence[int]:
        """Return the values of a loop, given the values of names. Raise NotCompileTime if they cannot be computed, or
        if the limit on loop passes is exceeded."""
        return self._domain(over)(names)

    def _evaluator(self, expr: m.Expr) -> Evaluator:
        match expr:
            case m.Call(name, args) if not self.functions[name].nested:
                return self._call(self.functions[name], [self.evaluator(arg) for arg in args])
            case m.Fold():
                return self._fold(expr)
            case m.SetBuild(_, name, _, _, image) if image is not None and image != m.Local(name):
                # An image that is a local is unknown. Its value is a Python integer, which may mean a number or a set.
                return unknown if isinstance(_last(image), m.Local) else self.build_set(expr, self._image(image))
        return super()._evaluator(expr)

    def _over(self, over: m.LoopDomain) -> Domain:
        values = super()._over(over)

        def count(names: KnownNames) -> Sequence[int]:
            found = values(names)
            self.left -= len(found)
            self.all_left -= len(found)
            if self.left < 0 or self.all_left < 0:
                raise NotCompileTime
            return found

        return count

    def _call(self, function: m.Function, args: list[Evaluator]) -> Evaluator:
        names_of = [p.name for p in function.params]

        def call(names: KnownNames) -> int:
            values = tuple([arg(names) for arg in args])
            key = function.name, values
            if key not in self._results:
                self._results[key] = self.evaluator(function.body)(dict(zip(names_of, values, strict=True)))
            return self._results[key]

        return call

    def _image(self, image: m.Expr) -> Evaluator:
        """Return a Python function that evaluates an image as a set. A number becomes the set with this one member."""
        value = self.evaluator(image)
        if self.ranges.size(image) is not None:
            return value

        def member(names: KnownNames) -> int:
            found = value(names)
            if found < 0:
                raise NotCompileTime
            return 1 << found

        return member

    def _fold(self, fold: m.Fold) -> Evaluator:
        over, name = self._over(fold.over), fold.name
        where = None if fold.where is None else self.evaluator(fold.where)
        term = self.evaluator(m.Local(name) if fold.body is None else fold.body)
        otherwise = None if fold.otherwise is None or fold.kind == "only" else self.evaluator(fold.otherwise)
        kind = fold.kind

        def fold_names(names: KnownNames) -> int:
            inner, found = dict(names), []
            for x in over(names):
                inner[name] = x
                if where is not None and not where(inner):
                    continue
                if kind in ("first", "only", "count"):
                    found.append(x)
                    if kind == "first":
                        break
                    continue
                value = 1 if fold.body is None and kind in ("some", "all") else term(inner)
                if kind in ("some", "all"):
                    if bool(value) == (kind == "some"):
                        return int(kind == "some")
                    continue
                found.append(value)
            if kind in ("some", "all"):
                return int(kind == "all")
            return fold_value(kind, found, names, otherwise)

        return fold_names


class InitialValues(ConstantCalls):
    """Evaluates reads of number cells, too. The value of a cell is its value at the start of a game."""

    PARTS = ConstantCalls.PARTS | {"cells"}

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.cells = analyses.cells
        self.without_state = analyses.get(ConstantCalls)

    def _evaluator(self, expr: m.Expr) -> Evaluator:
        match expr:
            case m.Load(name, (index,)) if self.cells[name].kind == "number":
                (size,), values = self.cells[name].shape, self.cells[name].initial
                return table_element(values if len(values) > 1 else values * size, (size,), [self.evaluator(index)])
        return super()._evaluator(expr)


def _last(expr: m.Expr) -> m.Expr:
    """Return the expression that gives the value of nested `Bind` and `Check` forms: the innermost body."""
    while isinstance(expr, m.Bind | m.Check):
        expr = expr.body if isinstance(expr, m.Bind) else expr.value
    return expr
