"""Set operations compared with the reference engine near every limit, for sizes near multiples of a word, up to 70
words."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.engine.differential import Pair
from tests.machine.build import L, at, end, function, inside, machine, op, routine, set_cell, span
from tests.shipped import spanning

SIZES = [1, 2, 63, 64, 65, 127, 128, 129, 383, 384, 385, 448, 449, 4480]


def first_from(over: m.LoopDomain, other: m.Expr) -> m.Expr:
    """Return an expression: the first member from the number `from` on, which may be past the last word, plus twice the
    first that is also in `other`."""
    there = op("ge", L("y"), L("from"))
    one = m.Fold("first", "y", over, there, None, m.Const(-1))
    return op(
        "add", one, op("mul", 2, m.Fold("first", "y", over, op("and", there, m.Has(other, L("y"))), None, m.Const(-1)))
    )


def made(size: int) -> m.Machine:
    own, other, x = L("a"), L("b"), L("x")
    over = inside(own)
    plus = op("add", L("y"), 63)
    expressions: dict[str, tuple[int, m.Expr]] = {
        "union": (size, m.SetOp("union", own, other)),
        "common": (size, m.SetOp("common", own, other)),
        "minus": (size, m.SetOp("minus", own, other)),
        "moved": (size, m.SetBuild(size, "y", over, m.Has(other, L("y")), plus)),
        "reached": (size, m.Reach(size, x, "s", "y", over, op("le", op("sub", L("y"), L("s")), 64))),
        "either": (size, m.IfElse(m.Has(own, x), own, other)),
        "stored": (size, at("kept", 1)),
        "one": (size, m.SetOf(size, (op("mod", x, size),))),
        "has": (0, m.Has(own, x)),
        "kept has": (0, m.Has(at("kept", 1), x)),
        "size": (0, m.SizeOf(own)),
        "same": (0, m.Compare("same", own, other)),
        "within": (0, m.Compare("within", own, other)),
        "sum": (0, m.Fold("sum", "y", over, None, L("y"))),
        "last": (0, m.Fold("most", "y", over, None, L("y"), m.Const(-1))),
        "first": (0, m.Fold("first", "y", over, op("ge", L("y"), x), None, m.Const(-1))),
        "first from there": (0, m.Bind("from", op("mod", op("mul", x, 7), size + 70), first_from(over, other))),
        "through": (size, m.Call("common", (own, other, x))),
    }
    params = (("a", size), ("b", size), "x")
    return machine(
        [end()],
        (set_cell("kept", size, 3),),
        functions=tuple(function(name, params, body, kind) for name, (kind, body) in expressions.items()),
        routines=(
            routine("keep", params, m.Write("kept", (m.Const(1),), own)),
            routine("in", params, m.Each("i", span(0, 2), None, (m.Insert("kept", (L("i"),), op("mod", x, size)),))),
            routine("out", params, m.Insert("kept", (m.Const(1),), op("mod", x, size), True)),
        ),
        fuel=1_000_000,  # more than needed: engines may use less, since `reach` visits each element once
    )


@pytest.mark.parametrize("size", spanning(SIZES, [1, 63, 65, 128, 449]))
def test_every_operation_next_to_the_limits_of_words(size):
    machine_ = made(size)
    pair = Pair(ReferenceEngine(machine_), WasmEngine(machine_))
    edges = sorted({x for x in (0, 1, 62, 63, 64, 65, 127, 128, size - 65, size - 64, size - 1) if 0 <= x < size})
    every, odd = frozenset(range(size)), frozenset(range(1, size, 2))
    sets = [frozenset(), every, odd, frozenset(edges), frozenset((size - 1,))]
    state = pair.same("start", 1)
    for a in sets[1:]:
        for x in (*edges, -1, size, -(1 << 31), (1 << 31) - 1):
            b = sets[x % len(sets)]
            after = state
            for name in ("keep", "in", "out"):
                after = pair.same("run", after, name, (a, b, x))
                pair.same("call", after, "stored", (a, b, x))
                pair.same("call", after, "kept has", (a, b, x))
            for one in machine_.functions:
                if size <= 449 or one.name not in ("reached", "sum"):
                    pair.same("call", after, one.name, (a, b, x if one.name != "reached" else x % size))
