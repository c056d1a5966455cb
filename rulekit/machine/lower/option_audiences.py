"""Audiences of picks: the audience that the `choose` names; by default the players who see the place of the pick.

Each parameter of an option has its own audience: a function from the option's parameters to a set of players (one
parameter may name another: `seen by {me, q}`). All players see that somebody picks, and which option. Inside `at once`
(simultaneous choices) only the deciding player sees it, and `whenever` rules are not tested. The environment tells a
body whether it is inside; a body that is lowered once for all callers (`call_reach.py`) reads a cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.symbols import LocalSymbol
from ...syntax import nodes as s
from ...syntax.traversal import named_audience
from .. import program as m
from . import chance
from .call_reach import AT_ONCE
from .decisions import DraftLevel
from .env import Env
from .node_builder import NodeBuilder
from .value_encoding import ONE, ZERO, bounds


def audience_of_choose(f: NodeBuilder, stmt: s.Pick, name: str, levels: Sequence[DraftLevel], env: Env) -> str | None:
    """Return the function from an option's parameters to the players who see this pick; None if all do."""
    audience = None if env.secret else audience_of(f, stmt, env)
    if audience is None:
        return None
    params = tuple(m.Parameter(level.name, m.NUMBER, *bounds(level.symbol.type)) for level in levels)
    return function(f, name, params, audience)


def audience_of_order(f: NodeBuilder, stmt: s.Pick, symbol: LocalSymbol, env: Env) -> str | None:
    """Return the function from a member to the players who see that it was picked as next in a `for each`; None if all
    do."""
    audience = None if env.secret else audience_of(f, stmt, env)
    if audience is None:
        return None
    return function(f, symbol.name, (m.Parameter(symbol.name, m.NUMBER, *bounds(symbol.type)),), audience)


def member_seen_by(f: NodeBuilder, stmt: s.Pick, member: LocalSymbol, env: Env) -> str | None:
    """Return the function from a single pick of several to the players who see it; None if all do."""
    audience = None if env.secret or named_audience(stmt) is not None else audience_of(f, stmt, env)
    if audience is None:
        return None
    return function(f, member.name, (m.Parameter(member.name, m.NUMBER, *bounds(member.type)),), audience)


def several_counted_by(f: NodeBuilder, stmt: s.Pick, env: Env) -> m.Expr | None:
    """Return the expression for the players who see how many things are picked one by one; None for all. It is the
    audience of `seen by`, else those who see or count the place; inside `at once` (simultaneous choices), only the
    picking player."""
    return own_only(f, env, (_counters if named_audience(stmt) is None else audience_of)(f, stmt, env))


def _counters(f: NodeBuilder, stmt: s.Pick, env: Env) -> m.Expr | None:
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


def audience_of(f: NodeBuilder, stmt: s.Pick, env: Env) -> m.Expr | None:
    """Return the expression for the players who see a pick, as its `seen by` says, else by what it is picked from
    (`check/information/picks.py`); None for all."""
    if (named := named_audience(stmt)) is not None:
        return None if named.who == "all" else f.cx.effects.players(named.who, env)
    said = f.ex.model.picks.get(stmt, "all")
    if said == "all":
        return None
    if isinstance(said, str):
        return m.SetOf(f.b.players, (env.player(),))
    return chance.who_sees(f, f.ex.spot(said, env))


def inside(f: NodeBuilder) -> m.Expr | None:
    """Return the condition that play is inside an `at once` (simultaneous choices) at this point; None if that is
    impossible."""
    owners = (f.owner, f.clause)
    return m.Load(f.b.control(AT_ONCE, 0, 1)) if any(o in f.cx.at_once for o in owners) else None


def own_only(f: NodeBuilder, env: Env, otherwise: m.Expr | None) -> m.Expr | None:
    """Return the audience at this point: inside `at once` (simultaneous choices) only the deciding player, else
    `otherwise` (None: all players)."""
    own = m.SetOf(f.b.players, (env.player(),))
    if env.secret:
        return own
    here = inside(f)
    if here is None:
        return otherwise
    return m.IfElse(here, own, f.b.everybody() if otherwise is None else otherwise)


def mark(f: NodeBuilder, value: m.Expr) -> None:
    """Write to its cell whether play is inside an `at once` (simultaneous choices) from here on."""
    if f.cx.at_once:
        f.emit(m.Write(f.b.control(AT_ONCE, 0, 1), (), value))


def begin(f: NodeBuilder, env: Env) -> m.Expr:
    """Write that an `at once` (simultaneous choices) begins. Return the value to restore after it, since it may be
    nested."""
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
