"""Pattern containment: whether a set contains one of a family of patterns. The pass computes the minimal patterns and
tests for these.
"""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.form_table import map_children
from rulekit.machine.passes.bitset_vectorisation import bitset_vectorisation
from rulekit.machine.text import expression as shown
from tests.machine.build import L, at, end, function, inside, look, machine, op, routine, set_cell, span

from .shown import function_after

MEN, OTHER, X, Y = at("men"), at("other"), L("x"), L("y")
CELLS = (set_cell("men", 9), set_cell("other", 9))
PAIRS = tuple((x, y) for x in range(9) for y in range(9))


def along(x: int, y: int) -> int:
    """Return the bits of the sites from x to y in a row of a board of three by three; 0 if they are not in one row."""
    return sum(1 << i for i in range(x, y + 1)) if x // 3 == y // 3 and x <= y else 0


TABLES = (
    m.Table("column", (9,), 0, tuple(x % 3 for x in range(9))),
    m.Table("row", (9,), 0, tuple(x // 3 for x in range(9))),
    m.Table("along", (9, 9), 9, tuple(along(x, y) for x, y in PAIRS)),
    m.Table("below", (9,), 9, tuple(0b111000 if x < 3 else 0 for x in range(9))),
)


def two(*conditions: m.Expr, over: m.Expr = MEN, also: m.Expr = MEN) -> m.Fold:
    """Return a condition: two members of a set satisfy these conditions."""
    return m.Fold("some", "x", inside(over), None, m.Fold("some", "y", inside(also), None, m.Op("and", conditions)))


SAME_ROW = op("eq", look("row", X), look("row", Y))
LATER = op("gt", Y, X)
FIRST = op("eq", look("column", X), 0)

CASES: dict[str, tuple[m.Expr, str]] = {
    "two next to each other": (
        two(SAME_ROW, op("eq", Y, op("add", X, 1))),
        "let %held^ = men in not size(%held^ & shift(%held^ by -1)/9 & {0, 1, 3, 4, 6, 7}/9) == 0",
    ),
    "two shapes": (
        two(SAME_ROW, LATER, FIRST),
        "let %held^ = men in not size(%held^ & shift(%held^ by -1)/9 & {0, 3, 6}/9 | "
        "%held^ & shift(%held^ by -2)/9 & {0, 3, 6}/9) == 0",
    ),
    "the ends and all between": (
        two(SAME_ROW, op("eq", Y, op("add", X, 2)), m.Compare("within", look("along", X, Y), MEN)),
        "let %held^ = men in not size(%held^ & shift(%held^ by -1)/9 & shift(%held^ by -2)/9 & {0, 3, 6}/9) == 0",
    ),
    "of patterns that hold one another the least": (
        two(SAME_ROW, LATER, FIRST, m.Compare("within", look("along", X, Y), MEN)),
        "let %held^ = men in not size(%held^ & shift(%held^ by -1)/9 & {0, 3, 6}/9) == 0",
    ),
    "and one member of a set of sites": (
        two(op("eq", X, 0), op("eq", Y, 2), op("not", op("eq", m.SizeOf(m.SetOp("common", look("below", X), MEN)), 0))),
        "let %held^ = men in not size(%held^ & shift(%held^ by -2)/9 & shift(%held^ by -3)/9 & {0}/9 | "
        "%held^ & shift(%held^ by -2)/9 & shift(%held^ by -4)/9 & {0}/9 | "
        "%held^ & shift(%held^ by -2)/9 & shift(%held^ by -5)/9 & {0}/9) == 0",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_pattern(case: str) -> None:
    body, text = CASES[case]
    assert function_after(bitset_vectorisation, body, 0, (), CELLS, TABLES) == text


def test_not_of_two_different_sets():
    assert "%held" not in function_after(bitset_vectorisation, two(SAME_ROW, LATER, also=OTHER), 0, (), CELLS, TABLES)


@pytest.mark.parametrize("case", CASES)
def test_patterns_are_held_where_the_loops_find_them(case):
    """Exhausted: all 512 sets of sites on a board of three by three."""
    made = machine(
        [end()],
        CELLS,
        tables=TABLES,
        functions=(function("it", (), CASES[case][0]),),
        routines=(routine("put", (("a", 9),), m.Write("men", (), L("a"))),),
    )
    loops, asked = ReferenceEngine(made), ReferenceEngine(bitset_vectorisation(Analyses(made), []))
    start, held = loops.start(1), 0
    for bits in range(512):
        state = loops.run(start, "put", (frozenset(x for x in range(9) if bits >> x & 1),))
        expected = loops.call(state, "it", ())
        assert asked.call(state, "it", ()) == expected
        held += expected
    assert 0 < held < 512


@pytest.mark.parametrize("side", [11, 12, 19])
def test_five_in_a_row_on_boards_of_more_than_two_words(side):
    """Sampled: the pass finds the lines of large boards, too, and gives the same results as the loops."""
    size, steps = side * side, (1, side, side + 1, side - 1)

    def between(x: int, y: int) -> int:
        for step in steps:
            sites = range(min(x, y), max(x, y) + 1, step)
            across = abs(x % side - y % side)
            if len(sites) == 4 and sites[-1] == max(x, y) and across == (0 if step == side else 3):
                return sum(1 << s for s in sites[1:-1])
        return 0

    table = m.Table("between", (size, size), size, tuple(between(x, y) for x in range(size) for y in range(size)))
    found = look("between", X, Y)
    held = two(op("eq", m.SizeOf(found), 2), m.Compare("within", found, MEN))
    made = machine(
        [end()],
        (set_cell("men", size),),
        tables=(table,),
        functions=(function("it", (), held),),
        routines=(routine("put", (("a", size),), m.Write("men", (), L("a"))),),
        fuel=10_000_000,
    )
    vectorised = bitset_vectorisation(Analyses(made), [])
    assert "%held" in shown(vectorised.functions[0].body)
    loops, asked, r, times = ReferenceEngine(made), ReferenceEngine(vectorised), Random(side), 0
    for _ in range(30):
        start, step = r.randrange(size), r.choice(steps)
        men = frozenset(s for s in range(start, start + 4 * step, step) if s < size and r.random() < 0.9)
        state = loops.run(loops.start(1), "put", (men | {r.randrange(size) for _ in range(9)},))
        expected = loops.call(state, "it", ())
        assert asked.call(state, "it", ()) == expected
        times += expected
    assert 0 < times < 30


def with_one_more(expr: m.Expr) -> m.Expr:
    """Return the expression for the set with one more site, `z`."""
    if expr == MEN:
        return m.SetOp("union", MEN, m.SetOf(9, (L("z"),)))
    changed: m.Expr = map_children(expr, with_one_more)
    return changed


@pytest.mark.parametrize("case", CASES)
def test_what_completes_a_pattern_is_what_the_loops_find_one_by_one(case):
    """Exhausted: all 512 sets of sites on a board of three by three."""
    build = m.SetBuild(9, "z", span(0, 8), with_one_more(CASES[case][0]))
    made = machine(
        [end()],
        CELLS,
        tables=TABLES,
        functions=(function("it", (), build, 9),),
        routines=(routine("put", (("a", 9),), m.Write("men", (), L("a"))),),
        fuel=1_000_000,
    )
    vectorised = bitset_vectorisation(Analyses(made), [])
    assert not isinstance(vectorised.functions[0].body, m.SetBuild)
    loops, asked = ReferenceEngine(made), ReferenceEngine(vectorised)
    start, found = loops.start(1), set()
    for bits in range(512):
        state = loops.run(start, "put", (frozenset(x for x in range(9) if bits >> x & 1),))
        expected = loops.call(state, "it", ())
        assert asked.call(state, "it", ()) == expected
        found.add(expected)
    assert len(found) > 2
