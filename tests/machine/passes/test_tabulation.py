"""Tabulation: loops over constants become tables of their results, indexed by the values they depend on."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.passes.tabulation import tabulation
from tests.machine.build import L, at, bits, e, inside, number, op, set_cell, span

from .shown import function_after

CELLS = (number("n", 3), number("slot", 3, 8), number("wide", 100_000), set_cell("men", 5))
TABLES = (
    m.Table("kind", (6,), 0, (0, 0, 1, 2, 2, 2)),
    m.Table("near", (5,), 5, (0b10, 0b101, 0b1010, 0b10100, 0b1000)),
)
K, X = L("k"), L("x")
PARAMS = (m.Parameter("k", 0, 0, 2), m.Parameter("s", 5), m.Parameter("any", 0))
KIND = m.Lookup("kind", (X,))
NEAR_K = m.Lookup("near", (K,))


def of_kind(kind: m.Expr) -> m.Expr:
    return m.Fold("first", "x", span(0, 5), op("eq", KIND, kind), otherwise=e(-1))


def count(where: m.Expr) -> m.Expr:
    return m.Fold("count", "x", span(0, 5), where)


CASES: dict[str, tuple[m.Expr, str]] = {
    "by a parameter": (of_kind(K), "facts#2{%k}; facts#2 = 0 10 11"),
    "by nothing": (of_kind(e(1)), "2"),
    "by what state says": (of_kind(at("slot", K)), "facts#2{slot[%k]}; facts#2 = 0 10 11 -1"),
    "by what is surely asked first, though it may fault": (
        of_kind(m.Check(at("n"), 1, op("sub", at("slot", 0), 1))),
        "facts#2{check(n !1, slot[0] - 1) - -1}; facts#2 = -1 0 10 11",
    ),
    "what may fault and is perhaps not asked": (
        count(op("and", op("eq", KIND, 1), m.Check(at("n"), 1, at("n")))),
        "count(%x in 0..5 where kind{%x} == 1 and check(n !1, n))",
    ),
    "a sum": (
        m.Fold("sum", "x", span(0, 5), op("ge", KIND, K), KIND),
        "facts#2{%k}; facts#2 = 111 111 110",
    ),
    "some and all": (
        op("and", m.Fold("some", "x", span(0, 5), None, op("gt", KIND, K)), m.Fold("all", "x", span(0, 5), None, K)),
        "facts#2{%k}; facts#2 = 0 1 0",
    ),
    "the greatest, or what there is otherwise": (
        m.Fold("most", "x", span(0, 5), op("gt", KIND, K), KIND, otherwise=e(9)),
        "facts#2{%k}; facts#2 = 10 10 1001",
    ),
    "a set": (
        m.SetBuild(6, "x", span(0, 5), op("eq", KIND, K)),
        "facts#2{%k}; facts#2 = 11 100 111000",
    ),
    "a set of images": (
        m.SetBuild(5, "x", inside(m.Lookup("near", (K,))), None, op("sub", 4, X)),
        "facts#2{%k}; facts#2 = 1000 10100 1010",
    ),
    "all members of sets": (
        m.SetBuild(5, "x", inside(m.Lookup("near", (K,))), None, m.Lookup("near", (X,))),
        "facts#2{%k}; facts#2 = 101 1010 10101",
    ),
    "by a parameter, though more is asked of it": (
        m.Fold("count", "x", span(0, 5), op("and", op("lt", KIND, op("add", K, 1)), op("lt", KIND, op("sub", 2, K)))),
        "facts#2{%k}; facts#2 = 10 10 0",
    ),
    "state asked of each": (count(at("slot", X)), "count(%x in 0..5 where slot[%x])"),
    "a set that is known by name": (
        m.Fold("count", "x", span(0, 5), m.Has(L("s"), X)),
        "count(%x in 0..5 where %x in %s)",
    ),
    "too many values": (of_kind(at("wide")), "first(%x in 0..5 where kind{%x} == wide otherwise -1)"),
    "any number": (of_kind(L("any")), "first(%x in 0..5 where kind{%x} == %any otherwise -1)"),
    "a loop of few passes": (
        m.Fold("count", "x", span(0, 3), op("eq", KIND, K)),
        "count(%x in 0..3 where kind{%x} == %k)",
    ),
    "a loop of few passes, much looked at in each": (
        m.Fold("only", "x", span(0, 3), m.Has(m.SetOf(8, (X, op("add", X, 3), op("add", X, 4))), K), fault=1),
        "facts#2{%k}; facts#2 = 0 1 10",
    ),
    "how many are in a set by operations on constants": (
        m.SizeOf(m.SetOp("union", NEAR_K, m.SetOp("common", m.Lookup("near", (op("add", K, 1),)), bits(2, size=5)))),
        "facts#2{%k}; facts#2 = 10 10 11",
    ),
    "how many are in a set that a name holds": (
        m.SizeOf(m.SetOp("common", L("s"), m.SetOp("union", m.Shift(5, L("s"), 1), m.Shift(5, L("s"), 2)))),
        "size(%s & (shift(%s by 1)/5 | shift(%s by 2)/5))",
    ),
    "what may be there or not": (
        m.Fold("some", "x", m.LoopDomain(e(1), m.IfElse(K, e(1), e(0))), None, op("eq", KIND, K)),
        "some(%x in 1..(if %k then 1 else 0): kind{%x} == %k)",
    ),
    "no member where one must be": (
        m.Fold("first", "x", span(0, 5), op("gt", KIND, K), fault=1),
        "first(%x in 0..5 where kind{%x} > %k !1)",
    ),
    "of a member of a set with a name": (
        m.Fold("sum", "y", inside(L("s")), None, count(op("eq", KIND, m.Lookup("kind", (L("y"),))))),
        "sum(%y in %s: facts#2{kind{%y}}); facts#2 = 10 1 11",
    ),
    "what is worked out where nobody may ask": (
        m.Fold("count", "x", span(0, 5), m.Has(bits(1, size=5), m.Fold("count", "y", inside(at("men"))))),
        "count(%x in 0..5 where count(%y in men) in {1}/5)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_becomes_a_table(case: str) -> None:
    expr, text = CASES[case]
    kind = {m.SetBuild: getattr(expr, "size", 0)}.get(type(expr), 0)
    assert function_after(tabulation, expr, kind, PARAMS, CELLS, TABLES) == text
