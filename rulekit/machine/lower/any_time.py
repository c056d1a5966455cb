"""Choices offered at any time: their actions are among the options of every decision. A player who takes one returns to
the same decision, which is evaluated again.

If a decision asks for several things one by one, they are offered before the first. They are not offered where players
order waiting rules, inside `at once`, or inside such an action. A body that is lowered once for callers inside and
outside reads a cell (`call_reach.py`).
"""

from __future__ import annotations

from functools import reduce

from attrs import evolve

from .. import program as m
from . import at_once, offers
from .call_reach import ANY_TIME
from .decisions import chain
from .encoding import ONE, ZERO, op
from .env import Env
from .node_builder import NodeBuilder


def begin(f: NodeBuilder, env: Env) -> Env:
    """Return the environment of a new decision: it knows where play continues after an action taken at any time."""
    at = f.cx.any_time
    if not at.actions or env.secret or f.owner in at.ids:
        return env
    again = f.label("anew")
    f.open(again)
    return evolve(env, again=again)


def beside(f: NodeBuilder, env: Env, own: tuple[m.Alternative, ...]) -> list[offers.ActionOffer]:
    """Return the actions offered beside a decision's own alternatives."""
    if env.again is None:
        return []
    at, there = f.cx.any_time, {alternative.clause for alternative in own}
    actions = [action for action in at.actions if f"action {action.name.text}" not in there]
    tests = []
    if at.asked and (f.owner in at.within or f.clause in at.within):
        tests.append(m.Test(op("eq", m.Load(f.b.control(ANY_TIME, 0, 1)), ZERO)))
    here = at_once.inside(f)
    if here is not None:
        tests.append(m.Test(op("eq", here, ZERO)))
    return offers.offers(f, actions, env, tests)


def possible(alternatives: tuple[m.Alternative, ...]) -> m.Expr:
    """Return whether any of these alternatives has an option."""
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
    """Write the bodies of the actions offered at any time; each goes back to the decision."""
    if not found:
        return
    assert env.again is not None
    marks = f.cx.any_time.asked
    over = f.label("over")
    for one in found:
        f.open(one.alternative.target)
        if marks:
            f.emit(m.Write(f.b.control(ANY_TIME, 0, 1), (), ONE))
        one.run(f, env, over)
    f.open(over)
    end_action(f)
    f.jump(env.again)


def end_action(f: NodeBuilder) -> None:
    """Note that no such action is under way, however play left it."""
    if f.cx.any_time.asked and f.current is not None:
        f.emit(m.Write(f.b.control(ANY_TIME, 0, 1), (), ZERO))
