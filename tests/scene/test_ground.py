"""Positions of sites: squares, rows of hexagons, points by name, free graphs and boxes."""

import pytest

from rulekit.play.loaded_book import load
from rulekit.scene.cell_shapes import TRIANGLE_ROW, UNIT
from rulekit.scene.ground import board_ground, box_ground, graph_layout, member_grid

from .games import artist


def domain(tmp_path, board):
    (tmp_path / "case.rules").write_text(
        f'rulebook case "A case":\n  players 2\n{board}\nkeep here: set of Cell = {{}}\n'
        "flow:\n  turns from p1:\n    choose n in 1..2\n    for each c in Cell:\n      here += {c}\n"
    )
    model = load(str(tmp_path / "case.rules")).configure(engine="reference").model
    return model.symbols["Cell"].domain  # type: ignore[attr-defined]


def test_squares(tmp_path):
    ground = board_ground(domain(tmp_path, "board Cell: 3 by 2"), None, None, ())
    assert ground.sites[0] == (20, 60) and ground.sites[5] == (100, 20)  # a1 is at the lower left
    assert (ground.width, ground.height) == (120, 80)
    assert [name for _, name in ground.edges if name.isdigit()] == ["1", "2"]


def test_rows_of_hexagons_are_shifted_and_neighbours_equally_near(tmp_path):
    cells = domain(tmp_path, "board Cell: 4 by 4, hexagonal")
    ground = board_ground(cells, None, None, ())
    for site, near in enumerate(cells.board.adjacent):
        for other in near:
            (x, y), (x2, y2) = ground.sites[site], ground.sites[other]
            assert abs(((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 - UNIT) < 0.1
    assert ground.sites[4][0] == ground.sites[0][0] + UNIT / 2


def test_a_hexagon_is_as_wide_as_its_middle_row_and_its_columns_are_named_over_it(tmp_path):
    cells = domain(tmp_path, "board Cell: hexagon of side 3")
    ground = board_ground(cells, None, None, ())
    assert min(x for x, _ in ground.sites.values()) == UNIT / 2 and ground.width == 5 * UNIT
    names = {name: at for at, name in ground.edges}
    assert set(names) == {*"abcde", *"12345"}
    for column, last in zip("abcde", ("a5", "b5", "c5", "d4", "e3"), strict=True):
        assert names[column][1] < ground.sites[cells.labels.index(last)][1]
    for site, near in enumerate(cells.board.adjacent):
        for other in near:
            (x, y), (x2, y2) = ground.sites[site], ground.sites[other]
            assert abs(((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 - UNIT) < 0.1


def test_triangles_point_up_and_down_and_neighbours_are_equally_near(tmp_path):
    cells = domain(tmp_path, "board Cell: 4 by 3, triangular")
    ground = board_ground(cells, None, None, ())
    assert [cells.labels[i] for i in sorted(ground.inverted)] == ["b1", "d1", "a2", "c2", "b3", "d3"]
    for site, near in enumerate(cells.board.adjacent):
        for other in near:
            (x, y), (x2, y2) = ground.sites[site], ground.sites[other]
            assert abs(((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 - 2 * TRIANGLE_ROW / 3) < 0.1


def test_an_open_board_is_as_large_as_what_lies_there(tmp_path):
    cells = domain(tmp_path, "board Cell: open for 12")
    empty = board_ground(cells, None, None, ())
    assert len(empty.sites) == 9  # the origin and its neighbours
    far = cells.labels.index("e3n1")
    assert len(board_ground(cells, None, None, [0, far]).sites) == 6 * 4


def test_what_has_wandered_over_the_end_of_an_open_board_is_drawn_in_one_piece(tmp_path):
    cells = domain(tmp_path, "board Cell: open for 12")
    # each is one step north of the one before, across the end of the coordinates
    chain = [cells.labels.index(name) for name in ("n6", "n7", "s6", "s5")]
    ground = board_ground(cells, None, None, chain)
    assert len(ground.sites) == 3 * 6
    assert [ground.sites[site][1] for site in chain] == [UNIT * (4.5 - n) for n in range(4)]


def test_one_that_goes_round_has_another_edge(tmp_path):
    assert board_ground(domain(tmp_path, "board Cell: 3 by 3, wrapped"), None, None, ()).wrapped
    assert not board_ground(domain(tmp_path, "board Cell: 3 by 3"), None, None, ()).wrapped


GRAPH = """board Cell, graph:
  | mill   | {inn}            |
  | inn    | {church, bridge} |
  | church | {}               |
  | bridge | {}               |"""


def test_a_graph_without_a_word_lies_free(tmp_path):
    cells = domain(tmp_path, GRAPH)
    ground = board_ground(cells, None, None, ())
    places = list(ground.sites.values())
    assert len(ground.lines) == 3 and ground.names is not None
    assert min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for n, a in enumerate(places) for b in places[:n]) > 25
    assert ground == board_ground(cells, None, None, ())


def test_a_layout_says_where(tmp_path):
    cells = domain(tmp_path, GRAPH)
    ground = board_ground(cells, {0: (0, 0), 1: (1, 0), 2: (2, 0), 3: (1, 1)}, None, ())
    assert ground.sites[0][1] == ground.sites[1][1] < ground.sites[3][1]
    assert ground.sites[3][0] == ground.sites[1][0]


def _crosses(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


NAMES = """board Cell, graph:
  | northwest_territory      | {western_australia} |
  | western_australia "West" | {great_britain}     |
  | great_britain            | {northwest_territory} |
  | peru                     | {great_britain}     |"""
LAID = {0: (0, 0), 1: (1, 0), 2: (2, 0), 3: (2, 1)}


@pytest.mark.parametrize("title", [str.upper, str.lower, lambda label: "a very long name of a land beyond the sea"])
@pytest.mark.parametrize("layout", [LAID, None, {at: (3 * x, 2 * y) for at, (x, y) in LAID.items()}])
def test_names_cross_no_site_no_name_and_no_edge(tmp_path, title, layout):
    cells = domain(tmp_path, NAMES)
    ground = board_ground(cells, layout, None, (), title=lambda d, at: title(d.labels[at].replace("_", " ")))
    names, found = ground.names, []
    for at, (x, y) in ground.sites.items():
        found.append((x - 18, y - 18, x + 18, y + 18))
        found.append((x - names.width(at) / 2, y + 18, x + names.width(at) / 2, y + names.height(at)))
        downs = [down for down, _ in names.baselines(at)]
        assert downs[0] > 18 and downs[-1] < names.height(at)
        assert " ".join(names.lines[at]) == title(cells.labels[at].replace("_", " "))
    assert not any(_crosses(one, other) for n, one in enumerate(found) for other in found[:n])
    assert all(x >= 0 and y >= 0 and right <= ground.width and low <= ground.height for x, y, right, low in found)


def test_a_line_is_bent_around_a_site_between_its_ends(tmp_path):
    ground = board_ground(domain(tmp_path, NAMES), LAID, None, ())
    assert list(ground.bends) == [(0, 2)] and (0, 1) in ground.lines
    (x, y), middle = ground.bends[0, 2], ground.sites[1]
    high = (ground.sites[0][1] + y) / 2
    assert x == middle[0] and abs(high - middle[1]) > 18 and high >= 0


def test_names_that_are_coordinates_are_places():
    points = artist("classics/nine-mens-morris").looks.domains["Point"]
    assert board_ground(points, None, None, ()) == board_ground(
        points, artist("classics/nine-mens-morris").looks.layout(points), None, ()
    )


def test_neighbours_of_a_free_graph_are_nearer_than_others():
    ring = [frozenset({(n - 1) % 8, (n + 1) % 8}) for n in range(8)]
    places = graph_layout(ring)
    assert places == graph_layout(ring)

    def apart(a, b):
        return ((places[a][0] - places[b][0]) ** 2 + (places[a][1] - places[b][1]) ** 2) ** 0.5

    assert max(apart(n, (n + 1) % 8) for n in range(8)) < min(apart(n, (n + 4) % 8) for n in range(8))


def test_a_large_graph_is_laid_in_rows():
    assert len(set(graph_layout([frozenset()] * 400))) == 400


def test_parts_that_are_not_joined_lie_beside_one_another():
    places = graph_layout([frozenset({1}), frozenset({0}), frozenset({3}), frozenset({2})])
    assert len(set(places)) == 4


def test_boxes_never_lie_over_one_another():
    grid = {0: (0.0, 0.0), 1: (2.0, 0.0), 2: (1.0, 1.0), 3: (3.0, 1.0)}
    ground = box_ground(grid, 50, 30, 5)
    places = list(ground.sites.values())
    for n, a in enumerate(places):
        for b in places[:n]:
            assert abs(a[0] - b[0]) >= 50 or abs(a[1] - b[1]) >= 30


def test_rows_of_a_table_by_what_they_belong_to():
    inns = artist("czar/english").looks.domains["Inn"]
    grid = member_grid(inns)
    village = inns.attribute("village").values
    assert all((grid[a][1] == grid[b][1]) == (village[a] == village[b]) for a in range(18) for b in range(18))
