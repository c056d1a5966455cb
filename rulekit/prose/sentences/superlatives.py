"""Superlatives in words: "whose village comes first" for `all j in inns: i.village <= j.village`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...model.symbols import DomainSymbol, LocalSymbol
from ...model.types import DomainType, NumberType
from ...syntax import nodes as s
from ...syntax.traversal import inside
from .. import tree as tr
from .member_phrases import bound_member
from .tree_context import Context

TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def superlative(c: Context, node: s.Quantified) -> tr.Condition | None:
    """Return the condition that something is the most or the least of its kind; None for other quantifiers. `all y in S
    where W: f(x) <= f(y)` says this about x, by the value f(x)."""
    if node.kind != "all" or len(node.binders) != 1 or not isinstance(node.body, s.Binary):
        return None
    (binder,), body = node.binders, node.body
    if body.op not in TURNED:
        return None
    for mine, other, op in ((body.left, body.right, body.op), (body.right, body.left, TURNED[body.op])):
        locals_there = list(_locals(c, mine))
        if binder.name.text in {one.name for one in locals_there}:
            continue  # no superlative: the compared value also depends on the other member
        for x in locals_there:
            if _rename(mine, x.name, binder.name.text) == _text(other):
                return _superlative_condition(c, node, binder, mine, x, op)
    return None


def _locals(c: Context, node: s.Expr) -> Iterator[LocalSymbol]:
    refs = (node,) if isinstance(node, s.Ref) else inside(node, s.Ref)
    yield from dict.fromkeys(symbol for ref in refs if isinstance(symbol := c.symbol(ref), LocalSymbol))


def _text(node: s.Expr) -> str:
    return " ".join(node.span.text.split())


def _rename(node: s.Expr, old: str, new: str) -> str:
    return re.sub(rf"\b{re.escape(old)}\b", new, _text(node))


def _superlative_condition(
    c: Context, node: s.Quantified, binder: s.Binder, value: s.Expr, x: LocalSymbol, op: str
) -> tr.Condition | None:
    others = [w for w in (binder.where, node.where) if w is not None]
    distinct = {f"{binder.name.text} != {x.name}", f"{x.name} != {binder.name.text}"}
    apart = [w for w in others if _text(w) in distinct]
    domain, without = binder.domain, False
    if isinstance(domain, s.Binary) and domain.op == "-" and _text(domain.right) == f"{{{x.name}}}":
        domain, without = domain.left, True
    if "=" not in op and not apart and not without:
        return None
    order = "number" if isinstance(c.type(value), NumberType) else "order"
    fun = f"{'least' if '<' in op else 'most'}-{order}" + ("" if "=" in op else "-alone")
    args: dict[str, tr.TreeArgument] = {"value": c.phrase(value)}
    if len(apart) == len(others) and _is_own_domain(c, domain, x):
        return tr.Holds(fun, args)
    if without:
        return None
    with c.scope():
        return tr.Holds(f"{fun}-among", {**args, "members": bound_member(c, binder, node.where)})


def _is_own_domain(c: Context, domain: s.Expr, x: LocalSymbol) -> bool:
    """Return whether x itself was taken from this domain."""
    if c.origins.get(x) == _text(domain):
        return True
    symbol = c.symbol(domain)
    return isinstance(symbol, DomainSymbol) and x not in c.origins and x.type == DomainType(symbol.domain)
