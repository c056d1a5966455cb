"""Audiences and pictures: what they depend on must be known.

An audience may be a secret if each player in it can know that they are in it (`seen by wolves`): on the assumption that
a player belongs to it, that player must know the reason.  A picture is seen by all, so it may rest only on what all may
know; the attributes of a piece are known to those who see the piece.
"""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import KeepSymbol, PlaceSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from .analysis import ONE_OF_THEM, Complaint, InformationAnalysis
from .knowledge_state import KnowledgeState, Known
from .labels import at
from .terms import Term

SHOWN = "all see how it looks"


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
    failing = a.within(("set", player), a.reader.whether_one_of(who, player, inside), inside)
    if failing is not None:
        a.complain(Complaint("E503", who.span, failing, who.span, symbol.name))


def check_members_know(a: InformationAnalysis, who: s.Expr, node: s.Node, st: KnowledgeState, shows: s.Node) -> None:
    """Each player who is shown something must be able to know that they are one of those.  So nobody learns more of the
    audience: who is not in it would know that they were, if they were.
    """
    player: Term = ("var", ("shown", id(who)), DomainType(a.c.players))
    inside = evolve(st, premises=(*st.premises, ("op", "in", player, a.reader.players_of(who, st))))
    label = at(a.reader.whether_one_of(who, player, inside), node.span)
    a.need(("set", player), label, inside, node, "E504", (shows, ONE_OF_THEM))


def looks(a: InformationAnalysis) -> None:
    """E504 for every value of a look that tells what somebody need not know."""
    for placed in a.c.book.clauses:
        if not isinstance(placed.clause, s.LookClause):
            continue
        st = a.start(("nobody",))
        for prop in (prop for line in placed.clause.lines for prop in line.props):
            if prop.value not in a.c.types:
                continue  # a text, or a word
            failing = a.within(a.reader.everybody, a.reader.label(prop.value, st), st)
            if failing is not None:
                a.complain(Complaint("E504", prop.value.span, failing, prop.value.span, SHOWN))
