"""Symbolic runs of routines: what a routine writes, as expressions of its arguments and of the state before it.

A routine without long loops either faults or makes a known list of writes, some of them under a condition. So the state
after it can be read without running it. Written sets of sites of a board (`bitboards.py`) are known more simply: a site
lies in one of them only, so it leaves all others when its value changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import attrs

from .. import program as m
from ..analyses.effects import Effects
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, params_of, refine
from ..form_table import child_expressions, map_children
from ..operator_intervals import interval_inside
from . import rewriter
from .bitboards import PLANES
from .constant_folding import is_truth
from .inline import expression_size, inline_body, replace_names
from .known_facts import Facts
from .set_expressions import empty_set, join_conditions

LONGEST = 600
"""The most expression nodes in one value or condition."""
DEEPEST = 6
"""The most routines that run inside one another."""
OTHER_STATE = (m.Seen, m.After, m.Run, m.RingAt, m.RingSize)
"""Forms that may depend on written state in other ways than by reading a cell's element."""


class CannotFollow(Exception):
    """Raised for a routine whose writes are not known beforehand."""


@attrs.frozen
class Bound:
    """A step of a symbolic run: a value gets a name."""

    name: str
    value: m.Expr


@attrs.frozen
class Needed:
    """A step of a symbolic run: if the condition is 0, the routine faults."""

    condition: m.Expr


@attrs.frozen
class Stored:
    """A write to an element, if `guard` holds (None: always): its new value, or a member that is added or dropped."""

    kind: Literal["write", "add", "drop"]
    guard: m.Expr | None
    index: tuple[m.Expr, ...]
    value: m.Expr


@attrs.frozen
class Outcome:
    """The outcome of a routine for arguments with the names `params`: steps in order, and the writes to each cell."""

    params: tuple[str, ...]
    steps: tuple[Bound | Needed, ...]
    stores: Mapping[str, tuple[Stored, ...]]
    scope: Scope

    def facts(self, facts: Facts) -> Facts:
        """Add what is known once the routine has not faulted, and return all that is known."""
        for step in self.steps:
            if isinstance(step, Needed):
                facts.learn(step.condition, True)
        return facts


