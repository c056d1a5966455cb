"""Actions allowed at any time: where they are offered; and which sets a choice of several things can produce."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations

import pytest

from rulekit.pipeline import EngineName, make_engine
from rulekit.play.example_runner import run_examples

from .play import Play, machine

ENGINES: tuple[EngineName, ...] = ("reference", "wasm")
TRICKS = """
keep mana[Player]: 0..9 = 2
keep log: 0..999 = 0
choice tricks, at any time where active == me
action spend in tricks:
  require mana[me] > 0
  mana[me] -= 1
  log += 1
"""


def fails(text: str) -> list[str]:
    """Return the failures of the rulebook's examples, on both engines."""
    lowered = machine(text)
    outcomes = [o for name in ENGINES for o in run_examples(partial(make_engine, name=name), lowered)]
    assert outcomes
    return [o.failure for o in outcomes if o.failure is not None]


BODIES = {
    "otherwise is for when nothing of its own is possible": """
    choose x in 1..3 where log > 5 otherwise 0
    log += x + 100
    choose y in 1..2
example there:
  expect log == 100
  play spend()
""",
    "without otherwise it is an option as any other": """
    choose x in 1..3 where log > 0
    log += x
example there:
  refuse flow()
  play spend()
  play flow(x: 1)
  expect log == 2 and active == p2
""",
    "not between several picks": """
    choose 2 of x in 1..3
    log += size(x) * 10
example there:
  play spend()
  play flow(x: 1)
  refuse spend()
  play flow(x: 2)
  expect log == 21 and active == p2
""",
    "what is chosen from is worked out anew": """
    choose up to mana[me] of x in 0..log
    log += size(x) * 10
example there:
  play spend()
  play flow(x: 1)
  expect log == 11 and active == p2
""",
    "before each pick of an order": """
    for each x in 1..2, in chosen order:
      log = log * 10 + x
example there:
  play flow(x: 1)
  play spend()
  play flow(x: 2)
  expect log == 22
""",
    "an act of the window it is not": """
    window from me each q, first to act:
      may act:
        log += 10
    log += 100
example there:
  play spend()
  allow act()
  play pass()
  refuse spend()
  play act()
  expect log == 111
""",
    "not inside at once": """
    at once each p in Player:
      choose x in 1..2
    choose y in 1..2
    log += y
example there:
  refuse spend()
  play flow(x: 1) 2 times
  play spend()
  play flow(y: 2)
  expect log == 3
""",
    "not where only the chooser sees several picks, whatever was chosen before": """
    choose y in 1..2
    log += y
    choose 2 of x in 1..3, seen by me
    log += size(x) * 10
example there:
  play flow(y: 1)
  refuse spend()
  play flow(x: 1)
  play flow(x: 2)
  expect log == 21
""",
    "not where answers wait for their order, whatever was chosen before": """
    choose y in 1..2
    log += y
    announce struck(me)
event struck(p Player)
rule first_of_two when struck(p) by q where q == p:
  log = log * 10 + 1
rule second_of_two when struck(p) by q where q == p:
  log = log * 10 + 2
example there:
  play flow(y: 2)
  refuse spend()
  play second_of_two()
  expect log == 221 and active == p2
""",
    "what is asked for by name is not offered beside it": """
    do one of tricks
    log += 10
example there:
  play spend()
  expect log == 11 and active == p2
""",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_where_it_is_offered(body: str) -> None:
    assert fails(f"{TRICKS}flow:\n  turns from p1, once each:{body}") == []


def test_nothing_is_offered_inside_what_is_taken_and_a_turn_may_be_left_from_it() -> None:
    text = (
        TRICKS
        + """
action hurry in tricks:
  require log < 5
  again(2)
  leave turn
procedure again(n 1..2):
  choose x in 1..n
  log += x
flow:
  turns from p1, once each:
    again(1)
    log += 50
  by p1:
    choose z in 1..2
example there:
  play hurry()
  refuse spend()
  play again(x: 2)
  expect active == p2 and log == 2
  play spend()
  play again(x: 1)
  expect log == 54
"""
    )
    assert fails(text) == []


OUTSIDE = {
    "before the first turn": ("  by p1:\n    choose x in 1..2\n", "leave turn", "turn"),
    "before it, where there are two loops": (
        "  by p1:\n    choose x in 1..2\n  turns from p2, once each:\n    choose y in 1..2\n",
        "leave turn",
        "turn",
    ),
    "nothing to do again": ("  by p1:\n    choose x in 1..2\n", "another turn", "turn"),
    "before the first round": (
        "  by p1:\n    choose x in 1..2\n  rounds at most 2:\n    log += 1\n",
        "leave round",
        "round",
    ),
}


@pytest.mark.parametrize(("before", "way", "what"), OUTSIDE.values(), ids=OUTSIDE)
def test_a_turn_or_round_that_is_not_under_way_is_not_left(before: str, way: str, what: str) -> None:
    flow = f"flow:\n{before}  turns from p1, once each:\n    choose z in 1..2\n    log += 10\n"
    action = f"action away in tricks:\n  {way}\n"
    failed = fails(f"{TRICKS}{action}{flow}example there:\n  opening:\n    play away()\n")
    assert len(failed) == 2
    assert all("E713" in failure and f"no {what} is under way" in failure for failure in failed)


def test_it_costs_nothing_where_there_is_none() -> None:
    plain = machine("flow:\n  turns from p1:\n    choose x in 1..2\n")
    assert [len(n.alternatives) for n in plain.nodes if hasattr(n, "alternatives")] == [1]
    assert "at any time" not in {cell.name for cell in plain.cells}


@pytest.mark.parametrize("amount", ["2", "1 to 3", "up to 2", "at least 3", "any number"])
@pytest.mark.parametrize("condition", ["sum(y in x: y) == 6", "2 in x", "size(x) mod 2 == 0 and 4 not in x", "no"])
def test_just_the_sets_of_which_it_holds_can_be_picked(amount: str, condition: str) -> None:
    text = f"""
keep odd: truth = no
choice turn
action pick in turn:
  choose {amount} of x in 1..5 where x != 5 so that {condition}
  odd = yes
flow:
  by p1:
    do one of turn
    otherwise:
      nothing
  game over, drawn
"""
    low, high = {"2": (2, 2), "1 to 3": (1, 3), "up to 2": (0, 2), "at least 3": (3, 4), "any number": (0, 4)}[amount]
    holds = {
        "sum(y in x: y) == 6": lambda x: sum(x) == 6,
        "2 in x": lambda x: 2 in x,
        "size(x) mod 2 == 0 and 4 not in x": lambda x: len(x) % 2 == 0 and 4 not in x,
        "no": lambda x: False,
    }[condition]
    wanted = {x for n in range(low, high + 1) for x in combinations(range(1, 5), n) if holds(x)}
    assert reached(text) == wanted


def reached(text: str) -> set[tuple[int, ...]]:
    """Return the sets that can be picked, along all paths of decisions."""
    game, found = Play(text), set()
    waiting = [(game.state, ())]
    while waiting:
        game.state, picked = waiting.pop()
        if game.ended:
            found |= {picked[1:]} if picked else set()
            continue
        here = game.state
        for label in game.options:
            game.state = here
            game.play(label)
            numbers = re.findall(r"\d+", label) or ([0] if label == "pick" else [])
            waiting.append((game.state, (*picked, *map(int, numbers))))
    return found
