"""Two games of the family as a plain program, written from the rules and not from the rulebooks.

A position is seen from the player to move: a list of pits for each player in the order of sowing, and their stores.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from attrs import frozen

from rulekit.play.game import GameState

Pits = tuple[tuple[int, ...], tuple[int, ...]]
Sowed = tuple[list[list[int]], list[int], list[int | None], bool]
"""Pits, stores and owned pits after a move, and whether the player moves again."""


@frozen
class Sowing:
    pits: Pits
    stores: tuple[int, int]
    owned: tuple[int | None, int | None]
    player: int
    sow: Callable[[Sowing, int], Sowed]
    half_is_enough: bool = False

    @property
    def payoffs(self) -> Sequence[float] | None:
        half = (sum(self.stores) + sum(map(sum, self.pits))) // 2
        if any(self.pits[self.player]) and not (self.half_is_enough and max(self.stores) > half):
            return None
        south, north = (self.stores[side] + sum(self.pits[side]) for side in (0, 1))
        return [(south > north) - (south < north), (north > south) - (north < south)]

    @property
    def board(self) -> Any:
        return self.pits, self.stores, self.owned

    @property
    def moves(self) -> Collection[str]:
        return [str(at) for at, seeds in enumerate(self.pits[self.player]) if seeds]

    def make(self, move: str) -> Sowing:
        pits, stores, owned, again = self.sow(self, int(move))
        player = self.player if again else 1 - self.player
        return Sowing(
            (tuple(pits[0]), tuple(pits[1])),
            (stores[0], stores[1]),
            (owned[0], owned[1]),
            player,
            self.sow,
            self.half_is_enough,
        )


def sow_house(position: Sowing, at: int) -> Sowed:
    """Sow as in congkak: a lap of 15 holes, own houses 0 to 6, the store 7, and the other player's houses 8 to 14."""
    me, other = position.player, 1 - position.player
    ring = [*position.pits[me], position.stores[me], *position.pits[other]]
    hand, ring[at] = ring[at], 0
    while hand:
        at = (at + 1) % 15
        ring[at] += 1
        hand -= 1
        if not hand and at != 7 and ring[at] > 1:
            hand, ring[at] = ring[at], 0
    if at < 7 and ring[14 - at]:
        ring[7] += ring[at] + ring[14 - at]
        ring[at] = ring[14 - at] = 0
    pits, stores = [ring[:7], ring[8:]], [ring[7], position.stores[other]]
    if me:
        pits, stores = pits[::-1], stores[::-1]
    return pits, stores, [None, None], at == 7


def sow_balls(position: Sowing, at: int) -> Sowed:
    """Sow as in toguz korgool: own pits 0 to 8, the other player's 9 to 17."""
    me, other = position.player, 1 - position.player
    ring, owned, stores = [*position.pits[me], *position.pits[other]], list(position.owned), list(position.stores)
    caught = {}
    if (mine := owned[me]) is not None:
        caught[9 + mine] = me
    if (theirs := owned[other]) is not None:
        caught[theirs] = other
    balls, ring[at] = ring[at], 0
    last = at + (balls - 1 if balls > 1 else 1)
    for hole in range(at if balls > 1 else at + 1, last + 1):
        if hole % 18 in caught:
            stores[caught[hole % 18]] += 1
        else:
            ring[hole % 18] += 1
    last %= 18
    if last >= 9:
        if ring[last] == 3 and owned[me] is None and last != 17 and owned[other] != last - 9:
            owned[me] = last - 9
            stores[me] += 3
            ring[last] = 0
        elif ring[last] % 2 == 0:
            stores[me] += ring[last]
            ring[last] = 0
    pits = [ring[:9], ring[9:]]
    return (pits[::-1] if me else pits), stores, owned, False


def congkak(_: GameState) -> Sowing:
    return Sowing(((7,) * 7, (7,) * 7), (0, 0), (None, None), 0, sow_house)


def toguz_korgool(_: GameState) -> Sowing:
    return Sowing(((9,) * 9, (9,) * 9), (0, 0), (None, None), 0, sow_balls, half_is_enough=True)
