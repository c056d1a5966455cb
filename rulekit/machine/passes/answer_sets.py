"""Answer sets: a condition that speaks of names of few values becomes the set of those values for which it holds.

The values of several names are one number in mixed radix, the first most significant.  What does not speak of the
names holds for all of them or for none; conditions joined become operations on sets; what speaks of them and asks state
as well is looked up, by what it asks of state, in a table of sets worked out beforehand.
"""

from __future__ import annotations

from itertools import product
from math import prod

from attrs import frozen

from .. import program as m
from ..analyses.compile_time import ConstantCalls
from ..analyses.evaluators import NotCompileTime
from ..analyses.free_names import FreeNames, scopes
from ..analyses.manager import Analyses
from ..analyses.speculation_safety import SpeculationSafety
from ..analyses.value_ranges import Scope, ValueRanges, refine, refute
from ..clause_origins import keep_origin
from ..operator_intervals import Interval
from ..traversal import map_children
from .constant_folding import Folder
from .inline import expression_size, replace_names

ENTRIES = 1 << 9
"""Sets in a table."""
ANSWERS = 1 << 15
"""Answers in a table."""
PASSES = 8
"""Values of a loop that is written out."""
FORMS = 1 << 10
"""Forms of a question with its names written out."""


class NoAnswerSet(Exception):
    """It is not known beforehand, or too large, or might fault where it is not asked."""


@frozen
class Few:
    """A name of few values, and what stands for it where it is asked."""

    name: str
    asked: m.Expr
    low: int
    high: int


