"""Bitset vectorisation: loops over sites become operations on sets, or remain loops."""

from __future__ import annotations

import pytest

from rulekit.machine import program as m
from rulekit.machine.passes.bitset_vectorisation import bitset_vectorisation
from tests.machine.build import L, at, e, inside, look, number, op, set_cell, span

from .shown import function_after

CELLS = (set_cell("men", 16), set_cell("own", 16), number("n", 3), number("slot", 2, 16))
SITES = range(16)  # a board of four by four
TABLES = (
    m.Table("right", (16,), 0, tuple(x + 1 if x % 4 < 3 else -1 for x in SITES)),
    m.Table(
        "near",
        (16,),
        16,
        tuple(sum(1 << y for y in SITES if abs(x % 4 - y % 4) + abs(x // 4 - y // 4) == 1) for x in SITES),
    ),
    m.Table("column", (16,), 0, tuple(x % 4 for x in SITES)),
)
MEN, OWN, X, Y = at("men"), at("own"), L("x"), L("y")
C = L("c")
FAULTS = op("eq", op("div", X, at("n")), 2)
SUM = m.Fold("sum", "y", inside(at("men")), None, op("mul", Y, X))
LONG, LONG_TEXT = op("gt", SUM, 9), "sum(%y in men: %y * %x) > 9"
"""A condition for which there is no set operation, and its text."""
RIGHTS = "{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14}/16"
LEFTS = "{1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15}/16"
ALL = "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}/16"
NORTH, SOUTH = (f"{{{', '.join(map(str, sites))}}}" for sites in (range(4, 16), range(12)))
FOUR = " | ".join(f"shift(%grown^ & %open^ by {by})/16" for by in (-4, -1, 1, 4))
LINK = op("or", op("ne", m.Lookup("column", (X,)), m.Lookup("column", (Y,))), op("not", m.Has(MEN, X)))
STEPS = ((3, -4, 0xFFF0), (4, -1, 0xEEEE), (5, 1, 0x7777), (6, 4, 0x0FFF))
THERE = [f"there#{i} = {' '.join(f'{x + by if on >> x & 1 else x:b}' for x in SITES)}" for i, by, on in STEPS]


def built(where: m.Expr) -> m.SetBuild:
    return m.SetBuild(16, "x", span(0, 15), where)


def beside(of: str) -> str:
    """Return the text of the expression for the neighbours of a set on the board."""
    return (
        f"shift({of} by 4)/16 | shift({of} by 1)/16 & {LEFTS} | shift({of} by -1)/16 & {RIGHTS} | shift({of} by -4)/16"
    )


CASES: dict[str, tuple[m.Expr, str]] = {
    "a member": (built(m.Has(MEN, X)), "men"),
    "both": (built(op("and", m.Has(MEN, X), m.Has(OWN, X))), "men & own"),
    "either": (built(op("or", m.Has(MEN, X), m.Has(OWN, X))), "men | own"),
    "one and not the other": (built(op("and", m.Has(MEN, X), op("not", m.Has(OWN, X)))), r"men \ own"),
    "what a table decides": (built(op("eq", look("column", X), e(2))), "{2, 6, 10, 14}/16"),
    "all or nothing": (built(op("gt", at("n"), 1)), f"if n > 1 then {ALL} else {{}}/16"),
    "a choice of conditions": (
        built(m.IfElse(m.Has(MEN, X), m.Has(OWN, X), op("eq", at("n"), 1))),
        rf"men & own | ((if n == 1 then {ALL} else {{}}/16) \ men)",
    ),
    "a relation of one step": (built(m.Has(MEN, look("right", X))), f"shift(men by -1)/16 & {RIGHTS}"),
    "a relation of four": (built(op("ne", m.SizeOf(m.SetOp("common", look("near", X), MEN)), 0)), beside("men")),
    "some value in a relation": (
        built(m.Fold("some", "y", inside(MEN), None, m.Has(look("near", X), Y))),
        beside("men"),
    ),
    "all of a relation": (
        built(m.Compare("within", look("near", X), MEN)),
        rf"{ALL} \ (let %of^ = {ALL} \ men in {beside('%of^')})",
    ),
    "nothing passes, but the set may fault first": (
        m.Fold("some", "x", inside(m.Check(at("n"), 0, MEN)), None, e(0)),
        "some(%x in check(n !0, men): 0)",
    ),
    "the members for which a table has the least value": (
        m.Bind(
            "own",
            m.SetOp("common", MEN, OWN),
            m.SetBuild(
                16,
                "x",
                inside(L("own")),
                m.Fold("all", "y", inside(L("own")), None, op("le", look("column", X), look("column", Y))),
            ),
        ),
        r"let %own = men & own in %own \ "
        r"((if size(%own & {0, 4, 8, 12}/16) != 0 then {1, 5, 9, 13}/16 else {}/16)"
        r" | (if size(%own & {0, 1, 4, 5, 8, 9, 12, 13}/16) != 0 then {2, 6, 10, 14}/16 else {}/16)"
        r" | (if size(%own & {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14}/16) != 0 then {3, 7, 11, 15}/16 else {}/16))",
    ),
    "a comparison with a table": (
        built(op("lt", look("column", X), at("n"))),
        "where#{n - 0}; where# = 0 1000100010001 11001100110011 111011101110111",
    ),
    "the same comparison from the other side": (
        built(op("lt", at("n"), look("column", X))),
        "where#{n - 0}; where# = 1110111011101110 1100110011001100 1000100010001000 0",
    ),
    "some": (
        m.Fold("some", "x", span(0, 15), None, op("and", m.Has(MEN, X), m.Has(OWN, look("right", X)))),
        f"not size(men & (shift(own by -1)/16 & {RIGHTS})) == 0",
    ),
    "some of those that pass what is a set": (
        m.Fold("some", "x", span(0, 15), None, op("and", m.Has(MEN, X), FAULTS, m.Has(OWN, X))),
        "some(%x in men: %x div n == 2 and %x in own)",
    ),
    "not what stands behind what may fault": (
        m.Fold("some", "x", span(0, 15), None, op("and", FAULTS, m.Has(MEN, X))),
        "some(%x in 0..15: %x div n == 2 and %x in men)",
    ),
    "but behind what may not": (
        m.Fold("some", "x", span(0, 15), None, op("and", LONG, m.Has(MEN, X), FAULTS)),
        f"some(%x in men: {LONG_TEXT} and %x div n == 2)",
    ),
    "where and body together": (
        m.Fold("some", "x", inside(OWN), m.Has(MEN, X), op("and", m.Has(look("near", X), e(3)), FAULTS)),
        "some(%x in own & men & {2, 7}/16: %x div n == 2)",
    ),
    "with a name for a plain value": (
        m.Fold(
            "some",
            "x",
            span(0, 15),
            None,
            m.Bind("c", look("column", X), op("and", op("eq", C, e(2)), op("div", C, at("n")))),
        ),
        "some(%x in {2, 6, 10, 14}/16: let %c = column{%x} in %c div n)",
    ),
    "of values from above 0": (
        m.Fold("some", "x", span(13, 15), None, op("and", m.Has(MEN, X), FAULTS)),
        "some(%x in {13, 14, 15}/16 & men: %x div n == 2)",
    ),
    "none, before what may fault is asked": (
        m.Fold("some", "x", span(0, 15), None, op("and", op("eq", look("column", X), e(7)), FAULTS)),
        "not size({}/16) == 0",
    ),
    "all": (m.Fold("all", "x", inside(MEN), None, m.Has(OWN, X)), r"size(men \ own) == 0"),
    "count": (m.Fold("count", "x", inside(MEN), m.Has(OWN, X)), "size(men & own)"),
    "count from above 0": (
        m.Fold("count", "x", span(13, 15), m.Has(MEN, X)),
        "size({13, 14, 15}/16 & men)",
    ),
    "a few values asked one by one": (
        m.SetBuild(2, "x", span(0, 1), op("eq", at("slot", X), 1)),
        "(if slot[0] == 1 then {0}/2 else {}/2) | (if slot[1] == 1 then {1}/2 else {}/2)",
    ),
    "what is reached": (
        m.Reach(16, MEN, "x", "y", inside(look("near", X)), m.Has(OWN, Y)),
        f"let %inside^ = own in grow(%grown^ from men by ({beside('%grown^')}) & %inside^)/16",
    ),
    "what is reached under a condition on where from": (
        m.Reach(16, MEN, "x", "y", inside(look("near", X)), m.Has(OWN, X)),
        f"let %open^ = {SOUTH}/16 & own in let %open^ = {RIGHTS} & own in let %open^ = {LEFTS} & own in "
        f"let %open^ = {NORTH}/16 & own in grow(%grown^ from men by {FOUR})/16",
    ),
    "what is reached by links that are there or not": (
        m.Reach(16, MEN, "x", "y", inside(m.SetOp("minus", look("near", X), OWN)), LINK),
        f"let %inside^ = {ALL} \\ own in let %open^ = {SOUTH}/16 \\ men in let %open^ = {RIGHTS} in "
        f"let %open^ = {LEFTS} in let %open^ = {NORTH}/16 \\ men in grow(%grown^ from men by ({FOUR}) & %inside^)/16; "
        + "; ".join(
            f"there#{i} = {' '.join(f'{x + by if on >> x & 1 else x:b}' for x in SITES)}" for i, by, on in STEPS
        ),
    ),
    "not what is reached where a link may fault": (
        m.Reach(16, MEN, "x", "y", inside(look("near", X)), op("eq", op("div", X, at("n")), Y)),
        f"reach(men, %x to %y in near{{%x}} where %x div n == %y)/16; {THERE[0]}",
    ),
    "not what may fault": (
        built(op("eq", op("div", 6, at("n")), 2)),
        "{%x in 0..15 where 6 div n == 2}/16",
    ),
    "not an image": (m.SetBuild(16, "x", inside(MEN), None, look("column", X)), "{column{%x} for %x in men}/16"),
    "not where to look may fault": (
        m.Fold("count", "x", span(0, 15), m.Has(MEN, op("mod", op("mul", X, X), at("n")))),
        "count(%x in 0..15 where %x * %x mod n in men)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_loop(case: str) -> None:
    body, text = CASES[case]
    kind = 0 if isinstance(body, m.Fold) else 2 if text.endswith("/2)") else 16
    assert function_after(bitset_vectorisation, body, kind, (), CELLS, TABLES) == text
