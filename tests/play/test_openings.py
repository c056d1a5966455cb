"""Openings of examples: the decisions before the first turn, line by line, on both engines and with layers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import EngineName
from rulekit.play.loaded_book import load
from rulekit.play.testing import book_examples

BASE = """rulebook base "A bid":
  players 2
keep bid[Player]: 0..3 = 0
keep out: 1..6 = 1
keep coins[Player]: 0..9 = 0
procedure bidding:
  draw face in 1..6
  out = face
  for each p in Player:
    by p:
      choose n in 0..3
      bid[p] = n
flow:
  bidding()
  step settle:
    for each p in Player:
      coins[p] = bid[p]
  turns from p1, once each:
    choose c in 0..2
    coins[me] += c
  game over, drawn
"""

SAID = """example said:
  opening:
    play bidding(face: 4)
    play bidding(n: 2)
    play bidding(n: 3)
    expect bid[p2] == 3 and coins[p2] == 3
  refuse bidding
  expect coins[p1] == 2 and coins[p2] == 3 and out == 4 and active == p1
  play flow(c: 1)
  expect coins[p1] == 3
"""

AT_A_STEP = """example at_a_step:
  opening:
    play bidding(n: 1)
  given at flow.settle:
    bid[p2] = 0
  expect coins[p1] == 1 and coins[p2] == 0
"""

LAID_OUT = """example laid_out:
  opening:
    play bidding(face: 6)
  given:
    coins[p1] = 7
    active = p1
  play flow(c: 0)
  expect coins[p1] == 7 and out == 6
"""

TOO_LATE = """example too_late:
  opening:
    play bidding(n: 1)
    play bidding(n: 1)
    play flow(c: 1)
"""

LAYER = """variant layer of base "A layer"
add to example said:
  opening:
    allow bidding(n: 0)
  play flow(c: 2)
  expect ended
"""

BESIDE = """variant beside of base "Beside a line"
replace in example said:
  `play bidding(n: 2)`:
    play bidding(n: 1)
  `expect coins[p1] == 2 and coins[p2] == 3 and out == 4 and active == p1`:
    expect coins[p1] == 1
  `expect coins[p1] == 3`:
    expect coins[p1] == 2
add to example said before `play bidding(n: 3)`:
  refuse bidding(face: 1)
"""


@pytest.fixture(params=["reference", "wasm"])
def kind(request: pytest.FixtureRequest) -> EngineName:
    return request.param


def failures(tmp_path: Path, kind: EngineName, text: str, layer: str = "") -> dict[str, str | None]:
    (tmp_path / "base.rules").write_text(BASE + text)
    (tmp_path / "layer.rules").write_text(layer)
    book = load(str(tmp_path / ("layer.rules" if layer else "base.rules")))
    return {o.example: o.failure for o in book_examples(book, kind)}


@pytest.mark.parametrize("text", [SAID, AT_A_STEP, LAID_OUT], ids=["said", "at a step", "laid out"])
def test_what_is_said_is_done_and_the_rest_is_chance(tmp_path: Path, kind: EngineName, text: str) -> None:
    (failure,) = failures(tmp_path, kind, text).values()
    assert failure is None


def test_a_turn_is_no_opening(tmp_path: Path, kind: EngineName) -> None:
    (failure,) = failures(tmp_path, kind, TOO_LATE).values()
    assert failure == (
        "the opening is over, for the first turn begins here: `play` belongs below it, beside `opening:`"
    )


def test_a_layer_adds_to_the_opening_and_behind_it(tmp_path: Path, kind: EngineName) -> None:
    found = failures(tmp_path, kind, SAID, LAYER)
    assert found == {
        "said": "the opening is over, for the first turn begins here: `allow` belongs below it, beside `opening:`"
    }
    shorter = SAID.replace("    play bidding(n: 3)\n    expect bid[p2] == 3 and coins[p2] == 3\n", "")
    shorter = shorter.replace(" and coins[p2] == 3", "")
    assert failures(tmp_path, kind, shorter, LAYER) == {"said": None}


def test_a_line_beside_one_of_the_opening_is_one_of_it(tmp_path: Path, kind: EngineName) -> None:
    assert failures(tmp_path, kind, SAID, BESIDE) == {"said": None}


def test_the_opening_of_a_game_without_turns(tmp_path: Path, kind: EngineName) -> None:
    (tmp_path / "short.rules").write_text(
        "rulebook short:\n  players 2\nkeep n: 0..9 = 0\nflow:\n  by p1:\n    choose a in 0..3\n    n = a\n"
        "  by p2:\n    choose b in 0..3\n    n += b\n  game over, drawn\n"
        "example one:\n  opening:\n    play flow(a: 2)\n  play flow(b: 3)\n  expect n == 5 and ended\n"
    )
    (outcome,) = book_examples(load(str(tmp_path / "short.rules")), kind)
    assert outcome.failure is None
