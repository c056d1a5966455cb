"""Row maintenance: each write updates the stored answers to conditions, also for conditions with a second parameter of
few values. Others are computed as before."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.passes.view_maintenance import row_maintenance
from tests.machine.build import (
    L,
    at,
    chance,
    decision,
    e,
    end,
    inside,
    level,
    machine,
    number,
    op,
    option,
    put,
    routine,
    set_cell,
    span,
    step,
    where,
)  # fmt: skip
from tests.machine.verify import verify

SIZE, MOVES = 70, 20
NEAR = m.Table("near", (SIZE,), SIZE, tuple((1 << x >> 1 | 1 << x + 1) & ((1 << SIZE) - 1) for x in range(SIZE)))
STEPS = m.Table(
    "steps", (2, SIZE), 0, tuple(y + 1 if 0 <= y < SIZE else 0 for d in (-1, 1) for y in range(d, SIZE + d))
)
EDGE = m.Table("edge", (3, 4), 0, (0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1))
"""The edge of each of three kinds of tile in four directions. Kinds on the board are stored plus 1; 0 is none."""
X, Q, D, Y = L("x"), L("q"), L("d"), L("y")
FREE = op("eq", at("man", X), 0)
BESIDE = m.Fold("some", "y", inside(m.Lookup("near", (X,))), None, at("man", Y))
SHOWN = m.Lookup("edge", (op("sub", L("there"), 1), op("mod", op("sub", D, at("turned", op("sub", L("n"), 1))), 4)))
MEETS = m.Bind(
    "n",
    m.Lookup("steps", (D, X)),
    op(
        "or",
        op("not", L("n")),
        m.Bind(
            "there",
            at("man", op("sub", L("n"), 1)),
            op(
                "or",
                op("not", L("there")),
                op("eq", m.Lookup("edge", (at("sort"), op("mod", op("add", D, Q), 4))), SHOWN),
            ),
        ),
    ),
)
FITS = m.Fold("all", "d", span(0, 1), None, MEETS)
TURNED = m.Bind("way", op("mod", op("add", D, Q), 4), m.Lookup("edge", (at("sort"), L("way"))))
"""The edge of the drawn tile in this direction, with a name bound inside the comparison."""
LIES = m.Bind("z", at("man", X), m.Lookup("edge", (e(1), L("z"))))
NAMED = m.Fold("all", "d", span(0, 1), None, op("eq", TURNED, LIES))


def playing(
    *tests: m.Expr, body: tuple[m.Stmt, ...] = (), wide: int = SIZE, **rest: tuple[m.Routine, ...]
) -> m.Machine:
    """Return a machine in which a random tile is laid and turned where the tests allow it, for MOVES moves. The payoffs
    are the last choice."""
    cells = (
        number("man", 3, SIZE, initial=(*(0,) * 30, 1, *(0,) * (SIZE - 31))),
        number("turned", 3, SIZE),
        set_cell("gone", SIZE),
        number("sort", 2, role="frame"),
        number("left", MOVES, initial=(MOVES,)),
        number("site", SIZE - 1, role="frame"),
        number("quarter", 3, role="frame"),
    )
    lay = put("man", (at("site"),), op("add", at("sort"), 1)), put("turned", (at("site"),), at("quarter"))
    levels = level("q", 0, 3, "quarter"), level("x", 0, wide - 1, "site", *map(where, tests))
    anywhere = option("lay anywhere", 1000, "laid", level("here", 0, SIZE - 1, "site"))
    return machine(
        [
            chance("draw", "k", 0, 2, 1, "sort", "turn"),
            decision("turn", option("lay", 0, "laid", *levels), anywhere),
            step(
                "laid",
                *lay,
                *body,
                put("left", (), op("sub", at("left"), 1)),
                to=m.Fork(op("eq", at("left"), 0), "won", "draw"),
            ),
            step("won", put(m.PAYOFF, (0,), at("site")), put(m.PAYOFF, (1,), at("quarter")), to="end"),
            end(),
        ],
        cells,
        tables=(NEAR, STEPS, EDGE),
        **rest,
    )


KEPT: dict[str, tuple[m.Machine, int]] = {
    "one answer for each value": (playing(op("and", FREE, BESIDE)), 1),
    "a row for each": (playing(FREE, FITS), 1),
    "names bound in what is compared": (playing(FREE, NAMED), 1),
    "both": (playing(op("and", FREE, BESIDE), FITS), 2),
    "counted": (playing(op("ge", m.Fold("count", "y", inside(m.Lookup("near", (X,))), at("man", Y)), 1)), 1),
    "written in a loop": (
        playing(
            FITS, body=(m.Each("x", span(0, SIZE - 1), op("eq", op("mod", X, 7), at("sort")), (put("man", (X,), 0),)),)
        ),
        1,
    ),
    "a condition on the few values alone in it": (playing(m.IfElse(op("lt", Q, 2), FITS, m.Const(0))), 1),
    "for what is drawn only": (playing(op("or", op("eq", at("sort"), 1), FITS)), 1),
}
LEFT: dict[str, m.Machine] = {
    "no loop in it": playing(FREE),
    "a narrow parameter": playing(FITS, wide=60),
    "it reads a set": playing(m.Fold("some", "y", inside(m.Lookup("near", (X,))), None, m.Has(at("gone"), Y))),
    "too many values besides": playing(
        m.Fold("some", "y", inside(m.Lookup("near", (X,))), None, op("lt", op("add", at("left"), at("site")), Y))
    ),
    "it may fault": playing(m.Fold("all", "d", span(0, 1), None, m.Check(at("man", X), 4, MEETS))),
    "a write concerns all": playing(m.Fold("some", "y", span(0, SIZE - 1), op("lt", Y, X), at("man", Y))),
    "constants alone": playing(m.Fold("some", "y", inside(m.Lookup("near", (X,))), None, op("eq", Y, 9))),
    "it is tried out": playing(
        FITS,
        body=(m.IfStatement(m.After("more", (), at("man", 0)), (put("quarter", (), 1),)),),
        routines=(routine("more", (), put("man", (0,), 1)),),
    ),
}


@pytest.mark.parametrize("case", KEPT)
def test_answers_that_writes_keep_in_step(case):
    before, many = KEPT[case]
    changed = row_maintenance(Analyses(before), [])
    assert verify(changed) == []
    assert len([c for c in changed.cells if c.name.startswith("kept")]) == many
    assert not [part for part in changed.nodes if isinstance(part, m.Decision) and "Fold" in repr(part)]
    assert ReferenceEngine(before).playouts(4, 3) == ReferenceEngine(changed).playouts(4, 3)
    assert WasmEngine(before).playouts(200, 5) == WasmEngine(changed, optimise=False).playouts(200, 5)


@pytest.mark.parametrize("case", LEFT)
def test_what_is_asked_anew(case):
    why: list[str] = []
    assert row_maintenance(Analyses(LEFT[case]), why) == LEFT[case]
    assert why == ["row_maintenance: 0 questions about a parameter of decisions are kept answered by writes"]


def test_a_row_is_a_set_of_what_fits():
    changed = row_maintenance(Analyses(KEPT["a row for each"][0]), [])
    (kept,) = (c for c in changed.cells if c.name.startswith("kept"))
    assert (kept.kind, kept.shape, kept.high) == ("set", (SIZE,), 3 * 4 - 1)
    assert kept.initial[0] == (1 << 12) - 1  # everything fits where no neighbour is occupied
    assert 0 < kept.initial[31] < (1 << 12) - 1
