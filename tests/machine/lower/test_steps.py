"""Steps at which examples are laid out."""

from __future__ import annotations

from rulekit.play.examples import run_examples
from rulekit.play.state import make_engine

from .play import machine

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
