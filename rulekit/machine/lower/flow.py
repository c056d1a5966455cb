"""Lowers the bodies of procedures and actions; those with choices, chance, turns or an end of the game become nodes.

`Flow` implements, with nodes, the abstract methods of `body.py`: calls, loops over members, exits. `node_builder.py`
connects nodes; `choices.py`, `chance.py` and `turn_loops.py` have the forms that need nodes. A procedure or action
without such forms becomes a routine. `flow_calls.py` has calls.
`write_callee` writes procedures and the events of `events.py` in the way that they need.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from attrs import evolve

from ...check.alternatives import begins
from ...model.symbols import EventSymbol, LocalSymbol, ProcedureSymbol
from ...syntax import nodes as s
from .. import program as m
from . import assignments, chance, choices, control_lowering, flow_calls, member_loops, option_audiences, turn_loops
from .body import BodyLowering, RoutineBody
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
        if isinstance(symbol, ProcedureSymbol) and symbol.clause is placed.clause:
            write_callee(cx, placed.id, symbol, partial(procedure_body, symbol))


def procedure_body(symbol: ProcedureSymbol, f: BodyLowering, env: Env) -> None:
    f.emit(m.Mark(env.clause))
    f.statements(symbol.clause.body or (), env, True)


def write_callee(
    cx: LoweringContext, id_: str, symbol: ProcedureSymbol | EventSymbol, write: Callable[[BodyLowering, Env], object]
) -> None:
    """Write the code of a procedure or event: nodes if it is flow, otherwise a routine. `write` writes the body, given
    the environment in which the parameters are bound."""
    if id_ in cx.model.flow:
        write_nodes(cx, id_, lambda f: write(f, frame_env(f, symbol.params)))
        return
    env, params = parameters(Env(id_, id_, me=m.Local("me")), symbol.params)
    body = RoutineBody.of(cx, id_, lambda f: write(f, env))
    result = symbol.result if isinstance(symbol, ProcedureSymbol) else None
    fault = cx.fault("E705", id_, f"nested deeper than {symbol.nested}", symbol.clause) if symbol.nested else 0
    params = (*params, m.Parameter("me", m.NUMBER))
    size = None if result is None else kind(result)
    cx.b.routines[id_] = m.Routine(id_, id_, params, size, body, symbol.nested, fault)


def write_nodes(cx: LoweringContext, owner: str, write: Callable[[Flow], object]) -> None:
    """Write the nodes of the clause `owner`, from its node `enter` to its node `exit`. `write` writes the body."""
    f = Flow(cx, owner, owner)
    f.open(f"{owner}.enter")
    f.frames.push()
    write(f)
    f.frames.pop()
    f.jump(cx.exit_of(owner))


def frame_env(f: Flow, params: tuple[LocalSymbol, ...]) -> Env:
    """Return the environment of a procedure or event that consists of nodes. Its parameters and acting player are in
    its frame."""
    cells = flow_calls.param_cells(f, f.owner, params)
    env = Env(f.owner, f.owner, me=m.Load(f.cx.me_cell(f.owner)))
    for symbol, cell in zip(params, cells, strict=True):
        env = env.bind(symbol, m.Load(cell))
    return env


def actions(cx: LoweringContext) -> None:
    for placed in cx.model.rulebook.clauses:
        if isinstance(placed.clause, s.ActionClause):
            write_nodes(cx, placed.id, partial(action_body, placed.clause))


def action_body(clause: s.ActionClause, f: Flow) -> None:
    head = f.cx.decisions.head(clause.body, True)
    me = m.Load(f.cx.me_cell(f.owner))
    env = Env(f.owner, f.owner, me=me, in_action=True, action_me=me)
    for choose, cell in flow_calls.parameter_cells(f, f.owner, head).items():
        env = env.bind(f.ex.model.binds[choose.binder], m.Load(cell))
    f.emit(m.Mark(f.owner))
    f.statements(head.rest, choices.lets(f, head, env), True)
