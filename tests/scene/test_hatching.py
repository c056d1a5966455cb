"""People who cannot see hues can distinguish the colours of players."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from attrs import evolve

from rulekit.scene import svg
from rulekit.scene.hatching import PATHS, hatches
from rulekit.scene.scene import SEATS, Disc, Scene
from rulekit.scene.sprites import Sprite, token
from tests.scene.games import artist
from tests.shipped import game


def test_heralds_lines_go_with_their_hues() -> None:
    found = hatches(["#c8372d", "#2f6db5", "#ecc12f", "#2f8f4e", "#7d4ba0"])
    assert list(found.values()) == ["upright", "level", "dotted", "falling", "rising"]


def test_no_two_colours_have_the_same_lines() -> None:
    found = hatches(SEATS[: len(PATHS)])
    assert len(set(found.values())) == len(PATHS)
    assert len(set(hatches(["#2f6db5", "#2f6db6", "#2f6db7", "indigo", "navy"]).values())) == 5


def test_light_and_dark_need_no_lines() -> None:
    assert hatches(["white", "black"]) == {} == hatches(["red", "yellow"])
    assert list(hatches(["white", "black", "red"])) == ["#c8372d"]


def test_pieces_and_their_player_have_the_lines_in_pictures() -> None:
    text = svg(
        artist("connection/hex").state(game("connection/hex").start().apply("place_stone(cell: a1)").raw), "here"
    )
    fills = {node.get("fill") for node in ElementTree.fromstring(text).iter()}
    assert {"url(#here-upright-w-1)", "url(#here-level-w-1)"} <= fills
    assert text.count('id="here-upright-w-1"') == 1 and "url(#@" not in text


def test_a_sign_that_stands_for_the_name_of_a_picture_is_no_text() -> None:
    told = "a url(#@b"
    root = ElementTree.fromstring(svg(Scene(9, 9, (Disc(4, 4, 4, fill="@upright-b-1"),), told), "here"))
    assert root[0].text == told


@pytest.mark.parametrize("way", PATHS)
@pytest.mark.parametrize("sprite", [Sprite("figure"), Sprite("", drawing="M0 0H99V99Z")], ids=["shape", "drawing"])
@pytest.mark.parametrize("turned", [0, 30, 90, 180, 270, -90])
def test_lines_keep_their_direction_on_turned_pieces(way: str, sprite: Sprite, turned: float) -> None:
    lying = evolve(sprite, colour="#c8372d", hatch=way, turned=turned)
    text = svg(Scene(40, 40, (token(lying, 20, 20),), "A piece"), "here")
    turns = [float(degrees) for degrees in re.findall(r"rotate\(([^)]*)\)", text)]
    assert (sum(turns) - PATHS[way][1]) % 180 == 0
    assert 'class="' in text and f"url(#here-{way}-" in text
