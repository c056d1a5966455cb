"""What is hidden: places and kept values with an audience, the facts that read them, and their wording in messages."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ...model.symbols import BuiltinSymbol, FactSymbol, FieldSymbol, KeepSymbol, PlaceSymbol, Symbol
from ...model.types import Type
from ...syntax import nodes as s
from ...syntax.traversal import walk
from ..checker import Checker

STORE = (PlaceSymbol, KeepSymbol)


class KeepLike(Symbol):
    """A symbol for `active`, the player whose turn it is, which changes like a value that the game stores."""

    def __init__(self, name: str, kind: Type) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "type", kind)


_LOUD: WeakKeyDictionary[Checker, frozenset[FactSymbol]] = WeakKeyDictionary()


def loud_facts(c: Checker) -> frozenset[FactSymbol]:
    """Return the facts that read hidden values, directly or through other facts; cached for each checker."""
    found = _LOUD.get(c)
    if found is None:
        found = _LOUD[c] = _loud(c)
    return found


def _loud(c: Checker) -> frozenset[FactSymbol]:
    users: dict[FactSymbol, list[FactSymbol]] = {}
    loud: list[FactSymbol] = []
    for fact in c.symbols.values():
        if not isinstance(fact, FactSymbol):
            continue
        bodies: list[s.Node | None] = [fact.clause.value, *fact.clause.limits]
        for placed in c.exceptions.get(fact.name, ()):
            bodies += placed.roots
        for body in bodies:
            open_here = places_only_counted(c, body)
            for node in walk(body) if body is not None else ():
                symbol = c.refs.get(node)
                closed = isinstance(symbol, STORE) and is_hidden(symbol) and node not in open_here
                if closed or isinstance(node, s.After | s.TimesSeen):
                    loud.append(fact)
                elif isinstance(symbol, FactSymbol):
                    users.setdefault(symbol, []).append(fact)
    found = set(loud)
    while loud:
        for user in users.get(loud.pop(), ()):
            if user not in found:
                found.add(user)
                loud.append(user)
    return frozenset(found)


def places_only_counted(c: Checker, body: s.Node | None) -> set[s.Node]:
    """Return the places in an expression of which it reads only public data: the number of pieces or their open
    attributes."""
    found: set[s.Node] = set()
    for node in walk(body) if body is not None else ():
        base: s.Node | None = None
        symbol = c.refs.get(node)
        match node:
            case s.Call(args=(one,)) if isinstance(symbol, BuiltinSymbol) and symbol.name in ("size", "empty", "taken"):
                base = one.value
            case s.Attribute() if isinstance(symbol, FieldSymbol) and symbol.domain.fields[symbol.field].open:
                base = node.base.place if isinstance(node.base, s.EndOf) else node.base
        place = c.refs.get(base) if isinstance(base, s.Ref | s.Index) else None
        if base is not None and isinstance(place, STORE) and getattr(place, "counted", place.seen).who == "all":
            found.add(base)
    return found


def is_hidden(symbol: PlaceSymbol | KeepSymbol) -> bool:
    """Return whether any part of a place or kept value is not visible to all players."""
    counted = getattr(symbol, "counted", None)
    return symbol.seen.who != "all" or (counted is not None and counted.who != "all")


def describe_visibility(symbol: PlaceSymbol | KeepSymbol, what: str) -> str:
    """Return the text of a message about who sees a place or kept value; `what` is `seen` or `counted`."""
    info = getattr(symbol, "counted", None) if what == "counted" else symbol.seen
    who = symbol.seen.who if info is None else info.who
    if who == "nobody":
        return "nobody sees it" if what == "seen" else "nobody knows how many it holds"
    if isinstance(who, str):
        return "all see it"
    dimensions = ", ".join(dimension.span.text for dimension in symbol.clause.dimensions)
    head = f"{symbol.name}[{dimensions}]" if dimensions else symbol.name
    return f"`{head}` is declared `{what} by {who.span.text}`"
