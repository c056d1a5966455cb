"""A sample of the mutants; the whole table is made by hand (`python -m tests.mutation`)."""

from __future__ import annotations

from itertools import islice

import pytest

from rulekit.machine.lower import lower
from tests.shipped import every

from .bases import Base, bases
from .exhausting import exhaust
from .mutants import OPERATORS, Edit, Mutant
from .smaller import SMALLER
from .table import order
from .verdicts import Verdict, judge, played, small

PARTS, EACH = 8, 5


@pytest.fixture(scope="module")
def ordered() -> list[Mutant]:
    return order(bases(generated=False), "sample")


def base(name: str) -> Base:
    return next(b for b in bases(generated=False) if b.name == name)


def replaced(name: str, was: str, becomes: str) -> Mutant:
    at = base(name).text.index(was)
    return Mutant(base(name), "by hand", Edit(at, at + len(was), becomes))


@pytest.mark.parametrize("part", every(4, range(PARTS)))
def test_none_of_a_sample_is_missed(ordered: list[Mutant], part: int) -> None:
    """Judges the first mutants that are rulebooks; each part takes its own, so that parts may run in parallel."""
    judged = ((mutant, judge(mutant, games=10).kind) for mutant in ordered[part::PARTS])
    fit = list(islice(((mutant, kind) for mutant, kind in judged if kind != "unfit"), EACH))
    assert len(fit) == EACH and not [str(mutant) for mutant, kind in fit if kind == "missed"]


def test_there_is_an_operator_for_each_head(ordered: list[Mutant]) -> None:
    assert {mutant.operator for mutant in ordered} == set(OPERATORS)


@pytest.mark.parametrize("name", SMALLER)
def test_what_is_made_smaller_stands_in_its_base(name: str) -> None:
    assert all(was in base(name).text for was, _ in SMALLER[name])
    assert small(base(name)).players  # raises an error if the smaller book is none


def test_a_deck_that_all_see_while_it_matters_hides_nothing() -> None:
    """Those who see the deck know what is in it, and all see each card that leaves it: nothing can be exchanged."""
    who = "seen by {x in Player where (some c in deck: c.suit == hearts)}"
    mutant = replaced("leduc-poker", "heap of Card, hidden", f"heap of Card, {who}")
    assert judge(mutant) == Verdict("exhausted", "0 pairs")


LEAK = ("where p not in done:\n    partner[p] = p", "where some t in held[p]: t.worth == 2:\n    done += {p}")


def test_a_planted_leak_is_told_by_the_check_by_playing_and_by_exhausting() -> None:
    mutant = replaced("sealed", *LEAK)
    assert judge(mutant).kind == "check"
    assert played(mutant).kind == "test"
    loaded = mutant.base.with_text(mutant.text)
    assert loaded is not None
    model, _ = mutant.base.check(loaded, knowledge=False)
    assert model is not None and exhaust(lower(model))[1]


def test_what_leaks_nothing_is_exhausted_or_the_same() -> None:
    assert (
        judge(
            replaced("sealed", "held[p in Player]: heap of Token, seen by p", "held[Player]: heap of Token, hidden")
        ).kind
        == "check"
    )
    assert judge(replaced("sealed", "return lesser(found, 4)", "return lesser(found, 3)")).kind == "exhausted"
    assert judge(replaced("sealed", '"Do nothing"', '"Nothing is done"')).kind == "same"
    assert judge(replaced("sealed", "seen by p", "seen by q")).kind == "unfit"


def test_the_bases_leak_nothing() -> None:
    for name in ("bidding", "sealed", "roles"):
        assert not exhaust(small(base(name)))[1], name
