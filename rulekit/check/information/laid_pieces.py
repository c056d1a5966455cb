"""A loop that lays a piece open in each pass (`laying.py`): what those learn who see the pieces come to lie there.

They are shown how many there are, and see which; what was picked to say which is among them.  So much is let go on
purpose, as by `move all`; whatever else the pieces were found by must be known already.
"""

from __future__ import annotations

from attrs import evolve

from ...model.symbols import FactSymbol, LocalSymbol, PlaceSymbol
from ...model.types import DomainType
from ...syntax import nodes as s
from ...syntax.traversal import walk
from .analysis import InformationAnalysis
from .deciding import valid
from .knowledge_state import KnowledgeState, PlaceElement
from .labels import ALL, Label, Policy, widened
from .laying import laying
from .picking import place_of
from .valuing import DEPTH

HOW_MANY = "who sees the pieces lie there learns how many there are"


def laid_by(
    a: InformationAnalysis, stmt: s.ForEach, st: KnowledgeState, members: Label, passes: Label
) -> tuple[Label, Label]:
    """Who can know which members there are and how many passes, once the pieces are laid."""
    move = laying(a.c, stmt)
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
    return known, (passes - let_go) | (widened(let_go, [who]) if st.alone is None else let_go)


def _picks_are_laid(a: InformationAnalysis, domain: s.Expr, place: PlaceElement, st: KnowledgeState) -> bool:
    """Is each pick from there that says which pieces there are one of them?  A pick that stays hidden would be told by
    how many are laid.
    """
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
    """Is it what lies there, or what passes of it by conditions that ask nothing more of what lies there?"""
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
