"""Trial substitution: an `after` whose routine makes a few known writes asks its question of the values that would be
written, instead of running the routine and restoring all cells.

`after go(a, b): not in_check` becomes a function of a and b: it tests what would fault, names what would be written,
and asks `not in_check` with these values in place of the cells. If the routine would fault, it runs. Only for
playouts, since expressions become longer.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import count

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import ANY, MEMBERS, Scope
from ..form_table import parts_of
from . import rewriter
from .inline import expression_size, inline_body, replace_names
from .known_facts import Facts
from .set_expressions import join_conditions
from .symbolic_run import Bound, CannotFollow, Needed, Outcome, SymbolicRun, read, state_after
from .trial_bounds import Bounds
from .trial_bounds import surely as surely_has

SMALL = 250
"""The most expression nodes in a condition that becomes part of a test."""
SPLITS = 3
"""How often a value that is chosen by a condition may split such a condition into two cases."""
LARGEST = 1500
"""The most expression nodes in a function that replaces a trial."""


def trial_substitution(analyses: Analyses, why: list[str]) -> m.Machine:
    substitution = Substitution(analyses)
    result = analyses.machine
    if any(isinstance(part, m.After) for part in parts_of((result.nodes, result.functions, result.routines))):
        result = rewriter.machine(result, substitution.expression, substitution.alternative)
    why.append(
        f"trial_substitution: {substitution.done} things tried out are asked without running anything, "
        f"{substitution.early} of them at an earlier parameter if possible"
    )
    return analyses.with_added(result)


@attrs.frozen
class Shortcut:
    """What saves most trials of a decision: `surely` says at an earlier level, of those of the routine's arguments
    that are `known` there, whether the question surely gives `value`. `holds` is no function of the machine: its body
    is the condition, of all arguments and the result of `surely`, that the routine does not fault and `surely` is
    right."""

    surely: m.Function
    known: tuple[str, ...]
    holds: m.Function
    value: int


@attrs.frozen
class Earlier:
    """The levels before the one with a trial: the names that each binds, the tests of all levels, and their scopes."""

    bound: tuple[set[str], ...]
    tests: list[list[m.Test]]
    scopes: list[Scope]

    def depth(self, names: AbstractSet[str]) -> int:
        """Return the first level at which all names are bound."""
        return max((depth for depth, own in enumerate(self.bound) if own & names), default=0)


class Substitution(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.routines, self.cells = analyses.routines, analyses.cells
        self.early = 0
        self._outcomes: dict[str, Outcome | None] = {}
        self._functions: dict[tuple[str, m.Expr], m.Function | None] = {}
        self._shortcuts: dict[tuple[str, m.Expr, tuple[bool, ...]], Shortcut | None] = {}

    # ------------------------------------------------------------------------------------------------------- decisions

    def alternative(self, a: m.Alternative) -> m.Alternative:
        """Return the alternative with its `after` forms replaced. What their questions surely give, whatever the later
        parameters, is asked once at an earlier level."""
        found: list[list[m.Test]] = [list(a.tests), *(list(level.tests) for level in a.levels)]
        bound: list[set[str]] = [{t.name for t in a.tests if t.name}]
        for level in a.levels:
            bound.append({level.name, *(t.name for t in level.tests if t.name)})
        scopes: list[Scope] = [{}, *(inner for _, _, inner in self.ranges.levels_in_scope(a))]
        for depth in range(1, len(found)):
            before = Earlier(tuple(bound[:depth]), found, scopes)
            tests = self.ranges.tests_in_scope(tuple(found[depth]), scopes[depth])
            found[depth] = [m.Test(self.trial(test.value, scope, before), test.name) for test, scope in tests]
            for names, tests_ in zip(bound, found, strict=True):
                names.update(t.name for t in tests_ if t.name)
        levels = tuple(attrs.evolve(x, tests=tuple(tests)) for x, tests in zip(a.levels, found[1:], strict=True))
        a = attrs.evolve(a, tests=tuple(found[0]), levels=levels)
        return rewriter.alternative_in_scope(a, self.expression, self.ranges)

    def trial(self, expr: m.Expr, scope: Scope, before: Earlier) -> m.Expr:
        """Return the test of a level, with calls in place of trials whose questions can be bounded at an earlier one."""
        if isinstance(expr, m.After):
            return self.bounded(expr, scope, before) or expr
        if isinstance(expr, m.Op):
            return self.ranges.map_children(expr, scope, lambda part, inner: self.trial(part, inner, before))
        return expr

    def bounded(self, trial: m.After, scope: Scope, before: Earlier) -> m.Expr | None:
        names = set[str]().union(*before.bound)
        free = tuple(map(m.Local, sorted(self.free.of(trial.body))))
        given = [self.free.of(arg) <= names for arg in trial.args]
        made = self.function(trial, scope)
        short = self.shortcut(trial, scope, tuple(given)) if self.free.of(trial.body) <= names else None
        if made is None or short is None:
            return None
        by_name = dict(zip((p.name for p in made.params), (*trial.args, *free), strict=True))
        surely = m.Call(short.surely.name, tuple(by_name[name] for name in short.known))
        depth = max((before.depth(self.free.of(arg)) for arg in surely.args), default=0)
        if not self.speculation.total(surely, before.scopes[depth]):
            return None
        name = next((t.name for t in before.tests[depth] if t.value == surely and t.name), None)
        if name is None:
            name = self.fresh("surely")
            before.tests[depth].append(m.Test(surely, name))
        self.early += 1
        holds = inline_body(short.holds, (*trial.args, *free, m.Local(name)), self.fresh)
        tried = self.expression(trial, scope)
        return m.Op("or", (holds, tried)) if short.value else m.Op("and", (m.Op("not", (holds,)), tried))

    # ----------------------------------------------------------------------------------------------------- expressions

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with its `after` forms replaced, inner ones first."""
        changed = self.ranges.map_children(expr, scope, self.expression)
        if not isinstance(changed, m.After):
            return changed
        function = self.function(changed, scope)
        if function is None:
            return changed
        self.done += 1
        return m.Call(function.name, (*changed.args, *map(m.Local, sorted(self.free.of(changed.body)))))

    def outcome(self, name: str) -> Outcome | None:
        """Return the outcome of a routine; None if it is not known beforehand."""
        if name not in self._outcomes:
            try:
                self._outcomes[name] = SymbolicRun(self.analyses).outcome(self.routines[name])
            except CannotFollow:
                self._outcomes[name] = None
        return self._outcomes[name]

    # ------------------------------------------------------------------------------------------------------- functions

    def function(self, trial: m.After, scope: Scope) -> m.Function | None:
        """Return the function of the routine's arguments and of the other names of the question that replaces a trial;
        None if it stays."""
        key = trial.routine, trial.body
        if key not in self._functions:
            try:
                self._functions[key] = self.asking(trial, scope)
            except CannotFollow:
                self._functions[key] = None
        return self._functions[key]

    def asking(self, trial: m.After, scope: Scope) -> m.Function | None:
        outcome, others = self.outcome(trial.routine), self.other_parameters(trial, scope)
        if outcome is None or others is None or self.ranges.size(trial.body) is not None:
            return None
        routine = self.routines[trial.routine]
        params = (*(attrs.evolve(p, name=n) for p, n in zip(routine.params, outcome.params, strict=True)), *others)
        asked = self.asked(trial, outcome)
        run = self.add("run", routine, params, attrs.evolve(trial, args=tuple(map(m.Local, outcome.params))))
        faulting = m.Call(run.name, tuple(m.Local(p.name) for p in params))
        for step in reversed(outcome.steps):
            if isinstance(step, Needed):
                asked = m.IfElse(step.condition, asked, faulting)
            elif step.name in self.free.of(asked):
                asked = m.Bind(step.name, step.value, asked)
        return None if expression_size(asked) > LARGEST else self.add("after", routine, params, asked)

    def asked(self, trial: m.After, outcome: Outcome) -> m.Expr:
        """Return the question, with the values of the elements that it reads as they are after the routine."""
        run = SymbolicRun(self.analyses)
        run.scope = dict(outcome.scope)
        facts = outcome.facts(Facts(self.fresh, run.ranges_of))
        values: dict[m.Expr, tuple[str, m.Expr]] = {}
        known = {*outcome.scope, *self.free.of(trial.body)}

        def name_value(of: m.Expr, value: m.Expr) -> m.Expr:
            if of not in values:
                values[of] = self.fresh("then"), facts.simplified(value)
            return m.Local(values[of][0])

        def load(found: m.Load) -> m.Expr:
            value = read(found, outcome.stores, run.ranges_of, self.cells, lambda part: name_value(part, part))
            return value if value is found or not self.free.of(found) <= known else name_value(found, value)

        asked = state_after(replace_names(trial.body, {}, self.fresh), load, run.inlined(outcome.stores))
        for name, value in reversed(values.values()):
            asked = m.Bind(name, value, asked)
        return asked

    def shortcut(self, trial: m.After, scope: Scope, given: tuple[bool, ...]) -> Shortcut | None:
        """Return the shortcut of a trial of which an earlier level knows the arguments that are `given`."""
        key = trial.routine, trial.body, given
        if key not in self._shortcuts:
            try:
                self._shortcuts[key] = self.short(trial, scope, given)
            except CannotFollow:
                self._shortcuts[key] = None
        return self._shortcuts[key]

    def short(self, trial: m.After, scope: Scope, given: tuple[bool, ...]) -> Shortcut | None:
        outcome, function = self.outcome(trial.routine), self.function(trial, scope)
        if outcome is None or function is None:
            return None
        routine = self.routines[trial.routine]
        known = {name for name, here in zip(outcome.params, given, strict=True) if here} | self.free.of(trial.body)
        bounds = Bounds(self.analyses, outcome, frozenset(known))
        sure, value = surely_has(bounds, replace_names(trial.body, {}, self.fresh))
        early, late = self.provisos(bounds, known)
        sure = join_conditions((*early, sure)) or sure
        params = tuple(p for p in function.params if p.name in self.free.of(sure))
        right = m.Parameter(self.fresh("surely"), m.NUMBER, 0, 1)
        facts = Facts(self.fresh, bounds.range)
        holds = Path(self, facts, (m.Local(right.name), *late)).condition(outcome.steps, SPLITS)
        if expression_size(holds) > SMALL or holds == m.Const(0):
            return None
        surely = self.add("before", routine, params, sure)
        whole = m.Function(surely.name, routine.clause, (*function.params, right), m.NUMBER, holds)
        return Shortcut(surely, tuple(p.name for p in params), whole, value)

    def provisos(self, bounds: Bounds, known: AbstractSet[str]) -> tuple[list[m.Expr], list[m.Expr]]:
        """Return the provisos of bounds that only depend on known names, in terms of these, and the others."""
        given: dict[str, m.Expr] = {}
        for step in bounds.outcome.steps:
            if isinstance(step, Bound) and self.free.of(step.value) <= known | given.keys():
                given[step.name] = replace_names(step.value, given, self.fresh)
        early, late = [], []
        for one in bounds.provisos:
            here = self.free.of(one) <= known | given.keys()
            (early if here else late).append(replace_names(one, given, self.fresh) if here else one)
        return early, late

    def add(self, stem: str, routine: m.Routine, params: tuple[m.Parameter, ...], body: m.Expr) -> m.Function:
        name = next(n for k in count() if (n := f"{stem} {routine.name}#{k}") not in self.functions)
        function = m.Function(name, routine.clause, params, m.NUMBER, body)
        self.analyses.add_function(function)
        return function

    def other_parameters(self, trial: m.After, scope: Scope) -> tuple[m.Parameter, ...] | None:
        """Return parameters for the names of the question; None if it is unknown whether one is a number or a set."""
        found: list[m.Parameter] = []
        for name in sorted(self.free.of(trial.body)):
            members = scope.get(MEMBERS + name, ANY)
            if members != ANY:
                found.append(m.Parameter(name, members[1] + 1))
            elif name in scope:
                found.append(m.Parameter(name, m.NUMBER, *scope[name]))
            else:
                return None
        return tuple(found)


