"""`reach` gives the same results with and without vectorisation, for links that depend on the state, and if the search
may stop early."""

from __future__ import annotations

from random import Random

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.form_table import parts_of
from rulekit.machine.passes.bitset_vectorisation import bitset_vectorisation
from tests.engine.differential import Pair
from tests.machine.build import L, at, end, function, inside, machine, op, routine, set_cell
from tests.machine.verify import verify
from tests.shipped import every

CASES = 40
X, Y, Z = L("x"), L("y"), L("z")


def board(r: Random) -> tuple[int, m.Table]:
    """Return the size of a rectangular board and its table of neighbours; sometimes links lead only right and up."""
    columns, rows = r.choice(((4, 4), (5, 13), (9, 9), (12, 12), (3, 22), (20, 20)))
    size, both = columns * rows, r.random() < 0.7

    def near(x: int) -> int:
        ways = [x + 1] * (x % columns < columns - 1) + [x + columns] * (x + columns < size)
        ways += ([x - 1] * (x % columns > 0) + [x - columns] * (x >= columns)) if both else []
        return sum(1 << y for y in ways)

    return size, m.Table("near", (size,), size, tuple(near(x) for x in range(size)))


def among(r: Random) -> m.Expr:
    """Return the sites that a step from x may reach: its neighbours, sometimes without those cut off or not owned."""
    near = m.Lookup("near", (X,))
    return r.choice((near, near, m.SetOp("minus", near, at("cut", X)), m.SetOp("common", near, at("own"))))


def link(r: Random, size: int, depth: int = 2) -> m.Expr:
    """Return a random condition on x and y."""
    if depth == 0:
        marks = m.Fold("some", "z", inside(at("marks")), None, m.Has(m.Lookup("near", (Z,)), r.choice((X, Y))))
        asked = [
            m.Has(at("own"), r.choice((X, Y))),
            op("gt", op("add", Y, 3), X),
            op("eq", m.Lookup("sort", (X,)), m.Lookup("sort", (Y,))),
            marks,
            m.Call("near own", (X, Y)),
            m.Has(at("cut", X), Y),
        ]
        return r.choice(asked)
    one, other = link(r, size, depth - 1), link(r, size, depth - 1)
    return r.choice(
        (op("and", one, other), op("or", one, other), op("not", one), m.IfElse(one, other, link(r, size, 0)))
    )


def made(seed: int) -> m.Machine:
    r = Random(seed)
    size, near = board(r)
    start = m.SetOf(size, (m.Const(r.randrange(size)),))
    reached = m.Reach(size, r.choice((start, at("own"))), "x", "y", inside(among(r)), link(r, size))
    sort = m.Table("sort", (size,), 0, tuple(r.randrange(3) for _ in range(size)))
    goal = m.SetConst(size, sum(1 << r.randrange(size) for _ in range(2)) & ((1 << size) - 1) | 1 << size - 1)
    met = m.SetOp("common", reached, r.choice((goal, at("goal"))))
    functions = {
        "all": (size, reached),
        "how many": (0, m.SizeOf(met)),
        "none": (0, op("eq", m.SizeOf(met), 0)),
        "this": (0, m.Has(reached, m.Const(r.randrange(size)))),
    }
    params = ("a", "b")
    near_own = op("and", m.Has(at("own"), L("p")), m.Has(m.Lookup("near", (L("q"),)), L("p")))
    return machine(
        [end()],
        (set_cell("own", size), set_cell("marks", size), set_cell("goal", size), set_cell("cut", size, size)),
        functions=(
            *(function(name, (), body, kind) for name, (kind, body) in functions.items()),
            function("near own", ("p", "q"), near_own),
        ),
        routines=(
            routine("lay", params, *(m.Insert(cell, (), L("a")) for cell in ("own", "marks", "goal"))),
            routine("wall", params, m.Insert("cut", (L("a"),), L("b"))),
            routine("mark", params, m.Insert("marks", (), L("b")), m.Insert("own", (), L("b"))),
        ),
        tables=(near, sort),
        fuel=10_000_000,
    )


@pytest.mark.parametrize("seed", every(6, range(CASES)))
def test_what_is_reached_is_the_same_however_it_is_found(seed: int) -> None:
    """Sampled: forty boards with four states each. The fast engine, with and without the pass, agrees with the
    reference interpreter.
    """
    given, r = made(seed), Random(1000 + seed)
    size = given.cells[-1].high + 1
    assert verify(given) == []
    vectorised = bitset_vectorisation(Analyses(given), [])
    assert verify(vectorised) == []
    reference = ReferenceEngine(given)
    pairs = [Pair(reference, WasmEngine(p, optimise=False)) for p in (given, vectorised)]
    states = [pair.same("start", 1) for pair in pairs]
    for _ in range(4):
        for pair, state in zip(pairs, states, strict=True):
            for name in ("all", "how many", "none", "this"):
                pair.same("call", state, name, ())
        moves = [(r.choice(("lay", "wall", "mark")), (r.randrange(size), r.randrange(size))) for _ in range(size // 3)]
        for i, pair in enumerate(pairs):
            for name, args in moves:
                states[i] = pair.same("run", states[i], name, args)


def test_links_do_become_sets() -> None:
    """The pass replaces `reach` on at least a quarter of these boards; otherwise the test above would prove little."""
    left = [
        any(isinstance(part, m.Reach) for part in parts_of(bitset_vectorisation(Analyses(made(seed)), []).functions))
        for seed in range(CASES)
    ]
    assert CASES // 4 < left.count(False) < CASES
