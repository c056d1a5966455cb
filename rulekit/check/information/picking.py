"""Labels of picks: who can know what was picked, and how many things; and which pieces a loop moves to where others see
them (`picks.py`).

Players who see pieces arrive learn which and how many, and the pick is among them. This is deliberately declassified,
like `move all`; everything else by which the pieces were found must be known.

An audience may be secret if each player in it can know that they are in it (`seen by wolves`). All players see a
picture, so it may depend only on public values; those who see a piece know its attributes.
"""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import FactSymbol, KeepSymbol, LocalSymbol, PlaceSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from ...syntax.traversal import named_audience, walk
from .analysis import ONE_OF_THEM, Complaint, InformationAnalysis, alone_policy
from .deciding import valid
from .hidden import describe_visibility
from .knowledge_state import KnowledgeState, Known, PlaceElement
from .labels import ALL, HiddenRead, Label, Policy, at, widen_label
from .picks import first_move_of_pass
from .terms import Term
from .valuing import DEPTH

SHOWN = "all see how it looks"


def own_secrets(a: InformationAnalysis) -> None:
    """Complain (E503) about each audience with members who may not be able to know that they belong to it."""
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
    """Check that each player who is shown something can know that they are shown it. The other players then learn
    nothing: they can know that they are not shown it."""
    player: Term = ("var", ("shown", id(who)), DomainType(a.c.players))
    inside = evolve(st, premises=(*st.premises, ("op", "in", player, a.reader.players_of(who, st))))
    label = at(a.reader.whether_one_of(who, player, inside), node.span)
    a.need(("set", player), label, inside, node, "E504", (shows, ONE_OF_THEM))


def looks(a: InformationAnalysis) -> None:
    """Complain (E504) about each value in a `look` (how something is drawn) that shows more than all players may
    know."""
    for placed in a.c.book.clauses:
        if not isinstance(placed.clause, s.LookClause):
            continue
        st = a.start(("nobody",))
        for prop in (prop for line in placed.clause.lines for prop in line.props):
            if prop.value not in a.c.types:
                continue  # the value is a text or a word, which depends on nothing
            failing = a.within(a.reader.everybody, a.reader.label(prop.value, st), st)
            if failing is not None:
                a.complain(Complaint("E504", prop.value.span, failing, prop.value.span, SHOWN))


HOW_MANY = "who sees the pieces lie there learns how many there are"


def label_of_pick(
    a: InformationAnalysis, stmt: s.Pick, st: KnowledgeState, domain: Label, pick: Term | None = None
) -> Label:
    """Return who can know what is picked. `pick` is the term of the picked value, if there is one."""
    me: Term = ("set", st.me)
    name = stmt.binder.name.text
    audience = named_audience(stmt)
    if st.alone is not None:
        early = frozenset([alone_policy(st.me, name, stmt.span)])
        if audience is not None:
            who = a.reader.players_of(audience.who, st)
            a.need(who, early, st, audience, "E506", (audience, "sees it too early"))
        return early
    if audience is not None:
        who = show_to_audience(a, audience, st)
        told = audience.span.text if isinstance(audience.who, str) else f"seen by `{audience.who.span.text}`"
        hidden = f"it is {told}"
    else:
        said = a.picks.get(stmt, "all")
        if said == "all":
            a.need(a.reader.everybody, domain, st, stmt.binder.domain, "E508", (stmt, "all see the pick"))
            return ALL
        who, hidden = me, "it is picked from what not all see"
        if not isinstance(said, str) and isinstance(place := a.c.refs.get(said), PlaceSymbol):
            who = a.reader.audience(place, a.reader.index(said, st), st, "seen")
            hidden = f"it is picked from `{place.name}`, and {describe_visibility(place, 'seen')}"
    if who == a.reader.everybody:
        return ALL
    origin = _origin(a, stmt.binder.domain, st)
    source = HiddenRead(name, stmt.span, (), hidden)
    reads = frozenset() if pick is None else frozenset([pick])
    return frozenset([Policy(frozenset([who, me]), picked=origin, reads=reads, source=source)])


def show_to_audience(a: InformationAnalysis, audience: s.SeenBy, st: KnowledgeState) -> Term:
    """Return the players who are shown a pick or an outcome, after checking that each can know that they are."""
    if not isinstance(audience.who, str):
        check_members_know(a, audience.who, audience, st, audience)
    return a.reader.players_of(audience.who, st)


