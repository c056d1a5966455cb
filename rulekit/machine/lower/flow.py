"""Flow: bodies with choices, chance, turns or an end, as nodes.

Says what each statement becomes, a case each on purpose; how nodes are put together is `node_builder.py`.  The
statements that make choices are `choices.py` and `multi_choice.py`, chance is `chance.py`, loops over turns, rounds,
seats are `loops.py` and `turn_loops.py`, calls are `flow_calls.py`; other control is `branching.py`, named steps are
`rule_bodies.py`, the end of the game is `game_end.py`.
"""

from __future__ import annotations

from attrs import evolve

from ...check.decision_heads import begins
from ...syntax import nodes as s
from .. import program as m
from . import branching, chance, choices, flow_calls, game_end, loops, multi_choice, rule_bodies, turn_loops
from .encoding import kind
from .env import Env
from .node_builder import NodeBuilder


class Flow(NodeBuilder):
    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        rest = body
        while rest and self.current is not None:
            if env.again is not None:  # it was the last decision's, and no other may lead back there
                env = evolve(env, again=None)
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
                return self.store(symbol, self.cx.statements.initial(stmt, symbol, env), env)
            case s.Perform() if self.cx.is_flow(stmt.call):
                flow_calls.perform(self, stmt.call, env, tail)
            case s.Announce():
                flow_calls.announce(self, stmt, env)
            case s.Do():
                choices.do(self, stmt, env)
            case s.Either():
                choices.either(self, stmt, env)
            case s.Over():
                game_end.over(self, stmt, env)
            case s.Return():
                branching.leave_procedure(self, stmt, env)
            case s.Leave(what="turn" | "round"):
                turn_loops.leave(self, stmt)
            case s.Leave(what="loop"):
                branching.leave_loop(self)
            case _ if not self.cx.has_flow(stmt):
                made, env = self.cx.statements.statement(stmt, env)
                self.emit(*made)
            case _:
                self.compound(stmt, env, tail)
        return env

    def compound(self, stmt: s.Stmt, env: Env, tail: bool) -> None:
        match stmt:
            case s.If():
                branching.branch(self, stmt, env, tail)
            case s.By():
                branching.by(self, stmt, env, tail)
            case s.Step():
                rule_bodies.step(self, stmt, env, tail)
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
            return flow_calls.let(self, call, symbol, env)
        made, _ = self.cx.statements.let(stmt, env)
        (last,) = made
        if isinstance(last, m.Define):
            return self.store(symbol, last.value, env)
        assert isinstance(last, m.Run)  # its result passes through a local that no other kind of value shares
        passing = f"#result of {kind(symbol.type)}" if kind(symbol.type) else "#result"
        self.emit(evolve(last, into=passing))
        return self.store(symbol, m.Local(passing), env)
