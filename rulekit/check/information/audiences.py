"""Who sees a thing may be a secret itself, if each who sees it knows that he does (`seen by wolves`).

Assuming that a player belongs to the audience, he must be able to know what his belonging rests on.
"""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import KeepSymbol, PlaceSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .analysis import Complaint, InformationAnalysis
from .knowledge_state import KnowledgeState, Known
from .labels import Label
from .terms import Term


def own_secrets(a: InformationAnalysis) -> None:
    """E503 for every audience that somebody in it need not know of."""
    for symbol in a.c.symbols.values():
        if not isinstance(symbol, PlaceSymbol | KeepSymbol):
            continue
        infos = [symbol.seen, getattr(symbol, "counted", None)]
        for info in infos:
            if info is not None and not isinstance(info.who, str):
                _audience(a, symbol, info.who)


def _audience(a: InformationAnalysis, symbol: PlaceSymbol | KeepSymbol, who: s.Expr) -> None:
    st = a.start(("nobody",))
    for local, kind in zip(symbol.locals, symbol.dims, strict=True):
        if local is not None:
            st.name(local, Known(("var", id(local), kind)))
    player: Term = ("var", ("seer", id(who)), DomainType(a.c.players))
    inside = evolve(st, premises=(("op", "in", player, a.reader.players_of(who, st)),))
    failing = a.within(("set", player), _membership(a, who, player, inside), inside)
    if failing is not None:
        a.complain(Complaint("E503", who.span, failing, who.span, symbol.name))


def _membership(a: InformationAnalysis, who: s.Expr, player: Term, st: KnowledgeState) -> Label:
    """Who can know whether the player is one of them."""
    match who:
        case s.SetComprehension(binders=(binder,), image=None, where=where):
            inner = st.copy()
            inner.name(a.c.binds[binder], Known(player))
            return _membership(a, binder.domain, player, st) | a.reader.label(where, inner)
        case s.Binary(op="+" | "-" | "&", left=left, right=right):
            return _membership(a, left, player, st) | _membership(a, right, player, st)
    return a.reader.label(who, st)
