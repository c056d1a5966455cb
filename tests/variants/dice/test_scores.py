"""All throws of five dice: how many there are of each form, what they pay, and how often a turn gives a Yahtzee."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from rulekit.engine.interface import State
from tests import shipped
from tests.variants.dice.plain_scores import EQUAL, SCORES, same


def faces(name: str, state: State) -> tuple[int, ...]:
    counts = shipped.game(name).layout.slots["rolled"]
    return tuple(face + 1 for face in range(6) for _ in range(state.cells[counts.offset + face]))


@cache
def first_throws(name: str) -> dict[State, int]:
    """Return every first throw, with the number of ways in which chance gives it."""
    game = shipped.game(name)
    waiting, found = Counter({game.engine.start(1): 1}), Counter[State]()
    while waiting:
        after = Counter[State]()
        for state, ways in waiting.items():
            if game.resolver.chances(state):
                for face, weight in game.engine.outcomes(state):
                    after[game.engine.chance(state, face)] += ways * weight
            else:
                found[state] += ways
        waiting = after
    return dict(found)


@pytest.mark.parametrize("name", SCORES)
def test_throws_have_their_published_frequencies(name: str) -> None:
    found = Counter[tuple[int, ...]]()
    for state, ways in first_throws(name).items():
        found[tuple(same(faces(name, state)))] += ways
    assert found == EQUAL


@pytest.mark.parametrize("name", SCORES)
def test_every_throw_pays_what_the_rules_say(name: str) -> None:
    game = shipped.game(name)
    rows = [label.split(": ")[1].rstrip(")") for label in game.start().apply("done").labels()]
    assert set(rows) == set(SCORES[name])
    for state in first_throws(name):
        dice = faces(name, state)
        paid = {row: game.engine.call(state, "fact worth", (0, at)) for at, row in enumerate(rows)}
        assert paid == {row: score(dice) for row, score in SCORES[name].items()}, dice


def chance_by_chain() -> Fraction:
    """Return the chance of five alike in three throws for a player who keeps the most common number: a chain of states,
    as in "Yahtzee Probability" (DataGenetics, January 2012)."""
    reached = {0: Fraction(1)}
    for _ in range(3):
        after = dict.fromkeys(range(6), Fraction(0))
        for kept, likely in reached.items():
            for dice in product(range(6), repeat=5 - kept):
                most = Counter((0,) * kept + dice).most_common(1)[0][1]
                after[most] += likely / 6 ** (5 - kept)
        reached = after
    return reached[5]


@pytest.mark.soak
def test_nobody_throws_a_yahtzee_more_often_than_the_chain_says() -> None:
    """Exhausted: the best way of throwing again, over all positions of a turn."""
    engine, resolver = shipped.game("dice/yahtzee").engine, shipped.game("dice/yahtzee").resolver

    @cache
    def best(state: State) -> Fraction:
        if resolver.chances(state):
            outcomes = engine.outcomes(state)
            return sum((weight * best(engine.chance(state, at)) for at, weight in outcomes), Fraction(0)) / sum(
                weight for _, weight in outcomes
            )
        if resolver.clause(state) == "procedure write_down":
            return Fraction(len(set(faces("dice/yahtzee", state))) == 1)
        return max(best(engine.apply(state, option)) for option in engine.options(state))

    assert best(engine.start(1)) == chance_by_chain() == Fraction(347_897, 7_558_272)
