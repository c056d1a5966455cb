"""Poker games as game trees: histories, information sets of the players, and the value of Kuhn poker."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from attrs import frozen

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import State
from rulekit.machine.program import PAYOFF
from rulekit.pipeline import EngineName, make_engine
from rulekit.play.game_steps import LabelResolver
from rulekit.play.knowledge import exchange_outcomes
from tests.play.histories import group_histories
from tests.shipped import every
from tests.variants.classics.family import game
from tests.variants.classics.published import POKERS, Poker

Asked = tuple[int, str]
"""The card of the player, and what was said before."""

Decided = tuple[tuple[int, Asked, str], ...]

Strategy = dict[Asked, Fraction]
"""The probability of a bet or a call in each information set."""


@pytest.mark.parametrize("poker", POKERS, ids=lambda p: p.name)
def test_information_sets(poker: Poker) -> None:
    groups = group_histories(game(poker.name, poker.players).machine)
    assert groups.leaks == ()
    assert groups.histories == poker.histories
    assert groups.information_states == (poker.sets,) * poker.players


def test_three_at_kuhn_poker() -> None:
    """There are four cards, and for each own card four things may have been said before: an information set for each
    pair."""
    groups = group_histories(game("kuhn-poker", 3).machine)
    assert groups.leaks == ()
    assert groups.information_states == (16, 16, 16)


@pytest.mark.parametrize("poker", POKERS, ids=lambda p: p.name)
def test_ends(poker: Poker) -> None:
    engine = game(poker.name, poker.players).engine
    resolver = LabelResolver.of(engine)
    seen = ends = 0
    waiting = [engine.start(1)]
    while waiting:
        state = waiting.pop()
        seen += 1
        if resolver.is_over(state):
            ends += 1
        else:
            waiting.extend(resolver.go(state, number) for number in resolver.numbers(state))
    assert (seen, ends) == (poker.histories, poker.ends)


@pytest.mark.parametrize("name, players, games", every(2, [("kuhn-poker", 3, 250), ("leduc-poker", 2, 600)]))
def test_nothing_that_was_not_seen_changes_what_is_on_offer(name: str, players: int, games: int) -> None:
    exchanges = exchange_outcomes(game(name, players).machine, games, seed=1)
    assert exchanges.leaks == ()
    assert exchanges.enough


def test_the_hands_of_whist_stay_hidden() -> None:
    """Sampled: the next card reveals most exchanges in a whole pack."""
    exchanges = exchange_outcomes(game("tricks/whist").machine, games=2, seed=1)
    assert exchanges.leaks == ()
    assert exchanges.kept


def test_who_throws_second_has_not_seen_the_first_hand() -> None:
    groups = group_histories(game("rock-paper-scissors", equal_hands="no_point").machine)
    assert groups.leaks == ()
    assert groups.histories == 1 + 3 + 9
    assert groups.information_states == (1, 1)


# ------------------------------------------------------------------------------------------- what Kuhn poker is worth


@frozen
class Leaf:
    """A final history: the probability of the deal, the decisions with the cards held, and the payoff of the first
    player."""

    chance: Fraction
    decided: Decided
    paid: int


@cache
def leaves(kind: EngineName) -> tuple[Leaf, ...]:
    """Return all final histories of Kuhn poker, as an engine plays it."""
    machine = game("kuhn-poker", 2).machine
    engine = make_engine(game("kuhn-poker", 2).machine, kind)
    resolver, paid = LabelResolver.of(engine), CellLayout.of(machine).slots[PAYOFF].offset
    found: list[Leaf] = []

    def walk(state: State, chance: Fraction, cards: tuple[int, ...], said: str, decided: Decided) -> None:
        if resolver.is_over(state):
            found.append(Leaf(chance, decided, state.cells[paid]))
        elif resolver.chances(state):
            outcomes = engine.outcomes(state)
            whole = sum(weight for _, weight in outcomes)
            for card, weight in outcomes:
                walk(engine.chance(state, card), chance * Fraction(weight, whole), (*cards, card), said, decided)
        else:
            who = engine.who(state)
            for option, what in zip(resolver.numbers(state), resolver.texts(state), strict=True):
                made = (who, (cards[who], said), what)
                walk(engine.apply(state, option), chance, cards, f"{said} {what}".strip(), (*decided, made))

    walk(engine.start(1), Fraction(1), (), "", ())
    return tuple(found)


def value(kind: EngineName, first: Strategy, second: Strategy) -> Fraction:
    """Return the expected payoff of the first player."""
    total = Fraction(0)
    for leaf in leaves(kind):
        likely = leaf.chance
        for who, asked, what in leaf.decided:
            bold = (first, second)[who][asked]
            likely *= bold if what in ("bet", "call") else 1 - bold
        total += likely * leaf.paid
    return total


def opening(bluff: Fraction) -> Strategy:
    """Return Kuhn's solution for the first player, who bluffs with the lowest card with a probability of at most
    1/3."""
    third = Fraction(1, 3)
    bet, called = (bluff, Fraction(0), 3 * bluff), (Fraction(0), bluff + third, Fraction(1))
    return {(card, said): rate[card] for said, rate in (("", bet), ("check bet", called)) for card in range(3)}


def answering() -> Strategy:
    """Return Kuhn's solution for the second player."""
    third = Fraction(1, 3)
    rates = {"check": (third, Fraction(0), Fraction(1)), "bet": (Fraction(0), third, Fraction(1))}
    return {(card, said): rates[said][card] for said in rates for card in range(3)}


def every_plan(like: Strategy) -> Iterator[Strategy]:
    """Yield every strategy without randomness for the same information sets."""
    for bold in product((Fraction(0), Fraction(1)), repeat=len(like)):
        yield dict(zip(like, bold, strict=True))


@pytest.mark.parametrize("kind", ["reference", "wasm"])
@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_poker_is_worth_an_eighteenth_to_the_second_player(kind: EngineName, bluff: Fraction) -> None:
    assert value(kind, opening(bluff), answering()) == Fraction(-1, 18)


@pytest.mark.parametrize("kind", ["reference", "wasm"])
def test_no_plan_does_better_than_the_solution(kind: EngineName) -> None:
    first, second = opening(Fraction(1, 5)), answering()
    assert max(value(kind, plan, second) for plan in every_plan(first)) == Fraction(-1, 18)
    assert min(value(kind, first, plan) for plan in every_plan(second)) == Fraction(-1, 18)
