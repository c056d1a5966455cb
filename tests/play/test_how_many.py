"""`, reveals` after `put every`, `move all` and `remove all` shows the number of pieces, so that later effects of it
are no leak."""

from __future__ import annotations

from pathlib import Path

import rulekit
from rulekit.play.knowledge import exchange_outcomes

BOOK = """rulebook coins:
  players 2
piece Coin(kind 1..2): 9 each
place purse[p in Player]: heap of Coin, seen by p, counted by p
place bank: heap of Coin, hidden
flow:
  by p1:
    choose n in 1..2, seen by me
    choose k in 1..2, seen by me
    put n of Coin(k) in purse[me]
    put every Coin in bank, reveals
    choose l in 1..2
    move all of purse[me] to bank, reveals
    remove all of bank
    choose j in 1..2, seen by me
    put j of Coin(1) in purse[me]
    put every Coin(1) in bank, reveals
    choose s in 1..2
    remove all of purse[me], reveals
    choose t in 1..2
  game over, drawn
"""


def test_how_many_are_moved_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(BOOK)
    game = rulekit.load(str(path)).configure()
    state = game.start(seed=1)
    while not state.over:
        state = state.apply(state.labels()[-1])
    shown = [line for line in state.information_state(1).lines() if " of " in line or "every" in line]
    assert shown == [
        "shown: every Coin: 16",
        "shown: all of purse[p1]: 2",
        "shown: every Coin(1): 7",
        "shown: all of purse[p1]: 2",
    ]
    found = exchange_outcomes(game.machine, 100, seed=1)
    assert found.leaks == () and found.kept > 50


OPEN = """rulebook purses:
  players 3
piece Coin(): 20 each
place purse[p in Player]: heap of Coin, seen by p, counted by p
place table[p in Player]: heap of Coin, seen by {p, p1}, counted by {p, p1}
place bank: heap of Coin
flow:
  for each p in Player:
    by p:
      choose n in 0..3, seen by me
      put n of Coin() in purse[p]
  move all of purse[p2] to table[p2]
  move all of purse[p3] to bank
  game over, drawn
"""


def test_what_is_laid_open_together_is_told_even_if_it_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "purses.rules"
    path.write_text(OPEN)
    game = rulekit.load(str(path)).configure()
    state = game.start(seed=1)
    while not state.over:
        state = state.apply(state.labels()[0])
    heard = [[line for line in state.information_state(p).lines() if " of " in line] for p in range(3)]
    table, bank = "shown: all of purse[p2]: 0", "shown: all of purse[p3]: 0"
    assert heard == [[table, bank], [table, bank], [bank]]
    found = exchange_outcomes(game.machine, 50, seed=1)
    assert found.leaks == () and found.kept > 50