class AnswerSets:
    def __init__(self, analyses: Analyses, few: tuple[Few, ...]) -> None:
        self.analyses, self.few = analyses, few
        self.names = frozenset(one.name for one in few)
        self.size = prod(one.high - one.low + 1 for one in few)
        self.free = analyses.get(FreeNames)
        self.ranges = analyses.get(ValueRanges)
        self.speculation = analyses.get(SpeculationSafety)
        self.values = analyses.get(ConstantCalls)
        self.folder = Folder(analyses.fresh)
        self.all, self.none = m.SetConst(self.size, (1 << self.size) - 1), m.SetConst(self.size, 0)

    def of(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the set; `expr` is total in this scope. Raises NoAnswerSet."""
        return keep_origin(self.by_form(expr, scope), expr)

    def by_form(self, expr: m.Expr, scope: Scope) -> m.Expr:
        if isinstance(expr, m.Const):
            return self.all if expr.value else self.none
        if self.same_for_all(expr):
            return m.IfElse(expr, self.all, self.none)
        match expr:
            case m.Op("and" | "or", args):
                return self.conditions_before(expr.op == "and", args, scope)
            case m.Op("not", (inner,)):
                return m.SetOp("minus", self.all, self.of(inner, scope))
            case m.IfElse(condition, then, otherwise) if self.same_for_all(condition):
                ways = self.of(then, refine(condition, scope)), self.of(otherwise, refute(condition, scope))
                return m.IfElse(condition, *ways)
            case m.IfElse(condition, then, otherwise):
                self.require_total((then, otherwise), scope)
                holds, one, other = (self.of(part, scope) for part in (condition, then, otherwise))
                return m.SetOp("union", m.SetOp("common", holds, one), m.SetOp("minus", other, holds))
            case m.Bind(name, value, body):
                if not self.same_for_all(value):
                    return self.of(replace_names(body, {name: value}, self.analyses.fresh), scope)
                return m.Bind(name, value, self.of(body, self.ranges.bind(name, value, scope)))
            case m.Fold("some" | "all"):
                return self.loop_as_condition(expr, scope)
        return self.table(expr, scope)

    def same_for_all(self, expr: m.Expr) -> bool:
        return not self.free.of(expr) & self.names

    def conditions_before(self, all_: bool, args: tuple[m.Expr, ...], scope: Scope) -> m.Expr:
        """Return the answer set of conditions in order. What is behind a condition may rely on it, so that condition
        must then be the same for all values.
        """
        first, rest = args[0], args[1:]
        if not rest:
            return self.of(first, scope)
        inner = refine(first, scope) if all_ else refute(first, scope)
        if self.same_for_all(first):
            others = self.conditions_before(all_, rest, inner)
            return m.IfElse(first, others, self.none) if all_ else m.IfElse(first, self.all, others)
        self.require_total(rest, scope)
        return m.SetOp("common" if all_ else "union", self.of(first, scope), self.conditions_before(all_, rest, scope))

    def require_total(self, parts: tuple[m.Expr, ...], scope: Scope) -> None:
        if not all(self.speculation.total(part, scope) for part in parts):
            raise NoAnswerSet

    def loop_as_condition(self, fold: m.Fold, scope: Scope) -> m.Expr:
        """Return a loop over a few constants, as a condition for each."""
        match fold.over:
            case m.LoopDomain(m.Const(low), m.Const(high), None):
                values = list(range(low, high + 1))
            case m.LoopDomain(None, None, m.SetConst(size, bits)):
                values = [x for x in range(size) if bits >> x & 1]
            case _:
                raise NoAnswerSet
        if not 0 < len(values) <= PASSES:
            raise NoAnswerSet
        ways = [self.of(condition, scope) for condition in self.folder.unfold_fold(fold, values)]
        found = ways[0]
        for way in ways[1:]:
            found = m.SetOp("common" if fold.kind == "all" else "union", found, way)
        return found

    # ---------------------------------------------------------------------------------------------------------- tables

    def table(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return a table of sets, by what it asks of state. Raises NoAnswerSet."""
        parts: dict[m.Expr, tuple[str, Interval]] = {}
        told = self.name_parts(expr, scope, parts)
        spans = [range(low, high + 1) for _, (low, high) in parts.values()]
        count = prod(map(len, spans))
        if count > ENTRIES or count * self.size > ANSWERS:
            raise NoAnswerSet
        self.values.begin()
        known = self.values.evaluator(told)
        few = [range(one.low, one.high + 1) for one in self.few]
        found = []
        try:
            for state in product(*spans):
                names = dict(zip((name for name, _ in parts.values()), state, strict=True))
                answers = [known({**names, **dict(zip(self.names_of_few, way, strict=True))}) for way in product(*few)]
                found.append(sum(1 << i for i, answer in enumerate(answers) if answer))
        except NotCompileTime:
            raise NoAnswerSet from None
        if not parts:
            return m.SetConst(self.size, found[0])
        index = tuple(m.Op("sub", (part, m.Const(low))) if low else part for part, (_, (low, _)) in parts.items())
        return m.Lookup(self.analyses.add_table("answers", self.size, tuple(map(len, spans)), tuple(found)), index)

    @property
    def names_of_few(self) -> list[str]:
        return [one.name for one in self.few]

    def name_parts(self, expr: m.Expr, scope: Scope, parts: dict[m.Expr, tuple[str, Interval]]) -> m.Expr:
        """Return the expression with a name for each largest part of it that does not speak of the few names."""
        if isinstance(expr, m.Const | m.SetConst):
            return expr
        if self.same_for_all(expr):
            if self.ranges.size(expr) is not None:
                raise NoAnswerSet
            low, high = self.ranges.of(expr, scope)
            if high - low >= ENTRIES:
                raise NoAnswerSet
            return m.Local(parts.setdefault(expr, (f"#{len(parts)}", (low, high)))[0])
        if isinstance(expr, m.Bind):  # what is total may be asked where its name stands
            written = replace_names(expr.body, {expr.name: expr.value}, self.analyses.fresh)
            if expression_size(written) > FORMS:
                raise NoAnswerSet
            return self.name_parts(written, scope, parts)
        if any(names for _, names in scopes(expr)):
            raise NoAnswerSet  # what it binds would be taken for a part
        found: m.Expr = map_children(expr, lambda child: self.name_parts(child, scope, parts))
        return found
