"""Both engines hash a position as the documentation defines, for all lengths and widths of cells."""

from __future__ import annotations

import struct
from random import Random

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.engine.wasm.runtime_support import UNROLLED
from rulekit.machine import program as m
from rulekit.machine.passes.occupied_sites import occupied_name
from tests.machine.build import L, end, function, history, machine, number, op, put, ring, routine, set_cell
from tests.machine.verify import verify

WIDTHS = {
    "B": (0, 255),
    "b": (-128, 127),
    "H": (0, 256),
    "h": (-129, 5),
    "i": (-1, 1 << 20),
    "q": (-(1 << 63), (1 << 63) - 1),
}
"""For each `struct` letter, a range of numbers that is stored in this format."""
LONG = 8 * (UNROLLED + 1)
"""Bytes of a cell beyond which the compiled code uses a loop."""


def lengths(bytes_: int) -> list[int]:
    """Return numbers of elements to test: 1..17, and those around the limit LONG."""
    return sorted({*range(1, 18), *(LONG // bytes_ + extra for extra in (-1, 0, 1, 7))})


def published(cells: list[tuple[str, tuple[int, ...]]]) -> int:
    """Return the signed hash that docs/internals/machine.md defines, from each cell's `struct` letter and numbers."""
    h, number = 0x9E3779B97F4A7C15, -1
    for letter, values in cells:
        packed = struct.pack(f"<{len(values)}{letter}", *values)
        packed += bytes(-len(packed) % 8)
        for (word,) in struct.iter_unpack("<Q", packed):
            number += 1
            if word == 0:
                continue
            h = (h ^ (word + number * 0x9E3779B97F4A7C15) % (1 << 64)) * 0xFF51AFD7ED558CCD % (1 << 64)
            h ^= h >> 32
    return h - (1 << 64) if h >> 63 else h


def noting(cells: list[m.Cell], changed: tuple[m.Stmt, ...] = (), beside: tuple[m.Cell, ...] = ()) -> m.Machine:
    """Return a machine with a position for each cell and one for all cells. Its routine `note` records them, and its
    function `seen` counts how many occurred before. The cells `beside` belong to no position.
    """
    positions = [m.Position(f"p{i}", (c.name,), 3, 1) for i, c in enumerate(cells)]
    positions.append(m.Position("all", tuple(c.name for c in cells), 3, 1))
    kept = [cell for p in positions for cell in history(p.name, 3)]
    times = [m.Seen(p.name) for p in positions]
    made = machine(
        [end()],
        (*cells, *beside, *kept),
        positions=tuple(positions),
        functions=(function("seen", (), sum_of(times)),),
        routines=(routine("note", (), *(m.Note(p.name) for p in positions)), routine("change", ("v",), *changed)),
    )
    assert verify(made) == []
    return made


def sum_of(parts: list[m.Expr]) -> m.Expr:
    result = parts[0]
    for part in parts[1:]:
        result = op("add", result, part)
    return result


def hashes(made: m.Machine, cells: tuple[int, ...]) -> list[int]:
    """Return the newest hash of each position's history. A history is three hashes and their number, after all other
    cells."""
    kept = cells[-4 * len(made.positions) :]
    return [kept[at + kept[at + 3] - 1] for at in range(0, len(kept), 4)]


def check(cells: list[m.Cell], told: list[tuple[str, tuple[int, ...]]], beside: tuple[m.Cell, ...] = ()) -> None:
    made = noting(cells, beside=beside)
    engines = [ReferenceEngine(made), WasmEngine(made)]
    states = [engine.run(engine.start(1), "note", ()) for engine in engines]
    assert states[0] == states[1]
    assert hashes(made, states[0].cells) == [*(published([one]) for one in told), published(told)]
    # each engine recognises the positions that the other recorded
    other = [engine.run(state, "note", ()) for engine, state in zip(engines, reversed(states), strict=True)]
    for state in (*states, *other):
        times = len(made.positions) * (1 if state in states else 2)
        assert [engine.call(state, "seen", ()) for engine in engines] == [times, times]


@pytest.mark.parametrize("letter", WIDTHS)
def test_numbers_of_every_width_and_length(letter):
    low, high = WIDTHS[letter]
    r = Random(letter)
    cells, told = [], []
    for count in lengths(struct.calcsize(letter)):
        values = tuple(r.choice((low, high, r.randint(low, high))) for _ in range(count))
        cells.append(number(f"c{count}", high, count, low=low, initial=values))
        told.append((letter, values))
    check(cells, told)


@pytest.mark.parametrize("letter", WIDTHS)
def test_cells_with_a_set_of_their_occupied_sites(letter):
    low, high = WIDTHS[letter]
    r = Random(letter)
    cells, told, beside = [], [], []
    for count, share in ((LONG, 9), (LONG + 3, 9), (LONG + 64, 2), (2 * LONG + 5, LONG), (2 * LONG, 1)):
        values = [0 if r.randrange(share) else r.choice((low, high, 1)) for _ in range(count)]
        values[-1] = r.choice((0, high))
        name = f"c{count}"
        cells.append(number(name, max(high, 1), count, low=low, initial=values))
        told.append((letter, tuple(values)))
        beside.append(set_cell(occupied_name(name), count, initial=(sum(1 << x for x in range(count) if values[x]),)))
    check(cells, told, tuple(beside))


@pytest.mark.parametrize("members", [1, 63, 64, 65, 128, 130])
def test_sets_of_every_length(members):
    r = Random(members)
    cells, told = [], []
    for count in (1, 2, 5, 9, 16, 17, 18):
        values = tuple(r.choice((0, (1 << members) - 1, r.getrandbits(members))) for _ in range(count))
        cells.append(set_cell(f"c{count}", members, count, initial=values))
        words = -(-members // 64)
        told.append(("Q", tuple(v >> 64 * w & (1 << 64) - 1 for v in values for w in range(words))))
    check(cells, told)


def test_cells_of_all_sorts_in_one_position():
    """Narrow cells are adjacent in memory; the rest of a cell's last word must not be read as part of the next cell."""
    r = Random(5)
    cells, told = [], []
    for i in range(40):
        letter = r.choice([*WIDTHS])
        low, high = WIDTHS[letter]
        values = tuple(r.randint(low, high) for _ in range(r.randint(1, 11)))
        cells.append(number(f"c{i}", high, len(values), low=low, initial=values))
        told.append((letter, values))
    cells.append(ring("r", 300, 3, 2))
    told.append(("H", (0,) * 6))
    check(cells, told)


@pytest.mark.parametrize("count", [1, 3, 7, 9, LONG - 1, LONG + 1])
def test_a_change_of_any_element_shows_and_comes_back(count):
    made = noting(
        [number("a", 9, count), number("b", 9, 3)],
        (
            m.Each(
                "x", m.LoopDomain(m.Const(0), m.Const(count - 1)), op("eq", L("x"), L("v")), (put("a", (L("x"),), 4),)
            ),
        ),
    )
    engines = [ReferenceEngine(made), WasmEngine(made)]
    for engine in engines:
        start = engine.run(engine.start(1), "note", ())
        assert engine.call(start, "seen", ()) == 3
        for at in {0, count // 2, count - 1}:
            # only the position of b is unchanged
            assert engine.call(engine.run(start, "change", (at,)), "seen", ()) == 1
        assert engine.call(engine.run(start, "change", (count,)), "seen", ()) == 3