class Path:
    """Builds the condition that a routine does not fault and some `ends` hold, simplified by each condition that has
    been tested before."""

    def __init__(self, owner: rewriter.WithAnalyses, facts: Facts, ends: tuple[m.Expr, ...]) -> None:
        self.free, self.fresh = owner.free, owner.fresh
        self.facts, self.ends = facts, ends

    def condition(self, steps: tuple[Bound | Needed, ...], splits: int) -> m.Expr:
        """Return the condition for these steps and the ends. A value that is chosen by a condition splits the rest into
        two cases, at most `splits` times."""
        if not steps:
            found = []
            for end in self.ends:
                found.append(self.facts.simplified(end))
                self.facts.learn(found[-1], True)
            return self.facts.joined("and", tuple(found))
        step, rest = steps[0], steps[1:]
        if isinstance(step, Needed):
            condition = self.facts.simplified(step.condition)
            self.facts.learn(condition, True)
            return self.facts.joined("and", (condition, self.condition(rest, splits)))
        if not any(step.name in self.free.of(part) for part in (*map(expression_of, rest), *self.ends)):
            return self.condition(rest, splits)
        match self.facts.simplified(step.value):
            case m.Const() | m.Local() | m.Op("add" | "sub", (m.Local(), m.Const())) as plain:
                return self.with_value(step.name, plain).condition(self.put(rest, step.name, plain), splits)
            case m.IfElse(condition, then, otherwise) if splits:
                ways = []
                for arm, holds in ((then, True), (otherwise, False)):
                    way = Path.__new__(Path)
                    way.free, way.fresh, way.facts, way.ends = self.free, self.fresh, self.facts.copy(), self.ends
                    way.facts.learn(condition, holds)
                    ways.append(way.condition((Bound(step.name, arm), *rest), splits - 1))
                return self.facts.choice(condition, *ways)
            case value:
                self.facts.values[value] = m.Local(step.name)
                return m.Bind(step.name, value, self.condition(rest, splits))

    def with_value(self, name: str, value: m.Expr) -> Path:
        self.ends = tuple(replace_names(end, {name: value}, self.fresh) for end in self.ends)
        return self

    def put(self, steps: tuple[Bound | Needed, ...], name: str, value: m.Expr) -> tuple[Bound | Needed, ...]:
        def changed(expr: m.Expr) -> m.Expr:
            return replace_names(expr, {name: value}, self.fresh)

        return tuple(
            Bound(s.name, changed(s.value)) if isinstance(s, Bound) else Needed(changed(s.condition)) for s in steps
        )


def expression_of(step: Bound | Needed) -> m.Expr:
    return step.value if isinstance(step, Bound) else step.condition
