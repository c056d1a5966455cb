"""Option sets: which parameters become sets, and that games and faults stay the same, in variants of a small game
(`siege.rules`) whose ways to strike use every form of condition."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.engine.reference import ReferenceEngine
from rulekit.machine import program as m
from rulekit.machine.form_table import parts_of
from rulekit.machine.optimise import for_playouts
from rulekit.machine.passes.option_algebra import are_lines, factors
from tests.generated.laws import machine_of
from tests.generated.strategy import Written
from tests.shipped import every

from .test_trial_shortcuts import WAY, machine, optimised, result, results

JUMPS = Path(__file__).with_name("jumps.rules").read_text()
BETWEEN = "size({x in between(a, b) where taken(man[x])})"
STEPS = "size(between(a, b)) < m.kind.steps"
LAWFUL = "(some m in man[a]: goes(m, a, b)) and (after go(a, b): not in_check(p))"
GOES = "man[b].owner != m.owner and strikes(m, a, b)"


def ways(condition: str) -> tuple[tuple[str, str], ...]:
    return ((WAY, f"({condition})"),)


WHOLE: dict[str, tuple[tuple[str, str], ...]] = {
    "nothing between": ways("clear(a, b)"),
    **{
        f"men between {op} {count}": ways(f"{BETWEEN} {op} {count}")
        for op in ("==", "!=", "<=", "<", ">=", ">")
        for count in (0, 1, 2)
        if (op, count) not in ((">=", 0), ("<", 0)) and not (count == 2 and op in ("==", "!=", "<=", ">"))
    },
    "one between for a thief": ways(f"if m.kind == thief then {BETWEEN} == 1 else clear(a, b)"),
    "a column first": ways("a.column == b.column or (m.kind == rook and clear(a, b))"),
    "another limit while many moves are left": ways("if left > 30 then clear(a, b) else b in around(a)"),
    "a number that the board gives": ((GOES, f"(if taken(man[b]) then 2 else 1) <= m.kind.steps and {GOES}"),),
    "no trial": ((LAWFUL, "some m in man[a]: goes(m, a, b)"),),
}
"""Edits of the game in which a move's target surely becomes a set."""
PARTLY: dict[str, tuple[tuple[str, str], ...]] = {
    "a leg beside both": ways("some leg in adjacent(a): empty(man[leg]) and leg in around(b)"),
    "a leg on which nobody stands": ways("some leg in adjacent(a) where empty(man[leg]): b in around(leg)"),
    "the target next to a man": ways("some x in adjacent(b): taken(man[x])"),
    **{f"men between {op} 2": ways(f"{BETWEEN} {op} 2") for op in ("==", "!=", "<=", ">")},
    "three between for a thief": ways(f"if m.kind == thief then {BETWEEN} == 3 else clear(a, b)"),
    "a sum for a thief": ways(f"if m.kind == thief then {BETWEEN} + b.row == 3 else clear(a, b)"),
    "a sum for all": ways(f"clear(a, b) and {BETWEEN} + b.row < 4"),
    "a test that may fault comes first": ((GOES, f"20 div (b.row - 1 + left) > 0 and {GOES}"),),
    "a test that may fault comes last": ((GOES, f"{GOES} and 20 div (b.row - 5 + left) > 0"),),
}


@pytest.mark.parametrize("case", every(2, [*WHOLE, *PARTLY]))
def test_games_and_faults_stay_the_same(case: str) -> None:
    """In the cases `WHOLE`, a move's target also is a set, for each of the two players."""
    given = machine(*{**WHOLE, **PARTLY}[case])
    changed, line = optimised(given, "option_sets")
    if case in WHOLE:
        turns = [n for n in changed.nodes if isinstance(n, m.Decision)]
        assert line.startswith("option_sets: 2 ")
        assert all(a.levels[1].tests == () for turn in turns for a in turn.alternatives)
    assert results(given, changed, 60, 7)[0] == result(ReferenceEngine(given), 0, 7)


def test_a_loop_that_asks_for_some_value_becomes_a_set() -> None:
    """`jumps.rules`, draughts with pieces on a board: whether a piece can jump is asked without a loop over squares."""
    given = machine_of(Written(JUMPS, 2))
    changed, line = optimised(given, "option_sets")
    assert line.endswith(", 2 loops ask whether a set has members"), "one for each player"
    for turn in (n for n in changed.nodes if isinstance(n, m.Decision) and len(n.alternatives) == 2):
        loops = [part for part in parts_of(turn.alternatives[0].tests) if isinstance(part, m.Fold)]
        assert [loop.kind for loop in loops] == ["some"] and loops[0].over.within is not None
    assert results(given, changed, 60, 7)[0] == result(ReferenceEngine(given), 0, 7)


def test_the_question_of_a_trial_is_asked_for_all_men_at_once() -> None:
    changed, _ = for_playouts(machine())
    for turn in (n for n in changed.nodes if isinstance(n, m.Decision)):
        ((first, second),) = (a.levels for a in turn.alternatives)
        (asked,) = first.tests
        assert isinstance(asked.value, m.Has) and asked.value.member == m.Local(first.name)
        assert asked.value.set in [m.Local(test.name or "") for test in turn.alternatives[0].tests]
        assert any(isinstance(part, m.After) for part in parts_of(second.within)), "a king is still tried"


@pytest.mark.parametrize(
    ("sets", "lines"),
    [
        ([0, 0, 0b10, 0b110, 0b1110], True),
        ([0, 0, 0, 0b110, 0], False),  # of 1 and 2 none lies before the other
        ([0, 0, 0b10, 0b101, 0], False),  # before 2 lies 1, but not before 3
        ([0b1, 0, 0, 0b1, 0], False),  # 0 lies before itself
    ],
)
def test_lines(sets: list[int], lines: bool) -> None:
    assert are_lines(sets) is lines


def test_factors_of_an_intersection() -> None:
    a, b, c = (m.Local(name) for name in "abc")
    assert factors(m.SetOp("common", m.SetOp("common", a, b), c)) == [a, b, c]
    assert factors(m.SetOp("union", a, b)) == [m.SetOp("union", a, b)]
