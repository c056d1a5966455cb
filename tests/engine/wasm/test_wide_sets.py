"""Loops over large sets read the set in memory, or a copy if an iteration changes it. Questions about large sets are
answered from the members of a list, or from the words in which the sets of tables have members."""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from tests.machine.build import (
    L,
    at,
    bits,
    decision,
    end,
    inside,
    level,
    machine,
    number,
    op,
    option,
    put,
    set_cell,
    span,
    step,
)
from tests.machine.verify import verify

SIZE = 500  # eight words
X = L("x")
MEN = m.Load("men", (op("mod", at("n"), 2),))
MIDDLE = sum(1 << x for x in range(130, 260))
ROWS = m.Table("rows", (4,), SIZE, (0, (1 << SIZE) - 1, 1 << 63 | 1 << 64 | 1 << SIZE - 1, MIDDLE))
ROW, OTHER = m.Lookup("rows", (op("mod", at("n"), 4),)), m.Lookup("rows", (op("mod", op("div", at("n"), 2), 4),))
ADD = put("sum", (), op("mod", op("add", op("mul", at("sum"), 3), X), 9973))

FOUR = (1 << 7, 0, 1 << 3 | 1 << 66 | 1 << 457 | 1 << SIZE - 1, 1 << 63 | 1 << 64)
FEW = m.Table("few", (1 << 16,), SIZE, FOUR * (1 << 14))
# the table is stored as lists of members: it is large, and each of its sets has at most half as many members as words
FEW_OF = m.Lookup("few", (op("mod", at("n"), 4),))


def told(*parts: m.Expr) -> tuple[m.Stmt, ...]:
    """Return statements that add each part to a checksum, the cell `sum`."""
    return tuple(put("sum", (), op("mod", op("add", op("mul", at("sum"), 3), part), 9973)) for part in parts)


LISTED: dict[str, tuple[m.Stmt, ...]] = {
    "a listed set": (m.Each("x", inside(FEW_OF), None, (ADD,)),),
    "a listed set from a number on": told(
        m.Fold("first", "x", inside(FEW_OF), op("ge", X, at("n")), None, m.Const(7)),
        m.Fold("most", "x", inside(FEW_OF), m.Has(MEN, X), X, m.Const(9)),
    ),
    "what lies in a listed set": told(
        m.Has(FEW_OF, op("mul", at("y"), 1)),
        m.Has(FEW_OF, op("sub", at("n"), 3)),
        m.Has(FEW_OF, op("mul", at("n"), 33)),
    ),
    "what a listed set meets": told(
        op("eq", m.SizeOf(m.SetOp("common", FEW_OF, MEN)), 0),
        op("ne", m.SizeOf(m.SetOp("common", MEN, FEW_OF)), 0),
        op("eq", m.SizeOf(m.SetOp("common", FEW_OF, m.Lookup("few", (m.Const(2),)))), 0),
        m.SizeOf(m.SetOp("common", FEW_OF, MEN)),
        m.Compare("within", FEW_OF, MEN),
    ),
    "listed sets joined": told(
        m.Fold("sum", "x", inside(m.SetBuild(SIZE, "i", span(0, 3), None, m.Lookup("few", (L("i"),)))), None, X),
        m.SizeOf(m.SetOp("union", FEW_OF, MEN)),
    ),
    "a listed set in a cell": (
        m.Write("men", (m.Const(1),), FEW_OF),
        *told(m.Fold("sum", "x", inside(at("men", 1)), None, X)),
        m.Insert("men", (m.Const(1),), m.Const(11)),
    ),
}


def common(a: m.Expr, b: m.Expr) -> m.Expr:
    return m.SetOp("common", a, b)


def minus(a: m.Expr, b: m.Expr) -> m.Expr:
    return m.SetOp("minus", a, b)


def joined(a: m.Expr, b: m.Expr) -> m.Expr:
    return m.SetOp("union", a, b)


def asked(*sets: m.Expr) -> tuple[m.Stmt, ...]:
    """Return statements that tell of each set whether it is empty, its size, and whether it and another lie in each
    other."""
    return told(
        *(
            question
            for one in sets
            for question in (
                op("eq", m.SizeOf(one), 0),
                m.SizeOf(one),
                m.Compare("within", one, MEN),
                m.Compare("within", MEN, one),
                m.Compare("within", ROW, one),
            )
        )
    )


ONE = m.SetOf(SIZE, (X,))
CHOSEN = m.IfElse(op("lt", at("n"), 4), common(ROW, OTHER), m.SetConst(SIZE, 0))
QUESTIONS: dict[str, tuple[m.Stmt, ...]] = {
    "one set": asked(ROW, OTHER, FEW_OF, MEN),
    "sets of tables and a cell": asked(common(ROW, OTHER), minus(ROW, MEN), minus(MEN, ROW), joined(ROW, MEN)),
    "spans that bound a part only": asked(
        joined(common(ROW, MEN), OTHER), minus(OTHER, joined(ROW, MEN)), common(joined(ROW, OTHER), MEN)
    ),
    "a list and other sets": asked(
        common(common(FEW_OF, ROW), MEN),
        minus(common(ROW, FEW_OF), MEN),
        common(MEN, joined(FEW_OF, ROW)),
        minus(FEW_OF, joined(ROW, minus(MEN, OTHER))),
    ),
    "one of two": asked(CHOSEN, m.Bind("x", op("mod", at("n"), 3), m.IfElse(X, ROW, common(MEN, FEW_OF)))),
    "a name in both": told(m.Bind("x", at("n"), m.Compare("within", m.Bind("x", op("add", X, 9), ONE), ONE))),
}

