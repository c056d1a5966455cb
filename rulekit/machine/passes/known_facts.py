"""Simplification by known conditions: after a condition has been tested, expressions that it decides become
constants."""

from __future__ import annotations

from typing import Literal

from .. import program as m
from ..analyses.manager import Fresh
from ..analyses.value_ranges import Scope, ValueRanges, refine, refute
from ..form_table import map_children
from ..operator_intervals import Interval
from .constant_folding import Folder, as_truth, is_truth


class Facts:
    """Conditions whose results are known. It simplifies expressions with them. `scope` has the ranges of names."""

    def __init__(self, fresh: Fresh, ranges: ValueRanges, scope: Scope) -> None:
        self.fresh, self.ranges, self.scope = fresh, ranges, scope
        self.folder = Folder(fresh)
        self.known: dict[m.Expr, bool] = {}
        # from an expression to the constant or local that has the same value
        self.values: dict[m.Expr, m.Const | m.Local] = {}

    def copy(self) -> Facts:
        other = Facts(self.fresh, self.ranges, self.scope)
        other.known, other.values = dict(self.known), dict(self.values)
        return other

    def range(self, expr: m.Expr) -> Interval:
        return self.ranges.of(expr, self.scope)

    def bind(self, name: str, value: m.Expr) -> None:
        """Record that a local has a value. From now on, the local replaces the value in expressions."""
        self.scope = self.ranges.bind(name, value, self.scope)
        self.values[value] = m.Local(name)

    def learn(self, condition: m.Expr, holds: bool) -> None:
        """Record that a condition holds or, if not `holds`, that it does not."""
        self.scope = (refine if holds else refute)(condition, self.scope)
        self.known[condition] = holds
        match condition:
            case m.Op("not", (inner,)):
                self.learn(inner, not holds)
            case m.Op("and" | "or" as op, args) if (op == "and") == holds:
                for arg in args:
                    self.learn(arg, holds)
            case m.Op("ne" | "eq" as op, (inner, m.Const() as value)):
                if (op == "eq") == holds:
                    self.values[inner] = value
                self.known[m.Op("eq" if op == "ne" else "ne", (inner, value))] = not holds

    def simplified(self, expr: m.Expr) -> m.Expr:
        """Return the expression simplified by what is known. A comparison of a conditional with a constant is applied
        to both arms of the conditional."""
        expr = map_children(expr, self.simplified)
        if expr in self.values:
            return self.values[expr]
        if expr in self.known and is_truth(expr):
            return m.Const(int(self.known[expr]))
        match expr:
            case m.Op("ne" | "eq" as op, (m.IfElse(condition, then, otherwise), m.Const() as value)):
                if isinstance(then, m.Const) or isinstance(otherwise, m.Const):
                    return self.choice(condition, *(self.simplified(m.Op(op, (x, value))) for x in (then, otherwise)))
            case m.Has(m.SetConst() as members, m.IfElse(condition, then, otherwise)):
                return self.choice(condition, *(self.simplified(m.Has(members, x)) for x in (then, otherwise)))
            case m.IfElse(condition, then, otherwise):
                return self.choice(condition, then, otherwise)
            case m.Op("add", (m.Op("sub", (inner, m.Const(one))), m.Const(other))) | m.Op(
                "sub", (m.Op("add", (inner, m.Const(one))), m.Const(other))
            ) if one == other:
                return self.simplified(inner)
            case m.Op("eq" | "ne" as op, (left, right)) if left == right:
                return m.Const(int(op == "eq"))
            case m.Op("eq" | "ne" as op, (left, right)) if disjoint(self.range(left), self.range(right)):
                return m.Const(int(op == "ne"))
            case m.Op("and" | "or" as op, args):
                return self.joined(op, args)
            case m.Op("not", (m.Op("not", (inner,)),)) if is_truth(inner):
                return inner
            case m.Op("not", (m.Op("ne", args),)):
                return m.Op("eq", args)
        return self.folder.one(expr)

    def choice(self, condition: m.Expr, then: m.Expr, otherwise: m.Expr) -> m.Expr:
        """Return a conditional expression. If an arm is 0 or 1 and the other is a truth value, it becomes an `and` or
        `or`."""
        other = m.Op("not", (condition,))
        match condition, then, otherwise:
            case (m.Const(value), _, _):
                return then if value else otherwise
            case (_, m.Const(0), _) if is_truth(otherwise):
                return self.folder.one(m.Op("and", (self.simplified(other), otherwise)))
            case (_, m.Const(1), _) if is_truth(otherwise):
                return self.folder.one(m.Op("or", (condition, otherwise)))
            case (_, _, m.Const(0)) if is_truth(then):
                return self.folder.one(m.Op("and", (condition, then)))
            case (_, _, m.Const(1)) if is_truth(then):
                return self.folder.one(m.Op("or", (self.simplified(other), then)))
        return m.IfElse(condition, then, otherwise)

    def joined(self, op: Literal["and", "or"], args: tuple[m.Expr, ...]) -> m.Expr:
        """Return the conjunction or disjunction of `args` without constants."""
        neutral = int(op == "and")
        left = [arg for arg in args if not (isinstance(arg, m.Const) and bool(arg.value) == bool(neutral))]
        if any(isinstance(arg, m.Const) for arg in left):
            return m.Const(1 - neutral)
        if not left:
            return m.Const(neutral)
        return as_truth(left[0]) if len(left) == 1 else m.Op(op, tuple(left))


def disjoint(one: Interval, other: Interval) -> bool:
    return one[1] < other[0] or other[1] < one[0]
