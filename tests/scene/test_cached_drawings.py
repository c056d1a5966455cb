"""Drawings that are cached by what they show are those that would be drawn now."""

from __future__ import annotations

import pytest

from rulekit.play.game import GameState
from rulekit.scene import ONLOOKER, Artist, svg
from rulekit.scene.contents import DrawnContents
from tests.shipped import every, game

FEW = 5  # states of a game, each of which a new artist draws, too


def differences(name: str, players: int) -> int:
    """Return how many pictures of a random game differ between an artist who has drawn it so far and a new one."""
    played = game(name, players)
    artist, state, before, found = Artist.of(played.model, played.engine), played.start(3), None, 0
    states = list(state.random_moves(60))
    for state in states[:: max(1, len(states) // FEW)]:
        for viewer in (0, ONLOOKER):
            found += picture(artist, state, before, viewer) != picture(
                Artist.of(played.model, played.engine), state, before, viewer
            )
        before = state
    return found


def picture(artist: Artist, state: GameState, before: GameState | None, viewer: int) -> str:
    marks = () if before is None else artist.marks_between(before.raw, state.raw, viewer)
    return svg(artist.state(state.raw, viewer, marks))


@pytest.mark.parametrize(
    "name, players", every(2, [("czar/english", 3), ("carcassonne/messages-c2", 3), ("classics/nine-mens-morris", 2)])
)
def test_cached_drawings_are_those_of_a_new_artist(name: str, players: int) -> None:
    assert differences(name, players) == 0


@pytest.mark.parametrize(
    "kind, name", every(2, [("box", "czar/english"), ("site", "carcassonne/messages-c2"), ("tray", "czar/english")])
)
def test_a_cache_that_forgets_what_it_depends_on_is_found(
    monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    recall = DrawnContents.recall
    monkeypatch.setattr(
        DrawnContents, "recall", lambda self, key, draw: recall(self, key[:3] if key[0] == kind else key, draw)
    )
    assert differences(name, 3)
