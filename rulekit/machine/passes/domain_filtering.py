"""Domain filtering: a parameter runs only over the values that tables allow; its other tests remain.

In `there in 0..63 where goes(m, here, there)`, the test reads the state. But tables already tell whether a piece of
that kind could ever go from here to there. A condition that set operations cannot express is weakened to what constants
and tables decide (the rest counts as true). The weaker condition is evaluated at compile time for all values of the few
other names, as a table of sets. The condition itself is still tested, for fewer values.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import ANY, Scope
from ..form_table import child_expressions
from . import rewriter
from .algebra import Algebra
from .inline import expression_size, inline_body, replace_names
from .set_expressions import common, join_conditions, parts

ASKED = 1 << 18
"""The most evaluations for the table of one parameter."""
ASKED_BY_LOOP = 1 << 14
"""The most evaluations for the table of a loop inside a condition. It is less, because such loops are many."""
LEAST = 32
"""The least number of values for which a loop's table is worth its space."""
LONG = 1000
"""The most expression nodes in a condition with all functions that it calls."""
PURE = (
    m.Const,
    m.Local,
    m.Lookup,
    m.Op,
    m.IfElse,
    m.Bind,
    m.Has,
    m.SetConst,
    m.SetOf,
    m.SizeOf,
    m.SetOp,
    m.Compare,
)
"""The classes of expressions whose value depends only on their parts and on constant tables, never on the state."""


