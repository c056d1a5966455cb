"""Laws of boards: numbers of sites, steps and their opposites, neighbours, and coordinates from an independent
model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.check.board_topology import (
    HEXAGONAL,
    SQUARE,
    TRIANGULAR,
    Sites,
    column_name,
    column_number,
    corner_sites,
    edge_sites,
    form_of,
    grid,
    hexagon,
    open_board,
    triangle,
)

OPPOSITE = {"n": "s", "ne": "sw", "e": "w", "se": "nw", "s": "n", "sw": "ne", "w": "e", "nw": "se"}
SIDES = st.integers(1, 7), st.integers(1, 6)
FLAT = st.builds(grid, *SIDES, st.sampled_from(["square", "hexagonal", "triangular"]))
ROUND = st.builds(grid, *SIDES, st.sampled_from(["square", "hexagonal"]), st.just(True))
OUTLINED = st.one_of(
    st.integers(1, 4).map(lambda n: grid(2 * n - 1, 2 * n - 1, "hexagonal", False, hexagon(n))),
    st.integers(1, 6).map(lambda n: grid(n, n, "hexagonal", False, triangle(n))),
)
CUT = st.builds(
    grid,
    *SIDES,
    st.sampled_from(["square", "hexagonal"]),
    st.booleans(),
    st.frozensets(st.tuples(st.integers(1, 7), st.integers(1, 6)), min_size=9),
)
BOARDS = st.one_of(FLAT, ROUND, OUTLINED, CUT.filter(lambda board: bool(board.labels)))
ANY = st.one_of(BOARDS, st.builds(open_board, st.integers(1, 6), st.booleans()))
RIMMED = st.one_of(FLAT, OUTLINED, ROUND.filter(lambda board: max(board.columns) > 2 and max(board.rows) > 2))
few = settings(max_examples=60, deadline=None)


def ways(board: Sites) -> dict[str, tuple[int | None, ...]]:
    return dict(zip(board.directions, board.next, strict=True))


@few
@given(ANY)
def test_back_and_forth_is_where_one_was(board: Sites) -> None:
    steps = ways(board)
    for way, table in steps.items():
        for site, there in enumerate(table):
            assert there is None or steps[OPPOSITE[way]][there] == site


@few
@given(ANY)
def test_opposite_directions_are_half_a_turn_apart(board: Sites) -> None:
    """Directions turn (`d + 1` is the next one), so they are in the order of the compass."""
    half = len(board.directions) // 2
    for at, way in enumerate(board.directions):
        assert board.directions[(at + half) % (2 * half)] == OPPOSITE[way]


@few
@given(ANY)
def test_neighbours_hold_both_ways_and_nothing_is_beside_itself(board: Sites) -> None:
    for site, beside in enumerate(board.adjacent):
        assert site not in beside
        assert all(site in board.adjacent[other] for other in beside)
        assert beside <= {table[site] for table in board.next}


@few
@given(ANY)
def test_there_are_as_many_of_everything_as_sites(board: Sites) -> None:
    sites = len(board.labels)
    assert len(set(board.labels)) == len(set(zip(board.columns, board.rows, strict=True))) == sites
    assert len(board.adjacent) == sites and all(len(table) == sites for table in board.next)
    assert len(board.next) == len(board.directions)


@few
@given(st.integers(1, 7), st.integers(1, 6), st.booleans())
def test_a_step_changes_the_coordinates_by_its_direction(width: int, height: int, hexagonal: bool) -> None:
    """At the edge of a flat board a step leads nowhere; on a wrapped board it leads to the opposite edge."""
    steps = HEXAGONAL if hexagonal else SQUARE
    form = "hexagonal" if hexagonal else "square"
    flat, wrapped = grid(width, height, form), grid(width, height, form, True)
    at = {place: site for site, place in enumerate(zip(flat.columns, flat.rows, strict=True))}
    assert at.keys() == {(c, r) for c in range(1, width + 1) for r in range(1, height + 1)}
    for (c, r), site in at.items():
        for way, (dx, dy) in steps.items():
            assert ways(flat)[way][site] == at.get((c + dx, r + dy))
            assert ways(wrapped)[way][site] == at[(c + dx - 1) % width + 1, (r + dy - 1) % height + 1]


@few
@given(BOARDS, st.data())
def test_a_ray_meets_nothing_twice_before_it_ends_or_comes_round(board: Sites, data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(board.next))
    start = site = data.draw(st.integers(0, len(table) - 1))
    met = [start]
    while (site := table[site]) is not None and site != start:
        assert site not in met
        met.append(site)


@pytest.mark.parametrize(
    ("hexagonal", "wrapped", "most", "edges"),
    [
        (False, False, 4, 2 * (3 * 5 + 4 * 4)),  # 4 by 5: three edges in each row, four in each column
        (False, True, 4, 4 * 20),
        (True, False, 6, 2 * (3 * 5 + 4 * 4 + 3 * 4)),
        (True, True, 6, 6 * 20),
    ],
)
def test_how_many_neighbours(hexagonal: bool, wrapped: bool, most: int, edges: int) -> None:
    board = grid(4, 5, "hexagonal" if hexagonal else "square", wrapped)
    assert max(map(len, board.adjacent)) == most
    assert sum(map(len, board.adjacent)) == edges
    if wrapped:
        assert min(map(len, board.adjacent)) == most


@few
@given(st.integers(1, 8))
def test_an_open_board_has_room_around_all_its_tiles(tiles: int) -> None:
    """However connected tiles are placed, an empty row and column remain on all sides, so no tile meets another around
    the edge of the array."""
    board = open_board(tiles + 2)
    assert len(board.labels) == (tiles + 2) ** 2
    assert board.labels[0] == "origin" and board.columns[0] == board.rows[0] == 0
    for way, (dx, dy) in SQUARE.items():
        site: int | None = 0
        for many in range(1, tiles + 1):  # up to the neighbour of the last of `tiles` tiles in a straight row
            assert site is not None
            site = ways(board)[way][site]
            assert site not in (0, None)
            if 2 * many < tiles + 2 and site is not None:
                assert (board.columns[site], board.rows[site]) == (many * dx, many * dy)


def test_bearings_are_read_from_the_origin() -> None:
    board = open_board(5)
    for label, column, row in zip(board.labels, board.columns, board.rows, strict=True):
        place = {"e": 0, "w": 0, "n": 0, "s": 0}
        for letter, number in zip(label[::2], label[1::2], strict=True) if label != "origin" else ():
            place[letter] = int(number)
        assert (place["e"] - place["w"], place["n"] - place["s"]) == (column, row)


def test_what_lies_as_far_on_both_sides_is_named_from_the_east_and_the_north() -> None:
    """If the side of the array is even, one column is equally far to the east and west; it gets the eastern name. The
    same holds for one row and north."""
    assert {"e2", "n2", "e2n2"} < set(open_board(4).labels)
    assert not {"w2", "s2"} & set(open_board(4).labels)


def test_columns_are_lettered_as_in_a_spreadsheet() -> None:
    names = [column_name(n) for n in range(1, 26 + 26 * 26 + 2)]
    assert names[0] == "a" and names[25:27] == ["z", "aa"] and names[-2:] == ["zz", "aaa"]
    assert names == sorted(names, key=lambda name: (len(name), name)) and len(set(names)) == len(names)


@pytest.mark.parametrize("side", range(1, 7))
def test_a_hexagon_has_sides_and_a_middle(side: int) -> None:
    """Around the middle cell are rings of 6, 12, … cells. The number of neighbours matches the rows in three
    directions."""
    cells = hexagon(side)
    board = grid(2 * side - 1, 2 * side - 1, "hexagonal", False, cells)
    assert len(board.labels) == 3 * side * (side - 1) + 1
    rings: dict[int, int] = {}
    for x, y in ((column - side, row - side) for column, row in cells):
        far = max(abs(x), abs(y), abs(x + y))
        rings[far] = rings.get(far, 0) + 1
    assert rings == {far: 6 * far or 1 for far in range(side)}
    assert sum(map(len, board.adjacent)) == 2 * 3 * (side - 1) * (3 * side - 2)


@pytest.mark.parametrize("side", range(1, 7))
def test_a_triangle_has_a_cell_less_in_each_row(side: int) -> None:
    board = grid(side, side, "hexagonal", False, triangle(side))
    assert [board.rows.count(row) for row in range(1, side + 1)] == list(range(side, 0, -1))
    assert sum(map(len, board.adjacent)) == 2 * 3 * side * (side - 1) // 2


def test_triangles_lie_in_three_bands() -> None:
    """An independent model gives the corners of each triangle. Neighbours share two corners, and a step keeps to the
    two lines of its band."""
    board = grid(5, 4, "triangular")

    def corners(site: int) -> set[tuple[int, int]]:
        """Return a triangle's corners as (half sides across, rows along)."""
        column, row = board.columns[site], board.rows[site]
        base, tip = (row, row - 1) if (column + row) % 2 else (row - 1, row)
        return {(column - 1, base), (column + 1, base), (column, tip)}

    for site in range(len(board.labels)):
        beside = {other for other in range(len(board.labels)) if len(corners(site) & corners(other)) == 2}
        assert board.adjacent[site] == beside
    lines = {"e": lambda x, y: y, "ne": lambda x, y: x - y, "se": lambda x, y: x + y}
    for way, line in lines.items():
        for site, there in enumerate(ways(board)[way]):
            if there is not None:
                assert {line(x, y) for x, y in corners(site)} == {line(x, y) for x, y in corners(there)}
    assert set(board.directions) == set(TRIANGULAR)


