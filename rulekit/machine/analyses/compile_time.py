"""Compile-time evaluation: values of expressions that constants and tables decide, for each value of the names in them.

A set is a whole number here, its members the bits; which of both a value is shows in the form that gives it.  An
expression is asked for many values of its names, so each form becomes a Python function of them once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from .. import program as m
from ..operator_intervals import INT32
from .manager import Analyses, Analysis


class NotCompileTime(Exception):
    """It depends on more than constants, tables and the names given; or it might fault."""


KnownNames = dict[str, int]
Evaluator = Callable[[KnownNames], int]
MOST = 512
"""Values of a loop that is gone through beforehand."""


class CompileTime(Analysis):
    PARTS = frozenset({"tables"})

    def __init__(self, analyses: Analyses) -> None:
        self.tables = analyses.tables
        self._known: dict[int, tuple[m.Expr, Evaluator]] = {}

    def value(self, expr: m.Expr, names: KnownNames) -> int:
        """Raises NotCompileTime."""
        return self.known(expr)(names)

    def column(self, expr: m.Expr, name: str, size: int) -> list[int] | None:
        """Its value for each value 0..size-1 of the name; None where that is not known."""
        known = self.known(expr)
        try:
            return [known({name: x}) for x in range(size)]
        except NotCompileTime:
            return None

    def lookup(self, name: str, index: list[int]) -> int:
        table = self.tables[name]
        at = 0
        for i, size in zip(index, table.shape, strict=True):
            if not 0 <= i < size:
                raise NotCompileTime
            at = at * size + i
        return table.values[at]

    def known(self, expr: m.Expr) -> Evaluator:
        """The expression as a function of its names, which raises NotCompileTime."""
        found = self._known.get(id(expr))
        if found is None:
            found = (expr, self._function(expr))  # the expression is kept, so that its id stays its own
            self._known[id(expr)] = found
        return found[1]

    # ------------------------------------------------------------------------------------------------ a form at a time

    def _function(self, expr: m.Expr) -> Evaluator:
        match expr:
            case m.Const(number) | m.SetConst(_, number):
                return lambda names: number
            case m.Local(name):
                return _named(name)
            case m.Lookup(table, index):
                return self._lookup(table, [self.known(i) for i in index])
            case m.Op("and" | "or" as op, args):
                return _early([self.known(a) for a in args], op == "or")
            case m.Op(op, args):
                return _operation(op, [self.known(a) for a in args])
            case m.IfElse(condition, then, otherwise):
                asked, one, other = self.known(condition), self.known(then), self.known(otherwise)
                return lambda names: one(names) if asked(names) else other(names)
            case m.Bind(name, value, body):
                first, rest = self.known(value), self.known(body)
                return lambda names: rest({**names, name: first(names)})
            case m.Check(condition, _, value):
                return _checked(self.known(condition), self.known(value))
            case m.Has(of, member):
                return _member(self.known(of), self.known(member))
            case m.SizeOf(of):
                members = self.known(of)
                return lambda names: members(names).bit_count()
            case m.SetOf(size, items):
                return _members(size, [self.known(i) for i in items])
            case m.SetOp(op, left, right):
                return _both(op, self.known(left), self.known(right))
            case m.Compare(op, left, right):
                a, b = self.known(left), self.known(right)
                if op == "same":
                    return lambda names: int(a(names) == b(names))
                return lambda names: int(not a(names) & ~b(names))
            case m.SetBuild(_, name, _, _, image) if image is None or image == m.Local(name):
                return self._built(expr)  # another image may be a number or a set, and so may any other name
            case m.Shift(size, of, by):
                moved, all_ = self.known(of), (1 << size) - 1
                return lambda names: (moved(names) << by if by >= 0 else moved(names) >> -by) & all_
        return _unknown

    def _lookup(self, name: str, index: list[Evaluator]) -> Evaluator:
        values, shape = self.tables[name].values, self.tables[name].shape
        if len(index) == 1:
            (only,), (count,) = index, shape

            def element(names: KnownNames) -> int:
                at = only(names)
                if not 0 <= at < count:
                    raise NotCompileTime
                return values[at]

            return element
        if len(index) == 2:
            (one, other), (rows, width) = index, shape

            def entry(names: KnownNames) -> int:
                row, at = one(names), other(names)
                if not (0 <= row < rows and 0 <= at < width):
                    raise NotCompileTime
                return values[row * width + at]

            return entry
        return lambda names: self.lookup(name, [i(names) for i in index])

    def _built(self, expr: m.SetBuild) -> Evaluator:
        over, name, all_ = self._over(expr.over), expr.name, (1 << expr.size) - 1
        where = None if expr.where is None else self.known(expr.where)

        def built(names: KnownNames) -> int:
            bits, inner = 0, dict(names)
            for x in over(names):
                inner[name] = x
                if where is None or where(inner):
                    bits |= 1 << x
            return bits & all_

        return built

    def _over(self, over: m.LoopDomain) -> Callable[[KnownNames], list[int] | range]:
        if over.within is not None:
            within = self.known(over.within)
            return lambda names: bits_of(within(names))
        assert over.low is not None and over.high is not None
        first, last = self.known(over.low), self.known(over.high)

        def values(names: KnownNames) -> range:
            low, high = first(names), last(names)
            if low < 0 or high - low > MOST:
                raise NotCompileTime
            return range(low, high + 1)

        return values


def _unknown(names: KnownNames) -> int:
    raise NotCompileTime


def bits_of(members: int) -> list[int]:
    """The members of a set."""
    found = []
    while members:
        found.append((members & -members).bit_length() - 1)
        members &= members - 1
    return found


def _named(name: str) -> Evaluator:
    def named(names: KnownNames) -> int:
        try:
            return names[name]
        except KeyError:
            raise NotCompileTime from None

    return named


def _early(args: list[Evaluator], decisive: bool) -> Evaluator:
    def early(names: KnownNames) -> int:
        for arg in args:
            if bool(arg(names)) == decisive:
                return int(decisive)
        return int(not decisive)

    return early


ORDERED: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
"""Asked most, and never out of range."""


EXACT: dict[str, Callable[[int, int], int]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


def _operation(op: m.NumberOp, args: list[Evaluator]) -> Evaluator:
    if op in ORDERED:
        least, most, compared = args[0], args[1], ORDERED[op]
        return lambda names: int(compared(least(names), most(names)))

    if op == "not":
        (inner,) = args
        return lambda names: int(not inner(names))
    if op in EXACT:
        return _exact(EXACT[op], *args)

    def operation(names: KnownNames) -> int:
        result = compute(op, [a(names) for a in args])
        if result is None:
            raise NotCompileTime
        return result

    return operation


def _exact(compute_: Callable[[int, int], int], left: Evaluator, right: Evaluator) -> Evaluator:
    def operation(names: KnownNames) -> int:
        result = compute_(left(names), right(names))
        if not INT32[0] <= result <= INT32[1]:
            raise NotCompileTime
        return result

    return operation


def _checked(condition: Evaluator, value: Evaluator) -> Evaluator:
    def checked(names: KnownNames) -> int:
        if not condition(names):
            raise NotCompileTime
        return value(names)

    return checked


def _member(of: Evaluator, member: Evaluator) -> Evaluator:
    def has(names: KnownNames) -> int:
        at = member(names)
        return int(at >= 0 and of(names) >> at & 1)

    return has


def _members(size: int, items: list[Evaluator]) -> Evaluator:
    def members(names: KnownNames) -> int:
        bits = 0
        for item in items:
            at = item(names)
            if not 0 <= at < size:
                raise NotCompileTime
            bits |= 1 << at
        return bits

    return members


def _both(op: str, left: Evaluator, right: Evaluator) -> Evaluator:
    if op == "union":
        return lambda names: left(names) | right(names)
    if op == "common":
        return lambda names: left(names) & right(names)
    return lambda names: left(names) & ~right(names)


RESULTS: dict[m.NumberOp, Callable[[list[int]], int]] = {
    "neg": lambda args: -args[0],
    "not": lambda args: int(args[0] == 0),
    "add": lambda args: args[0] + args[1],
    "sub": lambda args: args[0] - args[1],
    "mul": lambda args: args[0] * args[1],
    "div": lambda args: args[0] // args[1],
    "mod": lambda args: args[0] % args[1],
    "min": min,
    "max": max,
    "eq": lambda args: int(args[0] == args[1]),
    "ne": lambda args: int(args[0] != args[1]),
    "lt": lambda args: int(args[0] < args[1]),
    "le": lambda args: int(args[0] <= args[1]),
    "gt": lambda args: int(args[0] > args[1]),
    "ge": lambda args: int(args[0] >= args[1]),
    "and": lambda args: int(all(args)),
    "or": lambda args: int(any(args)),
}


def compute(op: m.NumberOp, args: list[int]) -> int | None:
    """The result, or None where it would fault or leave 32 bits."""
    if op in ("div", "mod") and args[-1] == 0:
        return None
    value = RESULTS[op](args)
    return value if INT32[0] <= value <= INT32[1] else None
