"""Small games, one for each difficult rule, taken through the whole pipeline on both engines.

Set RULEKIT_REGENERATE=1 to rewrite the golden texts of their machines, and read the difference before committing it.
"""

from __future__ import annotations

import os
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from rulekit.diagnostics import Source
from rulekit.engine.interface import Engine, State
from rulekit.machine.program import Chance, Decision, End
from rulekit.machine.text import machine_text
from rulekit.pipeline import check_all, make_engine
from rulekit.play.example_runner import run_examples
from rulekit.play.failing_games import MonitoredRun
from rulekit.play.game import ConfiguredGame
from rulekit.syntax import format_text
from rulekit.syntax import nodes as s
from tests.shipped import FRAGMENTS, every, fragment

HERE = Path(__file__).parent
NAMES = [path.stem for path in FRAGMENTS]
RULES = 41
LINES = 40
GAMES = 2
SEED = 20260801
MOST_MOVES = 60
"""The moves of each game that both engines play; the fast engine alone plays longer games to the end."""

fragments = pytest.mark.parametrize("name", NAMES)


def text(name: str) -> str:
    return (HERE / f"{name}.rules").read_text(encoding="utf-8")


@cache
def clauses(name: str) -> tuple[s.Clause, ...]:
    """Return the clauses of a rulebook, including those of the books below it."""
    return tuple(m for book in fragment(HERE / f"{name}.rules").books for m in book.members if isinstance(m, s.Clause))


@cache
def game(name: str, players: int | None = None) -> ConfiguredGame:
    return fragment(HERE / f"{name}.rules").configure(players, examples=True)


def player_counts(name: str) -> tuple[int, ...]:
    return fragment(HERE / f"{name}.rules").books[0].header.player_counts or (2,)


def test_there_is_one_for_each_hard_rule() -> None:
    assert len(NAMES) == RULES


@fragments
def test_is_small(name: str) -> None:
    lines = [line for line in text(name).splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert len(lines) <= LINES
    assert all(len(line) <= 120 for line in lines)


@fragments
def test_is_a_game_with_examples(name: str) -> None:
    lines = [line for clause in clauses(name) if isinstance(clause, s.ExampleClause) for line in clause.lines]
    verbs = {line.verb for line in lines if isinstance(line, s.Played)}
    assert any(isinstance(clause, s.FlowClause) for clause in clauses(name))
    assert "refuse" in verbs and verbs & {"play", "allow"}
    assert any(isinstance(line, s.Expect) for line in lines)


@fragments
def test_checks_without_a_word(name: str) -> None:
    _, found = check_all(fragment(HERE / f"{name}.rules").books)
    assert not found, [str(d) for d in found]


@fragments
def test_is_kept_formatted(name: str) -> None:
    assert format_text(Source(name, text(name))) == (text(name), [])


@fragments
def test_lowers_to_the_golden_machine(name: str) -> None:
    golden = HERE / "golden" / f"{name}.machine"
    lowered = machine_text(game(name).machine)
    if os.environ.get("RULEKIT_REGENERATE"):
        golden.write_text(lowered, encoding="utf-8")
    assert lowered == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["reference", "wasm"])
@fragments
def test_examples_hold(name: str, kind: str) -> None:
    told = {clause.name.text for clause in clauses(name) if isinstance(clause, s.ExampleClause)}
    run = set()
    for players in player_counts(name):
        machine = game(name, players).machine
        for outcome in run_examples(lambda m: make_engine(m, kind), machine):
            assert outcome.failure is None, f"{outcome.example}, line {outcome.line}: {outcome.failure}"
            run.add(outcome.example)
    assert run == told


@fragments
def test_engines_agree_after_every_step(name: str) -> None:
    for players in {player_counts(name)[0], player_counts(name)[-1]}:
        configured = game(name, players)
        reference, wasm = make_engine(configured.machine, "reference"), configured.engine
        for number in range(GAMES):
            compare(reference, wasm, number)


def compare(reference: Engine, wasm: Engine, number: int) -> None:
    nodes = {node.id: node for node in reference.machine.nodes}
    state = reference.start(SEED, number)
    assert wasm.start(SEED, number) == state
    for _ in range(MOST_MOVES):
        node = nodes[state.node]
        if isinstance(node, End):
            return
        state = step(reference, wasm, state, node)


def step(reference: Engine, wasm: Engine, state: State, node: object) -> State:
    assert isinstance(node, Chance | Decision)
    if isinstance(node, Chance):
        assert wasm.outcomes(state) == reference.outcomes(state)
        after = reference.chance(state)
        assert wasm.chance(state) == after
        return after
    assert wasm.who(state) == reference.who(state)
    assert wasm.options(state) == reference.options(state)
    option, drawn = reference.pick(state)
    assert wasm.pick(state) == (option, drawn)
    after = reference.apply(drawn, option)
    assert wasm.apply(drawn, option) == after
    return after


@pytest.mark.parametrize("name", every(3, NAMES))
def test_random_games_end_and_keep_their_invariants(name: str) -> None:
    for players in player_counts(name):
        trial = MonitoredRun(game(name, players).engine)
        for played in islice((trial.random(SEED, number, 5000) for number in range(10)), 10):
            assert played.failure is None, played.failure
            assert played.over
