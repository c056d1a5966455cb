"""Pattern containment: tests whether a set of sites contains at least one of many patterns, which are fixed sets of
sites.

`some a in M, b in M: between[a, b] within M`, with other conditions that tables decide, tests whether M contains one
pattern of a family. The family is computed at compile time. Patterns that are translations of each other are tested
together, by shifts of M.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import program as m
from ..analyses.evaluators import Evaluator, NotCompileTime
from ..analyses.value_ranges import Scope
from ..operator_intervals import bits_of
from .algebra import Algebra
from .set_expressions import common, conjuncts, set_union

TRIED = 1 << 18
"""The greatest number of combinations of values that are tried at compile time."""
LACKING = 6
"""The greatest number of members of a pattern for which each is tested as the only missing one."""
SHAPES = 24
"""The greatest number of patterns that are not translations of each other."""


class PatternContainment:
    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra

    def fold_condition(self, expr: m.Fold, scope: Scope) -> m.Expr | None:
        """Return a pattern test instead of a `some` fold: a number that is not 0 if the fold holds. Return None if the
        fold is no pattern test."""
        found = self.find_family(expr, scope)
        return None if found is None else self.ask_patterns(*found)

    def values_that_complete(self, expr: m.Fold, name: str, size: int, scope: Scope) -> m.Expr | None:
        """If a `some` fold is a pattern test on a set plus the site `name`, return the set of all values of `name` for
        which it holds. These are the sites that complete a pattern, or all sites if the set without `name` already
        contains one. Return None for other folds."""
        match expr.over.within:
            case m.SetOp("union", there, m.SetOf(whole, (m.Local(added),))) if added == name and whole == size:
                pass
            case _:
                return None
        found = None
        if name not in self.algebra.free.of(there) and self.algebra.ranges.size(there) == size:
            found = self.find_family(expr, {**scope, name: (0, size - 1)})
        if found is None or max((one.bit_count() for one in found[0]), default=0) > LACKING:
            return None
        held, ways = self.algebra.fresh("held"), []
        for shape, at in sorted(starts_of(found[0]).items()):
            steps = bits_of(shape)
            for lacking in steps:
                rest = [step for step in steps if step != lacking]
                starts = common(self.pattern_tests(rest, m.Local(held), size), m.SetConst(size, at))
                ways.append(m.Shift(size, starts, lacking) if lacking else starts)
        full = m.SetConst(size, (1 << size) - 1)
        complete = self.ask_patterns(found[0], m.Local(held), size)
        if complete is None or not ways:
            return None
        every = m.IfElse(complete, full, m.SetConst(size, 0))
        return m.Bind(held, there, m.SetOp("union", set_union(size, ways), every))

    def find_family(self, expr: m.Fold, scope: Scope) -> tuple[set[int], m.Expr, int] | None:
        """If a `some` fold is a pattern test, return the family of patterns, the set that must contain one of them, and
        the number of sites. Return None for other folds."""
        names: dict[str, int] = {}
        among: m.Expr | None = None
        parts: list[m.Expr] = [expr]
        known: list[m.Expr] = []
        while parts:
            part = parts.pop(0)
            if isinstance(part, m.Fold) and part.kind == "some" and part.over.within is not None:
                if among is not None and part.over.within != among:
                    return None
                among = part.over.within
                size = self.algebra.ranges.size(among)
                if size is None or not self.algebra.speculation.total(among, scope):
                    return None
                names[part.name] = size
                parts = [p for one in (part.where, part.body) if one is not None for p in conjuncts(one)] + parts
            else:
                known.append(part)
        if among is None or len(names) < 2 or set(names) & self.algebra.free.of(among):
            return None
        count = 1
        for size in names.values():
            count *= size
        if count > TRIED:
            return None
        try:
            family = self.family(list(names.items()), known, among)
        except NotCompileTime:
            return None
        return None if family is None else (family, among, next(iter(names.values())))

    def family(self, names: list[tuple[str, int]], parts: list[m.Expr], among: m.Expr) -> set[int] | None:
        """Return the minimal sets of sites of which the set `among` must contain one. Return None if tables do not
        decide which sets these are."""
        value = self.algebra.compile_time.value
        static: list[m.Expr] = []
        whole: list[m.Expr] = []
        touched: list[m.Expr] = []
        for part in parts:
            match part:
                case m.Compare("within", left, right) if right == among:
                    whole.append(left)
                case m.Has(of, member) if of == among:
                    whole.append(m.SetOf(names[0][1], (member,)))
                case m.Op("not", (m.Op("eq", (m.SizeOf(m.SetOp("common", left, right)), m.Const(0))),)) if (
                    among in (left, right) and not touched
                ):
                    touched.append(left if right == among else right)
                case _:
                    static.append(part)
        found: set[int] = set()
        for put in self.names_that_pass(names, static):
            needed = 0
            for name, _ in names:
                needed |= 1 << put[name]
            for part in whole:
                needed |= value(part, put)
            if touched:
                found |= {needed | 1 << site for site in bits_of(value(touched[0], put))}
            else:
                found.add(needed)
        return least_of(found)

    def names_that_pass(self, names: list[tuple[str, int]], conditions: list[m.Expr]) -> Iterator[dict[str, int]]:
        """Yield each combination of values of the names for which all conditions hold. A condition is tested as soon as
        the names in it have values."""
        known, waiting = {name for name, _ in names}, list(conditions)
        levels: list[tuple[str, int, list[Evaluator]]] = []
        for name, size in reversed(names):
            own = [c for c in waiting if name in self.algebra.free.of(c)]
            waiting = [c for c in waiting if c not in own]
            levels.insert(0, (name, size, [self.algebra.compile_time.evaluator(c) for c in own]))
        known_before = [self.algebra.compile_time.evaluator(c) for c in waiting]
        put = dict.fromkeys(known, 0)

        def below(depth: int) -> Iterator[dict[str, int]]:
            if depth == len(levels):
                yield put
                return
            name, size, asked = levels[depth]
            for site in range(size):
                put[name] = site
                if all(one(put) for one in asked):
                    yield from below(depth + 1)

        return below(0) if all(one(put) for one in known_before) else iter(())

    def ask_patterns(self, family: set[int], among: m.Expr, size: int) -> m.Expr | None:
        starts = starts_of(family)
        if len(starts) > SHAPES:
            return None
        name = self.algebra.fresh("held")
        found = []
        for shape, at in sorted(starts.items()):
            found.append(common(self.pattern_tests(bits_of(shape), m.Local(name), size), m.SetConst(size, at)))
        some = m.Op("not", (m.Op("eq", (m.SizeOf(set_union(size, found)), m.Const(0))),))
        return m.Bind(name, among, some)

    def pattern_tests(self, steps: list[int], held: m.Expr, size: int) -> m.Expr:
        """Return the set of sites to which a pattern can be moved so that the set `held` contains it. `steps` are the
        members of the pattern. If they have equal distances, the pattern is tested by halves."""
        count = len(steps)
        if count >= 4 and count % 2 == 0 and all(step == i * steps[1] for i, step in enumerate(steps)):
            half = self.algebra.fresh("half")
            both = m.SetOp("common", m.Local(half), m.Shift(size, m.Local(half), -steps[count // 2]))
            return m.Bind(half, self.pattern_tests(steps[: count // 2], held, size), both)
        return common(*(m.Shift(size, held, -step) if step else held for step in steps))


def starts_of(family: set[int]) -> dict[int, int]:
    """Return the patterns, grouped by translation: a mapping from a pattern moved so that its first site is 0 to the
    set of first sites that it has in the family."""
    starts: dict[int, int] = {}
    for one in family:
        lowest = (one & -one).bit_length() - 1
        starts[one >> lowest] = starts.get(one >> lowest, 0) | 1 << lowest
    return starts


def least_of(family: set[int]) -> set[int]:
    """Return the patterns of a family that contain no other pattern of it."""
    found: set[int] = set()
    for count in sorted({one.bit_count() for one in family}):
        smaller = list(found)
        found |= {
            one for one in family if one.bit_count() == count and not any(other & one == other for other in smaller)
        }
    return found
