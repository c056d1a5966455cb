"""Terms: the values of expressions as far as they can be told without playing, and what follows from some of them.

A term is a tuple whose first member says its kind.  Equal terms are equal values: what the game remembers stands
with a version that every write changes, and a name stands for what it was bound to.  `value`, `member` and `truth`
work a term out under an assignment of what is unknown; where they meet something unassigned they raise `Unknown`,
and `valid` splits on it.  So it is decided whether a claim holds whatever the unknown values are.  How expressions
of a rulebook become terms is `reading.py`'s.

    ("value", v)                    a number, an index into a domain, a truth, None
    ("var", key, type)              a value that cannot be told: a parameter, a pick, a loop's variable
    ("cell", symbol, index, n)      an element of a place or kept value, n its version
    ("local", symbol, n)            a variable of a body
    ("opaque", key, parts, type)    anything else, equal where its parts are
    ("op", name, part, …)           operators and the built-in functions that are understood
    ("if", condition, then, other)
    ("set", item, …)  ("domain", size)  ("where", condition, set)  ("union", set, …)
    ("each", kind, var, domain, where, body)   kind is `some`, `all` or `set`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...model.types import DomainType, NumberType, OptionType, TruthType

Term = tuple[Any, ...]
Assignment = Mapping[Term, Any]

NOBODY: Term = ("set",)
YES: Term = ("value", True)
MOST_VALUES = 16
"""A type with more values is not run through."""
MOST_CASES = 4000
"""After so many cases a claim counts as not shown."""


class Unknown(Exception):
    """`key` has no value yet; it can have these."""

    def __init__(self, key: Term, values: Iterable[Any]) -> None:
        super().__init__(key)
        self.key = key
        self.values = tuple(values)


class Boundless(Exception):
    """Too many values to run through."""


def possible(kind: object) -> tuple[Any, ...] | None:
    """The values of a type, where they are few."""
    match kind:
        case TruthType():
            return (False, True)
        case DomainType(domain=domain) if len(domain) <= MOST_VALUES:
            return tuple(range(len(domain)))
        case NumberType(low=low, high=high) if high - low < MOST_VALUES:
            return tuple(range(low, high + 1))
        case OptionType(item=item) if item is not None:
            values = possible(item)
            return None if values is None else (None, *values)
    return None


def type_of(term: Term) -> object:
    match term[0]:
        case "var":
            return term[2]
        case "opaque":
            return term[3]
        case "cell" | "local":
            return getattr(term[1], "type", None)
    return None


# ------------------------------------------------------------------------------------------------------ working out


def ground(term: Any, a: Assignment) -> Any:
    """The term with what is assigned in its place."""
    if not isinstance(term, tuple) or not term or not a:
        return term
    kind = term[0]
    if kind == "var":
        return ("value", a[term]) if term in a else term
    if kind in ("value", "domain"):
        return term
    if kind == "cell":
        if not term[2]:
            return ("value", a[term]) if term in a else term
        return ("cell", term[1], tuple(_element(i, a) for i in term[2]), term[3])
    if kind in ("local", "opaque") and term in a:
        return ("value", a[term])
    if kind == "local":
        return term
    return tuple(ground(part, a) for part in term)


def _element(term: Term, a: Assignment) -> Term:
    """An index, worked out if that can be done: `hand[p]` and `hand[q]` are one where p is q."""
    try:
        return ("value", value(term, a))
    except Boundless:
        return ground(term, a)  # type: ignore[no-any-return]


def value(term: Term, a: Assignment) -> Any:
    """What the term is.  Raises Unknown, or Boundless where its values are too many to try."""
    kind = term[0]
    if kind == "value":
        return term[1]
    if kind == "if":
        return value(term[2] if truth(term[1], a) else term[3], a)
    if kind == "each" and term[1] != "set":
        return _quantified(term, a)
    if kind == "op":
        return _operation(term, a)
    if kind in ("var", "cell", "local", "opaque"):
        key = ground(term, a)
        if key[0] == "value":
            return key[1]
        if key in a:
            return a[key]
        values = possible(type_of(key))
        if values is None:
            raise Boundless
        raise Unknown(key, values)
    raise Boundless


def truth(term: Term, a: Assignment) -> bool:
    """Whether it holds; what is not understood may hold or not."""
    try:
        return bool(value(term, a))
    except Boundless:
        key = ("holds", ground(term, a))
        if key in a:
            return bool(a[key])
        raise Unknown(key, (False, True)) from None


def member(term: Term, item: int, a: Assignment) -> bool:
    """Whether `item` is in a set."""
    kind = term[0]
    if kind == "set":
        return _any(lambda one: value(one, a) == item, term[1:])
    if kind == "domain":
        return bool(0 <= item < term[1])
    if kind == "where":
        return truth(term[1], a) and member(term[2], item, a)
    if kind == "union":
        return _any(lambda one: member(one, item, a), term[1:])
    if kind == "if":
        return member(term[2] if truth(term[1], a) else term[3], item, a)
    if kind == "op" and term[1] in ("+", "-", "&"):
        if term[1] == "+":
            return member(term[2], item, a) or member(term[3], item, a)
        return member(term[2], item, a) and member(term[3], item, a) == (term[1] == "&")
    if kind == "each":
        return _image(term, item, a)
    if isinstance(type_of(term), OptionType | DomainType | NumberType):
        return bool(value(term, a) == item)
    key = ("in", ground(term, a), item)
    if key in a:
        return bool(a[key])
    raise Unknown(key, (False, True))


def _any(test: Callable[[Term], bool], terms: Iterable[Term]) -> bool:
    """Is it so for one?  What is unknown of one need not be asked where another holds."""
    pending: Unknown | Boundless | None = None
    for term in terms:
        try:
            if test(term):
                return True
        except (Unknown, Boundless) as unknown:
            pending = pending or unknown
    if pending is not None:
        raise pending
    return False


def _quantified(term: Term, a: Assignment) -> bool:
    _, kind, var, domain, where, body = term
    values = possible(type_of(var))
    if values is None:
        raise Boundless
    for one in values:
        inner = {**a, var: one}
        if member(domain, one, inner) and truth(where, inner) and truth(body, inner) == (kind == "some"):
            return bool(kind == "some")
    return bool(kind == "all")


def _image(term: Term, item: int, a: Assignment) -> bool:
    """Is it among what a set is made of?"""
    _, _, var, domain, where, body = term
    if body == var:
        inner = {**a, var: item}
        return member(domain, item, inner) and truth(where, inner)
    values = possible(type_of(var))
    if values is None:
        raise Boundless
    return any(
        member(domain, one, inner) and truth(where, inner) and value(body, inner) == item
        for one in values
        for inner in ({**a, var: one},)
    )


def _operation(term: Term, a: Assignment) -> Any:
    name, *parts = term[1:]
    match name:
        case "not":
            return not truth(parts[0], a)
        case "and":
            return truth(parts[0], a) and truth(parts[1], a)
        case "or":
            return truth(parts[0], a) or truth(parts[1], a)
        case "==" | "!=":
            if parts[0] == parts[1]:
                return name == "=="
            return (value(parts[0], a) == value(parts[1], a)) == (name == "==")
        case "in" | "not in":
            return member(parts[1], value(parts[0], a), a) == (name == "in")
        case "<" | "<=" | ">" | ">=":
            left, right = _number(parts[0], a), _number(parts[1], a)
            return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[name]
        case "round":  # a turning domain's neighbour: (x + n) mod size
            return (_number(parts[0], a) + _number(parts[1], a)) % parts[2]
        case "+":
            return _number(parts[0], a) + _number(parts[1], a)
        case "-":
            return _number(parts[0], a) - _number(parts[1], a)
    raise Boundless


def _number(term: Term, a: Assignment) -> int:
    """A number or an index; none has no order."""
    found = value(term, a)
    if found is None:
        raise Boundless
    return int(found)


# ---------------------------------------------------------------------------------------------------------- deciding


def valid(claim: Callable[[Assignment], bool], facts: tuple[Term, ...]) -> bool:
    """Does the claim hold under every assignment that the facts allow?  `no` may mean that it was not found out."""
    left = MOST_CASES

    def go(a: dict[Term, Any]) -> bool:
        nonlocal left
        left -= 1
        if left < 0:
            return False
        try:
            if claim(a):
                return True
        except Boundless:
            return False
        except Unknown as unknown:
            return all(go({**a, unknown.key: v}) for v in unknown.values)
        return any(_refuted(fact, a, 64) for fact in facts)

    return go({})


def _refuted(fact: Term, a: dict[Term, Any], budget: int) -> bool:
    """Can the fact not hold under the assignment, however it goes on?"""
    try:
        return not truth(fact, a)
    except Unknown as unknown:
        if budget < len(unknown.values):
            return False
        share = budget // len(unknown.values)
        return all(_refuted(fact, {**a, unknown.key: v}, share) for v in unknown.values)


# ------------------------------------------------------------------------------------------------------ substitution


def substitute(term: Any, swap: Mapping[Term, Term]) -> Any:
    """The term with some of its parts exchanged."""
    if not isinstance(term, tuple):
        return term
    if term in swap:
        return swap[term]
    if not term or term[0] in ("value", "var", "domain"):
        return term
    return tuple(substitute(part, swap) for part in term)


def mentions(term: Any, part: Term) -> bool:
    if term == part:
        return True
    return isinstance(term, tuple) and any(mentions(one, part) for one in term)


def matched(pattern: Any, term: Any, variables: frozenset[Term], found: dict[Term, Term]) -> bool:
    """Is the term the pattern, with something in place of its variables?  `found` takes what."""
    if isinstance(pattern, tuple) and pattern in variables:
        return bool(found.setdefault(pattern, term) == term)
    if isinstance(pattern, tuple) and isinstance(term, tuple):
        return len(pattern) == len(term) and all(
            matched(p, t, variables, found) for p, t in zip(pattern, term, strict=True)
        )
    return bool(pattern == term)
