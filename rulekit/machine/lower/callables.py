"""The bodies of procedures and actions: a routine if one is free of choice, else nodes.

`flow_calls.py` writes calls of nodes, `events.py` writes events and the rules that answer them.
"""

from __future__ import annotations

from ...model.symbols import LocalSymbol, ProcedureSymbol
from ...syntax import nodes as s
from .. import program as m
from . import choices, flow_calls
from .body import RoutineBody
from .encoding import kind
from .env import Env
from .facts import parameters
from .flow import Flow
from .lowering_context import LoweringContext


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
    """Write an owner's nodes from `enter` to `exit`."""
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