class SymbolicRun(rewriter.WithAnalyses):
    """Follows one routine, statement by statement."""

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.effects = analyses.get(Effects)
        self.routines, self.cells = analyses.routines, analyses.cells
        self.steps: list[Bound | Needed] = []
        self.stores: dict[str, list[Stored]] = {}
        self.names: dict[str, m.Expr] = {}
        self.scope: dict[str, tuple[int, int]] = {}
        self.guard: m.Expr | None = None
        self.facts = Facts(self.fresh, self.ranges_of)
        # the values of names that stand for a value under a guard
        self.guarded: dict[str, m.Expr] = {}
        self.depth = 0

    def outcome(self, routine: m.Routine) -> Outcome:
        """Return the outcome of a routine. Raise CannotFollow if it is not known beforehand."""
        params = tuple(self.fresh(p.name) for p in routine.params)
        spans = params_of(attrs.evolve(routine, params=tuple(
            attrs.evolve(p, name=name) for p, name in zip(routine.params, params, strict=True)
        )))
        self.scope.update(spans)
        self.names = {p.name: m.Local(name) for p, name in zip(routine.params, params, strict=True)}
        self.block(routine.body)

        def whole(expr: m.Expr) -> m.Expr:
            return replace_names(expr, self.guarded, self.fresh)

        stores = {
            cell: tuple(
                Stored(s.kind, None if s.guard is None else whole(s.guard), tuple(map(whole, s.index)), whole(s.value))
                for s in found
            )
            for cell, found in self.stores.items()
        }
        steps = tuple(
            Bound(step.name, whole(step.value)) if isinstance(step, Bound) else Needed(whole(step.condition))
            for step in self.steps
        )
        return Outcome(params, steps, stores, self.scope)

    # ----------------------------------------------------------------------------------------------------- statements

    def block(self, body: tuple[m.Stmt, ...]) -> None:
        before = self.names
        self.names = dict(before)
        for stmt in body:
            self.statement(stmt)
        self.names = before

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
                if fault is not None and not interval_inside(self.ranges.of(new, self.scope), *span):
                    limits = m.Op("le", (m.Const(span[0]), new)), m.Op("le", (new, m.Const(span[1])))
                    self.need(m.Op("and", limits))
                self.store(cell, Stored("write", self.guard, at, new))
            case m.Insert(cell, index, member, drop):
                at = self.all_named(index)
                self.store(cell, Stored("drop" if drop else "add", self.guard, at, self.named("x", self.value(member))))
            case m.IfStatement(condition, then, otherwise):
                holds = truth(self.named("if", truth(self.value(condition))))
                self.under(holds, then)
                self.under(m.Op("not", (holds,)), otherwise)
            case m.Each(name, m.LoopDomain(m.Const(1), m.IfElse(condition, m.Const(1), m.Const(0)), None), None, inside):
                # one pass, or none
                self.under(truth(self.named("if", self.value(condition))), inside, {name: m.Const(1)})
            case m.Run(routine, args, None):
                self.run(self.routines[routine], args)
            case _:
                raise CannotFollow

    def under(self, condition: m.Expr, body: tuple[m.Stmt, ...], names: Mapping[str, m.Expr] | None = None) -> None:
        """Follow statements that run only if a condition holds."""
        if not body:
            return
        guard, scope, known, facts = self.guard, self.scope, self.names, self.facts.copy()
        self.facts.learn(condition, True)
        self.guard = join_conditions((guard, condition))
        self.scope, self.names = dict(refine(condition, scope)), {**known, **(names or {})}
        self.block(body)
        self.guard, self.scope, self.names, self.facts = guard, scope, known, facts

    def run(self, routine: m.Routine, args: tuple[m.Expr, ...]) -> None:
        self.depth += 1
        if routine.nested or routine.kind is not None or self.depth > DEEPEST:
            raise CannotFollow
        known = self.names
        given = {p.name: self.named(p.name, self.value(arg)) for p, arg in zip(routine.params, args, strict=True)}
        self.names = given
        self.block(routine.body)
        self.names = known
        self.depth -= 1

    def store(self, cell: str, stored: Stored) -> None:
        self.stores.setdefault(cell, []).append(stored)

    # --------------------------------------------------------------------------------------------------------- values

    def value(self, expr: m.Expr) -> m.Expr:
        """Return the value of an expression now, in terms of the state before the run; what it checks becomes needed."""
        expr = replace_names(expr, self.names, self.fresh)
        expr = self.facts.simplified(self.without_checks(self.now(expr)))
        if expression_size(expr) > LONGEST or not self.speculation.total(expr, self.scope):
            raise CannotFollow
        return expr

    def now(self, expr: m.Expr) -> m.Expr:
        written = {cell: tuple(found) for cell, found in self.stores.items()}
        return state_after(expr, lambda load: read(load, written, self.ranges_of, self.cells), self.inlined(written))

    def inlined(self, written: Mapping[str, object]) -> Callable[[m.Call], m.Expr | None]:
        """Return a function from a call to its body; None if the call reads nothing of what is written."""

        def body(call: m.Call) -> m.Expr | None:
            function = self.functions[call.function]
            if not written or not self.effects.reads(function.body) & written.keys():
                return None
            if function.nested or function.remembered:
                raise CannotFollow
            return inline_body(function, call.args, self.fresh)

        return body

    def ranges_of(self, expr: m.Expr) -> tuple[int, int]:
        return self.ranges.of(expr, self.scope)

    def all_named(self, exprs: tuple[m.Expr, ...]) -> tuple[m.Expr, ...]:
        return tuple(self.named("x", self.value(expr)) for expr in exprs)

    def named(self, name: str, value: m.Expr) -> m.Expr:
        """Return a name for a value. Under a guard, where it may not always be evaluated, the name is only for the time
        of the run."""
        match value:
            case m.Const() | m.Local() | m.Op("add" | "sub", (m.Local(), m.Const())):
                return value
        new = self.fresh(name)
        if self.guard is None:
            self.steps.append(Bound(new, value))
        else:
            self.guarded[new] = replace_names(value, self.guarded, self.fresh)
        self.scope = dict(self.ranges.bind(new, value, self.scope))
        return m.Local(new)

    def need(self, condition: m.Expr) -> None:
        plain = map_children(condition, self.facts.simplified)
        condition = self.facts.simplified(condition)
        if not self.speculation.total(condition, self.scope):
            raise CannotFollow
        if self.guard is not None:
            condition = m.Op("or", (m.Op("not", (self.guard,)), condition))
        if condition != m.Const(1):
            self.steps.append(Needed(condition))
        self.facts.learn(plain, True)
        self.facts.learn(condition, True)
        self.scope = dict(refine(condition, self.scope))

    def without_checks(self, expr: m.Expr) -> m.Expr:
        """Return the expression without its checks, which become needed conditions, in order. Raise CannotFollow for a
        check in a part that is not always evaluated."""
        if not _checks(expr):
            return expr
        match expr:
            case m.Check(condition, _, value):
                self.need(self.without_checks(truth(condition)))
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


