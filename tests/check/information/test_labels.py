"""Labels (who may know a value), compared with the players who can know it, for every value of the unknowns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulekit.check.information.labels import (
    ALL,
    HiddenRead,
    Label,
    Policy,
    at,
    exchange_terms,
    grow_label,
    join_labels,
    outside,
    under_premises,
    widen_label,
)
from rulekit.check.information.terms import Term
from rulekit.diagnostics import Source as Text
from rulekit.diagnostics import Span
from rulekit.model.types import NumberType, TruthType

PLAYERS = 3
SEAT = NumberType(0, PLAYERS - 1)
WHO: Term = ("var", "who", SEAT)
OTHER: Term = ("var", "other", SEAT)
OPEN: Term = ("var", "open", TruthType())
SPAN = Span(Text("a", "some text"), 0, 4)
SEATS = st.one_of(st.integers(0, PLAYERS - 1).map(lambda n: ("value", n)), st.sampled_from((WHO, OTHER)))
SETS = st.one_of(
    st.lists(SEATS, max_size=2).map(lambda found: ("set", *found)),
    st.just(("domain", PLAYERS)),
)
GUARDS = st.lists(
    st.one_of(st.just(OPEN), st.just(("op", "not", OPEN)), SEATS.map(lambda seat: ("op", "==", WHO, seat))), max_size=2
).map(tuple)
POLICIES = st.builds(Policy, st.frozensets(SETS, max_size=2), GUARDS)
LABELS = st.frozensets(POLICIES, max_size=3)
Case = Mapping[Term, int]


def cases() -> Iterator[Case]:
    for who, other, open_ in product(range(PLAYERS), range(PLAYERS), (0, 1)):
        yield {WHO: who, OTHER: other, OPEN: open_}


def worth(term: Term, case: Case) -> int:
    return term[1] if term[0] == "value" else case[term]


def members(term: Term, case: Case) -> set[int]:
    return set(range(term[1])) if term[0] == "domain" else {worth(one, case) for one in term[1:]}


def holds(term: Term, case: Case) -> bool:
    if term[:2] == ("op", "not"):
        return not holds(term[2], case)
    if term[:2] == ("op", "=="):
        return worth(term[2], case) == worth(term[3], case)
    return bool(case[term])


def passes(policy: Policy, case: Case) -> set[int]:
    if not all(holds(premise, case) for premise in policy.premises):
        return set(range(PLAYERS))
    return set().union(*(members(one, case) for one in policy.readers))


def knows(label: Label, case: Case) -> set[int]:
    """Return the players who may know a value with this label."""
    return set(range(PLAYERS)).intersection(*(passes(policy, case) for policy in label))


@settings(deadline=None)
@given(LABELS, LABELS)
def test_what_two_labels_keep_from_a_player_both_together_do(one: Label, two: Label) -> None:
    for case in cases():
        assert knows(join_labels([one, two]), case) == knows(one, case) & knows(two, case)
        assert knows(ALL, case) == set(range(PLAYERS))
    assert join_labels([]) == ALL and join_labels([one, ALL]) == one


@settings(deadline=None)
@given(LABELS, st.lists(SETS, max_size=2))
def test_wider_is_who_knew_and_who_may(label: Label, more: list[Term]) -> None:
    for case in cases():
        others = set().union(*(members(one, case) for one in more))
        assert knows(widen_label(label, more), case) == knows(label, case) | others


@settings(deadline=None)
@given(LABELS, GUARDS)
def test_what_stands_under_premises_is_hidden_only_where_they_hold(label: Label, premises: tuple[Term, ...]) -> None:
    for case in cases():
        read = all(holds(premise, case) for premise in premises)
        assert knows(under_premises(label, premises), case) == (knows(label, case) if read else set(range(PLAYERS)))


@settings(deadline=None)
@given(LABELS, SEATS)
def test_renamed_is_the_label_of_the_other_value(label: Label, seat: Term) -> None:
    for case in cases():
        assert knows(exchange_terms(label, {WHO: seat}), case) == knows(label, {**case, WHO: worth(seat, case)})


@settings(deadline=None)
@given(LABELS, LABELS)
def test_what_grows_in_a_loop_keeps_from_no_fewer(label: Label, more: Label) -> None:
    for case in cases():
        assert knows(grow_label(label, more, False), case) == knows(label, case) & knows(more, case)
        assert knows(grow_label(label, more, True), case) <= knows(label, case) & knows(more, case)
    assert grow_label(label, label, True) == label
    once = grow_label(label, more, True)
    assert once == label | {evolve(c, readers=frozenset(), premises=()) for c in more - label}
    assert grow_label(once, more, True) == once  # growing again changes nothing


@settings(max_examples=60, deadline=None)
@given(LABELS, SETS, GUARDS)
def test_outside_is_somebody_of_the_audience_who_does_not_know(
    label: Label, audience: Term, premises: tuple[Term, ...]
) -> None:
    allowed = [case for case in cases() if all(holds(premise, case) for premise in premises)]
    assume(allowed)  # contradictory premises describe no position
    known = all(members(audience, case) <= knows(label, case) for case in allowed)
    failing = next(outside(audience, label, PLAYERS, premises), None)
    assert (failing is None) == known
    if failing is not None:
        assert failing in label
        assert any(members(audience, case) - passes(failing, case) for case in allowed)


def test_of_several_the_first_by_name_and_place_is_told() -> None:
    nobody = [
        HiddenRead(name, Span(Text("a", "some text"), start, 4), (), "")
        for name, start in [("b", 0), ("a", 2), ("a", 1)]
    ]
    label = frozenset(
        Policy(frozenset(), (("op", "==", WHO, WHO),) * i, source=source) for i, source in enumerate(nobody)
    )
    failing = next(outside(("set", ("value", 0)), label, PLAYERS, ()), None)
    assert failing is not None and failing.source is nobody[2]


def test_where_play_depends_on_it_is_said_and_changes_nothing() -> None:
    label = frozenset({Policy(frozenset({("set", WHO)}))})
    (policy,) = at(label, SPAN)
    assert policy.at is SPAN and {policy} == label


def test_failing_policies_come_in_the_order_of_their_heads_in_every_run() -> None:
    source = HiddenRead("hand", SPAN, (), "nobody sees it")
    heads = [Span(Text("a", "some text"), start, 9) for start in range(PLAYERS * PLAYERS)]
    label = frozenset(
        Policy(
            frozenset([("set", ("value", n % PLAYERS))]),
            (("op", "==", WHO, ("value", n // PLAYERS)),),
            source=source,
            at=head,
        )
        for n, head in enumerate(heads)
    )
    found = [policy.at for policy in outside(("domain", PLAYERS), label, PLAYERS, ())]
    assert found == heads


def test_of_policies_that_become_equal_the_first_in_the_text_is_kept() -> None:
    source = HiddenRead("hand", SPAN, (), "nobody sees it")
    heads = [Span(Text("a", "some text"), start, 9) for start in range(PLAYERS)]
    label = frozenset(
        Policy(frozenset([("set", ("value", n))]), source=source, at=head) for n, head in enumerate(heads)
    )
    (kept,) = exchange_terms(label, {("value", n): WHO for n in range(PLAYERS)})
    assert kept.at == heads[0]
