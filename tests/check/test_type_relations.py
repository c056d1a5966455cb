"""Relations between types, compared with the sets of their values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.check.type_relations import (
    EMPTY,
    ERROR,
    NONE,
    TRUTH,
    comparable,
    domain_of,
    fits,
    join,
    number_type,
    size,
    within,
)
from rulekit.model.types import INT32, Domain, DomainType, NumberType, OptionType, SetType, Type

LEAST, GREATEST = INT32

KIND, SUIT = Domain("Kind", "enum", ("x", "y")), Domain("Suit", "enum", ("a", "b", "c"))
DOMAINS = st.sampled_from((DomainType(KIND), DomainType(SUIT)))
NUMBERS = st.tuples(st.integers(-2, 2), st.integers(-2, 2)).map(lambda p: NumberType(min(p), max(p)))
ITEMS = st.one_of(NUMBERS, DOMAINS)
FULL = st.one_of(ITEMS, st.just(TRUTH), ITEMS.map(OptionType), ITEMS.map(SetType))
"""Types that can be declared."""
TYPES = st.one_of(FULL, st.just(NONE), st.just(EMPTY))
"""Also the types of `none` and `{}`, which fit several declared types."""


def values(t: Any) -> set[Any]:
    """Return all values of a type; labels are paired with their domain's name."""
    match t:
        case NumberType(low, high):
            return set(range(low, high + 1))
        case DomainType(domain):
            return {(domain.name, label) for label in domain.labels}
        case OptionType(item):
            return {None} | (values(item) if item else set())
        case SetType(item):
            members = sorted(values(item), key=str) if item else []
            subsets = chain.from_iterable(combinations(members, many) for many in range(len(members) + 1))
            return set(map(frozenset, subsets))
    return {"no", "yes"}


def roomy(t: Any) -> Any:
    """Return the type with all number ranges widened, since `fits` ignores ranges."""
    match t:
        case NumberType():
            return NumberType(-2, 2)
        case OptionType(item) | SetType(item) if item is not None:
            return type(t)(roomy(item))
    return t


@given(FULL, FULL)
def test_a_type_fits_if_all_its_values_do(t: Type, wanted: Type) -> None:
    assert fits(t, wanted) == (values(roomy(t)) <= values(roomy(wanted)))


@given(FULL)
def test_none_and_the_empty_set_fit_where_they_are_values(t: Type) -> None:
    assert fits(NONE, t) == (None in values(t))
    assert fits(EMPTY, t) == (frozenset() in values(t))
    assert fits(t, NONE) == (None in values(t))  # an optional type fits NONE, no other type does
    assert fits(t, EMPTY) == (frozenset() in values(t))
    assert fits(ERROR, t) and fits(t, ERROR)


@given(FULL, FULL, FULL)
def test_fitting_is_reflexive_and_transitive(a: Type, b: Type, c: Type) -> None:
    assert fits(a, a)
    assert not (fits(a, b) and fits(b, c)) or fits(a, c)


@given(TYPES, TYPES)
def test_comparable_goes_both_ways(a: Type, b: Type) -> None:
    assert comparable(a, b) == comparable(b, a) == (fits(a, b) or fits(b, a))


@given(TYPES, TYPES)
def test_what_two_have_in_common_has_the_values_of_both(a: Type, b: Type) -> None:
    both = join(a, b)
    assert both == join(b, a)
    assert join(a, a) == a
    if both is not None:
        assert fits(a, both) and fits(b, both)
        assert values(a) | values(b) <= values(both)


@given(TYPES, TYPES, FULL)
def test_it_is_the_least(a: Type, b: Type, other: Type) -> None:
    """`join` returns the smallest common type: if any type has the values of both, `join` exists and has no more
    values."""
    if values(a) | values(b) <= values(other):
        both = join(a, b)
        assert both is not None and values(both) <= values(other) and fits(both, other)


@given(TYPES, TYPES, TYPES)
def test_in_which_order_is_no_matter(a: Type, b: Type, c: Type) -> None:
    one, two = join(a, b), join(b, c)
    if one is not None and two is not None:
        assert join(one, c) == join(a, two)


INTERVALS = [NumberType(low, high) for low, high in combinations_with_replacement(range(-2, 3), 2)]


@pytest.mark.parametrize("kind", [lambda t: t, OptionType])
def test_within_is_about_all_numbers_or_none_of_them(kind: Callable[[NumberType], Type]) -> None:
    for t, wanted in product(INTERVALS, INTERVALS):
        mine, theirs = values(t), values(wanted)
        expected = True if mine <= theirs else None if mine & theirs else False
        assert within(kind(t), wanted) is within(t, kind(wanted)) is expected, (t, wanted)


def test_within_says_nothing_of_what_are_no_numbers() -> None:
    assert all(within(t, NumberType(1, 2)) is True for t in (TRUTH, NONE, EMPTY, ERROR, DomainType(KIND)))


@given(TYPES)
def test_size_counts_the_values(t: Type) -> None:
    assert size(t) == len(values(t))


@pytest.mark.parametrize(
    ("low", "high", "kept"),
    [
        (1, 3, (1, 3)),
        (3, 1, (3, 3)),
        (LEAST - 1, GREATEST + 1, (LEAST, GREATEST)),
        (GREATEST + 1, GREATEST + 2, (GREATEST, GREATEST)),
        (LEAST - 2, LEAST - 1, (LEAST, LEAST)),
    ],
)
def test_intervals_stay_within_32_bits(low: int, high: int, kept: tuple[int, int]) -> None:
    assert number_type(low, high) == NumberType(*kept)


def test_constants_are_meant_of_the_domain_that_is_wanted() -> None:
    kind = DomainType(KIND)
    assert domain_of(kind) is domain_of(OptionType(kind)) is KIND
    assert domain_of(SetType(kind)) is domain_of(NONE) is domain_of(TRUTH) is domain_of(None) is None