def domain_filtering(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = DomainFilter(analyses)
    result = rewriter.machine(analyses.machine, finder.expression, finder.alternative)
    why.append(f"domain_filtering: {finder.done} parameters run over what tables allow")
    return analyses.with_added(result)


class DomainFilter(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.algebra = Algebra(analyses)

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with each `some` that has an expensive condition restricted to the values that tables
        allow."""
        if not self.loops.inside(expr):
            return expr
        expr = self.ranges.map_children(expr, scope, self.expression)
        match expr:
            case m.Fold("some", name, over, where, body) if body is not None:
                size = self.ranges.over(over, scope)[1] + 1 if over.within is None else self.ranges.size(over.within)
                if size is None or size < LEAST or (over.within is None and over.low != m.Const(0)):
                    return expr
                inner = {**scope, name: (0, size - 1)}
                conditions = [p for one in (where, body) if one is not None for p in parts(one, self.free)]
                found = self.allowed(conditions, name, size, inner, ASKED_BY_LOOP)
                if found:
                    self.done += 1
                    among = [] if over.within is None else [over.within]
                    return attrs.evolve(expr, over=m.LoopDomain(within=common(*among, *found)))
        return expr

    def alternative(self, a: m.Alternative) -> m.Alternative:
        a = rewriter.alternative_in_scope(a, self.expression, self.ranges)
        levels = [self.level(level, scope) for level, scope, _ in self.ranges.levels_in_scope(a)]
        return attrs.evolve(a, levels=tuple(levels))

    def level(self, level: m.Level, scope: Scope) -> m.Level:
        size = level.high + 1
        if not 0 <= level.low < level.high:
            return level
        if level.within is not None and self.ranges.size(level.within) != size:
            return level
        inner: Scope = {**scope, level.name: (level.low, level.high)}
        conditions = [p for test in level.tests if test.name is None for p in parts(test.value, self.free)]
        found = self.allowed(conditions, level.name, size, inner, ASKED)
        if not found or any(test.name is not None for test in level.tests):
            return level
        everything = m.SetConst(size, ((1 << size) - 1) & ~((1 << level.low) - 1))
        among = everything if level.within is None else level.within
        passing = common(among, *found)
        if isinstance(passing, m.SetConst) and not self.speculation.total(among, scope):
            return level  # no value passes; but the set might fault, so it must still be evaluated
        self.done += 1
        return attrs.evolve(level, within=passing)

    def allowed(self, conditions: list[m.Expr], name: str, size: int, scope: Scope, most: int) -> list[m.Expr]:
        """Return sets of the values that tables allow, one for each condition that restricts them; conditions are
        tested in this order."""
        found: list[m.Expr] = []
        for condition in conditions:
            if not self.speculation.total(condition, scope):
                break  # later conditions might not be reached, so they may exclude no value
            allowed = Weakening(self, name, size, scope, most).values_allowed(condition)
            if allowed is not None:
                found.append(allowed)
        return found


class Weakening:
    """Finds what a condition on one name implies that constants and tables alone decide."""

    def __init__(self, finder: DomainFilter, name: str, size: int, scope: Scope, most: int) -> None:
        self.most = most
        self.finder, self.name, self.size, self.scope = finder, name, size, scope
        self.outer: list[tuple[str, m.Expr]] = []
        self.sets: list[m.Expr] = []  # the parts of the condition that set operations can express
        self.known_ranges: dict[str, tuple[int, int]] = dict(scope)
        self.left = LONG

    def values_allowed(self, condition: m.Expr) -> m.Expr | None:
        """Return the set of values that tables and sets allow; None if that is all values, or takes too long to
        compute."""
        told = self.top(condition, frozenset(self.scope))
        found = list(self.sets)
        if told is not None and self.name in self.finder.free.of(told):
            table = self.finder.algebra.tables.rows(
                told, self.name, self.size, self.known_ranges, self.most, open_=True
            )
            found += [] if table is None else [table]
        if not found:
            return None
        result = common(*found)
        for name, value in reversed(self.outer):
            if name in self.finder.free.of(result):
                result = m.Bind(name, value, result)
        return result

    def top(self, expr: m.Expr, known: frozenset[str]) -> m.Expr | None:
        """Return the weakened form of a condition that must hold; None if nothing is left. Parts that set operations
        can express are added to `sets`."""
        expr = self.apart(expr, known)
        match expr:
            case m.Op("and", args):
                return join_conditions([self.top(a, known) for a in args])
            case m.Bind(name, value, body) if not self.pure(value, known) and self.is_fixed(value):
                self.add_name(name, value)
                return self.top(body, known | {name})
            case m.Bind(name, value, body) if self.pure(value, known) and self.outside(value):
                self.add_name(name, value)  # conditions that become sets need the value; those on tables use the name
                told = self.top(body, known | {name})
                return None if told is None else m.Bind(name, value, told)
        if self.pure(expr, known):
            return expr
        if self.name in self.finder.free.of(expr):
            found = self.finder.algebra.where(expr, self.name, self.size, self.known_ranges)
            if found is not None:
                self.sets.append(found)
                return None
        return self.weak(expr, known)

    def apart(self, expr: m.Expr, known: frozenset[str]) -> m.Expr:
        """Return a binding whose name no other binder uses: the expression itself, or a copy with a fresh name."""
        if isinstance(expr, m.Bind) and (expr.name in known or expr.name in self.known_ranges):
            name = self.finder.fresh(expr.name)
            return m.Bind(name, expr.value, replace_names(expr.body, {expr.name: m.Local(name)}, self.finder.fresh))
        return expr

    def add_name(self, name: str, value: m.Expr) -> None:
        self.outer.append((name, value))
        self.known_ranges[name] = self.finder.ranges.of(value, self.known_ranges)

    def weak(self, expr: m.Expr, known: frozenset[str]) -> m.Expr | None:
        """Return a condition on tables and the `known` names that is implied by `expr`; None if there is none."""
        if self.pure(expr, known):
            return expr
        expr = self.apart(expr, known)
        match expr:
            case m.Op("and", args):
                return join_conditions([self.weak(a, known) for a in args])
            case m.Op("or", args):
                return _either([self.weak(a, known) for a in args])
            case m.Op("not", (inner,)):
                return self.values_denied(inner, known)
            case m.Op("ne" | "gt", (m.SizeOf(members), m.Const(0))):
                return self.not_empty(members, known)
            case m.IfElse(condition, then, otherwise):
                one, other = self.weak(then, known), self.weak(otherwise, known)
                if self.pure(condition, known):
                    return None if one is other is None else m.IfElse(condition, one or ONE, other or ONE)
                ways = [(self.weak(condition, known), one), (self.values_denied(condition, known), other)]
                return _either([join_conditions(way) for way in ways])
            case m.Bind(name, value, body):
                if self.pure(value, known):
                    inside = self.weak(body, known | {name})
                    return None if inside is None else m.Bind(name, value, inside)
                if self.is_fixed(value):
                    self.add_name(name, value)
                    return self.weak(body, known | {name})
                return self.weak(body, known - {name})
            case m.Call(name, args):
                function = self.finder.functions[name]
                self.left -= expression_size(function.body)
                if not function.nested and not function.remembered and self.left > 0:
                    return self.weak(inline_body(function, args, self.finder.fresh), known)
        return None

    def values_denied(self, expr: m.Expr, known: frozenset[str]) -> m.Expr | None:
        """Return a condition on tables and the `known` names that holds whenever `expr` does not; None if there is
        none."""
        if self.pure(expr, known):
            return m.Op("not", (expr,))
        match expr:
            case m.Op("and", args):
                return _either([self.values_denied(a, known) for a in args])
            case m.Op("or", args):
                return join_conditions([self.values_denied(a, known) for a in args])
            case m.Op("not", (inner,)):
                return self.weak(inner, known)
            case m.Op("eq", (m.SizeOf(members), m.Const(0))):
                return self.not_empty(members, known)
        return None

    def not_empty(self, members: m.Expr, known: frozenset[str]) -> m.Expr | None:
        """Return a condition on tables and the `known` names that holds whenever the set has a member; None if there is
        none."""
        found = self.superset(members, known)
        return None if found is None else m.Op("ne", (m.SizeOf(found), m.Const(0)))

    def superset(self, expr: m.Expr, known: frozenset[str]) -> m.Expr | None:
        """Return a set that depends on tables and the `known` names only and contains these members; None if none is
        smaller than the whole domain."""
        if self.pure(expr, known):
            return expr
        match expr:
            case m.SetOp("common", left, right):
                found = [one for one in (self.superset(left, known), self.superset(right, known)) if one is not None]
                return common(*found) if found else None
            case m.SetOp("minus", left, _):
                return self.superset(left, known)
        return None

    def pure(self, expr: m.Expr, known: frozenset[str]) -> bool:
        if self.finder.free.of(expr) - known:
            return False
        waiting = [expr]
        while waiting:
            one = waiting.pop()
            if not isinstance(one, PURE):
                return False
            waiting.extend(child_expressions(one))
        return True

    def is_fixed(self, value: m.Expr) -> bool:
        """Return whether a value has a small range and can be evaluated before the loop."""
        low, high = self.finder.ranges.of(value, self.known_ranges)
        return (low, high) != ANY and high - low < ASKED and self.outside(value)

    def outside(self, value: m.Expr) -> bool:
        """Return whether a value can be evaluated before the loop, even though tests that precede it there have not
        passed."""
        free = self.finder.free.of(value)
        if free - set(self.known_ranges) or self.name in free:
            return False
        return self.finder.speculation.total(value, self.known_ranges)


ONE = m.Const(1)


def _either(found: list[m.Expr | None]) -> m.Expr | None:
    some = [one for one in found if one is not None]
    return m.Op("or", tuple(some)) if len(some) == len(found) else None
