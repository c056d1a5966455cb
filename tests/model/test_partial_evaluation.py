"""Which expressions are computed before the game, and what remains of the others."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import DiagnosticSink
from rulekit.model.partial_evaluation import World, simplify_condition
from rulekit.syntax import nodes as s
from rulekit.syntax.format import format_node

from .layering import book

WORLD = World({"players": 3, "robbing": "never", "size": 7}, {"robbing": ("often", "never")})


def condition(text: str) -> s.Expr:
    member = book(f"rulebook b:\n  players 2\nfact f = {text}\n").members[0]
    assert isinstance(member, s.FactClause) and member.value is not None
    return member.value


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("players == 3", True),
        ("players in {2..3}", True),
        ("players in {2, 4}", False),
        ("players not in {2, 4}", True),
        ("robbing == never", True),
        ("often == robbing", False),
        ("robbing != often and size > players + 3", True),
        ("robbing in {often, never}", True),
        ("not (size < 2 * players)", True),
        ("size div 2 == 3 and size mod 2 == 1 and -size < 0", True),
        ("(if players > 2 then size else 0) == 7", True),
        ("greater(size, 9) - lesser(size, 9) == abs(-2)", True),
        ("no or yes", True),
        ("board[s] == x and players == 2", False),
        ("players == 3 or board[s] == x", True),
    ],
)
def test_decided(text: str, truth: bool) -> None:
    problems = DiagnosticSink()
    assert simplify_condition(condition(text), WORLD, problems) is truth
    assert not problems


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("robbing == never and awake[me]", "awake[me]"),
        ("robbing == often or not awake[me]", "not awake[me]"),
        ("not (players == 2 or awake[me])", "not awake[me]"),
        ("awake[me] and asleep[me]", "awake[me] and asleep[me]"),
        ("size div 0 == 1", "size div 0 == 1"),
        ("robing == never", "robing == never"),
        ("size == yes", "size == yes"),
    ],
)
def test_left_for_the_game(text: str, left: str) -> None:
    found = simplify_condition(condition(text), WORLD, DiagnosticSink())
    assert not isinstance(found, bool) and format_node(found) == left


def test_an_answer_that_is_none() -> None:
    problems = DiagnosticSink()
    simplify_condition(condition("robbing == nevr"), WORLD, problems)
    assert [(p.code, p.help[0].replacement) for p in problems.diagnostics] == [("E601", "never")]
