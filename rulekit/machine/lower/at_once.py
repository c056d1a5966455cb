"""Inside `at once` a decision is seen by who makes it alone, and no trigger runs.

A body that stands inside is told by its environment.  Procedures, actions and rules that it calls are lowered once, for
all their callers; there (`at_once_reach.py`) a cell says whether somebody's part is being played.
"""

from __future__ import annotations

from .. import program as m
from .at_once_reach import CELL
from .encoding import ONE, ZERO, op
from .env import Env
from .node_builder import NodeBuilder


def inside(f: NodeBuilder) -> m.Expr | None:
    """Whether somebody's part is being played here; None where that cannot be."""
    owners = (f.owner, f.clause)
    return m.Load(f.b.control(CELL, 0, 1)) if any(o in f.cx.at_once for o in owners) else None


def own_only(f: NodeBuilder, env: Env, otherwise: m.Expr | None) -> m.Expr | None:
    """An audience: inside `at once` only who decides, else as given (None: everybody)."""
    own = m.SetOf(f.b.players, (env.player(),))
    if env.secret:
        return own
    here = inside(f)
    if here is None:
        return otherwise
    everybody = m.SetConst(f.b.players, (1 << f.b.players) - 1)
    return m.IfElse(here, own, everybody if otherwise is None else otherwise)


def mark(f: NodeBuilder, value: m.Expr) -> None:
    """From here on parts are played at once, or no longer."""
    if f.cx.at_once:
        f.emit(m.Write(f.b.control(CELL, 0, 1), (), value))


def begin(f: NodeBuilder, env: Env) -> m.Expr:
    """Parts are played from here on; gives what holds again behind them, for they may stand within a part."""
    before: m.Expr = ONE if env.secret else ZERO
    if not env.secret and f.cx.at_once and inside(f) is not None:
        cell = f.frames.number("outer part", 0, 1)
        f.emit(m.Write(cell, (), m.Load(f.b.control(CELL, 0, 1))))
        before = m.Load(cell)
    mark(f, ONE)
    return before


def end(f: NodeBuilder, before: m.Expr = ZERO) -> None:
    if f.current is not None:
        mark(f, before)


def elsewhere(f: NodeBuilder, condition: m.Expr) -> m.Expr:
    """The condition, and that no part is being played."""
    here = inside(f)
    return condition if here is None else op("and", op("eq", here, ZERO), condition)
