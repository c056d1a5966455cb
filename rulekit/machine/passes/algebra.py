"""Set algebra: turns a condition on a name into the set of the values for which it holds.

`x in A` becomes A. `T[x] in A`, for a table T, becomes A shifted by the differences T[x] - x; boards have few. A
*relation* is a set of pairs, grouped by that difference: each group is one shift and a mask. `and`, `or` and `not`
become operations on sets. A condition without the name gives all values or none. Expressions evaluated earlier than
before must be total (`analyses/speculation_safety.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_

from .. import program as m
from ..analyses.compile_time import CompileTime
from ..analyses.evaluators import NotCompileTime, compute
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from ..clause_origins import keep_origin
from ..form_table import child_expressions
from ..operator_intervals import bits_of
from .constant_folding import Folder
from .inline import replace_names
from .lookup_tables import LookupTables, Rows
from .occluded_fills import OccludedFills
from .rewriter import WithAnalyses
from .row_sets import RowSets
from .set_expressions import common, conjuncts, empty_set, full_set, join_conditions, set_union, without

STEPS = 12
"""The most differences, and so shifts, in a relation."""
PAIRS = 1 << 18
"""The most pairs that are evaluated at compile time to find a relation."""
SMALL = 16
"""The most values that may be tested one by one."""
KINDS = 8
"""The most different rows of a relation that are asked one after another."""
LONG = 24
"""The most expression nodes in a condition that is written out for each value."""
COMPARED = 256
"""The most rows of a table made for a comparison."""

NumberPair = tuple[int, int]


class Algebra(WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.compile_time = analyses.get(CompileTime)
        self.fills = OccludedFills(analyses)
        self.folder = Folder(self.fresh)
        self.rows = analyses.get(Rows)
        self.tables = LookupTables(analyses)
        self.row_sets = RowSets(analyses, self.where)
        self.convert: Callable[[m.Expr, Scope], m.Expr] = lambda expr, scope: expr
        """A function that rewrites the loops in a condition that is written out for each value."""
        self.completed: Callable[[m.Fold, str, int, Scope], m.Expr | None] = lambda expr, name, size, scope: None
        """A function that returns the set of values which, added to a set, complete a pattern in it
        (`pattern_containment.py`); None if the fold does not ask that."""
        self._compared: dict[tuple[str, bool, tuple[int, ...], int, int], tuple[int, ...]] = {}
        self.joins = False
        """Whether a relation with many differences may become a loop that unites table rows, which is slow for few
        values."""

    def where(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return an expression for the set of the values of `name` in 0..size-1 for which a condition holds; None if no
        such expression is known."""
        found = self.by_form(condition, name, size, scope)
        if found is None:
            found = self.tables.rows(condition, name, size, scope)
        if found is None:
            found = self.row_sets.passing(condition, name, size, scope)
        if found is None:
            classes = self.row_sets.classes(condition, name, size)
            if classes is not None:
                found = self.one_by_one(*classes, size, scope)
        if found is None and size <= SMALL:
            found = self.one_by_one(condition, name, {value: 1 << value for value in range(size)}, size, scope)
        return keep_origin(found, condition)

    def one_by_one(
        self, condition: m.Expr, name: str, members: dict[int, int], size: int, scope: Scope
    ) -> m.Expr | None:
        """Return the set built by testing each of few values separately; `members` has what each adds to the set."""
        found: list[m.Expr] = []
        for value, bits in members.items():
            one = self.folder.expression(replace_names(condition, {name: m.Const(value)}, self.fresh))
            column = self.column(one, "", 1)
            if column is not None:
                found.append(m.SetConst(size, bits if column[0] else 0))
                continue
            one = self.convert(one, scope)
            if self.weight(one) > LONG or self.speculation.costs(one) or not self.speculation.total(one, scope):
                return None
            found.append(m.IfElse(one, m.SetConst(size, bits), empty_set(size)))
        return set_union(size, found)

    def weight(self, expr: m.Expr) -> int:
        """Return the cost of an expression: the number of its nodes; a set counts once for each 64-bit word."""
        own = -(-(self.ranges.size(expr) or 1) // 64)
        return own + sum(map(self.weight, child_expressions(expr)))

    def by_form(self, condition: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        column = self.compile_time.column(condition, name, size)
        if column is not None:
            return m.SetConst(size, sum(1 << x for x, held in enumerate(column) if held))
        if name not in self.free.of(condition):
            if not self.speculation.total(condition, scope):
                return None
            return m.IfElse(condition, full_set(size), empty_set(size))
        match condition:
            case m.Op("not", (inner,)):
                found = self.where(inner, name, size, scope)
                return None if found is None else without(size, found)
            case m.Op("and", args):
                parts = [self.where(a, name, size, scope) for a in args]
                return None if None in parts else common(*(p for p in parts if p is not None))
            case m.Op("or", args):
                parts = [self.where(a, name, size, scope) for a in args]
                return None if None in parts else set_union(size, (p for p in parts if p is not None))
            case m.Bind(bound, value, body):
                if self.speculation.total(value, {**scope, name: (0, size - 1)}) or self.column(value, name, size):
                    return self.where(replace_names(body, {bound: value}, self.fresh), name, size, scope)
            case m.Has(of, member):
                return self.values_with_member(of, member, name, size, scope)
            case m.Op("eq", (m.SizeOf(of), m.Const(0))):
                found = self.some(of, name, size, scope)
                return None if found is None else without(size, found)
            case m.Op("ne", (m.SizeOf(of), m.Const(0))) | m.Op("gt", (m.SizeOf(of), m.Const(0))):
                return self.some(of, name, size, scope)
            case m.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, (left, right)):
                return self.compare_column(op, left, right, name, size, scope)
            case m.Op("add", (m.Fold("first", other, over, where, None, m.Const(-1)), m.Const(1))):
                inner = m.SetBuild(self.ranges.over(over, scope)[1] + 1, other, over, where)
                return self.some(inner, name, size, scope)
            case m.Compare("within", left, right):
                count = self.ranges.members(right, scope)
                if count is not None and name not in self.free.of(right):
                    found = self.some(m.SetOp("minus", left, right), name, size, scope)
                    return None if found is None else without(size, found)
            case m.Fold() | m.IfElse():
                return self.by_parts(condition, name, size, scope)
        return None

    def by_parts(self, condition: m.Fold | m.IfElse, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the set of values for which a quantifier or a conditional expression holds."""
        match condition:
            case m.Fold("some", other, over, where, body):
                completed = self.completed(condition, name, size, scope)
                if completed is not None:
                    return completed
                inner = join_conditions((where, body)) or m.Const(1)
                return self.exists(other, over, inner, name, size, scope)
            case m.Fold("all", other, over, where, body) if body is not None:
                denied: m.Expr = m.Op("not", (body,))
                if where is not None:
                    denied = m.Op("and", (where, denied))
                found = self.exists(other, over, denied, name, size, scope)
                return None if found is None else without(size, found)
            case m.IfElse(test, then, otherwise) if name not in self.free.of(test) and self.speculation.total(
                test, scope
            ):
                ways = [self.where(p, name, size, scope) for p in (then, otherwise)]
                if None not in ways:
                    a, b = (p for p in ways if p is not None)
                    return m.IfElse(test, a, b)
            case m.IfElse(test, then, otherwise):
                parts = [self.where(p, name, size, scope) for p in (test, then, otherwise)]
                if None not in parts:
                    a, b, c = (p for p in parts if p is not None)
                    return set_union(size, (common(a, b), common(without(size, a), c)))
        return None

    def column(self, expr: m.Expr, name: str, size: int) -> list[int] | None:
        return self.compile_time.column(expr, name, size)

    def size_of_fixed_set(self, of: m.Expr, name: str, scope: Scope) -> int | None:
        """Return the size of a set expression that does not depend on `name` and is total; else None."""
        if name in self.free.of(of) or not self.speculation.total(of, scope):
            return None
        return self.ranges.members(of, scope)

    def compare_column(
        self, op: m.NumberOp, left: m.Expr, right: m.Expr, name: str, size: int, scope: Scope
    ) -> m.Expr | None:
        """Return the values for which a comparison holds, by a table of sets. One side is a table of the name, the
        other a number independent of it."""
        turned = self.column(left, name, size) is None
        column = self.column(right if turned else left, name, size)
        other = left if turned else right
        if column is None or name in self.free.of(other) or not self.speculation.total(other, scope):
            return None
        low, high = self.ranges.of(other, scope)
        if high - low >= COMPARED:
            return None
        key = op, turned, tuple(column), low, high
        if key not in self._compared:
            pairs = [[(v, x) if turned else (x, v) for x in column] for v in range(low, high + 1)]
            self._compared[key] = tuple(sum(bool(compute(op, p)) << i for i, p in enumerate(row)) for row in pairs)
        rows = self._compared[key]
        return m.Lookup(self.tables.table(size, rows, (len(rows),)), (m.Op("sub", (other, m.Const(low))),))

    def values_with_member(self, of: m.Expr, member: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values of `name` for which `member in of` holds, if the set `of` does not depend on the name."""
        count = self.size_of_fixed_set(of, name, scope)
        if count is None:
            return None
        if isinstance(member, m.Local) and member.name == name:
            return of if count == size else m.SetOp("common", m.Shift(size, of, 0), full_set(size))
        reached = self.column(member, name, size)
        if reached is None:
            return None
        return self.back([(x, y) for x, y in enumerate(reached) if 0 <= y < count], of, count, size)

    def back(self, pairs: list[NumberPair], of: m.Expr, count: int, size: int) -> m.Expr | None:
        """Return the set of all x of pairs (x, y) whose y lies in the set `of` over 0..count-1, by shifts. Return None
        if there are more than `STEPS` differences y - x."""
        steps: dict[int, int] = {}
        for x, y in pairs:
            steps[y - x] = steps.get(y - x, 0) | 1 << x
        if len(steps) > STEPS:
            return None
        found: list[m.Expr] = []
        masks = set(steps.values())
        # apply a mask that all shifts share only once
        together = next(iter(masks)) if len(masks) == 1 and len(steps) > 1 else None
        bound = self.fresh("of")
        plain = isinstance(of, m.Local | m.Load | m.SetConst)
        for by, starts in sorted(steps.items()):
            possible = (1 << max(min(size, count - by), 0)) - 1 & ~((1 << max(-by, 0)) - 1)
            moved: m.Expr = of if plain else m.Local(bound)
            if by or count != size:
                moved = m.Shift(size, moved, -by)
            masked = starts == possible or together is not None
            found.append(moved if masked else common(moved, m.SetConst(size, starts)))
        result = set_union(size, found)
        if together is not None:
            result = common(result, m.SetConst(size, together))
        return result if plain else m.Bind(bound, of, result)

    def some(self, of: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values of `name` for which the set `of`, which depends on it, is not empty."""
        column = self.column(of, name, size)
        if column is not None:
            return m.SetConst(size, sum(1 << x for x, members in enumerate(column) if members))
        match of:
            case m.SetOp("common", left, right):
                for static, other in ((left, right), (right, left)):
                    found = self.values_that_meet(static, other, name, size, scope)
                    if found is not None:
                        return found
            case m.SetOp("minus"):
                given: m.Expr = of
                taken: list[m.Expr] = []
                while isinstance(given, m.SetOp) and given.op == "minus":
                    taken.append(given.right)
                    given = given.left
                count = self.ranges.members(given, scope)
                if count is not None and all(self.ranges.members(t, scope) == count for t in taken):
                    left_over = common(full_set(count), *(without(count, t) for t in reversed(taken)))
                    return self.values_that_meet(given, left_over, name, size, scope)
            case m.SetOp("union", left, right):
                parts = [self.some(part, name, size, scope) for part in (left, right)]
                return None if None in parts else set_union(size, (p for p in parts if p is not None))
            case m.SetBuild(_, _, m.LoopDomain(None, None, m.SetOp() | m.SetBuild() as within), None, None):
                return self.some(within, name, size, scope)
            case m.SetBuild(_, other, over, where, None):
                return self.exists(other, over, where if where is not None else m.Const(1), name, size, scope)
        return None

    def values_that_meet(self, static: m.Expr, other: m.Expr, name: str, size: int, scope: Scope) -> m.Expr | None:
        """Return the values of `name` for which `static`, a set decided by the name, intersects `other`, a set
        independent of it."""
        count = self.size_of_fixed_set(other, name, scope)
        reached = self.column(static, name, size)
        if count is None or reached is None:
            return None
        pairs = [(x, y) for x, members in enumerate(reached) for y in bits_of(members) if y < count]
        return self.by_pairs(pairs, other, count, size)

    def by_pairs(self, pairs: list[NumberPair], of: m.Expr, count: int, size: int) -> m.Expr | None:
        """Return the set of all x of pairs (x, y) whose y lies in the set `of` over 0..count-1; None if slow."""
        ways = self.back, self.ask_rows, self.unite_rows
        return next((found for way in ways if (found := way(pairs, of, count, size)) is not None), None)

    def ask_rows(self, pairs: list[NumberPair], of: m.Expr, count: int, size: int) -> m.Expr | None:
        """Return the same set as `back` for relations in which many x have the same row of y: it is asked once for each
        row whether the set meets it. Return None if there are more than `KINDS` rows."""
        rows: dict[int, int] = {}
        for x, y in pairs:
            rows[x] = rows.get(x, 0) | 1 << y
        kinds: dict[int, int] = {}
        for x, row in rows.items():
            kinds[row] = kinds.get(row, 0) | 1 << x
        if len(kinds) > KINDS:
            return None
        bound = self.fresh("of")
        plain = isinstance(of, m.Local | m.Load | m.SetConst)
        among = of if plain else m.Local(bound)
        found = []
        for row, members in kinds.items():
            met = m.Op("ne", (m.SizeOf(common(among, m.SetConst(count, row))), m.Const(0)))
            found.append(m.IfElse(met, m.SetConst(size, members), empty_set(size)))
        result = set_union(size, found)
        return result if plain else m.Bind(bound, of, result)

    def unite_rows(self, pairs: list[NumberPair], of: m.Expr, count: int, size: int) -> m.Expr | None:
        """Return the same set as `back`, by the union of a table row for each member; for relations with many
        differences."""
        if not self.joins:
            return None
        rows = [0] * count
        for x, y in pairs:
            rows[y] |= 1 << x
        if isinstance(of, m.SetConst):
            return m.SetConst(size, reduce(or_, (row for y, row in enumerate(rows) if of.bits >> y & 1), 0))
        met = self.fresh("met")
        row = m.Lookup(self.tables.table(size, tuple(rows), (count,)), (m.Local(met),))
        return m.SetBuild(size, met, m.LoopDomain(within=of), None, row)

    def exists(
        self, other: str, over: m.LoopDomain, inner: m.Expr, name: str, size: int, scope: Scope
    ) -> m.Expr | None:
        """Return the values of `name` for which some value of `other` passes, by a relation between the two names."""
        if over.within is None:
            if not (isinstance(over.low, m.Const) and isinstance(over.high, m.Const) and over.low.value == 0):
                return None
            count = over.high.value + 1
            among: m.Expr = full_set(max(count, 1))
        else:
            found = self.ranges.members(over.within, scope)
            if found is None:
                return None
            count, among = found, over.within
        static: list[m.Expr] = []
        related: list[int] | None = None  # by value of `name`, the values of `other` that a table gives, as a set
        if name in self.free.of(among):
            related, among = self.column(among, name, size), full_set(count)
            if related is None:
                return None
        if count < 1 or (size * count if related is None else sum(r.bit_count() for r in related)) > PAIRS:
            return None
        if related is None and not self.speculation.total(among, scope):
            return None
        rest: list[m.Expr] = []
        for part in conjuncts(inner):
            free = self.free.of(part)
            if name not in free:
                own = self.where(part, other, count, scope)
                if own is None:
                    return None
                among = common(among, own)
            elif self.is_static(part, {name, other}):
                static.append(part)
            else:
                rest.append(part)
        if rest:
            if related is not None:
                return None
            matched = self.fills.match_walk(rest, static, name, other)
            if matched is None or not matched[0].size == size == count or not self.speculation.total(matched[1], scope):
                return None
            return self.fills.sites_that_see(*matched, among)
        both = join_conditions(static) or m.Const(1)
        if related is not None:
            pairs = self.pairs_that_pass(related, both, name, other, count)
        else:
            rows = self.rows.of(both, name, size, {other: (0, count - 1)})
            pairs = None if rows is None else [(x, y) for y, row in enumerate(rows) for x in bits_of(row)]
        if pairs is None:
            return None
        return self.by_pairs(pairs, among, count, size)

    def pairs_that_pass(
        self, rows: list[int], condition: m.Expr, name: str, other: str, count: int
    ) -> list[NumberPair] | None:
        """Return the pairs (x, y), with y in the set `rows[x]`, for which the condition holds; None if it is not
        constant."""
        known = self.compile_time.evaluator(condition)
        pairs = ((x, y) for x, members in enumerate(rows) for y in bits_of(members) if y < count)
        try:
            return [(x, y) for x, y in pairs if known({name: x, other: y})]
        except NotCompileTime:
            return None

    def is_static(self, part: m.Expr, names: set[str]) -> bool:
        try:
            self.compile_time.value(part, dict.fromkeys(names, 0))
        except NotCompileTime:
            return False
        return True
