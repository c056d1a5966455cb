"""Members named by their attributes: `Piece(colour: red, size: 2)`, `Row(left: 1, right: 3)`.

A piece has a sort for every combination, in order, so its index is computed. A table may lack combinations, so its
members are looked up, and a missing one is E706.
"""

from __future__ import annotations

from itertools import product
from math import prod

from ...model.types import Domain
from ...syntax import nodes as s
from .. import program as m
from .encoding import ZERO, add, bounds, encode_constant, op
from .env import Env
from .expression_lowering import ExpressionLowering
from .limits import check_table


def member_with_attributes(ex: ExpressionLowering, node: s.Call, domain: Domain, env: Env) -> m.Expr:
    parts, sizes = [], []
    for field, value in zip(domain.fields, ex.model.arguments[node], strict=True):
        low, high = bounds(field.type)
        parts.append(add(ex.fit(value, field.type, env), -low))
        sizes.append(high - low + 1)
    rows = list(zip(*(_offsets(domain, i) for i in range(len(sizes))), strict=True)) if sizes else [()]
    if len(domain) == prod(sizes) and rows == list(product(*map(range, sizes))):
        total: m.Expr = ZERO
        for part, size in zip(parts, sizes, strict=True):
            total = part if total == ZERO else op("add", op("mul", total, m.Const(size)), part)
        return total
    check_table(f"table {domain.name}", "which member has given attributes", prod(sizes))
    numbers = dict(zip(rows, range(1, len(rows) + 1), strict=True))
    values = [numbers.get(index, 0) for index in product(*map(range, sizes))]
    found = m.Lookup(ex.b.table(f"{domain.name}.members", tuple(sizes), m.NUMBER, values), tuple(parts))
    fault = ex.b.fault("E706", env.clause, f"{domain.name} has no member with these attributes", node.span)
    return m.Bind("#m", found, m.Check(m.Local("#m"), fault, add(m.Local("#m"), -1)))


def _offsets(domain: Domain, place: int) -> list[int]:
    """Return the values of an attribute, from 0."""
    field = domain.fields[place]
    return [encode_constant(value, field.type) - bounds(field.type)[0] for value in field.values]
