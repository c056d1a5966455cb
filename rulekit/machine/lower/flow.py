"""Bodies with choices, chance, turns or an end, as nodes.

Says for nodes what `body.py` leaves open: calls, loops through members, ways out.  How nodes are put together is
`node_builder.py`; the forms that are flow only are `choices.py`, `multi_choice.py`, `chance.py`, `turn_loops.py` and
`game_end.py`.
"""

from __future__ import annotations

from attrs import evolve

from ...check.decision_heads import begins
from ...model.symbols import EventSymbol, LocalSymbol
from ...syntax import nodes as s
from .. import program as m
from . import at_once, chance, choices, control, flow_calls, game_end, loops, multi_choice, turn_loops
from .env import Env
from .node_builder import NodeBuilder

FORMS = (chance, choices, control, game_end, multi_choice, turn_loops)
"""The files whose functions are entered as handlers."""


class Flow(NodeBuilder):
    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        rest = body
        while rest and self.current is not None:
            if env.again is not None:  # it was the last decision's, and no other may lead back there
                env = evolve(env, again=None)
            if begins(rest, self.cx.decisions.calls):
                env, rest = choices.choose(self, rest, env)
                continue
            env = self.statement(rest[0], env, tail and len(rest) == 1)
            rest = rest[1:]

    def call(self, call: s.Call, result: LocalSymbol | None, env: Env, tail: bool = False) -> Env:
        if not self.cx.is_flow(call):
            return super().call(call, result, env)
        return flow_calls.perform(self, call, result, env, tail)

    def announce(self, call: s.Call, event: EventSymbol, env: Env) -> None:
        flow_calls.announce(self, call, event, env)

    def each(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        loops.loop_upwards(self, stmt, env, lambda inner, _: inner, lambda inner: self.block(stmt.body, inner))

    def in_chosen_order(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        loops.in_chosen_order(self, stmt, symbol, env)

    def random_piece(self, stmt: s.Stmt, env: Env) -> None:
        chance.random(self, stmt, env)

    def leave_for(self, what: str) -> None:
        self.jump(f"leave {what}")

    def leave_loop(self, env: Env) -> None:
        target, depth = self.loop_exits[-1]
        if self.part is not None and len(self.loop_exits) <= self.part[0]:
            at_once.end(self, self.part[1])
        self.emit(*self.b.clear(self.frames.since(depth)))
        self.jump(target)

    def leave_procedure(self, value: m.Expr | None) -> None:
        if value is not None:
            self.emit(m.Write(self.cx.result_cell(self.owner), (), value))
        if self.part is not None:
            at_once.end(self, self.part[1])
        self.jump(self.cx.exit_of(self.owner))
