"""Bags: what is picked from a place in which several pieces may be alike, copies and all.

A bag is asked as a place is: `size`, `amount`, `count`, `sum` and `for each` meet every copy, and as a value it is the
set of the sorts in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model.symbols import Bag, LocalSymbol, PlaceSymbol, Symbol
from ..model.types import NumberType, Type
from ..syntax import nodes as s
from .checker import Checker

MOST = 8192
"""How many different copies a bag may have room for: it is kept as a set of them."""


def bag_of(c: Checker, node: s.Expr) -> Bag | None:
    """The bag that an expression names."""
    symbol = c.refs.get(node)
    return symbol.bag if isinstance(symbol, LocalSymbol) else None


def supply(refs: Mapping[s.Node, Symbol], node: s.Expr) -> Bag | None:
    """The copies that can be picked out of a place or bag; None where there is but one of each."""
    symbol = refs.get(node)
    if isinstance(symbol, LocalSymbol):
        return symbol.bag
    if not isinstance(symbol, PlaceSymbol) or symbol.form == "one":
        return None
    most = max((symbol.capacity if n is None else n for n in symbol.piece.population), default=0)
    most = min(most, symbol.capacity)
    return Bag(most, symbol.capacity) if most > 1 else None


def bag_of_picks(c: Checker, choose: s.Choose, sorts: int, high: Type | None) -> Bag | None:
    """What `choose AMOUNT of` leaves in its name; None for a set, where no two can be alike."""
    found = supply(c.refs, choose.binder.domain)
    if found is None:
        return None
    most = max(0, high.high) if isinstance(high, NumberType) else found.capacity
    bag = Bag(min(found.copies, most), min(found.capacity, most))
    if not few_enough(c, choose.binder.domain, bag, sorts, "say how many at most: `choose up to 10 of …`"):
        return None
    return bag if bag.copies > 1 else None


def few_enough(c: Checker, node: s.Expr, bag: Bag, sorts: int, help: str) -> bool:
    """Whether a choice can hold so many."""
    if bag.copies * sorts > MOST:
        c.report.add(
            "E442",
            node.span,
            f"up to {bag.copies} copies of each of {sorts} sorts may be picked here; a choice has room for {MOST}",
            help=[help],
        )
    return bag.copies * sorts <= MOST
