"""Occluded fills: lines of sight are computed by shifting sets, if a table contains only straight lines between
sites."""

from __future__ import annotations

import attrs
import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.bitset_vectorisation import bitset_vectorisation
from rulekit.machine.passes.occluded_fills import StraightWalks, Walks
from tests.machine.build import L, at, end, function, inside, machine, op, routine, set_cell, span

from .shown import function_after

CELLS = (set_cell("ends", 5), set_cell("passed", 5))


def strip(size: int = 5) -> m.Table:
    """Return a table with the sites strictly between two sites of a row."""
    pairs = ((x, y) for x in range(size) for y in range(size))
    values = [sum(1 << i for i in range(min(x, y) + 1, max(x, y))) for x, y in pairs]
    return m.Table("between", (size, size), size, tuple(values))


def grid(width: int) -> m.Table:
    """Return a table with the sites between two sites of a square board, along rows, columns and diagonals."""
    size = width * width
    values = []
    for x in range(size):
        for y in range(size):
            across, up = y % width - x % width, y // width - x // width
            far = max(abs(across), abs(up))
            straight = far and (not across or not up or abs(across) == abs(up))
            step = (across + width * up) // far if straight else 0
            values.append(sum(1 << (x + i * step) for i in range(1, far)) if straight else 0)
    return m.Table("between", (size, size), size, tuple(values))


