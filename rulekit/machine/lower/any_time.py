"""Choices that are offered at any time: their actions stand among the options of every decision, and whoever takes one
stands at the same decision again, which is worked out anew.

Where a decision asks for several things one by one, they stand before the first; where rules wait for their order they
do not stand at all.  Nothing is offered inside `at once`, nor inside such an action and whatever it leads to.  A body
that is lowered once for callers inside and outside asks a cell: `any_time_reach.py` knows which these are.
"""

from __future__ import annotations

from functools import reduce

from attrs import evolve

from .. import program as m
from . import at_once, offers
from .any_time_reach import CELL
from .decisions import chain
from .encoding import ONE, ZERO, op
from .env import Env
from .node_builder import NodeBuilder


def begin(f: NodeBuilder, env: Env) -> Env:
    """A decision begins: its environment says where play stands again behind what is taken at any time; nowhere, if
    nothing is offered.
    """
    at = f.cx.any_time
    if not at.actions or env.secret or f.owner in at.ids:
        return env
    again = f.label("anew")
    f.open(again)
    return evolve(env, again=again)


def beside(f: NodeBuilder, env: Env, own: tuple[m.Alternative, ...]) -> list[offers.ActionOffer]:
    """What is offered beside a decision's own alternatives."""
    if env.again is None:
        return []
    at, there = f.cx.any_time, {alternative.clause for alternative in own}
    actions = [action for action in at.actions if f"action {action.name.text}" not in there]
    tests = []
    if at.asked and (f.owner in at.within or f.clause in at.within):
        tests.append(m.Test(op("eq", m.Load(f.b.control(CELL, 0, 1)), ZERO)))
    here = at_once.inside(f)
    if here is not None:
        tests.append(m.Test(op("eq", here, ZERO)))
    return offers.offers(f, actions, env, tests)


def possible(alternatives: tuple[m.Alternative, ...]) -> m.Expr:
    """Whether any of them has an option."""
    found = []
    for one in alternatives:
        inner: m.Expr = ONE
        for level in reversed(one.levels):
            low, high = m.Const(level.low), m.Const(level.high)
            over = m.LoopDomain(low, high) if level.within is None else m.LoopDomain(within=level.within)
            inner = m.Fold("some", level.name, over, None, chain(list(level.tests), inner))
        found.append(chain(list(one.tests), inner))
    return reduce(lambda a, b: op("or", a, b), found)


def run_taken(f: NodeBuilder, env: Env, found: list[offers.ActionOffer]) -> None:
    """The bodies of what is taken, behind which play stands at the decision again."""
    if not found:
        return
    assert env.again is not None
    marks = f.cx.any_time.asked
    over = f.label("over")
    for one in found:
        f.open(one.alternative.target)
        if marks:
            f.emit(m.Write(f.b.control(CELL, 0, 1), (), ONE))
        one.run(f, env, over)
    f.open(over)
    left(f)
    f.jump(env.again)


def left(f: NodeBuilder) -> None:
    """No such action is under way, however it was left."""
    if f.cx.any_time.asked and f.current is not None:
        f.emit(m.Write(f.b.control(CELL, 0, 1), (), ZERO))
