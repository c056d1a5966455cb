"""Terms: symbolic values of expressions, which are known without playing a game.

A term is a tuple whose first member says its kind. Equal terms have equal values: state is named with a version that
every write changes, and a name is replaced by the value it was bound to. This file has the forms of terms and
operations on them. `evaluating.py` evaluates them, `deciding.py` decides what follows from them, `valuing.py` makes
them from expressions of a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from ...model.types import DomainType, NumberType, OptionType, TruthType

Term = tuple[Any, ...]

NOBODY: Term = ("set",)
YES: Term = ("value", True)
NONE: Term = ("value", None)
ONLY: Final = ("opaque", "only")
"""The start of the term for the only piece in a place."""
MOST_VALUES = 16
"""Values of the largest type whose values are tried one by one."""
LONGEST = 100
"""Parts of the longest term that a variable stands for; otherwise terms would double with each `x = x + x`."""


@lru_cache(maxsize=4096)
def possible(kind: object) -> tuple[Any, ...] | None:
    """Return the values of a type if there are few; otherwise None."""
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


def anywhere(place: Any) -> tuple[Term, ...]:
    """Return an index that stands for any element of a place: a variable for each dimension."""
    return tuple(("var", ("anywhere", place.name, i), kind) for i, kind in enumerate(place.dims))


def holds_one(domain: Term) -> bool:
    """Return whether a term is the content of a place for one piece: its only member, or none."""
    return domain[0] == "cell" and getattr(domain[1], "form", None) == "one"


def as_member(item: Term, domain: Term) -> Term:
    """Return the term for `item in domain`. If the domain is a set comprehension, this includes its condition on
    members."""
    if holds_one(domain):
        return ("op", "!=", domain, NONE) if item == domain else ("op", "==", item, domain)
    if domain[:2] != ("each", "set") or domain[2] != domain[5] or domain[2] in (bound := set(variables(item))):
        return ("op", "in", item, domain)
    inner = [part[2] for part in (domain[3], domain[4]) for part in parts_of(part) if part[:1] == ("each",)]
    if domain[2] in inner or not bound.isdisjoint(inner):  # a variable would be captured by a binder
        return ("op", "in", item, domain)
    within, test = as_member(item, domain[3]), substitute(domain[4], {domain[2]: item})
    everything = domain[3][0] == "domain" and isinstance(type_of(item), DomainType)
    return test if everything else ("op", "and", within, test)


def attribute_of(base: Term, name: str, kind: object, known: bool) -> Term:
    """Return the term for an attribute of a value. If the value may be none (`known` is false), the attribute is none
    when the value is."""
    if base[0] == "if" and base[2] == NONE:
        return (*base[:3], attribute_of(base[3], name, kind, known or not isinstance(type_of(base[3]), OptionType)))
    if known:
        return ("opaque", "Attribute", (base, name, ()), kind)
    return ("if", ("op", "==", base, NONE), NONE, attribute_of(base, name, kind, True))


# ------------------------------------------------------------------------------------------------ substitution in terms


def substitute(term: Any, swap: Mapping[Term, Term]) -> Any:
    """Return the term with the parts in `swap` replaced. A part that occurs many times is visited only once."""
    heads = {key[0] for key in swap}
    done: dict[int, Any] = {}

    def exchange(part: Any) -> Any:
        if not isinstance(part, tuple) or not part:
            return part
        found = done.get(id(part))  # an id stays unique here, since all parts live as long as the term
        if found is None:
            head = part[0]
            if isinstance(head, str) and head in heads and part in swap:
                found = swap[part]
            elif isinstance(head, str) and head in ("value", "var", "domain"):
                found = part
            else:
                found = tuple(map(exchange, part))
            done[id(part)] = found
        return found

    return exchange(term)


def mentions(term: tuple[Any, ...], part: Term) -> bool:
    waiting: list[Any] = [term]
    while waiting:  # without recursion, which would take twice the time
        one = waiting.pop()
        if one == part:
            return True
        waiting += [inner for inner in one if isinstance(inner, tuple)]
    return False


def remembers(term: Any) -> bool:
    """Return whether a term reads state, which may change."""
    return isinstance(term, tuple) and (term[:1] == ("cell",) or any(remembers(part) for part in term))


def since(term: Any, last: int) -> bool:
    """Return whether a term reads state of a later version than `last`, or the effects of a procedure."""
    waiting = [term] if isinstance(term, tuple) else []
    while waiting:
        one = waiting.pop()
        if one[:1] in (("cell",), ("local",)) and len(one) > 2 and isinstance(one[-1], int):
            if not 0 <= one[-1] <= last:
                return True
            one = one[2:-1]
        elif one[:1] == ("opaque",) and isinstance(one[1], str) and any(_is_newer(n, last) for n in one[2][-1]):
            return True
        waiting += [part for part in one if isinstance(part, tuple)]
    return False


def is_made_since(term: Any, last: int) -> bool:
    """Return whether a term contains a pick, an outcome or a result that was made after version `last`."""
    for var in variables(term):
        number = var[1][-1] if isinstance(var[1], tuple) else 0
        if isinstance(number, int) and number > last:
            return True
    return False


def _is_newer(part: Any, last: int) -> bool:
    return isinstance(part, tuple) and all(isinstance(n, int) for n in part) and any(n > last for n in part)


def is_long(term: Term) -> bool:
    """Return whether a term has more than LONGEST parts."""
    waiting, found = [term], 0
    while waiting and found <= LONGEST:
        found += 1
        waiting += [part for part in waiting.pop() if isinstance(part, tuple)]
    return found > LONGEST


def match_term(pattern: Any, term: Any, variables: frozenset[Term], found: dict[Term, Term]) -> bool:
    """Return whether `term` is an instance of `pattern`, and add the values of the pattern's variables to `found`."""
    if isinstance(pattern, tuple) and pattern in variables:
        return bool(found.setdefault(pattern, term) == term)
    if isinstance(pattern, tuple) and isinstance(term, tuple):
        if pattern[:2] == term[:2] and pattern[:1] == ("each",) and pattern[2][2] == term[2][2]:
            term = substitute(term, {term[2]: pattern[2]})  # the names of bound variables do not matter
        return len(pattern) == len(term) and all(
            match_term(p, t, variables, found) for p, t in zip(pattern, term, strict=True)
        )
    return bool(pattern == term)


