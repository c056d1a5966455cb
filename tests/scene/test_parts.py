"""Pieces made of parts are drawn whole and turned as they lie, with what lies on their parts, on boards of any size."""

import pytest
from attrs import evolve

from rulekit.play.loaded_book import load
from rulekit.scene import svg
from rulekit.scene.blocks import EMPTY
from rulekit.scene.cell_shapes import UNIT
from rulekit.scene.contents import DescribedBlock
from rulekit.scene.part_figures import BOX, WALL, PartFigure
from rulekit.scene.part_rooms import place_drawing, place_on
from rulekit.scene.scene import Path, groups, groups_with_places
from rulekit.scene.sites import FOLLOWING, WITHIN, RowContent
from rulekit.scene.sprites import Sprite
from rulekit.scene.text_picture import picture_text

from .test_terminal import golden

CASE = """rulebook case "A case":
  players 2
enum Way, turning: n, e, s, w
enum Ground "Ground": water "Water", track "Track", well "Well"
enum Kind: river, bend, spring
table Bit(kind Kind, ground Ground, ways set of Way):
  | river_water | river  | water | {n, s} |
  | bend_track  | bend   | track | {n, e} |
  | bend_water  | bend   | water | {s, w} |
  | spring_well | spring | well  | {}     |
piece Land(kind Kind): 2 each
piece Man(owner Player): 2 each
board Spot: open for 6
place land[here in Spot]: one Land
keep quarters[Spot]: 0..3 = 0
keep site[1..6]: Spot = origin
table Part for each n in 1..6, nr in 0..1
place man[Part]: one Man
place rest: heap of Man
fact bits(k Kind) = {b in Bit where b.kind == k}
fact bit(x Part) gives Bit or none = first b in Bit where b.kind == sure(land[site[x.n]]).kind
    and count(c in bits(b.kind) where c < b) == x.nr
look Way:
  layout:
    ". n ."
    "w . e"
    ". s ."
look Ground:
  water: colour "steelblue"
  track: colour "wheat"
  well: colour "tomato", drawing "M 10 10 L 90 10 L 90 90 L 10 90 Z"
look Kind:
  shape tile, colour "palegreen", parts bits(it)
look Bit:
  area (if ground == water then ways else {}), band (if ground == track then ways else {})
look land:
  turned 90 * quarters[here]
look quarters:
  shape none
look site:
  shape none
look Part:
  on site[n], within bit(it)
flow:
  put every Man in rest
  put Land(kind: bend) on land[origin]
  put Land(kind: spring) on land[e1]
  quarters[origin] = 1
  site[2] = e1
  move Man(owner: p1) from rest to man[Part(n: 1, nr: 0)]
  turns from p1:
    choose to_second in Player
    if to_second == p1:
      move Man(owner: p2) from rest to man[Part(n: 1, nr: 1)]
    else:
      move Man(owner: p2) from rest to man[Part(n: 2, nr: 0)]
"""


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    path = tmp_path_factory.mktemp("parts") / "case.rules"
    path.write_text(CASE)
    return load(str(path)).configure(engine="reference").start(1)


@pytest.fixture(scope="module")
def scene(start):
    return start.picture(None)


def found(scene, key):
    return next((group, x, y) for group, x, y, _ in groups_with_places(scene.shapes) if group.key == key)


def paths(group):
    return [shape for inner in groups((group,)) for shape in inner.shapes if isinstance(shape, Path)]


def test_a_thing_has_its_parts_in_their_colours(scene):
    site, _, _ = found(scene, "Spot origin")
    drawn = paths(site)
    assert [(path.fill, path.data) for path in drawn if path.fill] == [
        ("steelblue", "M100 100L50 100L0 100L0 50L0 0Q50 50 100 100Z")
    ]
    assert [path.stroke for path in drawn if path.data == "M50 0Q50 50 100 50"][1] == "wheat"
    assert "turn=90" in repr(site)


def test_an_area_has_a_wall_where_it_curves_and_none_along_the_edge_of_its_tile(scene):
    site, _, _ = found(scene, "Spot origin")
    edged = [path.data for path in paths(site) if path.stroke and path.width == WALL]
    assert edged == ["M0 0Q50 50 100 100"]


