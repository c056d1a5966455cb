"""Calls of procedures, actions and events that are lowered to nodes; and running `whenever` rules until nothing
changes.

Their bodies are in `flow.py`, `events.py` and `triggers.py`. Calls of facts are in `expression_forms.py`, calls of
routines in `body.py`.

A clause that is lowered to nodes is called an owner. Its frame is a fixed set of cells. The caller writes parameters
and return address, then jumps. If clauses are mutually recursive, calls between them save the frames on a stack of
declared depth. A tail call between them is only a jump and saves nothing.
"""

from __future__ import annotations

from ...check.alternatives import Head
from ...model.symbols import EventSymbol, LocalSymbol, ProcedureSymbol
from ...syntax import nodes as s
from .. import program as m
from . import option_audiences
from .builder import PseudoInstruction
from .decisions import PickCells
from .env import Env
from .node_builder import NodeBuilder
from .value_encoding import op


def perform(f: NodeBuilder, call: s.Call, name: LocalSymbol | None, env: Env, tail: bool) -> Env:
    """Write the call of a procedure that consists of nodes. Return the environment after it, with the procedure's
    result bound to the symbol `name`, unless that is None."""
    procedure = f.ex.model.refs[call]
    assert isinstance(procedure, ProcedureSymbol)
    owner = f"procedure {procedure.name}"
    args = f.ex.arguments(call, procedure.params, env)
    enter(f, owner, procedure.params, args, env.player(), tail and procedure.result is None)
    if procedure.result is not None:
        result = f.cx.result_cell(owner)
        env = env if name is None else f.define(name, m.Load(result), env)
        f.clear([result])
    return env


def announce(f: NodeBuilder, call: s.Call, event: EventSymbol, env: Env) -> None:
    args = f.ex.arguments(call, event.params, env)
    if f.cx.is_flow(call):
        enter(f, f"event {event.name}", event.params, args, env.player(), False)
    else:
        f.emit(m.Run(f"event {event.name}", (*args, env.player())))
    run_triggers(f, env)


def run_triggers(f: NodeBuilder, env: Env) -> None:
    """Write a test of the `whenever` rules, except if there are none or if this code itself is part of such a test."""
    weaver = f.cx.weaver
    if not weaver.whenevers or env.in_triggers or env.secret:
        return
    if not weaver.triggers_are_flow:
        f.emit(*weaver.run_triggers(env))
        return
    busy: m.Expr = m.Load(f.b.control(m.SETTLING, 0, 1))
    call, after = f.label("settle"), f.label("settled")
    here = option_audiences.inside(f)
    f.close(m.Fork(busy if here is None else op("or", busy, here), after, call))
    f.open(call)
    enter(f, "settle", (), (), None, False)
    f.open(after)


def param_cells(f: NodeBuilder, owner: str, params: tuple[LocalSymbol, ...]) -> list[str]:
    """Return the frame cells for the parameters of the clause `owner`, which consists of nodes. The first call makes
    them."""
    if owner not in f.cx.params:
        f.cx.params[owner] = [f.b.frame(owner, p.name, p.type) for p in params]
    return f.cx.params[owner]


def enter(
    f: NodeBuilder, owner: str, params: tuple[LocalSymbol, ...], args: tuple[m.Expr, ...], me: m.Expr | None, tail: bool
) -> None:
    """Write the call of the clause `owner`, which consists of nodes, and begin the step at which it returns."""
    cells = param_cells(f, owner, params)
    targets = cells if me is None else [*cells, f.cx.me_cell(owner)]
    values = list(args) if me is None else [*args, me]
    together = same_group(f, owner)
    if together:  # evaluate the arguments first: they may read cells that are cleared by `save`
        names = [f"#arg{i}" for i in range(len(values))]
        f.emit(*(m.Define(n, v) for n, v in zip(names, values, strict=True)))
        values = [m.Local(n) for n in names]
    if together and tail:
        f.emit(PseudoInstruction("clear owner", f.owner))
    else:
        back = f.label("back")
        site = f.cx.site(owner, f.owner, back)
        if together:
            save(f, owner)
        f.emit(m.Write(return_cell(f, owner), (), m.Const(site)))
    f.emit(*(m.Write(c, (), v) for c, v in zip(targets, values, strict=True)))
    f.close(m.Jump(f"{owner}.enter"))
    if not (together and tail):
        f.open(back)
        if together:
            f.emit(PseudoInstruction("restore", owner))


def same_group(f: NodeBuilder, owner: str) -> bool:
    group = f.cx.groups.get(owner)
    return group is not None and group == f.cx.groups.get(f.owner)


def save(f: NodeBuilder, owner: str) -> None:
    limit = f.cx.depth_limit(owner)
    fault = f.b.fault("E705", f.clause, f"nested deeper than {limit}")
    f.emit(PseudoInstruction("save", owner, fault), PseudoInstruction("clear group", owner))


def return_cell(f: NodeBuilder, owner: str) -> str:
    return f.b.control(f.cx.return_cell(owner), 0, 2**16 - 1)


# ----------------------------------------------------------------------------------------------------- calls of actions


def action_cells(f: NodeBuilder, action: s.ActionClause, head: Head) -> PickCells:
    """Return the cells to which a decision writes the parameters of an action, keyed by `choose`. They are in the
    action's frame, or separate if the caller and the action are mutually recursive."""
    owner = f"action {action.name.text}"
    prefix = "pick " if same_group(f, owner) else ""
    return parameter_cells(f, prefix + owner, head)


def parameter_cells(f: NodeBuilder, key: str, head: Head) -> PickCells:
    """Return the frame cells for the picks of a decision (`head`), keyed by `choose`; made once for each `key`."""
    cells = f.cx.picks.get(key)
    if cells is None:
        cells = {}
        for choose in head.chooses:
            symbol = f.ex.model.binds[choose.binder]
            cells[choose] = f.b.frame(key, symbol.name, symbol.type)
        f.cx.picks[key] = cells
    return cells


def act(f: NodeBuilder, action: s.ActionClause, head: Head, picked: PickCells, env: Env, after: str) -> None:
    """Write the call of an action whose option was picked; it continues at the node `after`."""
    owner = f"action {action.name.text}"
    me, back = env.player(), f.label("back")
    site = f.cx.site(owner, f.owner, back)
    together = same_group(f, owner)
    if together:
        f.emit(m.Define("#me", me))
        me = m.Local("#me")
        save(f, owner)
        own = parameter_cells(f, owner, head)
        for choose, cell in picked.items():
            f.emit(m.Write(own[choose], (), m.Load(cell)))
        f.clear(list(picked.values()))
    f.emit(m.Write(f.cx.me_cell(owner), (), me), m.Write(return_cell(f, owner), (), m.Const(site)))
    f.close(m.Jump(f"{owner}.enter"))
    f.open(back)
    if together:
        f.emit(PseudoInstruction("restore", owner))
    f.jump(after)
