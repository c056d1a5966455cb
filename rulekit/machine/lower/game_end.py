"""`game over`: who is paid what, then the end node."""

from __future__ import annotations

from ...syntax import nodes as s
from .. import program as m
from .encoding import ONE, ZERO
from .env import Env
from .node_builder import NodeBuilder


def over(f: NodeBuilder, stmt: s.Over, env: Env) -> None:
    """The end: payoffs, then the end node."""
    players = m.Const(f.b.players - 1)
    payoff, p = m.PAYOFF, m.Local("#p")
    over = m.LoopDomain(ZERO, players)
    if stmt.how in ("won", "lost"):
        assert stmt.value is not None
        chosen = f.cx.statements.players(stmt.value, env)
        inside, outside = (ONE, m.Const(-1)) if stmt.how == "won" else (m.Const(-1), ONE)
        f.emit(m.Define("#chosen", chosen))
        value: m.Expr = m.If(m.Has(m.Local("#chosen"), p), inside, outside)
        f.emit(m.Each("#p", over, None, (m.Assign(payoff, (p,), value),)))
    elif stmt.how in ("paying", "ranked"):
        assert stmt.value is not None and stmt.binder is not None
        target = payoff if stmt.how == "paying" else m.SCORE
        loop = f.ex.domains.loop(stmt.binder, env)
        inner = f.ex.value(stmt.value, loop.env)
        known = f.cx.statements.told_to_all(stmt.value, loop.env) if stmt.reveals else []
        paid = (*known, m.Assign(target, (m.Local(loop.name),), inner))
        f.emit(m.Each(loop.name, loop.over, loop.guard, paid))
        if stmt.how == "ranked":
            best = m.Fold("most", "#q", over, None, m.Load(m.SCORE, (m.Local("#q"),)), m.Const(0))
            won = m.Op("eq", (m.Load(m.SCORE, (p,)), m.Local("#best")))
            f.emit(m.Define("#best", best))
            f.emit(m.Each("#p", over, None, (m.Assign(payoff, (p,), m.If(won, ONE, m.Const(-1))),)))
    end(f)


def end(f: NodeBuilder) -> None:
    if f.current is not None:
        f.emit(m.Assign(m.ENDED, (), ONE))
        f.jump("end")