def place_of(a: InformationAnalysis, domain: s.Expr, st: KnowledgeState) -> PlaceElement | None:
    """Return the place from which something is taken: the domain itself, or the place that a comprehension filters."""
    while isinstance(domain, s.SetComprehension) and domain.image is None and len(domain.binders) == 1:
        domain = domain.binders[0].domain
    place = a.c.refs.get(domain)
    if isinstance(place, PlaceSymbol) and isinstance(domain, s.Ref | s.Index):
        return place, a.reader.index(domain, st)
    return None


def _origin(a: InformationAnalysis, domain: s.Expr, st: KnowledgeState) -> PlaceElement | None:
    """Return the place from which something is picked, even if a fact or a name stands for the candidates."""
    place = place_of(a, domain, st)
    if place is not None:
        return place
    found = {p.content or p.picked for p in a.reader.label(domain, st) if p.content or p.picked}
    only = next(iter(found)) if len(found) == 1 else None
    return only if only is not None and isinstance(only[0], PlaceSymbol) else None  # type: ignore[return-value]


def labels_after_laying(
    a: InformationAnalysis, stmt: s.Pick, st: KnowledgeState, members: Label, passes: Label
) -> tuple[Label, Label]:
    """Return who can know the members of a loop, and who can know its number of passes, after the loop has moved its
    pieces to where others see them."""
    move = first_move_of_pass(a.c, stmt)
    assert move is not None
    source, target = a.c.refs.get(move.take.place), a.c.refs.get(move.to.place)
    assert isinstance(source, PlaceSymbol) and isinstance(target, PlaceSymbol)
    place = source, a.reader.index(move.take.place, st)
    who = a.reader.audience(target, a.reader.index(move.to.place, st), st, "seen")
    a.need_place(who, st, stmt, HOW_MANY)
    a.need(who, a.reader.index_label(move.to.place, st), st, move.to, "E504", (move.to, HOW_MANY))
    a.too_early(("op", "-", who, ("set", st.me)), passes, stmt, st)
    content = _passes_of(a, stmt.binder.domain, place, st)

    laid = _picks_are_laid(a, stmt.binder.domain, place, st)

    def own(policy: Policy) -> bool:
        picked = policy.picked == place or (policy.origin == place and laid)
        return picked or (policy.content == place and content)

    whole = place_of(a, stmt.binder.domain, st) == place and not isinstance(stmt.binder.domain, s.SetComprehension)
    counted = a.reader.element(move.take.place, source, st, "counted") if whole else ALL
    known = frozenset(evolve(p, picked=place) if own(p) else p for p in members)
    let_go = frozenset(p for p in passes if own(p) or p in counted)
    return known, (passes - let_go) | (widen_label(let_go, [who]) if st.alone is None else let_go)


def _picks_are_laid(a: InformationAnalysis, domain: s.Expr, place: PlaceElement, st: KnowledgeState) -> bool:
    """Return whether the loop shows each earlier pick from the place on which its domain depends. If not, the number of
    pieces would tell something about a pick that stays hidden."""
    whole = a.reader.term(domain, st)
    for node in walk(domain):
        symbol = a.c.refs.get(node)
        if isinstance(node, s.Ref) and isinstance(symbol, LocalSymbol):
            found = a.reader.label(node, st)
            if any(place in (p.picked, p.origin) for p in found):
                one = any(p.picked == place for p in found) and isinstance(symbol.type, DomainType)
                if not one or not valid(("op", "in", a.reader.term(node, st), whole), st.premises):
                    return False
    return True


def _passes_of(a: InformationAnalysis, domain: s.Expr, place: PlaceElement, st: KnowledgeState) -> bool:
    """Return whether a domain is the contents of a place, possibly filtered by conditions that read nothing else of
    that place."""
    for _ in range(DEPTH):
        fact = a.c.refs.get(domain)
        if isinstance(fact, FactSymbol) and isinstance(domain, s.Ref | s.Call):
            plain = not fact.clause.limits and fact.name not in a.c.exceptions
            if fact.clause.value is None or not plain:
                return False
            args = tuple(a.c.arguments.get(domain, ())) if isinstance(domain, s.Call) else ()
            st, domain = a.reader.inside_fact(fact, args, st), fact.clause.value
        elif isinstance(domain, s.SetComprehension) and domain.image is None and len(domain.binders) == 1:
            (binder,), inner = domain.binders, st.copy()
            a.reader.variable(binder, inner)
            asked = (a.reader.label(part, inner) for part in (binder.where, domain.where) if part is not None)
            if any(p.content == place for label in asked for p in label):
                return False
            domain = binder.domain
        else:
            return place_of(a, domain, st) == place
    return False
