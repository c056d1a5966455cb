"""Two sessions that differ only in what a player may not know give that player equal values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from rulekit.play.game import ConfiguredGame, GameState
from rulekit.play.game_record import Past
from rulekit.play.game_steps import has_secrets
from rulekit.session import Session
from tests.shipped import GAMES, game

SECRET = (
    *("classics/kuhn-poker", "classics/leduc-poker", "classics/rock-paper-scissors", "classics/rummy"),
    *("tricks/whist", "czar/english"),
)
WHOLE = [name for name in GAMES if not name.startswith("carcassonne/")]
"""The games of the long test. In carcassonne, hidden things stay hidden from everybody until all see them."""
FOLLOWED, MOST_STEPS, FORETOLD = 12, 160, 4


def stepped(state: GameState, number: int) -> GameState:
    """Return the game after an option or a chance outcome, which may differ from the one that the seed gives."""
    resolver = state.game.resolver
    return GameState(state.game, resolver.go(state.raw, number), Past(resolver, state.past, state.raw, number))


def walk(start: GameState, rng: random.Random) -> Iterator[GameState]:
    """Yield the states of a random game, in which the outcomes of chance are random too."""
    state = start
    while not state.game.resolver.is_over(state.raw):
        yield state
        state = stepped(state, rng.choice(state.game.resolver.numbers(state.raw)))


def pairs(found: ConfiguredGame, seed: int) -> Iterator[tuple[GameState, GameState, int]]:
    """Yield pairs of states at a decision that a player cannot distinguish, with that player."""
    rng = random.Random(seed)
    begun = GameState(found, found.engine.start(seed), None)
    for state in list(islice(walk(begun, rng), MOST_STEPS)):
        resolver = found.resolver
        numbers = resolver.numbers(state.raw)
        if len(numbers) < 2 or rng.random() < 0.5:
            continue
        one, other = (stepped(state, number) for number in rng.sample(numbers, 2))
        for _ in range(FOLLOWED):
            if resolver.is_over(one.raw) or resolver.is_over(other.raw):
                break
            if resolver.decides(one.raw) and resolver.decides(other.raw) and one.player == other.player:
                alike = [p for p in range(found.players) if one.information_state(p) == other.information_state(p)]
                if not alike:
                    break
                yield from ((one, other, p) for p in alike)
            texts = resolver.texts(one.raw)
            common = [text for text in texts if text in resolver.texts(other.raw)]
            if not common:
                break
            text = rng.choice(common)
            one, other = (stepped(s, resolver.numbers(s.raw)[resolver.texts(s.raw).index(text)]) for s in (one, other))


@pytest.mark.parametrize(
    ("name", "most"),
    [*((name, 4) for name in SECRET), *(pytest.param(name, 40, marks=pytest.mark.soak) for name in WHOLE)],
)
def test_what_a_seat_may_not_know_changes_nothing_that_it_gets(name: str, most: int) -> None:
    """Sampled: at most so many pairs of sessions of each game."""
    if not has_secrets(game(name).machine):
        pytest.skip("nothing is hidden")
    compared = 0
    for seed in range(4):
        for one, other, seat in pairs(game(name), seed):
            first, second = Session.of(one), Session.of(other)
            assert first.position(seat) == second.position(seat)
            assert first.history(seat) == second.history(seat)
            if one.player == seat:
                assert first.closed_actions() == second.closed_actions()
                assert first.rules() == second.rules()
                few = [group.offers[:FORETOLD] for group in first.position().groups]
                assert [first.forecasts(offers) for offers in few] == [second.forecasts(offers) for offers in few]
                asked = [str(offer) for offer in first.offers[:2]] + ["1", "take", "no such thing"]
                assert [first.why(text) for text in asked] == [second.why(text) for text in asked]
            compared += 1
            if compared == most:
                return
    assert compared > 1


@pytest.mark.parametrize("name", ["go/japanese", "go/tromp-taylor", "draughts/czech", "draughts/russian"])
def test_a_board_that_all_see_has_no_secrets(name: str) -> None:
    """Their choices depend on `after` and `times seen`, which read what all see."""
    assert not has_secrets(game(name).machine)