def all_of(terms: Iterable[Term]) -> Term:
    """Return the conjunction of terms."""
    whole = YES
    for term in terms:
        whole = term if whole is YES else ("op", "and", whole, term)
    return whole


# ----------------------------------------------------------------------------------------------- a fixed order of terms


def sort_terms(terms: Iterable[Term], among: Iterable[Term]) -> list[Term]:
    """Return terms in an order that is the same in every run. Terms that differ only in their variables are in the
    order in which these occur in `among`."""
    found = [(term_outline(term), term) for term in terms]
    if len({text for text, _ in found}) == len(found):
        return [term for _, term in sorted(found, key=lambda one: one[0])]
    places: dict[Term, int] = {}
    for term in among:
        for var in variables(term):
            places.setdefault(var, len(places))
    last = len(places)
    return [t for *_, t in sorted(((o, [places.get(v, last) for v in variables(t)], t) for o, t in found), key=_first)]


def _first(one: tuple[str, list[int], Term]) -> tuple[str, list[int]]:
    return one[:2]


def parts_of(term: Any) -> Iterator[Any]:
    """Yield a term and all parts inside it, at any depth."""
    if isinstance(term, tuple):
        yield term
        for part in term:
            yield from parts_of(part)


def variables(term: Any) -> Iterator[Term]:
    """Yield the variables of a term, in order of occurrence."""
    if isinstance(term, tuple) and term[:1] == ("var",):
        yield term
    elif isinstance(term, tuple):
        for part in term:
            yield from variables(part)


def term_outline(term: Any) -> str:
    """Return a text for a term, without the parts that differ between runs, such as ids."""
    if not isinstance(term, tuple):
        return str(term) if isinstance(term, str | int | None) else str(getattr(term, "name", ""))
    if term[:1] == ("var",):
        return "var"
    if term[:1] == ("opaque",):
        return f"({term[1] if isinstance(term[1], str) else ''} {_within_opaque(term[2])})"
    return f"({' '.join(term_outline(part) for part in term)})"


def _within_opaque(parts: Any) -> str:
    """Return such a text for the parts of an opaque term, without the ids of binders."""
    if isinstance(parts, tuple) and not (parts and isinstance(parts[0], str)):
        return " ".join(_within_opaque(part) for part in parts if not isinstance(part, int))
    return term_outline(parts)
