"""`game over`: who is paid what, then the end node."""

from __future__ import annotations

from ...syntax import nodes as s
from .. import program as m
from .body import lowers
from .encoding import ONE, ZERO
from .env import Env
from .node_builder import NodeBuilder


@lowers(s.Over)
def over(f: NodeBuilder, stmt: s.Over, env: Env, tail: bool) -> None:
    """The end: payoffs, then the end node."""
    players = m.Const(f.b.players - 1)
    payoff, p = m.PAYOFF, m.Local("#p")
    over = m.LoopDomain(ZERO, players)
    if stmt.how in ("won", "lost"):
        assert stmt.value is not None
        chosen = f.cx.effects.players(stmt.value, env)
        inside, outside = (ONE, m.Const(-1)) if stmt.how == "won" else (m.Const(-1), ONE)
        f.emit(m.Define("#chosen", chosen))
        value: m.Expr = m.IfElse(m.Has(m.Local("#chosen"), p), inside, outside)
        f.emit(m.Each("#p", over, None, (m.Write(payoff, (p,), value),)))
    elif stmt.how in ("paying", "ranked"):
        assert stmt.value is not None and stmt.binder is not None
        target = payoff if stmt.how == "paying" else m.SCORE
        loop = f.ex.domains.loop(stmt.binder, env)
        inner = f.ex.value(stmt.value, loop.env)
        known = f.cx.effects.show_to_all(stmt.value, loop.env) if stmt.reveals else []
        paid = (*known, m.Write(target, (m.Local(loop.name),), inner))
        f.emit(m.Each(loop.name, loop.over, loop.present, paid))
        if stmt.how == "ranked":
            best = m.Fold("most", "#q", over, None, m.Load(m.SCORE, (m.Local("#q"),)), m.Const(0))
            won: m.Expr = m.Op("eq", (m.Load(m.SCORE, (p,)), m.Local("#best")))
            f.emit(m.Define("#best", best))
            if stmt.then:
                f.emit(m.Define(_ahead(f, 0), m.SetBuild(f.b.players, "#p", over, won)))
                won = m.Has(_break_ties(f, stmt, env), p)
            f.emit(m.Each("#p", over, None, (m.Write(payoff, (p,), m.IfElse(won, ONE, m.Const(-1))),)))
    end(f)


def _ahead(f: NodeBuilder, count: int) -> str:
    """The name of the set of those who are equal after so many further rankings."""
    return f"#ahead {count} of {f.b.players}"


def _break_ties(f: NodeBuilder, stmt: s.Over, env: Env) -> m.Local:
    """Of those who are equal, who have most of what is asked next; nobody else is asked for it."""
    assert stmt.binder is not None
    for count, value in enumerate(stmt.then):
        equal, best = m.Local(_ahead(f, count)), m.Local(f"#best {count}")
        loop = f.ex.domains.loop(stmt.binder, env)
        found = f.ex.value(value, loop.env)
        among: m.Expr = m.Has(equal, m.Local(loop.name))
        among = among if loop.present is None else m.Op("and", (loop.present, among))
        if stmt.reveals:
            known = f.cx.effects.show_to_all(value, loop.env)
            f.emit(m.Each(loop.name, loop.over, among, tuple(known)))
        f.emit(m.Define(best.name, loop.around(m.Fold("most", loop.name, loop.over, among, found, m.Const(0)))))
        first = m.Op("and", (among, m.Op("eq", (found, best))))
        f.emit(m.Define(_ahead(f, count + 1), loop.around(m.SetBuild(f.b.players, loop.name, loop.over, first))))
    return m.Local(_ahead(f, len(stmt.then)))


def end(f: NodeBuilder) -> None:
    if f.current is not None:
        f.emit(m.Write(m.ENDED, (), ONE))
        f.jump("end")
