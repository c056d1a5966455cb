"""Tabulation: replaces a loop over constants and tables by a table of its results, if it depends only on names and
parts with few values.

`first s in Segment where s.kind == k and p in s.ports` reads no state: its result for each kind and port can be
computed at compile time. A part that reads state, such as `kind_of(i)` in `s.kind == kind_of(i)`, may become an index
of the table if it has few values. A fact whose body is such a loop becomes a lookup and is inlined.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from math import prod

import attrs

from ...identity_cache import cache_by_identity
from .. import program as m
from ..analyses.compile_time import ConstantCalls
from ..analyses.effects import Effects
from ..analyses.evaluators import NotCompileTime
from ..analyses.free_names import scopes
from ..analyses.manager import Analyses, fresh_names
from ..analyses.value_ranges import Scope, params_of
from ..form_table import child_expressions, map_children, parts_of
from ..operator_intervals import Interval
from . import rewriter
from .inline import expression_size, inline_body, replace_names

ENTRIES = 1 << 13
"""The greatest number of entries of a table."""
WORDS = 1 << 15
"""The greatest number of 64-bit words in a table of sets."""
FEW = 4
"""The least number of iterations of a loop for which a table is faster, unless each iteration is long (`MUCH`)."""
MUCH = 40
"""The number of expression nodes visited in all iterations from which even a shorter loop becomes a table."""
MANY = 8
"""The least number of nodes in an expression of set operations for which a table is faster."""
STATE = (m.Load, m.RingSize, m.RingAt, m.After, m.Seen)
"""Forms that read the state."""


def tabulation(analyses: Analyses, why: list[str]) -> m.Machine:
    tabulator = Tabulator(analyses)
    result = rewriter.machine(analyses.machine, tabulator.expression, tabulator.alternative, tabulator.ranges)
    why.append(f"tabulation: {tabulator.done} loops over constants became tables")
    return analyses.with_added(result)


class NoTable(Exception):
    """Raised if a table would have too many entries, or if its entries cannot be computed at compile time."""


class Tabulator(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)
        self.values = analyses.get(ConstantCalls)
        self.algebra = {f.name for f in self.functions.values() if self.is_algebra(f)}
        self._answers: dict[tuple[m.Expr, tuple[Interval, ...]], tuple[int, ...] | None] = {}
        self._whole: dict[str, m.Expr | None] = {}
        self.joins_sets = cache_by_identity(self._joins_sets)

    # -------------------------------------------------------------------------------------------- rewriting expressions

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with its loops replaced by tables. One table replaces as large a part as possible."""
        if self.constant_algebra(expr):
            with suppress(NoTable):
                found = self.table(expr, scope, of_sets=True)
                self.done += 1
                return found
        elif not self.speculation.costs(expr) and not self.asks_algebra(expr) and not self.joins_sets(expr):
            return expr
        if isinstance(expr, m.Call):
            inside = self.ranges.map_children(expr, scope, self.expression)
            return self.look_up_call(inside) if isinstance(inside, m.Call) else inside
        try:
            found = self.table(expr, scope)
        except NoTable:
            return self.ranges.map_children(expr, scope, self.expression)
        self.done += 1
        return found

    def _joins_sets(self, expr: m.Expr) -> bool:
        """Return whether the expression contains a union, intersection or difference of sets."""
        return isinstance(expr, m.SetOp) or any(map(self.joins_sets, child_expressions(expr)))

    def constant_algebra(self, expr: m.Expr) -> bool:
        """Return whether the expression is a set, or the size of a set, made by many set operations on constants and
        names. It must not read the state."""
        joined = isinstance(expr, m.SetOp) or (isinstance(expr, m.SizeOf) and self.joins_sets(expr))
        if not joined or expression_size(expr) < MANY:
            return False
        return not self.effects.reads(expr) and not self.speculation.costs(expr)

    def asks_algebra(self, expr: m.Expr) -> bool:
        return bool(self.algebra) and any(isinstance(p, m.Call) and p.function in self.algebra for p in parts_of(expr))

    def look_up_call(self, expr: m.Call) -> m.Expr:
        """Return a table lookup instead of a call, if the whole body of the function can be a table. Otherwise return
        the call."""
        name, function = expr.function, self.functions[expr.function]
        if name not in self._whole:
            of_sets, scope = name in self.algebra, params_of(function)
            try:
                self._whole[name] = None if function.nested else self.table(function.body, scope, of_sets)
            except NoTable:
                self._whole[name] = None
        whole = self._whole[name]
        return (
            expr if whole is None else inline_body(attrs.evolve(function, body=whole), expr.args, self.analyses.fresh)
        )

    def is_algebra(self, function: m.Function) -> bool:
        """Return whether a function computes a set by many operations without reading the state, as vectorised loops
        do."""
        body = function.body
        return bool(function.kind and expression_size(body) >= MANY and not self.effects.reads(body))

    def alternative(self, a: m.Alternative) -> m.Alternative:
        return rewriter.alternative_in_scope(a, self.expression, self.ranges)

    # ---------------------------------------------------------------------------------------------------- making tables

    def table(self, expr: m.Expr, scope: Scope, of_sets: bool = False) -> m.Expr:
        """Return a lookup in a new table that has the values of the expression. The expression must contain a loop or,
        if `of_sets`, set operations. Raise NoTable if a table is impossible or not worthwhile."""
        if not self.long(expr) and not of_sets:
            raise NoTable
        asked, told = self.smallest_index(expr, scope)
        if isinstance(told, m.Local) or not (of_sets or self.speculation.costs(told)):
            raise NoTable  # the index would be as expensive as the expression
        counts = [high - low + 1 for low, high in asked.ranges]
        kind = self.ranges.size(expr) or m.NUMBER
        if prod(counts) > ENTRIES or prod(counts) * -(-kind // 64) > WORDS:
            raise NoTable
        faulting = [part for part in asked.parts if not self.speculation.total(part, scope)]
        if len(faulting) > 1 or any(not self.speculation.first(expr, part, scope) for part in faulting):
            raise NoTable
        answers = self.answers(told, tuple(asked.parts.values()), tuple(asked.ranges))
        if not counts:
            return m.SetConst(kind, answers[0]) if kind else m.Const(answers[0])
        index = tuple(
            m.Op("sub", (part, m.Const(low))) if low else part
            for part, (low, _) in zip(asked.parts, asked.ranges, strict=True)
        )
        return m.Lookup(self.analyses.add_table("facts", kind, tuple(counts), answers), index)

    def smallest_index(self, expr: m.Expr, scope: Scope) -> tuple[TableIndex, m.Expr]:
        """Return the index for which the table is smallest, and the expression written with the index's names. The
        index consists either of names only, or also of expressions that have fewer values than their names. Raise
        NoTable if neither is possible."""
        found = []
        for by_names in (True, False):
            asked = TableIndex(self, scope, by_names)
            with suppress(NoTable):
                found.append((asked, asked.expression_of_index(expr, frozenset(), scope)))
        if not found:
            raise NoTable
        return min(found, key=lambda one: prod(high - low + 1 for low, high in one[0].ranges))

    def answers(self, told: m.Expr, names: tuple[str, ...], ranges: tuple[Interval, ...]) -> tuple[int, ...]:
        """Return the values of an expression for all combinations of values of its names, in row-major order. Raise
        NoTable if one of them cannot be computed."""
        # after renaming, expressions that differ only in the names they bind are equal
        key = replace_names(told, {}, fresh_names()), ranges
        if key not in self._answers:
            self.values.begin()
            known, ways = self.values.evaluator(told), product(*(range(low, high + 1) for low, high in ranges))
            try:
                self._answers[key] = tuple(known(dict(zip(names, values, strict=True))) for values in ways)
            except NotCompileTime:
                self._answers[key] = None
        found = self._answers[key]
        if found is None:
            raise NoTable
        return found

    def long(self, expr: m.Expr) -> bool:
        """Return whether the expression contains a loop that takes long enough to be worth a table."""
        for part in parts_of(expr):
            match part:
                case m.Fold(over=m.LoopDomain(m.Const(low), m.Const(high), None)) if low < high < low + FEW:
                    if (high - low + 1) * expression_size(part) >= MUCH:
                        return True
                case m.LoopDomain(m.Const(low), high, None):
                    if not isinstance(high, m.IfElse) and (not isinstance(high, m.Const) or high.value - low >= FEW):
                        return True
                case m.LoopDomain():
                    return True
                case m.Call():
                    if self.speculation.costs(part):
                        return True
        return False


class TableIndex:
    """The index of a table: parts of an expression that have few values. `parts` maps each part to a name, `ranges` has
    the range of each. If `by_names`, the parts that do not read the state are single names."""

    def __init__(self, tabulator: Tabulator, scope: Scope, by_names: bool) -> None:
        self.tabulator, self.scope, self.by_names = tabulator, scope, by_names
        self.parts: dict[m.Expr, str] = {}
        self.ranges: list[Interval] = []

    def expression_of_index(self, expr: m.Expr, bound: frozenset[str], scope: Scope) -> m.Expr:
        """Return the expression with its parts replaced by names of the index, so that only these names, constants and
        tables are left. The parts are added to the index. `bound` are names that the expression around it binds. Raise
        NoTable if this is impossible."""
        t = self.tabulator
        if isinstance(expr, m.Const | m.SetConst):
            return expr
        free = t.free.of(expr)
        if free & bound:
            if isinstance(expr, STATE) or (isinstance(expr, m.Call) and t.effects.reads(expr)):
                raise NoTable
        else:
            costs = t.speculation.costs(expr)
            of_state = isinstance(expr, STATE) or (isinstance(expr, m.Call) and bool(t.effects.reads(expr)))
            if of_state and costs:  # too expensive: the index is always evaluated, this part perhaps never
                raise NoTable
            reads = bool(t.effects.reads(expr))
            if of_state or (not costs and (reads or (free and (isinstance(expr, m.Local) or not self.by_names)))):
                named = self.index_name(expr, not of_state and not isinstance(expr, m.Local))
                if named is not None:
                    return named
        if isinstance(expr, m.Local):
            return expr
        inner = {id(child): bound | names for child, names in scopes(expr)}
        result: m.Expr = map_children(expr, lambda child: self.expression_of_index(child, inner[id(child)], scope))
        return result

    def index_name(self, expr: m.Expr, may_leave: bool) -> m.Expr | None:
        """Return the local by which the index replaces a part, after adding the part to the index. Return None if the
        part has too many values, but its own parts may become indexes instead (`may_leave`). Raise NoTable if the table
        would be too large."""
        t = self.tabulator
        if expr in self.parts:
            return m.Local(self.parts[expr])
        low, high = self.range(expr)
        if t.ranges.size(expr) is not None or high - low >= ENTRIES:
            if may_leave and not t.effects.reads(expr):
                return None
            raise NoTable
        self.parts[expr] = name = f"#{len(self.parts)}"
        self.ranges.append((low, high))
        if prod(high - low + 1 for low, high in self.ranges) > ENTRIES:
            raise NoTable
        return m.Local(name)

    def range(self, expr: m.Expr) -> Interval:
        return self.tabulator.ranges.of(expr, self.scope)
