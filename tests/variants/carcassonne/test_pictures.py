"""Every tile is drawn from the table of its segments, and a game shows its landscape with the followers on it."""

from __future__ import annotations

import re

import pytest

from rulekit.play.loaded_book import load
from rulekit.render.games import Games
from rulekit.scene import PictureMark
from rulekit.scene.part_figures import WALL
from rulekit.scene.scene import Path, Scene, groups, groups_with_places
from tests import shipped

GAME = "carcassonne/base"


def _paths(scene: Scene) -> list[Path]:
    return [shape for group in groups(scene.shapes) for shape in group.shapes if isinstance(shape, Path)]


def test_every_tile_has_what_its_segments_are() -> None:
    artist = shipped.game(GAME).artist
    kinds, rows = artist.looks.domains["Kind"], artist.looks.domains["Segment"]
    of, land = (rows.attribute(name).values for name in ("kind", "land"))
    lands = artist.looks.domains["Land"].labels
    for kind in range(len(kinds)):
        drawn = _paths(artist.element("Kind", kind))
        here = [lands[land[at]] for at in range(len(rows)) if of[at] == kind]
        colour = {name: artist.looks.style(artist.looks.domains["Land"], lands.index(name)).colour for name in lands}
        assert [path.stroke for path in drawn].count(colour["road"]) == here.count("road")
        assert [path.fill for path in drawn if path.data.endswith("Z")].count(colour["city"]) == here.count("city")
        assert sum(path.fill == colour["monastery"] for path in drawn) == here.count("monastery")


@pytest.fixture(scope="module")
def crowded() -> tuple[object, Scene]:
    """Return a game of four players near its end, before followers come home."""
    *_, state = shipped.game(GAME, 4).start(3).random_moves(110)
    return state, state.picture(None)


def test_a_whole_game_lies_edge_to_edge(crowded) -> None:
    state, scene = crowded
    tiles = [group for group in groups(scene.shapes) if group.role == "token" and " tile" in group.title]
    assert len(tiles) == state.value("laid") > 40
    assert {group.turn for group in tiles} == {0, 90, 180, 270}
    assert not [group.key for group in groups(scene.shapes) if re.match("Part .* empty", group.title)]


def test_followers_stand_on_their_segments(crowded) -> None:
    state, scene = crowded
    parts = state.game.artist.looks.domains["Part"]
    standing = {f"Part {parts.labels[at]}" for at in range(len(parts)) if state.value("follower", at)}
    where = {group.key: (group, x, y) for group, x, y, _ in groups_with_places(scene.shapes) if group.key}
    assert len(standing) > 8 and {key for key in where if key.startswith("Part")} == standing
    spots = state.game.artist.looks.domains["Spot"]
    for key in standing:
        n = parts.attribute("n").values[parts.labels.index(key.removeprefix("Part "))]
        _, x, y = where[key]
        _, spot_x, spot_y = where[f"Spot {spots.labels[state.value('site', n - 1)]}"]
        assert abs(x - spot_x) < 20 and abs(y - spot_y) < 20
        assert re.match("[A-X] (road|city|field|monastery)( [1-4])?: p[1-4] follower", where[key][0].title)


def test_the_picture_of_an_example_outlines_what_its_last_expectation_counts() -> None:
    """The finished road and the city, each on three tiles; not the other roads, the monastery and the fields."""
    played = Games(load(GAME)).example("road_and_city_shown")
    assert played is not None
    game, state, name = played.game, played.stages[-1].after, played.stages[-1].line.name
    assert state is not None
    parts = {part for domain, members in game.explainer.sets(state, name) for part in members if domain == "Part"}
    assert len(parts) == 6
    labels = game.artist.looks.domains["Part"].labels
    marks = [PictureMark("outline", f"Part {labels[at]}") for at in parts]
    drawn, plain = (_paths(game.artist.state(state, None, shown)) for shown in (marks, ()))
    edges = [path for path in drawn if path.stroke == "mark"]
    assert len(edges) == 6 and not [path for path in plain if path.stroke == "mark"]
    assert all(path.width > WALL for path in edges) and len(drawn) == len(plain)