def test_what_is_left_out_is_an_edge() -> None:
    board = grid(3, 1, "square", False, frozenset({(1, 1), (3, 1)}))
    assert board.labels == ("a1", "c1") and board.columns == (1, 3)
    assert all(there is None for table in board.next for there in table)


def test_names_of_columns_are_read_back() -> None:
    assert [column_number(column_name(n)) for n in range(1, 800)] == list(range(1, 800))


@few
@given(RIMMED)
def test_edges_and_corners_of_cells(board: Sites) -> None:
    """Cells that share two corners are neighbours, and Euler's formula holds for the corners, edges and cells."""
    form, cells = form_of(board.directions), list(zip(board.columns, board.rows, strict=True))
    edges, corners = (make(board.labels, cells, board.rims, form) for make in (edge_sites, corner_sites))
    for cell, rim in enumerate(board.rims):
        assert len(set(rim)) == len(rim) == {"square": 4, "hexagonal": 6, "triangular": 3}[form]
        beside = {n for n, other in enumerate(board.rims) if n != cell and len(set(rim) & set(other)) == 2}
        assert beside == board.adjacent[cell]
    around = all(None not in table for table in board.next)
    assert len(corners.labels) - len(edges.labels) + len(cells) == (0 if around else 1)
    for edge, (one, other) in enumerate(edges.rims):
        assert other in corners.adjacent[one] and one in corners.adjacent[other]
        meeting = {n for n, ends in enumerate(edges.rims) if n != edge and {one, other} & set(ends)}
        assert meeting == edges.adjacent[edge]
    assert sum(map(len, corners.adjacent)) == 2 * len(edges.labels)
    assert len(set(edges.labels)) == len(edges.labels) and len(set(corners.labels)) == len(corners.labels)
    assert corners.rims == tuple((n,) for n in range(len(corners.labels)))


