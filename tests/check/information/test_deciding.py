"""Which claims follow from which premises: by example, and compared with every possible case (`cases.py`)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.check.information import deciding
from rulekit.check.information.deciding import valid
from rulekit.check.information.terms import YES, Term, sort_terms
from rulekit.model.types import NumberType, SetType, TruthType, Type
from tests.shipped import every

from .cases import follows

SIZE = 3


@frozen
class Kept:
    name: str
    type: Type


SMALL, BIG, TRUTH = NumberType(0, SIZE - 1), NumberType(0, 99), TruthType()
NUMBER, SET, LARGE = Kept("number", SMALL), Kept("set", SetType(SMALL)), Kept("large", BIG)


def var(name: str, kind: Type = SMALL) -> Term:
    return ("var", name, kind)


def num(value: Any) -> Term:
    return ("value", value)


def op(name: str, *parts: Any) -> Term:
    return ("op", name, *parts)


def no(term: Term) -> Term:
    return op("not", term)


def hand(index: Term, version: int = 0) -> Term:
    return ("cell", SET, (index,), version)


def coins(index: Term, version: int = 0) -> Term:
    return ("cell", NUMBER, (index,), version)


def large(*index: Term) -> Term:
    return ("cell", LARGE, index, 0)


def call(part: Term, kind: Type = SMALL) -> Term:
    return ("opaque", "Call", (part,), kind)


def named(name: str, part: Term) -> Term:
    return ("opaque", "Call", (name, part, ()), TRUTH)


def each(kind: str, name: Term, body: Term, where: Term = YES, domain: Term = ("domain", SIZE)) -> Term:
    return ("each", kind, name, domain, where, body)


X, Y, Z, P, Q = (var(name) for name in "xyzpq")
WIDE, V, W = (var(name, BIG) for name in ("wide", "v", "w"))
APART = tuple(var(f"m{n}", NumberType(0, 8)) for n in range(10))
CROWD = tuple(op("!=", one, other) for n, one in enumerate(APART) for other in APART[:n])
"""A contradiction that takes long to find: ten variables with nine possible values all differ."""

LONG = (op("<", X, var("l0")), *(op("!=", var(f"l{n}"), var(f"l{n + 1}")) for n in range(deciding.MOST_OPEN + 9)))

CASES: list[tuple[str, bool, Term, tuple[Term, ...]]] = [
    ("a fact", True, op("==", X, num(1)), (op("==", X, num(1)),)),
    ("nothing known", False, op("==", X, num(1)), ()),
    ("all its values", True, op("<", X, num(SIZE)), ()),
    ("through another", True, op("==", X, num(1)), (op("==", X, Y), op("==", Y, num(1)))),
    ("three premises together", True, op("==", X, Z), (op("==", X, Y), op("==", Y, P), op("==", P, Z))),
    ("of too many values, the same", True, op("<", WIDE, num(50)), (op("<", WIDE, num(50)),)),
    ("of too many values, another", False, op("<", WIDE, num(60)), (op("<", WIDE, num(50)),)),
    ("less than itself", True, no(op("<", large(), large())), ()),
    ("unequal is not equal", True, no(op("==", WIDE, large())), (op("!=", WIDE, large()),)),
    ("not in is not in", True, no(op("in", WIDE, hand(X))), (op("not in", WIDE, hand(X)),)),
    ("one element", True, op("in", num(1), hand(X)), (op("in", num(1), hand(Y)), op("==", X, Y))),
    ("two elements", False, op("in", num(1), hand(X)), (op("in", num(1), hand(Y)),)),
    ("of another version", False, op("in", num(1), hand(X, 1)), (op("in", num(1), hand(X)),)),
    ("large elements", True, op("<", large(X), num(9)), (op("<", large(Y), num(9)), op("==", X, Y))),
    ("equal calls", True, op("==", call(X), num(1)), (op("==", call(Y), num(1)), op("==", X, Y))),
    ("calls of others", False, op("==", call(X), num(1)), (op("==", call(Y), num(1)),)),
    ("a call of a call", True, call(call(X), TRUTH), (call(call(Y), TRUTH), op("==", Y, X))),
    ("a fact named as a kind", True, named("value", P), (each("all", X, named("value", X)),)),
    ("of all", True, op("==", coins(X), num(1)), (each("all", P, op("==", coins(P), num(1))),)),
    (
        "of all where",
        False,
        op("==", coins(X), num(1)),
        (each("all", P, op("==", coins(P), num(1)), op("<", P, num(2))),),
    ),
    ("of some", True, each("some", P, op("in", P, hand(X))), (op("in", Y, hand(X)),)),
    ("a call in a loop", True, op("==", call(X), num(1)), (each("all", P, op("==", call(P), num(1))),)),
    ("bound and free", True, op("==", P, num(1)), (op("==", P, num(1)), each("some", P, op("==", P, num(2))))),
    ("bound is not free", False, op("==", P, num(2)), (each("some", P, op("==", P, num(2))),)),
    ("called bound and free", False, call(P, TRUTH), (each("some", P, call(P, TRUTH)),)),
    ("an image", True, op("in", X, each("set", P, op("round", P, num(1), SIZE))), ()),
    ("in a wide set by condition", True, call(WIDE, TRUTH), (op("in", WIDE, each("set", V, V, call(V, TRUTH))),)),
    ("not in a wide set", False, call(V, TRUTH), (op("not in", WIDE, each("set", V, V, call(V, TRUTH))),)),
    ("the wide set's own name", False, call(V, TRUTH), (op("in", V, each("set", V, V, each("some", V, V))),)),
    ("wide loops with other names", True, each("some", V, call(V, TRUTH)), (each("some", W, call(W, TRUTH)),)),
    (
        "wide loops with their names exchanged",
        False,
        each("some", V, each("all", W, op("<", V, W))),
        (each("some", W, each("all", V, op("<", V, W))),),
    ),
    ("neighbours", True, op("!=", X, op("round", X, num(1), SIZE)), ()),
    (
        "a set by condition",
        True,
        op("in", num(1), ("if", op("==", X, Y), ("set", num(1)), ("domain", 0))),
        (op("==", Y, X),),
    ),
    ("a difference", True, op("not in", X, op("-", ("domain", SIZE), ("set", X))), ()),
    ("none of an option", False, op("==", X, num(None)), ()),
    ("play never comes here", True, num(False), (op("<", X, num(0)),)),
    ("premises that have nothing to do with it", False, op("==", X, num(1)), CROWD),
    ("beside premises that have nothing to do with it", True, op("==", X, Y), (*CROWD, op("==", Y, X))),
    ("too much to try", False, op("==", X, num(8)), (*CROWD, op("==", X, APART[0]))),
    ("more than is open at a time", False, op("==", X, num(1)), LONG),
]


@pytest.mark.parametrize(("expected", "claim", "premises"), [one[1:] for one in CASES], ids=[one[0] for one in CASES])
def test_what_follows(expected: bool, claim: Term, premises: tuple[Term, ...]) -> None:
    assert valid(claim, premises) is expected


def test_no_question_takes_long() -> None:
    """The test uses a new decider, which has no cached answers."""
    decider = deciding.Decider()
    assert not decider.valid(op("==", X, num(8)), (*CROWD, op("==", X, APART[0])))
    assert deciding.MOST_STEPS <= decider.steps <= deciding.MOST_STEPS + 1
    assert decider.valid(op("==", X, Y), (*CROWD, op("==", Y, X)))
    assert decider.steps < 20


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "MOST_KEPT", 50)
    decider = deciding.Decider()
    for n in range(100):
        assert decider.valid(op("==", X, num(1)), (op("==", var(f"v{n}"), X), op("==", var(f"v{n}"), num(1))))
        assert len(decider.case) < 100


def test_terms_out_of_a_set_have_an_order() -> None:
    """Terms of the same form are ordered by where their variables occur in the other terms (`among`)."""
    alike = [("set", X), ("set", Y), ("set", Z)]
    terms = [*alike, ("set", num(1)), hand(X), hand(num(0), 4)]
    among = [op("==", Y, Z), op("==", X, Y)]
    for turned in (terms, terms[::-1], terms[2:] + terms[:2]):
        found = sort_terms(turned, among)
        assert [one for one in found if one in alike] == [("set", Y), ("set", Z), ("set", X)]
        assert found == sort_terms(terms, among)


def test_order_is_not_by_where_a_binder_is_in_memory() -> None:
    for number in (1, 99):
        range_ = ("opaque", "Quantified", ((number, ("domain", 2)), call(X), ()), SMALL)
        other = ("opaque", "Quantified", ((100 - number, ("domain", 3)), call(X), ()), SMALL)
        assert sort_terms([other, range_], []) == [range_, other]


# ------------------------------------------------------------------------------------------------------ random claims

TWO = NumberType(0, 1)
A, B, BOUND = var("a", TWO), var("b", TWO), var("bound", TWO)
ELEMENTS, HANDS = Kept("elements", TWO), Kept("hands", SetType(TWO))

indexes = st.sampled_from([A, B, BOUND, num(0), num(1), op("round", A, num(1), 2)])
numbers = indexes | indexes.map(lambda i: ("cell", ELEMENTS, (i,), 0))
sets = st.one_of(
    st.just(("domain", 2)),
    st.lists(numbers, max_size=2).map(lambda items: ("set", *items)),
    indexes.map(lambda i: ("cell", HANDS, (i,), 0)),
)
compared = st.tuples(st.just("op"), st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), numbers, numbers)
within = st.tuples(st.just("op"), st.sampled_from(["in", "not in"]), numbers, sets)
calls = indexes.map(lambda i: ("opaque", "call", (i,), TRUTH))


def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    whole = sets | st.one_of(
        st.tuples(st.just("where"), inner, sets),
        st.tuples(st.just("union"), sets, sets),
        st.tuples(st.just("if"), inner, sets, sets),
        st.tuples(st.just("op"), st.sampled_from(["+", "-", "&"]), sets, sets),
        st.tuples(st.just("each"), st.just("set"), st.just(BOUND), sets, inner, numbers),
    )
    return st.one_of(
        inner.map(no),
        st.tuples(st.just("op"), st.sampled_from(["and", "or"]), inner, inner),
        st.tuples(st.just("op"), st.sampled_from(["in", "not in"]), numbers, whole),
        st.tuples(st.just("if"), inner, inner, inner),
        st.tuples(st.just("each"), st.sampled_from(["some", "all"]), st.just(BOUND), sets, inner, inner),
    )


understood = st.recursive(compared | within, larger, max_leaves=4)
anything = st.recursive(compared | within | calls, larger, max_leaves=4)


@pytest.mark.parametrize("examples", every(2, [60, 2000]))
def test_what_is_found_to_follow_follows(examples: int) -> None:
    settings(deadline=None, max_examples=examples)(what_is_found_follows)()


@given(anything, st.lists(anything, max_size=3))
def what_is_found_follows(claim: Term, premises: list[Term]) -> None:
    assert follows(claim, tuple(premises)) or not valid(claim, tuple(premises))


@settings(deadline=None, max_examples=150)
@given(understood, st.lists(understood, max_size=3))
def test_what_follows_is_found(claim: Term, premises: list[Term]) -> None:
    """The decider finds every claim that follows from premises without contradiction, if it understands all terms."""
    found = follows(claim, tuple(premises))
    if found and not follows(num(False), tuple(premises)):
        assert valid(claim, tuple(premises))
