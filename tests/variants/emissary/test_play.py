"""Random games of Emissary Crisis: a small part of the soak (`soak.py`), and errors that it must notice.

Games with the fewest players, with five and with the most run their first steps on both engines. The soak itself plays
thousands of games and counts how often each ability is used, which takes minutes.
"""

from __future__ import annotations

import pytest

from tests.shipped import every

from .abilities import uses
from .played import asked_games, both_engines, differing_games, module_games
from .soak import PLAYERS, rarely, soak, table

GAMES = 20
STEPS = 60
FIVE = 5
MISTAKEN = """
rule last_words when eliminated(p, killer) by q where q == p:
  may speak:
    nothing

rule losing when deleted(c):
  remove c from discard
"""
"""A layer that asks an eliminated player, and loses a card."""


@pytest.mark.soak
def test_games_end_and_keep_what_the_rulebook_promises() -> None:
    found = module_games(FIVE, 1, 0, GAMES, soon=True)
    assert found.games == GAMES and found.wrong == ()


def test_nobody_who_is_eliminated_is_asked() -> None:
    assert asked_games(FIVE, 1, 5, soon=True).wrong == ()


def test_what_is_wrong_is_noticed() -> None:
    assert any(
        "who is eliminated, is asked" in text for text in asked_games(3, 1, 20, MISTAKEN, name="base", soon=True).wrong
    )
    (wrong,) = module_games(3, 1, 0, GAMES, MISTAKEN, name="base", soon=True).wrong
    assert "cards_conserved does not hold" in wrong


@pytest.mark.parametrize("players", every(3, (PLAYERS[0], FIVE, PLAYERS[-1])))
def test_both_engines_go_the_same_steps(players: int) -> None:
    found = both_engines(players, players, STEPS)
    assert found.steps == STEPS and found.wrong == ()


@pytest.mark.soak
def test_every_ability_is_used() -> None:
    """Takes minutes."""
    plain, chased = soak(1, 200, [*PLAYERS], 10)
    assert not plain.wrong and not chased.wrong
    assert rarely(plain.counts + chased.counts, 10) == []
    assert len([*table(plain.counts, chased.counts)]) > len(uses())


@pytest.mark.soak
def test_only_an_exception_that_play_asks_for_makes_a_difference() -> None:
    """The count of Alias's discarded identities is used only by an invariant, so its exception changes no game."""
    for role, clause, makes in (("nightmare", "modulation", True), ("alias", "discarded_ones", False)):
        found = differing_games(FIVE, 1, role, f"exception {clause}", 1, 1_000)
        assert found.wrong == () and bool(found.counts[f"exception {clause}"]) is makes
