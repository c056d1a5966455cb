"""Flow: bodies with choices, chance, turns or an end, as nodes.

Says what each statement becomes; how nodes are put together is `node_builder.py`.  The statements that make choices are
`choices.py` and `multi_choice.py`, chance is `chance.py`, loops over turns, rounds, seats are `loops.py` and
`turn_loops.py`, calls are `calls.py`.
"""

from __future__ import annotations

from attrs import evolve

from ...check.decision_heads import begins
from ...model.symbols import LocalSymbol
from ...syntax import nodes as s
from .. import program as m
from . import at_once, calls, chance, choices, loops, multi_choice, turn_loops
from .encode import ONE, ZERO, kind
from .env import Env
from .node_builder import NodeBuilder


class Flow(NodeBuilder):
    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        rest = body
        while rest and self.current is not None:
            first = rest[0]
            if begins(rest, self.cx.decisions.calls):
                env, rest = choices.choose(self, rest, env)
                continue
            env = self.statement(first, env, tail and len(rest) == 1)
            rest = rest[1:]

    def statement(self, stmt: s.Stmt, env: Env, tail: bool) -> Env:
        if self.cx.has_flow(stmt):  # what has none shows by itself
            self.emit(*self.cx.statements.shown_before(stmt, env))
        match stmt:
            case s.Choose():
                return multi_choice.choose(self, stmt, env)
            case s.Draw():
                return chance.draw(self, stmt, env)
            case s.Shuffle():
                chance.shuffle(self, stmt, env)
            case s.Move() | s.Remove() if stmt.take.which == "random":
                chance.random(self, stmt, env)
            case s.Let():
                return self.let(stmt, env)
            case s.KeepHere():
                symbol = self.ex.model.binds[stmt]
                return self.store(symbol, self.initial(stmt, symbol, env), env)
            case s.Perform() if self.cx.is_flow(stmt.call):
                calls.perform(self, stmt.call, env, tail)
            case s.Announce():
                calls.announce(self, stmt, env)
            case s.Do():
                choices.do(self, stmt, env)
            case s.Either():
                choices.either(self, stmt, env)
            case s.Over():
                self.over(stmt, env)
            case s.Return():
                self.leave_procedure(stmt, env)
            case s.Leave(what="turn"):
                self.jump("leave turn")
            case s.Leave(what="round"):
                self.jump("leave round")
            case s.Leave(what="loop"):
                self.leave_loop()
            case _ if not self.cx.has_flow(stmt):
                made, env = self.cx.statements.statement(stmt, env)
                self.emit(*made)
            case _:
                self.compound(stmt, env, tail)
        return env

    def compound(self, stmt: s.Stmt, env: Env, tail: bool) -> None:
        match stmt:
            case s.If():
                self.branch(stmt, env, tail)
            case s.By():
                self.by(stmt, env, tail)
            case s.Step():
                self.step(stmt, env, tail)
            case s.ForEach():
                loops.for_each(self, stmt, env)
            case s.Repeat():
                loops.repeat(self, stmt, env)
            case s.Rounds():
                turn_loops.rounds(self, stmt, env)
            case s.Turns():
                turn_loops.turns(self, stmt, env)
            case s.Window():
                turn_loops.window(self, stmt, env)
            case s.AtOnce():
                turn_loops.at_once_each(self, stmt, env)
            case _:
                raise AssertionError(f"{type(stmt).__name__} cannot hold flow")

    def let(self, stmt: s.Let, env: Env) -> Env:
        symbol = self.ex.model.binds[stmt]
        call = self.cx.statements.procedure_call(stmt.value)
        if call is not None and self.cx.is_flow(call):
            return calls.let(self, call, symbol, env)
        made, _ = self.cx.statements.let(stmt, env)
        (last,) = made
        if isinstance(last, m.Define):
            return self.store(symbol, last.value, env)
        assert isinstance(last, m.Run)  # its result passes through a local that no other kind of value shares
        passing = f"#result of {kind(symbol.type)}" if kind(symbol.type) else "#result"
        self.emit(evolve(last, into=passing))
        return self.store(symbol, m.Local(passing), env)

    def initial(self, stmt: s.KeepHere, symbol: LocalSymbol, env: Env) -> m.Expr:
        return self.cx.statements.initial(stmt, symbol, env)

    # --------------------------------------------------------------------------------------------------------- control

    def branch(self, stmt: s.If, env: Env, tail: bool) -> None:
        condition = self.ex.truth(stmt.condition, env)
        if isinstance(condition, m.Const):
            self.block(stmt.then if condition.value else stmt.otherwise, env, tail)
            return
        then, after = self.label("then"), self.label("after")
        otherwise = self.label("else") if stmt.otherwise else after
        self.close(m.Fork(self.asked(stmt.reveals, stmt.condition, condition, env), then, otherwise))
        self.open(then)
        self.block(stmt.then, env, tail)
        self.jump(after)
        if stmt.otherwise:
            self.open(otherwise)
            self.block(stmt.otherwise, env, tail)
            self.jump(after)
        self.open(after)

    def by(self, stmt: s.By, env: Env, tail: bool) -> None:
        who = self.ex.value(stmt.player, env)
        self.push_scope()
        if not isinstance(who, m.Const):
            cell = self.number("by", 0, self.b.players - 1)
            self.emit(m.Assign(cell, (), who))
            who = m.Load(cell)
        same = env.action_me is not None and who == env.action_me
        self.statements(stmt.body, evolve(env, me=who, in_action=env.in_action and same), tail)
        self.clear(self.pop_scope())

    def step(self, stmt: s.Step, env: Env, tail: bool) -> None:
        """A named step with the rules before, instead of and after it."""
        weaver = self.cx.weaver
        spliced = weaver.splice(stmt)
        entry = self.b.fresh(f"{self.owner}.{stmt.name.text}")
        self.open(entry)
        if spliced.name:
            self.b.step_starts.append((spliced.name, entry))
        for rule in spliced.before:
            self.hooked(rule, env)
        end = self.label("after")
        for rule in spliced.instead if self.current is not None else ():
            known, guard = self.cx.statements.guard(rule, env)
            self.emit(*known)
            if guard is None:
                self.rule_body(rule, env)
                self.jump(end)
                break
            then, other = self.label("instead"), self.label("else")
            self.close(m.Fork(guard, then, other))
            self.open(then)
            self.rule_body(rule, env)
            self.jump(end)
            self.open(other)
        if self.current is not None:
            self.block(stmt.body, env, tail and not spliced.after)
        self.open(end)
        for rule in spliced.after:
            self.hooked(rule, env)

    def hooked(self, rule: s.RuleClause, env: Env) -> None:
        """A rule's body where its guard holds; nothing where a rule before it has left for good."""
        if self.current is None:
            return
        known, guard = self.cx.statements.guard(rule, env)
        self.emit(*known)
        if guard is None:
            self.rule_body(rule, env)
            return
        then, after = self.label("rule"), self.label("after")
        self.close(m.Fork(guard, then, after))
        self.open(then)
        self.rule_body(rule, env)
        self.jump(after)
        self.open(after)

    def rule_body(self, rule: s.RuleClause, env: Env) -> None:
        """The nodes of a rule's body name the rule as their clause."""
        outer, self.clause = self.clause, f"rule {rule.name.text}"
        if self.current is not None and self.body:
            self.open(self.label("rule"))
        self.emit(m.Mark(self.clause))
        self.block(rule.body, evolve(env, clause=self.clause, in_action=False))
        if self.current is not None:
            self.open(self.label("on"))
        self.clause = outer

    def leave_procedure(self, stmt: s.Return, env: Env) -> None:
        result = self.cx.weaver.result_of(self.owner)
        if stmt.value is not None and result is not None:
            self.emit(m.Assign(self.cx.result_cell(self.owner), (), self.ex.fit(stmt.value, result, env)))
        if self.part is not None:
            at_once.end(self, self.part[1])
        self.jump(self.cx.exit_of(self.owner))

    def leave_loop(self) -> None:
        target, depth = self.loop_exits[-1]
        if self.part is not None and len(self.loop_exits) <= self.part[0]:
            at_once.end(self, self.part[1])
        self.emit(*self.b.clear([cell for scope in self.scopes[depth:] for cell in scope]))
        self.jump(target)

    def over(self, stmt: s.Over, env: Env) -> None:
        """The end: payoffs, then the end node."""
        players = m.Const(self.b.players - 1)
        payoff, p = m.PAYOFF, m.Local("#p")
        over = m.Over(ZERO, players)
        if stmt.how in ("won", "lost"):
            assert stmt.value is not None
            chosen = self.cx.statements.players(stmt.value, env)
            inside, outside = (ONE, m.Const(-1)) if stmt.how == "won" else (m.Const(-1), ONE)
            self.emit(m.Define("#chosen", chosen))
            value: m.Expr = m.If(m.Has(m.Local("#chosen"), p), inside, outside)
            self.emit(m.Each("#p", over, None, (m.Assign(payoff, (p,), value),)))
        elif stmt.how in ("paying", "ranked"):
            assert stmt.value is not None and stmt.binder is not None
            target = payoff if stmt.how == "paying" else m.SCORE
            loop = self.ex.domains.loop(stmt.binder, env)
            inner = self.ex.value(stmt.value, loop.env)
            known = self.cx.statements.told_to_all(stmt.value, loop.env) if stmt.reveals else []
            paid = (*known, m.Assign(target, (m.Local(loop.name),), inner))
            self.emit(m.Each(loop.name, loop.over, loop.guard, paid))
            if stmt.how == "ranked":
                best = m.Fold("most", "#q", over, None, m.Load(m.SCORE, (m.Local("#q"),)), m.Const(0))
                won = m.Op("eq", (m.Load(m.SCORE, (p,)), m.Local("#best")))
                self.emit(m.Define("#best", best))
                self.emit(m.Each("#p", over, None, (m.Assign(payoff, (p,), m.If(won, ONE, m.Const(-1))),)))
        self.end()

    def end(self) -> None:
        if self.current is not None:
            self.emit(m.Assign(m.ENDED, (), ONE))
            self.jump("end")
