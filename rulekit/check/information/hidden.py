"""What is hidden: places and kept values that not all players see, the facts that read them, and words for messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from ...graphs import reachable, reached_by, reverse_edges
from ...model.symbols import BuiltinSymbol, FactSymbol, FieldSymbol, KeepSymbol, PlaceSymbol, PositionSymbol, Symbol
from ...model.types import DomainType, Type
from ...syntax import nodes as s
from ...syntax.traversal import walk
from ..checker import Checker
from .writes import Writes

STORE = (PlaceSymbol, KeepSymbol)
FactOrClause = FactSymbol | str | None
"""A fact, the id of a clause that an `after` runs, or None for whatever reads something hidden."""


class KeepLike(Symbol):
    """A symbol for `active`, the player whose turn it is, which changes like a value that the game stores."""

    def __init__(self, name: str, kind: Type) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "type", kind)


_ON_HIDDEN: WeakKeyDictionary[Checker, set[FactOrClause]] = WeakKeyDictionary()


def facts_on_hidden(c: Checker) -> set[FactOrClause]:
    """Return the facts and clauses that read hidden values, directly or through facts and what an `after` runs. The
    result is cached for each checker."""
    if c not in _ON_HIDDEN:
        bodies: dict[FactOrClause, tuple[s.Node | None, ...]] = {}
        for fact in c.symbols.values():
            if isinstance(fact, FactSymbol):
                exceptions = (root for placed in c.exceptions.get(fact.name, ()) for root in placed.roots)
                bodies[fact] = (fact.clause.value, *fact.clause.limits, *exceptions)
        facts = list(bodies)
        bodies |= {placed.id: placed.roots for placed in c.book.clauses}
        reads: dict[FactOrClause, set[FactOrClause]] = {}
        reachable(facts, lambda reader: reads.setdefault(reader, set(_reads(c, bodies.get(reader, ())))))
        _ON_HIDDEN[c] = reached_by([None], reverse_edges(reads))
    return _ON_HIDDEN[c]


def _reads(c: Checker, bodies: Iterable[s.Node | None]) -> Iterator[FactOrClause]:
    for body in bodies:
        open_here = places_only_counted(c, body)
        for node in walk(body) if body is not None else ():
            symbol = c.refs.get(node)
            if isinstance(symbol, FactSymbol):
                yield symbol
            elif isinstance(symbol, BuiltinSymbol) and symbol.name == "possible":
                yield None  # it evaluates the requirements at the front of actions
            elif is_hidden(symbol) and node not in open_here:
                yield None
            if isinstance(node, s.After):
                writes = Writes(c, KeepLike("active", DomainType(c.players)))
                yield from writes.reachable_clauses(f"procedure {node.call.name.text}")
            elif isinstance(node, s.TimesSeen) and isinstance(position := c.refs.get(node.name), PositionSymbol):
                yield from (None for part in position.clause.parts if is_hidden(c.names.lookup(part.text)))


def places_only_counted(c: Checker, body: s.Node | None) -> set[s.Node]:
    """Return the places in an expression of which it reads only what all players know: the number of pieces, or their
    open attributes."""
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


def is_hidden(symbol: Symbol | None) -> bool:
    """Return whether this is a place or kept value of which some part is not visible to all players."""
    counted = getattr(symbol, "counted", None)
    return isinstance(symbol, STORE) and (symbol.seen.who != "all" or (counted is not None and counted.who != "all"))


def describe_visibility(symbol: PlaceSymbol | KeepSymbol, what: str) -> str:
    """Return words for a message that say who sees a place or kept value; `what` is `seen` or `counted`."""
    info = getattr(symbol, "counted", None) if what == "counted" else symbol.seen
    who = symbol.seen.who if info is None else info.who
    if who == "nobody":
        return "nobody sees it" if what == "seen" else "nobody knows how many it holds"
    if isinstance(who, str):
        return "all see it"
    dimensions = ", ".join(dimension.span.text for dimension in symbol.clause.dimensions)
    head = f"{symbol.name}[{dimensions}]" if dimensions else symbol.name
    return f"`{head}` is declared `{what} by {who.span.text}`"
