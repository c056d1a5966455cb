"""Control inside an owner: a condition, another player's turn to decide, and the ways out of loops and procedures.

Loops are `loops.py` and `turn_loops.py`, steps and their rules `rule_bodies.py`, the end of the game `game_end.py`.
"""

from __future__ import annotations

from attrs import evolve

from ...syntax import nodes as s
from .. import program as m
from . import at_once
from .env import Env
from .node_builder import NodeBuilder


def branch(f: NodeBuilder, stmt: s.If, env: Env, tail: bool) -> None:
    condition = f.ex.truth(stmt.condition, env)
    if isinstance(condition, m.Const):
        f.block(stmt.then if condition.value else stmt.otherwise, env, tail)
        return
    then, after = f.label("then"), f.label("after")
    otherwise = f.label("else") if stmt.otherwise else after
    f.close(m.Fork(f.asked(stmt.reveals, stmt.condition, condition, env), then, otherwise))
    f.open(then)
    f.block(stmt.then, env, tail)
    f.jump(after)
    if stmt.otherwise:
        f.open(otherwise)
        f.block(stmt.otherwise, env, tail)
        f.jump(after)
    f.open(after)


def by(f: NodeBuilder, stmt: s.By, env: Env, tail: bool) -> None:
    who = f.ex.value(stmt.player, env)
    f.frames.push()
    if not isinstance(who, m.Const):
        cell = f.frames.number("by", 0, f.b.players - 1)
        f.emit(m.Write(cell, (), who))
        who = m.Load(cell)
    same = env.action_me is not None and who == env.action_me
    f.statements(stmt.body, evolve(env, me=who, in_action=env.in_action and same), tail)
    f.clear(f.frames.pop())


def leave_procedure(f: NodeBuilder, stmt: s.Return, env: Env) -> None:
    result = f.cx.weaver.result_of(f.owner)
    if stmt.value is not None and result is not None:
        f.emit(m.Write(f.cx.result_cell(f.owner), (), f.ex.fit(stmt.value, result, env)))
    if f.part is not None:
        at_once.end(f, f.part[1])
    f.jump(f.cx.exit_of(f.owner))


def leave_loop(f: NodeBuilder) -> None:
    target, depth = f.loop_exits[-1]
    if f.part is not None and len(f.loop_exits) <= f.part[0]:
        at_once.end(f, f.part[1])
    f.emit(*f.b.clear(f.frames.since(depth)))
    f.jump(target)
