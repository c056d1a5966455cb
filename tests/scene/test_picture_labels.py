"""Words in pictures: labels of a large piece, names of rows, keys of signs; and colours that differ in grey, too."""

from itertools import pairwise

import pytest

from rulekit.play.loaded_book import load
from rulekit.scene import Artist, PictureCut
from rulekit.scene.scene import Disc, Group, Lettering, Path, Stroke, colour_parts, css, groups_with_places
from rulekit.scene.sheets import CLOSE
from rulekit.scene.sites import value_of_row
from rulekit.scene.viewpoint import Viewpoint

from .games import after, artist
from .test_games import each_game

LABELLED = """rulebook case "A case":
  players 2
enum Detail: seal "the seal", task "the task"
piece Slip(worth 1..3): one each
place pack: stack of Slip
look Detail:
  layout:
    "task ."
    ".    seal"
look Slip:
  shape tile, labels {task, seal}
flow:
  turns from p1:
    choose n in 1..2
"""
GREY = 5.0
"""The least difference in lightness (L* of CIELAB) between boxes of neighbouring rows."""


def drawn(shapes):
    """Yield all shapes that are not groups."""
    for shape in shapes:
        yield from drawn(shape.shapes) if isinstance(shape, Group) else (shape,)


def words(scene):
    return [shape.text for shape in drawn(scene.shapes) if isinstance(shape, Lettering)]


def test_lines_lead_from_labels_to_their_places_on_a_large_piece(tmp_path):
    path = tmp_path / "case.rules"
    path.write_text(LABELLED)
    game = load(str(path)).configure(engine="reference")
    scene = Artist.of(game.model, game.engine).piece("Slip", 0)
    dots = [shape for shape in drawn(scene.shapes) if isinstance(shape, Disc) and shape.fill == "mark"]
    assert words(scene)[-2:] == ["The task", "The seal"] and scene.width > scene.height > 130
    assert [(round(dot.x), round(dot.y)) for dot in dots] == [(32, 32), (98, 98)]


def test_a_closed_sign_looks_the_same_as_a_piece_and_on_a_box():
    drawings = (artist("czar/english").element("Sign", 0, 0), artist("czar/english").state(after("czar/english", 0)))
    colours = [
        {(one.fill, one.stroke) for one in drawn(scene.shapes) if isinstance(one, Disc) and one.fill == "#a33527"}
        for scene in drawings
    ]
    assert colours[0] == colours[1] != set()
    assert all(any(isinstance(one, Stroke) for one in drawn(scene.shapes)) for scene in drawings)


def test_rows_of_one_kind_are_named_at_their_side_and_not_in_a_key():
    whole = words(artist("czar/english").state(after("czar/english", 0)))
    assert [whole.count(name) for name in ("Swamp", "Forest", "Mountain", "Grassland")] == [1, 1, 1, 1]
    cut = artist("czar/english").state(
        after("czar/english", 0), cut=PictureCut(frozenset({"Anastasia", "Olga"}), False)
    )
    assert {"Mountain", "Anastasia", "Olga"} <= set(words(cut)) and "Forest" not in words(cut)


def test_a_row_that_goes_on_has_a_torn_edge_and_no_dots():
    def edges(*names):
        cut = PictureCut(frozenset(names), False)
        scene = artist("czar/english").state(after("czar/english", 0), cut=cut)
        return [one for one in drawn(scene.shapes) if isinstance(one, Path) and one.stroke == "edge"]

    assert len(edges("Anastasia", "Natascha")) == 1
    assert len(edges("Natascha", "Olga")) == 2
    assert edges("Anastasia", "Natascha", "Olga", "Katharina") == []


def test_signs_on_tiles_are_named_below_an_example():
    game = "carcassonne/messages-c2"
    moved, signs = after(game, 25), {"Shield", "Monastery", "Junction", "Coat of arms", "Crossing"}
    assert signs & set(words(artist(game).state(moved, cut=PictureCut(memory=False))))
    assert not signs & set(words(artist(game).state(moved)))


def test_tiles_have_one_size_in_all_pictures_of_examples():
    game = "carcassonne/messages-c2"
    scales = set()
    for moves in (1, 3, 12):
        scene = artist(game).state(after(game, moves), cut=PictureCut(memory=False))
        scales |= {scale for group, _, _, scale in groups_with_places(scene.shapes) if group.key.startswith("Spot ")}
    assert scales == {CLOSE}


def lightness(colour):
    """Return the lightness (L*) of a colour, which is all that a grey print keeps of it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour_parts(css(colour))
    ]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * light ** (1 / 3) - 16


@each_game
def test_neighbouring_rows_differ_in_grey_and_are_named(name):
    drawing = artist(name)
    looks = drawing.looks.from_viewpoint(Viewpoint(drawing.sight, after(name, 0), None))
    for domain in drawing.plan.grounds:
        found = value_of_row(looks, domain)
        if found is not None:
            places = sorted((y, at) for at, (_, y) in looks.layout(domain).items())
            kinds = list(dict.fromkeys(found[1][at] for _, at in places))
            greys = [lightness(looks.style(found[0], kind).colour) for kind in kinds]
            assert all(abs(one - other) >= GREY for one, other in pairwise(greys)), greys
            told = words(drawing.state(after(name, 0)))
            assert {looks.title(found[0], kind).capitalize() for kind in kinds} <= set(told)


@pytest.mark.soak
def test_players_sit_round_a_table_in_the_direction_of_turns():
    for name, clockwise in (("tricks/whist", True), ("emissary/standard", False)):
        scene = artist(name, 4).state(after(name, 60, players=4), cut=PictureCut(memory=False))
        placed = groups_with_places(scene.shapes)
        seats = {group.key: (x, y) for group, x, y, _ in placed if group.key.startswith("Player ")}
        in_order = [seats[f"Player {label}"] for label in artist(name, 4).model.players.labels]
        middle = [sum(at[axis] for at in seats.values()) / 4 for axis in (0, 1)]
        around = [(x - middle[0], y - middle[1]) for x, y in in_order]
        turns = {x * y2 > y * x2 for (x, y), (x2, y2) in pairwise(around)}
        assert len(around) == 4 and turns == {clockwise}
