"""Examples may begin at a step (`given at PROCEDURE.STEP`), and fail if random play cannot reach the step."""

from __future__ import annotations

from functools import partial

import pytest

from rulekit.pipeline import EngineName, make_engine
from rulekit.play.example_runner import run_examples

from .play import Play, machine

ENGINES: tuple[EngineName, ...] = ("reference", "wasm")
TEXT = """
keep log: 0..99 = 0
procedure deed:
  step opening:
    log += 1
  step ending:
    choose x in 1..2
    log += x
flow:
  turns from p1:
    deed()
example laid_out:
  given at deed.opening:
    log = 5
  expect log == 6
"""


def test_a_step_without_choice_is_found_too() -> None:
    lowered = machine(TEXT)
    assert [name for name, _ in lowered.step_starts] == ["deed.opening", "deed.ending"]
    outcomes = list(run_examples(lambda m: make_engine(m, "reference"), lowered))
    assert [o.failure for o in outcomes] == [None]


def examples(text: str) -> list[str | None]:
    lowered = machine(text)
    return [o.failure for name in ENGINES for o in run_examples(partial(make_engine, name=name), lowered)]


def test_an_example_begins_in_a_procedure_without_choices() -> None:
    text = """
keep log: 0..99 = 0
event rang
procedure deed:
  log += 1
  step ending:
    log += 10
procedure caller:
  deed()
rule ring when rang:
  caller()
flow:
  turns from p1 where log < 50:
    announce rang()
    choose x in 1..2
example laid_out:
  given at deed.ending:
    log = 5
  expect log == 15
"""
    assert examples(text) == [None, None]
    assert machine(text[: text.index("example")]).step_starts == (), "no play needs it"


NEVER = "no play comes to `flow.ending` with these options and players"
NOT_FOUND = "random play did not come to the step at which the position is given"


@pytest.mark.parametrize(("condition", "failure"), [("no", NEVER), ("long == longer", NOT_FOUND)])
def test_an_example_at_a_step_that_is_never_taken_fails(condition: str, failure: str) -> None:
    text = f"""
keep log: 0..99 = 0
option long: short, longer
flow:
  if {condition}:
    step ending:
      log += 10
  turns from p1 where log < 50:
    choose x in 1..2
    log += x
example laid_out:
  given at flow.ending:
    log = 5
  expect log == 15
"""
    assert examples(text) == [failure] * 2


def test_both_sides_of_an_if_may_hold_a_step_and_a_rule_with_turns_comes_at_both() -> None:
    text = """
keep log: 0..9999 = 0
keep right: truth
procedure deed:
  if right:
    step here:
      log = log * 10 + 1
  else:
    step here:
      log = log * 10 + 2
rule often before deed.here:
  turns from p2, once each:
    choose x in 1..2
    if x == 2:
      leave turn
    log += 1
flow:
  deed()
  right = yes
  deed()
  game over, drawn
"""
    game = Play(text).play("often(x: 1)", "often(x: 2)", "often(x: 1)", "often(x: 1)")
    assert game.ended and game.cell("log") == 141
