"""Who sees a pick: as the `choose` says, else those who see the place of the pick.

A parameter of an option has an audience of its own: a function from the option's parameters (one may name another:
`seen by {me, q}`) to a set of players. All see that somebody picks, and which option; inside `at once` only that player
does.
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
    """Return the function that says who sees the pick of one `choose`; None for everybody."""
    audience = None if env.secret else audience_of(f, stmt, env)
    if audience is None:
        return None
    params = tuple(m.Parameter(level.name, m.NUMBER, *bounds(level.symbol.type)) for level in levels)
    return function(f, name, params, audience)


def audience_of_order(f: NodeBuilder, stmt: s.Pick, symbol: LocalSymbol, env: Env) -> str | None:
    """Return the function that says who sees the order of a `for each`; None for everybody."""
    audience = None if env.secret else default_audience(f, stmt, env)
    if audience is None:
        return None
    return function(f, symbol.name, (m.Parameter(symbol.name, m.NUMBER, *bounds(symbol.type)),), audience)


def member_seen_by(f: NodeBuilder, stmt: s.Choose, member: LocalSymbol, env: Env) -> str | None:
    """Return the function that says who sees a single pick among several; None for everybody."""
    audience = None if env.secret or stmt.audience is not None else default_audience(f, stmt, env)
    if audience is None:
        return None
    return function(f, member.name, (m.Parameter(member.name, m.NUMBER, *bounds(member.type)),), audience)


def several_counted_by(f: NodeBuilder, stmt: s.Choose, env: Env) -> m.Expr | None:
    """Return who sees how many are picked one by one (None: everybody): the audience of `seen by`, else those who see
    or count the place; inside `at once` only the picking player.
    """
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
    """Return who sees a pick without `seen by` (`check/information/picks.py`)."""
    said = f.ex.model.picks.get(stmt, "all")
    if said == "all":
        return None
    if isinstance(said, str):
        return m.SetOf(f.b.players, (env.player(),))
    return chance.who_sees(f, f.ex.spot(said, env))
