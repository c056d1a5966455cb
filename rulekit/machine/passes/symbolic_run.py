"""Symbolic execution of routines: computes what a routine writes, as expressions of its arguments and of the state
before it.

A routine without loops either faults or makes a fixed list of writes, some of them under a condition. So passes can
determine how it changes an expression, without running it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import attrs

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, params_of
from ..form_table import ExprChange, child_expressions, map_children
from ..operator_intervals import Interval, interval_inside
from . import rewriter
from .constant_folding import as_truth
from .inline import expression_size, inline_body, replace_names
from .known_facts import Facts
from .set_expressions import join_conditions

LONGEST = 600
"""The greatest number of expression nodes in one value or condition."""
DEEPEST = 6
"""The greatest number of routines that run inside one another."""
LOST = m.Local("lost value")
"""The value of a name that an inner block has defined again."""
OTHER_STATE = (m.Seen, m.After, m.RingAt, m.RingSize)
"""Forms that may depend on written state in other ways than by reading a cell's element."""


class CannotFollow(Exception):
    """Raised for a routine whose writes cannot be determined in this way."""


@attrs.frozen
class Bound:
    """A step of a symbolic run: the local `name` gets a value."""

    name: str
    value: m.Expr

    @property
    def expression(self) -> m.Expr:
        return self.value

    def changed(self, change: ExprChange) -> Bound:
        return Bound(self.name, change(self.value))


@attrs.frozen
class Needed:
    """A step of a symbolic run: the routine faults if the condition is 0."""

    condition: m.Expr

    @property
    def expression(self) -> m.Expr:
        return self.condition

    def changed(self, change: ExprChange) -> Needed:
        return Needed(change(self.condition))


RunStep = Bound | Needed


@attrs.frozen
class SymbolicStore:
    """A write to one element of a cell, which happens if `guard` holds (None: always). `value` is the new value of the
    element or, for `add` and `drop`, the member that is added or removed."""

    kind: Literal["write", "add", "drop"]
    guard: m.Expr | None
    index: tuple[m.Expr, ...]
    value: m.Expr

    def changed(self, change: ExprChange) -> SymbolicStore:
        guard = None if self.guard is None else change(self.guard)
        return SymbolicStore(self.kind, guard, tuple(map(change, self.index)), change(self.value))


@attrs.frozen
class RoutineOutcome:
    """The outcome of a routine: its parameters with fresh names, its steps in order, and the writes to each cell, keyed
    by cell name. `scope` has the ranges of all names."""

    params: tuple[m.Parameter, ...]
    steps: tuple[RunStep, ...]
    stores: Mapping[str, tuple[SymbolicStore, ...]]
    scope: Scope

    def facts(self, facts: Facts) -> Facts:
        """Add to `facts` all conditions that hold if the routine does not fault. Return `facts`."""
        for step in self.steps:
            if isinstance(step, Needed):
                facts.learn(step.condition, True)
        return facts


