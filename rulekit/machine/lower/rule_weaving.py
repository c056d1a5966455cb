"""Rule weaving: finds the rules and conditions that a rulebook attaches to moments of play, and where they are
inserted.

These are rules at steps, conditions that layers put on clauses, and the points outside of flow where triggers
(`whenever` rules) are tested.
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
class Spliced:
    """The rules at one step, in the order in which they run or are tried. `name` is the step's full name
    (`act.gather`), or "" if no rule can be attached to it."""

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

    def _splice_all(self) -> Iterator[tuple[s.Node, Spliced]]:
        """Yield the named steps of the flow and of procedures, each with its rules."""
        at: dict[tuple[str, str], list[s.RuleClause]] = {}
        for rule in self.rules:
            if isinstance(rule.trigger, s.AtStep):
                name = f"{rule.trigger.procedure.text}.{rule.trigger.step.text}"
                at.setdefault((rule.trigger.when, name), []).append(rule)
        ranks = self.model.rulebook.ranks
        for _, name, step in steps_of(self.model.rulebook.clauses):
            found = (by_rank(at.get((when, name), ()), ranks) for when in ("before", "instead of", "after"))
            yield step, Spliced(name, *map(tuple, found))

    def splice(self, step: s.Stmt) -> Spliced:
        """Return the rules at a step; empty in an action or a rule, where steps are only named parts."""
        return self.steps.get(step, Spliced())

    def result_of(self, owner: str) -> Type | None:
        """Return the result type of the procedure of this name; None if it has no result."""
        symbol = self.model.symbols.get(owner.partition(" ")[2])
        return symbol.result if isinstance(symbol, ProcedureSymbol) else None

    def enter_rule(self, rule: s.RuleClause, env: Env) -> Env:
        """Return the environment of a rule at a step: the rule's own names for the procedure's parameters."""
        trigger = rule.trigger
        if not isinstance(trigger, s.AtStep) or not trigger.params:
            return env
        symbol = self.model.symbols[trigger.procedure.text]
        assert isinstance(symbol, ProcedureSymbol)
        for name, param in zip(trigger.params, symbol.params, strict=True):
            env = env.bind(self.model.binds[name], env.locals[param])
        return env

    def rule_guard(self, rule: s.RuleClause, env: Env) -> m.Expr | None:
        """Return the condition under which a rule applies; None if it always does."""
        where = None if isinstance(rule.trigger, s.Whenever) else rule.trigger.where
        return self.guard(rule, where, env)

    def guard(self, clause: s.Clause, where: s.Expr | None, env: Env) -> m.Expr | None:
        """Return the condition under which a clause applies: its parameters equal the constants given for them, its
        `where` holds, and so do the conditions of layers; None if it always applies."""
        placed, origins = self.placed[clause], self.ex.b.clause_origins
        with nullcontext() if origins is None else origins.within(placed.id):
            parts = [self.ex.truth(pattern, env) for pattern in self.model.patterns.get(clause, ())]
            parts += [] if where is None else [self.ex.truth(where, env)]
            parts += [self.ex.truth(c, env) for c in placed.conditions]
            parts += [op("not", self.ex.truth(c, env)) for c in placed.unless]
        parts = [p for p in parts if p != m.Const(1)]
        return conjunction(parts)

    def origins(self, clause: s.Clause, where: s.Expr | None, env: Env) -> list[Origin]:
        """Return the notes for explanations (`Origin`) on the parts of a clause's condition, in order."""
        placed = self.placed[clause]
        found = [Origin("where", pattern, env) for pattern in self.model.patterns.get(clause, ())]
        found += [] if where is None else [Origin("where", where, env)]
        found += [Origin("layer", c, env, layer=placed.layer) for c in placed.conditions]
        return found + [Origin("unless", c, env, layer=placed.layer) for c in placed.unless]

    def run_triggers(self, env: Env) -> list[m.Stmt]:
        """Return the statements that test the `whenever` rules, if they are a routine; empty otherwise or while they
        are being tested."""
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
        """Return whether a `whenever` rule calls a clause or announces an event, so that the rules may be tested within
        themselves."""
        return any(leads_on(r.body) for r in self.whenevers)


def leads_on(body: tuple[s.Stmt, ...]) -> bool:
    """Return whether a body contains a call or announces an event."""
    return any(isinstance(node, s.Call) for stmt in body for node in walk(stmt))
