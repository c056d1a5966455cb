"""Inside `at once` only the deciding player sees a decision, and no trigger runs.

The environment tells a body that it is inside. Procedures, actions and rules called from there are lowered once for all
callers (`call_reach.py`); in these a cell says whether a part of an `at once` is being played.
"""

from __future__ import annotations

from .. import program as m
from .call_reach import AT_ONCE
from .encoding import ONE, ZERO, op
from .env import Env
from .node_builder import NodeBuilder


def inside(f: NodeBuilder) -> m.Expr | None:
    """Return whether a part of an `at once` is being played here; None if that is impossible."""
    owners = (f.owner, f.clause)
    return m.Load(f.b.control(AT_ONCE, 0, 1)) if any(o in f.cx.at_once for o in owners) else None


def own_only(f: NodeBuilder, env: Env, otherwise: m.Expr | None) -> m.Expr | None:
    """Return the audience: inside `at once` the deciding player only, else the given one (None: everybody)."""
    own = m.SetOf(f.b.players, (env.player(),))
    if env.secret:
        return own
    here = inside(f)
    if here is None:
        return otherwise
    everybody = m.SetConst(f.b.players, (1 << f.b.players) - 1)
    return m.IfElse(here, own, everybody if otherwise is None else otherwise)


def mark(f: NodeBuilder, value: m.Expr) -> None:
    """Write that parts are played at once from here on, or no longer."""
    if f.cx.at_once:
        f.emit(m.Write(f.b.control(AT_ONCE, 0, 1), (), value))


def begin(f: NodeBuilder, env: Env) -> m.Expr:
    """Write that parts are played from here on. Return what to write after them, since an `at once` may be inside
    another.
    """
    before: m.Expr = ONE if env.secret else ZERO
    if not env.secret and f.cx.at_once and inside(f) is not None:
        cell = f.frames.number("outer part", 0, 1)
        f.emit(m.Write(cell, (), m.Load(f.b.control(AT_ONCE, 0, 1))))
        before = m.Load(cell)
    mark(f, ONE)
    return before


def end(f: NodeBuilder, before: m.Expr = ZERO) -> None:
    if f.current is not None:
        mark(f, before)


def elsewhere(f: NodeBuilder, condition: m.Expr) -> m.Expr:
    """Return the condition, and that no part of an `at once` is being played."""
    here = inside(f)
    return condition if here is None else op("and", op("eq", here, ZERO), condition)
