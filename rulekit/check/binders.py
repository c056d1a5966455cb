"""Binders, `x in D` wherever it stands: what there is to run over, what the name stands for, its entry in the scope.

Statements (`draw`, `choose`, `for each` …) and expressions (`quantifiers.py`) ask here; a `where` behind all of their
binders, and what is done with the values, is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Help, Span
from ..model.symbols import DomainSymbol, FactSymbol, PlaceSymbol
from ..model.types import DomainType, ErrorType, NumberType, OptionType, SetType, Type
from ..syntax import nodes as s
from .checker import Checker
from .expression_types import condition, infer
from .multisets import bag_of
from .scope import Scope
from .type_relations import ERROR, item_of, show, size


def binder_type(c: Checker, node: s.Expr, scope: Scope, want: Type | None = None) -> Type:
    """What a binder's name stands for: the item of a domain, range, set, optional value or place; ErrorType if none."""
    t = infer(c, node, scope, SetType(want) if isinstance(want, NumberType | DomainType) else None)
    item = item_of(t)
    if item is not None:
        return item
    if not isinstance(t, ErrorType):
        extra = [_as_a_range(node)] if isinstance(t, NumberType) else []
        if isinstance(c.refs.get(node), FactSymbol | DomainSymbol):
            extra = []
        c.report.add("E313", node.span, f"this is {show(t)}, which has no members to run over", help=extra)
    return ERROR


def _as_a_range(node: s.Expr) -> Help:
    """How a range is written, and the fix where one was written with a dash."""
    if not isinstance(node, s.Binary) or node.op != "-":
        return Help("a range is written `0..5`")
    dash = Span(node.span.source, node.left.span.end, node.right.span.start)
    return Help(f"a range is written `{node.left.span.text}..{node.right.span.text}`", dash, "..")


def bind(c: Checker, binder: s.Binder, scope: Scope, want: Type | None = None) -> Type:
    """Checks a binder and enters its name."""
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
    """At most how many values the binder runs over in count and sum, where a place counts every copy."""
    symbol = c.refs.get(binder.domain)
    if isinstance(symbol, PlaceSymbol):
        return symbol.capacity
    if (bag := bag_of(c, binder.domain)) is not None:
        return bag.capacity
    item = item_of(c.types.get(binder.domain, ERROR))
    return 1 if isinstance(c.types.get(binder.domain), OptionType) or item is None else size(item)
