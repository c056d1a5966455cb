"""Row tests: set comprehensions that compare each element of a row of numbers with one value, or test whether it is in
one set.

For example, `{x in 0..size-1 where board[at + x] == 2}` reads consecutive numbers, so the fast engine tests sixteen at
a time. Passes call `row_test` to recognise such a comprehension, and leave it whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import evolve, frozen

from . import program as m
from .form_table import parts_of
from .operator_intervals import Interval, interval_inside

WIDEST = 512
"""The greatest number of elements of a row that are compared together."""
MIRRORED: Mapping[str, m.NumberOp] = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
"""The comparison with its sides exchanged."""
DENIED: Mapping[str, m.NumberOp] = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
LOOKED_UP = 128
"""The number of values, from 0, that elements may have if they are looked up in a set."""
BYTES: tuple[Interval, ...] = ((0, 255), (-128, 127))
"""What a byte can hold, without and with a sign."""


@frozen
class RowTest:
    """The numbers x for which the element at distance x from the first is `op value`. `first` reads the first element,
    the one for x = 0. If `op` is `in`, `value` is a set."""

    first: m.Load
    op: m.NumberOp | Literal["in"]
    value: m.Expr


def row_test(expr: m.Expr) -> RowTest | None:
    """Return a set comprehension over the elements of a row as a row test, or None if the expression is something
    else."""
    match expr:
        case m.SetBuild(size, name, m.LoopDomain(m.Const(0), m.Const(high), None), where, image) if (
            where is not None and high == size - 1 < WIDEST and image in (None, m.Local(name))
        ):
            return compare_row(where, name)
    return None


def compare_row(condition: m.Expr, name: str) -> RowTest | None:
    """Return a condition as a row test: it compares an element that has `name` in its index with a value that does not
    depend on `name`. Return None if it is something else, or if the elements are not consecutive."""
    match condition:
        case m.Load():
            return _compare("ne", condition, m.Const(0), name)
        case m.Op("not", (inner,)) | m.Op("eq", (m.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge") as inner, m.Const(0))):
            found = compare_row(inner, name)
            return evolve(found, op=DENIED[found.op]) if found is not None and found.op in DENIED else None
        case m.Has(of, m.Load() as load):
            return _compare("in", load, of, name)
        case m.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, (m.Load() as load, value)):
            return _compare(op, load, value, name)
        case m.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, (value, m.Load() as load)):
            return _compare(MIRRORED[op], load, value, name)
    return None


def fits_bytes(known: Interval, value: Interval) -> bool:
    """Return whether the numbers of a cell (`known`) and the `value` that they are compared with all fit into unsigned
    bytes, or all into signed bytes."""
    return any(interval_inside(known, *byte) and interval_inside(value, *byte) for byte in BYTES)


def _compare(op: m.NumberOp | Literal["in"], load: m.Load, value: m.Expr, name: str) -> RowTest | None:
    first = None if uses(value, name) else first_of_row(load, name)
    return None if first is None else RowTest(first, op, value)


def first_of_row(load: m.Load, name: str) -> m.Load | None:
    """Return the read with 0 in place of `name` in its last index. Return None unless this index grows by 1 whenever
    `name` does, and the other indexes do not use it."""
    if not load.index or not uses(load.index[-1], name) or any(uses(i, name) for i in load.index[:-1]):
        return None
    first = _without(load.index[-1], name)
    return None if first is None else evolve(load, index=(*load.index[:-1], first))


def _without(index: m.Expr, name: str) -> m.Expr | None:
    """Return an index with 0 in place of `name`. Return None unless the index is `name` plus something that does not
    use it."""
    match index:
        case m.Local(found) if found == name:
            return m.Const(0)
        case m.Op("add", (left, right)):
            for one, other in ((left, right), (right, left)):
                if uses(one, name) and not uses(other, name):
                    first = _without(one, name)
                    return None if first is None else other if first == m.Const(0) else m.Op("add", (first, other))
    return None


def uses(expr: m.Expr, name: str) -> bool:
    return any(isinstance(part, m.Local) and part.name == name for part in parts_of(expr))
