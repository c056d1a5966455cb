"""Values of expressions that constants and tables decide, for each value of the names in them.

A set is a whole number here, its members the bits; which of both a value is shows in the form that gives it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import program as m
from .fold import compute


class NotStatic(Exception):
    """It depends on more than constants, tables and the names given; or it might fault."""


Names = dict[str, int]
MOST = 512
"""Values of a loop that is gone through beforehand."""


class Static:
    def __init__(self, program: m.Machine) -> None:
        self.tables = {t.name: t for t in program.tables}

    def value(self, expr: m.Expr, names: Names) -> int:
        """Raises NotStatic."""
        form = FORMS.get(type(expr))
        if form is None:
            raise NotStatic
        return form(self, expr, names)

    def over(self, over: m.Over, names: Names) -> list[int]:
        if over.within is not None:
            bits = self.value(over.within, names)
            return [x for x in range(bits.bit_length()) if bits >> x & 1]
        assert over.low is not None and over.high is not None
        low, high = self.value(over.low, names), self.value(over.high, names)
        if low < 0 or high - low > MOST:
            raise NotStatic
        return list(range(low, high + 1))

    def lookup(self, name: str, index: list[int]) -> int:
        table = self.tables[name]
        at = 0
        for i, size in zip(index, table.shape, strict=True):
            if not 0 <= i < size:
                raise NotStatic
            at = at * size + i
        return table.values[at]

    def column(self, expr: m.Expr, name: str, size: int) -> list[int] | None:
        """Its value for each value 0..size-1 of the name; None where it is not static."""
        try:
            return [self.value(expr, {name: x}) for x in range(size)]
        except NotStatic:
            return None


def _const(_: Static, expr: m.Const, names: Names) -> int:
    return expr.value


def _set_const(_: Static, expr: m.SetConst, names: Names) -> int:
    return expr.bits


def _local(_: Static, expr: m.Local, names: Names) -> int:
    if expr.name not in names:
        raise NotStatic
    return names[expr.name]


def _lookup(static: Static, expr: m.Lookup, names: Names) -> int:
    return static.lookup(expr.table, [static.value(i, names) for i in expr.index])


def _op(static: Static, expr: m.Op, names: Names) -> int:
    op, args = expr.op, expr.args
    if op in ("and", "or"):
        for arg in args:  # they stop early
            if bool(static.value(arg, names)) != (op == "and"):
                return int(op == "or")
        return int(op == "and")
    result = compute(op, [static.value(a, names) for a in args])
    if result is None:
        raise NotStatic
    return result


def _if(static: Static, expr: m.If, names: Names) -> int:
    return static.value(expr.then if static.value(expr.condition, names) else expr.otherwise, names)


def _bind(static: Static, expr: m.Bind, names: Names) -> int:
    return static.value(expr.body, {**names, expr.name: static.value(expr.value, names)})


def _check(static: Static, expr: m.Check, names: Names) -> int:
    if not static.value(expr.condition, names):
        raise NotStatic
    return static.value(expr.value, names)


def _has(static: Static, expr: m.Has, names: Names) -> int:
    at = static.value(expr.member, names)
    return int(at >= 0 and static.value(expr.set, names) >> at & 1)


def _size_of(static: Static, expr: m.SizeOf, names: Names) -> int:
    return static.value(expr.set, names).bit_count()


def _set_of(static: Static, expr: m.SetOf, names: Names) -> int:
    bits = 0
    for item in expr.items:
        at = static.value(item, names)
        if not 0 <= at < expr.size:
            raise NotStatic
        bits |= 1 << at
    return bits


def _set_op(static: Static, expr: m.SetOp, names: Names) -> int:
    a, b = static.value(expr.left, names), static.value(expr.right, names)
    return a | b if expr.op == "union" else a & b if expr.op == "common" else a & ~b


def _compare(static: Static, expr: m.Compare, names: Names) -> int:
    a, b = static.value(expr.left, names), static.value(expr.right, names)
    return int(a == b if expr.op == "same" else not a & ~b)


def _set_build(static: Static, expr: m.SetBuild, names: Names) -> int:
    bits = 0
    for x in static.over(expr.over, names):
        inner = {**names, expr.name: x}
        if expr.where is None or static.value(expr.where, inner):
            if expr.image is not None and expr.image != m.Local(expr.name):
                raise NotStatic  # an image may be a number or a set, and so may any other name
            bits |= 1 << x
    return bits & ((1 << expr.size) - 1)


def _shift(static: Static, expr: m.Shift, names: Names) -> int:
    moved = static.value(expr.set, names)
    return (moved << expr.by if expr.by >= 0 else moved >> -expr.by) & ((1 << expr.size) - 1)


FORMS: dict[type, Callable[[Static, Any, Names], int]] = {
    m.Const: _const, m.SetConst: _set_const, m.Local: _local, m.Lookup: _lookup, m.Op: _op, m.If: _if, m.Bind: _bind,
    m.Check: _check, m.Has: _has, m.SizeOf: _size_of, m.SetOf: _set_of, m.SetOp: _set_op, m.Compare: _compare,
    m.SetBuild: _set_build, m.Shift: _shift,
}  # fmt: skip
"""What can be worked out, form by form; all others depend on more."""
