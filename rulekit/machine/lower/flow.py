"""Lowers the bodies of procedures and actions; those with choices, chance, turns or an end of the game become nodes.

`Flow` implements, with nodes, the abstract methods of `body.py`: calls, loops over members, exits. `node_builder.py`
connects nodes; `choices.py`, `chance.py` and `turn_loops.py` have the forms that need nodes. A procedure or action
without such forms becomes a routine. `flow_calls.py` has calls, `triggers.py` events and `whenever` rules.
"""

from __future__ import annotations

from attrs import evolve

from ...check.alternatives import begins
from ...model.symbols import EventSymbol, LocalSymbol, ProcedureSymbol
from ...syntax import nodes as s
from .. import program as m
from . import assignments, chance, choices, control_lowering, flow_calls, member_loops, option_audiences, turn_loops
from .body import RoutineBody
from .env import Env
from .facts import parameters
from .lowering_context import LoweringContext
from .node_builder import NodeBuilder
from .value_encoding import kind

FORMS = (assignments, chance, choices, control_lowering, turn_loops)
"""The modules that register handlers with `lowers`; listed so that they are imported."""


class Flow(NodeBuilder):
    def statements(self, body: tuple[s.Stmt, ...], env: Env, tail: bool = False) -> None:
        rest = body
        while rest and self.current is not None:
            # `again` is where the decision just written begins; later decisions must not return there
            if env.again is not None:
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
        member_loops.loop_upwards(self, stmt, env, lambda inner, _: inner, lambda inner: self.block(stmt.body, inner))

    def in_chosen_order(self, stmt: s.ForEach, symbol: LocalSymbol, env: Env) -> None:
        member_loops.in_chosen_order(self, stmt, symbol, env)

    def random_piece(self, stmt: s.Stmt, env: Env) -> None:
        chance.random(self, stmt, env)

    def leave_for(self, what: str) -> None:
        self.jump(f"leave {what}")

    def leave_loop(self, env: Env) -> None:
        target, depth = self.loop_exits[-1]
        if self.part is not None and len(self.loop_exits) <= self.part[0]:
            option_audiences.end(self, self.part[1])
        self.emit(*self.b.clear(self.frames.since(depth)))
        self.jump(target)

    def leave_procedure(self, value: m.Expr | None) -> None:
        if value is not None:
            self.emit(m.Write(self.cx.result_cell(self.owner), (), value))
        if self.part is not None:
            option_audiences.end(self, self.part[1])
        self.jump(self.cx.exit_of(self.owner))


def procedures(cx: LoweringContext) -> None:
    for placed in cx.model.rulebook.clauses:
        symbol = cx.model.symbols.get(placed.clause.name.text)
        if not isinstance(symbol, ProcedureSymbol) or symbol.clause is not placed.clause:
            continue
        if placed.id in cx.model.flow:
            owner_body(cx, placed.id, symbol.params, symbol.clause.body or (), placed.id)
        else:
            routine(cx, symbol, placed.id)


def routine(cx: LoweringContext, symbol: ProcedureSymbol, id_: str) -> None:
    env, params = parameters(Env(id_, id_, me=m.Local("me")), symbol.params)
    body = (m.Mark(id_), *RoutineBody.of(cx, id_, lambda f: f.block(symbol.clause.body or (), env)))
    result = None if symbol.result is None else kind(symbol.result)
    fault = cx.fault("E705", id_, f"nested deeper than {symbol.nested}", symbol.clause) if symbol.nested else 0
    params = (*params, m.Parameter("me", m.NUMBER))
    cx.b.routines[id_] = m.Routine(id_, id_, params, result, body, symbol.nested, fault)


def owner_body(
    cx: LoweringContext, owner: str, params: tuple[LocalSymbol, ...], body: tuple[s.Stmt, ...], clause: str
) -> None:
    """Write the nodes of the procedure `owner`, from its node `enter` to its node `exit`. The procedure contains
    choices, chance or another form that needs nodes."""
    f = Flow(cx, owner, clause)
    cells = flow_calls.param_cells(f, owner, params)
    me = m.Load(cx.me_cell(owner))
    env = Env(clause, owner, me=me)
    for symbol, cell in zip(params, cells, strict=True):
        env = env.bind(symbol, m.Load(cell))
    f.open(f"{owner}.enter")
    f.emit(m.Mark(clause))
    f.frames.push()
    f.statements(body, env, True)
    f.frames.pop()
    f.jump(cx.exit_of(owner))


def actions(cx: LoweringContext) -> None:
    for placed in cx.model.rulebook.clauses:
        clause = placed.clause
        if not isinstance(clause, s.ActionClause):
            continue
        owner = placed.id
        f = Flow(cx, owner, owner)
        head = cx.decisions.head(clause.body, True)
        me = m.Load(cx.me_cell(owner))
        env = Env(owner, owner, me=me, in_action=True, action_me=me)
        for choose, cell in flow_calls.parameter_cells(f, owner, head).items():
            env = env.bind(cx.model.binds[choose.binder], m.Load(cell))
        f.open(f"{owner}.enter")
        f.emit(m.Mark(owner))
        f.frames.push()
        f.statements(head.rest, choices.lets(f, head, env), True)
        f.frames.pop()
        f.jump(cx.exit_of(owner))