def one_way(table: m.Table) -> m.Table:
    size = table.kind
    return attrs.evolve(table, values=tuple(v if i // size < i % size else 0 for i, v in enumerate(table.values)))


def put(table: m.Table, x: int, y: int, between: int) -> m.Table:
    values = list(table.values)
    values[x * table.kind + y] = between
    return attrs.evolve(table, values=tuple(values))


def walks(table: m.Table, forward: bool = True) -> Walks | None:
    return Analyses(machine([end()], tables=(table,))).get(StraightWalks).walks("between", forward)


def sees(table: m.Table, first: str = "x", second: str = "y") -> m.SetBuild:
    """Return the set of sites from which one of the sites in `ends` is visible through sites in `passed`."""
    between = m.Lookup("between", (L(first), L(second)))
    nonempty = op("not", op("eq", m.SizeOf(between), 0))
    passed = m.Compare("within", between, at("passed"))
    some = m.Fold("some", "y", inside(at("ends")), None, op("and", nonempty, passed))
    return m.SetBuild(table.kind, "x", span(0, table.kind - 1), some)


def test_the_directions_of_a_row():
    assert walks(strip()) == Walks(5, {1: 0b01111, -1: 0b11110}, 3)
    assert walks(one_way(strip())) == Walks(5, {1: 0b01111}, 3)
    assert walks(one_way(strip()), forward=False) == Walks(5, {-1: 0b11110}, 3)


def test_the_directions_of_a_board():
    found = walks(grid(4))
    assert found is not None and set(found.starts) == {1, -1, 4, -4, 5, -5, 3, -3} and found.longest == 2
    assert found.starts[4] == 0x0FFF and found.starts[1] == 0x7777


REFUSED = {
    "one that turns": put(strip(), 0, 3, 0b10000),
    "one whose sites are not next to one another": put(strip(), 0, 3, 0b00101),
    "a walk that another goes on from, but not this one": put(strip(), 0, 4, 0),
    "a walk with a gap": put(put(strip(6), 0, 5, 0), 0, 4, 0b011100),
    "a site that is seen from itself": put(strip(), 2, 2, 0b00010),
    "nothing between any": m.Table("between", (5, 5), 5, (0,) * 25),
}


@pytest.mark.parametrize("table", REFUSED.values(), ids=REFUSED)
def test_a_table_that_is_not_made_of_walks_is_refused(table):
    assert walks(table) is None
    assert "shift" not in function_after(bitset_vectorisation, sees(table), table.kind, (), cells(table.kind), (table,))


WALKED = "let %walk^ = %walk^ | shift(%walk^ by -1)/5 & %passing^ in "
DOWN = (
    "let %passing^ = %between^ & {0, 1, 2, 3}/5 in let %walk^ = shift(%ends^ by -1)/5 & %passing^ in "
    f"{WALKED}{WALKED}%walk^"
)


def test_seeing_is_walking_back_from_what_is_seen():
    text = function_after(bitset_vectorisation, sees(strip()), 5, (), CELLS, (one_way(strip()),))
    assert text == f"let %ends^ = ends in let %between^ = passed in shift({DOWN} by -1)/5 & {{0, 1, 2, 3}}/5"


def test_all_between_a_site_and_what_it_sees():
    """The result is the intersection of two walks: forward from the site and back from the ends."""
    table = one_way(strip())
    text = function_after(bitset_vectorisation, enclosed(5), 5, (m.Parameter("p", 0, 0, 4),), CELLS, (table,))
    on = "let %walk^ = %walk^ | shift(%walk^ by 1)/5 & %passing^ in "
    up = (
        "let %passing^ = %between^ & {1, 2, 3, 4}/5 in let %walk^ = shift(%from^ by 1)/5 & %passing^ in "
        f"{on}{on}%walk^"
    )
    assert text == f"let %ends^ = ends in let %between^ = passed in let %from^ = {{%p}}/5 in ({up}) & ({DOWN})"


def enclosed(size: int) -> m.SetBuild:
    between = m.Lookup("between", (L("p"), L("y")))
    nonempty = op("not", op("eq", m.SizeOf(between), 0))
    passed = op("and", nonempty, m.Compare("within", between, at("passed")))
    seen = m.SetBuild(size, "y", inside(at("ends")), passed, None)
    return m.SetBuild(size, "b", inside(seen), None, m.Lookup("between", (L("p"), L("b"))))


def cells(size: int) -> tuple[m.Cell, ...]:
    return set_cell("ends", size), set_cell("passed", size)


@pytest.mark.parametrize("table", [strip(), one_way(strip()), strip(7), grid(3), grid(4)], ids=lambda t: str(t.kind))
def test_walks_give_what_the_loops_give(table):
    """Sampled: for five sites, a third of all pairs of sets (ends, passed); for more sites, 300 pairs."""
    size = table.kind
    made = machine(
        [end()],
        cells(size),
        tables=(table,),
        functions=(
            function("seen", (), sees(table), size),
            function("turned", (), sees(table, "y", "x"), size),
            m.Function("enclosed", "it", (m.Parameter("p", 0, 0, size - 1),), size, enclosed(size), 0),
        ),
        routines=(
            routine("put", (("a", size), ("b", size)), m.Write("ends", (), L("a")), m.Write("passed", (), L("b"))),
        ),
    )
    faster = bitset_vectorisation(Analyses(made), [])
    assert faster.functions != made.functions
    loops, walked = ReferenceEngine(made), ReferenceEngine(faster)
    start = loops.start(1)
    full = 1 << size
    pairs = (
        [(a, b) for a in range(full) for b in range(full)]
        if size == 5
        else [(i * 0x9E3779B1 % full, ~(i * 0x85EBCA77 >> 3) % full) for i in range(300)]
    )
    for a, b in pairs[:: 1 if size > 5 else 3]:
        state = loops.run(start, "put", (members(a), members(b)))
        for name in ("seen", "turned"):
            assert walked.call(state, name, ()) == loops.call(state, name, ())
        site = (a + b) % size
        assert walked.call(state, "enclosed", (site,)) == loops.call(state, "enclosed", (site,))


def test_only_what_the_site_itself_is_told_to_look_at_is_looked_at():
    """Exhausted: all sets of sites that a line of sight may pass. Each site has its own targets: 0 looks only at 2, 1
    at 3, …"""
    between, near = m.Lookup("between", (L("x"), L("y"))), m.Lookup("near", (L("x"),))
    asked = op("and", op("not", op("eq", m.SizeOf(between), 0)), m.Compare("within", between, at("passed")))
    some = m.Fold("some", "y", inside(near), None, asked)
    seen = function("seen", (), m.SetBuild(5, "x", span(0, 4), some), 5)
    put_ = routine("put", (("b", 5),), m.Write("passed", (), L("b")))
    looked = m.Table("near", (5,), 5, (0b00100, 0b01000, 0b10001, 0b00001, 0b00110))
    made = machine([end()], CELLS, tables=(strip(), looked), functions=(seen,), routines=(put_,))
    loops, walked = ReferenceEngine(made), ReferenceEngine(bitset_vectorisation(Analyses(made), []))
    for passed in range(32):
        state = loops.run(loops.start(1), "put", (members(passed),))
        assert walked.call(state, "seen", ()) == loops.call(state, "seen", ())


def members(bits: int) -> frozenset[int]:
    return frozenset(i for i in range(bits.bit_length()) if bits >> i & 1)
