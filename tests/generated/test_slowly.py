"""The law that a routine and nodes mean the same: it holds for every statement allowed in both, and it can fail."""

from __future__ import annotations

from collections import Counter

import pytest

from .laws import Broken, machine_of
from .slowly import Told, compare, hold_slowly, slowed
from .strategy import Written

TEXT = """\
rulebook small:
  players 3
piece Card(n 1..3): 2 each
piece Die(): one each
place hand: heap of Card
place pile: row of Card
place bag: heap of Die
place seat[Player]: one Card
keep who: Player = p2
keep other: Player or none = p3
keep few: set of 2..5 = {2, 4}
keep acted[Player]: 0..999 = 0
keep log: 0..100000 = 0
event told answered from p2
rule first_of when told by q where q != p1:
  acted[q] += 1
procedure give(n 0..9) gives 0..9:
  if n > 4:
    return n - 4
  return n
procedure around:
  for each q in Player from who anticlockwise where q != p1:
    log = log mod 9999 * 10 + index(q)
  for each q in other:
    log = log mod 9999 * 10 + index(q)
  for each n in few:
    if n == 4:
      leave loop
    log = log mod 9999 * 10 + n
procedure copies:
  for each c in hand:
    repeat at most 3 times while c.n < 3:
      log = log mod 9999 * 10 + c.n
      leave loop
    if c.n == 2:
      leave loop
    move c from hand to top of pile
  for each d in bag:
    log = log mod 9999 * 10 + 7
procedure rows:
  for each c in pile where c.n != 2:
    log = log mod 9999 * 10 + c.n
    repeat until size(pile) <= 1:
      remove bottom of pile
procedure acting:
  by who:
    by p1:
      by next(who):
        acted[me] += 2
      acted[me] += 4
    acted[me] += 8
  by p3:
    let x = {2, 3}
    log += size(x)
  by who:
    let x = give(7)
    log += x
procedure steps:
  step early:
    let x = give(3)
    log += x
  step late:
    keep x: set of 1..3 = {1}
    x += {3}
    log += size(x)
    announce told
rule sooner before steps.early:
  let x = {1..3}
  log += size(x)
rule instead_of_it instead of steps.late where log mod 2 == 0:
  who = next(who)
rule later after steps.late:
  let x = 5
  log += x
procedure all_of_it:
  around()
  copies()
  rows()
  acting()
  steps()
flow:
  put every Card in hand
  put every Die in bag
  rounds at most 3:
    all_of_it()
    draw n in 1..3
    log += n
    by who:
      choose y in 2..5
      few += {y}
      who = next(who)
  game over, ranked by p in Player: acted[p]
"""
WRITTEN = Written(TEXT, 3)


def test_every_statement_means_the_same_as_nodes() -> None:
    tally: Counter[str] = Counter()
    hold_slowly(WRITTEN, machine_of(WRITTEN), tally, 3)
    assert tally["procedures slowed"] == 7
    assert tally["states compared with slower ones"] == 3 * (3 + 3 + 1)


@pytest.mark.parametrize(
    ("once", "otherwise"),
    [
        ("acted[me] += 4", "acted[me] += 5"),
        ("log mod 2 == 0", "log mod 2 == 1"),
        ("choose y in 2..5", "choose y in 2..4"),
    ],
)
def test_a_difference_is_found(once: str, otherwise: str) -> None:
    fast = machine_of(WRITTEN)
    _, slow = slowed(Written(TEXT.replace(once, otherwise), 3), fast)
    with pytest.raises(Broken, match="nodes do what a routine does"):
        compare(Told(fast), Told(slow), 0, Counter())
