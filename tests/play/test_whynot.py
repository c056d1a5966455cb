"""Every option that is not offered has a reason, and the explanation names it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.machine.lower import lower_sources
from rulekit.play.loaded_book import load
from rulekit.testing import positions
from tests import shipped

from .whynot_laws import hold_here

GAMES = (
    "chess/standard classics/nine-mens-morris mancala/kalah tricks/whist classics/leduc-poker connection/hex "
    "czar/english czar/dutch-revised"
)


@pytest.mark.parametrize("name", GAMES.split())
@settings(max_examples=8)
@given(data=st.data())
def test_each_missing_option_of_a_shipped_game_has_its_reason(name: str, data: st.DataObject) -> None:
    game = shipped.game(name)
    state = data.draw(positions(game, most=20))
    if not state.over:
        hold_here(game.explainer, game.resolver, state.raw, random.Random(name))


@pytest.mark.parametrize("name", GAMES.split())
def test_sources_speak_of_the_very_machine(name: str) -> None:
    """Lowering again with sources gives the same machine, and every test in it has a source."""
    game = load(name).configure()
    found = lower_sources(game.model)
    assert found.machine.nodes == game.machine.nodes and found.machine.functions == game.machine.functions
    assert found.machine.faults == game.machine.faults and found.machine.cells == game.machine.cells
