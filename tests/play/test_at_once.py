"""Decisions inside `at once` stay hidden until all players have decided, whatever clause asks them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.play.knowledge import exchange_outcomes
from tests.shipped import every

HEAD = """rulebook both:
  players 3
keep total: 0..99 = 0
keep mine[p in Player]: 0..9 = 0, seen by p
choice bids
action bid in bids:
  choose any number of n in 1..3
  mine[me] = size(n)
action pass_by in bids:
  nothing
event asked(who Player)
procedure ask:
  step asking:
    do one of bids
procedure idle:
  step asking:
    nothing
procedure nested:
  at once each p in Player:
    step asking:
      nothing
"""
BY = {
    "in the flow": ("do one of bids", ""),
    "by a procedure": ("ask()", ""),
    "by a procedure within a step": ("step part:\n      ask()", ""),
    "by a rule before a step of the flow": ("step part:\n      nothing", "rule r before flow.part:"),
    "by a rule instead of a step of the flow": ("step part:\n      nothing", "rule r instead of flow.part:"),
    "by a rule after a step of the flow": ("step part:\n      nothing", "rule r after flow.part:"),
    "by a rule at a step of a procedure": ("idle()", "rule r after idle.asking:"),
    "by a rule at a step inside a loop": (
        "for each k in 1..1:\n      step part:\n        nothing",
        "rule r after flow.part:",
    ),
    "by an event": ("announce asked(p)", "rule r when asked(who):\n  by who:"),
}
TAIL = """flow:
  at once each p in Player:
    {way}
  total = mine[p1], reveals
  game over, drawn
"""
NESTED = """rule r after nested.asking:
  do one of bids
flow:
  nested()
  total = mine[p1], reveals
  game over, drawn
"""


def book(name: str) -> str:
    if name == "by a rule at a step of a procedure that decides at once":
        return HEAD + NESTED
    way, rule = BY[name]
    depth = "    " if rule.endswith("by who:") else "  "
    return HEAD + (f"{rule}\n{depth}do one of bids\n" if rule else "") + TAIL.format(way=way)


@pytest.mark.parametrize("engine", every(2, ["wasm", "reference"]))
@pytest.mark.parametrize("name", [*BY, "by a rule at a step of a procedure that decides at once"])
def test_nobody_sees_what_another_decides(tmp_path: Path, name: str, engine: str) -> None:
    path = tmp_path / "both.rules"
    path.write_text(book(name))
    game = rulekit.load(str(path)).configure(engine=engine)
    state, deciders = game.start(seed=1), []
    while not state.over:
        mover = state.player
        deciders.append(mover)
        for other in range(3):
            if other > mover:
                assert state.information_state(other).lines() == game.start(seed=1).information_state(other).lines()
        state = state.apply(state.labels()[0])
    assert deciders[0] == 0 and deciders[-1] == 2 and len(deciders) > 3
    assert len(state.information_state(2).lines()) > len(game.start(seed=1).information_state(2).lines())
    if engine == "wasm":
        found = exchange_outcomes(game.machine, 25, seed=1)
        assert found.leaks == () and found.kept > 10