def test_a_part_has_the_drawing_of_its_attribute_and_not_the_shape_of_its_whole(scene):
    site, _, _ = found(scene, "Spot e1")
    assert [path.fill for path in paths(site)] == ["tomato"]


def test_what_lies_on_a_part_lies_in_its_middle_as_it_is_turned(scene):
    _, x, y = found(scene, "Spot origin")
    man, at_x, at_y = found(scene, "Part 1_0")
    assert (round(at_x - x), round(at_y - y)) == (5, 5)  # directions n and e become e and s after one turn
    assert man.title == "bend track: p1 man"


def test_it_is_drawn_over_every_site(scene):
    keys = [group.key for group in groups(scene.shapes) if group.key]
    assert keys.index("Part 1_0") > max(keys.index(key) for key in keys if key.startswith("Spot"))


def test_rows_on_which_nothing_lies_are_no_boxes(scene):
    assert [group.key for group in groups(scene.shapes) if group.key.startswith("Part")] == ["Part 1_0"]
    assert len([group for group in groups(scene.shapes) if group.role == "site"]) == 4 * 3


def test_what_lies_on_a_part_at_the_edge_lies_within_its_tile():
    figure = PartFigure(("Bit", 0), middle=(50, 4))
    whole = Sprite("tile", figures=(figure,), turned=90)
    content = RowContent("Part 1_0", ("Bit", 0), DescribedBlock(EMPTY, ""))
    assert content.place(whole) == (WITHIN, 0)


HALF = ((0.0, 0.0), (100.0, 0.0), (0.0, 100.0))
"""The upper left half of the box."""
WALLED = PartFigure(("Bit", 0), area="M0 0", drawing="M0 0H100V100Z", size=80, middle=(33, 33), line=HALF)
THING = BOX * FOLLOWING / UNIT


def test_a_drawing_leaves_most_of_its_area_free():
    x, y = place_drawing(WALLED, [WALLED])
    half = WALLED.drawing_size / 2
    assert min(x, y) - half > 0 and x + y + 2 * half < 100, "it is inside the area"
    assert x + y < 40, "it is in the corner, away from the wall"


def test_what_lies_on_an_area_covers_neither_its_drawing_nor_its_wall():
    figure = evolve(WALLED, drawing_at=place_drawing(WALLED, [WALLED]))
    x, y = place_on(figure, (figure,), THING)
    apart = max(abs(x - figure.mark[0]), abs(y - figure.mark[1]))
    assert apart >= figure.drawing_size / 2 + 0.5 * THING
    assert x + y + 2 * 0.4 * THING <= 105, "its lower right corner is on the wall at most"


def test_what_lies_on_an_area_keeps_off_a_band_that_crosses_it():
    road = PartFigure(("Bit", 1), band="M0 50", line=tuple((float(x), 50.0) for x in range(0, 101, 5)))
    whole = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
    field = PartFigure(("Bit", 2), area="M0 0", middle=(50, 50), line=whole)
    _, y = place_on(field, (road, field), THING)
    assert abs(y - 50) > 0.4 * THING


def test_what_would_hide_a_drawing_lies_aside(start):
    after = start.apply(start.labels()[1]).picture(None)
    _, x, y = found(after, "Spot e1")
    _, at_x, at_y = found(after, "Part 2_0")
    assert at_x > x + 4 and at_y > y + 4


def test_what_moves_to_a_part_is_marked_there(start):
    after = start.apply(start.labels()[0])
    marks = start.game.artist.marks_between(start.raw, after.raw)
    assert {(mark.kind, mark.key) for mark in marks} == {
        ("from", "place rest"),
        ("to", "Part 1_1"),
        ("arrow", "place rest"),
    }


def test_it_is_told_in_a_terminal_too(scene):
    told = picture_text(scene)
    assert "bend land, bend track: p1 man" in told and told.count("spring land") == 1


def test_a_thing_of_parts_is_larger_among_words(start):
    artist = start.game.artist
    assert artist.element("Land", 1, 20).width == pytest.approx(1.5 * 20 * 40 / 38)  # with a margin of 1 around 38
    assert artist.element("Man", 0, 20).width == pytest.approx(20 * 34 / 32)


def test_a_golden(start):
    golden("bend.svg", svg(start.game.artist.element("Land", 1)))
