"""Every position of every shipped game has a picture that is complete, well-formed, reproducible and within its
frame."""

import pytest

from rulekit.scene import ONLOOKER, Artist, svg
from tests.shipped import EACH_GAME, game

from .games import after, artist, keys, xml

each_game = pytest.mark.parametrize("name", EACH_GAME)


@each_game
def test_a_picture_of_each_game(name):
    for moves in (0, 7, 25):
        raw = after(name, moves)
        for viewer in (None, ONLOOKER, 0):
            scene = artist(name).state(raw, viewer)
            root = xml(scene)
            assert root.tag.endswith("svg") and root.get("role") == "img"
            assert next(child.tag.split("}")[1] for child in root) == "title"
            assert 100 < scene.width <= 760 and scene.height > 30


@each_game
def test_it_is_the_same_each_time(name):
    raw = after(name, 9)
    assert svg(artist(name).state(raw)) == svg(artist(name).state(raw))


@each_game
def test_what_was_drawn_before_changes_nothing(name):
    """Parts of pictures are cached between states and between viewers, without an effect on later pictures."""
    found = game(name)
    used = Artist.of(found.model, found.engine)
    for moves, viewer in ((14, None), (14, 0), (3, 0), (3, None)):
        raw = after(name, moves)
        assert svg(used.state(raw, viewer)) == svg(Artist.of(found.model, found.engine).state(raw, viewer))


@each_game
def test_each_site_is_drawn_once_and_in_the_box(name):
    raw = after(name, 12)
    scene = artist(name).state(raw)
    found = keys(scene)
    assert len({key for key, *_ in found}) == len(found)
    for _, x, y, scale, group in found:
        half, high = (scale * reach for reach in group.reach)
        assert half - 0.5 <= x <= scene.width - half + 0.5
        assert high - 0.5 <= y <= scene.height - high + 0.5
    drawn = {key for key, *_ in found}
    plan = artist(name).plan
    for domain in (*plan.grounds, *(artist(name).looks.domains[n] for n in plan.nested)):
        if domain.board is None or domain.board.capacity is None:
            assert {f"{domain.name} {label}" for label in domain.labels} <= drawn


@each_game
def test_no_scripts_and_no_other_host(name):
    text = svg(artist(name).state(after(name, 5)))
    assert "<script" not in text and "onload" not in text
    assert text.replace("http://www.w3.org/2000/svg", "").count("http") == 0
    assert "url(" not in text.replace("url(#", "")


@each_game
def test_ids_are_those_of_this_picture(name):
    root = xml(artist(name).state(after(name, 5)))
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(set(ids)) == len(ids)
    for node in root.iter():
        if node.tag.endswith("use"):
            assert node.get("href").removeprefix("#") in ids


@each_game
def test_places_and_kept_values_are_all_drawn(name):
    """Everything in a rulebook is drawn unless its look says otherwise."""
    drawn = {holder.name for holder in artist(name).plan.holders}
    told = {c.name for c in game(name).machine.cells if c.role in ("place", "keep")}
    assert told - drawn == told & artist(name).looks.names_not_drawn
