"""Edges, corners and lines between sites: where they are, what is drawn on them, and how moves on them are marked."""

import pytest

from rulekit.play.loaded_book import load
from rulekit.scene import svg
from rulekit.scene.scene import Stroke, groups, groups_with_places
from rulekit.scene.text_picture import picture_text

CASE = """rulebook case "A case":
  players 2: red, blue
board Yard: 2 by 2
board Fence: edges of Yard
board Post: corners of Yard
table Rope for each a in Yard, b in around(a) where a < b
table Brace(ends set of Yard):
  | slope | {a2, b1} |
piece Flag(owner Player): 4 each
keep fence: set of Fence = {a1_n, a1_w, b2_e}
keep gate[Fence]: Player or none = none
keep toll[Fence]: 0..3 = 0
keep ropes[Player]: set of Rope = {}
place flag[Post]: one Flag
look Rope:
  on {a, b}
look Brace:
  on ends, colour "#3f7fb5"
look toll:
  shape none
look Flag:
  shape house
flow:
  put Flag(owner: blue) in flag[a1_ne]
  gate[b1_s] = red
  turns from red:
    choose p in Post where empty(flag[p]), r in Rope
    put Flag(owner: me) in flag[p]
    ropes[me] += {r}
"""


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    path = tmp_path_factory.mktemp("bars") / "case.rules"
    path.write_text(CASE)
    return load(str(path)).configure(engine="reference").start(1)


def found(scene, key):
    return next((group, x, y) for group, x, y, _ in groups_with_places(scene.shapes) if group.key == key)


def strokes(group):
    return [shape.stroke for inner in groups((group,)) for shape in inner.shapes if isinstance(shape, Stroke)]


def test_an_edge_lies_between_its_corners_and_between_its_cells(start):
    scene = start.picture(None)
    middle = {key: found(scene, key)[1:] for key in ("Yard a1", "Yard b1", "Fence a1_e", "Post a1_ne", "Post a1_se")}
    (ax, ay), (bx, by), edge, upper, lower = middle.values()
    assert edge == ((ax + bx) / 2, (ay + by) / 2) == ((upper[0] + lower[0]) / 2, (upper[1] + lower[1]) / 2)
    assert upper[1] == ay - 20 and lower[1] == ay + 20


def test_every_edge_and_corner_has_a_place_for_marks_and_only_those_with_something_have_words(start):
    scene = start.picture(None)
    keys = {group.key: group for group in groups(scene.shapes) if group.key.startswith(("Fence", "Post"))}
    assert len(keys) == 12 + 9
    assert {key for key, group in keys.items() if group.title} == {
        "Fence a1_n",
        "Fence a1_w",
        "Fence b2_e",
        "Fence b1_s",
        "Post a1_ne",
    }


def test_a_disc_on_an_edge_is_a_bar_in_its_colour_and_a_house_on_a_corner_a_house(start):
    scene = start.picture(None)
    assert strokes(found(scene, "Fence b1_s")[0])[-1] == "#c8372d"
    assert strokes(found(scene, "Fence a1_n")[0])[-1] == "mark"
    assert strokes(found(scene, "Post a1_ne")[0]) == [] and "blue" in found(scene, "Post a1_ne")[0].title


def test_a_line_joins_the_sites_of_its_row(start):
    after = start.apply("flow(p: a1_sw, r: a1_b2)")
    scene = after.picture(None)
    link, x, y = found(scene, "Rope a1_b2")
    (_, ax, ay), (_, bx, by) = (found(scene, f"Yard {name}") for name in ("a1", "b2"))
    assert (x, y) == ((ax + bx) / 2, (ay + by) / 2)
    assert link.reach == (abs(ax - bx) / 2, abs(ay - by) / 2) and link.title.startswith("red")
    assert strokes(link)[-1] == "#c8372d"
    marks = start.game.artist.marks_between(start.raw, after.raw)
    assert {(mark.kind, mark.key) for mark in marks} == {("to", "Post a1_sw"), ("to", "Rope a1_b2")}
    assert 'title="' not in svg(scene)


def test_lines_that_nothing_holds_are_printed_on_the_board(start):
    scene = start.picture(None)
    (_, ax, ay), (_, bx, by) = (found(scene, f"Yard {name}") for name in ("a2", "b1"))
    printed = [shape for group in groups(scene.shapes) for shape in group.shapes if isinstance(shape, Stroke)]
    (brace,) = (shape for shape in printed if shape.stroke == "#3f7fb5")
    (x, y), (x2, y2) = brace.points
    assert {(x2 - x, y2 - y), (x - x2, y - y2)} >= {(bx - ax, by - ay)}
    assert all(group.key != "Brace slope" for group in groups(scene.shapes))


def test_both_are_told_in_a_terminal(start):
    told = picture_text(start.apply("flow(p: a1_sw, r: a1_b1)").picture(None)).splitlines()
    assert told[3:12] == [
        "2     .       .   │",
        "",
        "      ─   B",
        "",
        "1 │   .───────.",
        "",
        "  R           R",
        "      a       b",
        "(B blue flag, R red flag, R red)",
    ]


@pytest.mark.parametrize("shape", ["3 by 3, hexagonal", "4 by 2, triangular"])
def test_edges_of_other_cells_lie_between_them(tmp_path, shape):
    path = tmp_path / "case.rules"
    text = CASE.replace("2 by 2", shape).replace("{a1_n, a1_w, b2_e}", "{}")
    path.write_text(text.replace("gate[b1_s]", "gate[a1_w]").replace("flag[a1_ne]", "flag[member(Post, 0)]"))
    game = load(str(path)).configure(engine="reference")
    scene = game.start(1).picture(None)
    places = {group.key: (x, y) for group, x, y, _ in groups_with_places(scene.shapes) if group.key}
    fences, yards = (game.model.symbols[name].domain for name in ("Fence", "Yard"))  # type: ignore[attr-defined]
    for label, ends in zip(fences.labels, fences.board.rims, strict=True):
        beside = [yards.labels[n] for n, rim in enumerate(yards.board.rims) if set(ends) <= set(rim)]
        if len(beside) == 2:
            (ax, ay), (bx, by) = (places[f"Yard {name}"] for name in beside)
            x, y = places[f"Fence {label}"]
            assert abs(x - (ax + bx) / 2) < 0.1 and abs(y - (ay + by) / 2) < 0.1


SLANTS = """rulebook case "A case":
  players 2: red, blue
board Yard: 2 by 2
board Post: corners of Yard
table Slant for each yard in Yard, up in 0..1
keep slants[Player]: set of Slant = {}
look Slant:
  on (if up == 1 then {sure(next(yard, sw, Post)), sure(next(yard, ne, Post))}
      else {sure(next(yard, nw, Post)), sure(next(yard, se, Post))})
flow:
  slants[red] = {Slant(a1, 1), Slant(b2, 0)}
  slants[blue] = {Slant(a2, 1)}
  turns from red:
    choose n in 1..2
"""


def test_lines_between_corners_are_drawn_on_the_grid_and_told_where_they_lie(tmp_path):
    path = tmp_path / "case.rules"
    path.write_text(SLANTS)
    scene = load(str(path)).configure(engine="reference").start(1).picture(None)
    _, x, y = found(scene, "Yard a1")
    link, at_x, at_y = found(scene, "Slant a1_1")
    assert (at_x, at_y) == (x, y) and link.reach == (20, 20) and strokes(link)[-1] == "#c8372d"
    assert picture_text(scene).splitlines()[3:6] == ["2 B╱ R╲", "1 R╱ .", "  a  b"]
