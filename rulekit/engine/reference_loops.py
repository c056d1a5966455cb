"""What each expression that loops means: a translator for each, as in `reference_expressions`.

What a loop runs over is found once, before the first pass, in the locals outside; each pass burns fuel, and sees the
loop's name in locals of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..machine import program as m
from .interface import ARITHMETIC, Value
from .reference_forms import GREATEST, LEAST, condition, meaning, members, number
from .reference_work import Index, Meaning, Scope, Work


def values_over(index: Index, over: m.Over) -> Callable[[Work, Scope], Sequence[int]]:
    """The values a loop runs over, upwards."""
    if over.within is not None:
        within = members(index, over.within)
        return lambda work, scope: sorted(within(work, scope))
    assert over.low is not None and over.high is not None
    if isinstance(over.low, m.Const) and isinstance(over.high, m.Const):
        known = range(over.low.value, over.high.value + 1)
        return lambda work, scope: known
    low, high = number(index, over.low), number(index, over.high)
    return lambda work, scope: range(low(work, scope), high(work, scope) + 1)


# ---------------------------------------------------------------------------------------------------------------- folds


def fold(index: Index, expr: m.Fold) -> Meaning:
    return FOLDS[expr.kind](index, expr)


def some_or_all(index: Index, expr: m.Fold) -> Meaning:
    """Leaves at the first value that decides."""
    name, values, where = expr.name, values_over(index, expr.over), condition(index, expr.where)
    body, decisive = condition(index, expr.body), expr.kind == "some"

    def decided(work: Work, scope: Scope) -> Value:
        inner = scope.copy()
        for value in values(work, scope):
            work.burn()
            inner[name] = value
            if where(work, inner) and bool(body(work, inner)) == decisive:
                return int(decisive)
        return int(not decisive)

    return decided


def passing(index: Index, expr: m.Fold, most: int | None = None) -> Callable[[Work, Scope], list[int]]:
    """The values that pass, or the body's value for each; after `most` of them it leaves."""
    name, values, where = expr.name, values_over(index, expr.over), condition(index, expr.where)
    body = number(index, m.Local(name) if expr.body is None else expr.body)

    def found(work: Work, scope: Scope) -> list[int]:
        inner, results = scope.copy(), []
        for value in values(work, scope):
            work.burn()
            inner[name] = value
            if where(work, inner):
                results.append(body(work, inner))
                if len(results) == most:
                    break
        return results

    return found


def count(index: Index, expr: m.Fold) -> Meaning:
    found = passing(index, expr)
    return lambda work, scope: len(found(work, scope))


def sum_(index: Index, expr: m.Fold) -> Meaning:
    found = passing(index, expr)

    def added(work: Work, scope: Scope) -> Value:
        result = sum(found(work, scope))
        if LEAST <= result <= GREATEST:
            return result
        raise work.fault(ARITHMETIC)

    return added


def most_or_least(index: Index, expr: m.Fold) -> Meaning:
    found, pick, nothing = passing(index, expr), max if expr.kind == "most" else min, otherwise(index, expr)

    def picked(work: Work, scope: Scope) -> Value:
        results = found(work, scope)
        return pick(results) if results else nothing(work, scope)

    return picked


def first(index: Index, expr: m.Fold) -> Meaning:
    found, nothing = passing(index, expr, most=1), otherwise(index, expr)

    def picked(work: Work, scope: Scope) -> Value:
        results = found(work, scope)
        return results[0] if results else nothing(work, scope)

    return picked


def only(index: Index, expr: m.Fold) -> Meaning:
    found, fault = passing(index, expr, most=2), expr.fault
    assert fault is not None

    def picked(work: Work, scope: Scope) -> Value:
        results = found(work, scope)
        if len(results) == 1:
            return results[0]
        raise work.fault(fault)

    return picked


def otherwise(index: Index, expr: m.Fold) -> Meaning:
    """What a fold gives where nothing passed."""
    if expr.otherwise is not None:
        return meaning(index, expr.otherwise)
    fault = expr.fault
    assert fault is not None

    def faults(work: Work, scope: Scope) -> Value:
        raise work.fault(fault)

    return faults


FOLDS: Mapping[m.FoldKind, Callable[[Index, m.Fold], Meaning]] = {
    "some": some_or_all,
    "all": some_or_all,
    "count": count,
    "sum": sum_,
    "most": most_or_least,
    "least": most_or_least,
    "first": first,
    "only": only,
}


# ----------------------------------------------------------------------------------------------------------------- sets


def set_build(index: Index, expr: m.SetBuild) -> Meaning:
    name, values, where, size = expr.name, values_over(index, expr.over), condition(index, expr.where), expr.size
    image = meaning(index, m.Local(name) if expr.image is None else expr.image)

    def built(work: Work, scope: Scope) -> Value:
        inner, found = scope.copy(), set[int]()
        for value in values(work, scope):
            work.burn()
            inner[name] = value
            if where(work, inner):
                one = image(work, inner)
                if isinstance(one, frozenset):
                    found |= one
                else:
                    found.add(one)
        return frozenset([x for x in found if 0 <= x < size])

    return built


def reach(index: Index, expr: m.Reach) -> Meaning:
    seed, where = meaning(index, expr.seed), condition(index, expr.where)
    source, target, size, values = expr.source, expr.target, expr.size, values_over(index, expr.over)

    def reached(work: Work, scope: Scope) -> Value:
        begin = seed(work, scope)
        found = set(begin if isinstance(begin, frozenset) else {begin})
        waiting = set(found)
        inner, outer = scope.copy(), scope.copy()
        while waiting:
            inner[source] = outer[source] = least = min(waiting)
            waiting.remove(least)
            for value in values(work, outer):
                work.burn()
                inner[target] = value
                if 0 <= value < size and value not in found and where(work, inner):
                    found.add(value)
                    waiting.add(value)
        return frozenset(found)

    return reached


def grow(index: Index, expr: m.Grow) -> Meaning:
    name, seed, more = expr.name, members(index, expr.seed), members(index, expr.more)

    def grown(work: Work, scope: Scope) -> Value:
        found, inner = seed(work, scope), scope.copy()
        while True:
            work.burn()
            inner[name] = found
            brought = more(work, inner)
            if brought <= found:
                return found
            found |= brought

    return grown
