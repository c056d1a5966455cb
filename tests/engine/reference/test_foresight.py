"""Foresight keeps the values of calls, and foresees the same as without them."""

from __future__ import annotations

import pytest

from rulekit.engine.reference.foresight import ForesightEngine
from rulekit.play.game import GameState
from tests.shipped import game


@pytest.mark.parametrize("name", ["czar/english", "classics/nine-mens-morris", "tricks/whist"])
def test_kept_values_change_nothing(name: str) -> None:
    """Over a random game, with every second cell veiled: the states, the cells read and written, and the ends."""
    played = game(name)
    keeping, plain = ForesightEngine(played.machine), ForesightEngine(played.machine)
    plain._index.function_closures.clear()  # it compiles those of the reference engine
    state, decisions, ends = played.start(3), 0, set[bool]()
    while not state.over and decisions < 40:
        veiled = range(decisions % 2, len(state.raw.cells), 2)
        assert keeping.read_for_offer(state.raw) == plain.read_for_offer(state.raw)
        for option in state.legal()[:4]:
            for hidden in (veiled, ()):
                found = keeping.foresee(state.raw, option, hidden)
                assert found == plain.foresee(state.raw, option, hidden)
                ends.add(found.node is None)
        state, decisions = _next(state), decisions + 1
    assert ends == {True, False}, "some options are foreseen to their end, and some meet a veil"


def _next(state: GameState) -> GameState:
    option, drawn = state.random()
    return drawn.apply(option)
