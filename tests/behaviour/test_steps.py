"""`step` statements in all places, the order of rules at steps and at events, and examples that begin at steps."""

from __future__ import annotations

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.testing import BookTestSettings, check_book

from .books import ENGINES, book, start

EXAMPLES = [
    "given6",
    "order",
    "order2",
    "steps_everywhere",
    "moments",
    "b_pat",
    "b_pat2",
    "patterns",
    "active",
    "active_from_the_start",
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_hold(name: str, engine: EngineName) -> None:
    found = check_book(book(f"meaning/{name}"), BookTestSettings(engine=engine, games=5, max_moves=100))
    assert not [o.failure for o in found.examples if o.failure] and found.examples


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["step1", "step2", "step3"])
def test_a_rule_at_a_step_of_the_flow_runs(name: str, engine: EngineName) -> None:
    assert start(f"meaning/{name}", engine).over, "z is 3 before the turns, so that nobody has one"


@pytest.mark.parametrize("engine", ENGINES)
def test_rules_at_steps_within_turns_run_as_often_as_the_steps(engine: EngineName) -> None:
    times = check_book(book("meaning/st6"), BookTestSettings(engine=engine, games=20)).clauses
    assert times["rule r1"] == times["rule r2"] == times["action go"] > 20
