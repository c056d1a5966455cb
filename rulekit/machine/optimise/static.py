"""Values of expressions that constants and tables decide, for each value of the names in them.

A set is a whole number here, its members the bits; which of both a value is shows in the form that gives it.
"""

from __future__ import annotations

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
        match expr:
            case m.Const(value):
                return value
            case m.SetConst(_, bits):
                return bits
            case m.Local(name):
                if name in names:
                    return names[name]
            case m.Lookup(table, index):
                return self.lookup(table, [self.value(i, names) for i in index])
            case m.Op("and" | "or" as op, args):
                for arg in args:  # they stop early
                    if bool(self.value(arg, names)) != (op == "and"):
                        return int(op == "or")
                return int(op == "and")
            case m.Op(op, args):
                result = compute(op, [self.value(a, names) for a in args])
                if result is not None:
                    return result
            case m.If(condition, then, otherwise):
                return self.value(then if self.value(condition, names) else otherwise, names)
            case m.Bind(name, value, body):
                return self.value(body, {**names, name: self.value(value, names)})
            case m.Check(condition, _, value):
                if self.value(condition, names):
                    return self.value(value, names)
            case m.Has(of, member):
                at = self.value(member, names)
                return int(at >= 0 and self.value(of, names) >> at & 1)
            case m.SizeOf(of):
                return self.value(of, names).bit_count()
            case m.SetOf(size, items):
                bits = 0
                for item in items:
                    at = self.value(item, names)
                    if not 0 <= at < size:
                        raise NotStatic
                    bits |= 1 << at
                return bits
            case m.SetOp(op, left, right):
                a, b = self.value(left, names), self.value(right, names)
                return a | b if op == "union" else a & b if op == "common" else a & ~b
            case m.Compare(op, left, right):
                a, b = self.value(left, names), self.value(right, names)
                return int(a == b if op == "same" else not a & ~b)
            case m.SetBuild(size, name, over, where, image):
                bits = 0
                for x in self.over(over, names):
                    inner = {**names, name: x}
                    if where is None or self.value(where, inner):
                        if image is not None and image != m.Local(name):
                            raise NotStatic  # an image may be a number or a set, and so may any other name
                        bits |= 1 << x
                return bits & ((1 << size) - 1)
            case m.Shift(size, of, by):
                moved = self.value(of, names)
                return (moved << by if by >= 0 else moved >> -by) & ((1 << size) - 1)
        raise NotStatic

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
