"""Where the members of a quantifier, a choice or a loop come from: `an inn`, `a coin from the purse`, `a number from
1 to 6`.
"""

from __future__ import annotations

from ...model.symbols import DomainSymbol, PlaceSymbol
from ...model.types import OptionType
from ...syntax import nodes as s
from ..tree import ComposedPhrase, Listed, LocalName, Member, Noun, narrowed
from .builtins import contents_noun
from .context import Context, noun_of
from .phrases import held, place_phrase, spot


def bound_member(c: Context, binder: s.Binder, where: s.Expr | None = None, of: object = None) -> Member:
    """The member that a binder names; from here on it is in sight."""
    noun, source = domain_phrase(c, binder.domain)
    local = c.declare(of or binder)
    return narrowed(Member(local, noun, source, c.maybe(binder.where)), c.maybe(where))


def domain_phrase(c: Context, node: s.Expr) -> tuple[Noun, ComposedPhrase | None]:
    """What is picked from: the noun of its members, and whatever says which of them."""
    symbol = c.symbol(node)
    if isinstance(symbol, DomainSymbol):
        return contents_noun(c, node), None
    if isinstance(symbol, PlaceSymbol):
        return contents_noun(c, node), ComposedPhrase(
            "from-place", {"place": place_phrase(c, node), "where": spot(symbol)}
        )
    noun = noun_of(c.type(node))
    match node:
        case s.Range(low=low, high=high):
            return noun, ComposedPhrase("from-range", {"low": c.phrase(low), "high": c.phrase(high)})
        case s.SetLiteral(items=items) if items:
            return noun, ComposedPhrase("from-list", {"items": Listed(tuple(map(c.phrase, items)), "or")})
        case s.SetComprehension(image=None, binders=(one,), where=None):
            return domain_phrase(c, one.domain)
    if isinstance(c.type(node), OptionType):
        return noun, ComposedPhrase("from-optional", {"what": c.phrase(node)})
    return noun, ComposedPhrase("from-set", {"what": held(node, c.phrase(node))})


def everything(c: Context, local: LocalName) -> Member:
    """Any value of a local's type: a parameter in a head."""
    return Member(local, noun_of(local.type))
