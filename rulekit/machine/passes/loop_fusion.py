"""Loop fusion: a loop over a set that another loop builds becomes a loop over the values of the other loop. It tests
itself whether a value is a member.

`some b in {a in D where P}: Q` becomes `some b in D where P: Q`, without the set. The question whether a set has a
member stops at the first one: `size(f(x)) == 0` calls a copy of the function f that only computes whether there is a
member. All expressions that this evaluates in another order, or no longer evaluates, must be unable to fault.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope, params_of
from ..form_table import LEAVES, map_domain
from ..operator_intervals import interval_inside
from ..row_tests import row_test
from . import rewriter
from .inline import replace_names
from .set_expressions import conjuncts, join_conditions

ZERO = m.Const(0)


def loop_fusion(analyses: Analyses, why: list[str]) -> m.Machine:
    fuser = Fuser(analyses)
    result = rewriter.machine(analyses.machine, fuser.expression, fuser.alternative)
    why.append(f"loop_fusion: {fuser.done} sets are not built: loops test their members, or one member is enough")
    return analyses.with_added(result)


class Fuser(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        # from a function that returns a set to one that returns whether the set has members; None if there is none
        self.asked: dict[str, str | None] = {}

    def alternative(self, a: m.Alternative) -> m.Alternative:
        return rewriter.alternative_in_scope(a, self.expression, self.ranges)

    def expression(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if type(expr) in LEAVES:
            return expr
        match expr:
            case m.Op("eq" | "ne" | "gt" as op, (m.SizeOf(of), m.Const(0))) if self.speculation.total(of, scope):
                some = self.some(of)
                if some is not None:
                    self.done += 1
                    expr = m.Op("not", (some,)) if op == "eq" else some
        expr = self.ranges.map_children(expr, scope, self.expression)
        match expr:
            case (
                m.Fold(name=name, over=m.LoopDomain(within=m.SetBuild() as built))
                | m.SetBuild(name=name, over=m.LoopDomain(within=m.SetBuild() as built))
            ):
                test = self.test(built, name, scope)
            case m.Reach(source=source, target=name, over=m.LoopDomain(within=m.SetBuild() as built)):
                test = self.test(built, name, {**scope, source: (0, expr.size - 1)})
            case m.SetBuild():
                return self.one_member(expr, scope)
            case _:
                return expr
        if test is None:
            return expr
        self.done += 1
        return attrs.evolve(expr, over=built.over, where=join_conditions([*conjuncts(test), expr.where]))

    def one_member(self, built: m.SetBuild, scope: Scope) -> m.Expr:
        """Return a set of the form `{x in S where x + c == e}` without a loop: it has at most one member. Return any
        other set unchanged."""
        match built:
            case m.SetBuild(size, name, m.LoopDomain(None, None, among), m.Op("eq", (left, right)), None):
                by = left.args[1] if isinstance(left, m.Op) and left.op == "add" and len(left.args) == 2 else ZERO
                if left not in (m.Local(name), m.Op("add", (m.Local(name), by))) or not isinstance(by, m.Const):
                    return built
                value = m.Op("sub", (right, by)) if by.value else right
                if among is None or name in self.free.of(right) or not self.speculation.total(value, scope):
                    return built
                self.done += 1
                one = m.Local(self.fresh(name))
                inside = m.Op("and", (m.Op("ge", (one, ZERO)), m.Op("lt", (one, m.Const(size)))))
                only = m.IfElse(m.Op("and", (inside, m.Has(among, one))), m.SetOf(size, (one,)), m.SetConst(size, 0))
                return m.Bind(one.name, value, only)
        return built

    def test(self, built: m.SetBuild, name: str, scope: Scope) -> m.Expr | None:
        """Return the condition under which a value of the loop over `built` is a member of that set, with `name` as the
        value. Return None if the condition may not be tested in the outer loop."""
        span = self.ranges.over(built.over, scope)
        where = built.where or m.Const(1)
        if (
            row_test(built)
            or built.image not in (None, m.Local(built.name))
            or not interval_inside(span, 0, built.size - 1)
        ):
            return None
        if name != built.name and name in self.free.of(where):
            return None
        if not self.speculation.total(where, {**scope, built.name: span}):
            return None
        return replace_names(where, {built.name: m.Local(name)}, self.fresh)

    # ---------------------------------------------------------------------------------------- whether a set has members

    def some(self, of: m.Expr) -> m.Expr | None:
        """Return a condition for whether a set has a member, which does not compute the whole set. Return None if there
        is none. The set must be total: unable to fault."""
        match of:
            case m.Call(name, args):
                found = self.function(name)
                return None if found is None else m.Call(found, args)
            case m.Bind(name, value, body):
                inner = self.some(body)
                return None if inner is None else m.Bind(name, value, inner)
            case m.IfElse(condition, then, otherwise):
                ways = self.some(then), self.some(otherwise)
                if ways != (None, None):
                    one, other = (w or has_members(e) for w, e in zip(ways, (then, otherwise), strict=True))
                    return m.IfElse(condition, one, other)
            case m.SetBuild(size, name, over, where, image) if self.fits(over.within, size):
                if row_test(of):
                    return None
                if image is None or image == m.Local(name):
                    return m.Fold("some", name, over, None, where or m.Const(1))
                if self.fits(image, size):
                    return m.Fold("some", name, over, where, self.some(image) or has_members(image))
            case m.SetOp("minus", left, m.SetOf(_, items)) if all(isinstance(i, m.Local | m.Const) for i in items):
                return self.some_other(left, items)
        return None

    def some_other(self, of: m.Expr, items: tuple[m.Expr, ...]) -> m.Expr | None:
        """Return a condition for whether a set has a member other than `items`, which are constants or locals. Return
        None if only the whole set tells."""
        match of:
            case m.SetBuild(name=name, where=where, image=image) if image in (None, m.Local(name)):
                if m.Local(name) not in items:
                    others = [m.Op("ne", (m.Local(name), item)) for item in items]
                    return self.some(attrs.evolve(of, where=join_conditions([*others, where])))
            case m.Reach(size, m.SetOf(_, (start,)), source, target, over, where) if self.fits(over.within, size):
                if items == (start,) and start != m.Local(target):
                    over = map_domain(over, lambda e: replace_names(e, {source: start}, self.fresh))
                    where = None if where is None else replace_names(where, {source: start}, self.fresh)
                    return m.Fold("some", target, over, where, m.Op("ne", (m.Local(target), start)))
        return None

    def fits(self, of: m.Expr | None, size: int) -> bool:
        """Return whether an expression certainly is a set with members in 0..size-1."""
        known = None if of is None else self.ranges.size(of)
        return known is not None and 0 < known <= size

    def function(self, name: str) -> str | None:
        """Return the name of a function that computes whether the set returned by the function `name` has members. The
        first call makes it. Return None if it would have to compute the whole set."""
        if name not in self.asked:
            self.asked[name] = None
            function = self.functions[name]
            some = None if function.nested or function.remembered else self.some(function.body)
            if some is not None:
                made = f"some of {name}"
                body = self.expression(some, params_of(function))
                self.analyses.add_function(attrs.evolve(function, name=made, kind=m.NUMBER, body=body))
                self.asked[name] = made
        return self.asked[name]


def has_members(of: m.Expr) -> m.Expr:
    return m.Op("ne", (m.SizeOf(of), ZERO))