def test_names_of_edges_and_corners() -> None:
    """An edge or corner is named after the first cell that has it, and its direction from there."""
    board = grid(2, 1, "square")
    cells = list(zip(board.columns, board.rows, strict=True))
    edges = edge_sites(board.labels, cells, board.rims, "square")
    assert edges.labels == ("a1_n", "a1_e", "a1_s", "a1_w", "b1_n", "b1_e", "b1_s")
    assert [pair for pair in edges.called if pair[0] != pair[1]] == [("b1_w", "a1_e")]
    corners = corner_sites(board.labels, cells, board.rims, "square")
    assert corners.labels == ("a1_ne", "a1_se", "a1_sw", "a1_nw", "b1_ne", "b1_se")
    assert [pair for pair in corners.called if pair[0] != pair[1]] == [("b1_sw", "a1_se"), ("b1_nw", "a1_ne")]
    six = corner_sites(("a1",), [(1, 1)], grid(1, 1, "hexagonal").rims, "hexagonal")
    assert six.labels == ("a1_n_e", "a1_e_se", "a1_se_s", "a1_s_w", "a1_w_nw", "a1_nw_n")
    three = edge_sites(("a1",), [(1, 1)], grid(1, 1, "triangular").rims, "triangular")
    assert three.labels == ("a1_ne", "a1_se", "a1_w")
