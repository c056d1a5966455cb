"""Outlines between places: half way along the rim, around the middle to the next place, and where their centres are."""

import pytest

from rulekit.scene.part_figures import MIDDLE, PartFigure, area, band, draw_parts, fill_box

RIM = fill_box({0: (1, 0), 1: (2, 1), 2: (1, 2), 3: (0, 1)})  # north, east, south, west
SIXTHS = fill_box(dict(enumerate([(1, 0), (5, 0), (6, 1), (6, 5), (5, 6), (1, 6), (0, 5), (0, 1)])))


def test_a_layout_fills_the_box():
    assert RIM == {0: (50, 0), 1: (100, 50), 2: (50, 100), 3: (0, 50)}


def test_one_place_has_what_is_half_way_to_those_beside_it():
    found = area(RIM, {0}, True)
    assert found.data == "M0 0L50 0L100 0Q50 50 0 0Z"
    assert found.middle[0] == pytest.approx(50) and 8 < found.middle[1] < 12


def test_places_that_follow_one_another_are_joined_along_the_rim():
    assert area(RIM, {0, 3}, True).data == "M0 100L0 50L0 0L50 0L100 0Q50 50 0 100Z"
    assert area(RIM, {0, 2}, True).data == "M0 0L50 0L100 0Q50 50 100 100L50 100L0 100Q50 50 0 0Z"
    assert area(RIM, {0, 1, 2, 3}, True).middle == MIDDLE
    assert "Q" not in area(RIM, {0, 1, 2, 3}, True).data


def test_those_that_do_not_turn_end_with_the_last():
    assert area(RIM, {0, 3}, False).data == "M50 0L100 0Q50 50 0 100L0 50Q50 50 50 0Z"


def test_between_two_places_of_one_side_nothing_goes_round_a_corner():
    assert area(SIXTHS, {0}, True).data == "M0 0L16.7 0L50 0Q50 50 0 0Z"  # from the corner to half way along the side


def test_a_band_bends_round_the_middle_or_ends_there():
    assert band([RIM[0], RIM[1]]).data == "M50 0Q50 50 100 50"
    assert band([RIM[0], RIM[1]]).middle == (62.5, 37.5)
    assert band([RIM[3], RIM[1]]).middle == MIDDLE
    assert band([RIM[2]]).data == "M50 100L50 50" and band([RIM[2]]).middle == (50, 82.5)
    assert band([RIM[0], RIM[1], RIM[2]]).middle == MIDDLE


def test_bands_lie_under_areas_and_drawings_over_them():
    figures = [
        PartFigure(("Bit", 0), colour="red", area="M1 1"),
        PartFigure(("Bit", 1), colour="red", band="M2 2", drawing="M3 3"),
        PartFigure(("Bit", 2), colour="red", area="M4 4", hidden=True),
    ]
    found = [getattr(shape, "data", "drawing") for shape in draw_parts(figures)]
    assert found == ["M2 2", "M2 2", "M1 1", "drawing"]
