"""An independent implementation of implication between terms: a claim follows if it holds in every case.

A case assigns a value to every unknown. The code has no case splitting, caching or short cuts; the check's decisions
are compared with it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from rulekit.check.information.terms import Term, possible, type_of

Case = Mapping[Any, Any]
SIZE = 2
"""The number of indexes, and the number of different members that a set may have."""


COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def follows(claim: Term, facts: tuple[Term, ...]) -> bool:
    """Return whether the claim holds in every case in which all the facts hold."""
    return all(holds(claim, case) or not all(holds(fact, case) for fact in facts) for case in cases((claim, *facts)))


def cases(terms: tuple[Term, ...]) -> Iterator[dict[Any, Any]]:
    """Yield every assignment of values to the unknowns in the terms."""
    unknowns: dict[Any, tuple[Any, ...]] = {}
    for term in terms:
        _unknowns(term, unknowns)
    for values in product(*unknowns.values()):
        yield dict(zip(unknowns, values, strict=True))


def _unknowns(term: Any, into: dict[Any, tuple[Any, ...]]) -> None:
    """Add the possible values of each unknown in a term: of variables, and of cells and calls for each index and set
    member."""
    if not isinstance(term, tuple):
        return
    if term[:1] == ("var",):
        into[term] = possible(term[2]) or ()
        return
    if term[:1] in (("cell",), ("opaque",)):
        for index, item in product(range(SIZE), (None,) if possible(type_of(term)) else range(SIZE)):
            into[(_name(term), index, item)] = _values(term)
    for part in term:
        _unknowns(part, into)


def _values(term: Term) -> tuple[Any, ...]:
    return possible(type_of(term)) or (False, True)


def _name(term: Term) -> tuple[Any, ...]:
    return (term[1], term[3]) if term[0] == "cell" else (term[1],)


def holds(term: Term, case: Case) -> bool:
    return bool(value(term, case))


def value(term: Term, case: Case) -> Any:
    match term:
        case ("value", found):
            return found
        case ("var", *_):
            return case[term]
        case ("cell", _, (index,), _) | ("opaque", _, (index,), _):
            return case[(_name(term), value(index, case), None)]
        case ("if", test, then, other):
            return value(then if holds(test, case) else other, case)
        case ("each", "some" | "all" as kind, var, domain, where, body):
            found = [holds(body, inner) for inner in _inside(var, domain, where, case)]
            return any(found) if kind == "some" else all(found)
        case ("op", "not", part):
            return not holds(part, case)
        case ("op", "and", left, right):
            return holds(left, case) and holds(right, case)
        case ("op", "or", left, right):
            return holds(left, case) or holds(right, case)
        case ("op", "in" | "not in" as name, item, whole):
            return within(whole, value(item, case), case) == (name == "in")
        case ("op", "round", item, step, size):
            return (value(item, case) + value(step, case)) % size
        case ("op", name, left, right):
            return COMPARED[name](value(left, case), value(right, case))
    raise AssertionError(term)


def within(whole: Term, item: Any, case: Case) -> bool:
    match whole:
        case ("set", *items):
            return any(value(one, case) == item for one in items)
        case ("domain", size):
            return bool(0 <= item < size)
        case ("where", test, inner):
            return holds(test, case) and within(inner, item, case)
        case ("union", *parts):
            return any(within(part, item, case) for part in parts)
        case ("if", test, then, other):
            return within(then if holds(test, case) else other, item, case)
        case ("op", "+" | "-" | "&" as name, left, right):
            one, other = within(left, item, case), within(right, item, case)
            return {"+": one or other, "-": one and not other, "&": one and other}[name]
        case ("each", "set", var, domain, where, body):
            return any(value(body, inner) == item for inner in _inside(var, domain, where, case))
        case ("cell", _, (index,), _):
            return bool(case[(_name(whole), value(index, case), item)])
    raise AssertionError(whole)


def _inside(var: Term, domain: Term, where: Term, case: Case) -> Iterator[Case]:
    for one in possible(var[2]) or ():
        inner = {**case, var: one}
        if within(domain, one, inner) and holds(where, inner):
            yield inner
