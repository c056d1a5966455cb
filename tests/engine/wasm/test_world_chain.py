"""The chain of worlds against a list of all of them, in games so small that every world can be tried: each comes, as
often as its probability says, after decisions of the player who watches, too."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import load

from ...shipped import game
from .test_world_sampler import cells, played_in, sampler_of
from .told_alike import ToldAlike

LAID = """
rulebook laid "Laid down":
  players 2
  summary "Lay your cards face down."

piece Card(rank 1..3) "Cards": 4 - rank each
place deck "Deck": stack of Card, hidden
place hand[p in Player] "Hand": heap of Card, seen by p
place laid[p in Player] "Laid": stack of Card, seen by p

flow "The game":
  put every Card on deck
  shuffle deck
  for each p in Player:
    repeat at most (if p == p1 then 2 else 3) times:
      move top of deck to hand[p]
  rounds at most 2:
    turns from p1, once each:
      choose c in hand[me]
      move c from hand[me] to laid[me]
  game over, won by {p1}
"""
"""The other player has laid down all cards, so that no other hand can have laid down the same."""
THROWN = """
rulebook thrown "Thrown":
  players 2
  summary "Throw as often as you like, unseen."

keep total[p in Player] "Total": 0..6 = 0, seen by p
keep called[Player] "Called": 0..2 = 0

flow "The game":
  turns from p1, once each:
    choose n in 0..2, seen by me
    repeat at most n times:
      draw d in 1..3 weighted d, seen by me
      total[me] += d
    choose c in 0..2
    called[me] = c
  game over, won by {p1}
"""
"""How many hidden chances there are depends on a hidden choice."""
TAKEN = """
rulebook taken "Taken":
  players 2
  summary "Take until you have three or more, all at once."

keep total[p in Player] "Total": 0..6 = 0, seen by p
keep taken[p in Player] "Taken": 0..3 = 0, seen by p
keep called[Player] "Called": 0..2 = 0

flow "The game":
  at once each p in Player:
    repeat at most 3 times while total[me] < 3:
      choose d in 1..3
      total[me] += d
      taken[me] += 1
  turns from p1, once each:
    choose c in 0..2
    called[me] = c
  game over, won by {p1}
"""
"""How many hidden picks there are depends on the picks before."""


def written(text: str, folder: Path) -> ConfiguredGame:
    (folder / "game.rules").write_text(text)
    return load(folder / "game.rules").configure()


def excess(wanted: dict[bytes, float], found: Counter[bytes]) -> float:
    """Return Pearson's statistic over its value that chance exceeds with probability 0.001 (Wilson and Hilferty)."""
    free, whole = max(1, len(wanted) - 1), sum(wanted.values())
    parts = ((found[world], found.total() * share / whole) for world, share in wanted.items())
    return sum((n - m) ** 2 / m for n, m in parts) / (free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3)


def small_games(folder: Path) -> Iterator[tuple[ConfiguredGame, int, int]]:
    """Yield games with a number of decisions after which a player watches, and a seed."""
    yield written(LAID, folder), 3, 1
    yield written(THROWN, folder), 3, 1
    yield written(TAKEN, folder), 4, 3
    yield game("classics/leduc-poker"), 2, 1
    yield game("classics/liars-dice", dice_each=2, faces=3), 4, 5


@pytest.mark.parametrize("which", range(5))
def test_every_world_comes_as_often_as_its_probability_says(which: int, tmp_path: Path) -> None:
    one, decisions, seed = list(small_games(tmp_path))[which]
    state = played_in(one, decisions, seed)
    assert state is not None
    wanted: dict[bytes, float] = defaultdict(float)
    listed = ToldAlike(state)
    for world, share in listed.all(listed.past.first):
        wanted[world.packed] += share
    sampler, found = sampler_of(state), Counter[bytes]()
    for _ in range(4000):
        sampler.resample(40)
        found[cells(state, sampler.world()).packed] += 1
    assert len(wanted) > 2 and set(found) <= set(wanted)
    assert excess(wanted, found) < 1
