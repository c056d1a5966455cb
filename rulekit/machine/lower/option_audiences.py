"""Audiences of picks: the players who see what somebody picks. A `choose` may name them; by default they are the
players who see the place from which something is picked.

Each parameter of an option has its own audience: a function from the option's parameters to a set of players. (The
audience of one parameter may depend on another: `seen by {me, q}`.) All players see that a player picks, and the label
of the option. Inside `at once` (simultaneous choices), only the deciding player sees it, and `whenever` rules are not
tested. The environment says whether a body is inside `at once`. A body that is lowered once for calls from inside and
from outside (`call_reach.py`) reads a cell.
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
    """Return the name of a new function from the parameters of an option to the players who see the pick of this
    `choose`. Return None if all players see it."""
    audience = None if env.secret else audience_of(f, stmt, env)
    if audience is None:
        return None
    params = tuple(m.Parameter(level.name, m.NUMBER, *bounds(level.symbol.type)) for level in levels)
    return function(f, name, params, audience)


def audience_of_order(f: NodeBuilder, stmt: s.Pick, symbol: LocalSymbol, env: Env) -> str | None:
    """Return the name of a new function for a `for each` whose order a player chooses: from the member picked as next
    to the players who see that pick. Return None if all players see it."""
    audience = None if env.secret else audience_of(f, stmt, env)
    if audience is None:
        return None
    return function(f, symbol.name, (m.Parameter(symbol.name, m.NUMBER, *bounds(symbol.type)),), audience)


def member_seen_by(f: NodeBuilder, stmt: s.Pick, member: LocalSymbol, env: Env) -> str | None:
    """Return the name of a new function for a choice of several things: from one picked thing to the players who see
    it. Return None if all players do, or if the `choose` names the audience of all its picks."""
    audience = None if env.secret or named_audience(stmt) is not None else audience_of(f, stmt, env)
    if audience is None:
        return None
    return function(f, member.name, (m.Parameter(member.name, m.NUMBER, *bounds(member.type)),), audience)


def several_counted_by(f: NodeBuilder, stmt: s.Pick, env: Env) -> m.Expr | None:
    """Return the expression for the players who see how many things are picked in a choice of several things; None
    means all players. They are the audience that `seen by` names. Without `seen by`, they are the players who see or
    count the place of the picks. Inside `at once` (simultaneous choices), only the picking player sees it."""
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
    """Return the expression for the players who see a pick; None means all players. The pick's `seen by` names them;
    otherwise they depend on what it is picked from (`check/information/picks.py`)."""
    if (named := named_audience(stmt)) is not None:
        return None if named.who == "all" else f.cx.effects.players(named.who, env)
    said = f.ex.model.picks.get(stmt, "all")
    if said == "all":
        return None
    if isinstance(said, str):
        return m.SetOf(f.b.players, (env.player(),))
    return chance.who_sees(f, f.ex.spot(said, env))


def inside(f: NodeBuilder) -> m.Expr | None:
    """Return the condition that play is inside an `at once` (simultaneous choices) when it comes to this point. Return
    None if it never is."""
    owners = (f.owner, f.clause)
    return m.Load(f.b.control(AT_ONCE, 0, 1)) if any(o in f.cx.at_once for o in owners) else None


def own_only(f: NodeBuilder, env: Env, otherwise: m.Expr | None) -> m.Expr | None:
    """Return the expression for the audience of something at this point. Inside `at once` (simultaneous choices) it is
    only the deciding player, elsewhere `otherwise`. None means all players."""
    own = m.SetOf(f.b.players, (env.player(),))
    if env.secret:
        return own
    here = inside(f)
    if here is None:
        return otherwise
    return m.IfElse(here, own, f.b.everybody() if otherwise is None else otherwise)


def mark(f: NodeBuilder, value: m.Expr) -> None:
    """Write `value` to the cell that says whether play is inside an `at once` (simultaneous choices). Write nothing if
    no clause reads this cell."""
    if f.cx.at_once:
        f.emit(m.Write(f.b.control(AT_ONCE, 0, 1), (), value))


def begin(f: NodeBuilder, env: Env) -> m.Expr:
    """Write the begin of an `at once` (simultaneous choices). Return the value that its cell had before. The end must
    restore this value, because one `at once` may be inside another."""
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
