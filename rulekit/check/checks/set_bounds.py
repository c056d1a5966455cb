"""E623: a set is a bit for each member that it might have, and `or none` a name for each, so both have a bound wherever
such a value is made or kept.

What is gone through without being made (`for each x in 0..n`, `x in 0..n`) has none: it is two comparisons.
"""

from __future__ import annotations

from ...model.types import NumberType, OptionType, SetType, Type
from ...syntax import nodes as s
from ...syntax.traversal import children, walk
from ..checked import CheckedModel
from ..checker import Checker
from ..domain_construction import MOST_OPTIONAL, MOST_SITES
from ..type_relations import size


def sets(c: Checker, model: CheckedModel) -> None:
    kept = (symbol.type for symbol in c.binds.values())
    if not any(map(_is_large, c.types.values())) and not any(map(_is_large, kept)):
        return  # nearly always: there is nothing to find the place of
    for placed in c.book.clauses:
        passed: set[s.Node] = set()
        for node in (node for root in placed.roots for node in walk(root)):
            passed |= _only_passed_through(node)
            if node not in passed and not isinstance(node, s.Ref):  # a name is told of where it is bound
                _check_bound(c, node, c.types.get(node))
            symbol = c.binds.get(node)
            if symbol is not None:
                _check_bound(c, node, symbol.type, kept=True)


def _only_passed_through(node: s.Node) -> set[s.Node]:
    """Return the ranges right inside a node that name a domain and are no values."""
    if isinstance(node, s.Binary) and node.op not in ("in", "not in"):
        return set()
    if not isinstance(node, s.Binder | s.Reach | s.Binary):
        return set()
    return {part for part in children(node) if isinstance(part, s.Range)}


def _is_large(type_: Type) -> bool:
    """Return whether there may be something to tell of a value of this type, if it is made or kept."""
    if not isinstance(type_, SetType | OptionType) or not isinstance(type_.item, NumberType):
        return False
    return size(type_.item) > min(MOST_SITES, MOST_OPTIONAL)


def _check_bound(c: Checker, node: s.Node, type_: Type | None, kept: bool = False) -> None:
    most, what = 0, ""
    if isinstance(type_, SetType):
        most, what = MOST_SITES, "a set"
    elif isinstance(type_, OptionType) and kept:
        most, what = MOST_OPTIONAL, "a value that may be none"
    if not most or not isinstance(type_, SetType | OptionType) or not isinstance(type_.item, NumberType):
        return
    if size(type_.item) > most:
        message = f"{what} may have at most {most} possible members; this has {size(type_.item)}"
        c.report.add("E623", node.span, message)
