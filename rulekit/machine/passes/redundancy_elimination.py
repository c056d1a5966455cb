"""Redundancy elimination: repeated reads of the same state are evaluated only once, and conditions whose results are
known are removed.

`taken(tile[there]) and sure(tile[there]).kind == k` reads the same element three times and tests twice that it exists.
An expression that occurs several times, or in every pass of a loop, gets a name at a place where it is always evaluated
(common subexpression elimination, loop-invariant code motion). After a condition has been tested, the ranges of names
in it are narrower. This may decide a `Check`, a comparison or a conditional, or show that a loop has exactly one pass;
these are removed. Only reads of state and loops get names; sums and products are too cheap.
"""

from __future__ import annotations

from itertools import count

from ...identity_cache import cache_by_identity
from .. import program as m
from ..analyses.free_names import scopes
from ..analyses.manager import Analyses
from ..analyses.value_ranges import Scope
from ..form_table import LEAVES, child_expressions, map_children, parts_of
from ..operator_intervals import Interval
from . import rewriter
from .constant_folding import Folder
from .inline import expression_size, replace_names

GREATEST = 4000
"""The greatest number of nodes in an expression that is examined."""
TIMES = 3
"""How often an expression is examined at most: naming one read may make others equal."""
QUESTIONS: frozenset[type] = frozenset({m.Load, m.Lookup, m.RingAt, m.RingSize, m.Fold, m.Reach, m.SetBuild})
"""The classes of expressions that may get a name: reads of state and loops."""
WIDEST = 1 << 10
"""The greatest number of members of a set that gets a name."""
Question = int
"""The number of a read of state or a loop: equal for expressions that differ only in names."""
Found = dict[Question, None]
"""An ordered set of reads, in the order in which they are evaluated."""


def redundancy_elimination(analyses: Analyses, why: list[str]) -> m.Machine:
    finder = Redundancies(analyses)
    result = rewriter.machine(analyses.machine, finder.whole, finder.alternative, finder.ranges)
    why.append(
        f"redundancy_elimination: {finder.named} questions that came again are asked once; "
        f"{finder.decided} answers were known"
    )
    return result


