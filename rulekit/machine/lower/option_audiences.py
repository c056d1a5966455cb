"""Who sees what is picked: as the `choose` says, or those who see the place that it is picked from.

A parameter of an option has an audience of its own: a function of the machine from the option's parameters (one may
name another: `seen by {me, q}`) to a set of players.  That somebody picks, and which option, is seen by all, inside
`at once` by himself alone; nothing need be said there of the parameters.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.symbols import LocalSymbol
from ...syntax import nodes as s
from .. import program as m
from . import at_once, chance
from .decisions import DraftLevel
from .encoding import bounds
from .env import Env
from .node_builder import NodeBuilder


def audience_of_choose(f: NodeBuilder, stmt: s.Choose, name: str, levels: Sequence[DraftLevel], env: Env) -> str | None:
    """The name of the function that says who sees the pick of one `choose`; None for everybody."""
    audience = None if env.secret else audience_of(f, stmt, env)
    if audience is None:
        return None
    params = tuple(m.Parameter(level.name, m.NUMBER, *bounds(level.symbol.type)) for level in levels)
    return function(f, name, params, audience)


def chosen_order_seen_by(f: NodeBuilder, stmt: s.Pick, symbol: LocalSymbol, env: Env) -> str | None:
    """As `seen_by`, for the order of a `for each`."""
    audience = None if env.secret else default_audience(f, stmt, env)
    if audience is None:
        return None
    return function(f, symbol.name, (m.Parameter(symbol.name, m.NUMBER, *bounds(symbol.type)),), audience)


def member_seen_by(f: NodeBuilder, stmt: s.Choose, member: LocalSymbol, env: Env) -> str | None:
    """As `seen_by`, for each single pick among several."""
    audience = None if env.secret or stmt.audience is not None else default_audience(f, stmt, env)
    if audience is None:
        return None
    return function(f, member.name, (m.Parameter(member.name, m.NUMBER, *bounds(member.type)),), audience)


def several_counted_by(f: NodeBuilder, stmt: s.Choose, env: Env) -> m.Expr | None:
    """Who sees how many are picked one by one (None: everybody): those whom `seen by` names, else those who see or
    count the place that they are picked from; inside `at once` who picks alone."""
    return at_once.own_only(f, env, audience_of(f, stmt, env) if stmt.audience is not None else _counters(f, stmt, env))


def _counters(f: NodeBuilder, stmt: s.Choose, env: Env) -> m.Expr | None:
    said = f.ex.model.picks.get(stmt, "all")
    if isinstance(said, str):
        return None
    spot = f.ex.spot(said, env)
    seen, counted = chance.who_sees(f, spot), f.b.cells[spot.cell].counted
    if seen is None or counted is None:
        return None
    who = m.Call(counted, () if counted == f.b.nobody() else spot.index)
    return m.SetOp("union", seen, who)


def function(f: NodeBuilder, name: str, params: tuple[m.Parameter, ...], audience: m.Expr) -> str:
    made = m.Function(f.b.fresh(f"seen {f.clause} {name}"), f.clause, params, f.b.players, audience)
    f.b.functions[made.name] = made
    return made.name


def audience_of(f: NodeBuilder, stmt: s.Choose, env: Env) -> m.Expr | None:
    if stmt.audience is None:
        return default_audience(f, stmt, env)
    who = stmt.audience.who
    if isinstance(who, str):
        return None if who == "all" else m.SetConst(f.b.players, 0)
    return f.cx.effects.players(who, env)


def default_audience(f: NodeBuilder, stmt: s.Pick, env: Env) -> m.Expr | None:
    """By whom the pick is seen where nothing is said (`check/information/picks.py`)."""
    said = f.ex.model.picks.get(stmt, "all")
    if said == "all":
        return None
    if isinstance(said, str):
        return m.SetOf(f.b.players, (env.player(),))
    return chance.who_sees(f, f.ex.spot(said, env))
