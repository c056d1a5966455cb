"""Heads of exceptions and rules: which of their names are new, and which are constants that an argument must equal."""

from __future__ import annotations

import pytest

from rulekit.check.checker import Checker
from rulekit.check.constant_evaluation import evaluate
from rulekit.model.symbols import ConstantSymbol, OptionSymbol
from rulekit.syntax import nodes as s

from .books import clause, named

THINGS = """
enum Good: wood, grain
enum Spot: forest, field
option limit: 1..3 = 2
event gained(p Player, g Good, i 0..3)
fact yield(p Player, g Good, i 0..3) = 0
keep n: 0..9
"""


def asked(c: Checker, name: str) -> dict[str, object]:
    """Return the constants that arguments must equal, by parameter."""
    found = {}
    for test in c.patterns.get(clause(c, name).clause, ()):
        assert isinstance(test, s.Binary) and test.op == "==" and isinstance(test.left, s.Ref)
        found[test.left.name.text] = evaluate(c, test.right)
    return found


@pytest.mark.parametrize(
    ("head", "matched", "new"),
    [
        ("p, g, i", {}, {"p", "g", "i"}),
        ("p1, g, i", {"#1": 0}, {"g", "i"}),
        ("p, grain, i", {"#2": 1}, {"p", "i"}),
        ("p, Good.grain, 2", {"#2": 1, "#3": 2}, {"p"}),
        ("p2, wood, 0", {"#1": 1, "#2": 0, "#3": 0}, set()),
        ("p, g, limit", {}, {"p", "g", "limit"}),
        ("p, field, i", {}, {"p", "field", "i"}),  # `field` is of another type, so it is a new name (W431)
    ],
)
def test_constants_are_matched_and_other_names_are_new(head: str, matched: dict[str, int], new: set[str]) -> None:
    text = f"{THINGS}exception x to yield({head}) = 1\nrule y when gained({head}):\n  n = 1\n"
    c = named(text, errors=True)
    for name in "xy":
        node = clause(c, name).clause
        params = node.params if isinstance(node, s.ExceptionClause) else node.trigger.params  # type: ignore[attr-defined]
        assert asked(c, name) == matched, name
        assert {c.binds[one].name for one in params} == new | matched.keys()
        assert all(not isinstance(c.binds[one], ConstantSymbol | OptionSymbol) for one in params)


@pytest.mark.parametrize(("seat", "matched"), [("q", {}), ("p2", {"#seat": 1})])
def test_who_answers_may_be_one_player(seat: str, matched: dict[str, int]) -> None:
    c = named(f"{THINGS}rule y when gained(p, g, i) by {seat}:\n  n = 1\n")
    assert asked(c, "y") == matched


@pytest.mark.parametrize(
    ("head", "warned"),
    [
        ("p, g, i", None),
        ("p, field, i", "`field` is a member of Spot; here it is a new name for Good"),
        ("g, p, i", "`g` is the name of another parameter; here it is a new name for Player"),
        ("grain, g, i", "`grain` is a member of Good; here it is a new name for Player"),
        ("p, graim, i", "`graim` is no member of Good, so that it is a new name here, and matches everything"),
        ("p, gra, i", None),  # too short to resemble `grain`
    ],
)
def test_a_name_that_could_be_meant_otherwise(head: str, warned: str | None) -> None:
    c = named(f"{THINGS}rule y when gained({head}):\n  n = 1\n")
    found = [d.message for d in c.report.diagnostics if d.code == "W431"]
    assert found[:1] == ([warned] if warned else [])


def test_a_constant_of_another_type_is_refused() -> None:
    c = named(f"{THINGS}exception x to yield(p, 2, i) = 1\n", errors=True)
    assert [d.code for d in c.report.diagnostics if d.severity == "error"] == ["E301"]
