"""Trays are side by side where they fit, at least as wide as their contents, and on games without a board not wider."""

import pytest

from rulekit.scene import PictureCut
from rulekit.scene.scene import groups

from .games import after, artist, keys


def level(name, players, moves=12):
    """Return the heights of the players' names, by row of trays."""
    scene = artist(name, players).state(after(name, moves, players=players))
    return [round(y) for key, _, y, _, _ in keys(scene) if key.startswith("Player ")]


@pytest.mark.parametrize("players", [2, 3])
def test_trays_that_fit_stand_in_one_row(players):
    assert len(set(level("czar/english", players))) == 1


def test_others_stand_in_rows_of_about_as_many():
    assert len(set(level("czar/english", 4))) == 2
    rows = level("czar/english", 5)
    assert max(rows.count(row) for row in rows) - min(rows.count(row) for row in rows) <= 1


def test_hands_are_not_made_smaller_to_fit():
    rows = level("tricks/whist", 4, 0)
    assert [rows.count(row) for row in sorted(set(rows))] == [2, 2]


@pytest.mark.parametrize("name", ["classics/pig", "classics/kuhn-poker", "classics/leduc-poker"])
def test_small_trays_make_a_small_picture_in_every_position(name):
    wide = {artist(name).state(after(name, moves, seed=moves + 1)).width for moves in (0, 2, 6)}
    assert wide == {350}


def test_what_is_told_of_a_value_is_whole():
    """All castlings that are still possible are listed."""
    scene = artist("chess/standard").state(after("chess/standard", 0))
    (entry,) = [group for key, *_, group in keys(scene) if key.startswith("keep") and "king" in group.sign]
    words = [shape.text for inner in groups((entry,)) for shape in inner.shapes if hasattr(shape, "text")]
    assert " ".join(words).count("side") == 4 and not any("…" in word for word in words)


@pytest.mark.parametrize(("name", "viewer"), [("tricks/bridge", -1), ("tricks/bridge", 0), ("tricks/oh-hell", 0)])
def test_partners_of_four_sit_opposite_each_other(name, viewer):
    picture = artist(name, 4).state(after(name, 6, players=4), viewer, cut=PictureCut(memory=False))
    north, east, south, west = (place(picture, f"tray Player {seat}") for seat in ("north", "east", "south", "west"))
    assert north[1] < min(east[1], west[1]) <= max(east[1], west[1]) < south[1]
    assert west[0] < min(north[0], south[0]) <= max(north[0], south[0]) < east[0]


def test_two_players_sit_at_both_ends_of_a_board_as_their_look_says():
    """The store of South, who sows to the right, is at the right; in congkak sowing goes to the left."""
    for name, right in (("mancala/kalah", True), ("mancala/congkak", False), ("mancala/toguz-korgool", True)):
        picture = artist(name).state(after(name, 5))
        assert (place(picture, "Player south") > place(picture, "Player north")) == right
    picture = artist("mancala/kalah").state(after("mancala/kalah", 0))
    board = place(picture, "Pit a1")
    assert place(picture, "tray Player north") < board < place(picture, "tray Player south")


def place(picture, wanted):
    return next((x, y) for key, x, y, *_ in keys(picture) if key == wanted)
