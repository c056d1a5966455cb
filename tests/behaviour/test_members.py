"""Members of sets, and numbers that may be none, outside the range of their type: they fault wherever they are stored
or given, and are as absent as any other number wherever they are compared or taken away."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.engine.interface import GameFault
from rulekit.pipeline import EngineName
from rulekit.play.position_text import position_lines

from .books import ENGINES

BOOK = """rulebook members "Members":
  players 2

keep u: set of 1..9 = {3, 4}
keep wide: set of 0..20
keep low: 3..5 or none
keep high: 1..9 or none

fact given(s set of 1..9) = size(s)
fact numbers(n 1..20) gives set of 1..9 = {1..n}

procedure store(s set of 1..9):
  u = s

procedure numbers_of(n 1..20) gives set of 1..9:
  return {1..n}

flow:
  by p1:
    choose n in 4..12
    wide = {2..n}
    high = greater(1, n - 3)
    STATEMENT
  game over, drawn
"""
TOO_MANY = (
    "u = {1..n}",
    "u = {2, n}",
    "u = wide",
    "u = {k + 1 for k in u where yes} + {n}",
    "u += {n}",
    "u += {2, n}",
    "low = high",
    "low = if_none(low, high)",
    "keep v: set of 1..9 = wide",
    "keep v: 3..5 or none = high",
    "store(wide)",
    "let v = numbers_of(n)",
    "let v = numbers(n)",
    "let v = given(wide)",
)
"""Statements that fault with n = 12 and not with n = 8."""


def played(tmp_path: Path, statement: str, n: int, engine: EngineName) -> list[str]:
    """Return the position after the only game of the rulebook with this statement."""
    path = tmp_path / "members.rules"
    path.write_text(BOOK.replace("STATEMENT", statement))
    state = rulekit.load(str(path)).configure(engine=engine).start().apply(f"flow(n: {n})")
    return position_lines(state.game.engine, state.raw, None)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("statement", TOO_MANY)
def test_what_is_outside_of_the_range_faults(statement: str, engine: EngineName, tmp_path: Path) -> None:
    played(tmp_path, statement, 8, engine)
    with pytest.raises(GameFault, match=r"E702: .* lies outside \d\.\.\d"):
        played(tmp_path, statement, 12, engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("u -= {4, n}", "u: {3}"),
        ("u -= {n}", "u: {3, 4}"),
        ("u -= wide", "u: {}"),
        ("u = u - {4..n}", "u: {3}"),
        ("u = u & {4..n}", "u: {4}"),
        ("u = {5 for k in u where n in u or u == wide or u within {n}}", "u: {}"),
        ("high = if_none(low, high)", "high: 9"),
        ("high = if_none(if low == none then 4 else low, 2)", "high: 4"),
    ],
)
def test_what_is_outside_is_in_no_result(statement: str, left: str, engine: EngineName, tmp_path: Path) -> None:
    assert left in played(tmp_path, statement, 12, engine)
