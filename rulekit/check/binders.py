"""Binders, `x in D`: the values of the domain, the type of the name, and its entry in the scope. Also bags.

Statements (`draw`, `choose`, `for each` …) and expressions (`quantifiers.py`) use this file; they handle the `where`
after their last binder, and compute the result. A bag is what was chosen from a place in which several pieces may be
equal, with the number of copies of each. `size`, `amount`, `count`, `sum` and `for each` count every copy; as a value,
a bag is the set of its kinds of pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..diagnostics import Help, Span
from ..model.symbols import Bag, BuiltinSymbol, DomainSymbol, FactSymbol, LocalSymbol, PlaceSymbol, Symbol
from ..model.types import DomainType, ErrorType, NumberType, OptionType, SetType, Type
from ..syntax import nodes as s
from .checker import Checker
from .expression_types import condition, infer
from .symbol_table import Scope
from .type_relations import ERROR, item_of, show, size

MOST = 8192
"""Copies that a bag can hold at most, of all kinds of pieces together: it is stored as a set with a bit for each
copy."""


def bag_of(c: Checker, node: s.Expr) -> Bag | None:
    """Return the bag that an expression names; None if it names no bag."""
    symbol = c.refs.get(node)
    return symbol.bag if isinstance(symbol, LocalSymbol) else None


def supply(refs: Mapping[s.Node, Symbol], node: s.Expr) -> Bag | None:
    """Return a bag as large as the place or the bag that an expression names; None if each piece exists at most
    once."""
    symbol = refs.get(node)
    if isinstance(symbol, LocalSymbol):
        return symbol.bag
    if not isinstance(symbol, PlaceSymbol) or symbol.form == "one":
        return None
    most = max((symbol.capacity if n is None else n for n in symbol.piece.population), default=0)
    most = min(most, symbol.capacity)
    return Bag(most, symbol.capacity) if most > 1 else None


def bag_of_picks(c: Checker, domain: s.Expr, sorts: int, high: Type | None) -> Bag | None:
    """Return the bag that `choose AMOUNT of` assigns to its name; None if it assigns a set, because no two pieces in
    the domain can be equal."""
    found = supply(c.refs, domain)
    if found is None:
        return None
    most = max(0, high.high) if isinstance(high, NumberType) else found.capacity
    bag = Bag(min(found.copies, most), min(found.capacity, most))
    if not few_enough(c, domain, bag, sorts, "say how many at most: `choose up to 10 of …`"):
        return None
    return bag if bag.copies > 1 else None


def few_enough(c: Checker, node: s.Expr, bag: Bag, sorts: int, help: str) -> bool:
    """Return whether a bag is small enough to be stored, if it may contain copies of each of `sorts` kinds of pieces.
    If not, report an error with the advice `help`."""
    if bag.copies * sorts > MOST:
        message = f"up to {bag.copies} copies of each of {sorts} sorts may be picked here; a choice has room for {MOST}"
        c.report.add("E442", node.span, message, help=[help])
    return bag.copies * sorts <= MOST


def binder_type(c: Checker, node: s.Expr, scope: Scope, want: Type | None = None) -> Type:
    """Return the type of a binder's name: the type of the members of its domain, which is a type, range, set, optional
    value or place. Return ErrorType if an error was reported."""
    t = infer(c, node, scope, SetType(want) if isinstance(want, NumberType | DomainType) else None)
    item = item_of(t)
    if item is not None:
        return item
    if not isinstance(t, ErrorType):
        extra = [_as_a_range(node)] if isinstance(t, NumberType) else []
        if isinstance(symbol := c.refs.get(node), BuiltinSymbol) and symbol.name == "players":
            extra = [Help("did you mean `Player`? `players` is how many of them play", node.span, "Player")]
        if isinstance(c.refs.get(node), FactSymbol | DomainSymbol):
            extra = []
        c.report.add("E313", node.span, f"this is {show(t)}, which has no members to run over", help=extra)
    return ERROR


def _as_a_range(node: s.Expr) -> Help:
    """Return advice on how to write a range, with a fix if it was written with a dash."""
    if not isinstance(node, s.Binary) or node.op != "-":
        return Help("a range is written `0..5`")
    dash = Span(node.span.source, node.left.span.end, node.right.span.start)
    return Help(f"a range is written `{node.left.span.text}..{node.right.span.text}`", dash, "..")


def bind(c: Checker, binder: s.Binder, scope: Scope, want: Type | None = None) -> Type:
    """Check a binder, and enter its name into the scope. Return the type of the name."""
    item = binder_type(c, binder.domain, scope, want)
    c.bind(binder, binder.name, item, scope)
    condition(c, binder.where, scope, "what follows `where`")
    return item


def bind_all(c: Checker, binders: Iterable[s.Binder], scope: Scope) -> Scope:
    inner = scope.child()
    for binder in binders:
        bind(c, binder, inner)
    return inner


def copies(c: Checker, binder: s.Binder) -> int:
    """Return the largest number of values that a binder can have in `count` and `sum`, in which every copy in a place
    counts."""
    symbol = c.refs.get(binder.domain)
    if isinstance(symbol, PlaceSymbol):
        return symbol.capacity
    if (bag := bag_of(c, binder.domain)) is not None:
        return bag.capacity
    item = item_of(c.types.get(binder.domain, ERROR))
    return 1 if isinstance(c.types.get(binder.domain), OptionType) or item is None else size(item)