class Redundancies(rewriter.WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.folder = Folder(self.fresh)
        self._whole: dict[tuple[int, frozenset[tuple[str, Interval]]], tuple[m.Expr, m.Expr]] = {}
        self.key = cache_by_identity(self._key)
        self._numbers: dict[m.Expr, Question] = {}
        self.questions: list[m.Expr] = []
        self.named = self.decided = 0

    def alternative(self, a: m.Alternative) -> m.Alternative:
        return rewriter.alternative_in_scope(a, self.whole, self.ranges)

    def whole(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression with names for repeated reads and without conditions whose results are known. If copies
        of nodes share the expression, it is rewritten only once."""
        if type(expr) in LEAVES:
            return expr
        key = id(expr), frozenset(scope.items())
        if key not in self._whole:
            self._whole[key] = expr, self.rewritten(expr, scope) if self.worth_a_look(expr) else expr
        return self._whole[key][1]

    def worth_a_look(self, expr: m.Expr) -> bool:
        """Return whether rewriting may help: the expression contains two reads of state, a read in a loop, or a
        check."""
        weight = size = 0
        for part in parts_of(expr):
            size += 1
            form = type(part)
            if form in QUESTIONS and self.is_question(part):  # type: ignore[arg-type]  # QUESTIONS has only expressions
                weight += 1
            elif form is m.Check or form is m.SetBuild:
                weight += 2
        return weight > 1 and size < GREATEST

    def rewritten(self, expr: m.Expr, scope: Scope) -> m.Expr:
        expr = self.substitute_known(expr, scope)
        for _ in range(TIMES):
            before, (expr, _) = expr, self.share(expr, scope)
            if expr is before:
                break
            expr = self.substitute_known(expr, scope)
        return expr

    # ------------------------------------------------------------------------------- conditions whose results are known

    def substitute_known(self, expr: m.Expr, scope: Scope) -> m.Expr:
        """Return the expression without conditions that ranges decide. Names of cheap values (constants, other names)
        are replaced by the values."""
        if type(expr) in LEAVES:
            return expr
        if isinstance(expr, m.Bind):
            value = self.substitute_known(expr.value, scope)
            if self.plain(value, scope):
                return self.substitute_known(replace_names(expr.body, {expr.name: value}, self.fresh), scope)
            body = self.substitute_known(expr.body, self.ranges.bind(expr.name, value, scope))
            return expr if value is expr.value and body is expr.body else m.Bind(expr.name, value, body)
        if isinstance(expr, m.Check | m.IfElse):
            condition = self.substitute_known(expr.condition, scope)
            answer = self.answer(condition, scope)
            if (
                answer is not None
                and (answer or isinstance(expr, m.IfElse))
                and self.speculation.total(condition, scope)
            ):
                self.decided += 1
                taken = expr.value if isinstance(expr, m.Check) else expr.then if answer else expr.otherwise
                return self.substitute_known(taken, scope)
        expr = self.ranges.map_children(expr, scope, self.substitute_known)
        if isinstance(expr, m.SetBuild):
            return self.once(expr, scope)
        if isinstance(expr, m.Op):
            answer = self.answer(expr, scope)
            if answer is not None and expr.args and self.speculation.total(expr, scope):
                self.decided += 1
                return m.Const(answer)
            return self.folder.one(expr)
        return self.folder.one(expr) if isinstance(expr, m.Fold) else expr

    def plain(self, value: m.Expr, scope: Scope) -> bool:
        """Return whether evaluating an expression is as cheap as reading a local."""
        match value:
            case m.Const() | m.Local():
                return True
            case m.Op("add" | "sub", (m.Local(), m.Const()) | (m.Const(), m.Local())):
                return self.speculation.total(value, scope)
        return False

    def answer(self, condition: m.Expr, scope: Scope) -> int | None:
        """Return the result of a condition, 1 or 0, if ranges decide it; otherwise None."""
        match condition:
            case m.Const(value):
                return int(value != 0)
            case m.Local():
                low, high = self.ranges.of(condition, scope)
                return 1 if low > 0 or high < 0 else 0 if low == high == 0 else None
            case m.Op("not", (inner,)):
                answer = self.answer(inner, scope)
                return None if answer is None else int(not answer)
            case m.Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as op, (left, right)):
                return compare_ranges(op, self.ranges.of(left, scope), self.ranges.of(right, scope))
            case m.Op("and" | "or" as op, args):
                answers = [self.answer(arg, scope) for arg in args]
                decisive = int(op == "or")
                if decisive in answers:
                    return decisive
                return None if None in answers else 1 - decisive
        return None

    def once(self, expr: m.SetBuild, scope: Scope) -> m.Expr:
        """Return the result of a loop's only pass if the loop has exactly one. Otherwise return the loop as it is."""
        match expr.over:
            case m.LoopDomain(m.Const(low), m.Const(high)) if low == high:
                put: dict[str, m.Expr] = {expr.name: expr.over.low or m.Const(low)}
            case _:
                return expr
        image = replace_names(expr.image or m.Local(expr.name), put, self.fresh)
        if not isinstance(image, m.Local) and self.ranges.size(image) is None:
            interval = self.ranges.of(image, scope)
            if interval[0] < 0 or interval[1] >= expr.size:
                return expr
            image = m.SetOf(expr.size, (image,))
        elif self.ranges.size(image) != expr.size:
            return expr
        self.decided += 1
        if expr.where is None:
            return image
        return self.substitute_known(
            m.IfElse(replace_names(expr.where, put, self.fresh), image, m.SetConst(expr.size, 0)), scope
        )

    # -------------------------------------------------------------------------------------------- naming repeated reads

    def share(self, expr: m.Expr, scope: Scope) -> tuple[m.Expr, Found]:
        """Return the expression with names for repeated reads, and all reads in it that do not depend on names bound
        inside."""
        if type(expr) in LEAVES:
            return expr, {}
        inside: list[tuple[m.Expr, Found]] = []

        def change(child: m.Expr, inner: Scope) -> m.Expr:
            changed, found = self.share(child, inner)
            inside.append((child, found))
            return changed

        old = expr
        expr = self.ranges.map_children(expr, scope, change)
        binds = {id(child): names for child, names in scopes(old)}
        here: list[Found] = []
        for child, found in inside:
            names = binds[id(child)]
            here.append(
                {q: None for q in found if not apart(old, child) and not self.free.of(self.questions[q]) & names}
            )
        again = self.repetitions(old, here, [bool(binds[id(child)]) for child, _ in inside])
        for question in sorted(again, key=self.size, reverse=True):
            expr = self.name(expr, question, scope)
        whole: Found = {}
        for found in here:
            whole.update(found)
        if self.is_question(expr):
            whole[self.key(expr)] = None
        return expr, whole

    def _key(self, expr: m.Expr) -> Question:
        """Return a number that is the same for expressions that differ only in the names they bind."""
        plain = self.plainly_named(expr) if self.loops.inside(expr) else expr
        number = self._numbers.setdefault(plain, len(self._numbers))
        if number == len(self.questions):
            self.questions.append(plain)
        return number

    def plainly_named(self, expr: m.Expr) -> m.Expr:
        """Return the expression with the names that it binds replaced by numbered names, other than its free names."""
        free, numbers = self.free.of(expr), count()
        return replace_names(expr, {}, lambda _: next(name for name in map("#{}".format, numbers) if name not in free))

    def size(self, question: Question) -> int:
        return expression_size(self.questions[question])

    def same(self, expr: m.Expr, question: Question) -> bool:
        return type(expr) is type(self.questions[question]) and self.key(expr) == question

    def repetitions(self, expr: m.Expr, inside: list[Found], bound: list[bool]) -> list[Question]:
        """Return the reads that occur in several parts of the expression, or that are evaluated in every pass of a
        loop."""
        seen: dict[Question, int] = {}
        loops = isinstance(expr, m.Fold | m.SetBuild)
        for found, in_passes in zip(inside, bound, strict=True):
            for question in found:
                seen[question] = seen.get(question, 0) + (2 if loops and in_passes else 1)
        return [question for question, times in seen.items() if times > 1]

    def is_question(self, expr: m.Expr) -> bool:
        match expr:
            case m.Load(cell, index) if self.ranges.cells[cell].kind == "number":
                return not all(isinstance(i, m.Const) for i in index)
            case m.Lookup(table, index) if self.ranges.tables[table].kind == m.NUMBER:
                return not all(isinstance(i, m.Const) for i in index)
            case m.RingAt() | m.RingSize() | m.Fold():
                return True
        return isinstance(expr, m.Reach | m.SetBuild) and expr.size <= WIDEST

    def name(self, expr: m.Expr, question: Question, scope: Scope) -> m.Expr:
        """Return the expression with a name instead of a read. The name is bound around the first part that contains
        the read, if that part is always evaluated. Otherwise return the expression as it is."""
        if isinstance(expr, m.Op) and expr.op in ("and", "or"):
            at = next((i for i, arg in enumerate(expr.args) if self.times(question, arg)), 0)
            if at:
                rest, inner = m.Op(expr.op, expr.args[at:]), self.ranges.inside(expr, scope)[at][1]
                tail = self.name(rest, question, inner)
                return expr if tail is rest else m.Op(expr.op, (*expr.args[:at], tail))
        if self.times(question, expr) < (1 if isinstance(expr, m.Fold | m.SetBuild) else 2):
            return expr
        if not self.surely(expr, question):
            return expr
        asked = self.questions[question]
        if not self.speculation.total(asked, scope) and not self.first(expr, question, scope):
            return expr
        self.named += 1
        name = self.fresh("same")
        value = replace_names(asked, {}, self.fresh)
        return m.Bind(name, value, self.replace(expr, question, m.Local(name)))

    def first(self, expr: m.Expr, question: Question, scope: Scope) -> bool:
        """Return whether evaluating the expression always evaluates the read, and before it nothing that may fault."""
        return any(
            self.speculation.first(expr, part, scope)
            for part in parts_of(expr)
            if isinstance(part, m.Expr) and self.same(part, question)
        )

    def times(self, question: Question, expr: m.Expr) -> int:
        """Return the number of occurrences of a read in the expression."""
        if self.same(expr, question):
            return 1
        if type(expr) in LEAVES:
            return 0
        free = self.free.of(self.questions[question])
        return sum(self.times(question, c) for c, names in scopes(expr) if not names & free and not apart(expr, c))

    def surely(self, expr: m.Expr, question: Question) -> bool:
        """Return whether evaluating the expression always evaluates the read. For a read in a loop, this means in each
        pass."""
        if self.same(expr, question):
            return True
        match expr:
            case m.Op("and" | "or", args):
                return self.surely(args[0], question)
            case m.IfElse(condition, then, otherwise):
                both = self.surely(then, question) and self.surely(otherwise, question)
                return both or self.surely(condition, question)
            case m.Fold(name=name) | m.SetBuild(name=name) if name not in self.free.of(self.questions[question]):
                body = expr.body if isinstance(expr, m.Fold) else expr.image
                asked = expr.where if expr.where is not None else body
                return any(self.surely(p, question) for p in (*child_expressions(expr.over), asked) if p is not None)
            case m.Reach(seed=seed):
                return self.surely(seed, question)
            case m.Grow(seed=seed):
                return self.surely(seed, question)
            case m.After(args=args):
                return any(self.surely(arg, question) for arg in args)
        free = self.free.of(self.questions[question])
        return any(not names & free and self.surely(child, question) for child, names in scopes(expr))

    def replace(self, expr: m.Expr, question: Question, by: m.Expr) -> m.Expr:
        if self.same(expr, question):
            return by
        if type(expr) in LEAVES:
            return expr
        free = self.free.of(self.questions[question])
        hidden = {id(child) for child, names in scopes(expr) if names & free or apart(expr, child)}
        result: m.Expr = map_children(expr, lambda c: c if id(c) in hidden else self.replace(c, question, by))
        return result


def apart(expr: m.Expr, child: m.Expr) -> bool:
    """Return whether a subexpression is the body of an `after`, so that it is evaluated in another state than
    `expr`."""
    return isinstance(expr, m.After) and child is expr.body


def compare_ranges(op: m.NumberOp, left: Interval, right: Interval) -> int | None:
    """Return the result (0 or 1) of comparing a number of the range `left` with a number of the range `right`, if it is
    the same for all numbers. Otherwise return None."""
    ways = {
        "lt": (left[1] < right[0], left[0] >= right[1]),
        "le": (left[1] <= right[0], left[0] > right[1]),
        "gt": (left[0] > right[1], left[1] <= right[0]),
        "ge": (left[0] >= right[1], left[1] < right[0]),
    }
    apart_ = left[1] < right[0] or left[0] > right[1]
    same = left == right and left[0] == left[1]
    yes, no = ways.get(op, (same, apart_) if op == "eq" else (apart_, same))
    return 1 if yes else 0 if no else None