class SymbolicRun(rewriter.WithAnalyses):
    """Executes one routine symbolically, statement by statement."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)
        self.routines, self.cells = analyses.routines, analyses.cells
        self.steps: list[RunStep] = []
        self.stores: dict[str, list[SymbolicStore]] = {}
        self.names: dict[str, m.Expr] = {}
        self.guard: m.Expr | None = None
        self.facts = Facts(self.fresh, self.ranges, {})
        # the values of names that are defined under a guard; such names are replaced by their values at the end
        self.guarded: dict[str, m.Expr] = {}
        self.depth = 0

    def outcome(self, routine: m.Routine) -> RoutineOutcome:
        """Return the outcome of a routine. Raise CannotFollow if it cannot be determined."""
        params = tuple(attrs.evolve(p, name=self.fresh(p.name)) for p in routine.params)
        self.facts.scope = params_of(attrs.evolve(routine, params=params))
        self.block(routine.body, {old.name: m.Local(p.name) for old, p in zip(routine.params, params, strict=True)})

        def whole(expr: m.Expr) -> m.Expr:
            return replace_names(expr, self.guarded, self.fresh)

        stores = {cell: tuple(stored.changed(whole) for stored in found) for cell, found in self.stores.items()}
        return RoutineOutcome(params, tuple(step.changed(whole) for step in self.steps), stores, self.facts.scope)

    # --------------------------------------------------------------------------------------------- executing statements

    def block(self, body: tuple[m.Stmt, ...], names: Mapping[str, m.Expr]) -> None:
        """Execute the statements of a block, in which `names` have these values. If the block redefines a name from
        outside, the value of that name is unknown after the block."""
        outer, self.names = self.names, {**self.names, **names}
        for stmt in body:
            self.statement(stmt)
        again = {stmt.name for stmt in body if isinstance(stmt, m.Define)}
        again |= {name for name, value in self.names.items() if value == LOST}
        self.names = {name: LOST if name in again else value for name, value in outer.items()}

    def statement(self, stmt: m.Stmt) -> None:
        match stmt:
            case m.Mark():
                pass
            case m.Define(name, value):
                self.names[name] = self.named(name, self.value(value))
            case m.Write(cell, index, value, fault):
                at = self.all_named(index)
                new = self.named("put", self.value(value))
                span = self.cells[cell].low, self.cells[cell].high
                if fault is not None and not interval_inside(self.facts.range(new), *span):
                    limits = m.Op("le", (m.Const(span[0]), new)), m.Op("le", (new, m.Const(span[1])))
                    self.need(m.Op("and", limits))
                self.store(cell, SymbolicStore("write", self.guard, at, new))
            case m.Insert(cell, index, member, drop):
                at = self.all_named(index)
                self.store(
                    cell, SymbolicStore("drop" if drop else "add", self.guard, at, self.named("x", self.value(member)))
                )
            case m.IfStatement(condition, then, otherwise):
                holds = as_truth(self.named("if", as_truth(self.value(condition))))
                self.under(holds, then)
                self.under(m.Op("not", (holds,)), otherwise)
            case m.Each(
                name, m.LoopDomain(m.Const(1), m.IfElse(condition, m.Const(1), m.Const(0)), None), None, inside
            ):
                # a loop over an optional value has one pass or none
                self.under(as_truth(self.named("if", self.value(condition))), inside, {name: m.Const(1)})
            case m.Run(routine, args, None):
                self.run(self.routines[routine], args)
            case _:
                raise CannotFollow

    def under(self, condition: m.Expr, body: tuple[m.Stmt, ...], names: Mapping[str, m.Expr] | None = None) -> None:
        """Execute statements that the routine executes only if a condition holds."""
        if not body:
            return
        guard, facts = self.guard, self.facts.copy()
        self.facts.learn(condition, True)
        self.guard = join_conditions((guard, condition))
        self.block(body, names or {})
        self.guard, self.facts = guard, facts

    def run(self, routine: m.Routine, args: tuple[m.Expr, ...]) -> None:
        self.depth += 1
        if routine.nested or routine.kind is not None or self.depth > DEEPEST:
            raise CannotFollow
        known = self.names
        given = {p.name: self.named(p.name, self.value(arg)) for p, arg in zip(routine.params, args, strict=True)}
        self.names = {}
        self.block(routine.body, given)
        self.names = known
        self.depth -= 1

    def store(self, cell: str, stored: SymbolicStore) -> None:
        self.stores.setdefault(cell, []).append(stored)

    # -------------------------------------------------------------------------------------------- values of expressions

    def value(self, expr: m.Expr) -> m.Expr:
        """Return the value that an expression has at this point of the run, in terms of the state before the run.
        Checks in it become steps of the run. Raise CannotFollow if the value is too complex or might fault."""
        expr = replace_names(expr, self.names, self.fresh)
        expr = self.facts.simplified(self.without_checks(self.now(expr)))
        if (
            expression_size(expr) > LONGEST
            or LOST.name in self.free.of(expr)
            or not self.speculation.total(expr, self.facts.scope)
        ):
            raise CannotFollow
        return expr

    def now(self, expr: m.Expr) -> m.Expr:
        """Return the expression with reads of elements replaced by the values that these elements have at this
        point."""
        if self.effects.reads(expr).isdisjoint(self.stores):
            return expr
        if isinstance(expr, OTHER_STATE):
            raise CannotFollow
        if isinstance(expr, m.Call) and not self.effects.reads(self.functions[expr.function].body).isdisjoint(
            self.stores
        ):
            function = self.functions[expr.function]
            if function.nested or function.remembered:
                raise CannotFollow
            return self.now(inline_body(function, expr.args, self.fresh))
        changed: m.Expr = map_children(expr, self.now)
        return self.read(changed) if isinstance(changed, m.Load) and changed.cell in self.stores else changed

    def read(self, load: m.Load) -> m.Expr:
        """Return the value that an element has at this point of the run."""
        result: m.Expr = load
        for stored in self.stores[load.cell]:
            here = same_element(load.index, stored.index, self.facts.range)
            if here is None:
                continue
            new = stored.value
            if stored.kind != "write":
                size = self.cells[load.cell].high + 1
                new = m.SetOp("minus" if stored.kind == "drop" else "union", result, m.SetOf(size, (new,)))
            condition = join_conditions((stored.guard, *here))
            result = new if condition is None else m.IfElse(condition, new, result)
        return result

    def all_named(self, exprs: tuple[m.Expr, ...]) -> tuple[m.Expr, ...]:
        return tuple(self.named("x", self.value(expr)) for expr in exprs)

    def named(self, name: str, value: m.Expr) -> m.Expr:
        """Return a local for a value, or the value itself if it is simple. Outside of guards, the local becomes a step
        of the outcome. Under a guard, the value may not always be evaluated, so the local exists only during the
        run."""
        match value:
            case m.Const() | m.Local() | m.Op("add" | "sub", (m.Local(), m.Const())):
                return value
        new = self.fresh(name)
        if self.guard is None:
            self.steps.append(Bound(new, value))
        else:
            self.guarded[new] = replace_names(value, self.guarded, self.fresh)
        self.facts.bind(new, value)
        return m.Local(new)

    def need(self, condition: m.Expr) -> None:
        plain = map_children(condition, self.facts.simplified)
        condition = self.facts.simplified(condition)
        if not self.speculation.total(condition, self.facts.scope):
            raise CannotFollow
        if condition == m.Const(1):
            return
        guard = self.guard
        self.steps.append(Needed(condition if guard is None else m.Op("or", (m.Op("not", (guard,)), condition))))
        self.facts.learn(plain, True)
        self.facts.learn(condition, True)

    def without_checks(self, expr: m.Expr) -> m.Expr:
        """Return the expression without its checks. The conditions of the checks become steps of the run, in order.
        Raise CannotFollow for a check in a part that is not always evaluated."""
        if not _checks(expr):
            return expr
        match expr:
            case m.Check(condition, _, value):
                self.need(self.without_checks(as_truth(condition)))
                return self.without_checks(value)
            case m.Bind(name, value, body):
                given = self.named(name, self.without_checks(value))
                return self.without_checks(replace_names(body, {name: given}, self.fresh))
            case m.IfElse(condition, then, otherwise) if not _checks(then) and not _checks(otherwise):
                return m.IfElse(self.without_checks(condition), then, otherwise)
            case m.Op("and" | "or") | m.IfElse() | m.Fold() | m.SetBuild() | m.Reach() | m.Grow() | m.After():
                raise CannotFollow
        changed: m.Expr = map_children(expr, self.without_checks)
        return changed


def _checks(expr: m.Expr) -> bool:
    return isinstance(expr, m.Check) or any(map(_checks, child_expressions(expr)))


def same_element(
    one: tuple[m.Expr, ...], other: tuple[m.Expr, ...], ranges_of: Callable[[m.Expr], Interval]
) -> list[m.Expr] | None:
    """Return the conditions under which two indexes are equal. Return None if they never are."""
    conditions: list[m.Expr] = []
    for a, b in zip(one, other, strict=True):
        if a == b:
            continue
        (low, high), (least, most) = ranges_of(a), ranges_of(b)
        if high < least or most < low:
            return None
        conditions.append(m.Op("eq", (a, b)))
    return conditions
