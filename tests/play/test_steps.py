"""`GameState`: refused options and their messages, history texts that are computed later, and making a cursor."""

from __future__ import annotations

import random

import pytest

import rulekit
from rulekit.diagnostics import RulekitError
from rulekit.play.game import GameState
from rulekit.play.game_record import record_text

ENGINES = pytest.mark.parametrize("engine", ["wasm", "reference"])
GAMES = pytest.mark.parametrize("name", ["classics/tic-tac-toe", "classics/kuhn-poker", "classics/pig"])


def played(state: GameState, seed: int, look: bool) -> list[GameState]:
    """Return the states of a random game of at most 40 decisions. With `look`, the history is read at each of them."""
    source, found = random.Random(seed), [state]
    while not state.over and len(found) < 40:
        state = state.apply(source.choice(state.legal()))
        found.append(state)
        if look:
            state.history()
    return found


@ENGINES
@GAMES
def test_words_found_late_are_those_found_at_once(name, engine):
    """The history is the same whether it is read at each step or only at the end, and on both engines."""
    game = rulekit.load(name).configure(engine=engine)
    late, now = (played(game.start(seed=4, number=2), 3, look) for look in (False, True))
    assert late[-1].history() == now[-1].history()
    for a, b in zip(late, now, strict=True):
        assert a.history() == b.history() == late[-1].history()[: len(a.history())]
    other = rulekit.load(name).configure(engine="reference")
    assert record_text(played(other.start(seed=4, number=2), 3, True)[-1].history()) == record_text(late[-1].history())


def test_a_history_says_who_did_what_and_what_came():
    state = rulekit.load("classics/kuhn-poker").configure().start(seed=1)
    dealt = [entry.seat for entry in state.history()]
    assert dealt == [None, None] and all(entry.hidden for entry in state.history())
    seat, label = state.seat, state.labels()[0]
    after = state.apply(label)
    entry = after.history()[2]
    assert (entry.seat, entry.label, entry.hidden) == (seat, label, False)
    assert len(state.history()) == 2


@ENGINES
def test_what_is_not_offered_is_refused_in_words(engine):
    state = rulekit.load("classics/tic-tac-toe").configure(engine=engine).start()
    for number in (-1, 9, 1 << 40):
        with pytest.raises(RulekitError, match=f"there is no option {number} here"):
            state.apply(number)
    taken = state.apply(4)
    with pytest.raises(RulekitError, match="there is no option 4 here"):
        taken.apply(4)
    end = played(state, 1, False)[-1]
    with pytest.raises(RulekitError, match="the game is over"):
        end.apply(0)


@ENGINES
@GAMES
def test_a_cursor_goes_on_from_a_state_as_the_state_does(name, engine):
    game = rulekit.load(name).configure(engine=engine)
    states = played(game.start(seed=7), 5, False)
    cursor = states[0].cursor()
    source = random.Random(5)
    for state in states[1:]:
        cursor.apply(source.choice(cursor.legal()))
        assert cursor.save() == state.raw
        assert cursor.over == state.over and cursor.payoffs == state.payoffs
    for state in reversed(states[:-1]):
        cursor.undo()
        assert (cursor.save(), cursor.legal(), cursor.player) == (state.raw, state.legal(), state.player)
