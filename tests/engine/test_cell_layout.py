"""The flat sequence of cells in a state: order, widths, reading, hashes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.engine.cell_layout import (
    CellLayout,
    index_of,
    members_of,
    position_hash,
    ring_items,
    row_major,
    streams,
    words_of,
)
from rulekit.machine import program as m
from tests.machine.build import chance, end, machine, number, ring, set_cell
from tests.machine.samples import SAMPLES


def laid_out():
    cells = (
        number("grid", 9, 2, 3, initial=range(6)),
        set_cell("small", 64, 2, initial=(5,)),
        set_cell("large", 65, initial=((1 << 64) | 2,)),
        ring("row", 4, 3, 2),
    )
    return machine([end()], cells)


def test_cells_lie_in_order_row_major():
    layout = CellLayout.of(laid_out())
    assert {name: (slot.offset, slot.count, slot.width) for name, slot in layout.slots.items()} == {
        "active": (0, 1, 1),
        m.PAYOFF: (1, 2, 1),
        m.SCORE: (3, 2, 1),
        m.ENDED: (5, 1, 1),
        "grid": (6, 6, 1),
        "small": (12, 2, 1),
        "large": (14, 1, 2),
        "row": (16, 2, 3),
    }
    assert layout.initial() == [0] * 6 + [0, 1, 2, 3, 4, 5] + [5, 5] + [2, 1] + [0] * 6
    assert layout.length == 22


def test_elements_read_by_index():
    layout = CellLayout.of(laid_out())
    flat = layout.initial()
    flat[19:21] = [4, 2]
    assert layout.read(flat, "grid", (1, 0)) == 3
    assert layout.read(flat, "small", (1,)) == {0, 2}
    assert layout.read(flat, "large") == {1, 64}
    assert layout.read(flat, "row", (0,)) == ()
    assert layout.read(flat, "row", (1,)) == (4, 2)
    assert [(layout.element_at(at)[0].name, layout.element_at(at)[1]) for at in (10, 15, 21)] == [
        ("grid", (1, 1)),
        ("large", ()),
        ("row", (1,)),
    ]


@pytest.mark.parametrize("index", [(2, 0), (0, 3), (-1, 0), (0,), (0, 0, 0)])
def test_an_index_outside_the_shape_is_refused(index):
    with pytest.raises(IndexError, match="grid"):
        row_major("grid", (2, 3), index)


@pytest.mark.parametrize("size", [1, 63, 64, 65, 127, 128, 129])
def test_sets_of_boundary_sizes_keep_their_members(size):
    for members in (frozenset(), frozenset({0}), frozenset({size - 1}), frozenset(range(size))):
        words = words_of(members, size)
        assert len(words) == -(-size // 64)
        assert members_of(words) == members


@given(st.lists(st.integers(1, 5), min_size=1, max_size=4), st.data())
def test_row_major_and_index_are_inverse(shape, data):
    index = tuple(data.draw(st.integers(0, size - 1)) for size in shape)
    assert index_of(shape, row_major("x", shape, index)) == index


def test_a_ring_ends_at_its_first_zero():
    assert ring_items((3, 1, 0, 0)) == (3, 1)
    assert ring_items((3, 1)) == (3, 1)


def test_streams_are_the_players_and_the_chances_by_name():
    nodes = [chance("b", "x", 0, 1, 1, "active", "a"), chance("a", "x", 0, 1, 1, "active", "end", stream="c"), end()]
    assert streams(machine(nodes)) == ("b", "c")
    asked = ("players: procedure ask, seat 1", "players: procedure ask, seat 2")
    assert streams(SAMPLES["dice"]) == (*asked, "roll", "toss")


# an independent implementation of the published definition
@pytest.mark.parametrize("words", [(), (0,), (1, 2), (0, 1), (-1,), (2**64 - 1, 0, 5)])
def test_position_hash_follows_its_definition(words):
    h = 0x9E3779B97F4A7C15
    for i, word in enumerate(words):
        if word != 0:
            h = ((h ^ ((word + i * 0x9E3779B97F4A7C15) % 2**64)) * 0xFF51AFD7ED558CCD) % 2**64
            h ^= h >> 32
    assert position_hash(words) % 2**64 == h
    assert -(2**63) <= position_hash(words) < 2**63


def test_position_hash_tells_order_and_takes_signed_words_as_unsigned():
    assert position_hash((1, 2)) != position_hash((2, 1))
    assert position_hash((1, 0)) != position_hash((0, 1))
    assert position_hash((-1,)) == position_hash((2**64 - 1,))
    assert position_hash(()) == 0x9E3779B97F4A7C15 - 2**64
