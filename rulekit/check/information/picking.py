"""Who sees what was picked, and how many: those that `seen by` names, or by whom `picks.py` finds."""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import PlaceSymbol
from ...syntax import nodes as s
from .analysis import InformationAnalysis, alone_policy
from .audiences import check_members_know
from .hidden import hidden_as
from .knowledge_state import KnowledgeState, PlaceElement
from .labels import ALL, HiddenRead, Label, Policy, widened
from .terms import Term


def how_many_picked(a: InformationAnalysis, stmt: s.Choose, st: KnowledgeState) -> Label | None:
    """Who sees how many are picked; None: who sees what.  Picked from a place, those who count it."""
    if stmt.amount is None:
        return None
    if stmt.amount.low is not None and stmt.amount.low is stmt.amount.high:
        return a.reader.label(stmt.amount.low, st)
    said = a.picks.get(stmt, "all")
    if st.alone is not None or stmt.audience is not None or said == "all":
        return None
    place = a.c.refs.get(said) if isinstance(said, s.Ref | s.Index) else None
    if not isinstance(said, s.Ref | s.Index) or not isinstance(place, PlaceSymbol):
        return ALL
    hidden = f"it is picked from `{place.name}`, and {hidden_as(place, 'counted')}"
    source = HiddenRead(stmt.binder.name.text, stmt.span, (), hidden)
    known = widened(a.reader.element(said, place, st, "counted"), [("set", st.me)])
    return frozenset(evolve(p, source=source) for p in known)


def picked_label(a: InformationAnalysis, stmt: s.Choose | s.ForEach, st: KnowledgeState, domain: Label) -> Label:
    """Who sees what is picked."""
    me: Term = ("set", st.me)
    name = stmt.binder.name.text
    audience = stmt.audience if isinstance(stmt, s.Choose) else None
    if st.alone is not None:
        early = frozenset([alone_policy(st.me, name, stmt.span)])
        if audience is not None:
            who = a.reader.players_of(audience.who, st)
            a.need(who, early, st, audience, "E506", (audience, "sees it too early"))
        return early
    if audience is not None:
        who = shown_to_audience(a, audience, st)
        said = audience.span.text if isinstance(audience.who, str) else f"seen by `{audience.who.span.text}`"
        hidden = f"it is {said}"
    else:
        said = a.picks.get(stmt, "all")
        if said == "all":
            a.need(a.reader.everybody, domain, st, stmt.binder.domain, "E508", (stmt, "all see the pick"))
            return ALL
        place = a.c.refs.get(said) if isinstance(said, s.Ref | s.Index) else None
        who, hidden = me, "it is picked from what not all see"
        if isinstance(place, PlaceSymbol):
            who = a.reader.audience(place, a.reader.index(said, st), st, "seen")
            hidden = f"it is picked from `{place.name}`, and {hidden_as(place, 'seen')}"
    if who == a.reader.everybody:
        return ALL
    origin = _origin(a, stmt.binder.domain, st)
    return frozenset([Policy(frozenset([who, me]), (), origin, source=HiddenRead(name, stmt.span, (), hidden))])


def shown_to_audience(a: InformationAnalysis, audience: s.SeenBy, st: KnowledgeState) -> Term:
    """Who is shown a pick or an outcome; each of them must be able to know that they are."""
    if not isinstance(audience.who, str):
        check_members_know(a, audience.who, audience, st, audience)
    return a.reader.players_of(audience.who, st)


def place_of(a: InformationAnalysis, domain: s.Expr, st: KnowledgeState) -> PlaceElement | None:
    """The place that something is taken out of: itself, or what passes of it."""
    while isinstance(domain, s.SetComprehension) and domain.image is None and len(domain.binders) == 1:
        domain = domain.binders[0].domain
    place = a.c.refs.get(domain)
    if isinstance(place, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
        return place, a.reader.index(domain, st)
    return None


def _origin(a: InformationAnalysis, domain: s.Expr, st: KnowledgeState) -> PlaceElement | None:
    """The place that something is picked from, also where a fact or a name says what of it."""
    place = place_of(a, domain, st)
    if place is not None:
        return place
    found = {p.content or p.picked for p in a.reader.label(domain, st) if p.content or p.picked}
    only = next(iter(found)) if len(found) == 1 else None
    return only if only is not None and isinstance(only[0], PlaceSymbol) else None  # type: ignore[return-value]
