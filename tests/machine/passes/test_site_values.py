"""Site values: what a parameter that runs over certain sites decides, and what it leaves."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.passes.boards import PLANES, Board
from rulekit.machine.passes.constant_folding import Folder
from rulekit.machine.passes.site_values import SiteValues
from tests.machine.build import L, number, op

MAN = number("man", 4, 9)
PLANE = {value: m.Load(f"man{PLANES}", (m.Const(value),)) for value in range(5)}
FIRST, SECOND = (m.SetOp("union", PLANE[a], PLANE[b]) for a, b in ((1, 2), (3, 4)))
OWNER = m.Table("owner", (4,), m.NUMBER, (0, 0, 1, 1))
AREA = m.Table("area", (4,), 9, (1, 1, 1, 2))
HERE = m.Load("man", (L("here"),))


def owner(of: m.Expr) -> m.Expr:
    return m.Lookup("owner", (op("sub", of, 1),))


def values() -> SiteValues:
    tables = {table.name: table for table in (OWNER, AREA)}
    return SiteValues({"man": Board(MAN, f"man{PLANES}")}, tables, Folder(lambda name: f"{name}^", tables))


@pytest.mark.parametrize(
    ("within", "found"),
    [
        (PLANE[0], {0}),
        (FIRST, {1, 2}),
        (m.SetOp("common", FIRST, m.SetConst(9, 7)), {1, 2}),
        (m.SetOp("minus", SECOND, PLANE[3]), {3, 4}),
        (m.SetOp("common", m.SetConst(9, 7), FIRST), None),
        (m.SetOp("union", FIRST, m.SetConst(9, 7)), None),
        (m.SetConst(9, 7), None),
        (None, None),
    ],
)
def test_what_a_domain_tells(within: m.Expr | None, found: set[int] | None) -> None:
    assert values().known("here", within) == ({} if found is None else {HERE: frozenset(found)})


@pytest.mark.parametrize(
    ("expr", "result"),
    [
        (owner(HERE), m.Const(0)),
        (m.Bind("x", HERE, owner(L("x"))), m.Bind("x", HERE, m.Const(0))),
        (op("eq", owner(HERE), 0), m.Const(1)),
        (m.Lookup("owner", (HERE,)), None),  # the owners of the next two differ
        (m.Lookup("area", (op("sub", HERE, 1),)), None),  # a table of sets
        (owner(m.Load("man", (L("there"),))), None),
        (op("ne", HERE, 0), None),  # ranges are narrower behind it
        (m.After("go", (), owner(HERE)), None),  # another state
    ],
)
def test_what_is_decided(expr: m.Expr, result: m.Expr | None) -> None:
    whole = values()
    assert whole.decided(expr, whole.known("here", FIRST)) == (expr if result is None else result)


def test_an_index_outside_of_a_table_decides_nothing() -> None:
    whole, known = values(), {HERE: frozenset({0, 1})}
    assert whole.decided(owner(HERE), known) == owner(HERE)