def truth(condition: m.Expr) -> m.Expr:
    """Return the condition as 0 or 1."""
    return condition if is_truth(condition) else m.Op("ne", (condition, m.Const(0)))


# ------------------------------------------------------------------------------------------------- the state afterwards


def state_after(
    expr: m.Expr, load: Callable[[m.Load], m.Expr], body: Callable[[m.Call], m.Expr | None]
) -> m.Expr:
    """Return the expression with its reads of elements replaced by `load`, and calls by what `body` gives unless it is
    None. Raise CannotFollow if the expression depends on the state in other ways."""
    if isinstance(expr, OTHER_STATE):
        raise CannotFollow
    changed: m.Expr = map_children(expr, lambda part: state_after(part, load, body))
    match changed:
        case m.Load():
            return load(changed)
        case m.Call():
            inside = body(changed)
            return changed if inside is None else state_after(inside, load, body)
    return changed


def read(
    load: m.Load,
    stores: Mapping[str, tuple[Stored, ...]],
    ranges_of: Callable[[m.Expr], tuple[int, int]],
    cells: Mapping[str, m.Cell],
    keep: Callable[[m.Expr], m.Expr] = lambda found: found,
) -> m.Expr:
    """Return the value of an element after the stores, in terms of the state before them. `keep` may name a set that
    several elements need."""
    found = stores.get(load.cell, ())
    plane = load.cell.endswith(PLANES)
    result: m.Expr = load
    size = cells[load.cell].high + 1
    dropped: list[m.Expr] = []
    added = False
    for at, stored in enumerate(found):
        here = same_element(load.index, stored.index, ranges_of)
        if stored.kind == "write":
            if here is not None:
                condition = join_conditions((stored.guard, *here))
                result = stored.value if condition is None else m.IfElse(condition, stored.value, result)
            continue
        one = m.SetOf(size, (stored.value,))
        if stored.kind == "drop" and plane:
            # the site lies in one set at most, so it may be dropped from each
            joins = found[at + 1]
            if (joins.value, same_element(load.index, joins.index, ranges_of)) == (stored.value, []):
                continue
            here = []
        if here is None:
            continue
        condition = join_conditions((stored.guard, *here))
        changed = one if condition is None else m.IfElse(condition, one, empty_set(size))
        if stored.kind == "drop" and not added:
            dropped.append(changed)
            continue
        if dropped:
            result, dropped = m.SetOp("minus", result, keep(_union(dropped))), []
        added = True
        result = m.SetOp("union" if stored.kind == "add" else "minus", result, changed)
    return m.SetOp("minus", result, keep(_union(dropped))) if dropped else result


def _union(sets: list[m.Expr]) -> m.Expr:
    result = sets[0]
    for one in sets[1:]:
        result = m.SetOp("union", result, one)
    return result


def same_element(
    one: tuple[m.Expr, ...], other: tuple[m.Expr, ...], ranges_of: Callable[[m.Expr], tuple[int, int]]
) -> list[m.Expr] | None:
    """Return the conditions under which two indexes are equal; None if they never are."""
    conditions: list[m.Expr] = []
    for a, b in zip(one, other, strict=True):
        if a == b:
            continue
        (low, high), (least, most) = ranges_of(a), ranges_of(b)
        if high < least or most < low:
            return None
        conditions.append(m.Op("eq", (a, b)))
    return conditions