NEAR = m.SetOf(SIZE, (op("mod", op("add", L("s"), 70), SIZE), op("mod", op("mul", L("s"), 3), SIZE)))
ALLOWED = op("or", op("or", m.Has(L("all"), L("z")), m.Has(L("low"), L("z"))), m.Has(MEN, L("z")))
# follow two ways from each member, within two sets that have names and one that has none
FOUND = m.Bind(
    "low", minus(OTHER, MEN), m.Reach(SIZE, m.SetOf(SIZE, (at("n"), m.Const(499))), "s", "z", inside(NEAR), ALLOWED)
)
STRIDES = m.Table("strides", (4,), SIZE, (0xFFFF << 60, 0xF0F0F << 120, 1 << SIZE - 1 | 0xFF << 300, 0))
NEXT = m.Lookup("strides", (op("mod", op("add", L("s"), at("n")), 4),))
TWICE = op("ne", op("mod", L("z"), 3), op("mod", L("s"), 3))


def search(within: m.Expr, where: m.Expr | None) -> m.Reach:
    return m.Reach(SIZE, m.SetOf(SIZE, (at("n"), m.Const(499))), "s", "z", inside(within), where)


# follow the sets of a table, of which whole words are read
STEPS = (
    search(NEXT, None),
    search(NEXT, m.Has(MEN, L("z"))),
    search(common(NEXT, MEN), TWICE),
    search(minus(NEXT, MEN), op("and", TWICE, m.Has(ROW, L("z")))),
    search(FEW_OF, m.Has(MEN, L("z"))),
    m.Bind("all", joined(ROW, MEN), search(NEXT, op("and", m.Has(L("all"), L("z")), TWICE))),
)
SEARCHES: dict[str, tuple[m.Stmt, ...]] = {
    "a search": told(
        m.Bind("all", minus(m.SetConst(SIZE, (1 << SIZE) - 1), bits(71, 141, size=SIZE)), m.SizeOf(FOUND)),
        m.Bind("all", joined(ROW, MEN), m.Fold("sum", "x", inside(FOUND), None, op("mod", X, 9))),
        m.Bind("all", m.SetConst(SIZE, MIDDLE), m.Fold("sum", "x", inside(FOUND), None, op("mod", X, 9))),
        m.Bind("all", joined(ROW, OTHER), m.Compare("within", FOUND, joined(ROW, MEN))),
    ),
    "steps of whole words": told(*(m.Fold("sum", "x", inside(one), None, op("mod", X, 9)) for one in STEPS)),
    "loops over whole words": told(
        *(m.Fold("sum", "x", inside(one), None, op("mod", X, 9)) for one in (common(ROW, MEN), minus(ROW, MEN))),
        m.Fold("first", "x", inside(common(ROW, MEN)), op("gt", X, 70), None, m.Const(9)),
        m.Fold("some", "x", inside(minus(ROW, MEN)), None, op("gt", X, 400)),
    ),
}

LOOPS: dict[str, tuple[m.Stmt, ...]] = {
    **LISTED,
    **SEARCHES,
    **QUESTIONS,
    "a set in a cell": (put("sum", (), m.Fold("sum", "x", inside(MEN), None, op("mod", X, 7))),),
    "a set in a table": (m.Each("x", inside(m.Lookup("rows", (op("mod", at("n"), 3),))), None, (ADD,)),),
    "members that a pass takes away": (
        m.Each(
            "x",
            inside(MEN),
            None,
            (ADD, m.Insert("men", (op("mod", at("n"), 2),), op("mod", op("add", X, 1), SIZE), drop=True)),
        ),
    ),
    "members that a pass adds": (
        m.Each("x", inside(MEN), op("lt", X, 400), (ADD, m.Insert("men", (op("mod", at("n"), 2),), op("add", X, 70)))),
    ),
    "a set that is made": (m.Each("x", inside(m.SetOp("minus", MEN, bits(4, 68, size=SIZE))), None, (ADD,)),),
}


@pytest.mark.parametrize("case", LOOPS)
def test_wide_sets_are_gone_through_as_they_were(case: str) -> None:
    made = machine(
        [
            decision("turn", option("lay", 0, "laid", level("y", 0, SIZE - 1, "y", among=MEN))),
            step(
                "laid",
                *LOOPS[case],
                m.Insert("men", (m.Const(0),), op("mod", op("mul", at("y"), 7), SIZE)),
                put("n", (), op("add", at("n"), 1)),
                to=m.Fork(op("eq", at("n"), 9), "won", "turn"),
            ),
            step("won", put(m.PAYOFF, (0,), op("mod", at("sum"), 1000)), to="end"),
            end(),
        ],
        (
            set_cell("men", SIZE, 2, initial=(1 << 3 | 1 << 66 | 1 << 130 | 1 << 457, 1 << 68 | 1 << 199)),
            number("n", 9),
            number("sum", 9972),
            number("y", SIZE - 1, role="frame"),
        ),
        tables=(ROWS, FEW, STRIDES),
    )
    assert verify(made) == []
    assert ReferenceEngine(made).playouts(10, 3) == WasmEngine(made).playouts(10, 3)
