"""Compile-time evaluation with loops that fold and with calls: what facts of constants give, for tables of them.

`compile_time.py` answers many small questions while conditions are taken apart, and so leaves both out.  Here a whole
fact is worked out for each value of its parameters; how much that may take in all is bounded by passes of loops.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import program as m
from ..operator_intervals import INT32
from .compile_time import CompileTime, Evaluator, KnownNames, NotCompileTime
from .manager import Analyses
from .value_ranges import ValueRanges

PASSES = 1 << 18
"""Passes of loops for all values of one expression."""
ALL_PASSES = 1 << 20
"""For all of one machine."""


class ConstantCalls(CompileTime):
    PARTS = CompileTime.PARTS | ValueRanges.PARTS

    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.functions = analyses.functions
        self.ranges = analyses.get(ValueRanges)
        self.left, self.all_left = PASSES, ALL_PASSES
        self._domains: dict[int, tuple[m.LoopDomain, Callable[[KnownNames], list[int] | range]]] = {}
        self._results: dict[tuple[str, tuple[int, ...]], int] = {}

    def begin(self) -> None:
        """Another expression is worked out."""
        self.left = PASSES

    def values_of(self, over: m.LoopDomain, names: KnownNames) -> list[int] | range:
        """What a loop runs over.  Raises NotCompileTime."""
        found = self._domains.get(id(over))
        if found is None:
            found = self._domains[id(over)] = (over, self._over(over))  # kept, so that its id stays its own
        return found[1](names)

    def _function(self, expr: m.Expr) -> Evaluator:
        match expr:
            case m.Call():
                return self._call(expr)
            case m.Fold():
                return self._fold(expr)
            case m.SetBuild(_, name, _, _, image) if image is not None and image != m.Local(name):
                return self._image(expr, image)
        return super()._function(expr)

    def _over(self, over: m.LoopDomain) -> Callable[[KnownNames], list[int] | range]:
        values = super()._over(over)

        def counted(names: KnownNames) -> list[int] | range:
            found = values(names)
            self.left -= len(found)
            self.all_left -= len(found)
            if self.left < 0 or self.all_left < 0:
                raise NotCompileTime
            return found

        return counted

    def _call(self, expr: m.Call) -> Evaluator:
        function, args = self.functions[expr.function], [self.known(arg) for arg in expr.args]
        if function.nested:
            return super()._function(expr)
        names_of = [p.name for p in function.params]

        def called(names: KnownNames) -> int:
            values = tuple([arg(names) for arg in args])
            key = function.name, values
            if key not in self._results:
                self._results[key] = self.known(function.body)(dict(zip(names_of, values, strict=True)))
            return self._results[key]

        return called

    def _image(self, expr: m.SetBuild, image: m.Expr) -> Evaluator:
        """A local that may stand for a set is not asked: a value does not say which of both it is."""
        over, name, all_ = self._over(expr.over), expr.name, (1 << expr.size) - 1
        where = None if expr.where is None else self.known(expr.where)
        if isinstance(_last(image), m.Local):
            return super()._function(expr)
        of_sets, value = self.ranges.size(image) is not None, self.known(image)

        def built(names: KnownNames) -> int:
            bits, inner = 0, dict(names)
            for x in over(names):
                inner[name] = x
                if where is None or where(inner):
                    found = value(inner)
                    if not of_sets and found < 0:
                        raise NotCompileTime
                    bits |= found if of_sets else 1 << found
            return bits & all_

        return built

    def _fold(self, fold: m.Fold) -> Evaluator:
        over, name = self._over(fold.over), fold.name
        where = None if fold.where is None else self.known(fold.where)
        term = self.known(m.Local(name) if fold.body is None else fold.body)
        otherwise = None if fold.otherwise is None or fold.kind == "only" else self.known(fold.otherwise)
        kind = fold.kind

        def folded(names: KnownNames) -> int:
            inner, found = dict(names), []
            for x in over(names):
                inner[name] = x
                if where is not None and not where(inner):
                    continue
                if kind in ("first", "only", "count"):
                    found.append(x)
                    if kind == "first":
                        break
                    continue
                value = 1 if fold.body is None and kind in ("some", "all") else term(inner)
                if kind in ("some", "all"):
                    if bool(value) == (kind == "some"):
                        return int(kind == "some")
                    continue
                found.append(value)
            if kind in ("some", "all"):
                return int(kind == "all")
            return _chosen(kind, found, names, otherwise)

        return folded


def _last(expr: m.Expr) -> m.Expr:
    """Of an expression that names things first, or tests something, what it gives."""
    while isinstance(expr, m.Bind | m.Check):
        expr = expr.body if isinstance(expr, m.Bind) else expr.value
    return expr


def _chosen(kind: m.FoldKind, found: list[int], names: KnownNames, otherwise: Evaluator | None) -> int:
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
