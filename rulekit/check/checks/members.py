"""E333: `Row(left: 1, right: 3)` names a row of a table by its attributes, and no row has them.

It is reported if the attributes are constant; otherwise the machine tests it in play (E706). Branches that this
configuration never takes (`if players > 2`) are ignored.

E623: a value's type has too many members. A set needs a bit for each possible member, and a value `or none` needs a
name for each, so both are limited where such a value is made or stored. A domain that is only iterated or tested (`for
each x in 0..n`, `x in 0..n`) has no limit.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.symbols import ConstructorSymbol
from ...model.types import NumberType, OptionType, SetType, Type
from ...syntax import nodes as s
from ...syntax.traversal import cases_of, children, inside, walk
from ..checked import CheckedModel
from ..checker import Checker
from ..constant_evaluation import evaluate
from ..domain_construction import MOST_OPTIONAL, MOST_SITES
from ..evaluation_context import NoSuchMember, NotConstant
from ..type_relations import size


def sets(c: Checker, model: CheckedModel) -> None:
    kept = (symbol.type for symbol in c.binds.values())
    if not any(map(_is_large, c.types.values())) and not any(map(_is_large, kept)):
        return  # the usual case: nothing is large, so no search for the place is needed
    for placed in c.book.clauses:
        passed: set[s.Node] = set()
        for node in (node for root in placed.roots for node in walk(root)):
            passed |= _only_passed_through(node)
            if node not in passed and not isinstance(node, s.Ref):  # a name is reported where it is bound
                _check_bound(c, node, c.types.get(node))
            symbol = c.binds.get(node)
            if symbol is not None:
                _check_bound(c, node, symbol.type, kept=True)


def _only_passed_through(node: s.Node) -> set[s.Node]:
    """Return the ranges directly inside a node that are only iterated or tested. They are not stored as values."""
    if isinstance(node, s.Binary) and node.op not in ("in", "not in"):
        return set()
    if not isinstance(node, s.Binder | s.Reach | s.Binary):
        return set()
    return {part for part in children(node) if isinstance(part, s.Range)}


def _is_large(type_: Type) -> bool:
    """Return whether values of this type may have too many members, if they are made or stored."""
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


def members(c: Checker, model: CheckedModel) -> None:
    for placed in c.book.clauses:
        calls = (node for root in placed.roots for node in inside(root, s.Call))
        if not any(isinstance(c.refs.get(node), ConstructorSymbol) for node in calls):
            continue
        for node in (node for root in placed.roots for node in _reachable_nodes(c, root)):
            symbol = c.refs.get(node)
            if not isinstance(node, s.Call) or not isinstance(symbol, ConstructorSymbol) or node not in c.arguments:
                continue
            try:
                evaluate(c, node)
            except NoSuchMember:
                told = ", ".join(
                    f"{field.name} {arg.span.text}"
                    for field, arg in zip(symbol.type.domain.fields, c.arguments[node], strict=True)
                )
                what = "site" if symbol.type.domain.board else "row"
                c.report.add("E333", node.span, f"no {what} of {symbol.name} has {told}")
            except NotConstant:
                pass


def _reachable_nodes(c: Checker, node: s.Node) -> Iterator[s.Node]:
    """Yield the node and all nodes inside it, except parts that this configuration never evaluates."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        left_out: tuple[s.Node, ...] = ()
        if (cases := cases_of(here)) is not None:
            known = _constant_truth(c, cases.condition)
            if known is not None:
                left_out = cases.otherwise if known else cases.then
        stack.extend(part for part in reversed(list(children(here))) if part not in left_out)


def _constant_truth(c: Checker, condition: s.Expr) -> bool | None:
    try:
        return bool(evaluate(c, condition))
    except NotConstant:
        return None
