"""Arithmetic near every limit, exhausted over pairs of edge values: constants, parameters, cells of known range."""

from __future__ import annotations

from typing import get_args

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.engine.differential import Pair
from tests.machine.build import BOUND, L, at, end, function, machine, number, op, span
from tests.shipped import every

MOST = (1 << 31) - 1
EDGES = (0, 1, -1, 2, -2, 3, -3, 63, 64, 65, -64, 127, -128, 46340, 46341, -46341, 65535, MOST - 1, MOST, -MOST)
EDGES = (*EDGES, -MOST - 1)
OPS = [name for name in get_args(m.NumberOp) if name not in ("neg", "not")]


def pair(*functions: m.Function, cells: tuple[m.Cell, ...] = ()) -> Pair:
    made = machine([end()], cells, functions=functions)
    return Pair(ReferenceEngine(made), WasmEngine(made))


@pytest.mark.parametrize("name", OPS)
def test_of_parameters(name):
    both = pair(function("f", ("a", "b"), op(name, L("a"), L("b"))))
    state = both.same("start", 1)
    for a in EDGES:
        for b in EDGES:
            both.same("call", state, "f", (a, b))


@pytest.mark.parametrize("share", every(4, range(4)))
@pytest.mark.parametrize("name", OPS)
def test_of_constants(name, share):
    made = [(a, b) for a in EDGES for b in EDGES][share::4]
    both = pair(*(function(f"{a} {b}", (), op(name, a, b)) for a, b in made))
    state = both.same("start", 1)
    for a, b in made:
        both.same("call", state, f"{a} {b}", ())


@pytest.mark.parametrize("name", ["neg", "not"])
def test_of_one(name):
    both = pair(function("f", ("a",), op(name, L("a"))))
    state = both.same("start", 1)
    for a in EDGES:
        both.same("call", state, "f", (a,))


@pytest.mark.parametrize("ends", [(0, 1), (-1, 1), (1, 6), (-5, -2), (0, 46341), (-46341, 46341), (-3, MOST)])
@pytest.mark.parametrize("name", every(2, OPS))
def test_of_cells_whose_range_says_what_can_happen(name, ends):
    """Combines both ends of one cell's range with both ends of several others."""
    others = [(0, 1), (2, 2), (-2, 3), (-7, -1), (0, MOST), (-MOST - 1, 0)]
    cells = [number("x", ends[1], 2, low=ends[0], initial=ends)]
    cells += [number(f"y{i}", high, 2, low=low, initial=(low, high)) for i, (low, high) in enumerate(others)]
    functions = [
        function(f"f{i}", ("a", "b"), op(name, at("x", L("a")), at(f"y{i}", L("b")))) for i in range(len(others))
    ]
    both = pair(*functions, cells=tuple(cells))
    state = both.same("start", 1)
    for made in functions:
        for a in (0, 1):
            for b in (0, 1):
                both.same("call", state, made.name, (a, b))


@pytest.mark.parametrize("by", [1, 2, 3, 8, 12, 1 << 30, MOST, -1, -8])
@pytest.mark.parametrize("name", ["div", "mod"])
def test_of_ranges_by_a_constant(name, by):
    """Ranges around multiples of the constant: all values of short ranges, else the ends and the values around 0."""
    ranges = [(-13, 11), (-12, 12), (-8, 7), (0, 15), (1, 24), (-25, -1), (-MOST - 1, 0), (-MOST, MOST), (-1, MOST)]
    asked = [list(range(a, b + 1)) if b - a < 99 else [a, a + 1, -1, 0, b - 1, b] for a, b in ranges]
    cells = [
        number(f"x{i}", b, len(asked[i]), low=a, initial=tuple(min(x, b) for x in asked[i]))
        for i, (a, b) in enumerate(ranges)
    ]
    functions = [function(f"f{i}", ("a",), op(name, at(f"x{i}", L("a")), by)) for i in range(len(ranges))]
    both = pair(*functions, cells=tuple(cells))
    state = both.same("start", 1)
    for made, values in zip(functions, asked, strict=True):
        for a in range(len(values)):
            both.same("call", state, made.name, (a,))


@pytest.mark.parametrize("kind", ["sum", "most", "least", "count", "first"])
@pytest.mark.parametrize("passes", [0, 1, 2, 3])
def test_folds_next_to_the_limits(kind, passes):
    """A partial sum may exceed the limit if the total does not; a total that does is a fault."""
    body = None if kind in ("count", "first") else m.Lookup("t", (L("k"), L("i")))
    fold = m.Fold(kind, "i", span(0, passes - 1), None, body, fault=BOUND)
    table = m.Table("t", (4, 3), 0, (MOST, 1, -1, MOST, -1, 1, -MOST - 1, -1, 1, MOST, 1, 1))
    made = machine([end()], functions=(function("f", ("k",), fold),), tables=(table,))
    both = Pair(ReferenceEngine(made), WasmEngine(made))
    state = both.same("start", 1)
    for k in range(4):
        both.same("call", state, "f", (k,))
