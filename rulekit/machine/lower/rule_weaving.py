"""Rule weaving: finds where rules and conditions are inserted into the code of other clauses.

These are the rules at steps, the conditions that layers add to clauses, and, in routines, the points at which
`whenever` rules (triggers) are tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

from attrs import frozen

from ...check.checked import CheckedModel
from ...check.effect_analysis import steps_of
from ...check.precedence import by_rank
from ...model.rulebook import Placed
from ...model.symbols import ProcedureSymbol
from ...model.types import Type
from ...syntax import nodes as s
from ...syntax.traversal import walk
from .. import program as m
from . import call_reach
from .env import Env, Origin
from .expression_forms import Expressions
from .value_encoding import conjunction, op


@frozen
class StepRules:
    """The rules at one step, in the order in which they run or, for `instead`, in which they are tried. `name` is the
    full name of the step (`act.gather`), or "" if rules cannot refer to it."""

    name: str = ""
    before: tuple[s.RuleClause, ...] = ()
    instead: tuple[s.RuleClause, ...] = ()
    after: tuple[s.RuleClause, ...] = ()

    @property
    def rules(self) -> tuple[s.RuleClause, ...]:
        return (*self.before, *self.instead, *self.after)


class RuleWeaver:
    def __init__(self, model: CheckedModel, ex: Expressions) -> None:
        self.model = model
        self.ex = ex
        self.placed: dict[s.Clause, Placed] = {p.clause: p for p in model.rulebook.clauses}
        self.rules = [p.clause for p in model.rulebook.clauses if isinstance(p.clause, s.RuleClause)]
        self.whenevers = [r for r in self.rules if isinstance(r.trigger, s.Whenever)]
        self.triggers_are_flow = any(f"rule {r.name.text}" in model.flow for r in self.whenevers)
        self.steps = dict(self._splice_all())
        self.at_once = call_reach.clauses_inside_at_once(model.rulebook.clauses)

    def _splice_all(self) -> Iterator[tuple[s.Node, StepRules]]:
        """Yield each named step of the flow and of the procedures, with the rules at it."""
        at: dict[tuple[str, str], list[s.RuleClause]] = {}
        for rule in self.rules:
            if isinstance(rule.trigger, s.AtStep):
                name = f"{rule.trigger.procedure.text}.{rule.trigger.step.text}"
                at.setdefault((rule.trigger.when, name), []).append(rule)
        ranks = self.model.rulebook.ranks
        for _, name, step in steps_of(self.model.rulebook.clauses):
            found = (by_rank(at.get((when, name), ()), ranks) for when in ("before", "instead of", "after"))
            yield step, StepRules(name, *map(tuple, found))

    def splice(self, step: s.Stmt) -> StepRules:
        """Return the rules at a step. The result is empty for steps of actions and rules, because rules cannot refer to
        these steps."""
        return self.steps.get(step, StepRules())

    def result_of(self, owner: str) -> Type | None:
        """Return the type of the result of a procedure, given its id; None if it has no result or is no procedure."""
        symbol = self.model.symbols.get(owner.partition(" ")[2])
        return symbol.result if isinstance(symbol, ProcedureSymbol) else None

    def enter_rule(self, rule: s.RuleClause, env: Env) -> Env:
        """Return the environment for a rule at a step of a procedure. In it, the names that the rule gives to the
        procedure's parameters are bound."""
        trigger = rule.trigger
        if not isinstance(trigger, s.AtStep) or not trigger.params:
            return env
        symbol = self.model.symbols[trigger.procedure.text]
        assert isinstance(symbol, ProcedureSymbol)
        for name, param in zip(trigger.params, symbol.params, strict=True):
            env = env.bind(self.model.binds[name], env.locals[param])
        return env

    def rule_guard(self, rule: s.RuleClause, env: Env) -> m.Expr | None:
        """Return the condition under which a rule applies; None if it always does. The condition of a `whenever` rule
        itself is not included."""
        where = None if isinstance(rule.trigger, s.Whenever) else rule.trigger.where
        return self.guard(rule, where, env)

    def guard(self, clause: s.Clause, where: s.Expr | None, env: Env) -> m.Expr | None:
        """Return the condition under which a clause applies, None if it always does. It has three parts: each parameter
        for which the clause gives a constant equals this constant, its `where` holds, and so do the conditions that
        layers add."""
        placed, origins = self.placed[clause], self.ex.b.clause_origins
        with nullcontext() if origins is None else origins.within(placed.id):
            parts = [self.ex.truth(pattern, env) for pattern in self.model.patterns.get(clause, ())]
            parts += [] if where is None else [self.ex.truth(where, env)]
            parts += [self.ex.truth(c, env) for c in placed.conditions]
            parts += [op("not", self.ex.truth(c, env)) for c in placed.unless]
        parts = [p for p in parts if p != m.Const(1)]
        return conjunction(parts)

    def origins(self, clause: s.Clause, where: s.Expr | None, env: Env) -> list[Origin]:
        """Return, for explanations, the origins of the parts of a clause's `guard`, in order."""
        placed = self.placed[clause]
        found = [Origin("where", pattern, env) for pattern in self.model.patterns.get(clause, ())]
        found += [] if where is None else [Origin("where", where, env)]
        found += [Origin("layer", c, env, layer=placed.layer) for c in placed.conditions]
        return found + [Origin("unless", c, env, layer=placed.layer) for c in placed.unless]

    def run_triggers(self, env: Env) -> list[m.Stmt]:
        """Return statements that test the `whenever` rules, if these rules are a routine. The result is empty if they
        are nodes, or if this code runs while they are tested."""
        if not self.whenevers or self.triggers_are_flow or env.in_triggers or env.secret:
            return []
        run: m.Stmt = m.Run("settle", ())
        if env.owner in self.at_once or env.clause in self.at_once:
            run = m.IfStatement(op("eq", m.Load(self.ex.b.control(call_reach.AT_ONCE, 0, 1)), m.Const(0)), (run,))
        if not self.triggers_announce:
            return [run]
        busy = self.ex.b.control(m.SETTLING, 0, 1)
        return [m.IfStatement(op("eq", m.Load(busy), m.Const(0)), (run,))]

    @property
    def triggers_announce(self) -> bool:
        """Return whether a `whenever` rule calls a clause or announces an event. Then a test of these rules may be
        reached again while they are tested."""
        return any(leads_on(r.body) for r in self.whenevers)


def leads_on(body: tuple[s.Stmt, ...]) -> bool:
    """Return whether a body calls a clause or announces an event."""
    return any(isinstance(node, s.Call) for stmt in body for node in walk(stmt))
