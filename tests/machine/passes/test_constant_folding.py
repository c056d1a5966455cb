"""Constant folding: expressions of constants and tables are replaced by the interpreter's value; those that would fault
are kept.
"""

from __future__ import annotations

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses, fresh_names
from rulekit.machine.passes.constant_folding import Folder
from rulekit.machine.text import expression
from tests.machine.build import L, at, bits, e, end, function, look, machine, number, op

from .shown import folding, function_after

TABLES = (
    m.Table("worth", (3,), 0, (5, 0, -7)),
    m.Table("goes", (2, 3), 0, (1, 2, 3, 4, 5, 6)),
    m.Table("near", (2,), 4, (0b0011, 0b1010)),
)
CELLS = (number("n", 9), number("slot", 5, 8))


SOME = op("eq", at("slot", L("x")), 4)


def one_or_none(low: int, high: int, none: int) -> m.LoopDomain:
    return m.LoopDomain(e(low), m.IfElse(at("n"), e(high), e(none)))


CASES: dict[str, tuple[m.Expr, str]] = {
    "a number of a table": (look("worth", 2), "-7"),
    "by row and column": (look("goes", 1, 0), "4"),
    "a set of a table": (m.SizeOf(look("near", 1)), "size({1, 3}/4)"),
    "an index that is worked out": (look("worth", op("sub", 3, 1)), "-7"),
    "an index that a table tells": (look("goes", 0, look("worth", 1)), "1"),
    "an index that cells tell": (look("goes", 0, at("n")), "goes{0, n}"),
    "behind the table": (m.IfElse(at("n"), look("worth", 3), e(0)), "if n then worth{3} else 0"),
    "before the table": (m.IfElse(at("n"), look("worth", -1), e(0)), "if n then worth{-1} else 0"),
    "behind a row": (m.IfElse(at("n"), look("goes", 0, 3), e(0)), "if n then goes{0, 3} else 0"),
    "a member": (m.Has(bits(0, 2, size=4), e(2)), "1"),
    "no member": (m.Has(bits(0, 2, size=4), e(1)), "0"),
    "no member below 0": (m.Has(bits(0, 2, size=4), e(-1)), "0"),
    "no member behind the set": (m.Has(bits(0, 2, size=4), e(70)), "0"),
    "a member of a set of a table": (m.Has(look("near", 0), op("add", 1, 0)), "1"),
    "a member that cells tell": (m.Has(bits(0, size=4), at("n")), "n in {0}/4"),
    "what becomes known of a name": (m.Bind("x", e(2), op("add", look("worth", L("x")), at("n"))), "-7 + n"),
    "arms of a constant": (m.IfElse(e(0), at("n"), op("add", 2, 3)), "5"),
    "nothing that would fault": (m.IfElse(at("n"), op("div", 1, 0), e(2)), "if n then 1 div 0 else 2"),
    "nothing beyond 32 bits": (m.IfElse(at("n"), op("add", 2**31 - 1, 1), e(2)), "if n then 2147483647 + 1 else 2"),
    "a loop of one pass or none": (m.Fold("some", "x", one_or_none(1, 1, 0), None, SOME), "n != 0 and slot[1] == 4"),
    "not a loop of one pass in any case": (
        m.Fold("some", "x", one_or_none(1, 1, 1), None, SOME),
        "some(%x in 1..(if n then 1 else 1): slot[%x] == 4)",
    ),
    "not a loop of two passes or none": (
        m.Fold("all", "x", one_or_none(1, 2, 0), None, SOME),
        "all(%x in 1..(if n then 2 else 0): slot[%x] == 4)",
    ),
    "what is decided by it": (m.IfElse(m.Has(look("near", 1), e(0)), at("n"), e(4)), "4"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_done_beforehand(case):
    """Compares the text of the folded expression, and its value with the interpreter's."""
    body, text = CASES[case]
    assert function_after(folding, body, 0, (), CELLS, TABLES) == text
    made = machine([end()], CELLS, tables=TABLES, functions=(function("it", (), body),))
    changed = folding(Analyses(made), [])
    engines = [ReferenceEngine(made), ReferenceEngine(changed)]
    assert len({engine.call(engine.start(1), "it", ()) for engine in engines}) == 1


def test_without_tables_nothing_is_looked_up():
    body = op("add", look("worth", 2), op("add", 1, 1))
    assert expression(Folder(fresh_names()).expression(body)) == "worth{2} + 2"
    assert expression(Folder(fresh_names(), {t.name: t for t in TABLES}).expression(body)) == "-5"
