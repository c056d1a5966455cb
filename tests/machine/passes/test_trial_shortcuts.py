"""Trial shortcuts: which trials get one, and that games and faults stay the same, in variants of a small game
(`siege.rules`): no move may leave the own king in check, and a thief also takes what it jumps over."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import attrs
import pytest

from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.form_table import parts_of
from rulekit.machine.optimise import PLAYOUT_PASSES, for_playouts
from rulekit.machine.passes.symbolic_run import CannotFollow, SymbolicRun
from rulekit.machine.text import expression
from tests.generated.laws import machine_of
from tests.generated.strategy import Written
from tests.machine.build import L, at, end, number, op, put, routine
from tests.machine.build import machine as build
from tests.machine.verify import verify
from tests.shipped import every

from .shown import plain

SIEGE = Path(__file__).with_name("siege.rules").read_text()
CHECK = "not in_check(p)"
MOVE = "  move man[a] to man[b]\n"
CHOICE = "  choose here in men(me)\n"
WAY = "(m.kind == thief or clear(a, b))"

WITH: dict[str, tuple[tuple[str, str], ...]] = {
    "as it is": (),
    "the question the other way round": ((f"(after go(a, b): {CHECK})", "not (after go(a, b): in_check(p))"),),
    "the king must be there": (
        (
            "fact in_check(p Player) = some q in king_of(p): some a in men(opponent(p)), m in man[a]: strikes(m, a, q)",
            "fact threatened(p Player, q Square) = some a in men(opponent(p)), m in man[a]: strikes(m, a, q)\n"
            "fact in_check(p Player) = threatened(p, the q in Square where man[q] == Man(owner: p, kind: king))",
        ),
    ),
    "a rook strikes over one man, no more and no less": (
        (WAY, "(if m.kind == rook then size({x in between(a, b) where taken(man[x])}) == 1 else clear(a, b))"),
    ),
    "a routine within the routine": (
        (MOVE, "  carry(a, b)\n"),
        ("choice turn", "procedure carry(a Square, b Square):\n  move man[a] to man[b]\n\nchoice turn"),
    ),
    "a trial that may fault": ((MOVE, MOVE + "  tired += 1\n"), ("keep left", "keep tired: 0..25 = 0\nkeep left")),
    "a trial that faults on one square": (
        (MOVE, MOVE + "  tired = if b == c3 then 4 else 0\n"),
        ("keep left", "keep tired: 0..3 = 0\nkeep left"),
    ),
    "a man that it takes must be there": (
        ("  for each q in prey(m, a, b):\n    remove man[q]\n", "  if m.kind == thief:\n    remove man[b]\n"),
    ),
    "only a thief may take, and others fault": (
        (
            "  for each q in prey(m, a, b):\n    remove man[q]\n",
            "  if m.kind == thief and taken(man[b]):\n    remove man[b]\n",
        ),
        ("q in {b1, c1}", "q in {b1}"),
    ),
    "where it goes is chosen first": (
        (CHOICE + "  choose there in Square where lawful(me, here, there)\n",
         "  choose there in Square\n  choose here in men(me) where lawful(me, here, there)\n"),
    ),
    "with a note on where it came from": (
        (MOVE, MOVE + "  last = a\n"), ("keep left", "keep last: Square or none = none\nkeep left"),
    ),
    "a man changes where it lands": (
        (MOVE, MOVE + "  if b.row == 3 and m.kind == thief:\n    remove man[b]\n"
         "    put Man(owner: m.owner, kind: rook) on man[b]\n"),
    ),
    "what else it asks is always written": (
        (MOVE, MOVE + "  calm = not calm\n"),
        (CHECK, "calm or not in_check(p)"),
        ("keep left", "keep calm: truth = no\nkeep left"),
    ),
    "what else it asks is a number": ((CHECK, "size(men(p)) mod 2 == 1 or in_check(opponent(p))"),),
}  # fmt: skip
WITHOUT: dict[str, tuple[tuple[str, str], ...]] = {
    "no move may give check either": ((CHECK, "not in_check(p) and not in_check(opponent(p))"),),
    "a loop over what was between": (
        (MOVE, "  for each x in between(a, b):\n    remove all of man[x]\n" + MOVE),
    ),
    "only a number is asked": ((CHECK, "size(men(p)) mod 2 == 1"),),
}  # fmt: skip


@cache
def machine(*edits: tuple[str, str]) -> m.Machine:
    text = SIEGE
    for old, new in edits:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return machine_of(Written(text, 2))


def optimised(given: m.Machine, of: str) -> tuple[m.Machine, str]:
    """Return the machine for playouts, and the line in which the pass `of` says what it did."""
    changed, why = for_playouts(given)
    assert verify(changed) == []
    (line,) = (line for line in why if line.startswith(f"{of}: "))
    return changed, line


def results(given: m.Machine, changed: m.Machine, games: int, seed: int) -> list[object]:
    """Play games of both machines, assert that they are the same, and return each result or fault."""
    plain_engine, engine = (WasmEngine(one, optimise=False) for one in (given, changed))
    found = [result(engine, number, seed) for number in range(games)]
    assert found == [result(plain_engine, number, seed) for number in range(games)]
    return found


def result(engine: WasmEngine | ReferenceEngine, number: int, seed: int) -> object:
    try:
        return engine.playouts(1, seed, number)
    except GameFault as fault:
        return fault.fault


@pytest.mark.parametrize("case", every(2, [*WITH, *WITHOUT]))
def test_games_and_faults_stay_the_same(case: str) -> None:
    """With a shortcut for each of the two players, or without any."""
    given = machine(*{**WITH, **WITHOUT}[case])
    changed, line = optimised(given, "trial_shortcuts")
    assert int(line.split()[1]) == (2 if case in WITH else 0)
    assert results(given, changed, 80, 11)[0] == result(ReferenceEngine(given), 0, 11)


def test_kings_that_were_jumped_over() -> None:
    """Then there is not the one king that the question asks for, which is a fault."""
    given = machine(*WITH["the king must be there"], ("q in {a2, b2}", "q in {c3, d3}"))
    changed, _ = for_playouts(given)
    assert sum(isinstance(one, m.Fault) for one in results(given, changed, 100, 5)) > 10


def test_the_early_question_is_asked_before_the_later_parameter() -> None:
    changed, _ = for_playouts(machine(), tuple(name for name in PLAYOUT_PASSES if name != "option_sets"))
    turns = [n for n in changed.nodes if isinstance(n, m.Decision)]
    for turn in turns:
        ((first, second),) = (a.levels for a in turn.alternatives)
        (early,) = (t for t in first.tests if t.name is not None)
        assert isinstance(early.value, m.Call) and early.value.function.startswith("before procedure go")
        assert not any(isinstance(part, m.After) for part in parts_of(first))
        assert m.Local(early.name or "") in parts_of(second)
        assert "else %surely^ != 0" in plain(expression(second.tests[-1].value)), "a move to an empty square"


def test_a_question_that_may_fault_is_sure_only_if_it_cannot() -> None:
    changed, _ = for_playouts(machine(*WITH["the king must be there"]))
    early = [expression(f.body) for f in changed.functions if f.name.startswith("before ")]
    assert ["size(man planes[1]) == 1" in early[0], "size(man planes[4]) == 1" in early[1]] == [True, True]


def test_a_routine_that_defines_an_outer_name_again_is_not_followed() -> None:
    inner = m.IfStatement(at("n"), (m.IfStatement(at("n"), (m.Define("x", m.Const(2)),)),))
    body = m.Define("x", op("mul", at("n"), 2)), inner
    made = build([end()], (number("n", 9), number("k", 99)), routines=(routine("again", (), *body),))
    run = SymbolicRun(Analyses(made))
    assert run.outcome(made.routines[0]).stores == {}
    read = attrs.evolve(made.routines[0], body=(*body, put("k", (), L("x"))))
    with pytest.raises(CannotFollow):
        SymbolicRun(Analyses(made)).outcome(read)


def test_faults_of_trials_come_to_pass() -> None:
    """The counter overflows in trials of the twenty-sixth move, before anybody makes it."""
    given = machine(*WITH["a trial that may fault"])
    faults = [one for one in results(given, for_playouts(given)[0], 100, 11) if isinstance(one, m.Fault)]
    assert {fault.code for fault in faults} == {"E702"}
