"""Names of the rulebook as local variables of the machine."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulekit.machine import lower
from rulekit.syntax.word_reading import unusable_names

from .play import Play


def test_blocks_that_stand_in_line_may_use_one_name_for_different_sorts() -> None:
    game = Play("""
keep log: 0..99 = 0
event go
procedure deed:
  by p1:
    let x = {1, 2}
    log += size(x)
  by p2:
    let x = 3
    log += x
  let x = {5}
  log += size(x)
rule numbers when go:
  let u = 10
  log += u
rule sets when go:
  let u = {1..4}
  log += size(u)
flow:
  deed()
  announce go
  game over, drawn
""")
    assert game.ended and game.cell("log") == 2 + 3 + 1 + 10 + 4


def test_a_result_that_a_step_keeps_leaves_its_name_to_what_follows() -> None:
    game = Play("""
keep log: 0..99 = 0
procedure give gives 0..9:
  return 4
procedure deed:
  step early:
    let h = give()
    log += h
  let h = {1, 2, 3}
  log += size(h)
flow:
  deed()
  game over, drawn
""")
    assert game.ended and game.cell("log") == 4 + 3


def test_blocks_of_flow_that_stand_in_line_may_use_one_name_for_different_sorts() -> None:
    game = Play("""
keep who: Player = p2
keep log: 0..99 = 0
flow:
  by p1:
    choose y in 0..0
    by who:
      let x = {1, 2}
      log += size(x)
  by who:
    let x = 3
    log += x
  game over, drawn
""")
    assert game.play("flow(y: 0)").ended and game.cell("log") == 2 + 3


def test_who_acts_comes_back_after_others_have_acted_inside() -> None:
    game = Play(
        """
keep who: Player = p2
keep acted[Player]: 0..9 = 0
procedure deed:
  by who:
    by p1:
      by next(who):
        acted[me] += 1
      acted[me] += 2
    acted[me] += 4
flow:
  deed()
  game over, drawn
""",
        3,
    )
    assert game.cell("acted") == (2, 4, 1)


LOWERING = Path(lower.__file__).parent
WORDS = re.compile(r'"#([a-z]+)|(?:hold|variable)\("([a-z]+)"')
OWN = {a or b for file in LOWERING.glob("*.py") for a, b in WORDS.findall(file.read_text(encoding="utf-8"))}
"""The names that lowering gives to its own local variables."""

NAMED = """
keep points[Player]: 0..9999 = 0
keep holder[Player]: Player or none = p2
keep extra: 0..9 or none = 2
keep sum_of: 0..999 = 0
event go answered from p2
rule told when go by {x}:
  for each {x}_too in holder[{x}]:
    points[{x}] += 1
  by sure(holder[p1]):
    for each {x}_three in extra:
      points[{x}] += {x}_three * 2
rule rich whenever {x} in Player: holder[{x}] in {{next({x})}}:
  for each {x}_too in extra:
    points[{x}] += 10
rule told_too whenever one_5 in Player: (all {x} in holder[one_5]: points[one_5] > points[{x}]):
  for each {x} in holder[one_5]:
    points[one_5] += 40
procedure deed:
  for each {x} in holder[p1]:
    step stage:
      points[{x}] += 1
    points[{x}] += 3
rule hooked after deed.stage:
  for each {x} in holder[p3]:
    points[{x}] += 50
flow:
  announce go
  holder[p3] = p1
  deed()
  by p1:
    choose 2 of other in 1..4 where (some {x} in extra: other > {x}) and extra in {{{x} for {x} in extra}}
    sum_of = sum({x} in other: {x} + abs(if_none(extra, {x})))
    choose 2 of {x} in 1..4 totalling sum(i1 in extra, i2 in extra where i2 in {{i1}}: {x} + i1 + i2) at least 13
    sum_of += sum(one_3 in {x}: one_3)
  by p2:
    either take:
      let {x} in extra
      require {x} in {{one_4 for one_4 in extra}}
      sum_of += {x}
  game over, drawn
"""


@cache
def played(name: str) -> tuple[object, ...]:
    game = Play(NAMED.format(x=name), 3)
    offered = []
    while not game.ended:
        offered.append([re.sub(r"\w+: ", "", option) for option in game.options])
        game.play(game.options[-1])
    return game.cell("points"), game.cell("sum_of"), offered


TRIED = [
    name if at % 8 == 0 else pytest.param(name, marks=pytest.mark.soak)
    for at, name in enumerate(sorted(OWN - unusable_names() - {"me"}))
]
"""The names to test, each in a game of its own: an eighth of them in the suite, all in the soak."""


@pytest.mark.parametrize("name", TRIED)
def test_no_name_of_the_rulebook_meets_one_of_lowering_s_own(name: str) -> None:
    assert played(name) == played("unlike_any_other")


def test_what_is_the_same_by_any_name() -> None:
    points, total, offered = played("unlike_any_other")
    assert points == (1 + 4 + 10 + 40 + 50, 1 + 4 + 1 + 3, 1 + 4 + 10)
    assert total == (3 + 2) + (4 + 2) + (3 + 4) + 2
    assert offered == [["flow(3)"], ["flow(4)"], ["flow(1)", "flow(2)", "flow(3)"], ["flow(4)"], ["take"]]
    assert {"v", "seat", "y", "by", "item"} <= OWN


def test_no_name_of_a_rulebook_is_one_of_the_cells_that_flow_needs() -> None:
    game = Play("""
keep again: 0..9 = 4
keep settling: 0..9 = 5
keep log: 0..9 = 0
rule third whenever log == 3:
  by p2:
    choose x in 1..2
    log += x
flow:
  turns from p1:
    either on:
      log += 1
      another turn
    or over_to_you:
      log += 3
""")
    game.play("on()", "over_to_you()")
    assert (game.cell("log"), game.cell("again"), game.cell("settling")) == (4, 4, 5)
    assert game.who == 1
