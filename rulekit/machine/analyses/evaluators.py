"""Evaluators: Python functions that compute expressions of a machine, given the values of the names in them.
Compile-time evaluation uses them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import program as m
from ..operator_intervals import INT32, ON_NUMBERS
from .value_ranges import TRUTHS


class NotCompileTime(Exception):
    """Raised if the value of an expression cannot be computed, because it depends on more than constants, tables and
    the given names, or because it might fault."""


KnownNames = dict[str, int]
Evaluator = Callable[[KnownNames], int]
Domain = Callable[[KnownNames], Sequence[int]]
"""A function from the values of names to the values that a loop runs over."""


# --------------------------------------------------------------------------------- evaluators of names, tables and sets


def unknown(names: KnownNames) -> int:
    raise NotCompileTime


def name_value(name: str) -> Evaluator:
    def look_up(names: KnownNames) -> int:
        try:
            return names[name]
        except KeyError:
            raise NotCompileTime from None

    return look_up


def table_element(values: Sequence[int], shape: Sequence[int], index: list[Evaluator]) -> Evaluator:
    if len(index) == 1:
        (only,), (count,) = index, shape

        def at_one(names: KnownNames) -> int:
            at = only(names)
            if not 0 <= at < count:
                raise NotCompileTime
            return values[at]

        return at_one
    if len(index) == 2:
        (one, other), (rows, width) = index, shape

        def in_row(names: KnownNames) -> int:
            row, at = one(names), other(names)
            if not (0 <= row < rows and 0 <= at < width):
                raise NotCompileTime
            return values[row * width + at]

        return in_row

    def entry(names: KnownNames) -> int:
        found = element(values, shape, [each(names) for each in index])
        if found is None:
            raise NotCompileTime
        return found

    return entry


def element(values: Sequence[int], shape: Sequence[int], index: Sequence[int]) -> int | None:
    """Return the element at an index of a flattened array, or None if the index is outside the shape."""
    at = 0
    for i, size in zip(index, shape, strict=True):
        if not 0 <= i < size:
            return None
        at = at * size + i
    return values[at]


def is_member_of(of: Evaluator, member: Evaluator) -> Evaluator:
    def has(names: KnownNames) -> int:
        # evaluate the set even if `at` is negative, so never a member: the set might fault
        members, at = of(names), member(names)
        return int(at >= 0 and members >> at & 1)

    return has


def set_of_members(size: int, items: list[Evaluator]) -> Evaluator:
    def members(names: KnownNames) -> int:
        bits = 0
        for item in items:
            at = item(names)
            if not 0 <= at < size:
                raise NotCompileTime
            bits |= 1 << at
        return bits

    return members


def set_operation(op: str, left: Evaluator, right: Evaluator) -> Evaluator:
    if op == "union":
        return lambda names: left(names) | right(names)
    if op == "common":
        return lambda names: left(names) & right(names)
    return lambda names: left(names) & ~right(names)


# ------------------------------------------------------------------------------- evaluators of truth values and numbers


def early_decision(args: list[Evaluator], decisive: bool) -> Evaluator:
    def early(names: KnownNames) -> int:
        for arg in args:
            if bool(arg(names)) == decisive:
                return int(decisive)
        return int(not decisive)

    return early


def value_if(condition: Evaluator, value: Evaluator) -> Evaluator:
    def check(names: KnownNames) -> int:
        if not condition(names):
            raise NotCompileTime
        return value(names)

    return check


def number_operation(op: m.NumberOp, args: list[Evaluator]) -> Evaluator:
    if op == "not":
        (inner,) = args
        return lambda names: int(not inner(names))
    left, right = ((lambda names: 0), args[0]) if op == "neg" else args
    apply = ON_NUMBERS["sub" if op == "neg" else op]
    if op in TRUTHS:
        return lambda names: int(apply(left(names), right(names)))

    def operation(names: KnownNames) -> int:
        try:
            result = apply(left(names), right(names))
        except ZeroDivisionError:
            raise NotCompileTime from None
        if not INT32[0] <= result <= INT32[1]:
            raise NotCompileTime
        return result

    return operation


PLACES = ("left", "right")


def compute(op: m.NumberOp, args: Sequence[int]) -> int | None:
    """Return the result of an operator, or None if it faults or does not fit into 32 bits."""
    if op in ("and", "or"):
        return int(all(args) if op == "and" else any(args))
    names = dict(zip(PLACES, args, strict=False))
    try:
        return number_operation(op, [name_value(name) for name in names])(names)
    except NotCompileTime:
        return None


def fold_value(kind: m.FoldKind, found: list[int], names: KnownNames, otherwise: Evaluator | None) -> int:
    if kind == "count":
        return len(found)
    if kind == "sum":
        total = sum(found)
        if not INT32[0] <= total <= INT32[1]:
            raise NotCompileTime
        return total
    if kind == "only":
        if len(found) != 1:
            raise NotCompileTime
        return found[0]
    if found:
        return max(found) if kind == "most" else min(found) if kind == "least" else found[0]
    if otherwise is None:
        raise NotCompileTime
    return otherwise(names)
