"""Case splitting: replaces an alternative that has a parameter with few values by several alternatives, one for each
value.

It does so only if the other parameter of each new alternative can then run over a set (`bitset_vectorisation.py`). For
example, if the direction is a constant, the neighbours in that direction are a shift. This pass is only for playouts,
because options are then counted under other alternatives; their numbers stay the same.
"""

from __future__ import annotations

import attrs

from .. import program as m
from ..analyses.compile_time import CompileTime
from ..analyses.manager import Analyses
from ..form_table import map_children
from .bitset_vectorisation import Vectoriser
from .constant_folding import Folder
from .inline import replace_names
from .rewriter import WithAnalyses

FEW = 16


def case_splitting(analyses: Analyses, why: list[str]) -> m.Machine:
    splitter, program = CaseSplitter(analyses), analyses.machine
    nodes = tuple(splitter.node(n) if isinstance(n, m.Decision) else n for n in program.nodes)
    why.append(f"case_splitting: {splitter.done} alternatives became {splitter.made}")
    return analyses.with_added(attrs.evolve(program, nodes=nodes))


class Unsure(Exception):
    """Raised if a value of the parameter has no option, but a test that comes earlier may fault instead."""


class CaseSplitter(WithAnalyses):
    def __init__(self, analyses: Analyses) -> None:
        super().__init__(analyses)
        self.folder = Folder(self.fresh)
        self.compile_time = analyses.get(CompileTime)
        self.vectoriser = Vectoriser(analyses)
        self.vectoriser.algebra.row_sets.allowed = (
            False  # each case would read the row again, which takes longer than the loop
        )
        self.made = 0

    def node(self, node: m.Decision) -> m.Decision:
        """Return the decision with alternatives split if possible. It stays as it is if no alternative would be
        left."""
        cases = [self.cases(a) for a in node.alternatives]
        found = [one for a, own in zip(node.alternatives, cases, strict=True) for one in ([a] if own is None else own)]
        made = [own for own in cases if own is not None]
        if not made or not found:
            return node
        self.done += len(made)
        self.made += sum(map(len, made))
        return attrs.evolve(node, alternatives=tuple(found))

    def cases(self, a: m.Alternative) -> list[m.Alternative] | None:
        """Return an alternative for each value of the first parameter, without those that have no option. Return None
        if the alternative should not be split."""
        open_ = [level for level in a.levels if level.low != level.high]
        if len(open_) != 2 or a.levels[0] is not open_[0]:
            return None
        first = a.levels[0]
        if first.high - first.low + 1 > FEW or (first.within is not None and first.low < 0):
            return None
        found = []
        for value in range(first.low, first.high + 1):
            try:
                one = self.specialise(a, value)
            except Unsure:
                return None
            if one is None:
                continue
            changed = self.vectoriser.alternative(one)
            last = next(level for level in changed.levels if level.low != level.high)
            if last.within is None or last.tests:
                return None
            found.append(changed)
        return found

    def specialise(self, a: m.Alternative, value: int) -> m.Alternative | None:
        """Return the alternative for one value of its first parameter, or None if it has no option for this value.
        Raise Unsure if that cannot be decided because a test may fault."""
        first, rest = a.levels[0], a.levels[1:]
        put = {first.name: m.Const(value)}

        def change(expr: m.Expr) -> m.Expr:
            return self.folder.expression(replace_names(expr, dict(put), self.fresh))

        tests = list(first.tests)
        if first.within is not None:
            tests.insert(0, m.Test(m.Has(first.within, m.Const(value))))
        span = 1
        for level in rest:
            span *= level.high - level.low + 1
        before = [t.value for t in a.tests] + ([] if first.within is None else [first.within])
        own = self.open_tests([m.Test(change(t.value), t.name) for t in tests], before)
        if own is None:
            return None
        levels = [attrs.evolve(first, low=value, high=value, within=None, tests=own)]
        for level in rest:
            changed: m.Level = map_children(level, change)
            before += [t.value for t in levels[-1].tests] + ([] if changed.within is None else [changed.within])
            kept = self.open_tests([m.Test(change(t.value), t.name) for t in level.tests], before)
            if kept is None:
                return None
            levels.append(attrs.evolve(changed, tests=kept))
        return attrs.evolve(a, levels=tuple(levels), base=a.base + (value - first.low) * span)

    def open_tests(self, tests: list[m.Test], before: list[m.Expr]) -> tuple[m.Test, ...] | None:
        """Return the tests without those that always pass. Return None if a test never passes; but raise Unsure if an
        earlier test, or one of `before`, may fault."""
        kept: list[m.Test] = []
        for test in tests:
            column = self.compile_time.column(test.value, "", 1) if test.name is None else None
            if column == [0]:
                if not all(self.speculation.total(e, {}) for e in (*before, *(t.value for t in kept))):
                    raise Unsure
                return None
            if column is None or not column[0]:
                kept.append(test)
        return tuple(kept)
