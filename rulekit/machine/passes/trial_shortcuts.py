"""Trial shortcuts: most trials of a decision are not run, because an earlier parameter already tells what they would
find.

`after go(a, b): safe()` is tested for every b to which the piece on a can go. Whether the player is safe whatever b is
is asked once, when a is known, under provisos: that this piece is not the one to be kept safe, and that nothing
elsewhere is taken (`bounds_after.py`). The trial runs only if the answer was no, a proviso does not hold, or the
routine would fault. Only for playouts: expressions become longer, and the earlier question is asked even if no
option needs it.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import count

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, params_of
from ..form_table import parts_of
from . import rewriter
from .bounds_after import Bounds
from .constant_folding import is_truth
from .inline import expression_size, inline_body, replace_names
from .known_facts import Facts
from .set_expressions import join_conditions
from .symbolic_run import Bound, CannotFollow, Needed, RoutineOutcome, RunStep, SymbolicRun

SMALL = 250
"""The most expression nodes in the condition that becomes part of a test."""
SPLITS = 3
"""How often a value that is chosen by a condition may split that condition into two cases."""


def trial_shortcuts(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = ShortcutFinder(analyses)
    result = rewriter.decisions(analyses.machine, finder.alternative)
    why.append(f"trial_shortcuts: {finder.done} things tried out for options are first asked for all of them together")
    return analyses.with_added(result)


@attrs.frozen
class Shortcut:
    """What saves most runs of a trial.

    `early` is a function of arguments that an earlier level knows: whether the question surely gives `value`. `holds`
    is not part of the machine: its body is the condition, of all arguments and the result of `early`, that the routine
    does not fault and that this result applies."""

    early: m.Function
    holds: m.Function
    value: int


@attrs.frozen
class Levels:
    """The levels of an alternative up to the one that is changed: the names that each binds, its tests and scope.
    Level 0 is before the first parameter."""

    names: tuple[set[str], ...]
    tests: list[list[m.Test]]
    scopes: list[Scope]

    def depth(self, names: AbstractSet[str]) -> int:
        """Return the first level at which all of these names are bound."""
        return max((depth for depth, own in enumerate(self.names) if own & names), default=0)


class ShortcutFinder(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.routines = analyses.routines
        self._outcomes: dict[str, RoutineOutcome | None] = {}
        self._shortcuts: dict[tuple[str, m.Expr, tuple[bool, ...]], Shortcut | None] = {}

    # -------------------------------------------------------------------------------------------------------- decisions

    def alternative(self, a: m.Alternative) -> m.Alternative:
        """Return the alternative with shortcuts for the trials in its tests."""
        tests = [list(a.tests), *(list(level.tests) for level in a.levels)]
        names = [{t.name for t in a.tests if t.name}]
        names += [{level.name, *(t.name for t in level.tests if t.name)} for level in a.levels]
        scopes: list[Scope] = [{}, *(inner for _, _, inner in self.ranges.levels_in_scope(a))]
        before = self.done
        for depth in range(1, len(tests)):
            levels = Levels(tuple(names[:depth]), tests, scopes)
            tests[depth] = [m.Test(self.test(test.value, levels), test.name) for test in tests[depth]]
        if self.done == before:
            return a
        changed = tuple(attrs.evolve(x, tests=tuple(own)) for x, own in zip(a.levels, tests[1:], strict=True))
        return attrs.evolve(a, tests=tuple(tests[0]), levels=changed)

    def test(self, expr: m.Expr, levels: Levels) -> m.Expr:
        """Return a test with its trials joined to the conditions that spare them."""
        if isinstance(expr, m.After):
            return self.trial(expr, levels)
        if isinstance(expr, m.Op):
            return attrs.evolve(expr, args=tuple(self.test(arg, levels) for arg in expr.args))
        if isinstance(expr, m.Bind):
            return attrs.evolve(expr, body=self.test(expr.body, levels))
        if isinstance(expr, m.Call):
            function, before = self.functions[expr.function], self.done
            if not function.nested and any(isinstance(part, m.After) for part in parts_of(function.body)):
                inlined = self.test(inline_body(function, expr.args, self.fresh), levels)
                return inlined if self.done > before else expr
        return expr

    def trial(self, trial: m.After, levels: Levels) -> m.Expr:
        """Return the trial, if possible joined to the condition that spares it. What the condition needs from an
        earlier level is added there as a named value."""
        names = set[str]().union(*levels.names)
        if self.free.of(trial.body):
            return trial
        given = tuple(self.free.of(arg) <= names for arg in trial.args)
        key = trial.routine, trial.body, given
        if key not in self._shortcuts:
            self._shortcuts[key] = self.shortcut(trial, given)
        short = self._shortcuts[key]
        if short is None:
            return trial
        arguments = dict(zip((p.name for p in short.holds.params), trial.args, strict=False))
        early = m.Call(short.early.name, tuple(arguments[p.name] for p in short.early.params))
        depth = levels.depth(self.free.of(early))
        if not self.speculation.total(early, levels.scopes[depth]):
            return trial
        name = next((t.name for t in levels.tests[depth] if t.value == early and t.name), None)
        if name is None:
            name = self.fresh("surely")
            levels.tests[depth].append(m.Test(early, name))
        self.done += 1
        holds = inline_body(short.holds, (*trial.args, m.Local(name)), self.fresh)
        return m.Op("or", (holds, trial)) if short.value else m.Op("and", (m.Op("not", (holds,)), trial))

    # -------------------------------------------------------------------------------------------------------- shortcuts

    def outcome(self, name: str) -> RoutineOutcome | None:
        """Return the outcome of a routine; None if it is not known beforehand."""
        if name not in self._outcomes:
            try:
                self._outcomes[name] = SymbolicRun(self.analyses).outcome(self.routines[name])
            except CannotFollow:
                self._outcomes[name] = None
        return self._outcomes[name]

    def shortcut(self, trial: m.After, given: tuple[bool, ...]) -> Shortcut | None:
        """Return the shortcut of a trial, of which an earlier level knows the arguments that are `given`; None if there
        is none."""
        outcome = self.outcome(trial.routine)
        if outcome is None or self.ranges.size(trial.body) is not None:
            return None
        known = {param.name for param, here in zip(outcome.params, given, strict=True) if here}
        ways = [found for value in (1, 0) if (found := self.bounded(trial.body, outcome, frozenset(known), value))]
        if not ways:
            return None
        bounds, sure, value = min(ways, key=lambda way: way[0].given_up - way[0].bounded)
        early, late = self.provisos(bounds, known)
        sure = join_conditions((*early, sure)) or sure
        params = tuple(p for p in outcome.params if p.name in self.free.of(sure))
        applies = m.Parameter(self.fresh("surely"), m.NUMBER, 0, 1)
        whole = m.Function("", trial.routine, (*outcome.params, applies), m.NUMBER, m.Const(1))
        facts = Facts(self.fresh, self.ranges, params_of(whole))
        holds = SparingCondition(self, facts, (m.Local(applies.name), *late)).condition(outcome.steps, SPLITS)
        if m.Const(0) in (*early, holds) or sure == m.Const(0) or expression_size(holds) > SMALL:
            return None
        routine = self.routines[trial.routine]
        name = next(n for k in count() if (n := f"before {routine.name}#{k}") not in self.functions)
        function = m.Function(name, routine.clause, params, m.NUMBER, sure)
        if not self.speculation.total(sure, params_of(function)):
            return None
        self.analyses.add_function(function)
        return Shortcut(function, attrs.evolve(whole, body=holds), value)

    def bounded(
        self, asked: m.Expr, outcome: RoutineOutcome, known: frozenset[str], value: int
    ) -> tuple[Bounds, m.Expr, int] | None:
        """Return a condition under which a question surely has a value, with its bounds; None if too little is known
        of it."""
        bounds = Bounds(self.analyses, outcome, known)
        try:
            if isinstance(asked, m.Call):
                asked = bounds.inlined(asked)
            found = bounds.condition(replace_names(asked, {}, self.fresh), not value, {})
        except CannotFollow:
            return None
        if not is_truth(asked) or bounds.given_up >= bounds.bounded:
            return None
        return bounds, found if value else m.Op("not", (found,)), value

    def provisos(self, bounds: Bounds, known: AbstractSet[str]) -> tuple[list[m.Expr], list[m.Expr]]:
        """Return the provisos of bounds that only depend on known arguments, in terms of these, and the others."""
        values: dict[str, m.Expr] = {}
        for step in bounds.outcome.steps:
            if isinstance(step, Bound) and self.free.of(step.value) <= known | values.keys():
                values[step.name] = replace_names(step.value, values, self.fresh)
        early: dict[m.Expr, None] = {}
        late: list[m.Expr] = []
        for one in bounds.provisos():
            if self.free.of(one) <= known | values.keys():
                early[bounds.facts.simplified(replace_names(one, values, self.fresh))] = None
            else:
                late.append(one)
        return list(early), late


class SparingCondition:
    """Builds the condition that a routine does not fault and that some `ends` hold. Each part is simplified by what has
    been tested before it."""

    def __init__(self, owner: rewriter.WithAnalyses, facts: Facts, ends: tuple[m.Expr, ...]) -> None:
        self.owner, self.facts, self.ends = owner, facts, ends

    def condition(self, steps: tuple[RunStep, ...], splits: int) -> m.Expr:
        """Return the condition for these steps and the ends. A value that is chosen by a condition splits the rest into
        two cases, at most `splits` times."""
        if not steps:
            return self.facts.joined("and", tuple(self.tested(end) for end in self.ends))
        step, rest = steps[0], steps[1:]
        if isinstance(step, Needed):
            return self.facts.joined("and", (self.tested(step.condition), self.condition(rest, splits)))
        if not any(step.name in self.owner.free.of(part) for part in (*(s.expression for s in rest), *self.ends)):
            return self.condition(rest, splits)
        match self.facts.simplified(step.value):
            case m.Const() | m.Local() | m.Op("add" | "sub", (m.Local(), m.Const())) as value:

                def put(expr: m.Expr) -> m.Expr:
                    return replace_names(expr, {step.name: value}, self.owner.fresh)

                self.ends = tuple(map(put, self.ends))
                return self.condition(tuple(s.changed(put) for s in rest), splits)
            case m.IfElse(chosen, then, otherwise) if splits:
                ways = []
                for arm, holds in ((then, True), (otherwise, False)):
                    way = SparingCondition(self.owner, self.facts.copy(), self.ends)
                    way.facts.learn(chosen, holds)
                    ways.append(way.condition((Bound(step.name, arm), *rest), splits - 1))
                return self.facts.choice(chosen, *ways)
            case value:
                self.facts.bind(step.name, value)
                return m.Bind(step.name, value, self.condition(rest, splits))

    def tested(self, condition: m.Expr) -> m.Expr:
        """Return the condition without what is known; afterwards it is known, too."""
        condition = self.facts.simplified(condition)
        self.facts.learn(condition, True)
        return condition
