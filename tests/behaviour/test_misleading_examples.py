"""Messages of failing examples mention what an author may overlook: parameters that chance has set, other decisions,
values."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.example_runner import Outcome
from rulekit.play.loaded_book import load
from rulekit.play.report_text import report_text
from rulekit.play.testing import BookTestSettings, book_examples, check_book

from .books import ENGINES

TEXT = """rulebook settling "Settling":
  players 2
enum Suit: a, b, c
piece Card(suit Suit, value 1..5): 1 each
place deck: heap of Card
place hand[p in Player]: heap of Card
keep paid[Player]: 0..9 = 0
keep dealing: truth = yes
procedure settle(p Player):
  step showing:
    choose k in 1..2
    paid[p] += k
flow:
  put every Card in deck
  turns from p1, once each:
    choose n in 1..2
    settle(next(me))
    for each q in Player where dealing:
      for each k in 1..3:
        move Card(suit: b, value: k + n) from deck to hand[q]
  game over, drawn
"""
GIVEN = """
example laid_out_twice:
  given at settle.showing:
    for each p in Player:
      move Card(suit: c, value: 2 + index(p)) from deck to hand[p]
    for each p in Player:
      move Card(suit: c, value: 3 - index(p)) from deck to hand[p]
"""
SCORED = """
example scored:
  given at settle.showing:
    dealing = no
  refuse flow(n: 1)
  play settle(k: 1)
  expect paid[p1] == 1
"""
PLAYED = """
example played:
  play flow(n: 1)
  play settle(k: 1)
"""


def outcome(example: str, engine: EngineName, folder: Path) -> Outcome:
    path = folder / "settling.rules"
    path.write_text(TEXT + example, "utf-8")
    (found,) = book_examples(load(str(path)), engine)
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fault_in_given_points_at_its_line_and_names_the_piece(engine: EngineName, tmp_path: Path) -> None:
    found = outcome(GIVEN, engine, tmp_path)
    assert found.diagnostic is not None and found.diagnostic.span is not None
    assert found.diagnostic.span.first.line == 28
    assert found.why == ("the piece is c_3", "p is p1")
    assert found.notes == ("`given at settle.showing`: random play came there with p = p2",)


@pytest.mark.parametrize("engine", ENGINES)
def test_parameters_by_chance_and_another_question_are_told(engine: EngineName, tmp_path: Path) -> None:
    found = outcome(SCORED, engine, tmp_path)
    assert found.failure is not None and found.failure.startswith("what is expected does not hold")
    assert found.notes == (
        "`given at settle.showing`: random play came there with p = p2",
        "line 26: `refuse flow(n: 1)` holds because something else is asked there (p1 has: settle(k: 1); settle(k: 2))",
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fault_behind_a_move_names_what_loops_had_reached(engine: EngineName, tmp_path: Path) -> None:
    found = outcome(PLAYED, engine, tmp_path)
    assert found.why == ("the piece is b_2", "q is p2", "k is 1")
    assert found.diagnostic is not None and [label.span.first.line for label in found.diagnostic.labels] == [20]
    assert found.changed and found.position[0] == "active: p1"
    report = check_book(load(str(tmp_path / "settling.rules")), BookTestSettings(engine=engine, games=2))
    lines = list(report_text(report, None))
    assert "  the position before that step:" in lines and "  the position there:" not in lines
    (sample,) = report.samples
    assert sample.failing is not None and sample.failing.why == found.why
